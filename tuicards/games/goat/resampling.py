"""The same view with other hidden cards."""

from collections.abc import Mapping
from itertools import accumulate

import msgspec

from tuicards.games.api import Seat
from tuicards.games.cards import Dice
from tuicards.games.goat.cards import HAND, SEATS, Card, in_order
from tuicards.games.goat.endings import drawn_so_far
from tuicards.games.goat.legal import possible_beats
from tuicards.games.goat.play import is_shown
from tuicards.games.goat.state import Buried, State, Unable
from tuicards.games.goat.view import Laid


class Slot(msgspec.Struct, frozen=True):
    """Where a hidden card lies, as far as anyone may know: with which seat (None: the stock), since when."""

    card: Card
    seat: Seat | None
    drawn: int


def hidden_slots(state: State, seat: Seat | None) -> list[Slot]:
    """The cards that the seat has not seen, place by place: stock, other hands, others' passes."""
    deal, drawn = state.deal, drawn_so_far(state.deal)
    slots = [Slot(card, None, drawn) for card in deal.stock]
    for other in SEATS:
        if other != seat:
            slots += [Slot(card, other, drawn) for card in state.hands[other] if card not in state.exposed]
    for set_ in state.laid:
        if set_.seat != seat and not is_shown(set_, state.party.options):
            slots += [Slot(card, set_.seat, drawn) for card in set_.cards if card not in state.exposed]
    for pass_ in deal.buried:
        if pass_.seat != seat:
            slots += [Slot(card, pass_.seat, pass_.drawn) for card in pass_.cards]
    if deal.stock and state.party.options.trump_card == "bottom":
        slots = [slot for slot in slots if slot.card != deal.indicator]
    return slots


def _indicator_weight(state: State, slot: Slot) -> int:
    """How likely the indicator lies in the slot, in parts of 2520; 0 where it cannot (G12, G13).

    It was in the stock, so no card of the first deal is it: a card of a hand that has drawn d was
    drawn with d parts in 4 + d. At the bottom of the stock it is drawn last, and all see by whom.
    """
    whole = 2520
    if slot.seat is None:
        return whole
    if state.party.options.trump_card == "bottom":
        return whole if slot.drawn == 5 and state.deal.last_drawer in (slot.seat, None) else 0
    return whole * slot.drawn // (HAND + slot.drawn)


def dealt_anew(state: State, slots: list[Slot], dice: Dice) -> list[Card]:
    """The hidden cards in another order, the indicator where it may lie."""
    cards = list(dice.shuffled(in_order(slot.card for slot in slots)))
    weights = [_indicator_weight(state, slot) for slot in slots]
    if state.deal.indicator in cards and any(weights):
        there, chosen = cards.index(state.deal.indicator), _weighted(weights, dice)
        cards[there], cards[chosen] = cards[chosen], cards[there]
    return cards


def _weighted(weights: list[int], dice: Dice) -> int:
    """A place, as likely as its weight."""
    number = dice.below(sum(weights))
    return next(place for place, below in enumerate(accumulate(weights)) if number < below)


def exchanged_deal(state: State, slots: list[Slot], dice: Dice) -> list[Card]:
    """The hidden cards in another order that agrees with every duty to beat, by a walk of exchanges.

    Dealing at random would seldom meet what the passes have shown.
    """
    cards = [slot.card for slot in slots]
    for _ in range(4 * len(cards)):
        one, other = dice.below(len(cards)), dice.below(len(cards))
        cards[one], cards[other] = cards[other], cards[one]
        if not _agrees(state, slots, cards):
            cards[one], cards[other] = cards[other], cards[one]
    return cards


def _agrees(state: State, slots: list[Slot], cards: list[Card]) -> bool:
    """Whether the past of this game could have been the same with these cards in the slots."""
    indicator = state.deal.indicator
    if indicator in cards and not _indicator_weight(state, slots[cards.index(indicator)]):
        return False
    there = {slot.card: card for slot, card in zip(slots, cards, strict=True)}
    return not any(possible_beats(_renamed(note.held, there), note.target, state.deal.trump) for note in state.unable)


def _renamed(cards: tuple[Card, ...], there: Mapping[Card, Card]) -> tuple[Card, ...]:
    return tuple([there.get(card, card) for card in cards])


def with_cards(state: State, there: Mapping[Card, Card]) -> State:
    """The state with other cards in the places of some."""
    deal = state.deal
    piles = (_renamed(deal.piles[0], there), _renamed(deal.piles[1], there))
    buried = tuple(Buried(past.seat, _renamed(past.cards, there), past.drawn) for past in deal.buried)
    return msgspec.structs.replace(
        state,
        deal=msgspec.structs.replace(deal, stock=_renamed(deal.stock, there), piles=piles, buried=buried),
        hands=tuple(in_order(_renamed(hand, there)) for hand in state.hands),
        laid=tuple(
            Laid(set_.seat, set_.kind, set_.count, in_order(_renamed(set_.cards, there))) for set_ in state.laid
        ),
        unable=tuple(Unable(note.seat, _renamed(note.held, there), note.target) for note in state.unable),
    )
