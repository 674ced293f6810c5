"""Goat: what one seat knows of the cards of the deal in progress, folded from all that it has seen.

A card is a number here, suit * 9 + rank, in the order of `DECK`.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from tuicards.bots.seen import Seen
from tuicards.games.goat import DECK, POINTS, Drew, GoatView, Led, MolodkaDeclared, TrickWon
from tuicards.games.goat.events import Beaten, Passed

IDS: Mapping[str, int] = MappingProxyType({card: number for number, card in enumerate(DECK)})
CARD_POINTS: tuple[int, ...] = tuple(POINTS[card] for card in DECK)
STOCK, HAND = 20, 4
"""Cards in the stock and in each hand when the deal begins (G10)."""


class Passing(NamedTuple):
    """A set that another seat passed face down: it lies in a pile, or on the table (`pile` None)."""

    seat: int
    size: int
    known: tuple[int, ...]
    """Cards of it that all have seen, from an attempt that a molodka ended (V12)."""
    drawn: int
    """How many cards each seat had drawn when it was laid."""
    ours: bool
    """Whether the passer's team was winning the trick."""
    winner: int
    """Who was winning."""
    target: tuple[int, ...]
    """The set that it did not beat."""
    stake: int
    """Points that lay face up when it was laid."""
    place: int
    """How many sets lay before it in the attempt."""
    pile: int | None


class Unbeaten(NamedTuple):
    """A seat did not beat the target: under `must_beat` it could not; else it may not have wanted to (G22)."""

    seat: int
    target: tuple[int, ...]
    passings: tuple[int, ...]
    """Which of the passings, by place in `Memory.passings`, were then in its hand."""
    known: tuple[int, ...]
    """Cards then in its hand that it has shown since."""
    holds: bool
    """Whether it has drawn no card since: its hand of today was then in its hand."""
    ours: bool
    stake: int


class GoatMemory(NamedTuple):
    """What a seat knows. Cards in `known` are placed: own ones, and all that lay face up in this deal."""

    seat: int
    known: frozenset[int]
    faces: Mapping[int, int]
    """By whom each card was laid face up."""
    own_buried: tuple[int, ...]
    """Own passes in the piles."""
    in_hand: tuple[tuple[int, ...], ...]
    """By seat: cards of other hands that are known, from an attempt that a molodka ended."""
    passings: tuple[Passing, ...]
    """Of the other seats, in the order in which they were laid."""
    unbeaten: tuple[Unbeaten, ...]
    piles: tuple[tuple[int, ...], tuple[int, ...]]
    """Cards that the seat knows to lie in each team's pile."""
    hidden: tuple[int, int]
    """How many cards of each pile it has never seen."""
    under: int | None
    """The stock's last card, where it lies face up (`trump_card=bottom`)."""
    last_drawer: int | None
    drawn: int
    """Cards that each seat has drawn."""
    whole: bool

    @property
    def pool(self) -> tuple[int, ...]:
        """The cards that may lie anywhere else: other hands, stock, passes that nobody saw."""
        return tuple(card for card in range(len(DECK)) if card not in self.known)

    def points(self, team: int) -> int:
        """Points that are known to lie in a team's pile."""
        return sum(CARD_POINTS[card] for card in self.piles[team])


def numbers(cards: Iterable[str]) -> tuple[int, ...]:
    """Cards as numbers."""
    return tuple(IDS[card] for card in cards)


def remember(seen: Seen) -> GoatMemory:
    """Everything that the seat knows. Never fails, and claims nothing that it has not seen, for who came late."""
    return _Fold(seen).memory()


