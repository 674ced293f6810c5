"""Goat, easy: beatable, not silly. Trump is hearts."""

from random import Random

from tests.bots.views import beat, beaten, goat_view, lead, led, passed, passing
from tuicards.bots.choice import Thinking
from tuicards.bots.goat_easy import goat_easy
from tuicards.bots.seen import Seen
from tuicards.games.api import Move
from tuicards.games.goat import GoatView, Molodka
from tuicards.games.goat.options import Options


def share(view: GoatView, *moves: Move) -> float:
    """How often it plays one of these."""
    played = [goat_easy(Seen(view, Options()), Random(seed), Thinking()).move for seed in range(300)]
    return sum(move in moves for move in played) / len(played)


def test_it_seldom_throws_an_ace_on_the_rivals_trick() -> None:
    """A slip now and then, no habit."""
    view = goat_view(
        "Ad Ah 7c 8c",
        (passing("Ad"), passing("Ah"), passing("7c"), passing("8c")),
        trick=(led(2, "9s"), beaten(3, "As")),
        winning=3,
    )
    assert 0 < share(view, passing("Ad"), passing("Ah")) < 0.25


def test_it_takes_the_rivals_trick_with_the_cheapest_card() -> None:
    """The six of trumps, not the ace."""
    view = goat_view(
        "6h Ah 6d 7c",
        (beat("6h"), beat("Ah"), passing("6h"), passing("Ah"), passing("6d"), passing("7c")),
        trick=(led(1, "Ts"), passed(2), passed(3)),
        winning=1,
    )
    assert share(view, beat("6h")) > 0.4
    assert share(view, beat("Ah")) < 0.1


def test_it_sees_every_other_molodka() -> None:
    """And leads its long suit without one."""
    view = goat_view("Ad Td Kd 7c", (lead("Ad"), lead("7c"), lead("Kd Td Ad")))
    assert share(view, lead("Kd Td Ad")) > 0.6
    hand = goat_view("Ad Td Kd Qd", (passing("Ad"), Molodka()), trick=(led(1, "As"),), winning=1)
    assert 0.35 < share(hand, Molodka()) < 0.7
