"""Deals of the cards that a Rage seat cannot see, each in agreement with all that it knows."""

from collections.abc import Iterator, Sequence
from math import comb, exp
from random import Random
from typing import NamedTuple

from tuicards.bots.rage_bids import bid_trump, card_values, likely_bid
from tuicards.bots.rage_memory import CARDS, CHANGE, OUT, WILD, Counting, counting
from tuicards.bots.seen import Seen
from tuicards.games.rage import RageView

TRIES = 12
"""Deals proposed before one is taken although it comes a little too often, or made to fit by exchanges."""

SWEEPS = 2
"""Exchanges tried for each card in another hand, where worlds are to be likely."""

DOUBT = 0.5
"""How far bids lie from what is usually made on the hand, in tricks: the root of the mean square that was found when
the values were learned."""


class RageWorld(NamedTuple):
    """What a seat cannot see, filled in. Cards are ids (see `rage_memory`); every list is the receiver's own."""

    hands: list[list[int]]
    """By seat, the seat's own hand as it is."""
    pile: list[int]
    """Top first; in random order as far as it may be turned (see `depth_of`)."""
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
        self._fits = {seat: _fits(known.voids[seat]) for seat in self._bound}
        self._allowed = {seat: sum([fits[card] for card in known.unseen]) for seat, fits in self._fits.items()}
        self._bound.sort(key=lambda seat: self._allowed[seat] - known.counts[seat])
        self._ceiling = self._most_ways()
        self._drawn = sum([known.counts[seat] for seat in self._free]) + depth_of(known)

    def deal(self, random: Random) -> tuple[list[list[int]], list[int]]:
        """Hands by seat, and the cards that are left for the pile: those that may be turned in random order."""
        hands, rest, ways = self._propose(random)
        for _ in range(TRIES):
            if ways and ways >= random.random() * self._ceiling:
                break
            hands, rest, ways = self._propose(random)
        if not ways:
            hands, rest = self.deal_by_exchanges(random)
        _draw(rest, self._drawn, random)
        start = 0
        for seat in self._free:
            end = start + self._known.counts[seat]
            hands[seat] = rest[start:end]
            start = end
        return hands, rest[start:]

    def _propose(self, random: Random) -> tuple[list[list[int]], list[int], float]:
        """Hands of the seats with voids, what is left, and in how many ways they could have been dealt instead."""
        known, chance, ways, start = self._known, random.random, 1.0, 0
        cards, size = known.unseen.copy(), len(known.unseen)
        hands: list[list[int]] = [[] for _ in known.counts]
        hands[known.seat] = known.hand.copy()
        for seat in self._bound:
            fits, count = self._fits[seat], known.counts[seat]
            fitting = self._allowed[seat] - sum([fits[card] for card in cards[:start]])
            if fitting < count:
                return hands, cards[start:], 0.0
            ways *= comb(fitting, count)
            first, end = start, start + count
            while start < end:
                place = start + int(chance() * (size - start))
                card = cards[place]
                if fits[card]:
                    cards[start], cards[place] = card, cards[start]
                    start += 1
            hands[seat] = cards[first:end]
        return hands, cards[start:], ways

    def _most_ways(self) -> float:
        """No deal has more ways: each seat dealt earlier takes at least what it can only take from the later ones."""
        known, ways = self._known, 1.0
        for place, seat in enumerate(self._bound):
            spent = 0
            for earlier in self._bound[:place]:
                only = known.voids[seat] & ~known.voids[earlier]
                elsewhere = sum(only >> (card >> 4) & 1 for card in known.unseen)
                spent += max(0, known.counts[earlier] - elsewhere)
            ways *= comb(max(0, self._allowed[seat] - spent), known.counts[seat])
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


def _draw(cards: list[int], number: int, random: Random) -> None:
    """Put so many cards in front, drawn by chance one after the other."""
    chance, size = random.random, len(cards)
    for at in range(min(number, size - 1)):
        other = at + int(chance() * (size - at))
        cards[at], cards[other] = cards[other], cards[at]


def _fits(void: int) -> list[bool]:
    """By card id: whether a seat with such voids may hold it."""
    return [not void >> (card >> 4) & 1 for card in range(CARDS)]


