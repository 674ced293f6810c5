"""Parties that are over, for the tests of records and replays."""

from functools import cache
from typing import Any

from tuicards.games import GAMES
from tuicards.games.api import Move
from tuicards.games.cards import Dice
from tuicards.games.history import Entry, Header
from tuicards.records import PartyRecord

NAMES = ("Ana", "Boris", "Cai", "Dora", "Emil", "Fay", "Gus", "Hana")

SHORT = {"rage": {"round_plan": "2,1"}, "goat": {"limit": "6"}}
"""Options of a party that is soon over."""


def finished(game: str, seats: int = 4, seed: bytes = b"seed", **options: str) -> PartyRecord:
    """A whole party, every seat by chance; the same one each time. Without options it is a short one."""
    return _finished(game, seats, seed, tuple((options or SHORT[game]).items()))


@cache
def _finished(name: str, seats: int, seed: bytes, chosen: tuple[tuple[str, str], ...]) -> PartyRecord:
    game, dice = GAMES[name], Dice(seed, 7)
    options = game.parse_options(dict(chosen))
    state: Any = game.new(seats, seed, options)
    entries = []
    while game.to_act(state):
        may = [seat for seat in range(seats) if game.legal(state, seat)]
        seat = may[dice.below(len(may))]
        legal = game.legal(state, seat)
        move: Move = legal[dice.below(len(legal))]
        entries.append(Entry(seat, game.format_move(move)))
        state, _ = game.apply(state, seat, move)
    outcome = game.outcome(state)
    assert outcome is not None
    return PartyRecord(
        header=Header(name, game.version, seats, seed, game.format_options(options)),
        entries=tuple(entries),
        outcome=outcome,
        names=NAMES[:seats],
        table="KTCH",
        title="kitchen",
        party=2,
        played=1_750_000_000,
    )
