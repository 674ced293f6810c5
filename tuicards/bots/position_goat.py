"""Positions of Goat: the deal behind one, and how one is taken down."""

import re
from collections.abc import Sequence
from random import Random

import msgspec

from tuicards.bots.position_deal import Beginning, Dealt, Impossible, Written, known_hands, read_moves, without
from tuicards.bots.seen import Seen
from tuicards.games.api import Event, Seat
from tuicards.games.goat import (
    DECK,
    SUITS,
    Card,
    Drew,
    GameScore,
    GameStarted,
    GoatView,
    Led,
    MolodkaDeclared,
    Options,
    Party,
    Suit,
    TrickWon,
    position,
)
from tuicards.games.goat.events import Beaten, Passed

HAND, STOCK = 4, 20
VERBS = {Led: "lead", Beaten: "beat", MolodkaDeclared: "molodka"}
HIDDEN = re.compile(r"pass ([1-4])")


class Place:
    """One card that was dealt or drawn; empty as long as nobody knows which."""

    def __init__(self) -> None:
        self.card = ""


class Table:
    """The places of all cards in one game, filled in as its moves are gone through."""

    def __init__(self, hands: Sequence[Sequence[str]], indicator: str, options: Options, random: Random) -> None:
        self._indicator, self._bottom = indicator, options.trump_card == "bottom"
        self.places = [[Place() for _ in range(HAND)] for _ in hands]
        """By seat, in the order in which they came."""
        self._written = [list(hand) for hand in hands]
        self._held = [list(places) for places in self.places]
        self._random = random
        self.stock: list[Place] = []
        """In the order in which they were drawn."""
        for seat in range(len(hands)):
            self._name(seat)

    def _name(self, seat: Seat) -> None:
        """What is written of a hand names its places, in order; for a part of it, those at the beginning."""
        for place, card in zip(self.places[seat], self._written[seat], strict=False):
            place.card = card

    def draw(self, seat: Seat) -> None:
        place = Place()
        self.stock.append(place)
        self.places[seat].append(place)
        self._held[seat].append(place)
        self._name(seat)

    def size(self, seat: Seat) -> int:
        return len(self._held[seat])

    def show(self, seat: Seat, card: str) -> Place:
        """The place of a card that the seat has in its hand."""
        found = next((place for place in self._held[seat] if place.card == card), None)
        free = [
            place for place in self._held[seat] if not place.card and (card != self._indicator or self._may(place))
        ]
        if found is None and not free:
            raise Impossible(f"seat {seat} cannot hold {card}")
        place = found or self._random.choice(free)
        place.card = card
        return place

    def _may(self, place: Place) -> bool:
        """Whether the indicator can have lain there: it comes from the stock (G12)."""
        return place in (self.stock[STOCK - 1 :] if self._bottom else self.stock)

    def lay(self, seat: Seat, card: str) -> Place:
        place = self.show(seat, card)
        self._held[seat].remove(place)
        return place

    def take_back(self, seat: Seat, places: list[Place]) -> None:
        """A molodka sends back what was laid."""
        self._held[seat] += places

    def hide(self, seat: Seat, count: int, later: set[str]) -> list[Place]:
        """The places of cards that are laid face down; none of them is laid openly `later`."""
        may = [place for place in self._held[seat] if place.card not in later]
        if len(may) < count:
            raise Impossible(f"seat {seat} has no {count} cards to pass")
        chosen = self._random.sample(may, count)
        self._held[seat] = [place for place in self._held[seat] if place not in chosen]
        return chosen


def deal_goat(written: Written, options: Options, random: Random) -> Beginning:
    """A game as it began, and its moves with hidden passes made up. Raises Impossible."""
    deal, table, moves = written.deal, _table(written, options, random), read_moves(written)
    laid = _gone_through(table, moves)
    stock = _filled(table, deal.indicator, options, random)
    leader = (deal.dealer + 1) % HAND if deal.leader is None else deal.leader
    history = msgspec.convert(deal.history, tuple[GameScore, ...])
    ours, theirs = deal.totals or (history[-1].totals if history else (0, 0))
    party = Party(
        options=options, seed=b"position", game=deal.number, dealer=deal.dealer, penalties=(ours, theirs),
        eggs=deal.eggs, history=history,
    )  # fmt: skip
    hands = [[Card(place.card) for place in places[:HAND]] for places in table.places]
    trump, indicator = _suit(deal.indicator), Card(deal.indicator)
    state = position(hands, trump=trump, stock=stock, leader=leader, indicator=indicator, party=party)
    begun = GameStarted(deal.number, deal.dealer, leader, trump, indicator)
    return Beginning(state, (begun,), [(seat, _text(verb, places)) for seat, verb, places in laid])


def _table(written: Written, options: Options, random: Random) -> Table:
    if written.deal.indicator not in DECK:
        raise Impossible("the indicator is missing, or no card")
    return Table(known_hands(written), written.deal.indicator, options, random)


def _suit(card: str) -> Suit:
    return next(suit for suit in SUITS if suit == card[1])


def _text(verb: str, places: Sequence[Place]) -> str:
    return verb if verb == "molodka" else " ".join([verb, *(place.card for place in places)])


def _gone_through(table: Table, moves: Sequence[tuple[Seat, str]]) -> list[tuple[Seat, str, list[Place]]]:
    """Seat, verb and cards of each move; the cards of some are known only when all places are filled."""
    told: list[tuple[Seat, str, list[Place]]] = []
    attempt: list[tuple[Seat, str, list[Place]]] = []
    for number, (seat, text) in enumerate(moves):
        if text.startswith("molodka"):
            for other, _, places in attempt:
                table.take_back(other, places)
            attempt.clear()
        later = {card for other, line in moves[number + 1 :] if other == seat for card in line.split()[1:]}
        attempt.append((seat, text.split()[0], _laid(table, seat, text, later)))
        told.append(attempt[-1])
        if len(attempt) == HAND:
            _end_trick(table, [seat for seat, verb, _ in attempt if verb != "pass"][-1])
            attempt.clear()
    return told


