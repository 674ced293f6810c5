"""Deals of the cards that a Rage seat cannot see, each in agreement with all that it knows."""

from collections.abc import Iterator
from math import comb
from random import Random
from typing import NamedTuple

from tuicards.bots.rage_bids import card_values, likely_bid
from tuicards.bots.rage_memory import Counting, colour_id, counting
from tuicards.bots.seen import Seen
from tuicards.games.rage import RageView

TRIES = 12
"""Deals proposed before one is taken although it comes a little too often, or made to fit by exchanges."""


class RageWorld(NamedTuple):
    """What a seat cannot see, filled in. Cards are ids (see `rage_memory`); every list is the receiver's own."""

    hands: list[list[int]]
    """By seat, the seat's own hand as it is."""
    pile: list[int]
    """Top first."""
    bids: list[int]
    """Hidden ones filled in; -1 where none is made yet."""


class Dealer:
    """Deals the unseen cards so that the shown voids hold; every deal that can be comes equally often.

    Seats that have shown voids are dealt first, each from what it may hold. With several of them some deals would
    come too often: these are taken back by chance, in proportion.
    """

    def __init__(self, known: Counting) -> None:
        self._known = known
        others = [seat for seat in range(len(known.counts)) if seat != known.seat]
        self._bound = [seat for seat in others if known.voids[seat] and known.counts[seat]]
        self._free = [seat for seat in others if seat not in self._bound]
        allowed = {seat: self._allowed(seat) for seat in self._bound}
        self._bound.sort(key=lambda seat: allowed[seat] - known.counts[seat])
        self._ceiling = self._most_ways(allowed)

    def deal(self, random: Random) -> tuple[list[list[int]], list[int]]:
        """Hands by seat, and the cards that are left for the pile, in random order."""
        hands, rest, ways = self._propose(random)
        for _ in range(TRIES):
            if ways and ways >= random.random() * self._ceiling:
                break
            hands, rest, ways = self._propose(random)
        if not ways:
            hands, rest = self.deal_by_exchanges(random)
        random_number = random.random
        rest.sort(key=lambda _: random_number())
        start = 0
        for seat in self._free:
            end = start + self._known.counts[seat]
            hands[seat] = rest[start:end]
            start = end
        return hands, rest[start:]

    def _allowed(self, seat: int) -> int:
        void = self._known.voids[seat]
        return sum(not void >> (card >> 4) & 1 for card in self._known.unseen)

    def _propose(self, random: Random) -> tuple[list[list[int]], list[int], float]:
        """Hands of the seats with voids, what is left, and in how many ways they could have been dealt instead."""
        known = self._known
        rest = known.unseen.copy()
        hands: list[list[int]] = [[] for _ in known.counts]
        hands[known.seat] = known.hand.copy()
        ways = 1.0
        for seat in self._bound:
            void, size = known.voids[seat], known.counts[seat]
            places = [at for at, card in enumerate(rest) if not void >> (card >> 4) & 1]
            if len(places) < size:
                return hands, rest, 0.0
            ways *= comb(len(places), size)
            chosen = random.sample(places, size)
            hands[seat] = [rest[at] for at in chosen]
            for at in sorted(chosen, reverse=True):
                rest[at] = rest[-1]
                rest.pop()
        return hands, rest, ways

    def _most_ways(self, allowed: dict[int, int]) -> float:
        """No deal has more ways: each seat dealt earlier takes at least what it can only take from the later ones."""
        known, ways = self._known, 1.0
        for place, seat in enumerate(self._bound):
            spent = 0
            for earlier in self._bound[:place]:
                only = known.voids[seat] & ~known.voids[earlier]
                elsewhere = sum(only >> (card >> 4) & 1 for card in known.unseen)
                spent += max(0, known.counts[earlier] - elsewhere)
            ways *= comb(max(0, allowed[seat] - spent), known.counts[seat])
        return ways

    def deal_by_exchanges(self, random: Random) -> tuple[list[list[int]], list[int]]:
        """A deal that holds to the voids as far as there is one, found by handing cards on from seat to seat."""
        known = self._known
        cards = known.unseen.copy()
        random.shuffle(cards)
        holder = [-1] * len(cards)
        for seat in self._bound:
            for _ in range(known.counts[seat]):
                if not self._gain(seat, cards, holder, set()):
                    spare = next(at for at, held in enumerate(holder) if held < 0)
                    holder[spare] = seat
        hands = [
            [card for card, held in zip(cards, holder, strict=True) if held == seat]
            for seat in range(len(known.counts))
        ]
        hands[known.seat] = known.hand.copy()
        return hands, [card for card, held in zip(cards, holder, strict=True) if held < 0]

    def _gain(self, seat: int, cards: list[int], holder: list[int], asked: set[int]) -> bool:
        """One more card for the seat, from the pile, or from a seat that gets another one for it."""
        asked.add(seat)
        void = self._known.voids[seat]
        fitting = [at for at, card in enumerate(cards) if not void >> (card >> 4) & 1]
        for at in fitting:
            if holder[at] < 0:
                holder[at] = seat
                return True
        for at in fitting:
            other = holder[at]
            if other not in asked and self._gain(other, cards, holder, asked):
                holder[at] = seat
                return True
        return False


def worlds(seen: Seen, random: Random) -> Iterator[RageWorld]:
    """Without end: deals of the unseen cards in which all hand counts and shown voids hold (R41).

    Deals that can be come equally often (see `Dealer`). Bids that are made and hidden (R25) are such as the hand
    would make. Equal arguments give equal worlds.
    """
    view: RageView = seen.view
    known = counting(seen)
    dealer = Dealer(known)
    hidden = [seat for seat, made in enumerate(view.has_bid) if made and view.bids[seat] is None]
    bids = [-1 if bid is None else bid for bid in view.bids]
    trump = colour_id(view.trump_history[0].colour if view.trump_history else view.trump)
    values = card_values(len(view.counts), view.hand_size, trump)
    while True:
        hands, pile = dealer.deal(random)
        made = bids.copy()
        for seat in hidden:
            made[seat] = likely_bid(values, hands[seat] + known.played[seat], random)
        if known.in_pile:
            pile += known.in_pile
            random.shuffle(pile)
        yield RageWorld(hands, pile, made)
