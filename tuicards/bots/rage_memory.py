"""What a Rage seat has counted: the cards it cannot see, who has shown which void, what each seat has played.

A card is a whole number: colour * 16 + number, in the order of `COLOURS`; from 96 on the special cards in the order
of `SPECIAL_IDS`, equal copies alike. So `card >> 4` is its colour, and 6 for a special card.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from tuicards.bots.seen import Seen
from tuicards.games.rage import (
    COLOUR_OF,
    COLOURS,
    DECKS,
    Card,
    Colour,
    Options,
    PileShuffled,
    Played,
    RageView,
    TrumpGone,
    TrumpKept,
    TrumpNamed,
    TrumpTurned,
    effective_colour,
)

WILD, CHANGE, OUT, BONUS, MAD = SPECIAL_IDS = range(96, 101)
SPECIAL = WILD >> 4
"""The colour, so to speak, of the special cards."""

CARDS = 101
"""How many different cards there are."""

CODES: tuple[Card, ...] = (
    *(Card(f"{colour}{rank}") for colour in COLOURS for rank in range(16)),
    *map(Card, ("WI", "CH", "OU", "BO", "MA")),
)
"""The code of each id."""

IDS: Mapping[str, int] = {code: card for card, code in enumerate(CODES)}


class Counting(NamedTuple):
    """What one seat knows of the round, in ids. Lists are by seat."""

    seat: int
    hand: list[int]
    counts: list[int]
    played: list[list[int]]
    """What each seat has played this round, the trick in progress included."""
    voids: list[int]
    """Bit `colour` is set where the seat has shown that it holds no number card of that colour (R41)."""
    unseen: list[int]
    """Every card that may lie in another hand, or in the pile without this seat's knowing."""
    in_pile: list[int]
    """Cards that lie in the pile for certain: they were turned before it was made anew (R64)."""


def colour_id(colour: Colour | None) -> int:
    """-1 for none."""
    return -1 if colour is None else COLOURS.index(colour)


def counting(seen: Seen) -> Counting:
    """Everything that the seat can count. A view that fits no deck is counted as far as it goes."""
    view, options = seen.view, seen.options
    tricks = [*(trick.cards for trick in view.tricks), view.trick]
    played: list[list[int]] = [[] for _ in view.counts]
    for trick in tricks:
        for laid in trick:
            played[laid.seat].append(IDS[laid.card])
    again = _in_pile(seen)
    gone = Counter([IDS[card] for card in (*view.hand, *view.turned, *_trump_card(view))])
    gone.update(again)
    for cards in played:
        gone.update(cards)
    unseen = Counter(map(IDS.__getitem__, DECKS[options.edition])) - gone
    return Counting(
        seat=view.seat or 0,
        hand=[IDS[card] for card in view.hand],
        counts=list(view.counts),
        played=played,
        voids=_voids(tricks, len(view.counts), options.rage_play == "anytime"),
        unseen=list(unseen.elements()),
        in_pile=again,
    )


def _voids(tricks: Iterable[Iterable[Played]], seats: int, anytime: bool) -> list[int]:
    """Colours that a seat did not follow; a special card tells nothing where it may be played at any time (R50)."""
    voids = [0] * seats
    for trick in tricks:
        led: Colour | None = None
        for laid in trick:
            printed = COLOUR_OF[laid.card]
            if led is not None and printed != led and not (anytime and printed is None):
                voids[laid.seat] |= 1 << COLOURS.index(led)
            led = led or effective_colour(laid.card, laid.colour)
    return voids


def _trump_card(view: RageView) -> tuple[Card, ...]:
    """The trump card, also where it lies face down for one trick (`out_scope=trick_restore`)."""
    if view.trump_card is not None:
        return (view.trump_card,)
    if view.trump is not None:
        return ()
    before = [step for step in view.trump_history if step.cause != "out"]
    last = before[-1].card if before else None
    return () if last is None or last in view.turned else (last,)


def _in_pile(seen: Seen) -> list[int]:
    """The pile's cards once it was made anew (R64): all that was never dealt and is not out now.

    Who has not seen the whole round knows of the trump cards only.
    """
    view: RageView = seen.view
    out = Counter((*view.turned, *_trump_card(view)))
    if seen.whole and any(isinstance(event, PileShuffled) for event in seen.events):
        undealt = _first_pile(seen)
        if len(undealt) == out.total() + view.pile:
            return [IDS[card] for card in (Counter(undealt) - out).elements()]
    shown = Counter({step.card: 1 for step in view.trump_history if step.card is not None})
    return [IDS[card] for card in (shown - out).elements()]


def _first_pile(seen: Seen) -> list[Card]:
    """All cards that were not dealt, turned one after the other until the first pile was empty."""
    options: Options = seen.options
    turned: list[Card] = []
    lies_out = shuffled = 0
    for event in seen.events:
        if isinstance(event, PileShuffled):
            shuffled = event.cards_shuffled
        elif isinstance(event, TrumpTurned | TrumpKept):
            if shuffled:
                return turned + list(event.skipped[: shuffled + lies_out - len(turned)])
            turned += event.skipped
            if isinstance(event, TrumpTurned):
                turned.append(event.card)
                lies_out = 1
        elif isinstance(event, TrumpNamed) or (isinstance(event, TrumpGone) and options.out_scope != "trick_restore"):
            lies_out = 0
    return turned
