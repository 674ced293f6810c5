"""`tuicards-server`: flags and environment, signals, and what to tell the operator."""

import argparse
import asyncio
import contextlib
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from server import logs
from server.alarm import Alarm
from server.announcing import Announcer
from server.archive_command import archive_main
from server.chosen import Chosen, choose
from server.cluster.asked import without_password
from server.clustered import Clustered
from server.collector import settle_collector
from server.companions import Companion, accompanied
from server.completion_command import completion_main
from server.config import Settings
from server.config_command import config_order
from server.control import OperatorSocket
from server.files_command import files_main
from server.flags import BAD_USAGE, PROGRAM, server_flags
from server.invitation import invitations, spoken
from server.logs import about
from server.operator_command import operator_main
from server.ops import ops_port
from server.orders import ORDERS
from server.port_file import PortFile
from server.restore_command import restore_main
from server.service import Service, open_store
from server.ssh.asked import ssh_asked
from server.ssh.companion import SshDoor
from server.store import MemoryStore, Store
from server.upkeep import Upkeep
from server.watchdog import Watchdog
from tuicards import __version__
from tuicards.errors import SetupError, StorageError, TuicardsError
from tuicards.speech import Speaker
from tuicards.state_folder import state_folder

log = logging.getLogger(__name__)

PASSES = 1
"""Exit code: it cannot be started for now, by what may be over when it is tried again."""
STOPPED_AT_ONCE = 130

PASSING = frozenset({
    "port_taken", "unknown_host", "cannot_listen", "data_in_use", "data_unusable", "cannot_write", "cannot_control",
    "ssh_failed", "cluster_unreachable", "cluster_locked", "cluster_untrusted", "cluster_forbids",
    "node_in_use",
})  # fmt: skip
"""The codes of what may be over by then: an address or a Redis that is not there yet, or not as it should be; a disk
that refuses."""

COMMANDS: Mapping[str, Callable[[Sequence[str], Mapping[str, str]], int]] = {
    "admin": operator_main,
    "records": archive_main,
    "restore": restore_main,
    "files": lambda arguments, environ: files_main(arguments),
    "completion": lambda arguments, environ: completion_main(arguments),
}


def sentence(error: TuicardsError) -> str:
    """What is told of it."""
    return Speaker().say(error.code, error.params)


def _data_folder(options: argparse.Namespace, environ: Mapping[str, str]) -> Path | None:
    """Where the record lies; None: nowhere."""
    if options.memory:
        return None
    data: Path | None = options.data or state_folder(environ)
    if data is None:
        log.warning("nothing will be kept: there is no home folder; name one with --data")
    return data


def main(arguments: Sequence[str] | None = None, environ: Mapping[str, str] = os.environ) -> int:
    """Run a server until it is told to stop. Returns 0 after that.

    Returns 1 when it cannot be started for now, 2 when it cannot be started like this, whenever it is tried.

    `admin` speaks to one that runs, `records` writes its finished parties into files, `restore` puts a backup in
    its place, `files` prints what runs it as a service, `completion` what completes the command line in a shell.
    """
    arguments = sys.argv[1:] if arguments is None else arguments
    command = COMMANDS.get(arguments[0]) if arguments else None
    if command is not None:
        return command(arguments[1:], environ)
    parser = server_flags()
    parser.elsewhere = {**{order: f"admin {order}" for order in ORDERS}, **{name: name for name in COMMANDS}}
    chosen = choose(parser, arguments, environ)
    if (code := config_order(parser, chosen, environ)) is not None:
        return code
    logs.begin(chosen.options.log_level, chosen.options.log_format, environ)
    for warning in chosen.warnings:
        log.warning("%s", warning)
    try:
        _run(chosen, lambda: choose(server_flags(), arguments, environ), environ)
    except (SetupError, StorageError) as error:
        print(f"{PROGRAM}: {sentence(error)}", file=sys.stderr)
        return PASSES if error.code in PASSING else BAD_USAGE
    except KeyboardInterrupt:
        return STOPPED_AT_ONCE
    return 0


