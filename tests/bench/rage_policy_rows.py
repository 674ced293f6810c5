"""Cards that the rules of thumb of `rage_worths` play, from which the policy of Rage's simulator is learned."""

from collections.abc import Mapping
from random import Random
from typing import NamedTuple, cast

from tuicards.bots.rage_memory import IDS
from tuicards.bots.rage_normal import rage_worths
from tuicards.bots.rage_sim_layout import SIZE
from tuicards.bots.rage_sim_setup import dealt, move_of, table_of
from tuicards.games.rage import RAGE, Bid, Options, Play, RageMove, RageView

HAND_SIZES = (10, 9, 8, 7, 6, 5, 5, 4, 4, 3, 3, 2, 2)
"""Short rounds more often: there is less to decide in one."""

STRAY = 0.25
"""This share of bids is made by chance, at most one trick from what the seat would bid: not all who play bid well."""


class Sample(NamedTuple):
    """Decisions in rounds of one hand size: the states, one after the other, with the own hand only; the moves."""

    states: list[int]
    moves: list[int]

    def parts(self) -> list[tuple[list[int], int]]:
        """Each state with its move."""
        return [(self.states[at * SIZE : (at + 1) * SIZE], move) for at, move in enumerate(self.moves)]


def recorded(seats: int, rounds: int, chance: Random) -> Mapping[int, Sample]:
    """By hand size, what all seats played in so many rounds wherever more than one move was legal."""
    samples: dict[int, Sample] = {}
    for _ in range(rounds):
        size = chance.choice(HAND_SIZES)
        _record(seats, size, chance, samples.setdefault(size, Sample([], [])))
    return samples


def _record(seats: int, size: int, chance: Random, sample: Sample) -> None:
    options = Options(round_plan=(size,))
    state = RAGE.new(seats, chance.randbytes(16), options)
    while state.phase != "over":
        view = RAGE.view(state, state.turn)
        move = cast(RageMove, rage_worths(view)[1].move)
        if isinstance(move, Play):
            if len(view.legal) > 1:
                sample.states.extend(_state(view, options))
                sample.moves.append(move_of(move))
        elif chance.random() < STRAY:
            move = chance.choice(
                [bid for bid in view.legal if isinstance(bid, Bid) and abs(bid.tricks - move.tricks) < 2]
            )
        state, _ = RAGE.apply(state, state.turn, move)


def _state(view: RageView, options: Options) -> list[int]:
    """What the seat to play sees, as the simulator has it."""
    hands = [[IDS[card] for card in view.hand] if seat == view.seat else [] for seat in range(len(view.counts))]
    bids = [-1 if bid is None else bid for bid in view.bids]
    return dealt(table_of(view, options), hands, (), bids)
