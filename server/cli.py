"""`tuicards-server`: flags and environment, signals, and what to tell the operator."""

import argparse
import asyncio
import contextlib
import logging
import os
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NoReturn, TypeVar

from server import logs
from server.addresses import local_addresses
from server.archive_command import archive_main
from server.config import ENVIRONMENT, Settings, printable, seconds, whole
from server.control import Control
from server.limits import PRESETS, Limits, chosen
from server.operator_command import SOCKET, operator_main
from server.service import Service, open_store
from server.store import MemoryStore, Store
from server.upkeep import Places, Upkeep
from tuicards import __version__
from tuicards.address import format_address
from tuicards.errors import SetupError, StorageError, TuicardsError
from tuicards.speech import Speaker
from tuicards.state_folder import state_folder
from tuicards.wire.messages import DEFAULT_PORT

log = logging.getLogger(__name__)

PROGRAM = "tuicards-server"
BAD_USAGE = 2
STOPPED_AT_ONCE = 130

EPILOG = """\
Without --host it listens at all addresses of this machine, IPv4 and IPv6. `--host 0.0.0.0` is IPv4 alone,
`--host ::` IPv6 alone, `--host localhost` this machine alone.

Every flag can be given by the environment, as TUICARDS_ and the flag's name: TUICARDS_PORT=7111,
TUICARDS_BOT_DELAY=0.5; the flag wins. The password is better given there, where other users of this
machine do not see it. Only the name is TUICARDS_SERVER_NAME, since TUICARDS_NAME is a player's.

The record is one SQLite database. While the server runs, tuicards.db, tuicards.db-wal and tuicards.db-shm in
the data folder belong together; after it has stopped, tuicards.db is all. It holds the cards of games that are
not over: keep it to yourself. A file that cannot be read is set aside as tuicards.db.aside-..., never deleted.

With --tls-cert and --tls-key every connection is encrypted, and friends type tls:// before the address. Where
no authority vouches for the certificate, they type its fingerprint too, as the server tells it.

SIGTERM and SIGINT stop the server in order, a second one stops it at once. SIGHUP, or `tuicards-server do reload`,
reads certificate, key and password file again and opens the audit log anew; nobody is disturbed, and all other
settings stay as they are. Where the terminal has gone away that it was started from, SIGHUP stops it.

`tuicards-server do --help` tells how to speak to a server that runs: who is there, say, kick, mute, ban, close.
`tuicards-server records OUT` writes the parties that have ended into a folder, for tuicards verify and replay.
"""

Value = TypeVar("Value")


