"""What guests by SSH cost: `python -m tests.bench.ssh [--sessions 50] [--seconds 20] [--rate 2]`.

A server with its SSH door in processes of its own, and guests with asyncssh who sit at tables of Rage, where
bots have the seats that are left, and play by keys, so many keys a second each. Told are the memory of a further
session (proportional set size: what is shared is counted once), the time from a key to the first byte that it
brings, how late the server's loop is meanwhile, and the bytes to a guest's terminal for each card that is played
at their table, by anybody; and for all keys and the slowest of them how long the guest's client, the door, the server
and this program were on a core meanwhile, and how long they waited for one. Where the machine's owner lets the kernel
look for equal memory, the pages that it keeps once are told, and what looking for them takes of a core; that takes
minutes (`--warm-up`), after which hands are short, keys often choose nothing, and their times tell nothing. The last
line is JSON.
"""

import argparse
import asyncio
import contextlib
import json
import os
import sys
from collections.abc import AsyncIterator, Coroutine, Sequence
from typing import Any

from tests.bench.answers import WHO, lines, shares
from tests.bench.collector import kept_away
from tests.bench.cores import machine, use
from tests.bench.guests import Counter, Door, Player, all_play, door, watchers
from tests.bench.lacking import NotMeasured
from tests.bench.merging import merging
from tests.bench.screen import middle, percentile

WARM_UP = 5.0
"""Seconds in which all play before it is measured."""


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


class Span:
    """What guests who play do from now on."""

    def __init__(self, under_load: Door, players: Sequence[Player], counters: Sequence[Counter]) -> None:
        for player in players:
            player.forget()
        for counter in counters:
            counter.take()
        under_load.delays.clear()
        self._door, self._players, self._counters = under_load, players, counters
        self._pids = [player.client for player in players], *([pid] for pid in others(under_load))
        self._uses, self._full, self._merging = [use(*pids) for pids in self._pids], machine(), merging()

    def figures(self, seconds: float) -> dict[str, float]:
        """After so many seconds. Raises NotMeasured where next to nothing has happened."""
        uses = [use(*pids).since(then) for pids, then in zip(self._pids, self._uses, strict=True)]
        return {
            **self._keys(seconds),
            "loop_p99": percentile(self._door.delays, 0.99),
            "cores_full": machine().fullness(self._full),
            **{f"{who}_cores": each.ran / seconds for who, each in zip(WHO, uses, strict=True)},
            **merging().since(self._merging, seconds),
        }

    def _keys(self, seconds: float) -> dict[str, float]:
        answers = [answer for player in self._players for answer in player.answers]
        cards = sum(counter.take() for counter in self._counters)
        if not cards or not answers:
            raise NotMeasured(f"In {seconds:.0f} s there were {cards} cards and {len(answers)} answers to keys: "
                             "too few to measure. Try more seconds.")  # fmt: skip
        took = [answer.took for answer in answers]
        return {
            "key_p50": middle(took),
            "key_p99": percentile(took, 0.99),
            "cards": cards,
            "bytes_a_card": sum(player.written for player in self._players) / cards,
            "keys": len(answers),
            "unanswered": sum(player.unanswered for player in self._players),
            **shares(answers),
        }


def others(under_load: Door) -> tuple[int, int, int]:
    """The processes that all guests share: the door's, the server's, and this one."""
    return under_load.process, under_load.pid, os.getpid()


async def measure(sessions: int, seconds: float, rate: float, warm_up: float = WARM_UP) -> dict[str, float]:
    """All figures: MiB, seconds, bytes. Raises NotMeasured."""
    async with door(sessions) as under_load, contextlib.AsyncExitStack() as guests:
        players = [await under_load.sit_down(0, guests)]
        first = under_load.memory
        players += [await under_load.sit_down(number, guests) for number in range(1, sessions)]
        counters = await watchers(under_load.port)
        works = [under_load.probe(), *(each.count() for each in counters)]
        works += [player.play(rate, (player.client, *others(under_load))) for player in players]
        with kept_away():
            async with working(works):
                await all_play(counters)
                await asyncio.sleep(warm_up)
                span = Span(under_load, players, counters)
                await asyncio.sleep(seconds)
                found, last = span.figures(seconds), under_load.memory
    further = max(1, sessions - 1)
    client, at_door = (last[1] - first[1]) / further, (last[0] - first[0]) / further
    return {"sessions": sessions, "client_mib": client, "door_mib": at_door, **found}


def main() -> int:
    parser = argparse.ArgumentParser(description="What guests by SSH cost.")
    parser.add_argument("--sessions", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--rate", type=float, default=2.0, help="keys a second of each guest")
    parser.add_argument("--warm-up", type=float, default=WARM_UP, help="seconds of play before it is measured")
    options = parser.parse_args()
    found = asyncio.run(measure(options.sessions, options.seconds, options.rate, options.warm_up))
    told(found)
    print(json.dumps(found))
    return 0


def told(found: dict[str, float]) -> None:
    """For people."""
    print(f"{'guests':<44}{found['sessions']:>10.0f}")
    print(f"{'memory of a further client':<44}{found['client_mib']:>10.1f} MiB")
    print(f"{'memory of a further session at the door':<44}{found['door_mib']:>10.2f} MiB")
    print(f"{'key to its first byte, middle':<44}{found['key_p50'] * 1000:>10.1f} ms")
    print(f"{'key to its first byte, 99th percentile':<44}{found['key_p99'] * 1000:>10.1f} ms")
    print(f"{'the server late, 99th percentile':<44}{found['loop_p99'] * 1000:>10.1f} ms")
    print(f"{'bytes to a terminal for each card':<44}{found['bytes_a_card']:>10.0f}   n={found['cards']:.0f}")
    print(f"{'keys without an answer before the next':<44}{found['unanswered']:>10.0f}   of {found['keys']:.0f}")
    print(f"{'cores full, of all':<44}{found['cores_full']:>10.0%}")
    print(f"{'equal memory kept once, in all':<44}{found['merged_mib']:>10.1f} MiB")
    print(f"  {'cores for looking for it':<42}{found['merging_cores']:>10.2f}")
    for who in WHO:
        print(f"  {f'cores for {who}':<42}{found[f'{who}_cores']:>10.2f}")
    print(*lines(found), sep="\n")


if __name__ == "__main__":
    sys.exit(main())
