"""Goat, hard: it counts what has been played."""

from random import Random

import pytest

from tests.bots.goat_deals import RULES, told
from tests.bots.test_goat_memory import watched
from tests.bots.views import beat, goat_cards, goat_view, lead, led, passed, passing
from tests.games.goat_helpers import options, table
from tuicards.bots.choice import Choice, Thinking
from tuicards.bots.goat_hard import goat_hard
from tuicards.bots.seen import Seen
from tuicards.games.goat import Arm, Led, Molodka, TrickWon


def chosen(seen: Seen, worlds: int | None = None) -> Choice:
    return goat_hard(seen, Random(1), Thinking(worlds=worlds))


@pytest.mark.parametrize("missed", [0, 11])
@pytest.mark.parametrize("rules", RULES)
def test_its_moves_are_legal_under_all_rules(rules: dict[str, str], missed: int) -> None:
    """Wherever it is asked, in and out of turn, and whatever it has missed."""
    for _, seen in told(rules, seed=21, moves=missed + 24, missed=missed):
        if seen.view.legal:
            assert chosen(seen, worlds=1).move in seen.view.legal


def test_equal_arguments_give_equal_choices() -> None:
    """All chance is in the given random."""
    seen = watched(table("6s 7d 8d Ac | 7s Jd Qd 6c | 9s 8c Kd 9d | Th 7h Ts Jc", trump="h", stock=8)).seen(0)
    assert chosen(seen) == chosen(seen)


def test_it_remembers_that_all_trumps_are_gone() -> None:
    """Its king cannot be beaten any more, so it is led while it has the lead."""
    gone = goat_cards("6h 7h 8h 9h Jh Qh Kh Th Ah Td Ad Qd Jd 9d")
    view = goat_view("Kd 6c", (lead("Kd"), lead("6c")), stock=0)
    events = (Led(1, gone), TrickWon(1, len(gone)))
    assert chosen(Seen(view, options(), events)).move == lead("Kd")


def test_it_beats_with_what_holds_by_count() -> None:
    """With every higher card of the suit and all trumps seen, the jack takes the ten's points for good."""
    gone = goat_cards("6h 7h 8h 9h Jh Qh Kh Th Ah Ts As Ks Qs")
    view = goat_view(
        "Js 6d 7d 8c",
        (beat("Js"), passing("Js"), passing("6d"), passing("7d"), passing("8c")),
        trick=(led(3, "9s"),),
        winning=3,
        stock=4,
    )
    events = (Led(1, gone), TrickWon(1, len(gone)), Led(3, goat_cards("9s")))
    assert chosen(Seen(view, options(), events)).move == beat("Js")


def test_it_declares_molodka_against_a_rich_trick() -> None:
    """Four strong cards take back all that lies, and what they fetch besides (G34)."""
    view = goat_view(
        "Ad Td Kd Qd",
        (passing("Ad"), passing("Td"), passing("Kd"), passing("Qd"), Molodka()),
        trick=(led(1, "As"), passed(2), passed(3)),
        winning=1,
    )
    assert chosen(Seen(view, options())).move == Molodka()


def test_an_only_move_is_sure() -> None:
    """There is nothing to think about."""
    choice = chosen(Seen(goat_view("6h", (lead("6h"),), stock=0), options()))
    assert (choice.move, choice.sure, choice.why.code) == (lead("6h"), 1.0, "why.only")


def test_asked_out_of_turn_it_arms() -> None:
    """It is all that may be done there (G41)."""
    state = table("7c Kc 8s 9h | 9c 6s 7s Qh | Ad Kd 9d 6d | Jc Ts 8d Tc", trump="h", stock=8)
    assert chosen(watched(state).seen(2)).move == Arm()
