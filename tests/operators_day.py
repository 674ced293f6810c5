"""A day of somebody who runs a server: `python -m tests.operators_day` plays it through and tells each step.

Install, write the configuration, start under a supervisor, play, reload, kick, ban, back up, kill, hang, drain,
upgrade, restore. With --source the program in this folder runs, and nothing is installed.
"""

import argparse
import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import venv
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import tomlkit

from tests.server.peer import PATIENCE, Peer
from tests.supervisor import Supervisor
from tuicards.wire.messages import (
    PROTOCOL,
    About,
    Done,
    Hello,
    Look,
    Refused,
    Rematch,
    Said,
    Update,
)

ROOT = Path(__file__).parents[1]

SHORT = {"round_plan": "2,1"}
"""A party of Rage that is soon over."""


class Program:
    """The two commands, installed or from the sources, with an environment in which nothing else is set."""

    def __init__(self, home: Path, *, source: bool) -> None:
        self.environ = {"PATH": "/usr/bin:/bin", "HOME": str(home), "PYTHONDONTWRITEBYTECODE": "1"}
        self._installed = home / "program"
        if source:
            self.environ["PYTHONPATH"] = str(ROOT)
            self.server = [sys.executable, "-P", "-m", "server"]
            self.client = [sys.executable, "-P", "-m", "tuicards"]
        else:
            self.server = [str(self._installed / "bin" / "tuicards-server")]
            self.client = [str(self._installed / "bin" / "tuicards")]
            self.install()

    @property
    def installed(self) -> bool:
        return self._installed.exists()

    def install(self) -> None:
        """The wheel of the sources, in an environment of its own; what it needs is that of the caller."""
        if not self.installed:
            venv.create(self._installed, with_pip=False)
            site = next((self._installed / "lib").glob("python*")) / "site-packages"
            (site / "dependencies.pth").write_text(f"{Path(tomlkit.__file__).parents[1]}\n")
        pip, quiet = [sys.executable, "-m", "pip"], ("--quiet", "--disable-pip-version-check", "--no-deps")
        with tempfile.TemporaryDirectory() as folder:
            build = [*pip, "wheel", *quiet, "--no-build-isolation", "--wheel-dir", folder, str(ROOT)]
            subprocess.run(build, check=True)
            [wheel] = Path(folder).glob("*.whl")
            into = [*pip, "--python", str(self._installed / "bin" / "python")]
            subprocess.run([*into, "install", *quiet, "--force-reinstall", str(wheel)], check=True)

    async def run(self, *words: str, fails: bool = False) -> str:
        """What a command prints; its exit code has to be 0, or else not."""
        process = await asyncio.create_subprocess_exec(
            *words, env=self.environ, stdin=asyncio.subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        async with asyncio.timeout(2 * PATIENCE):
            out, errors = (stream.decode() for stream in await process.communicate())
        assert (process.returncode != 0) is fails, (words, process.returncode, out, errors)
        assert "Traceback" not in errors, errors
        return out + errors


class Day:
    """What happens, hour by hour. Every step asserts what the operator expects."""

    def __init__(self, home: Path, program: Program, tell: Callable[[str], None]) -> None:
        self.home, self.program, self.tell = home, program, tell
        self.config, self.data = home / "server.toml", home / "data"
        command = [*program.server, "--config", str(self.config)]
        self.supervisor = Supervisor(command, home, program.environ, watchdog=2.0)
        self.people: list[Peer] = []

    async def pass_by(self) -> None:
        """The whole day."""
        try:
            await self.configure()
            await self.start()
            await self.play()
            await self.reload()
            await self.send_away()
            await self.back_up()
            await self.fail()
            await self.drain()
            await self.upgrade()
            await self.restore()
        finally:
            for peer in self.people:
                await peer.close()
            await self.supervisor.stop()

    # ---- the hours -------------------------------------------------------------------------------------

    async def configure(self) -> None:
        await self.program.run(*self.program.server, "--write-config", str(self.config))
        self.set("listen", host="127.0.0.1", port=0, port_file=str(self.home / "port"), announce=False)
        self.set("data", folder=str(self.data))
        self.set("house", name="The Old Oak", bot_delay=0.0)
        self.set("ops", metrics="127.0.0.1:99999")
        await self.program.run(*self.program.server, "--config", str(self.config), "--check-config", fails=True)
        self.set("ops", metrics="0")
        told = await self.program.run(*self.program.server, "--config", str(self.config), "--check-config")
        self.tell(f"configured: {told.strip()}")

    async def start(self) -> None:
        await self.supervisor.start()
        state = await self.state()
        assert (state["name"], state["record"], state["people"]) == ("The Old Oak", "kept", 0)
        assert await asyncio.to_thread(self._page, "health") == "ok\n"
        self.tell(f"started: process {state['pid']}, {state['memory_bytes'] >> 20} MiB; {self.supervisor.status}")

    async def play(self) -> None:
        """A whole party against bots, and then one with two people that is not over."""
        self.ann, self.bo = await self.enter("Ann"), await self.enter("Bo")
        self.table = await self.ann.create("rage", 3, bots=2, options=SHORT)
        await self.ann.start()
        await self.ann.play_to_the_end()
        await self.bo.join(self.table)
        assert isinstance(await self.ann.ask(Rematch), Done)
        assert isinstance(await self.bo.ask(Rematch), Done)
        await self.ann.until(Update, lambda update: update.party == 2)
        assert await asyncio.to_thread(self._count, "tuicards_parties_over_total") == 1
        self.tell("played: one party to its end, one runs")

    async def reload(self) -> None:
        """A good change is taken up; of a bad one the operator hears, and nothing changes."""
        self.set("house", name="The New Oak")
        await self.supervisor.reload()
        assert await self.seen_name() == "The New Oak"
        self.set("house", name="The Last Oak", bot_delay=-1)
        assert "bot_delay" in await self.admin("reload", fails=True)
        assert await self.seen_name() == "The New Oak"
        self.set("house", name="The New Oak", bot_delay=0.0)
        self.tell("reloaded: the name has changed; a mistake was refused")

    async def send_away(self) -> None:
        cai, eve = await self.enter("Cai"), await self.enter("Eve")
        people = json.loads(await self.admin("people", "--json"))["done"]["people"]
        assert [person["name"] for person in people] == ["Ann", "Bo", "Cai", "Eve"]
        await self.admin("kick", "Cai")
        await self.admin("ban", "name", "Eve", "--why", "rude")
        for peer, code in ((cai, "kicked"), (eve, "banned")):
            last = await peer.until_over()
            assert last is not None
            assert last.code == code
        again = await self.connect()
        again.send(Hello(protocol=PROTOCOL, client="day", name="Eve"))
        last = await again.until_over()
        assert last is not None
        assert (last.code, last.params) == ("banned", {"reason": "rude"})
        assert "Eve" not in await self.admin("people")
        await self.admin("unban", "name", "Eve")
        self.tell("kicked, banned, let in again")

    async def back_up(self) -> None:
        self.copy = self.home / "backups"
        self.copy.mkdir()
        made = json.loads(await self.admin("backup", str(self.copy), "--json"))["done"]["backup"]
        assert Path(made["file"]).parent == self.copy
        assert (os.stat(made["file"]).st_mode & 0o777, made["parties"]) == (0o600, 2)
        self.copy = Path(made["file"])
        assert "never written over" in await self.admin("backup", str(self.copy), fails=True)
        self.tell(f"backed up: {made['bytes']} bytes, {made['parties']} parties, {made['seconds']} s")

    async def fail(self) -> None:
        """Killed, and stuck: the supervisor starts it again both times, and the party is where it was."""
        for number, what in ((signal.SIGKILL, "killed"), (signal.SIGSTOP, "stuck")):
            before, hand = self.supervisor.starts, (await self.ann.picture()).view["hand"]
            began = time.monotonic()
            self.supervisor.signal(number)
            await self.supervisor.ready()
            assert self.supervisor.starts == before + 1
            self.ann, self.bo = await self.come_back(self.ann), await self.come_back(self.bo)
            assert (await self.ann.picture()).view["hand"] == hand
            self.tell(f"{what}: ready again after {time.monotonic() - began:.1f} s with the same cards")

    async def drain(self) -> None:
        told = json.loads(await self.admin("drain", "--minutes", "10", "--json"))["done"]
        assert told == {"draining": True, "parties_running": 1}
        await self.ann.until(Said, lambda said: said.code == "drain_begun")
        assert json.loads(await asyncio.to_thread(self._page, "ready")) == {"reasons": ["draining"]}
        await asyncio.gather(self.ann.play_to_the_end(), self.bo.play_to_the_end())
        refused = await self.ann.ask(Rematch)
        assert isinstance(refused, Refused)
        assert refused.code == "draining"
        await self.supervisor.until_it_has_ended_well()
        last = await self.ann.until_over()
        assert last is not None
        assert (last.code, last.again) == ("server_stopping", True)
        self.tell("drained: the party was played to its end, and the server stopped by itself")

    async def upgrade(self) -> None:
        """Another installation on the same data: people and tables are there."""
        if self.program.installed:
            await asyncio.to_thread(self.program.install)
        await self.supervisor.start()
        self.ann = await self.come_back(self.ann)
        assert self.ann.table is not None
        assert (self.ann.table.table, self.ann.table.party) == (self.table, 2)
        self.supervisor.signal(signal.SIGTERM)
        await self.supervisor.until_it_has_ended_well()
        self.tell("upgraded: the table is there")

    async def restore(self) -> None:
        """Into a new folder: what was played before the backup can be checked, card by card."""
        new, out = self.home / "restored", self.home / "parties"
        restore = (*self.program.server, "restore", str(self.copy), "--data")
        assert "--force" in await self.program.run(*restore, str(self.data), fails=True)
        await self.program.run(*restore, str(new))
        await self.program.run(*self.program.server, "records", str(out), "--data", str(new))
        [party] = out.iterdir()
        verdict = json.loads(await self.program.run(*self.program.client, "verify", str(party), "--json"))
        assert verdict["right"]
        self.tell(f"restored: {party.name}: {verdict['sentence']}")

    # ---- what for --------------------------------------------------------------------------------------

    def set(self, section: str, **values: Any) -> None:
        """Change the configuration file, as with an editor."""
        file = tomlkit.parse(self.config.read_text())
        table: Any = file[section]
        table.update(values)
        self.config.write_text(tomlkit.dumps(file))

    async def admin(self, *words: str, fails: bool = False) -> str:
        order = (*self.program.server, "admin", "--data", str(self.data), *words)
        return await self.program.run(*order, fails=fails)

    async def state(self) -> dict[str, Any]:
        state: dict[str, Any] = json.loads(await self.admin("status", "--json"))["done"]["status"]
        return state

    async def connect(self) -> Peer:
        peer = Peer(*await asyncio.open_connection("127.0.0.1", int((self.home / "port").read_text())))
        self.people.append(peer)
        return peer

    async def enter(self, name: str = "", **fields: Any) -> Peer:
        peer = await self.connect()
        await peer.greet(name, **fields)
        return peer

    async def come_back(self, peer: Peer) -> Peer:
        """The same person by a new connection."""
        return await self.enter(token=peer.token)

    async def seen_name(self) -> str:
        """What anybody sees of the server before they come in."""
        peer = await self.connect()
        peer.send(Look())
        return (await peer.until(About)).server

    def _page(self, path: str) -> str:
        """What is there, whatever its status."""
        try:
            with urllib.request.urlopen(self._metrics() + path, timeout=PATIENCE) as answer:
                return str(answer.read().decode())
        except urllib.error.HTTPError as error:
            with error:
                return error.read().decode()

    def _metrics(self) -> str:
        """Where they are, as the log last told."""
        told = [line for line in self.supervisor.log.read_text().splitlines() if "metrics are at " in line]
        return told[-1].split("metrics are at ")[1].removesuffix("metrics")

    def _count(self, name: str) -> float:
        lines = self._page("metrics").splitlines()
        return sum(float(line.split()[-1]) for line in lines if line.startswith(name))


async def operators_day(home: Path, *, source: bool, tell: Callable[[str], None]) -> None:
    """The whole day in an empty folder. Raises AssertionError where something is not as an operator expects."""
    program = await asyncio.to_thread(lambda: Program(home, source=source))
    await Day(home, program, tell).pass_by()


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.operators_day", description=__doc__)
    parser.add_argument("--source", action="store_true", help="run the program of this folder")
    asked = parser.parse_args(arguments)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(
            operators_day(Path(folder), source=asked.source, tell=lambda text: print(f"  {text}", flush=True))
        )
    print(f"a good day, in {time.monotonic() - began:.0f} s")
    return 0


def _tell(text: str) -> None:
    print(f"  {text}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
