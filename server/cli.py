"""`tuicards-server`: flags and environment, signals, and what to tell the operator."""

import argparse
import asyncio
import contextlib
import logging
import os
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NoReturn, TypeVar

from server import logs
from server.addresses import local_addresses
from server.config import ENVIRONMENT, Settings, printable, seconds, whole
from server.limits import PRESETS, Limits, chosen
from server.service import Service, open_store
from server.store import MemoryStore, Store
from tuicards import __version__
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
not over: keep it to yourself.

SIGTERM and SIGINT stop the server in order, a second one stops it at once.
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
    _add_limits(parser)
    parser.add_argument("--log-level", choices=logs.LEVELS, default="info")
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}")
    return parser


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


def main(arguments: Sequence[str] | None = None, environ: Mapping[str, str] = os.environ) -> int:
    """Run a server until it is told to stop. Returns 0 after that, 2 when it cannot be started like this."""
    parser = _parser()
    _from_environment(parser, environ)
    options = parser.parse_args(arguments)
    logs.begin(options.log_level)
    try:
        settings = _settings(options, environ)
        asyncio.run(serve(settings, open_store(settings), options.port_file))
    except (SetupError, StorageError) as error:
        print(f"{PROGRAM}: {sentence(error)}", file=sys.stderr)
        return BAD_USAGE
    except KeyboardInterrupt:
        return STOPPED_AT_ONCE
    return 0


async def serve(settings: Settings, store: Store, port_file: Path | None = None) -> None:
    """Run a server until a signal comes. Raises SetupError where it cannot listen."""
    asyncio.get_running_loop().set_exception_handler(logs.LoopFaults())
    stop = asyncio.Event()
    _listen_to_signals(stop)
    service = Service(settings, store)
    try:
        await service.start()
        if port_file is not None:
            _write_port(port_file, service.port)
        _tell_where(settings, service, store)
        await stop.wait()
        log.info("stopping")
    finally:
        await service.close()
    log.info("stopped")


def _listen_to_signals(stop: asyncio.Event) -> None:
    """The first signal stops in order, the second at once."""

    def told() -> None:
        if stop.is_set():
            os._exit(STOPPED_AT_ONCE)
        stop.set()

    loop = asyncio.get_running_loop()
    signals = [signal.SIGINT, signal.SIGTERM]
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        signals.append(signal.SIGHUP)
    for number in signals:
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, told)


def _tell_where(settings: Settings, service: Service, store: Store) -> None:
    places = ", ".join(f"[{host}]:{port}" if ":" in host else f"{host}:{port}" for host, port in service.addresses)
    log.info("listening at %s", places)
    for host in _hosts_for_friends(settings, service):
        shown = f"[{host}]" if ":" in host and service.port != DEFAULT_PORT else host
        log.info(
            "friends type: tuicards join %s", shown if service.port == DEFAULT_PORT else f"{shown}:{service.port}"
        )
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
