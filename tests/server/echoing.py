"""A program that keeps clients ready, with clients of a few words: `python -m tests.server.echoing DESCRIPTOR`.

Each client tells who comes, as a line of JSON, and then does what is typed, one line each: `size`, `exit CODE`,
`write BYTES`, `die`, `fall` (the whole program falls), `choose`, `sleep` (takes nothing any more); all else it says.
"""

import fcntl
import json
import os
import signal
import socket
import sys
import termios
import threading
import time
from contextlib import suppress
from typing import Any

import msgspec

from tuicards.visits import Began, Chosen, Ended, FromDoor, Stop, Visit


def be_client(visit: Visit, terminal: int, door: socket.socket) -> None:
    """Never returns."""
    os.setsid()
    fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
    for number in (0, 1, 2):
        os.dup2(terminal, number)
    resized: list[int] = []
    signal.signal(signal.SIGWINCH, lambda *_: resized.append(1))
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGHUP})
    threading.Thread(target=end_when_hung_up, daemon=True).start()
    shown: dict[str, object] = {
        "name": visit.name,
        "ticket": visit.ticket,
        "words": visit.words,
        "environ": visit.environ,
    }
    shown |= {"settings": visit.settings, "keeps": visit.keeps, "address": visit.address}
    say(json.dumps(shown))
    for line in iter(lambda: sys.stdin.readline().strip(), ""):
        obey(line.split(), visit.number, door, resized)
    os._exit(0)


def end_when_hung_up() -> None:
    """A handler would not be called where the signal comes just before what is typed is waited for."""
    signal.sigwait({signal.SIGHUP})
    os._exit(3)


def say(text: str) -> None:
    os.write(1, f"{text}\n".encode())


def obey(words: list[str], number: int, door: socket.socket, resized: list[int]) -> None:
    match words:
        case ["size"]:
            rows, columns = termios.tcgetwinsize(0)
            say(f"{columns}x{rows} after {len(resized)}")
        case ["exit", code]:
            os._exit(int(code))
        case ["write", amount]:
            with open(1, "wb", closefd=False) as out:
                out.write(b"." * int(amount) + b"\n")
        case ["die"]:
            os.kill(os.getpid(), signal.SIGKILL)
        case ["fall"]:
            os.kill(os.getppid(), signal.SIGKILL)
            time.sleep(60)
        case ["choose"]:
            door.send(msgspec.json.encode(Chosen(number, {"mouse": "on"})))
        case ["sleep"]:
            signal.pause()
        case _:
            say(" ".join(words))


def main() -> None:
    door = socket.socket(fileno=int(sys.argv[1]))
    clients: dict[int, int] = {}
    with suppress(OSError):
        while True:
            data, descriptors, _, _ = socket.recv_fds(door, 65536, 1)
            if not data:
                break
            serve(msgspec.json.decode(data, type=FromDoor), descriptors, door, clients)
    for pid in clients.values():
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def serve(message: Any, descriptors: list[int], door: socket.socket, clients: dict[int, int]) -> None:
    match message:
        case Visit():
            pid = os.fork()
            if pid == 0:
                be_client(message, descriptors[0], door)
            os.close(descriptors[0])
            clients[message.number] = pid
            door.send(msgspec.json.encode(Began(message.number, pid)))
            threading.Thread(target=wait_for, args=(message.number, pid, door), daemon=True).start()
        case Stop(number=number) if number in clients:
            with suppress(ProcessLookupError):
                os.kill(clients[number], signal.SIGHUP)


def wait_for(number: int, pid: int, door: socket.socket) -> None:
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    door.send(msgspec.json.encode(Ended(number, code)))


if __name__ == "__main__":
    main()
