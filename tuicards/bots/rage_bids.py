"""How many tricks a Rage hand is good for, and which bid promises the most points.

A hand's strength is the sum of what its cards are worth, and of its place in the bidding. A bid is met the more
often, the nearer it lies to the strength. Both were learned from play (see `rage_bids_table`).
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import exp, log
from random import Random

from tuicards.bots.rage_bids_table import HABIT, PROMISE
from tuicards.bots.rage_memory import CARDS, CHANGE, OUT, SPECIAL, WILD, colour_id
from tuicards.bots.seen import Seen
from tuicards.games.rage import Bid, Options, RageMove, RageView, score

ASTRAY = 0.5
"""How far bids lie from what the hands are worth, in tricks."""

MANY_TRUMPS = 3
"""A void helps a hand with so many trumps as much as one with more."""


class Outlook:
    """What hands of one size promise at a table of so many seats."""

    def __init__(self, seats: int, hand_size: int) -> None:
        self._seats, self.hand_size = seats, hand_size
        self._at = at = _coefficients(PROMISE, seats, hand_size)
        self._values = _card_values(at)
        self._width = 2 * (abs(at["width"]) + 0.05) ** 2

    def strength(self, hand: Sequence[int], trump: int, place: int, earlier: int) -> float:
        """About how many tricks the hand is good for; cards are ids, `trump` -1 is none.

        `place` is how many seats have bid before, `earlier` the sum of their bids.
        """
        at, values = self._at, self._values[trump]
        sides, trumps = 63, 0
        worth = at["start"]
        for card in hand:
            worth += values[card]
            trumps += card >> 4 == trump
            sides &= ~(1 << (card >> 4))
        voids = (sides & ~(1 << trump) if trump >= 0 else 0).bit_count()
        worth += at["ruff"] * voids * min(trumps, MANY_TRUMPS) / MANY_TRUMPS
        worth += at["early"] * (earlier - place * self.hand_size / self._seats)
        if place in (0, self._seats - 1):
            worth += at["last" if place else "lead"]
        return worth

    def met(self, bid: int, strength: float) -> float:
        """The chance that a hand of that strength meets a bid."""
        at = self._at
        if bid == 0:
            return _logistic(at["zero"] - at["zero_m"] * strength)
        top = _logistic(at["top"] + at["top_b"] * bid / self.hand_size)
        return top * exp(-((bid - strength) ** 2) / self._width)

    def missed_with(self, bid: int, strength: float) -> float:
        """The tricks that the hand takes on average where the bid is missed."""
        at = self._at
        tricks = at["miss"] + at["miss_m"] * strength + at["miss_b"] * bid
        return min(max(tricks, 0.0), float(self.hand_size))

    def taken(self, bid: int, strength: float) -> list[float]:
        """The chance of each number of tricks, from 0 to the hand size, for a hand on which so many were bid."""
        met, middle = self.met(bid, strength), self.missed_with(bid, strength)
        share = [exp(-((tricks - middle) ** 2) / 2) if tricks != bid else 0.0 for tricks in range(self.hand_size + 1)]
        scale = (1 - met) / (sum(share) or 1.0)
        return [met if tricks == bid else scale * part for tricks, part in enumerate(share)]


@lru_cache(maxsize=256)
def outlook(seats: int, hand_size: int) -> Outlook:
    """The outlook of hands of that size; made once."""
    return Outlook(seats, hand_size)


def strength_of(view: RageView, hand: Sequence[int], seat: int) -> float:
    """How many tricks a hand is good for that a seat has or may have been dealt this round."""
    seats = len(view.counts)
    place = (seat - view.dealer - 1) % seats
    before = [view.bids[(view.dealer + 1 + step) % seats] for step in range(place)]
    share = view.hand_size / seats
    earlier = sum(share if bid is None else bid for bid in before)
    return outlook(seats, view.hand_size).strength(hand, bid_trump(view), place, round(earlier))


def bid_trump(view: RageView) -> int:
    """The trump under which the round was bid on."""
    return colour_id(view.trump_history[0].colour if view.trump_history else view.trump)


def bid_worths(seen: Seen, hand: Sequence[int]) -> dict[RageMove, float]:
    """Points to expect from each legal bid, under the party's scoring, sweep and teams (R70, R74, R93)."""
    view: RageView = seen.view
    look = outlook(len(view.counts), view.hand_size)
    strength = strength_of(view, hand, view.seat or 0)
    partners = partners_bid(view)
    return {
        move: _points(seen.options, look, move.tricks, partners, strength)
        for move in view.legal
        if isinstance(move, Bid)
    }


def partners_bid(view: RageView) -> int:
    """What the rest of the team has bid, or is about to bid: at least one trick where that is not known (R92)."""
    seat = view.seat or 0
    others = [bid for one, bid in enumerate(view.bids) if one != seat and view.teams[one] == view.teams[seat]]
    return sum(1 if bid is None else bid for bid in others)


def _points(options: Options, look: Outlook, bid: int, partners: int, strength: float) -> float:
    """Points to expect; partners are taken to meet their bids."""
    met = look.met(bid, strength)
    hand_size = look.hand_size
    exact = score(options, hand_size, bid + partners, bid + partners)
    missed = look.missed_with(bid, strength) + partners + score(options, 0, 1, 0)
    return met * exact + (1 - met) * missed


@lru_cache(maxsize=512)
def card_values(seats: int, hand_size: int, trump: int) -> tuple[float, ...]:
    """By card id: how much each card of a hand adds to the bid that is usually made on it; `trump` -1 is none."""
    at = _coefficients(HABIT, seats, hand_size)
    each = at["start"] / hand_size
    return tuple(value + each for value in _card_values(at)[trump])


def likely_bid(values: Sequence[float], hand: Sequence[int], random: Random) -> int:
    """A bid that somebody might make on the hand, going by `card_values`."""
    bid = round(sum([values[card] for card in hand]) + random.gauss(0, ASTRAY))
    return min(max(bid, 0), len(hand))


def _coefficients(table: Mapping[str, Sequence[float]], seats: int, hand_size: int) -> dict[str, float]:
    """The table's entries for so many seats and cards."""
    more, longer = log(seats / 4), log(hand_size / 5)
    terms = (1.0, more, longer, more * longer, longer * longer)
    return {name: sum(map(float.__mul__, terms, row)) for name, row in table.items()}


def _card_values(at: Mapping[str, float]) -> list[tuple[float, ...]]:
    """By trump (-1, the last, is none) and card id: what the card is worth."""
    side = [at["p_height"] * _logistic((rank - at["p_centre"]) / at["p_width"]) for rank in range(16)]
    high = [at["t_base"] + at["t_height"] * _logistic((rank - at["t_centre"]) / at["t_width"]) for rank in range(16)]
    special = {WILD: at["wild"], CHANGE: at["change"], OUT: at["out"]}

    def value(card: int, trump: int) -> float:
        if card >> 4 == SPECIAL:
            return special.get(card, 0.0)
        return (high if card >> 4 == trump else side)[card & 15]

    return [tuple(value(card, trump) for card in range(CARDS)) for trump in (*range(SPECIAL), -1)]


def _logistic(value: float) -> float:
    return 1 / (1 + exp(min(max(-value, -50.0), 50.0)))
