"""Leads, beats, passes, molodka and arming, checked and carried out."""

from collections.abc import Callable, Mapping

import msgspec

from tuicards.errors import IllegalMove
from tuicards.games.api import Event, Seat
from tuicards.games.goat.cards import HAND, NO_SEATS, Card, beats, in_order
from tuicards.games.goat.endings import cards_without, end_trick
from tuicards.games.goat.events import Beaten, Led, MolodkaDeclared, Passed, Returned
from tuicards.games.goat.legal import holds_molodka, may_still_arm, molodka_is_closed, possible_beats
from tuicards.games.goat.moves import Arm, Disarm, Molodka
from tuicards.games.goat.options import Options
from tuicards.games.goat.state import State, Unable
from tuicards.games.goat.view import Laid


def _refuse_turn(state: State, seat: Seat, phase_fits: bool) -> None:
    """The first checks of section 2.5, where one of them is known to fail."""
    if not phase_fits:
        raise IllegalMove("wrong_phase", phase="respond" if state.laid else "lead")
    raise IllegalMove("not_your_turn", seat=state.turn)


def _check_cards(state: State, hand: tuple[Card, ...], cards: tuple[Card, ...]) -> None:
    """The checks of section 2.5 that leads, beats and passes share, in its order."""
    if not cards:
        raise IllegalMove("empty")
    if len(cards) > 1 and len(set(cards)) < len(cards):
        raise IllegalMove("duplicate_card", card=next(card for card in cards if cards.count(card) > 1))
    if state.laid and len(cards) != state.laid[0].count:
        raise IllegalMove("wrong_count", needed=state.laid[0].count, count=len(cards))
    for card in cards:
        if card not in hand:
            raise IllegalMove("card_not_in_hand", card=card)


def lay_lead(state: State, seat: Seat, cards: tuple[Card, ...]) -> tuple[State, tuple[Event, ...]]:
    if state.laid or seat != state.turn:
        _refuse_turn(state, seat, not state.laid)
    _check_cards(state, state.hands[seat], cards)
    if len(cards) > 1:
        if any(card[1] != cards[0][1] for card in cards):
            raise IllegalMove("mixed_suits")
        cards = in_order(cards)
    return _lay(state, seat, Laid(seat, "lead", len(cards), cards), Led(seat, cards))


def lay_beat(state: State, seat: Seat, cards: tuple[Card, ...]) -> tuple[State, tuple[Event, ...]]:
    if not state.laid or seat != state.turn:
        _refuse_turn(state, seat, bool(state.laid))
    _check_cards(state, state.hands[seat], cards)
    target = state.laid[state.best].cards
    if not beats(cards, target, state.deal.trump):
        raise IllegalMove("does_not_beat", cards=target)
    if len(cards) > 1:
        cards = in_order(cards)
    return _lay(state, seat, Laid(seat, "beat", len(cards), cards), Beaten(seat, cards))


def lay_pass(state: State, seat: Seat, cards: tuple[Card, ...]) -> tuple[State, tuple[Event, ...]]:
    if not state.laid or seat != state.turn:
        _refuse_turn(state, seat, bool(state.laid))
    _check_cards(state, state.hands[seat], cards)
    options = state.party.options
    if options.must_beat == "on":
        state = _unable(state, seat)
    if len(cards) > 1:
        cards = in_order(cards)
    shown = cards if options.discards == "face_up" else ()
    return _lay(state, seat, Laid(seat, "pass", len(cards), cards), Passed(seat, len(cards), shown))


def _unable(state: State, seat: Seat) -> State:
    """The state with the note that the seat cannot beat. Raises IllegalMove `must_beat` if it can."""
    hand, target = state.hands[seat], state.laid[state.best].cards
    if possible_beats(hand, target, state.deal.trump):
        raise IllegalMove("must_beat")
    return msgspec.structs.replace(state, unable=(*state.unable, Unable(seat, hand, target)))


def _lay(state: State, seat: Seat, set_: Laid, event: Event) -> tuple[State, tuple[Event, ...]]:
    """The set on the table; then the next seat's turn, its armed molodka, or the end of the trick."""
    cards = set_.cards
    left = list(state.hands)
    left[seat] = cards_without(left[seat], cards)
    hands, laid = tuple(left), (*state.laid, set_)
    best = state.best if set_.kind == "pass" else len(laid) - 1
    if len(laid) == 4:
        return end_trick(state, hands, laid, best, event)
    turn = (seat + 1) % 4
    armed = NO_SEATS if set_.count == HAND else state.armed
    party, deal, leader, attempt = state.party, state.deal, state.leader, state.attempt
    after = State(party, deal, hands, leader, turn, attempt, laid, best, armed, state.exposed, state.unable)
    if turn not in armed:
        return after, (event,)
    fired, declared = _declare(after, turn)
    return fired, (event, *declared)


def _molodka(state: State, seat: Seat) -> tuple[State, tuple[Event, ...]]:
    if seat != state.turn:
        raise IllegalMove("not_your_turn", seat=state.turn)
    if molodka_is_closed(state):
        raise IllegalMove("molodka_closed")
    if not holds_molodka(state, seat):
        raise IllegalMove("no_molodka")
    return _declare(state, seat) if state.laid else lay_lead(state, seat, state.hands[seat])


def is_shown(set_: Laid, options: Options) -> bool:
    return set_.kind != "pass" or options.discards == "face_up"


def _declare(state: State, seat: Seat) -> tuple[State, tuple[Event, ...]]:
    """All cards back to the hands; the four cards are the lead of a second attempt (G34, V12)."""
    cards = state.hands[seat]
    hands = list(state.hands)
    hands[seat] = ()
    returned: list[Returned] = []
    for set_ in state.laid:
        hands[set_.seat] = in_order((*hands[set_.seat], *set_.cards))
        shown = set_.cards if is_shown(set_, state.party.options) else ()
        returned.append(Returned(set_.seat, set_.kind, set_.count, shown))
    exposed = tuple(card for back in returned for card in back.cards)
    lead = (Laid(seat, "lead", HAND, cards),)
    party, deal, turn = state.party, state.deal, (seat + 1) % 4
    after = State(party, deal, tuple(hands), state.leader, turn, 2, lead, 0, NO_SEATS, exposed, state.unable)
    return after, (MolodkaDeclared(seat, cards, tuple(returned)),)


def _arm(state: State, seat: Seat) -> tuple[State, tuple[Event, ...]]:
    if seat == state.turn and not molodka_is_closed(state):
        raise IllegalMove("your_turn")
    if not may_still_arm(state, seat):
        raise IllegalMove("molodka_closed")
    if not holds_molodka(state, seat):
        raise IllegalMove("no_molodka")
    if seat in state.armed:
        raise IllegalMove("already_armed")
    return msgspec.structs.replace(state, armed=state.armed | {seat}), ()


def _disarm(state: State, seat: Seat) -> tuple[State, tuple[Event, ...]]:
    if seat not in state.armed:
        raise IllegalMove("not_armed")
    return msgspec.structs.replace(state, armed=state.armed - {seat}), ()


OTHERS: Mapping[type[Molodka | Arm | Disarm], Callable[[State, Seat], tuple[State, tuple[Event, ...]]]] = {
    Molodka: _molodka,
    Arm: _arm,
    Disarm: _disarm,
}
