"""Goat, expert: legal and repeatable under all options, in time, plainly right where that can be told, and no worse
for knowing how the others have played."""

from collections.abc import Iterator
from random import Random

import pytest

from tests.bots.goat_deals import RULES, told
from tests.bots.views import beat, beaten, goat_view, led, passed, passing
from tuicards.bots.choice import Choice, Thinking
from tuicards.bots.goat_expert import goat_expert
from tuicards.bots.goat_expert_chain import Chain
from tuicards.bots.goat_expert_search import BATCH, simulator
from tuicards.bots.goat_expert_table import Table
from tuicards.bots.goat_expert_value import standing, values
from tuicards.bots.goat_memory import IDS, remember
from tuicards.bots.goat_sim import SIZE, STOCK
from tuicards.bots.goat_worlds import GoatWorld, worlds
from tuicards.bots.seen import Seen
from tuicards.games.goat import Arm, Card, GoatView, Options, State, points


def chosen(view: GoatView, worlds: int = 24) -> Choice:
    return goat_expert(Seen(view, Options()), Random(1), Thinking(worlds=worlds))


def positions(rules: dict[str, str], seed: int, every: int = 3) -> Iterator[tuple[State, Seen]]:
    """Some of the turns of a random party."""
    turns = [(state, seen) for state, seen in told(rules, seed) if seen.view.my_turn]
    yield from turns[seed % every :: every]


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_its_moves_are_legal_and_repeatable(rules: dict[str, str]) -> None:
    """Under any options, in any position: a legal move, the same one for the same chance, and how sure it is."""
    for _, seen in positions(rules, 3, every=12):
        choice = goat_expert(seen, Random(5), Thinking(worlds=4))
        assert choice.move in seen.view.legal
        assert choice.sure is not None
        assert 0 <= choice.sure <= 1
        assert goat_expert(seen, Random(5), Thinking(worlds=4)) == choice


def test_who_came_late_plays_on() -> None:
    """Without the beginning of the deal it guesses, and its move is legal."""
    for _, seen in told({}, 11, moves=24, missed=12):
        if seen.view.my_turn:
            assert goat_expert(seen, Random(5), Thinking(worlds=2)).move in seen.view.legal


def test_out_of_turn_it_answers_at_once() -> None:
    """With nothing to do but to arm, there is nothing to search."""
    view = goat_view("6d 7d 8d 9d", (Arm(),), trick=(led(1, "9s"),), winning=1, seat=3)
    assert not view.my_turn or chosen(view).move == Arm()


def test_it_looks_at_the_clock_between_batches() -> None:
    """Once its answer is not wanted, it makes no further batch: some ten milliseconds of play-outs."""
    looks: list[int] = []

    def wanted() -> bool:
        looks.append(len(looks))
        return len(looks) < 3

    _, seen = next(positions({}, 4))
    choice = goat_expert(seen, Random(5), Thinking(wanted=wanted))
    assert len(looks) <= 3
    assert choice.why.params["worlds"] in range(1, 3 * BATCH)


def test_last_to_play_it_takes_the_deal_with_the_cheapest_card() -> None:
    """A ten and an ace on the table are worth the smallest trump, not a great one."""
    view = goat_view(
        "6h Ah 6d 7c",
        (beat("6h"), beat("Ah"), passing("6h"), passing("Ah"), passing("6d"), passing("7c")),
        trick=(led(1, "Ts"), beaten(2, "As"), passed(3)),
        winning=1,
    )
    assert chosen(view).move in (beat("6h"), passing("6d"), passing("7c"))


def test_without_a_trick_at_the_end_it_does_not_throw_the_ace_of_trumps_away() -> None:
    """A trick saves the team from the penalty for none: this one, or the last, which the ace takes as surely."""
    view = goat_view(
        "Ah 6d",
        (beat("Ah"), passing("Ah"), passing("6d")),
        trick=(led(1, "6h"), passed(2), passed(3)),
        winning=1,
        stock=0,
        tricks=(0, 5),
    )
    assert chosen(view).move in (beat("Ah"), passing("6d"))


