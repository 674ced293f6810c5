"""Worlds agree with all that a seat knows, and each that does is as likely as it should be."""

from collections import Counter
from itertools import islice, permutations
from random import Random

import pytest

from tests.bots.goat_deals import RULES, hidden_from, told
from tests.bots.views import goat_view, lead
from tests.games.goat_helpers import options
from tuicards.bots.goat_memory import CARD_POINTS, IDS, numbers, remember
from tuicards.bots.goat_worlds import GoatWorld, worlds
from tuicards.bots.seen import Seen
from tuicards.games.goat import DECK, GOAT, State
from tuicards.games.goat.resampling import _agrees as agrees
from tuicards.games.goat.resampling import hidden_slots, with_cards

PACK = list(range(len(DECK)))


def some(seen: Seen, count: int, *, likely: bool = True) -> list[GoatWorld]:
    return list(islice(worlds(seen, Random(1), likely=likely), count))


def all_in(world: GoatWorld, seen: Seen) -> list[int]:
    """Every card of the pack, wherever the world or the table has it."""
    memory, trick = remember(seen), seen.view.trick
    face_up = [laid for laid in trick if laid.kind != "pass" or laid.seat != memory.seat]
    shown = [card for laid in face_up for card in numbers(laid.cards)]
    unseen = [*world.stock, *world.buried[0], *world.buried[1], *shown, *memory.piles[0], *memory.piles[1]]
    return sorted(sum((*world.hands, *world.laid), unseen))


@pytest.mark.parametrize("rules", RULES)
def test_every_card_lies_in_one_place_and_every_place_has_its_number(rules: dict[str, str]) -> None:
    """Hands, stock, table and piles as large as they are; the own hand as it is."""
    for state, seen in told(rules, seed=4, moves=32):
        (world,) = some(seen, 1)
        assert all_in(world, seen) == PACK
        assert [len(hand) for hand in world.hands] == [len(hand) for hand in state.hands]
        assert world.hands[seen.view.seat] == list(numbers(seen.view.hand))
        assert len(world.stock) == len(state.deal.stock)
        assert world.points == tuple(_points(world, seen, team) for team in (0, 1))


def _points(world: GoatWorld, seen: Seen, team: int) -> int:
    return sum(CARD_POINTS[card] for card in (*world.buried[team], *remember(seen).piles[team]))


@pytest.mark.parametrize("missed", [1, 9, 20])
@pytest.mark.parametrize("rules", RULES)
def test_who_came_late_gets_worlds_as_large_as_the_table(rules: dict[str, str], missed: int) -> None:
    """Cards of tricks that it did not see may lie anywhere that is hidden."""
    for state, seen in told(rules, seed=5, moves=missed + 9, missed=missed):
        (world,) = some(seen, 1)
        assert [len(hand) for hand in world.hands] == [len(hand) for hand in state.hands]
        assert len(world.stock) == len(state.deal.stock)
        assert set(PACK) == {*all_in(world, seen), *remember(seen).known}


def test_a_view_alone_gives_worlds() -> None:
    """Even one whose numbers do not agree, as a test or an import may make it."""
    view = goat_view("6h 7c 8c 9c", (lead("6h"),), stock=20)
    for world in some(Seen(view, options()), 5):
        assert [len(hand) for hand in world.hands] == [4, 4, 4, 4]


Places = tuple[tuple[int, ...], ...]


def places(world: GoatWorld) -> Places:
    """Which cards lie in each place, in whatever order."""
    return tuple(tuple(sorted(place)) for place in (*world.hands, *world.laid, *world.buried, world.stock))


def places_in(state: State) -> Places:
    """The same of a table; all cards of the piles."""
    passes = [
        next((laid.cards for laid in state.laid if laid.seat == seat and laid.kind == "pass"), ())
        for seat in range(4)
    ]
    return tuple(
        tuple(sorted(numbers(place))) for place in (*state.hands, *passes, *state.deal.piles, state.deal.stock)
    )


@pytest.mark.parametrize("seed", range(6, 9))
def test_every_deal_of_the_last_cards_comes_and_each_as_often(seed: int) -> None:
    """All that agree with the duty to beat, by the rules' own reckoning, and no other (G22)."""
    state, seen = next(
        (state, seen)
        for state, seen in told({"must_beat": "on", "discards": "face_up"}, seed, moves=80)
        if len(hidden_from(state, seen.view.seat or 0)) == 6 and not state.deal.stock
    )
    slots = hidden_slots(state, seen.view.seat)
    ways = Counter(
        places_in(with_cards(state, {slot.card: card for slot, card in zip(slots, deal, strict=True)}))[:4]
        for deal in permutations([slot.card for slot in slots])
        if agrees(state, slots, list(deal))
    )
    found = Counter(places(world)[:4] for world in some(seen, 60 * len(ways)))
    assert set(found) == set(ways)
    assert max(abs(count - 60) for count in found.values()) < 60


@pytest.mark.parametrize("rules", [{}, {"trump_card": "bottom"}, pytest.param(RULES[1], marks=pytest.mark.thorough)])
@pytest.mark.parametrize("ply", [9, 23])
def test_a_hidden_card_lies_anywhere_as_often_as_in_the_games_own_deals(rules: dict[str, str], ply: int) -> None:
    """The indicator before all: it was in the stock, and who has drawn more may sooner have it (G12, G13)."""
    count = 250
    state, seen = next(islice(told(rules, seed=13), 4 * ply, None))
    seat = seen.view.seat
    mine = [_whereabouts(places(world)) for world in some(seen, count, likely=False)]
    theirs = [_whereabouts(places_in(GOAT.resample(state, seat, b"%d" % number))) for number in range(count)]
    hidden = sorted(hidden_from(state, seat or 0), key=lambda card: (card != IDS[state.deal.indicator], card))
    for card in hidden[::4]:
        ours, rules_own = (Counter(where.get(card) for where in cases) for cases in (mine, theirs))
        for place in {*ours, *rules_own}:
            spread = (ours[place] + rules_own[place]) ** 0.5
            assert abs(ours[place] - rules_own[place]) < 4.5 * spread, (card, place)


def _whereabouts(places: Places) -> dict[int, int]:
    return {card: number for number, place in enumerate(places) for card in place}


def test_trumps_are_seldom_thrown_away() -> None:
    """Of likely worlds fewer bury them, and more leave them in the hands; nothing else is lost or won."""
    state, seen = next(islice(told({}, seed=13), 4 * 30, None))
    trumps = {IDS[card] for card in DECK if card[1] == state.deal.trump}
    assert any(passing.pile is not None for passing in remember(seen).passings)
    likely, plain = ([world.buried for world in some(seen, 300, likely=wise)] for wise in (True, False))
    thrown, by_chance = (
        sum(card in trumps for buried in cases for pile in buried for card in pile) for cases in (likely, plain)
    )
    assert 0 < thrown < by_chance * 0.8
