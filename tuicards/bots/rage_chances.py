"""What a Rage hand can expect: the chance that a card wins, seen from one seat.

Cards that this seat cannot see are taken to lie anywhere with equal chance. How hard another seat tries
to win is read from its bid.
"""

from collections.abc import Sequence
from typing import NamedTuple

from tuicards.games.rage import COLOURS, SPECIALS, Colour, Played, RageView

WILD = 16
DECK = 110
ALL_RANKS = (1 << 16) - 1


class Face(NamedTuple):
    """A card as it counts in a trick: its colour (a Wild's is the one named), or None, and its rank."""

    colour: Colour | None
    rank: int


def face(card: str, named: Colour | None = None) -> Face:
    """How a card counts; `named` is the colour given with a Wild."""
    if card in SPECIALS:
        return Face(named, WILD) if card == "WI" else Face(None, -1)
    return Face(_COLOUR[card[0]], int(card[1:]))


_COLOUR: dict[str, Colour] = {colour: colour for colour in COLOURS}


class Lying(NamedTuple):
    """The trick as it lies: who is winning it with what, and the led colour. Nobody wins with colourless cards."""

    seat: int
    best: Face | None
    led: Colour | None


def lying(trick: Sequence[Played], trump: Colour | None) -> Lying:
    """Who is winning a trick that is not empty (R45 to R48)."""
    faces = [(played.seat, face(played.card, played.colour)) for played in trick]
    led = next((shown.colour for _, shown in faces if shown.colour), None)
    for wanted in (trump, led):
        pool = [(seat, shown) for seat, shown in faces if wanted and shown.colour == wanted]
        if pool:
            seat, best = max(pool, key=lambda pair: pair[1].rank)
            return Lying(seat, best, led)
    return Lying(faces[0][0], None, led)


class Sight:
    """What one seat knows of the cards it does not see."""

    def __init__(self, view: RageView) -> None:
        seen = [*view.hand, *view.turned, *(played.card for played in view.trick)]
        seen += [step.card for step in view.trump_history if step.card]
        seen += [played.card for trick in view.tricks for played in trick.cards]
        self._masks = dict.fromkeys(COLOURS, ALL_RANKS)
        numbers = {card for card in seen if card not in SPECIALS}
        for card in numbers:
            colour, rank = face(card)
            assert colour is not None
            self._masks[colour] &= ~(1 << rank)
        self._void = _shown_void([*(trick.cards for trick in view.tricks), view.trick])
        specials = [card for card in seen if card in SPECIALS]
        self._wilds = max(0, 2 - specials.count("WI"))
        self.unseen = DECK - len(numbers) - len(specials)

    def higher(self, colour: Colour, rank: int) -> int:
        """How many unseen number cards of the colour are above the rank."""
        return (self._masks[colour] >> (rank + 1)).bit_count()

    def beats(
        self, seat: int | None, cards: int, best: Face, led: Colour, trump: Colour | None, will: float
    ) -> float:
        """Chance that a seat with so many cards overtakes the best card; `will`: how gladly it does.

        `seat` None is any seat, of which nothing is known.
        """
        missing = max(0.0, 1 - cards / self.unseen)
        void = 1.0 if (seat, led) in self._void else missing ** self.higher(led, -1)
        wild = (1 - missing**self._wilds) * void * will
        if best.colour and best.colour != led:
            return min(1.0, void * self._holds_above(missing, best.colour, best.rank) * will + wild)
        ruff = void * self._holds_above(missing, trump, -1) * will if trump and trump != led else 0.0
        return min(1.0, self._follows_above(missing, seat, led, best.rank, will) + ruff + wild)

    def _holds_above(self, missing: float, colour: Colour, rank: int) -> float:
        return float(1 - missing ** self.higher(colour, rank))

    def _follows_above(self, missing: float, seat: int | None, led: Colour, rank: int, will: float) -> float:
        """Chance to follow suit with a higher card: because one must, or because one likes to."""
        if (seat, led) in self._void:
            return 0.0
        holds = self._holds_above(missing, led, rank)
        forced = holds * missing ** (self.higher(led, -1) - self.higher(led, rank))
        return float(forced + (holds - forced) * will)


def _shown_void(tricks: Sequence[Sequence[Played]]) -> frozenset[tuple[int | None, Colour]]:
    """Who has played a number card of another colour than the led one: a seat that cannot follow (R41)."""
    void: set[tuple[int | None, Colour]] = set()
    for trick in tricks:
        led: Colour | None = None
        for played in trick:
            shown = face(played.card, played.colour)
            if led and shown.colour and shown.colour != led and shown.rank != WILD:
                void.add((played.seat, led))
            led = led or shown.colour
    return frozenset(void)