def test_cards_that_do_the_same_are_tried_once() -> None:
    """Of two worthless neighbours one is tried, of a nine and a jack both."""
    legal = (passing("6s"), passing("7s"), passing("9s"), passing("Js"))
    view = goat_view("6s 7s 9s Js", legal, trick=(led(1, "Ad"), passed(2), passed(3)), winning=1)
    seen = Seen(view, Options())
    assert Table(seen, remember(seen)).moves == [passing("6s"), passing("9s"), passing("Js")]


def test_more_penalty_points_are_never_better() -> None:
    """The chance to win the party falls with every penalty point, is even between equals, and adds up to one."""
    for limit in (6, 8, 12, 16, 24):
        for ours in range(0, limit, 2):
            for theirs in range(0, limit, 2):
                assert standing(ours, theirs, limit) + standing(theirs, ours, limit) == pytest.approx(1)
                assert standing(ours + 2, theirs, limit) < standing(ours, theirs, limit)


def test_a_deal_is_worth_more_with_every_point() -> None:
    """And no trick at all costs more than a poor one."""
    view = goat_view("6s", (passing("6s"),), trick=(led(1, "Ad"),), winning=1)
    worths = values(view, Options())
    usual, without = worths[:121], worths[121:242]
    assert usual == sorted(usual)
    assert without[0] < usual[0]
    assert usual[61] - usual[60] > usual[62] - usual[61] > 0
    assert usual[60] - usual[59] > usual[59] - usual[58] > 0


def truth(state: State, seen: Seen) -> GoatWorld:
    """The world as it is, in the order of a sampled one."""
    memory = remember(seen)
    buried: tuple[list[int], list[int]] = ([], [])
    others = [past for past in state.deal.buried if past.seat != memory.seat]
    piles = [passing.pile for passing in memory.passings if passing.pile is not None]
    for past, pile in zip(others, piles, strict=True):
        buried[pile].extend(IDS[card] for card in past.cards)
    laid: list[list[int]] = [[] for _ in range(4)]
    for part in state.laid:
        laid[part.seat] = numbers(part.cards)
    hands = [numbers(hand) for hand in state.hands]
    return GoatWorld(hands, numbers(state.deal.stock), buried, laid, (0, 0))


def numbers(cards: tuple[Card, ...]) -> list[int]:
    return [IDS[card] for card in cards]


def chain(seen: Seen, source: Iterator[GoatWorld]) -> Chain:
    memory = remember(seen)
    return Chain(seen, memory, Table(seen, memory), source, *simulator(), seed=1)


def ends(rules: dict[str, str]) -> Iterator[tuple[State, Seen]]:
    """Turns once the stock is gone, in deals without a molodka, where the truth is soon laid out."""
    for seed in range(1, 4):
        for state, seen in positions(rules, seed, every=4):
            calm = not any(type(event).__name__ == "MolodkaDeclared" for event in seen.events)
            if calm and not seen.view.stock and seen.whole:
                yield state, seen


@pytest.mark.parametrize("rules", [{}, {"discards": "face_up"}, {"trump_card": "bottom"}], ids=str)
def test_exchanges_leave_every_known_card_where_it_is(rules: dict[str, str]) -> None:
    """No card or point is lost or doubled: hands of the right size, own cards as they are."""
    for _, seen in ends(rules):
        memory = remember(seen)
        table = Table(seen, memory)
        states = chain(seen, worlds(seen, Random(2))).states(3)
        for start in range(0, len(states), SIZE):
            state = states[start : start + SIZE]
            assert state[memory.seat] == table.turned.mask(seen.view.hand)
            assert [bin(hand).count("1") for hand in state[:4]] == list(seen.view.counts)
            cards = sum(state[:8])
            assert bin(cards).count("1") == sum(seen.view.counts) + sum(laid.count for laid in seen.view.trick)
            assert sum(state[16:18]) + points(table.turned.cards(cards)) == 120
            assert state[STOCK] == 0


def test_the_truth_laid_out_is_the_truth() -> None:
    """A chain that begins with the true world, and exchanges nothing, gives the true state."""
    for state, seen in ends({}):
        world = truth(state, seen)
        started = chain(seen, iter([world]))
        started._steps = lambda fresh: 0  # type: ignore[method-assign]
        memory = remember(seen)
        assert started.states(1) == Table(seen, memory).state(world)
