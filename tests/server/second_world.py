"""For a position and an observer: the same table with other hidden cards, and a next move that looks the same.

What the next move shows to the observer holds in the second world too: the card that is laid, the cards
that are turned from a pile, the card that the observer draws.
"""

import random
from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import msgspec

from tuicards.games.api import AnyGame, Move, Seat
from tuicards.games.cards import Dice
from tuicards.games.goat.moves import Molodka, Pass
from tuicards.games.goat.resampling import with_cards
from tuicards.games.rage.cards import CHANGE, EYE_ORDER
from tuicards.games.rage.moves import Bid

ATTEMPTS = 12


class Twin(NamedTuple):
    """The state of the second world, and who moves how in the first and in the second."""

    state: Any
    moves: tuple[Seat, Move, Move] | None = None
    """None where the next move would, by the rules, show something in which the worlds differ."""


Maker: TypeAlias = Callable[[AnyGame, Any, Seat | None, Seat, Any, random.Random], Twin | None]


def held_by_all(state: Any) -> Any:
    return state.hands


def second_world(game: AnyGame, state: Any, observer: Seat | None, chance: random.Random) -> Twin:
    """A state with the same view and past for the observer, and a next move if there can be one."""
    acting = sorted(game.to_act(state))
    if acting:
        seat = chance.choice(acting)
        in_turn = [move for move in game.legal(state, seat) if game.apply(state, seat, move)[1]]
        move = chance.choice(in_turn)
        make: Maker = {"rage": _of_rage, "goat": _of_goat}.get(game.name, _of_any)
        found = make(game, state, observer, seat, move, chance)
        if found is not None:
            return found
    return Twin(_same_future(game.resample(state, observer, chance.randbytes(8)), state))


def _same_future(other: Any, state: Any) -> Any:
    """With the deals to come of the first world: the observer will see his cards of them."""
    replace = msgspec.structs.replace
    if hasattr(state, "setup"):
        return replace(other, setup=state.setup)
    return replace(other, party=state.party) if hasattr(state, "party") else other


def _of_any(
    game: AnyGame, state: Any, observer: Seat | None, seat: Seat, move: Move, chance: random.Random
) -> Twin | None:
    """A world in which the very same move is legal."""
    for _ in range(ATTEMPTS):
        other = game.resample(state, observer, chance.randbytes(8))
        if move in game.legal(other, seat):
            return Twin(other, (seat, move, move))
    return None


def _of_rage(
    game: AnyGame, state: Any, observer: Seat | None, seat: Seat, move: Any, chance: random.Random
) -> Twin | None:
    """What can be after the move is dealt, and the move taken back."""
    seed = chance.randbytes(8)
    if isinstance(move, Bid):
        return _bids_of_rage(game, state, observer, seat, move, chance)
    after, _ = game.apply(state, seat, move)
    replace = msgspec.structs.replace
    if after.round != state.round or after.phase == "over":
        pile = state.trump.pile if move.card == CHANGE else Dice(seed, 0).shuffled(state.trump.pile)
        return Twin(replace(state, trump=replace(state.trump, pile=pile)), (seat, move, move))
    later = game.resample(after, observer, seed)
    hand = tuple(sorted((*later.hands[seat], move.card), key=EYE_ORDER.__getitem__))
    hands = (*later.hands[:seat], hand, *later.hands[seat + 1 :])
    pile = state.trump.pile
    if after.trump.reshuffles == state.trump.reshuffles:
        pile = pile[: len(pile) - len(after.trump.pile)] + later.trump.pile
    trump = replace(state.trump, pile=pile)
    return Twin(replace(state, hands=hands, trump=trump, bids=later.bids), (seat, move, move))


def _bids_of_rage(
    game: AnyGame, state: Any, observer: Seat | None, seat: Seat, move: Any, chance: random.Random
) -> Twin:
    """Another bid is made in the second world where bids are hidden; the last one shows all that were."""
    other = _same_future(game.resample(state, observer, chance.randbytes(8)), state)
    mode, last = state.setup.options.bid_mode, state.bids.count(None) == 1
    if mode == "simultaneous" and last:
        other = msgspec.structs.replace(other, bids=state.bids)
    free = seat != observer and (mode == "secret" or (mode == "simultaneous" and not last))
    return Twin(other, (seat, move, Bid(chance.randint(0, state.round.hand_size)) if free else move))


def _of_goat(
    game: AnyGame, state: Any, observer: Seat | None, seat: Seat, move: Any, chance: random.Random
) -> Twin | None:
    """A pass is any pass of as many cards; the end of a game and a molodka in waiting show too much."""
    after, _ = game.apply(state, seat, move)
    if after.party != state.party or fires(game, state, observer, seat, move):
        return None
    for _ in range(ATTEMPTS):
        other = game.resample(state, observer, chance.randbytes(8))
        other = _same_draws(_same_future(other, state), state, after, observer)
        moves = [] if other is None else _looking_like(game, other, state, observer, seat, move)
        if moves:
            return Twin(other, (seat, move, chance.choice(moves)))
    return None


def fires(game: AnyGame, state: Any, observer: Seat | None, seat: Seat, move: Move) -> bool:
    """Whether somebody else's armed molodka comes out after the move."""
    if not getattr(state, "armed", ()):
        return False
    after, _ = game.apply(state, seat, move)
    return not isinstance(move, Molodka) and after.attempt > state.attempt and after.laid[0].seat != observer


def _looking_like(game: AnyGame, other: Any, state: Any, observer: Seat | None, seat: Seat, move: Any) -> list[Move]:
    """The legal moves of the second world that the observer cannot tell from the first one's."""
    legal = game.legal(other, seat)
    if isinstance(move, Pass) and seat != observer and state.party.options.discards == "face_down":
        return [like for like in legal if isinstance(like, Pass)]
    same_hand = other.hands[seat] == state.hands[seat] or not isinstance(move, Molodka)
    return [move] if move in legal and same_hand else []


def _same_draws(other: Any, state: Any, after: Any, observer: Seat | None) -> Any:
    """The second world with what the observer is about to draw in its place; None where it cannot be there."""
    if observer is None or len(after.deal.stock) == len(state.deal.stock):
        return other
    drawn = [at for at, card in enumerate(state.deal.stock) if card in after.hands[observer]]
    for at in drawn:
        wanted, there = state.deal.stock[at], other.deal.stock[at]
        if wanted != there:
            if state.unable or there == state.deal.indicator:
                return None
            other = with_cards(other, {wanted: there, there: wanted})
    return other
