"""Between the Goat table and the simulator's numbers: cards, moves and states."""

from collections.abc import Iterable, Sequence

from tuicards.bots.goat_sim import (
    ANY_SUIT,
    ARMED,
    ATTEMPT,
    BEAT,
    BEST,
    CARDS,
    COUNT,
    DOWN,
    FACE,
    LAID,
    LEADER,
    LED,
    MOLODKA,
    MUST,
    POINTS,
    SIZE,
    STOCK,
    TOP,
    TRICKS,
    TURN,
    WIN,
)
from tuicards.games.goat import DECK, SUITS, Beat, Card, GoatMove, Laid, Lead, Molodka, Options, Pass, Suit

NUMBER = {card: number for number, card in enumerate(DECK)}
"""A card's number: suit * 9 + rank, in the order of the pack."""


class Turned:
    """The pack as the simulator sees it under a trump: that suit last."""

    def __init__(self, trump: Suit) -> None:
        shift = 3 - SUITS.index(trump)
        self.bits = tuple(1 << ((number // 9 + shift) % 4 * 9 + number % 9) for number in range(len(DECK)))
        """The bit of each card, by its number."""
        self._cards = {bit: DECK[number] for number, bit in enumerate(self.bits)}

    def mask(self, cards: Iterable[str]) -> int:
        """The cards as a mask."""
        return sum(self.bits[NUMBER[Card(card)]] for card in cards)

    def cards(self, mask: int) -> tuple[Card, ...]:
        """The cards of a mask, in the order of the pack."""
        found = []
        while mask:
            low = mask & -mask
            found.append(self._cards[low])
            mask ^= low
        return tuple(sorted(found, key=NUMBER.__getitem__))

    def number(self, move: GoatMove, hand: Iterable[str]) -> int:
        """A move that lays cards as the simulator's number."""
        match move:
            case Lead(cards=cards) | Pass(cards=cards):
                return self.mask(cards)
            case Beat(cards=cards):
                return self.mask(cards) | BEAT
            case _:
                return self.mask(hand) | MOLODKA

    def move(self, number: int, leading: bool) -> GoatMove:
        """The move of a number."""
        if number >= MOLODKA:
            return Molodka()
        cards = self.cards(number & FACE)
        return Beat(cards) if number & BEAT else Lead(cards) if leading else Pass(cards)


def state_of(
    options: Options,
    hands: Sequence[int],
    stock: Sequence[int],
    laid: Sequence[tuple[Laid, int]],
    *,
    leader: int,
    turn: int,
    attempt: int = 1,
    best: int = 0,
    points: tuple[int, int] = (0, 0),
    tricks: tuple[int, int] = (0, 0),
    armed: int = 0,
) -> list[int]:
    """The simulator's state. Hands and sets are masks, the stock is bits, top first; `best` is a seat.

    `laid` is the attempt so far with what really lies there, the lead first; `armed` has a bit for each armed seat.
    """
    state = [0] * SIZE
    state[0:4] = hands
    for set_, cards in laid:
        state[LAID + set_.seat] = cards
    state[LEADER], state[TURN], state[DOWN], state[ATTEMPT] = leader, turn, len(laid), attempt
    if laid:
        lead, cards = laid[0]
        state[COUNT] = lead.count
        state[LED] = (cards.bit_length() - 1) // 9
        state[BEST], state[WIN] = best, state[LAID + best]
    state[POINTS : POINTS + 2] = points
    state[TRICKS : TRICKS + 2] = tricks
    state[STOCK], state[TOP] = len(stock), CARDS
    state[CARDS : CARDS + len(stock)] = stock
    state[MUST], state[ANY_SUIT] = options.must_beat == "on", options.molodka_suit == "any"
    state[ARMED] = armed
    return state
