"""Deals of the unseen cards in Rage: they agree with all that the seat knows, and none comes too often."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, islice
from random import Random
from typing import Any

import msgspec
import pytest

from tests.bots.views import rage_trick, rage_view
from tuicards.bots.rage_bids import card_values
from tuicards.bots.rage_memory import CODES, IDS, Counting, counting
from tuicards.bots.rage_worlds import Dealer, RageWorld, depth_of, worlds
from tuicards.bots.seen import Memory, Recall, Seen, seen_with
from tuicards.games.api import Event
from tuicards.games.rage import (
    COLOURS,
    DECKS,
    RAGE,
    Options,
    Setup,
    State,
    Trick,
    shown_voids,
    start_round,
    teams_of,
)
from tuicards.games.rage.state import Sheet

TABLES = [
    (2, {}, None),
    (3, {"rage_play": "anytime", "bid_mode": "secret"}, None),
    (4, {"teams": "pairs", "bid_mode": "simultaneous"}, None),
    (4, {"change_source": "player", "out_scope": "trick_restore"}, None),
    (6, {"hook": "last_bidder", "out_scope": "trick_redraw"}, None),
    (8, {"round_plan": "11,3"}, "amigo"),
]


def positions(seats: int, texts: dict[str, str], preset: str | None, seed: int) -> Iterator[tuple[State, Seen]]:
    """A party by random moves: every state with what the seat to move knows."""
    options = RAGE.parse_options(texts, preset)
    state, chance = RAGE.new(seats, bytes([seed]), options), Random(seed)
    recall = Recall(RAGE, seats)
    while RAGE.to_act(state):
        seat = chance.choice(sorted(RAGE.to_act(state)))
        yield state, recall.seen(RAGE.view(state, seat), options)
        move = chance.choice(RAGE.legal(state, seat))
        state, events = RAGE.apply(state, seat, move)
        recall.after(seat, move, events)


def ids(text: str) -> list[int]:
    return [IDS[card] for card in text.split()]


def agrees(world: RageWorld, state: State, seat: int) -> None:
    """Own hand, counts, bids, voids and the whole deck are as the state has them."""
    assert [CODES[card] for card in world.hands[seat]] == list(state.hands[seat])
    assert [len(hand) for hand in world.hands] == [len(hand) for hand in state.hands]
    assert len(world.pile) == len(state.trump.pile)
    hidden = Counter(CODES[card] for hand in world.hands for card in hand) + Counter(
        CODES[card] for card in world.pile
    )
    assert hidden == Counter(card for hand in state.hands for card in hand) + Counter(state.trump.pile)
    for other, colour in shown_voids(state):
        assert colour is None or all(card >> 4 != COLOURS.index(colour) for card in world.hands[other])
    for guess, bid in zip(world.bids, state.bids, strict=True):
        assert (guess == -1) == (bid is None)
        assert guess <= state.round.hand_size


@pytest.mark.parametrize(("seats", "texts", "preset"), TABLES)
def test_every_world_agrees_with_the_table(seats: int, texts: dict[str, str], preset: str | None) -> None:
    """Hand counts, voids, the deck, bids that are known, and whether others are made."""
    for number, (state, seen) in enumerate(positions(seats, texts, preset, seed=seats)):
        if number % 7 == 0:
            for world in islice(worlds(seen, Random(number)), 3):
                agrees(world, state, seen.view.seat)


def test_open_bids_are_as_they_were_made() -> None:
    """Only hidden ones are guessed."""
    for state, seen in islice(positions(4, {}, None, seed=2), 30):
        world = next(worlds(seen, Random(1)))
        assert world.bids == [-1 if bid is None else bid for bid in state.bids]


def test_equal_arguments_give_equal_worlds() -> None:
    """All chance comes from the given random."""
    seen = next(iter(positions(4, {}, None, seed=3)))[1]
    first, second = (list(islice(worlds(seen, Random(5)), 4)) for _ in range(2))
    assert first == second
    assert first[0] != first[1]


def known(unseen: str, counts: list[int], voids: dict[int, str]) -> Counting:
    """What seat 0 knows, with an empty hand of its own."""
    masks = [sum(1 << COLOURS.index(colour) for colour in voids.get(seat, "")) for seat in range(len(counts))]
    return Counting(0, [], counts, [[] for _ in counts], masks, ids(unseen), [])


def all_deals(known: Counting) -> list[tuple[tuple[int, ...], ...]]:
    """Every way to deal distinct cards to the other seats that the voids allow."""

    def dealt(seat: int, rest: frozenset[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
        if seat == len(known.counts):
            yield ()
            return
        fitting = [card for card in sorted(rest) if not known.voids[seat] >> (card >> 4) & 1]
        for hand in combinations(fitting, known.counts[seat]):
            for others in dealt(seat + 1, rest - set(hand)):
                yield (hand, *others)

    return list(dealt(1, frozenset(known.unseen)))


@pytest.mark.parametrize(
    "case",
    [
        known("R1 R2 R3 G4 G5 B6 B7", [0, 2, 2], {}),
        known("R1 R2 R3 G4 G5 B6 B7 WI", [0, 2, 2], {1: "R"}),
        known("R1 R2 R3 G4 G5 B6 B7", [0, 2, 2], {1: "R", 2: "G"}),
        known("R1 R2 G3 G4 B5 B6 WI", [0, 2, 2, 1], {1: "R", 2: "G", 3: "RG"}),
        known("R1 R2 R3 G4 B5 B6", [0, 2, 2, 2], {1: "R", 2: "G", 3: "B"}),
    ],
)
def test_every_deal_that_can_be_comes_equally_often(case: Counting) -> None:
    """Held against all deals, one by one, by the sum of squared deviations."""
    dealer, random, draws = Dealer(case), Random(11), 3000
    found = Counter(tuple(tuple(sorted(hand)) for hand in dealer.deal(random)[0][1:]) for _ in range(draws))
    deals = all_deals(case)
    assert set(found) <= set(deals)
    share = draws / len(deals)
    excess = sum((found[deal] - share) ** 2 / share for deal in deals) - (len(deals) - 1)
    assert excess < 4 * (2 * len(deals)) ** 0.5


def test_a_deal_that_chance_hardly_finds_is_made_by_exchanges() -> None:
    """Twenty cards of which nearly every seat may hold one colour only."""
    unseen = " ".join(f"{colour}{rank}" for colour in "ROYG" for rank in range(5))
    tight = known(unseen, [0, 5, 5, 5, 5], {1: "OYG", 2: "RYG", 3: "ROG", 4: "ROY"})
    hands, pile = Dealer(tight).deal(Random(1))
    assert [{card >> 4 for card in hand} for hand in hands[1:]] == [{0}, {1}, {2}, {3}]
    assert pile == []


def test_exchanges_hand_cards_on_from_seat_to_seat() -> None:
    """Seat 1 must leave the blue cards to seat 2, and seat 2 the green ones to seat 3."""
    case = known("R1 R2 B1 B2 G1 G2", [0, 2, 2, 2], {1: "G", 2: "R", 3: "RB"})
    hands = Dealer(case).deal_by_exchanges(Random(4))[0]
    assert sorted(hands[3]) == ids("G1 G2")
    assert sorted(hands[2]) == ids("B1 B2")


@pytest.mark.parametrize("voids", [{}, {1: "R"}])
def test_the_pile_is_in_any_order(voids: dict[int, str]) -> None:
    """Each unseen card is about equally often on top, or the second with a Change to be played, also under voids."""
    case = known("R1 R2 R3 G4 G5 B6 CH", [0, 2, 1], voids)
    piles = [Dealer(case).deal(random)[1] for random in map(Random, range(4000))]
    for place in range(2):
        found = Counter(pile[place] for pile in piles)
        alike = [found[card] for card in (ids("R1 R2 R3") if voids else case.unseen)]
        assert max(alike) < 1.25 * min(alike)


@pytest.mark.parametrize(("unseen", "hand", "depth"), [("R1 G2", "", 1), ("R1 CH OU MA", "", 6), ("R1 BO", "CH", 3)])
def test_so_many_cards_of_the_pile_may_be_turned(unseen: str, hand: str, depth: int) -> None:
    """One for an Out on the table, one for each Change and Out to come, and all special cards that lie above them."""
    case = known(unseen, [0, 1], {})._replace(hand=ids(hand))
    assert depth_of(case) == depth


def short_round(pile: str, hands: list[str], options: Options) -> tuple[State, tuple[Event, ...]]:
    """A round dealt from a deck of these cards only: seat 0's hand first, then the pile."""
    seats, size = len(hands), len(hands[0].split())
    setup = Setup(seats, b"short", options, seats - 1, teams_of(seats, "none"))
    dealt = [hands[seat].split()[place] for place in range(size) for seat in range(seats)]
    deck: Any = (*dealt, *pile.split())
    zeros = (0,) * seats
    return start_round(setup, Sheet(zeros, zeros), 1, deck)


