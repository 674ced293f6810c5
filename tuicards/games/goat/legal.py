"""The moves a seat has (G15-G22, G30-G41)."""

from itertools import combinations
from operator import gt

from tuicards.games.api import Seat
from tuicards.games.goat.cards import BEATERS, HAND, Card, values_against
from tuicards.games.goat.moves import BEATS, LEADS, PASSES, Beat, GoatMove, Lead, Pass
from tuicards.games.goat.scores import is_molodka
from tuicards.games.goat.state import State
from tuicards.games.goat.writing import ALONE


def possible_leads(hand: tuple[Card, ...]) -> list[GoatMove]:
    """Each set of one suit, once, the smaller first (G15). A hand is in order, so its suits lie together."""
    leads: list[GoatMove] = [LEADS[card] for card in hand]
    for count in range(2, len(hand) + 1):
        larger = [Lead(cards) for cards in combinations(hand, count) if cards[0][1] == cards[-1][1]]
        if not larger:
            break
        leads += larger
    return leads


def possible_beats(hand: tuple[Card, ...], target: tuple[Card, ...], trump: str) -> list[GoatMove]:
    """Each set of the hand that beats the target, once."""
    if len(target) == 1:
        beaters = BEATERS[trump][target[0]]
        return [BEATS[card] for card in hand if card in beaters]
    values = values_against(target, trump)
    bars = sorted([values[card] for card in target], reverse=True)
    able = [card for card in hand if values[card] > bars[-1]]
    return [
        Beat(cards)
        for cards in combinations(able, len(target))
        if all(map(gt, sorted([values[card] for card in cards], reverse=True), bars))
    ]


def possible_answers(state: State, hand: tuple[Card, ...]) -> list[GoatMove]:
    """Beats, then passes; under `must_beat` passes only where nothing beats (G17-G22)."""
    target = state.laid[state.best].cards
    answers = possible_beats(hand, target, state.deal.trump)
    if answers and state.party.options.must_beat == "on":
        return answers
    if len(target) == 1:
        answers += [PASSES[card] for card in hand]
    else:
        answers += map(Pass, combinations(hand, len(target)))
    return answers


def molodka_is_closed(state: State) -> bool:
    """Whether a four-card lead lies on the table: no molodka over it (G37)."""
    return bool(state.laid) and state.laid[0].count == HAND


def holds_molodka(state: State, seat: Seat) -> bool:
    return is_molodka(state.hands[seat], state.party.options, state.deal.trump)


def possible_out_of_turn(state: State, seat: Seat) -> tuple[GoatMove, ...]:
    if not holds_molodka(state, seat) or not may_still_arm(state, seat):
        return ()
    return (ALONE["disarm" if seat in state.armed else "arm"],)


def may_still_arm(state: State, seat: Seat) -> bool:
    """Whether the seat's turn in the first attempt of this trick is still to come (G39, G41)."""
    return (seat - state.leader) % 4 > (state.turn - state.leader) % 4 and not molodka_is_closed(state)
