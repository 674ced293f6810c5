"""The same view with other hidden cards."""

import msgspec

from tuicards.games.api import Seat
from tuicards.games.cards import Dice
from tuicards.games.rage.cards import COLOUR_OF, EYE_ORDER, Card, Colour, effective_colour
from tuicards.games.rage.projection import open_bids
from tuicards.games.rage.state import State

PILE = -1
"""Holder of the cards in the pile, beside the seats."""


MIXINGS = 3
"""Passes of exchanges; one does not reach every deal that the voids allow."""


def shown_voids(state: State) -> frozenset[tuple[Seat, Colour | None]]:
    """Which seat has shown that it holds no number card of which colour (R41)."""
    anytime = state.setup.options.rage_play == "anytime"
    voids: set[tuple[Seat, Colour | None]] = set()
    for cards in (*(trick.cards for trick in state.tricks), state.trick):
        led: Colour | None = None
        for played in cards:
            printed = COLOUR_OF[played.card]
            if led is not None and printed != led and not (anytime and printed is None):
                voids.add((played.seat, led))
            led = led or effective_colour(played.card, played.colour)
    return frozenset(voids)


def _swap(cards: list[Card], holders: list[int], voids: frozenset[tuple[int, Colour | None]], dice: Dice) -> None:
    """Mix cards among their holders by exchanges that respect what is known of the holders."""
    for last in range(len(cards) - 1, 0, -1):
        other = dice.below(last + 1)
        here, there = cards[last], cards[other]
        if (holders[last], COLOUR_OF[there]) not in voids and (holders[other], COLOUR_OF[here]) not in voids:
            cards[last], cards[other] = there, here


def _redealt(state: State, seat: Seat | None, dice: Dice) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    """Hands and pile with the unseen cards mixed. After a reshuffle the pile's cards are known (R64)."""
    others = [other for other in range(state.setup.seats) if other != seat]
    pile = dice.shuffled(state.trump.pile)
    holders = [other for other in others for _ in state.hands[other]]
    cards = [card for other in others for card in state.hands[other]]
    if not state.trump.reshuffles:
        holders += [PILE] * len(pile)
        cards += pile
        pile = ()
    voids = shown_voids(state)
    for _ in range(MIXINGS):
        _swap(cards, holders, voids, dice)
    held: dict[int, list[Card]] = {holder: [] for holder in (*others, PILE)}
    for holder, card in zip(holders, cards, strict=True):
        held[holder].append(card)
    hands = tuple(
        hand if other == seat else tuple(sorted(held[other], key=EYE_ORDER.__getitem__))
        for other, hand in enumerate(state.hands)
    )
    return hands, pile + tuple(held[PILE])


def resample(state: State, seat: Seat | None, seed: bytes) -> State:
    dice = Dice(seed, state.round.number)
    hands, pile = _redealt(state, seat, dice)
    bids = tuple(
        dice.below(state.round.hand_size + 1) if known is None and bid is not None else bid
        for bid, known in zip(state.bids, open_bids(state, seat), strict=True)
    )
    return msgspec.structs.replace(
        state,
        setup=msgspec.structs.replace(state.setup, seed=seed),
        trump=msgspec.structs.replace(state.trump, pile=pile),
        hands=hands,
        bids=bids,
    )