def test_after_a_reshuffle_the_pile_is_known() -> None:
    """All cards of the new pile were turned before; none of them is in a hand (R64)."""
    options = Options(round_plan=(3,))
    state, events = short_round("OU G1 MA Y3", ["R7 R8 CH", "B4 B5 CH", "P2 P3 CH"], options)
    memory = Memory().after(RAGE, events, ())
    for text in ("bid 1", "bid 1", "bid 1", "CH", "CH", "CH"):
        state, events = RAGE.apply(state, state.turn, RAGE.parse_move(text))
        memory = memory.after(RAGE, events, ())
    assert state.trump.reshuffles
    seen = seen_with(RAGE.view(state, state.turn), options, memory)
    assert sorted(CODES[card] for card in counting(seen).in_pile) == sorted(state.trump.pile)


def test_who_came_late_knows_the_trump_cards_in_the_new_pile() -> None:
    """Without the events a trump card that is out no longer must be in the pile."""
    options = Options(round_plan=(3,))
    state, _ = short_round("OU G1 MA Y3", ["R7 R8 CH", "B4 B5 CH", "P2 P3 CH"], options)
    for text in ("bid 1", "bid 1", "bid 1", "CH", "CH", "CH"):
        state = RAGE.apply(state, state.turn, RAGE.parse_move(text))[0]
    sight = counting(Seen(RAGE.view(state, state.turn), options))
    shown = {step.card for step in state.trump.history} - {state.trump.card, *state.trump.turned}
    assert {CODES[card] for card in sight.in_pile} == shown - {None}


