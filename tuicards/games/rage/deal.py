"""The deal, and turning up trump (R13-R18, R62, R64)."""

from typing import Literal

import msgspec

from tuicards.games.api import Event, Seat
from tuicards.games.cards import Dice
from tuicards.games.rage.cards import COLOUR_OF, DECKS, EYE_ORDER, Card
from tuicards.games.rage.events import PileShuffled, RoundStarted, TrumpKept, TrumpTurned
from tuicards.games.rage.state import Round, Setup, Sheet, State, Step, Trump
from tuicards.games.rage.view import TrumpChange


def deal_order(setup: Setup, number: int) -> tuple[Card, ...]:
    """The shuffled deck of a round (R15): a new one each time, fixed by the seed (R18)."""
    return Dice(setup.seed, number).shuffled(DECKS[setup.options.edition])


def first_sheet(setup: Setup) -> Sheet:
    """The score sheet before the first round."""
    zeros = (0,) * (max(setup.teams) + 1)
    return Sheet(zeros, zeros)


def start_round(setup: Setup, sheet: Sheet, number: int, deck: tuple[Card, ...]) -> Step:
    """Deal round `number` from a deck in dealing order, and turn up trump (R13-R16)."""
    seats, hand_size = setup.seats, setup.options.round_plan[number - 1]
    this = Round(number, hand_size, (setup.first_dealer + number - 1) % seats)
    dealt = seats * hand_size
    places = [(seat - this.dealer - 1) % seats for seat in range(seats)]
    hands = tuple(tuple(sorted(deck[place:dealt:seats], key=EYE_ORDER.__getitem__)) for place in places)
    trump, turned = _first_trump(setup, number, deck[dealt:])
    zeros = (0,) * seats
    state = State(
        setup, sheet, this, "bid", (this.dealer + 1) % seats, (None,) * seats, trump, hands,
        (), None, (), zeros, zeros, zeros,
    )  # fmt: skip
    return state, (RoundStarted(number, hand_size, this.dealer), *turned)


def _first_trump(setup: Setup, number: int, pile: tuple[Card, ...]) -> tuple[Trump, tuple[Event, ...]]:
    """Turn up the round's trump; without any number card there is none (R16, R64)."""
    trump, events = turn_up(Trump(None, None, pile), setup.seed, number, "deal")
    if trump.history:
        return trump, events
    return msgspec.structs.replace(trump, history=(TrumpChange("deal", None),)), events


def turn_up(
    trump: Trump, seed: bytes, number: int, cause: Literal["deal", "change", "redraw"], seat: Seat | None = None
) -> tuple[Trump, tuple[Event, ...]]:
    """Turn cards from the pile until a number card shows; it is the new trump card (R16, R62).

    An empty pile is made anew from the cards out of play; if no number card is to be found even so,
    trump stays as it was (R64). `seat` is who played the Change.
    """
    pile, turned, reshuffles = trump.pile, trump.turned, trump.reshuffles
    skipped: tuple[Card, ...] = ()
    events: list[Event] = []
    while (found := next((at for at, card in enumerate(pile) if COLOUR_OF[card]), None)) is None:
        skipped, turned, pile = skipped + pile, turned + pile, ()
        if not any(COLOUR_OF[card] for card in turned):
            kept = msgspec.structs.replace(trump, pile=pile, turned=turned, reshuffles=reshuffles)
            return kept, (*events, TrumpKept(trump.colour, skipped))
        reshuffles += 1
        pile, turned = Dice(seed, number, reshuffles).shuffled(turned), ()
        events.append(PileShuffled(len(pile)))
    card, above = pile[found], pile[:found]
    colour = COLOUR_OF[card]
    assert colour is not None
    events.append(TrumpTurned(card, colour, cause, skipped + above))
    history = (*trump.history, TrumpChange(cause, colour, card, seat))
    turned = turned + above + out_of_play(trump)
    return Trump(colour, card, pile[found + 1 :], turned, history, None, reshuffles), tuple(events)


def out_of_play(trump: Trump) -> tuple[Card, ...]:
    """The trump card, once it is replaced or turned face down for good (R17)."""
    return () if trump.card is None else (trump.card,)
