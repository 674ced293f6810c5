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
from pathlib import Path
from typing import Any

from tests.server.peer import Peer
from tuicards.wire.messages import PROTOCOL, Hello, Update, Welcome

ROOT = Path(__file__).parents[2]

MOTHER = """
import json, os, signal, sys
import server.cli, tuicards.games, tuicards.bots.api
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


class Nursery:
    """Starts servers on one folder and one port, and kills them."""

    def __init__(self, mother: "subprocess.Popen[str]", folder: Path) -> None:
        self._mother = mother
        self._folder = folder
        self._child: int | None = None
        self.log = folder / "log"
        self.port = 0

    def start(self, *arguments: str) -> None:
        """A server on the folder's data, at the same port as the one before."""
        port_file = self._folder / "port"
        port_file.unlink(missing_ok=True)
        data = ["--data", str(self._folder / "data"), "--bot-delay", "0", "--port-file", str(port_file)]
        where = ["--host", "127.0.0.1", "--port", str(self.port)]
        assert self._mother.stdin is not None
        assert self._mother.stdout is not None
        self._mother.stdin.write(json.dumps([[*where, *data, *arguments], str(self.log)]) + "\n")
        self._mother.stdin.flush()
        self._child = int(self._mother.stdout.readline())

    async def listening(self) -> None:
        """Returns when it has said at which port it listens. Raises AssertionError with its log if it does not."""
        port_file = self._folder / "port"
        async with asyncio.timeout(PATIENCE):
            while not port_file.exists():
                assert not self._over(), self.log.read_text()
                await asyncio.sleep(0.002)
        self.port = int(port_file.read_text())

    def kill(self) -> None:
        """`kill -9`, and wait until nothing of it is left."""
        if self._child is None:
            return
        with contextlib.suppress(ProcessLookupError):
            handle = os.pidfd_open(self._child)
            os.kill(self._child, signal.SIGKILL)
            select.select([handle], [], [], PATIENCE)
            os.close(handle)
        self._child = None

    def _over(self) -> bool:
        assert self._child is not None
        return not Path(f"/proc/{self._child}").exists()

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


@contextlib.asynccontextmanager
async def nursery(folder: Path) -> AsyncIterator[Nursery]:
    """A place to start servers from; at its end none is left."""
    with subprocess.Popen(  # noqa: ASYNC220, it has to be there before anything else goes on
        [sys.executable, "-c", MOTHER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=folder,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)}, start_new_session=True,
    ) as mother:  # fmt: skip
        assert mother.stdout is not None
        assert mother.stdout.readline() == "ready\n"
        servers = Nursery(mother, folder)
        try:
            yield servers
        finally:
            servers.kill()
            mother.kill()
