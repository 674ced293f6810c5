"""The deal and the indicator (G6-G14), and positions set up by hand."""

from collections.abc import Sequence

from tuicards.games.api import Seat
from tuicards.games.cards import Dice
from tuicards.games.goat.cards import DECK, HAND, ORDER, RANKS, SEATS, SUITS, Card, Suit, in_order
from tuicards.games.goat.options import Options
from tuicards.games.goat.state import Deal, Party, State
from tuicards.games.goat.view import Trick


def deal_out(deck: Sequence[Card], dealer: Seat) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    """Hands and stock: one card at a time from the dealer's left, four rounds (G10)."""
    hands = tuple(in_order(deck[(seat - dealer - 1) % 4 : 16 : 4]) for seat in SEATS)
    return hands, tuple(deck[16:])


def begin_game(
    party: Party, leader: Seat, deck: Sequence[Card], index: int, last_trick: Trick | None = None
) -> State:
    """A game dealt from a deck in this order, its trump shown by the stock's card at the index (G10-G14)."""
    hands, stock = deal_out(deck, party.dealer)
    indicator = stock[index]
    if party.options.trump_card == "bottom":
        stock = (*stock[:index], *stock[index + 1 :], indicator)
    deal = Deal(_suit(indicator), indicator, stock, last_trick=last_trick)
    return State(party, deal, hands, leader, leader)


def position(
    hands: Sequence[Sequence[Card]],
    *,
    trump: Suit,
    stock: Sequence[Card] = (),
    leader: Seat = 0,
    indicator: Card | None = None,
    piles: tuple[Sequence[Card], Sequence[Card]] | None = None,
    tricks: tuple[int, int] = (0, 0),
    party: Party | None = None,
) -> State:
    """A state at the start of a trick, for puzzles, tests and look-ahead.

    Without `piles`, all cards that are named nowhere lie in team A's. `indicator` is by default the
    lowest trump. Raises ValueError unless every card of the pack lies in exactly one place, the hands are
    equal in size and the stock is a multiple of four (G45).
    """
    known = [card for hand in hands for card in hand] + list(stock)
    if piles is None:
        piles = (tuple(card for card in DECK if card not in known), ())
    if sorted(known + [card for pile in piles for card in pile]) != sorted(DECK):
        raise ValueError("every card of the pack must lie in exactly one place")
    if len(stock) % 4 or {len(hand) for hand in hands} not in ({1}, {2}, {3}, {4}):
        raise ValueError("four hands must be equal, of one to four cards, and the stock a multiple of four")
    shown = indicator or next(card for card in DECK if card[1] == trump)
    deal = Deal(trump, shown, tuple(stock), (tuple(piles[0]), tuple(piles[1])), tricks)
    party = party or Party(options=Options(), seed=b"", dealer=(leader - 1) % 4)
    return State(party, deal, tuple(map(in_order, hands)), leader, leader)


def _suit(card: Card) -> Suit:
    return SUITS[ORDER[card] // len(RANKS)]


def deal_next_game(party: Party, leader: Seat, last_trick: Trick | None = None) -> State:
    """Deck, then the indicator's place, from the stream of this game (F7)."""
    dice = Dice(party.seed, party.game)
    deck = dice.shuffled(DECK)
    return begin_game(party, leader, deck, dice.below(len(DECK) - len(SEATS) * HAND), last_trick)