def _laid(table: Table, seat: Seat, text: str, later: set[str]) -> list[Place]:
    hidden = HIDDEN.fullmatch(text)
    if hidden:
        return table.hide(seat, int(hidden[1]), later)
    verb, *cards = text.split()
    if verb not in ("lead", "beat", "pass", "molodka") or not cards:
        raise Impossible(f"{text!r} is no move that all see, with its cards")
    return [table.lay(seat, card) for card in cards]


def _end_trick(table: Table, winner: Seat) -> None:
    """The refill, one card at a time, the winner first (G27)."""
    count = min(sum(HAND - table.size(seat) for seat in range(HAND)), STOCK - len(table.stock))
    for step in range(count):
        table.draw((winner + step) % HAND)


def _filled(table: Table, indicator: str, options: Options, random: Random) -> list[Card]:
    """The whole stock, once every place that is still open has got a card that is seen nowhere."""
    stock = [*table.stock, *(Place() for _ in range(STOCK - len(table.stock)))]
    places = [place for hand in table.places for place in hand[:HAND]] + stock
    if indicator not in [place.card for place in stock]:
        may = stock[-1:] if options.trump_card == "bottom" else stock
        free = [place for place in may if not place.card]
        if not free:
            raise Impossible(f"the indicator {indicator} cannot have lain in the stock")
        random.choice(free).card = indicator
    rest = without(DECK, [place.card for place in places if place.card])
    random.shuffle(rest)
    for place in places:
        place.card = place.card or rest.pop()
    return [Card(place.card) for place in stock]


# ---- taking one down ----------------------------------------------------------------------------------


def goat_position(seen: Seen) -> tuple[Dealt, tuple[str, ...], tuple[str, ...]]:
    """The deal, the hands and the moves, as far as the seat knows them. Raises Impossible."""
    view: GoatView = seen.view
    moves = _Told(seen).moves()
    deal = Dealt(
        number=view.game, dealer=view.dealer, leader=int(moves[0][0]) if moves else view.leader,
        indicator=view.indicator, totals=view.totals, eggs=view.eggs, history=msgspec.to_builtins(view.history),
    )  # fmt: skip
    hands = tuple(" ".join(_in_order_of_coming(seen)) if seat == view.seat else "" for seat in range(HAND))
    return deal, hands, moves


def _in_order_of_coming(seen: Seen) -> tuple[str, ...]:
    """The cards held, so that the indicator, which comes from the stock, is none of the first four."""
    held, indicator = list(seen.held), seen.view.indicator
    if indicator in held[:HAND]:
        place = held.index(indicator)
        held[place], held[HAND] = held[HAND], held[place]
    return tuple(held)


class _Told:
    """The moves as all have seen them; the seat's own passes with cards that it can have passed then."""

    def __init__(self, seen: Seen) -> None:
        view: GoatView = seen.view
        self._seat, self._held, self._events = view.seat, _in_order_of_coming(seen), seen.events
        self._cancelled = _cancelled(seen.events)
        shown = {
            card
            for number, event in enumerate(seen.events)
            if isinstance(event, Led | Beaten | MolodkaDeclared) and number not in self._cancelled
            for card in event.cards
        }
        self._buried = [card for card in seen.held if card not in view.hand and card not in shown]
        self._arrived = HAND
        self._gone: set[str] = set()

    def moves(self) -> tuple[str, ...]:
        """Raises Impossible where what the seat has held does not go with what was seen."""
        return tuple(text for number, event in enumerate(self._events) if (text := self._text(number, event)))

    def _text(self, number: int, event: Event) -> str:
        match event:
            case (
                Led(seat=seat, cards=cards) | Beaten(seat=seat, cards=cards) | MolodkaDeclared(seat=seat, cards=cards)
            ):
                self._gone.update(() if number in self._cancelled else cards)
                return f"{seat} {VERBS[type(event)]} {' '.join(cards)}"
            case Passed(seat=seat, count=count, cards=cards):
                cards = cards or (self._passed(number, count) if seat == self._seat else ())
                return f"{seat} pass {' '.join(cards) or count}"
            case Drew(seat=seat, count=count) if seat == self._seat:
                self._arrived += count
        return ""

    def _passed(self, number: int, count: int) -> tuple[Card, ...]:
        """Of the cards then in the hand, those that came first; of those that are buried, where they stayed away."""
        come = [card for card in self._held[: self._arrived] if card not in self._gone]
        if number in self._cancelled:
            chosen = come[:count]
        else:
            chosen = [card for card in come if card in self._buried][:count]
            self._gone.update(chosen)
        if len(chosen) < count:
            raise Impossible("not all cards that the seat has held are remembered")
        return tuple(map(Card, chosen))


def _cancelled(events: Sequence[Event]) -> set[int]:
    """Numbers of the plays that a molodka has sent back."""
    cancelled: set[int] = set()
    attempt: list[int] = []
    for number, event in enumerate(events):
        if isinstance(event, MolodkaDeclared):
            cancelled.update(attempt)
        if isinstance(event, MolodkaDeclared | TrickWon):
            attempt.clear()
        if isinstance(event, Led | Beaten | Passed | MolodkaDeclared):
            attempt.append(number)
    return cancelled
