"""A server with an SSH door for tests, and guests who come by it."""

import asyncio
import contextlib
import json
import os
import shutil
import sys
from asyncio.subprocess import PIPE, STDOUT
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from server.audit import Audit
from server.limits import LAN, Limits
from server.ssh.asked import SshAsked
from server.ssh.companion import SshDoor
from tests.server.peer import PATIENCE, House, open_house
from tests.ssh_client import ssh_command

ECHOING = (sys.executable, "-m", "tests.server.echoing")


class Keyless(asyncssh.SSHClient):
    """Somebody who has no key and would answer questions."""

    def kbdint_auth_requested(self) -> str:
        return ""


class Guest:
    """Somebody at a terminal, over SSH."""

    def __init__(self, connection: asyncssh.SSHClientConnection, process: asyncssh.SSHClientProcess[bytes]) -> None:
        self.connection, self.process = connection, process
        self.seen = b""

    async def until(self, text: str) -> str:
        """Reads until this is on the terminal; all that was read since the last time."""
        async with asyncio.timeout(PATIENCE):
            while text.encode() not in self.seen:
                block = await self.process.stdout.read(4096)
                assert block, f"the session ended before {text!r}: {self.seen!r}"
                self.seen += block
        told, _, self.seen = self.seen.partition(text.encode())
        return (told + text.encode()).decode()

    async def visit(self) -> dict[str, Any]:
        """What the client was told of its guest."""
        line = (await self.until("}\r\n")).strip()
        return dict(json.loads(line))

    def type(self, text: str) -> None:
        self.process.stdin.write(f"{text}\n".encode())

    async def over(self) -> tuple[str, int | None]:
        """All that is left on the terminal, and the exit status."""
        async with asyncio.timeout(PATIENCE):
            rest = await self.process.stdout.read()
            await self.process.wait_closed()
        return (self.seen + rest).decode(), self.process.exit_status


class SshHouse:
    """A house with a door."""

    def __init__(self, house: House, door: SshDoor, guests: contextlib.AsyncExitStack) -> None:
        self.house, self.door, self._guests = house, door, guests

    async def all_leave(self) -> None:
        """Everybody hangs up."""
        await self._guests.aclose()

    async def connect(self, name: str = "ann", key: asyncssh.SSHKey | None = None,
                      client_factory: Callable[[], asyncssh.SSHClient] = Keyless, **how: Any) -> Any:  # fmt: skip
        """A connection, without a key where none is given. Raises asyncssh.PermissionDenied."""
        return await self._guests.enter_async_context(
            asyncssh.connect(
                "127.0.0.1", self.door.port, username=name, client_keys=[key] if key else None,
                client_factory=client_factory, known_hosts=None, config=None, agent_path=None, **how,
            )
        )  # fmt: skip

    async def guest(self, name: str = "ann", key: asyncssh.SSHKey | None = None, command: str | None = None,
                    term: str = "xterm-256color", size: tuple[int, int] = (80, 24), **how: Any) -> Guest:  # fmt: skip
        """A guest at a terminal; with a new key, where none is given."""
        connection = await self.connect(name, key or new_key())
        process = await connection.create_process(
            command, term_type=term, term_size=size, encoding=None, **how
        )  # fmt: skip
        return Guest(connection, process)


needs_ssh = pytest.mark.skipif(shutil.which("ssh") is None, reason="OpenSSH's client, ssh, is not installed")


class OpenSshClient:
    """OpenSSH's client, with a key of its own and no configuration."""

    def __init__(self, folder: Path, port: int) -> None:
        key = folder / "key"
        key.touch(0o600)
        new_key().write_private_key(key)
        self._command = ssh_command(key, port, "-o", "SendEnv=LC_*")

    def command(self, *words: str) -> list[str]:
        return [*self._command, *words]

    async def come(self, *words: str, typed: bytes = b"", **environ: str) -> tuple[str, int | None]:
        """What is told to the guest, and the exit status."""
        process = await asyncio.create_subprocess_exec(
            *self.command(*words), env={"PATH": os.environ["PATH"], "TERM": "xterm", **environ},
            stdin=PIPE, stdout=PIPE, stderr=STDOUT,
        )  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            process.stdin.write(typed)
            told = await process.stdout.read()
            return told.decode(), await process.wait()


def new_key(kind: str = "ssh-ed25519", **how: Any) -> asyncssh.SSHKey:
    return asyncssh.generate_private_key(kind, **how)


@contextlib.asynccontextmanager
async def open_ssh_house(
    data: Path | None = None,
    limits: Limits = LAN,
    audit: Audit | None = None,
    asked: SshAsked | None = None,
    **how: Any,
) -> AsyncIterator[SshHouse]:
    """A server with a door on free local ports. Its clients are those of `tests.server.echoing`."""
    door = SshDoor(asked or replace(SshAsked(port=0, host="127.0.0.1", clients=ECHOING), **how), data, limits, None)
    async with open_house(audit=audit) as house, contextlib.AsyncExitStack() as guests:
        await door.start(house.service)
        try:
            yield SshHouse(house, door, guests)
            await guests.aclose()
        finally:
            await door.stop()
