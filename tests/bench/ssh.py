"""What guests by SSH cost: `python -m tests.bench.ssh [--sessions 50] [--seconds 20] [--rate 2]`.

A server with its SSH door in processes of its own, and guests with asyncssh who sit at tables of Rage, where
bots have the seats that are left, and play by keys, so many keys a second each. Told are the memory of a further
session (proportional set size: what is shared is counted once), the time from a key to the first byte that it
brings, how late the server's loop is meanwhile, and the bytes to a guest's terminal for each card that is played
at their table, by anybody; and for all keys and the slowest of them how long the guest's client, the door, the server
and this program were on a core meanwhile, and how long they waited for one. The last line is JSON.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import re
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Coroutine, Sequence
from pathlib import Path
from typing import Any

import asyncssh

from tests.bench.answers import WHO, Answer, lines, shares
from tests.bench.collector import kept_away
from tests.bench.cores import Use, machine, use
from tests.bench.crowd import enter, probe
from tests.bench.lacking import NotMeasured
from tests.bench.screen import middle, percentile
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

WARM_UP = 5.0


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
async def working(works: Sequence[Coroutine[Any, Any, None]]) -> AsyncIterator[None]:
    """All of it is done meanwhile."""
    tasks = [asyncio.create_task(work) for work in works]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


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


async def measure(sessions: int, seconds: float, rate: float) -> dict[str, float]:
    """All figures: MiB, seconds, bytes."""
    async with door(sessions) as under_load, contextlib.AsyncExitStack() as guests:
        players = [await under_load.sit_down(0, guests)]
        first = under_load.memory
        players += [await under_load.sit_down(number, guests) for number in range(1, sessions)]
        counters = await watchers(under_load.port)
        others = under_load.process, under_load.pid, os.getpid()
        works = [under_load.probe(), *(each.count() for each in counters)]
        works += [player.play(rate, (player.client, *others)) for player in players]
        with kept_away():
            async with working(works):
                await all_play(counters)
                await asyncio.sleep(WARM_UP)
                for player in players:
                    player.forget()
                for counter in counters:
                    counter.take()
                under_load.delays.clear()
                parties = [player.client for player in players], *([pid] for pid in others)
                begun, full = [use(*pids) for pids in parties], machine()
                await asyncio.sleep(seconds)
                uses = [use(*pids).since(then) for pids, then in zip(parties, begun, strict=True)]
                fullness = machine().fullness(full)
                cards = sum(counter.take() for counter in counters)
                written = sum(player.written for player in players)
                last = under_load.memory
    answers = [answer for player in players for answer in player.answers]
    if not cards or not answers:
        raise NotMeasured(f"In {seconds:.0f} s there were {cards} cards and {len(answers)} answers to keys: "
                         "too few to measure. Try more seconds.")  # fmt: skip
    further = max(1, sessions - 1)
    return {
        "sessions": sessions,
        "client_mib": (last[1] - first[1]) / further,
        "door_mib": (last[0] - first[0]) / further,
        "key_p50": middle([answer.took for answer in answers]),
        "key_p99": percentile([answer.took for answer in answers], 0.99),
        "loop_p99": percentile(under_load.delays, 0.99),
        "cards": cards,
        "bytes_a_card": written / cards,
        "keys": len(answers),
        "unanswered": sum(player.unanswered for player in players),
        "cores_full": fullness,
        **{f"{who}_cores": each.ran / seconds for who, each in zip(WHO, uses, strict=True)},
        **shares(answers),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description="What guests by SSH cost.")
    parser.add_argument("--sessions", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--rate", type=float, default=2.0, help="keys a second of each guest")
    options = parser.parse_args()
    found = asyncio.run(measure(options.sessions, options.seconds, options.rate))
    print(f"{'guests':<44}{found['sessions']:>10.0f}")
    print(f"{'memory of a further client':<44}{found['client_mib']:>10.1f} MiB")
    print(f"{'memory of a further session at the door':<44}{found['door_mib']:>10.2f} MiB")
    print(f"{'key to its first byte, middle':<44}{found['key_p50'] * 1000:>10.1f} ms")
    print(f"{'key to its first byte, 99th percentile':<44}{found['key_p99'] * 1000:>10.1f} ms")
    print(f"{'the server late, 99th percentile':<44}{found['loop_p99'] * 1000:>10.1f} ms")
    print(f"{'bytes to a terminal for each card':<44}{found['bytes_a_card']:>10.0f}   n={found['cards']:.0f}")
    print(f"{'keys without an answer before the next':<44}{found['unanswered']:>10.0f}   of {found['keys']:.0f}")
    print(f"{'cores full, of all':<44}{found['cores_full']:>10.0%}")
    for who in WHO:
        print(f"  {f'cores for {who}':<42}{found[f'{who}_cores']:>10.2f}")
    print(*lines(found), sep="\n")
    print(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