def test_a_view_that_fits_no_deck_does_no_harm() -> None:
    """A hand is dealt to everybody as far as there are cards."""
    world = next(worlds(Seen(rage_view("R2 R14 WI", trick="R7 R12"), Options()), Random(1)))
    assert [len(hand) for hand in world.hands] == [3, 3, 2, 2]


def test_a_void_shown_by_a_number_card_only_where_specials_are_free() -> None:
    """With `rage_play=anytime` a special card thrown on a led colour tells nothing (R50)."""
    view = rage_view("R2 R14", trick="R7 MA G3")
    assert counting(Seen(view, Options())).voids == [0, 0, 1, 1]
    assert counting(Seen(view, Options(rage_play="anytime"))).voids == [0, 0, 0, 1]


def test_the_deck_is_the_editions() -> None:
    """Two more special cards in the other edition."""
    view = rage_view("R2 R14")
    sizes = [len(counting(Seen(view, Options(edition=edition))).unseen) for edition in ("fundex110", "amigo112")]
    assert sizes == [len(DECKS["fundex110"]) - 3, len(DECKS["amigo112"]) - 3]


def mean_worth(bids: tuple[int, ...], seat: int, likely: bool = True) -> float:
    """What a seat's hand is worth in likely worlds, on average."""
    view = rage_view("R2 R5 B3 Y4 P6", bids=bids)
    values = card_values(4, 5, COLOURS.index("G"))
    found = islice(worlds(Seen(view, Options()), Random(3), likely), 200)
    return sum(values[card] for world in found for card in world.hands[seat]) / 200


def test_likely_worlds_fit_the_bids() -> None:
    """Who has bid three holds better cards than who has bid none; where worlds are only to be right, as good ones."""
    assert mean_worth((0, 3, 0, 1), 1) > mean_worth((0, 3, 0, 1), 2) + 0.8
    assert mean_worth((0, 3, 0, 1), 3) == pytest.approx(1, abs=0.3)
    assert mean_worth((0, 3, 0, 1), 1, likely=False) == pytest.approx(
        mean_worth((0, 3, 0, 1), 2, likely=False), abs=0.2
    )


def test_what_was_played_counts_towards_a_bid() -> None:
    """Seat 3 has played the trump that its bid of one was made on; seat 2 still holds something for its own."""
    done = Trick(rage_trick("B2 B3 G15 R1", 1, 4), 3)
    view = msgspec.structs.replace(rage_view("R2 R5 B4"), tricks=(done,), tricks_done=1, hand_size=4)
    values = card_values(4, 4, COLOURS.index("G"))
    found = list(islice(worlds(Seen(view, Options()), Random(3)), 200))
    worth = [sum(values[card] for world in found for card in world.hands[seat]) / 200 for seat in (2, 3)]
    assert worth[0] > worth[1] + 0.2
