"""`python -m server.ssh`: the SSH door's process. Only the server starts it, with a socket in place of stdin."""

import asyncio
import logging
import os
import resource
import signal
import socket
import sys

from server.logs import LoopFaults
from server.ssh.desk import Desk, ServersLog
from server.ssh.door import Door
from server.ssh.messages import Begin, CannotOpen, Opened, ToDoor
from server.ssh.pipe import Pipe
from tuicards.errors import SetupError

BAD_USAGE, CANNOT = 2, 1

FOR_A_GUEST, FOR_THE_DOOR = 3, 128
"""Descriptors that are needed for each guest, and for everything else."""


async def run(sock: socket.socket) -> int:
    """Be the door until the server ends it or has gone, or a signal comes; the exit status."""
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(LoopFaults())
    pipe: Pipe[ToDoor] = await Pipe.over(sock, ToDoor)
    begin = await pipe.hear()
    if not isinstance(begin, Begin):
        return BAD_USAGE
    _log_to(pipe, begin.log_level)
    _make_room(begin.sessions * FOR_A_GUEST + FOR_THE_DOOR)
    desk = Desk(pipe)
    try:
        door = Door(begin, desk)
    except SetupError as error:
        pipe.say(CannotOpen(error.code, error.params))
        await pipe.taken()
        return CANNOT
    door.start()
    pipe.say(Opened(door.fingerprint))
    listening = asyncio.create_task(desk.listen())
    loop.add_signal_handler(signal.SIGTERM, listening.cancel)
    await asyncio.wait([listening])
    await door.stop()
    await pipe.taken()
    return 0


def _log_to(pipe: Pipe[ToDoor], level: str) -> None:
    logging.basicConfig(level=level.upper(), handlers=[ServersLog(pipe)], format="%(message)s", force=True)
    logging.getLogger("asyncssh").setLevel(logging.WARNING)


def _make_room(needed: int) -> None:
    """Raise the limit on open descriptors as far as it is needed and may be raised."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if resource.RLIM_INFINITY != soft < needed:
        wanted = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def main() -> int:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        sock = socket.socket(fileno=os.dup(0))
    except OSError:
        print("python -m server.ssh: tuicards-server --ssh PORT starts this", file=sys.stderr)
        return BAD_USAGE
    os.close(0)
    os.open(os.devnull, os.O_RDONLY)
    return asyncio.run(run(sock))


if __name__ == "__main__":
    sys.exit(main())
