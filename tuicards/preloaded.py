"""A program that keeps clients ready for an SSH door: `python -m tuicards.preloaded DESCRIPTOR`.

Everything is imported before the first guest comes, while there is neither a loop nor a thread; each guest's
client is then a fork of this program, which shares what was loaded. The descriptor is a Unix socket of whole
messages (SOCK_SEQPACKET) on which `tuicards.visits` is spoken; when it ends, all clients end, and so does this.
"""

import gc
import logging
import os
import selectors
import signal
import socket
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import FrameType
from typing import TypeAlias

import msgspec

from tuicards.linux import few_arenas, share_equal_memory
from tuicards.visits import Began, Chosen, Ended, FromDoor, Stop, ToDoor, Visit

log = logging.getLogger(__name__)

GRACE = 3.0
"""Seconds that a client may take to end by itself."""

LONGEST = 64 * 1024
"""Bytes of a message."""

UNSTARTED = 70
"""Exit code of a client that could not begin: an internal fault, as `sysexits.h` has it."""

FRAMES = "30"
"""A second at most: more would only cost a slow line, and its people see no difference."""

BeGuest: TypeAlias = Callable[[Visit, int, socket.socket], int]
"""What a child does: it is given its visit, its terminal and a socket to tell its settings, and answers its exit
code."""


@dataclass
class Client:
    """A child: a descriptor by which its end is seen, and the socket on which it tells its settings."""

    number: int
    pid: int
    life: int
    settings: socket.socket
    kill_at: float | None = None
    """When it is killed; None while nobody wants its end."""


