"""Goat: what one seat cannot see, filled in by chance so that it agrees with all that the seat knows."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from tuicards.bots.goat_memory import CARD_POINTS, HAND, IDS, GoatMemory, remember
from tuicards.bots.goat_memory_duties import WHOLE, Duties, Place
from tuicards.bots.goat_memory_thrown import Thrown
from tuicards.bots.seen import Seen
from tuicards.games.goat import SUITS, GoatView

DRAWS = 5
"""Cards that each seat draws in a deal (G45)."""


class GoatWorld(NamedTuple):
    """One way in which all cards of the deal may lie, as numbers (see `goat_memory`); the seat's own as they do."""

    hands: list[list[int]]
    """By seat, no card on the table among them."""
    stock: list[int]
    """Top first."""
    buried: tuple[list[int], list[int]]
    """Cards in the piles of team 0 and 1 that the seat has not seen there: other seats' passes."""
    laid: list[list[int]]
    """By seat: the cards that it has passed face down in the attempt in progress, the seat's own as they are."""
    points: tuple[int, int]
    """Points in the piles of team 0 and 1, of all cards in them."""


def worlds(seen: Seen, random: Random, *, likely: bool = True) -> Iterator[GoatWorld]:
    """Worlds without end, each drawn anew; only the random given decides. Never fails and never ends.

    Each that is possible is as likely as the next, or, if `likely`, by what players throw away: seldom trumps, and
    points where their team may get them. Under `must_beat` all are equally likely.
    """
    source = Worlds(seen, remember(seen), random, likely=likely)
    while True:
        yield source.draw()


class Worlds:
    """What is known, laid out so that a world is soon drawn."""

    def __init__(self, seen: Seen, memory: GoatMemory, random: Random, *, likely: bool = True) -> None:
        self.memory = memory
        self.random = random
        view = seen.view
        self.pool = memory.pool
        bottom = getattr(seen.options, "trump_card", "middle") == "bottom"
        self.places = _places(view, memory, len(self.pool), bottom)
        self.hand = [IDS[card] for card in view.hand]
        self.own_laid = [IDS[card] for part in view.trick if part.seat == memory.seat for card in part.cards]
        self.own_passed = any(part.seat == memory.seat and part.kind == "pass" for part in view.trick)
        self.indicator = IDS[view.indicator] if IDS[view.indicator] in self.pool else None
        weighed = self.indicator is not None and len({place.weight for place in self.places}) > 1
        self.weights = [place.weight * place.size for place in self.places] if weighed else []
        self.loose = [card for card in self.pool if not weighed or card != self.indicator]
        self.base = (memory.points(0), memory.points(1))
        must = getattr(seen.options, "must_beat", "off") == "on"
        self.duties = Duties(memory, self.places, view.trump) if must and memory.unbeaten else None
        self.walk: list[int] = []
        trump, learned = SUITS.index(view.trump), likely and self.duties is None and memory.passings
        self.thrown = Thrown(memory, self.places, self.pool, trump, self.indicator) if learned else None

    def draw(self) -> GoatWorld:
        """One world."""
        if self.duties is None:
            return self.laid_out(self.thrown.order(self.random) if self.thrown else self.order())
        if not self.walk:
            self.walk = self.duties.settle(self.order(), self.random)
        self.duties.stroll(self.walk, self.random, self.indicator)
        return self.laid_out(self.walk)

    def order(self) -> list[int]:
        """The hidden cards, place after place, each order as likely as the next; the indicator by its weights."""
        chance = self.random.random
        keyed = [(chance(), card) for card in self.loose]
        keyed.sort()
        cards = [card for _, card in keyed]
        if not self.weights or self.indicator is None or not any(self.weights):
            return cards
        chosen = self.random.choices(self.places, self.weights)[0]
        start = 0
        for place in self.places:
            if place is chosen:
                break
            start += place.size
        cards.insert(start + int(chance() * chosen.size), self.indicator)
        return cards

    def laid_out(self, cards: Sequence[int]) -> GoatWorld:
        """The hidden cards in their places."""
        memory = self.memory
        hands = [list(cards) for cards in memory.in_hand]
        hands[memory.seat] = list(self.hand)
        stock: list[int] = []
        buried: tuple[list[int], list[int]] = ([], [])
        laid: list[list[int]] = [[] for _ in range(HAND)]
        if self.own_passed:
            laid[memory.seat] = list(self.own_laid)
        for passing in memory.passings:
            if passing.pile is None:
                laid[passing.seat] += passing.known
        start = 0
        for kind, owner, count, _, _ in self.places:
            part = cards[start : start + count]
            start += count
            if kind == "hand":
                hands[owner] += part
            elif kind == "stock":
                stock += part
            elif kind == "pile":
                buried[owner].extend(part)
            else:
                laid[owner] += part
        if memory.under is not None:
            stock.append(memory.under)
        ours = self.base[0] + sum([CARD_POINTS[card] for card in buried[0]])
        return GoatWorld(hands, stock, buried, laid, (ours, self.base[1] + sum([CARD_POINTS[c] for c in buried[1]])))


def _places(view: GoatView, memory: GoatMemory, cards: int, bottom: bool) -> list[Place]:
    """Where so many hidden cards lie, as far as one knows."""

    def weight(seat: int, drawn: int) -> int:
        if bottom:
            return WHOLE if drawn == DRAWS and memory.last_drawer in (seat, None) else 0
        return WHOLE * drawn // (HAND + drawn)

    places = [Place("stock", -1, view.stock - (memory.under is not None), WHOLE)]
    for seat, count in enumerate(view.counts):
        if seat != memory.seat:
            places.append(Place("hand", seat, count - len(memory.in_hand[seat]), weight(seat, memory.drawn)))
    hidden = list(memory.hidden)
    for number, passing in enumerate(memory.passings):
        count = passing.size - len(passing.known)
        kind, owner = ("laid", passing.seat) if passing.pile is None else ("pile", passing.pile)
        places.append(Place(kind, owner, count, weight(passing.seat, passing.drawn), number))
        if passing.pile is not None:
            hidden[passing.pile] -= count
    return _fitted(places, hidden, cards, WHOLE // 2)


def _fitted(places: list[Place], hidden: list[int], cards: int, weight: int) -> list[Place]:
    """The places with the rest of the piles, for who came late; so that they hold just so many cards."""
    rest = cards - sum(place.size for place in places)
    ours = min(max(0, hidden[0]), max(0, rest))
    if hidden[0] + hidden[1] > rest and hidden[0] + hidden[1] > 0:
        ours = max(0, rest) * max(0, hidden[0]) // (max(0, hidden[0]) + max(0, hidden[1]))
    places += [Place("pile", 0, ours, weight), Place("pile", 1, max(0, rest) - ours, weight)]
    for number, place in enumerate(places):
        fewer = min(place.size, max(0, -rest))
        places[number] = place._replace(size=place.size - fewer)
        rest += fewer
    return [place for place in places if place.size > 0]
