"""Guests by SSH who play by keys at tables of a server of their own, and who watches them."""

import asyncio
import contextlib
import random
import re
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import asyncssh

from tests.bench.answers import Answer
from tests.bench.cores import Use, use
from tests.bench.crowd import enter, probe
from tests.bench.lacking import NotMeasured
from tests.proc import proportional_kib
from tests.server.peer import Peer
from tuicards.wire.messages import Lobby, Update, WatchTable

SIZE = (80, 24)
PATIENCE = 40.0
AT_TABLE = re.compile(rb"TRUMP")
WELCOME = re.compile(rb"Welcome")
DONE = b"\x13"
"""Ctrl+S: the card that a guest fills in at the first visit is done."""

TO_HAND, RIGHT, LEFT, PLAY = b"\x1b[A", b"\x1b[C", b"\x1b[D", b"\r"
KEYS = (TO_HAND, RIGHT, PLAY, RIGHT, PLAY)
"""Choose, and play, the next card each time, since this one may not be allowed; so seldom that no hand comes to its
last card meanwhile, where there is nothing to choose and a key has no answer. What is pressed out of turn may lead
away from the hand, where nothing is played."""


class Player:
    """A guest at a table."""

    client = 0
    """The number of the process that is their client."""

    def __init__(self, process: asyncssh.SSHClientProcess[bytes], chance: random.Random) -> None:
        self._process, self._chance = process, chance
        self.written = 0
        self.answers: list[Answer] = []
        self.unanswered = 0
        """Keys to which nothing had come when the next one was pressed: too late, or nothing to change."""
        self._whose: Sequence[int] = ()
        self._pressed: tuple[float, list[Use]] | None = None
        self._tail = b""
        self._news = asyncio.Event()
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        while block := await self._process.stdout.read(65536):
            now = time.perf_counter()
            if self._pressed is not None:
                began, before = self._pressed
                uses = [use(pid).since(then) for pid, then in zip(self._whose, before, strict=True)]
                self.answers.append(Answer(now - began, uses))
                self._pressed = None
            self.written += len(block)
            self._tail = (self._tail + block)[-20_000:]
            self._news.set()

    async def until(self, shown: re.Pattern[bytes]) -> None:
        """Raises TimeoutError."""
        async with asyncio.timeout(PATIENCE):
            while not shown.search(self._tail):
                self._news.clear()
                await self._news.wait()

    def press(self, key: bytes) -> None:
        self._process.stdin.write(key)

    async def play(self, rate: float, whose: Sequence[int]) -> None:
        """For ever; with each answer it is kept what these processes did meanwhile."""
        self._whose = whose
        while True:
            for key in KEYS:
                await asyncio.sleep(self._chance.uniform(0.5, 1.5) / rate)
                if key in (RIGHT, LEFT):
                    self.unanswered += self._pressed is not None
                    before = [use(pid) for pid in self._whose]
                    self._pressed = time.perf_counter(), before
                self.press(key)

    def forget(self) -> None:
        """Measures from now on."""
        self.answers.clear()
        self.written = self.unanswered = 0

    async def leave(self) -> None:
        self._reading.cancel()
        await asyncio.gather(self._reading, return_exceptions=True)


class Counter:
    """Watches a table of guests, and counts the cards."""

    def __init__(self, peer: Peer, guests: int) -> None:
        self._peer, self._guests = peer, guests
        self._cards = 0
        self._played = asyncio.Event()

    async def count(self) -> None:
        """For ever."""
        while (message := await self._peer.hear()) is not None:
            if isinstance(message, Update):
                self._cards += sum(event.get("event") == "card_played" for event in message.events)
            if self._cards:
                self._played.set()

    async def first_card(self) -> None:
        """Returns when somebody has played one."""
        await self._played.wait()

    def take(self) -> int:
        """Cards since the last time, once for each guest who saw them."""
        cards, self._cards = self._cards, 0
        return cards * self._guests


async def watchers(port: int) -> list[Counter]:
    """One at each table."""
    asking = await watcher(port)
    lobby = next(message for message in reversed(asking.heard) if isinstance(message, Lobby))
    counters = []
    for line in lobby.tables:
        peer = await watcher(port)
        await peer.ask(WatchTable, table=line.table)
        counters.append(Counter(peer, line.people))
    return counters


async def watcher(port: int) -> Peer:
    peer = Peer(*await asyncio.open_connection("127.0.0.1", port))
    await peer.greet()
    return peer


def proportional(pid: int) -> float:
    """The proportional set size of a process, in MiB."""
    return proportional_kib(pid) / 1024


def below(pid: int) -> list[int]:
    """The processes that this one has started, and those that they have."""
    children = [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()]
    return children + [further for child in children for further in below(child)]


async def all_play(counters: Sequence[Counter]) -> None:
    """Returns when a card was played at every table. Raises NotMeasured where people wait instead."""
    try:
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*(counter.first_card() for counter in counters))
    except TimeoutError:
        raise NotMeasured(f"At some of {len(counters)} tables no card was played in {PATIENCE:.0f} s: "
                         "nothing can be measured. Try fewer sessions or a higher rate.") from None  # fmt: skip


class Door:
    """The server under load."""

    def __init__(self, process: asyncio.subprocess.Process, port: int, ssh_port: int) -> None:
        self.pid, self.port, self.ssh_port = process.pid, port, ssh_port
        self.delays: list[float] = []

    @property
    def memory(self) -> tuple[float, float]:
        """MiB of the door's process, and of the program with all its clients."""
        return proportional(self.process), sum(map(proportional, below(self.process)))

    @property
    def process(self) -> int:
        """The number of the door's own process."""
        return below(self.pid)[0]

    async def probe(self) -> None:
        """How late answers to pings are, for ever."""
        await probe(await enter(self.port), self.delays)

    async def sit_down(self, number: int, guests: contextlib.AsyncExitStack) -> Player:
        """A guest at a table with bots."""
        connection = await guests.enter_async_context(
            asyncssh.connect(
                "127.0.0.1", self.ssh_port, username=f"guest{number}", known_hosts=None, config=None, agent_path=None,
                client_keys=[asyncssh.generate_private_key("ssh-ed25519")],
            )
        )  # fmt: skip
        process = await connection.create_process(
            "rage", term_type="xterm-256color", term_size=SIZE, encoding=None, env={"LANG": "C.UTF-8"}
        )
        player = Player(process, random.Random(number))
        guests.push_async_callback(player.leave)
        await player.until(WELCOME)
        player.press(DONE)
        await player.until(AT_TABLE)
        player.client = below(self.process)[-1]
        return player


@contextlib.asynccontextmanager
async def door(sessions: int) -> AsyncIterator[Door]:
    with tempfile.TemporaryDirectory() as folder:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "server", "--host", "127.0.0.1", "--port", "0", "--memory", "--no-announce",
            "--ssh", "0", "--ssh-host", "127.0.0.1", "--ssh-host-key", f"{folder}/key", "--ssh-max", str(sessions),
            stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        assert process.stderr is not None
        told = b""
        while not (found := (re.search(rb"ssh -p (\d+)", told), re.search(rb"listening at [^ ]*:(\d+)", told)))[1]:
            told += await process.stderr.readline()
        reading = asyncio.create_task(process.stderr.read())
        assert found[0] is not None
        try:
            yield Door(process, int(found[1][1]), int(found[0][1]))
        finally:
            process.terminate()
            await process.wait()
            await reading
