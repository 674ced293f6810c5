"""Moves of a Rage seat tried in a few worlds: each is played on by rules of thumb to the end of the round."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from tuicards.bots.choice import Thinking
from tuicards.bots.compiled import Functions, functions_of
from tuicards.bots.rage_bids import bid_trump, card_values, likely_bid
from tuicards.bots.rage_habit import habit
from tuicards.bots.rage_memory import counting
from tuicards.bots.rage_sim_layout import BID, CHANCE, FIRST, RULE, SEAT, STYLE, TAKEN
from tuicards.bots.rage_sim_setup import dealt, move_of, rules_of, table_of
from tuicards.bots.rage_sim_tables import tables
from tuicards.bots.rage_worlds import RageWorld, depth_of, worlds
from tuicards.bots.seen import Seen
from tuicards.games.rage import Bid, RageMove, RageView

MODULES = "tuicards.bots.rage_sim_policy", "tuicards.bots.rage_sim"

ORDINARY = 0.8
"""The share of other seats that are taken to play in the ordinary style."""

RIVALS = 0.3
"""What a point for the others, on average, takes away from a point for the own team."""


@lru_cache(maxsize=2)
def _tables(run: Functions) -> tuple[Any, Any]:
    """The simulator's tables as the functions take them."""
    high, count = tables()
    return run.ints(high), run.ints(count)


class Trials(NamedTuple):
    """What the moves have brought: points by world and move, and in how many worlds the bid was met by each move."""

    points: list[list[float]]
    met: list[int]


class Tables:
    """One decision: the table as everybody sees it, to be filled with one world after the other."""

    def __init__(self, seen: Seen, random: Random, pure: bool = True) -> None:
        self._run = run = functions_of(*MODULES, pure=pure)
        self._play_out, self._points, self._points_of_others = run.play_out, run.points, run.points_of_others
        view: RageView = seen.view
        self.view = view
        self.known = counting(seen)
        self._seen, self._random = seen, random
        self._seat = view.seat or 0
        self._team, self._rivals = view.teams[self._seat], max(view.teams)
        self._rules = run.ints(rules_of(seen.options, len(view.counts), view.hand_size))
        self._table = table_of(view, seen.options)
        self._high, self._count = _tables(run)
        self._values = card_values(len(view.counts), view.hand_size, bid_trump(view))
        self._depth = depth_of(self.known)
        self._own = [seat * SEAT for seat, team in enumerate(view.teams) if team == self._team]

    def tried(self, moves: Sequence[RageMove], number: int, thinking: Thinking) -> Trials:
        """The moves tried in so many worlds, fewer where the thinking is over before; in one at least."""
        brought: list[list[float]] = []
        met = [0] * len(moves)
        codes = [-1 - move.tricks if isinstance(move, Bid) else move_of(move) for move in moves]
        for world in islice(worlds(self._seen, self._random, known=self.known), number):
            if brought and thinking.out():
                break
            start = self._filled(world)
            ends = [self._end(start, code) for code in codes]
            brought.append([self._worth(end) for end in ends])
            for place, end in enumerate(ends):
                met[place] += self._meets(end)
        return Trials(brought, met)

    def habit(self, moves: Sequence[RageMove]) -> int:
        """The place among the moves of the one that the policy of the play-outs makes."""
        hands = [self.known.hand if seat == self._seat else [] for seat in range(len(self.known.counts))]
        bids = [bid or 0 for bid in self.view.bids]
        start = dealt(self._table, hands, (), bids)
        return habit(self._run, start, self._rules, (self._high, self._count), self._seat, moves)

    def _filled(self, world: RageWorld) -> Any:
        """The world on the table; who has not bid yet bids what is likely."""
        bids = [
            likely_bid(self._values, hand, self._random) if bid < 0 else bid
            for bid, hand in zip(world.bids, world.hands, strict=True)
        ]
        start = dealt(self._table, world.hands, world.pile[: self._depth], bids)
        start[CHANCE] = self._random.getrandbits(31)
        for seat in range(len(bids)):
            start[seat * SEAT + STYLE] = int(seat != self._seat and self._random.random() < ORDINARY)
        return self._run.ints(start)

    def _end(self, start: Any, code: int) -> Any:
        """The end of the round after a move, below 0 a bid: -1 bids none, -2 one."""
        state = start.copy()
        if code < 0:
            state[self._seat * SEAT + BID] = -1 - code
            self._play_out(state, self._rules, self._high, self._count, RULE, 0, RULE)
        else:
            self._play_out(state, self._rules, self._high, self._count, FIRST, code, RULE)
        return state

    def _worth(self, end: Any) -> float:
        own: int = self._points(end, self._rules, self._team)
        others: int = self._points_of_others(end, self._rules, self._team)
        return own - RIVALS * others / self._rivals

    def _meets(self, end: Any) -> bool:
        """Whether the team meets its bid (R71, R93)."""
        short = 0
        for base in self._own:
            short += end[base + BID] - end[base + TAKEN]
        return not short
