"""Rage, expert: plays every move out in many worlds that agree with all it knows, and takes the best on average."""

from collections.abc import Sequence
from functools import lru_cache
from math import erf, sqrt
from random import Random
from typing import Any

from tuicards.bots.choice import Choice, Thinking, percent
from tuicards.bots.compiled import Functions, functions_of
from tuicards.bots.rage_bids import bid_worths
from tuicards.bots.rage_expert_facts import base_of, bid_values, facts_of
from tuicards.bots.rage_expert_moves import distinct
from tuicards.bots.rage_habit import habit
from tuicards.bots.rage_memory import Counting, counting
from tuicards.bots.rage_normal import rage_worths
from tuicards.bots.rage_sim_layout import SIZE
from tuicards.bots.rage_sim_setup import move_of, rules_of
from tuicards.bots.rage_sim_tables import tables
from tuicards.bots.seen import Seen
from tuicards.games.api import Fact
from tuicards.games.rage import Bid, Play, RageMove, RageView

MODULES = tuple(f"tuicards.bots.rage_sim{part}" for part in ("_policy", "", "_deal", "_search"))

MOST_WORLDS, CARDS_PLAYED = 800, 50_000
"""Worlds looked at where the thinking does not say how many: fewer where more cards would be played than so many."""

FEWEST_WORLDS = 24

BATCH, BATCH_PLAYED = 16, 8000
"""Worlds between two looks at the time; fewer where more cards would be played than so many."""

RIVALS = 30
"""Hundredths: what a point for the others, on average, takes away from a point for oneself."""

STAKE = 2000
"""Hundredths: what being first is worth beside the points, in a party's last round."""

BID_FORETHOUGHT, FORETHOUGHT = 0.5, 0.25
"""How much what rules and outlook make of a bid or a card counts, against a mean over worlds."""

HABIT = 100
"""Hundredths of points that the move has in advance which the policy of the play-outs would make."""

FAR_BEHIND = 2.5
"""A move is given up once its mean is so many standard errors below the best one's."""

FAR_FETCHED = 200
"""A move is not tried where rules and outlook make so many hundredths of points less of it than of the best."""

FIRST_LOOK = 48
"""Worlds before any move is given up."""


def rage_expert(seen: Seen, chance: Random, thinking: Thinking) -> Choice:
    """The move that brings most on average over the worlds looked at before the thinking is over."""
    view: RageView = seen.view
    known = counting(seen)
    moves = distinct(view, known.unseen)
    if len(moves) == 1:
        return Choice(moves[0], Fact("why.only" if len(view.legal) == 1 else "why.any"), 1.0)
    return Search(seen, known, moves, chance).choice(thinking)


def thoughts(seen: Seen, known: Counting, moves: Sequence[RageMove]) -> list[float]:
    """What rules and outlook make of each move, in hundredths of points, as much as it counts."""
    view: RageView = seen.view
    if view.phase == "bid":
        outlook = bid_worths(seen, known.hand)
        return [100 * BID_FORETHOUGHT * outlook[move] for move in moves if isinstance(move, Bid)]
    worths = rage_worths(view)[0]
    return [100 * FORETHOUGHT * worths[move] for move in moves]


class Search:
    """Moves of one seat, and what each has brought in the worlds so far."""

    def __init__(self, seen: Seen, known: Counting, moves: Sequence[RageMove], chance: Random) -> None:
        view: RageView = seen.view
        self._view = view
        self._run = functions_of(*MODULES)
        ints = self._run.ints
        self._seat = known.seat
        self._moves = moves
        self._stake = STAKE if view.round == view.rounds else 0
        self._brought: list[list[int]] = [[] for _ in moves]
        self._thought = thoughts(seen, known, moves)
        self._met = [0] * len(moves)
        promise = max(self._thought) - FAR_FETCHED
        self._alive = [at for at, thought in enumerate(self._thought) if thought >= promise]
        values = bid_values(view)
        self._base = ints(base_of(seen, known))
        self._rules = ints(rules_of(seen.options, len(view.counts), view.hand_size))
        self._values, self._pool = ints(values), ints(known.unseen)
        self._facts = ints(facts_of(known, values, chance.getrandbits(31)))
        if view.phase == "play":
            at = habit(self._run, self._base, self._rules, made_tables(self._run), self._seat, moves)
            self._thought[at] += HABIT

    def choice(self, thinking: Thinking) -> Choice:
        """The best move, its reason, and how sure that is."""
        looked = played = 0
        while looked < (thinking.worlds or self._worlds(looked, played)):
            cards = self._cards()
            number = min(max(1, min(BATCH, BATCH_PLAYED // cards)), (thinking.worlds or MOST_WORLDS) - looked)
            self._look(number)
            looked += number
            played += number * cards
            if looked >= FIRST_LOOK:
                self._give_up()
            if len(self._alive) == 1 or thinking.out():
                break
        best = self._best()
        why = Fact("why.search", {"chance": percent(self._met[best] / looked), "worlds": looked})
        return Choice(self._moves[best], why, self._sure(best))

    def _cards(self) -> int:
        """How many cards are played in a world."""
        return sum(self._view.counts) * len(self._alive)

    def _worlds(self, looked: int, played: int) -> int:
        """How many worlds to look at in all, so many looked at: the more, the fewer moves are left."""
        return max(FEWEST_WORLDS, min(MOST_WORLDS, looked + (CARDS_PLAYED - played) // self._cards()))

    def _look(self, number: int) -> None:
        """Try the moves that are left in so many more worlds."""
        run, tried = self._run, len(self._alive)
        ints, scratch = run.ints, [run.ints([0] * SIZE) for _ in range(2)]
        moves = ints(self._code(self._moves[at]) for at in self._alive)
        brought, meets = ints([0] * (tried * number)), ints([0] * (tried * number))
        run.try_moves(
            self._base, number, self._rules, self._facts, self._pool, self._values, *made_tables(run), moves,
            self._seat, RIVALS, self._stake, *scratch, brought, meets,
        )  # fmt: skip
        for place, at in enumerate(self._alive):
            self._brought[at] += map(int, brought[place::tried])
            self._met[at] += int(sum(meets[place::tried]))

    def _code(self, move: RageMove) -> int:
        return move_of(move) if isinstance(move, Play) else -1 - move.tricks

    def _give_up(self) -> None:
        """Let go of moves that are clearly behind."""
        best = self._best()
        self._alive = [at for at in self._alive if at == best or self._lead(best, at) < FAR_BEHIND]

    def _best(self) -> int:
        return max(self._alive, key=lambda at: sum(self._brought[at]) / len(self._brought[at]) + self._thought[at])

    def _lead(self, best: int, other: int) -> float:
        """How many standard errors a move is ahead of another, world by world."""
        ahead = [one - two for one, two in zip(self._brought[best], self._brought[other], strict=False)]
        mean = sum(ahead) / len(ahead)
        spread = sum([(one - mean) ** 2 for one in ahead])
        mean += self._thought[best] - self._thought[other]
        return mean * len(ahead) / sqrt(spread) if spread else (1e9 if mean else 0.0)

    def _sure(self, best: int) -> float:
        """The chance that no other move is better."""
        sure = 1.0
        for at, brought in enumerate(self._brought):
            if at != best and brought:
                sure = min(sure, (1 + erf(self._lead(best, at) / sqrt(2))) / 2)
        return sure


@lru_cache(maxsize=16)
def made_tables(run: Functions) -> tuple[Any, ...]:
    """The simulator's tables as the functions take them."""
    return tuple(run.ints(table) for table in tables())