def _run(chosen: Chosen, read: Callable[[], Chosen], environ: Mapping[str, str]) -> None:
    """Run a server with what was chosen; `read` gives what is chosen now. Raises SetupError or StorageError."""
    options = chosen.options
    upkeep = Upkeep(chosen, _data_folder(options, environ), read)
    store = open_store(upkeep.settings)
    if isinstance(store, MemoryStore):
        upkeep.keep_nothing()
    alarm = Alarm(options.alarm_ms)
    upkeep.taking_up += [
        lambda now: logs.begin(now.log_level, now.log_format, environ),
        lambda now: alarm.set(now.alarm_ms),
    ]
    watchdog = Watchdog(environ)
    companions: list[Companion] = [
        alarm,
        OperatorSocket(upkeep, upkeep.settings.data),
        *_announcers(options, upkeep),
        *_ssh_door(options, upkeep),
        *ops_port(options),
        *([PortFile(options.port_file)] if options.port_file else []),
        watchdog,
    ]
    upkeep.reloading = watchdog.reloading
    try:
        with asyncio.Runner(loop_factory=alarm.new_loop) as runner:
            while runner.run(serve(upkeep.settings, store, upkeep, companions)):
                store = open_store(upkeep.settings)
    finally:
        upkeep.audit.close()


async def serve(settings: Settings, store: Store, upkeep: Upkeep, companions: Sequence[Companion]) -> bool:
    """Run a server until a signal comes. Raises SetupError where it cannot listen, or cannot be of its cluster.

    Returns whether it is to begin anew: the others of its cluster have given it up.
    """
    asyncio.get_running_loop().set_exception_handler(logs.LoopFaults())
    stop, given_up = asyncio.Event(), asyncio.Event()
    try:
        cluster = await _cluster(settings, store, companions)
    except BaseException:
        await store.close()
        raise

    def lapse() -> None:
        given_up.set()
        stop.set()

    if cluster is not None:
        cluster.lapsed = lapse
    service = Service(settings, store, tls=upkeep.certificate, audit=upkeep.audit, cluster=cluster)
    service.when_drained = stop.set
    _listen_to_signals(stop, lambda: _read_again(upkeep, service))
    try:
        settle_collector()
        await service.start()
        upkeep.audit.note("started", port=service.port, version=__version__)
        async with accompanied(service, companions):
            _tell_where(settings, service, store, upkeep)
            await stop.wait()
            log.info("stopping", extra=about("stopping"))
    finally:
        await service.close(at_once=given_up.is_set())
        upkeep.audit.note("stopped")
    log.info("stopped", extra=about("stopped"))
    return given_up.is_set()


async def _cluster(settings: Settings, store: Store, companions: Sequence[Companion]) -> Clustered | None:
    """The server's place in a cluster, where it was asked for. Raises SetupError."""
    if not settings.cluster:
        return None
    from server.cluster.node import Node

    node = Node(settings.cluster, settings.node, settings.cluster_prefix, store)
    announced = (one.doors(settings.host, settings.port) for one in companions if isinstance(one, Announcer))
    await node.open(f"{settings.host or socket.gethostname()}:{settings.port}", next(announced, ()))
    return node


def _read_again(upkeep: Upkeep, service: Service) -> None:
    """What is wrong is in the log."""
    with contextlib.suppress(SetupError):
        upkeep.read_again(service)


def _ssh_door(options: argparse.Namespace, upkeep: Upkeep) -> list[Companion]:
    asked, settings = ssh_asked(options), upkeep.settings
    return [SshDoor(asked, settings.data, settings.limits, upkeep.certificate)] if asked else []


def _announcers(options: argparse.Namespace, upkeep: Upkeep) -> list[Companion]:
    """A server for strangers is on no LAN, and is announced only where that is asked for."""
    announce = options.limits == "lan" if options.announce is None else options.announce
    return [Announcer(encrypted=upkeep.certificate is not None)] if announce else []


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
    log.info("listening at %s", places, extra=about("listening", port=service.port, addresses=places))
    fingerprint = upkeep.certificate.fingerprint if upkeep.certificate else None
    encrypted = fingerprint is not None
    for line in [*invitations(settings.host, service.addresses, encrypted), *spoken(service.addresses)]:
        log.info("%s", line)
    if fingerprint is not None:
        log.info("where no authority vouches for the certificate, they add: #sha256:%s", fingerprint)
    if settings.cluster:
        log.info("node %s of the cluster at %s", settings.node, without_password(settings.cluster))
    if isinstance(store, MemoryStore):
        log.info("the record is kept in memory only")
    elif settings.cluster:
        log.info("games that are over are kept in %s", settings.data)
    else:
        log.info("the record is kept in %s", settings.data)
