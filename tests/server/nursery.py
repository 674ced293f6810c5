"""Servers in processes of their own, quickly: one process has everything imported and forks one for each start."""

import asyncio
import contextlib
import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from tests.server.peer import Peer
from tuicards.wire.messages import PROTOCOL, Hello, Update, Welcome

ROOT = Path(__file__).parents[2]

MOTHER = """
import importlib, json, os, signal, sys
import server.cli, tuicards.games, tuicards.bots.api
for name in sys.argv[1:]:
    importlib.import_module(name)
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
print("ready", flush=True)
for line in sys.stdin:
    arguments, log = json.loads(line)
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.dup2(os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), 2)
        os._exit(server.cli.main(arguments, {}))
    print(child, flush=True)
"""

PATIENCE = 10.0


class Club(NamedTuple):
    """Where servers are nodes."""

    url: str
    prefix: str
    apart: bool
    """Whether another node goes on when one is killed; else the same one comes back."""


club: Club | None = None
"""In which club servers are started; None: each stands alone."""


@dataclass(slots=True)
class Child:
    """One server."""

    number: int
    """Of the process."""
    folder: Path

    @property
    def port_file(self) -> Path:
        return self.folder / "port"

    @property
    def over(self) -> bool:
        return not Path(f"/proc/{self.number}").exists()

    def end(self, how: signal.Signals) -> None:
        """Send the signal, and wait until nothing of it is left."""
        with contextlib.suppress(ProcessLookupError):
            handle = os.pidfd_open(self.number)
            os.kill(self.number, how)
            select.select([handle], [], [], PATIENCE)
            os.close(handle)


class Nursery:
    """Starts servers, each where the one before has been, and kills them."""

    every = 1
    """Of so many moments at which a test would kill it takes one: where another server waits for a lease first."""

    def __init__(self, mother: "subprocess.Popen[str]", folder: Path) -> None:
        self._mother = mother
        self._folder = folder
        self._child: Child | None = None
        self.log = folder / "log"
        self.port = 0

    def start(self, *arguments: str) -> None:
        """A server on the folder's data, at the same port as the one before."""
        self._child = self._raise(self._folder, self.port, *arguments)

    def _raise(self, folder: Path, port: int, *arguments: str) -> Child:
        (folder / "port").unlink(missing_ok=True)
        data = ["--data", str(folder / "data"), "--bot-delay", "0", "--port-file", str(folder / "port")]
        where = ["--host", "127.0.0.1", "--port", str(port)]
        assert self._mother.stdin is not None
        assert self._mother.stdout is not None
        self._mother.stdin.write(json.dumps([[*where, *data, *arguments], str(self.log)]) + "\n")
        self._mother.stdin.flush()
        return Child(int(self._mother.stdout.readline()), folder)

    async def listening(self) -> None:
        """Returns when it has said at which port it listens. Raises AssertionError with its log if it does not."""
        assert self._child is not None
        async with asyncio.timeout(PATIENCE):
            while not self._child.port_file.exists():
                assert not self._child.over, self.log.read_text()
                await asyncio.sleep(0.002)
        self.port = int(self._child.port_file.read_text())

    def kill(self) -> None:
        """`kill -9`."""
        if self._child is not None:
            self._child.end(signal.SIGKILL)
            self._child = None

    def close(self) -> None:
        """Nothing is left of any server."""
        self.kill()

    def end(self) -> None:
        """Every party that is over is in one of the folders by now: whatever was acknowledged is in the file."""
        self.kill()

    def folders(self) -> list[Path]:
        """Where parties are kept."""
        return [self._folder / "data"]

    async def enter(self, name: str = "", **fields: Any) -> Peer:
        """Somebody whom the server has let in."""
        peer = Peer(*await asyncio.open_connection("127.0.0.1", self.port))
        peer.send(Hello(protocol=PROTOCOL, client="test", name=name, **fields))
        await peer.until(Welcome)
        return peer

    async def again(self, peer: Peer) -> Peer:
        """The same person at the server that runs now, with the picture that it gives."""
        shown = await peer.picture()
        peer.hang_up()
        again = await self.enter(token=peer.token, table=shown.table, seen=shown.seq)
        await again.until(Update)
        return again


class Node(Nursery):
    """Each server is the only node of a club, and has the name of the one before: it waits for that one's lease."""

    every = 6

    def __init__(self, mother: "subprocess.Popen[str]", folder: Path, club: Club) -> None:
        super().__init__(mother, folder)
        self._in_club = ["--cluster", club.url, "--cluster-prefix", club.prefix, "--node"]

    def start(self, *arguments: str) -> None:
        super().start(*self._in_club, "n0", *arguments)

    def end(self) -> None:
        """What is over is archived, also what the node has found, before it stops in order."""
        assert self._child is not None
        self._child.end(signal.SIGTERM)
        self._child = None


class Nodes(Node):
    """Two nodes at a time: when one is killed the other goes on, and one more begins."""

    def __init__(self, mother: "subprocess.Popen[str]", folder: Path, club: Club) -> None:
        super().__init__(mother, folder, club)
        self._numbers = count()
        self._next: Child | None = None

    def start(self, *arguments: str) -> None:
        self._child = self._next or self._begin(*arguments)
        self._next = self._begin(*arguments)

    def _begin(self, *arguments: str) -> Child:
        name = f"n{next(self._numbers)}"
        folder = self._folder / name
        folder.mkdir()
        return self._raise(folder, 0, *self._in_club, name, *arguments)

    def folders(self) -> list[Path]:
        return [data for data in sorted(self._folder.glob("n*/data")) if (data / "tuicards.db").exists()]

    def close(self) -> None:
        super().close()
        if self._next is not None:
            self._next.end(signal.SIGKILL)


@contextlib.asynccontextmanager
async def nursery(folder: Path) -> AsyncIterator[Nursery]:
    """A place to start servers from; at its end none is left."""
    modules = ["server.cluster.node"] if club else []
    with subprocess.Popen(  # noqa: ASYNC220, it has to be there before anything else goes on
        [sys.executable, "-c", MOTHER, *modules],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=folder,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)}, start_new_session=True,
    ) as mother:  # fmt: skip
        assert mother.stdout is not None
        assert mother.stdout.readline() == "ready\n"
        servers = _nursery(mother, folder)
        try:
            yield servers
        finally:
            servers.close()
            mother.kill()


def _nursery(mother: "subprocess.Popen[str]", folder: Path) -> Nursery:
    if club is None:
        return Nursery(mother, folder)
    return (Nodes if club.apart else Node)(mother, folder, club)
