"""What is noted of parties: enough for every figure that is told, and to go on later."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping

import msgspec

FINENESS = 50
"""Times are noted to one part in so many."""


class Refusal(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move that the rules refused, or a bot that failed; with all that leads there again.

    `moves` are seat and move, from the start of the party; `chance` is the bot's seed.
    """

    bot: str
    seat: int
    fault: str
    game: str
    version: int
    seats: int
    seed: str
    options: dict[str, str]
    moves: tuple[tuple[int, str], ...]
    chance: int
    move: str = ""
    """What was chosen; empty where nothing was."""


class PartyResult(msgspec.Struct, frozen=True):
    """One party, by seat. `rounds` and `exact` count bids, `dealt` and `games` deals and those won (a draw: a half).

    Both pairs are 0 in a game without them. `bids` are what each team bid and what it took, round by round. `times`
    are of moves where there was a choice: processor time, so that other programs' work does not count; of commands
    the time that they took.
    """

    lineup: tuple[int, ...]
    teams: tuple[int, ...]
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    rounds: int
    exact: tuple[int, ...]
    dealt: int
    games: tuple[float, ...]
    moves: tuple[int, ...]
    times: tuple[dict[int, int], ...]
    bids: tuple[tuple[tuple[int, int], ...], ...] = ()
    refusals: tuple[Refusal, ...] = ()


class UnitResult(msgspec.Struct, frozen=True):
    """All parties on one deal."""

    unit: int
    parties: tuple[PartyResult, ...]


def mark_of(seconds: float) -> int:
    """Where a time is counted, on a scale of equal ratios."""
    return round(FINENESS * math.log(max(seconds * 1e6, 1.0)))


def percentile(marks: Iterable[Mapping[int, int]], share: float) -> float:
    """The time in milliseconds below which so large a share of all times lies; 0 where there are none."""
    counts: Counter[int] = Counter()
    for some in marks:
        counts.update(some)
    left = share * sum(counts.values())
    for mark in sorted(counts):
        left -= counts[mark]
        if left <= 0:
            return math.exp(mark / FINENESS) / 1000
    return 0.0