class Leaning:
    """Exchanges hidden cards until the hands fit the bids that were made on them; what is known still holds.

    A chain of single exchanges, each accepted by how much better or worse the hands fit after it: `SWEEPS` times for
    each card in another hand. A hand fits as a bid that is so far from what is usually bid on it is seldom (`DOUBT`).
    """

    def __init__(self, view: RageView, known: Counting, values: Sequence[float]) -> None:
        self._known, self._values = known, values
        self._others = [seat for seat in range(len(known.counts)) if seat != known.seat]
        self._holders = [seat for seat in self._others for _ in range(known.counts[seat])]
        self._voids = [*known.voids, 0]
        bids = [None if seat == known.seat else bid for seat, bid in enumerate(view.bids)]
        self._trust = [0.0 if bid is None else 1 / (2 * DOUBT * DOUBT) for bid in (*bids, None)]
        played = [sum([values[card] for card in cards]) for cards in known.played]
        self._over = [worth - (bid or 0) for bid, worth in zip(bids, played, strict=True)]
        self.useful = any(self._trust)

    def settle(self, hands: list[list[int]], pile: list[int], random: Random) -> tuple[list[list[int]], list[int]]:
        """Hands and pile after the exchanges."""
        values, voids, trust, chance = self._values, self._voids, self._trust, random.random
        cards = [card for seat in self._others for card in hands[seat]]
        inside = len(cards)
        holders = self._holders[:inside] + [-1] * len(pile)
        cards += pile
        over = [*self._over, 0.0]
        for seat in self._others:
            over[seat] += sum([values[card] for card in hands[seat]])
        places = len(cards)
        for step in range(SWEEPS * inside):
            here, there = step % inside, int(chance() * places)
            one, two, mine, theirs = holders[here], holders[there], cards[here], cards[there]
            if one == two or voids[one] >> (theirs >> 4) & 1 or voids[two] >> (mine >> 4) & 1:
                continue
            more = values[theirs] - values[mine]
            worse = trust[one] * more * (2 * over[one] + more) - trust[two] * more * (2 * over[two] - more)
            if worse <= 0 or chance() < exp(-worse):
                cards[here], cards[there] = theirs, mine
                over[one] += more
                over[two] -= more
        return self._sorted_out(hands, cards)

    def _sorted_out(self, hands: list[list[int]], cards: list[int]) -> tuple[list[list[int]], list[int]]:
        start = 0
        for seat in self._others:
            end = start + len(hands[seat])
            hands[seat] = cards[start:end]
            start = end
        return hands, cards[start:]


def depth_of(known: Counting) -> int:
    """How many cards of the pile may be turned yet.

    A number card for each Change and Out to come, and one for an Out on the table; special cards are skipped (R62).
    """
    cards = (*known.unseen, *known.in_pile)
    turns = sum([card in (CHANGE, OUT) for card in (*cards, *known.hand)])
    return 1 + turns + sum([card >= WILD for card in cards])


def worlds(seen: Seen, random: Random, likely: bool = True, known: Counting | None = None) -> Iterator[RageWorld]:
    """Without end: deals of the unseen cards in which all hand counts and shown voids hold (R41).

    Deals that can be come equally often (see `Dealer`), or where they are to be `likely` the more often, the better
    the hands fit the bids (see `Leaning`). Bids that are made and hidden (R25) are such as the hand would make.
    Equal arguments give equal worlds.
    """
    view: RageView = seen.view
    known = known or counting(seen)
    dealer = Dealer(known)
    hidden = [seat for seat, made in enumerate(view.has_bid) if made and view.bids[seat] is None]
    bids = [-1 if bid is None else bid for bid in view.bids]
    values = card_values(len(view.counts), view.hand_size, bid_trump(view))
    leaning = Leaning(view, known, values)
    likely = likely and leaning.useful
    while True:
        hands, pile = dealer.deal(random)
        if likely:
            hands, pile = leaning.settle(hands, pile, random)
        made = bids.copy()
        for seat in hidden:
            made[seat] = likely_bid(values, hands[seat] + known.played[seat], random)
        if known.in_pile:
            pile += known.in_pile
            random.shuffle(pile)
        yield RageWorld(hands, pile, made)