class _Fold:
    """One pass over the events of a deal."""

    def __init__(self, seen: Seen) -> None:
        self.seen = seen
        self.view: GoatView = seen.view
        self.seat = self.view.seat or 0
        self.faces: dict[int, int] = {}
        self.piles: tuple[list[int], list[int]] = ([], [])
        self.passings: list[Passing] = []
        self.unbeaten: list[Unbeaten] = []
        self.own_passes: list[tuple[int, int]] = []
        """Own passes so far: count and pile."""
        self.exposed: dict[int, tuple[int, ...]] = {}
        self.last_drawer: int | None = None
        now = (STOCK - self.view.stock) // 4
        self.drawn = now - sum(event.count for event in seen.events if isinstance(event, Drew) and event.seat == 0)
        self._begin()
        for event in seen.events:
            self._see(event)
        self.drawn = now

    def _begin(self) -> None:
        """No set lies on the table."""
        self.best: int | None = None
        self.target: tuple[int, ...] = ()
        self.laid: list[tuple[int, tuple[int, ...]]] = []
        self.open: list[int] = []
        """Passings on the table."""
        self.own_open = 0
        self.stake = 0

    def _see(self, event: object) -> None:
        match event:
            case Led(seat=seat, cards=cards):
                self._show(seat, numbers(cards))
            case Beaten(seat=seat, cards=cards):
                self._show(seat, numbers(cards))
            case Passed():
                self._pass(event)
            case MolodkaDeclared():
                self._return(event)
            case TrickWon(seat=seat):
                self._collect(seat % 2)
            case Drew(seat=seat, count=count):
                self._draw(seat, count)
            case _:
                pass

    def _show(self, seat: int, cards: tuple[int, ...]) -> None:
        """A lead or a beat; what the seat holds no more is known of its hand before."""
        for place, note in enumerate(self.unbeaten):
            if note.seat == seat and note.holds:
                self.unbeaten[place] = note._replace(known=note.known + cards)
        self._lay(seat, cards)
        self.best, self.target = seat, cards

    def _lay(self, seat: int, cards: tuple[int, ...]) -> None:
        self.laid.append((seat, cards))
        self.stake += sum(CARD_POINTS[card] for card in cards)
        for card in cards:
            self.faces[card] = seat

    def _pass(self, event: Passed) -> None:
        seat, cards = event.seat, numbers(event.cards)
        if seat == self.seat and not cards:
            self.own_open = event.count
            return
        ours = self.best is not None and self.best % 2 == seat % 2
        self.unbeaten.append(Unbeaten(seat, self.target, (), (), True, ours, self.stake))
        if cards:
            self._note(seat, (), cards)
            self._lay(seat, cards)
            return
        known, best = self.exposed.get(seat, ()), self.best if self.best is not None else -1
        self._note(seat, (len(self.passings),), ())
        self.open.append(len(self.passings))
        place = len(self.laid) + len(self.open) - 1 + (self.own_open > 0)
        self.passings.append(
            Passing(seat, event.count, known, self.drawn, ours, best, self.target, self.stake, place, None)
        )

    def _note(self, seat: int, passings: tuple[int, ...], cards: tuple[int, ...]) -> None:
        """These cards were in the hand when the seat did not beat, so long as it has drawn none since."""
        for place, note in enumerate(self.unbeaten):
            if note.seat == seat and note.holds:
                self.unbeaten[place] = note._replace(passings=note.passings + passings, known=note.known + cards)

    def _return(self, event: MolodkaDeclared) -> None:
        """All cards go back (G34); those that lay face up are known to be in the hands."""
        gone = set(self.open)
        for place, note in enumerate(self.unbeaten):
            self.unbeaten[place] = note._replace(passings=tuple(one for one in note.passings if one not in gone))
        self.passings = self.passings[: len(self.passings) - len(gone)]
        self._begin()
        for back in event.returned:
            for card in numbers(back.cards):
                self.faces.pop(card, None)
            if back.cards and back.seat != self.seat:
                self.exposed[back.seat] = numbers(back.cards)
        self._show(event.seat, numbers(event.cards))

    def _collect(self, pile: int) -> None:
        for _, cards in self.laid:
            self.piles[pile].extend(cards)
        for place in self.open:
            passing = self.passings[place]
            self.passings[place] = passing._replace(pile=pile)
            self.piles[pile].extend(passing.known)
        if self.own_open:
            self.own_passes.append((self.own_open, pile))
        self.exposed = {}
        self._begin()

    def _draw(self, seat: int, count: int) -> None:
        self.last_drawer = seat
        self.drawn += count if seat == 0 else 0
        for place, note in enumerate(self.unbeaten):
            if note.seat == seat:
                self.unbeaten[place] = note._replace(holds=False)

    def memory(self) -> GoatMemory:
        view = self.view
        own = dict.fromkeys(numbers((*self.seen.held, *view.hand)))
        table = {card for laid in view.trick for card in numbers(laid.cards)}
        buried = self._bury([card for card in own if card not in self.faces and card not in table])
        self._add_last_trick()
        for laid in view.trick:
            self.faces.update((card, laid.seat) for card in numbers(laid.cards) if laid.kind != "pass")
        exposed = {card for cards in self.exposed.values() for card in cards}
        under = self._under()
        known = {*own, *table, *self.faces, *self.piles[0], *self.piles[1], *exposed}
        known |= set() if under is None else {under}
        return GoatMemory(
            seat=self.seat,
            known=frozenset(known),
            faces=self.faces,
            own_buried=buried,
            in_hand=self._in_hand(table),
            passings=tuple(self.passings),
            unbeaten=tuple(note for note in self.unbeaten if note.seat != self.seat),
            piles=(tuple(self.piles[0]), tuple(self.piles[1])),
            hidden=(self._hidden(0), self._hidden(1)),
            under=under,
            last_drawer=self.last_drawer if not view.stock else None,
            drawn=self.drawn,
            whole=self.seen.whole,
        )

    def _bury(self, own: list[int]) -> tuple[int, ...]:
        """Own passes into the piles, in the order in which they were laid; all that were, as far as one knows."""
        hand = set(numbers(self.view.hand))
        gone = [card for card in own if card not in hand]
        start = 0
        for count, pile in self.own_passes if sum(count for count, _ in self.own_passes) == len(gone) else ():
            self.piles[pile].extend(gone[start : start + count])
            start += count
        return tuple(gone)

    def _add_last_trick(self) -> None:
        """The finished trick that the view shows, for who has not seen the events of it."""
        last = self.view.last_trick
        if self.seen.whole or last is None or not sum(self.view.tricks):
            return
        for laid in last.laid:
            cards = [card for card in numbers(laid.cards) if card not in self.faces]
            self.faces.update((card, laid.seat) for card in cards)
            self.piles[last.winner % 2].extend(cards)

    def _in_hand(self, table: set[int]) -> tuple[tuple[int, ...], ...]:
        """Cards that came back to hands, of seats that have not laid them down again."""
        acted = {laid.seat for laid in self.view.trick}
        return tuple(() if seat in acted or seat == self.seat else self.exposed.get(seat, ()) for seat in range(HAND))

    def _hidden(self, team: int) -> int:
        return max(0, self.view.pile_counts[team] - len(self.piles[team]))

    def _under(self) -> int | None:
        bottom = self.view.stock and getattr(self.seen.options, "trump_card", "middle") == "bottom"
        return IDS[self.view.indicator] if bottom else None