class Parser(argparse.ArgumentParser):
    """Tells what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_USAGE, f"{PROGRAM}: {message}; see {PROGRAM} --help\n")


def _reading(read: Callable[[str], Value]) -> Callable[[str], Value]:
    """The reader as argparse wants it."""

    def checked(text: str) -> Value:
        try:
            return read(text)
        except SetupError as error:
            raise argparse.ArgumentTypeError(sentence(error)) from None

    return checked


def sentence(error: TuicardsError) -> str:
    return Speaker().say(error.code, error.params)


def _parser() -> Parser:
    parser = Parser(
        prog=PROGRAM,
        description="Serve tables of Rage and Goat to tuicards clients.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    port = _reading(lambda text: whole(text, 0, 65535))
    parser.add_argument("--host", default="", help="address to listen at (default: all)")
    parser.add_argument("--port", type=port, default=DEFAULT_PORT, help=f"port, 0: any (default {DEFAULT_PORT})")
    parser.add_argument("--port-file", type=Path, metavar="FILE", help="write the port here once it listens")
    parser.add_argument("--data", type=Path, metavar="DIR", help="folder of the record")
    parser.add_argument("--memory", action="store_true", help="keep nothing on disk")
    parser.add_argument("--password", type=_reading(printable), default="", help="what players need to come in")
    parser.add_argument("--bot-delay", type=_reading(lambda text: seconds(text, 60)), default=0.7, metavar="S",
                        help="seconds before a bot plays (default 0.7)")  # fmt: skip
    parser.add_argument("--grace", type=_reading(lambda text: seconds(text, 86400)), default=60.0, metavar="S",
                        help="seconds before a bot stands in for a lost player (default 60)")  # fmt: skip
    parser.add_argument("--name", type=_reading(printable), default="", help="what the server calls itself")
    _add_doors(parser)
    _add_limits(parser)
    parser.add_argument("--log-level", choices=logs.LEVELS, default="info")
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}")
    return parser


def _add_doors(parser: Parser) -> None:
    """Who comes in, and how that is seen to."""
    group = parser.add_argument_group("doors")
    group.add_argument("--password-file", type=Path, metavar="FILE", help="read the password from there")
    group.add_argument("--tls-cert", type=Path, metavar="FILE", help="encrypt, with this certificate (PEM)")
    group.add_argument("--tls-key", type=Path, metavar="FILE", help="the certificate's private key (PEM)")
    group.add_argument("--audit", type=Path, metavar="FILE",
                       help="note who comes and what is done (default: audit.jsonl in the data folder)")  # fmt: skip
    group.add_argument("--control", type=Path, metavar="FILE",
                       help=f"socket for `{PROGRAM} do` (default: {SOCKET} in the data folder)")  # fmt: skip


def _add_limits(parser: Parser) -> None:
    """How much one may ask for. What is not given is as the preset has it."""
    group = parser.add_argument_group("limits")
    count = _reading(lambda text: whole(text, 1, 100_000))
    group.add_argument("--limits", choices=tuple(PRESETS), default="lan",
                       help="lan: among friends (default); public: stricter, for strangers")  # fmt: skip
    group.add_argument("--max-connections", type=count, metavar="N",
                       help=f"connections in all; {_usual('max_connections')}")  # fmt: skip
    group.add_argument("--max-per-address", type=count, metavar="N",
                       help=f"connections from one address; {_usual('max_per_address')}")  # fmt: skip
    group.add_argument("--max-tables", type=count, metavar="N", help=f"tables in all; {_usual('max_tables')}")
    group.add_argument("--idle-table", type=_reading(lambda text: whole(text, 0, 525_600)), metavar="MINUTES",
                       help="a table whose people have done nothing for so long lets them go, 0: never; "
                       + _usual("idle_table", 60))  # fmt: skip


def _usual(limit: str, unit: int = 1) -> str:
    """What each preset says to it."""
    return ", ".join(f"{name} {getattr(limits, limit) / unit:g}" for name, limits in PRESETS.items())


def _limits(options: argparse.Namespace) -> Limits:
    return chosen(
        options.limits,
        max_connections=options.max_connections,
        max_per_address=options.max_per_address,
        max_tables=options.max_tables,
        idle_table=None if options.idle_table is None else 60.0 * options.idle_table,
    )


def _from_environment(parser: Parser, environ: Mapping[str, str]) -> None:
    """Let the environment give the defaults; argparse reads them like flags."""
    for action in parser._actions:
        variable = ENVIRONMENT + ("SERVER_NAME" if action.dest == "name" else action.dest.upper())
        text = environ.get(variable, "")
        if not text or action.dest in ("help", "version"):
            continue
        if action.choices is not None and text not in action.choices:
            parser.error(f"{variable}: choose from {', '.join(map(str, action.choices))}")
        action.default = text.lower() not in ("0", "no", "false", "off") if action.dest == "memory" else text


def _settings(options: argparse.Namespace, environ: Mapping[str, str]) -> Settings:
    data: Path | None = None
    if not options.memory:
        data = options.data or state_folder(environ)
        if data is None:
            log.warning("nothing will be kept: there is no home folder; name one with --data")
    return Settings(
        host=options.host.strip(),
        port=options.port,
        data=data,
        password=options.password,
        name=options.name[:40],
        bot_delay=options.bot_delay,
        grace=options.grace,
        limits=_limits(options),
    )


def _places(options: argparse.Namespace, settings: Settings) -> Places:
    """Raises SetupError `two_passwords`."""
    if options.password and options.password_file:
        raise SetupError("two_passwords")
    return Places(
        tls_cert=options.tls_cert,
        tls_key=options.tls_key,
        password=options.password_file,
        audit=options.audit or (settings.data and settings.data / "audit.jsonl"),
        control=options.control,
    )


def main(arguments: Sequence[str] | None = None, environ: Mapping[str, str] = os.environ) -> int:
    """Run a server until it is told to stop. Returns 0 after that, 2 when it cannot be started like this.

    `do` speaks to one that runs, `records` writes its finished parties into files.
    """
    arguments = sys.argv[1:] if arguments is None else arguments
    if list(arguments[:1]) == ["do"]:
        return operator_main(arguments[1:], environ)
    if list(arguments[:1]) == ["records"]:
        return archive_main(arguments[1:], environ)
    parser = _parser()
    _from_environment(parser, environ)
    options = parser.parse_args(arguments)
    logs.begin(options.log_level)
    try:
        settings = _settings(options, environ)
        upkeep = Upkeep(_places(options, settings))
        if upkeep.password is not None:
            settings = replace(settings, password=upkeep.password)
        asyncio.run(serve(settings, open_store(settings), options.port_file, upkeep))
    except (SetupError, StorageError) as error:
        print(f"{PROGRAM}: {sentence(error)}", file=sys.stderr)
        return BAD_USAGE
    except KeyboardInterrupt:
        return STOPPED_AT_ONCE
    return 0


async def serve(settings: Settings, store: Store, port_file: Path | None, upkeep: Upkeep) -> None:
    """Run a server until a signal comes. Raises SetupError where it cannot listen."""
    asyncio.get_running_loop().set_exception_handler(logs.LoopFaults())
    stop = asyncio.Event()
    service = Service(settings, store, tls=upkeep.certificate, audit=upkeep.audit)
    _listen_to_signals(stop, lambda: _read_again(upkeep, service))
    control = None
    try:
        await service.start()
        upkeep.audit.note("started", port=service.port, version=__version__)
        control = await _control(settings, upkeep, service, store)
        if port_file is not None:
            _write_port(port_file, service.port)
        _tell_where(settings, service, store, upkeep)
        await stop.wait()
        log.info("stopping")
    finally:
        if control is not None:
            await control.stop()
        await service.close()
        upkeep.audit.note("stopped")
        await asyncio.to_thread(upkeep.audit.close)
    log.info("stopped")


def _read_again(upkeep: Upkeep, service: Service) -> None:
    try:
        upkeep.read_again(service.doors)
    except SetupError as error:
        log.error("what was good before stays: %s", sentence(error))


async def _control(settings: Settings, upkeep: Upkeep, service: Service, store: Store) -> Control | None:
    """The operator's socket. One that was asked for has to be; without the usual one the server runs all the same.

    Raises SetupError `cannot_control`.
    """
    asked = upkeep.places.control
    path = asked or (settings.data / SOCKET if settings.data and not isinstance(store, MemoryStore) else None)
    if path is None:
        return None
    control = Control(path, service.operator(lambda: upkeep.read_again(service.doors)))
    try:
        await control.start()
    except SetupError as error:
        if asked:
            raise
        log.warning("%s", sentence(error))
        return None
    return control


def _listen_to_signals(stop: asyncio.Event, read_again: Callable[[], None]) -> None:
    """The first signal to stop stops in order, the second at once. A hang-up is none while the terminal is there."""
    had_terminal = _has_terminal()

    def told() -> None:
        if stop.is_set():
            os._exit(STOPPED_AT_ONCE)
        stop.set()

    def hung_up() -> None:
        told() if had_terminal and not _has_terminal() else read_again()

    loop = asyncio.get_running_loop()
    with contextlib.suppress(NotImplementedError):
        loop.add_signal_handler(signal.SIGINT, told)
        loop.add_signal_handler(signal.SIGTERM, told)
        if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
            loop.add_signal_handler(signal.SIGHUP, hung_up)


def _has_terminal() -> bool:
    with contextlib.suppress(OSError):
        return os.isatty(0)
    return False


def _tell_where(settings: Settings, service: Service, store: Store, upkeep: Upkeep) -> None:
    places = ", ".join(f"[{host}]:{port}" if ":" in host else f"{host}:{port}" for host, port in service.addresses)
    log.info("listening at %s", places)
    fingerprint = upkeep.certificate.fingerprint if upkeep.certificate else None
    for host in _hosts_for_friends(settings, service):
        log.info("friends type: tuicards join %s", format_address(host, service.port, fingerprint is not None))
    if fingerprint is not None:
        log.info("where no authority vouches for the certificate, they add: #sha256:%s", fingerprint)
    if isinstance(store, MemoryStore):
        log.info("the record is kept in memory only")
    else:
        log.info("the record is kept in %s", settings.data)


def _hosts_for_friends(settings: Settings, service: Service) -> list[str]:
    hosts = [host for host, _ in service.addresses]
    if "0.0.0.0" in hosts:
        return local_addresses() or ["127.0.0.1"]
    return [settings.host] if settings.host and settings.host not in ("::", "localhost") else ["localhost"]


def _write_port(path: Path, port: int) -> None:
    """Whoever sees the file sees the whole number. Raises SetupError `cannot_write`."""
    part = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        part.write_text(f"{port}\n")
        part.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            part.unlink()
        raise SetupError("cannot_write", file=str(path), why=error.strerror or str(error)) from None
