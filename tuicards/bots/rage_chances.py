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
        specials = [card for card in seen if card in SPECIALS]
        self._wilds = max(0, 2 - specials.count("WI"))
        self.unseen = DECK - len(numbers) - len(specials)

    def higher(self, colour: Colour, rank: int) -> int:
        """How many unseen number cards of the colour are above the rank."""
        return (self._masks[colour] >> (rank + 1)).bit_count()

    def beats(self, cards: int, best: Face, led: Colour, trump: Colour | None, will: float) -> float:
        """Chance that a seat with so many cards overtakes the best card; `will`: how gladly it does."""
        missing = max(0.0, 1 - cards / self.unseen)
        void = missing ** self.higher(led, -1)
        wild = (1 - missing**self._wilds) * void * will
        colour = best.colour or led
        above = self.higher(colour, best.rank)
        holds = 1 - missing**above
        if colour != led:
            return min(1.0, void * holds * will + wild)
        forced = holds * missing ** (self.higher(led, -1) - above)
        ruff = void * (1 - missing ** self.higher(trump, -1)) * will if trump and trump != led else 0.0
        return min(1.0, forced + (holds - forced) * will + ruff + wild)
