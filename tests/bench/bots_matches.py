"""The matches that the report on the bots needs, the most important first."""

from collections.abc import Iterator
from typing import NamedTuple

from tuicards.arena.entrants import entrants
from tuicards.arena.match import Match, check, line_up, walk
from tuicards.bots.api import LEVELS

PARTY_SEATS = (2, 4, 6)
"""Of Rage."""

RULES = ("easy", "normal")
"""Levels that look at no worlds."""

COUNTER, GRABBER = "tests.bench.other_minds:rage_counter", "tests.bench.other_minds:goat_grabber"
"""Bots that no search imagines."""

WORLDS = (10, 30, 100, 300, 1000)


class Asked(NamedTuple):
    """One match: its name in the report, and how many parties (of each line-up) a quick and a full run play."""

    name: str
    match: Match
    quick: int
    full: int


def matches() -> Iterator[Asked]:
    """All that the levels that there are can play."""
    for asked in _wanted():
        if asked is not None:
            yield asked


def _wanted() -> Iterator[Asked | None]:
    yield _match("rage-expert-normal", "rage", "expert,normal,normal,normal", 40, 400)
    yield _match("goat-expert-normal", "goat", "expert,normal,expert,normal", 20, 200)
    yield _steps("goat-steps", "goat", 4, 20, 200)
    for seats in (4, 2, 6):
        yield _steps(f"rage-steps-{seats}", "rage", seats, 12, 120)
    yield _match("rage-hard-normal", "rage", "hard,normal,normal,normal", 40, 800)
    yield _match("goat-hard-normal", "goat", "hard,normal,hard,normal", 20, 400)
    yield _match("rage-expert-hard", "rage", "expert,hard,hard,hard", 20, 200)
    yield _match("rage-expert-easy", "rage", "expert,easy,easy,easy", 12, 100)
    yield _match("goat-expert-easy", "goat", "expert,easy,expert,easy", 8, 60)
    yield _match("rage-expert-counter", "rage", f"expert,{COUNTER},{COUNTER},{COUNTER}", 12, 100)
    yield _match("goat-expert-grabber", "goat", f"expert,{GRABBER},expert,{GRABBER}", 8, 60)
    yield _match("rage-mixed", "rage", "expert,hard,normal,easy", 20, 200)
    yield _match("goat-mixed", "goat", "expert,normal,normal,normal", 20, 200)
    for game in ("rage", "goat"):
        yield Asked(f"{game}-cost", line_up(game, entrants(",".join(_four()))), 4, 16)
    for worlds in WORLDS:
        yield _match(f"rage-worlds-{worlds}", "rage", f"expert@{worlds},normal,normal,normal", 12, 200)
        yield _match(f"goat-worlds-{worlds}", "goat", f"expert@{worlds},normal,expert@{worlds},normal", 8, 100)
    searching = ",".join(f"{level}@4" for level in LEVELS if level not in RULES)
    for game in ("rage", "goat"):
        yield _walk(f"{game}-all-options", game, ",".join(RULES), 200, 10_000)
        yield _walk(f"{game}-all-options-searching", game, searching, 20, 2_000) if searching else None


def _four() -> list[str]:
    """A bot for each of four seats, each level among them."""
    return [LEVELS[-1 - seat % len(LEVELS)] for seat in range(4)]


def _known(bots: str) -> bool:
    return all(":" in bot or bot.partition("@")[0] in LEVELS for bot in bots.split(","))


def _match(name: str, game: str, bots: str, quick: int, full: int) -> Asked | None:
    return Asked(name, line_up(game, entrants(bots)), quick, full) if _known(bots) else None


def _steps(name: str, game: str, seats: int, quick: int, full: int) -> Asked:
    """Each level against the one below it, on every second seat."""
    steps = range(len(LEVELS) - 1)
    lineups = tuple(tuple(step + (seat + 1) % 2 for seat in range(seats)) for step in steps)
    return Asked(name, check(Match(game, entrants(",".join(LEVELS)), lineups)), quick, full)


def _walk(name: str, game: str, bots: str, quick: int, full: int) -> Asked:
    return Asked(name, walk(game, entrants(bots)), quick, full)
