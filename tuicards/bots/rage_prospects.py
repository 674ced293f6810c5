"""What a Rage hand is worth for a given number of tricks still needed.

Each card has two chances of winning a trick: when its owner tries to lose with it, and when it tries to
win. The points to expect follow by looking back from the last card: at every step the owner tries
whichever is better. The most flexible cards are kept for last.
"""

from collections.abc import Iterable
from typing import NamedTuple

from tuicards.bots.rage_chances import WILD, Face, Sight, face
from tuicards.games.rage import Colour, RageView


class Span(NamedTuple):
    """Chance that a card wins a trick when one tries to lose with it, and when one tries to win."""

    low: float
    high: float


class Prize(NamedTuple):
    """Points for meeting the bid, and for missing it."""

    met: float
    missed: float


class Prospects(NamedTuple):
    """Points to expect from the rest of the round, by tricks still needed; `gone` once there are too many."""

    needing: tuple[float, ...]
    gone: float

    def of(self, need: int) -> float:
        """Points to expect when so many tricks are still needed."""
        return self.gone if need < 0 else self.needing[min(need, len(self.needing) - 1)]


def prospects(spans: Iterable[Span], prize: Prize, need: int) -> Prospects:
    """Points to expect from cards with these chances, for up to so many tricks still needed."""
    flexible_first = sorted(spans, key=lambda span: span.low - span.high)
    values = [prize.met] + [prize.missed] * min(max(0, need), len(flexible_first) + 1)
    gone = prize.missed
    for span in flexible_first:
        below = gone
        gone += span.high
        for still, value in enumerate(values):
            gain = 1 + below - value
            values[still] = value + (span.high if gain > 0 else span.low) * gain
            below = value
    return Prospects(tuple(values), gone)


class Judge:
    """Chances of the cards of one hand, seen from a view."""

    PLAIN = Span(0.03, 0.05), Span(0.2, 0.78)
    TRUMP = Span(0.12, 0.15), Span(0.45, 0.75)
    WILD_SPAN = Span(0.08, 0.94)
    UNLED = 0.12
    COLOURLESS = Span(0.0, 0.01)
    TWO_CARDS = 0.1
    """How free one is, from 0 to 1, in what to win with when two cards are left: that lies mostly with who leads."""

    def __init__(self, view: RageView, sight: Sight) -> None:
        self._sight = sight
        self._others = len(view.counts) - 1
        self._will = table_will(view)

    def spans(self, cards: Iterable[str], left: int, trump: Colour | None, leads: bool) -> dict[str, Span]:
        """Chances of each card, once so many are left in the hand."""
        return {card: self._span(card, left, trump, leads) for card in cards}

    def _span(self, card: str, left: int, trump: Colour | None, leads: bool) -> Span:
        shown = face(card)
        if shown.rank == WILD:
            return self.WILD_SPAN
        if shown.colour is None:
            return self.COLOURLESS
        led = self._when_led(shown, left, trump)
        free = self.TWO_CARDS if left == 2 else 1 - 0.5 ** (left - 1)
        base, slope = self.TRUMP if shown.colour == trump else self.PLAIN
        span = Span(base.low + slope.low * led, base.high + slope.high * led)
        natural = led if leads else span.high if shown.colour == trump else led * self.UNLED
        return _held(span, natural, free)

    def _when_led(self, shown: Face, left: int, trump: Colour | None) -> float:
        assert shown.colour is not None
        return float((1 - self._sight.beats(None, left, shown, shown.colour, trump, self._will)) ** self._others)


def _held(span: Span, natural: float, free: float) -> Span:
    """The span drawn in towards the natural chance: the fewer cards, the less choice."""
    return Span(natural + (span.low - natural) * free, natural + (span.high - natural) * free)


SATED, KEEN, KEENER, UNKNOWN = 0.3, 0.35, 0.6, 0.5
"""How gladly a seat takes a trick: with its bid met; needing tricks; and more, the larger the share it needs."""


def seat_will(view: RageView, seat: int) -> float:
    """How gladly a seat takes a trick, going by its bid; an unknown bid is taken for its share."""
    bid = view.bids[seat]
    if bid is None:
        return UNKNOWN
    need = bid - view.taken[seat]
    return KEEN + KEENER * min(1.0, need / max(1, view.counts[seat])) if need > 0 else SATED


def table_will(view: RageView) -> float:
    """How gladly the other seats take tricks, on the whole."""
    others = [seat_will(view, seat) for seat in range(len(view.counts)) if seat != view.seat]
    return sum(others) / len(others)
