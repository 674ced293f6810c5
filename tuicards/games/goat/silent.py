"""What is played for a seat whose time is up (F6)."""

from tuicards.games.api import Seat
from tuicards.games.goat.cards import POINTS, RANKS, Card, in_order
from tuicards.games.goat.legal import possible_beats
from tuicards.games.goat.moves import LEADS, Beat, GoatMove, Pass
from tuicards.games.goat.state import State

SUITS_UPWARDS = "cdhs"


def silent_move(state: State, seat: Seat) -> GoatMove:
    """A leader leads the first card of `cheapest_first` alone, a responder passes the first n.

    Never a molodka, and a beat only where `must_beat` forbids to pass: then the one whose dearest card is cheapest.
    """
    trump = state.deal.trump
    hand = cheapest_first(state.hands[seat], trump)
    if not state.laid:
        return LEADS[hand[0]]
    if state.party.options.must_beat == "on":
        beats = possible_beats(state.hands[seat], state.laid[state.best].cards, trump)
        if beats:
            return min(beats, key=lambda move: _places(move, hand))
    return Pass(in_order(hand[: state.laid[0].count]))


def cheapest_first(cards: tuple[Card, ...], trump: str) -> tuple[Card, ...]:
    """By points, trump last among equal ones, then strength, then suit: clubs, diamonds, hearts, spades."""

    def price(card: Card) -> tuple[int, bool, int, int]:
        return POINTS[card], card[1] == trump, RANKS.index(card[0]), SUITS_UPWARDS.index(card[1])

    return tuple(sorted(cards, key=price))


def _places(move: GoatMove, hand: tuple[Card, ...]) -> list[int]:
    cards = move.cards if isinstance(move, Beat) else ()
    return sorted(map(hand.index, cards), reverse=True)
