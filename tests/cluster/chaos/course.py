"""What a run is made of: how many, how long, and what people want to play."""

import random
from dataclasses import dataclass

from tests.soak.plan import Plan

SEATS = (2, 3, 4, 4, 5, 6, 7, 8)
PLANS = ("3,2,1", "1,2,3,4", "5,4,3,2,1", "6,5,4", "2,2,2")
"""Of Rage: short parties, of which each table plays several."""
BIDS = ("in_turn", "in_turn", "simultaneous", "secret")
MOST_SEATS = 6
"""Of Rage, as long as it is not extended."""
LIMITS = ("6", "6", "8")
CLOCKS = ("none", "none", "turn:5", "bank:30+2")
GOAT_SEATS = 4


@dataclass(frozen=True)
class Course:
    """How long, how many, how fast. Times are in seconds."""

    nodes: int = 3
    tables: int = 60
    seconds: float = 300.0
    """In which there are faults."""
    every: float = 4.0
    """From one fault to the next, on average."""
    pace: float = 0.4
    """To think, on average."""
    seed: int = 0
    kinds: tuple[str, ...] = ()
    """Of the faults; empty: all of them, by chance. Else one after the other, again and again."""


QUICK = Course(tables=6, seconds=20.0, every=1.5, pace=0.2, kinds=("kill", "stop", "cut"))
"""One of each, in turn."""


def a_plan(chance: random.Random) -> tuple[Plan, int]:
    """A table, and how many watch it."""
    clock = chance.choice(CLOCKS)
    if chance.random() < 0.35:
        game, seats, options = "goat", GOAT_SEATS, {"limit": chance.choice(LIMITS)}
    else:
        game, seats = "rage", chance.choice(SEATS)
        extended = "on" if seats > MOST_SEATS else "off"
        options = {"round_plan": chance.choice(PLANS), "bid_mode": chance.choice(BIDS), "extended_players": extended}
    people = chance.choice((1, 2, min(3, seats), seats))
    return Plan(game, seats, people, options, clock), int(chance.random() < 0.3)
