"""What is played: deals, and for each the line-ups that play it.

The same cards are dealt to all rotations of a line-up, so that each bot sits on each seat: these parties are one
unit, and what is told of bots is reckoned over units. In Goat two rotations of A,B,A,B are the sides exchanged.
"""

import hashlib
from collections.abc import Mapping
from itertools import combinations
from random import Random
from typing import Any

import msgspec

from tuicards.arena.entrants import Entrant, distinct
from tuicards.arena.options import any_options
from tuicards.errors import BadOptions
from tuicards.games import game_named
from tuicards.games.api import AnyGame

Lineup = tuple[int, ...]
"""By seat, which of the match's bots sits there."""


class Unit(msgspec.Struct, frozen=True):
    """One deal, fixed by its seed, and the parties to play with it, by the line-up of each."""

    number: int
    seed: bytes
    options: Mapping[str, str]
    preset: str | None
    parties: tuple[Lineup, ...]


class Match(msgspec.Struct, frozen=True):
    """Whole parties of one game. `lineups` take turns with the deals; without any, each party has a random one.

    `all_options`: each deal has options and a number of seats of its own, at random; then it is played once.
    """

    game: str
    bots: tuple[Entrant, ...]
    lineups: tuple[Lineup, ...]
    seed: int = 1
    options: dict[str, str] = {}
    preset: str | None = None
    all_options: bool = False

    @property
    def rules(self) -> AnyGame:
        return game_named(self.game)

    def unit(self, number: int) -> Unit:
        """The unit of that number, from 0. Every line-up gets the same deals."""
        if self.all_options:
            return _any_unit(self, number)
        deal, which = divmod(number, len(self.lineups))
        return Unit(number, _seed(self, deal), self.options, self.preset, rotations(self.lineups[which]))

    def units_for(self, parties: int) -> int:
        """How many whole units hold so many parties at least of each line-up."""
        if self.all_options:
            return parties
        return max(-(-parties // len(rotations(lineup))) for lineup in self.lineups) * len(self.lineups)


def rotations(lineup: Lineup) -> tuple[Lineup, ...]:
    """The line-up moved on seat by seat, each once that differs."""
    return tuple(dict.fromkeys(lineup[step:] + lineup[:step] for step in range(len(lineup))))


def _seed(match: Match, deal: int) -> bytes:
    return hashlib.sha256(f"arena {match.seed} {deal}".encode()).digest()


def _any_unit(match: Match, number: int) -> Unit:
    seed = _seed(match, number)
    random = Random(seed)
    seats, options = any_options(match.rules, random, match.options)
    lineup = tuple(random.randrange(len(match.bots)) for _ in range(seats))
    return Unit(number, seed, options, None, (lineup,))


def line_up(game: str, bots: tuple[Entrant, ...], **setup: Any) -> Match:
    """A match of one line-up, by seat. Raises BadOptions as `check` does."""
    known = distinct(bots)
    return check(Match(game, known, (tuple(known.index(bot) for bot in bots),), **setup))


def ladder(game: str, bots: tuple[Entrant, ...], seats: int, **setup: Any) -> Match:
    """Every bot against every other: on every second seat one of them, so in Goat the one pair against the other.

    Where seats are odd in number, each is the majority in turn. Raises BadOptions as `check` does, and
    `arena.two_bots`.
    """
    known = distinct(bots)
    if len(known) < 2:
        raise BadOptions("arena.two_bots")
    lineups = []
    for one, other in combinations(range(len(known)), 2):
        lineups += [tuple((one, other)[seat % 2] for seat in range(seats))]
        lineups += [tuple((other, one)[seat % 2] for seat in range(seats))] if seats % 2 else []
    return check(Match(game, known, tuple(lineups), **setup))


def walk(game: str, bots: tuple[Entrant, ...], **setup: Any) -> Match:
    """Random options, seats and line-ups of these bots. Raises BadOptions for an unknown game or option."""
    match = Match(game, distinct(bots), (), all_options=True, **setup)
    match.rules.parse_options(match.options, match.preset)
    return match


def check(match: Match) -> Match:
    """The match. Raises BadOptions for a game, an option or a number of seats that cannot be."""
    options = match.rules.parse_options(match.options, match.preset)
    for lineup in match.lineups:
        match.rules.check(len(lineup), options)
    return match