class Clients:
    """All children, and the door on whose word they live. One thread, which waits for nobody."""

    def __init__(self, door: socket.socket, be_guest: BeGuest) -> None:
        self._door, self._be_guest = door, be_guest
        self._clients: dict[int, Client] = {}
        self._open = True
        self._selector = selectors.DefaultSelector()
        self._selector.register(door, selectors.EVENT_READ, self._hear)

    def serve(self) -> None:
        """Does what the door says until the door is gone, then ends all clients."""
        while self._open:
            self._wait()
        self._selector.unregister(self._door)
        for client in self._clients.values():
            self._hang_up(client)
        while self._clients:
            self._wait()

    def _wait(self) -> None:
        """Takes in whatever comes next, and kills those whose time is over."""
        dues = [client.kill_at for client in self._clients.values() if client.kill_at is not None]
        patience = max(0.0, min(dues) - time.monotonic()) if dues else None
        for key, _ in self._selector.select(patience):
            key.data()
        for client in self._clients.values():
            if client.kill_at is not None and client.kill_at <= time.monotonic():
                client.kill_at = None
                signal.pidfd_send_signal(client.life, signal.SIGKILL)

    # ---- the door ---------------------------------------------------------------------------------------

    def _hear(self) -> None:
        try:
            data, descriptors, flags, _ = socket.recv_fds(self._door, LONGEST, 4, socket.MSG_CMSG_CLOEXEC)
        except OSError:
            data, descriptors, flags = b"", [], 0
        try:
            if not data:
                self._open = False
            elif not flags & (socket.MSG_TRUNC | socket.MSG_CTRUNC):
                self._do(data, descriptors)
        finally:
            for descriptor in descriptors:
                os.close(descriptor)

    def _do(self, data: bytes, descriptors: Sequence[int]) -> None:
        """Nothing that the door may say ends this program."""
        try:
            message = msgspec.json.decode(data, type=FromDoor)
        except msgspec.MsgspecError as error:
            log.error("the door says what cannot be understood: %s", error)
            return
        match message:
            case Visit(number=number) if not descriptors or number in self._clients:
                log.error("visit %d comes without a terminal, or twice", number)
                self._say(Ended(number, UNSTARTED))
            case Visit():
                self._begin(message, descriptors[0])
            case Stop(number=number) if number in self._clients:
                self._hang_up(self._clients[number])

    def _say(self, message: ToDoor) -> None:
        try:
            self._door.send(msgspec.json.encode(message))
        except OSError:
            self._open = False

    # ---- the clients ------------------------------------------------------------------------------------

    def _begin(self, visit: Visit, terminal: int) -> None:
        try:
            client = self._fork(visit, terminal)
        except OSError as error:
            log.error("no client can be started for visit %d: %s", visit.number, error)
            self._say(Ended(visit.number, UNSTARTED))
            return
        self._clients[visit.number] = client
        self._selector.register(client.life, selectors.EVENT_READ, lambda: self._reap(client))
        self._selector.register(client.settings, selectors.EVENT_READ, lambda: self._take_in(client))
        self._say(Began(client.number, client.pid))

    def _fork(self, visit: Visit, terminal: int) -> Client:
        """Raises OSError where the machine has no room for one more."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        try:
            pid = os.fork()
            if pid == 0:
                self._be_child(visit, terminal, ours, theirs)
            try:
                life = os.pidfd_open(pid)
            except OSError:
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
                raise
        except OSError:
            ours.close()
            raise
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            theirs.close()
        ours.setblocking(False)
        return Client(visit.number, pid, life, ours)

    def _be_child(self, visit: Visit, terminal: int, ours: socket.socket, theirs: socket.socket) -> None:
        """Never returns: whatever happens, the child's life ends here."""
        code = UNSTARTED
        try:
            ours.close()
            self._selector.close()
            self._door.close()
            for client in self._clients.values():
                client.settings.close()
                os.close(client.life)
            code = self._be_guest(visit, terminal, theirs)
        except BaseException:
            log.exception("a client could not begin")
        finally:
            os._exit(code)

    def _hang_up(self, client: Client) -> None:
        if client.kill_at is None:
            client.kill_at = time.monotonic() + GRACE
            signal.pidfd_send_signal(client.life, signal.SIGHUP)

    def _reap(self, client: Client) -> None:
        _, status = os.waitpid(client.pid, 0)
        self._take_in(client)
        self._let_go(client.life)
        self._let_go(client.settings)
        os.close(client.life)
        client.settings.close()
        del self._clients[client.number]
        self._say(Ended(client.number, os.waitstatus_to_exitcode(status)))

    def _let_go(self, watched: int | socket.socket) -> None:
        if watched in self._selector.get_map():
            self._selector.unregister(watched)

    def _take_in(self, client: Client) -> None:
        """What a client says: its settings, which are passed on under the number that it has here, or a fault."""
        while client.settings.fileno() >= 0:
            try:
                data = client.settings.recv(LONGEST)
            except BlockingIOError:
                return
            except OSError:
                data = b""
            if not data:
                self._let_go(client.settings)
                return
            self._pass_on(client.number, data)

    def _pass_on(self, number: int, data: bytes) -> None:
        try:
            said = msgspec.json.decode(data, type=dict[str, str] | str)
        except msgspec.MsgspecError:
            log.error("the client of visit %d says what cannot be understood", number)
            return
        if isinstance(said, str):
            log.error("the client of visit %d has met a fault:\n%s", number, said)
        else:
            self._say(Chosen(number, said))


def main(arguments: Sequence[str]) -> int:
    """Keeps clients ready until the door is gone. 2: this was started by no door."""
    try:
        door = socket.socket(fileno=int(arguments[0]))
        ours = door.family == socket.AF_UNIX and door.type == socket.SOCK_SEQPACKET
    except (IndexError, ValueError, OSError):
        ours = False
    if not ours:
        print("tuicards.preloaded: the SSH door of tuicards-server starts this program", file=sys.stderr)
        return 2
    logging.basicConfig(format="%(name)s: %(message)s", level=logging.WARNING)
    _obey(door)
    be_guest = _load()
    Clients(door, be_guest).serve()
    return 0


def _obey(door: socket.socket) -> None:
    """To be told to end is as if the door were gone; a key at the operator's terminal is the server's to judge."""

    def end(_number: int, _frame: FrameType | None) -> None:
        door.shutdown(socket.SHUT_RD)

    signal.signal(signal.SIGTERM, end)
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)


def _load() -> BeGuest:
    """Everything a client needs, in memory that its forks share: nothing of it is looked at by their collectors."""
    gc.disable()
    few_arenas()
    share_equal_memory()
    os.environ.update(TEXTUAL_FPS=FRAMES, TEXTUAL_ANIMATIONS="none")  # read when the toolkit is imported
    from tuicards.guest import be_guest
    from tuicards.loading import load_client

    load_client()
    gc.collect()
    gc.freeze()
    return be_guest


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
