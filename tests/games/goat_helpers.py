"""Words to talk about a Goat table in the tests: hands, plays and refusals as the rules page writes them."""

import random
import re
from collections.abc import Iterator, Sequence

import msgspec
import pytest

from tuicards.errors import IllegalMove
from tuicards.games.api import Event, Seat
from tuicards.games.goat import (
    DECK,
    GOAT,
    POINTS,
    Arm,
    Card,
    GoatMove,
    Molodka,
    Options,
    Party,
    State,
    Suit,
    points,
    position,
)

EYES: tuple[Seat | None, ...] = (0, 1, 2, 3, None)
"""All who look at a table: the seats and a watcher."""

LAST_CARDS = (Card("6s"), Card("7s"), Card("8s"), Card("9s"))


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(code) for code in text.split())


def hands(text: str) -> tuple[tuple[Card, ...], ...]:
    """Four hands as the rules page writes them: `Qs 7s | 9d Js | Kd 8d | 6c 6h`."""
    return tuple(cards(hand) for hand in text.split("|"))


def table(text: str, *, trump: Suit = "d", stock: str | int = "", leader: Seat = 0, rules: str = "") -> State:
    """A trick about to begin. `stock` names the cards, or how many; the rest of the pack lies in the piles."""
    held = hands(text)
    party = Party(options=options(rules), seed=b"helpers", dealer=(leader - 1) % 4)
    under = cards(stock) if isinstance(stock, str) else [card for card in reversed(DECK) if card not in sum(held, ())]
    if isinstance(stock, int):
        under = under[:stock]
    return position(held, trump=trump, stock=tuple(under), leader=leader, party=party)


def options(rules: str = "") -> Options:
    """Options as `eggs=two_each limit=6`."""
    return GOAT.parse_options(dict(rule.split("=") for rule in rules.split()))


def play(state: State, *moves: str) -> tuple[State, tuple[Event, ...]]:
    """Play `0 lead Qs 7s` and so on, and give the last state and all events.

    A move that ends in `!CODE` must be refused with that code, and leave everybody's picture as it was.
    """
    events: tuple[Event, ...] = ()
    for line in moves:
        text, _, code = line.partition("!")
        seat, move = int(text[0]), GOAT.parse_move(text[2:])
        if code:
            assert refusal(state, seat, move) == code, line
        else:
            state, more = GOAT.apply(state, seat, move)
            events += more
    return state, events


def refusal(state: State, seat: Seat, move: GoatMove) -> str:
    """The code of the refusal; nobody's picture has changed by the attempt."""
    before = [seen(state, eye) for eye in EYES]
    with pytest.raises(IllegalMove) as refused:
        GOAT.apply(state, seat, move)
    assert [seen(state, eye) for eye in EYES] == before
    return refused.value.code


def seen(state: State, seat: Seat | None) -> bytes:
    """A seat's picture as bytes."""
    return msgspec.json.encode(GOAT.view(state, seat))


def heard(events: Sequence[Event]) -> bytes:
    """What everybody is told, as bytes."""
    return msgspec.json.encode(list(events))


def cards_in(message: bytes) -> set[Card]:
    """All card codes in a message."""
    return {Card(code.decode()) for code in re.findall(rb'"([6789JQKTA][shdc])"', message)}


def all_cards(state: State) -> list[Card]:
    """Every card of the pack, wherever it lies."""
    on_table = [card for laid in state.laid for card in laid.cards]
    held = [card for hand in state.hands for card in hand]
    return sorted([*held, *on_table, *state.deal.stock, *state.deal.piles[0], *state.deal.piles[1]])


def events_of(events: Sequence[Event], kind: type[Event]) -> list[Event]:
    return [event for event in events if isinstance(event, kind)]


def random_party(seed: int, rules: str = "", longest: int = 3000) -> Iterator[tuple[State, Seat, GoatMove]]:
    """Each state of a random party with the move then made; the last state is not among them.

    Every other molodka is declared or armed, so that there are some.
    """
    chance = random.Random(seed)
    state = GOAT.new(4, str(seed).encode(), options(rules))
    for _ in range(longest):
        seats = [seat for seat in range(4) if GOAT.legal(state, seat)]
        if not seats:
            return
        seat = chance.choice(seats)
        moves = GOAT.legal(state, seat)
        move = moves[-1] if chance.random() < 0.5 and isinstance(moves[-1], Molodka | Arm) else chance.choice(moves)
        yield state, seat, move
        state, _ = GOAT.apply(state, seat, move)
    raise AssertionError("the party does not end")


def pile_worth(worth: int, among: Sequence[Card]) -> tuple[Card, ...]:
    """Some of the cards, together worth so many points."""
    if worth == 0:
        return ()
    for place, card in enumerate(among):
        if 0 < POINTS[card] <= worth:
            rest = pile_worth_or_none(worth - POINTS[card], among[place + 1 :])
            if rest is not None:
                return (card, *rest)
    raise ValueError(f"no cards are worth {worth}")


def pile_worth_or_none(worth: int, among: Sequence[Card]) -> tuple[Card, ...] | None:
    try:
        return pile_worth(worth, among)
    except ValueError:
        return None


def finish_game(
    party: Party, score: str, tricks: tuple[int, int], last_winner: Seat
) -> tuple[State, tuple[Event, ...]]:
    """The last trick of a game, worth nothing, that ends it with this score such as `61:59`."""
    ours = int(score.split(":")[0])
    rest = [card for card in DECK if card not in LAST_CARDS]
    pile = pile_worth(ours, rest)
    piles = (pile, tuple(card for card in rest if card not in pile))
    assert points(piles[0]) == ours
    leader = (last_winner + 1) % 4
    held: list[tuple[Card, ...]] = [()] * 4
    for step, card in enumerate(LAST_CARDS):
        held[(leader + step) % 4] = (card,)
    before = (tricks[0] - 1, tricks[1]) if last_winner % 2 == 0 else (tricks[0], tricks[1] - 1)
    state = position(held, trump="h", leader=leader, piles=piles, tricks=before, party=party)
    moves = [f"{(leader + step) % 4} {'beat' if step else 'lead'} {card}" for step, card in enumerate(LAST_CARDS)]
    return play(state, *moves)
