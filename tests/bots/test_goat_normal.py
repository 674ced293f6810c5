"""Goat, normal: positions with the move that is right, or the moves that are wrong. Trump is hearts."""

from random import Random

from tests.bots.views import beat, beaten, goat_view, lead, led, passed, passing
from tuicards.bots.choice import Thinking
from tuicards.bots.goat_normal import goat_normal
from tuicards.bots.seen import Seen
from tuicards.games.api import Move
from tuicards.games.goat import GoatView, Molodka
from tuicards.games.goat.options import Options


def move(view: GoatView, seed: int = 1) -> Move:
    return goat_normal(Seen(view, Options()), Random(seed), Thinking()).move


def test_it_does_not_trump_its_partners_winner() -> None:
    """Last to play, the trick is the team's already."""
    view = goat_view(
        "6h 7h 6d 7c",
        (beat("6h"), beat("7h"), passing("6h"), passing("7h"), passing("6d"), passing("7c")),
        trick=(led(1, "9s"), beaten(2, "As"), passed(3)),
        winning=2,
    )
    assert move(view) in (passing("6d"), passing("7c"))


def test_it_throws_its_points_on_the_partners_safe_trick() -> None:
    """Last to play: the ten goes home."""
    view = goat_view(
        "Td 6d 7c 8c",
        (passing("Td"), passing("6d"), passing("7c"), passing("8c")),
        trick=(led(1, "9s"), beaten(2, "As"), passed(3)),
        winning=2,
    )
    assert move(view) == passing("Td")


def test_it_throws_worthless_cards_on_the_opponents_trick() -> None:
    """No points for a trick that cannot be had."""
    view = goat_view(
        "Td Ad 7c Kc",
        (passing("Td"), passing("Ad"), passing("7c"), passing("Kc")),
        trick=(led(2, "9s"), beaten(3, "As")),
        winning=3,
        seat=0,
    )
    assert move(view) == passing("7c")


def test_last_to_play_it_takes_points_with_the_cheapest_card() -> None:
    """A ten on the table is worth the smallest trump, not a great one."""
    view = goat_view(
        "6h Ah 6d 7c",
        (beat("6h"), beat("Ah"), passing("6h"), passing("Ah"), passing("6d"), passing("7c")),
        trick=(led(1, "Ts"), passed(2), passed(3)),
        winning=1,
    )
    assert move(view) == beat("6h")


def test_it_does_not_waste_the_ace_of_trumps_on_an_empty_trick() -> None:
    """Three worthless cards are not worth the best card of the pack."""
    view = goat_view(
        "Ah 6d 7c 8c",
        (beat("Ah"), passing("Ah"), passing("6d"), passing("7c"), passing("8c")),
        trick=(led(1, "6h"), passed(2), passed(3)),
        winning=1,
    )
    assert move(view) != beat("Ah")


def test_without_a_trick_at_the_end_it_takes_the_last_one() -> None:
    """The last trick saves the team from the penalty for none, points or not."""
    view = goat_view(
        "Ah 6d",
        (beat("Ah"), passing("Ah"), passing("6d")),
        trick=(led(1, "6h"), passed(2), passed(3)),
        winning=1,
        stock=0,
        tricks=(0, 5),
    )
    assert move(view) == beat("Ah")


def test_it_leads_four_trumps_as_a_molodka() -> None:
    """Nobody is likely to beat the four best cards."""
    hand = "Qh Kh Th Ah"
    view = goat_view(hand, (*(lead(card) for card in hand.split()), lead(hand), Molodka()))
    assert move(view) in (lead(hand), Molodka())


def test_it_declares_molodka_against_an_opponents_rich_trick() -> None:
    """Strong diamonds take back a trick that would go to the other team."""
    view = goat_view(
        "Ad Td Kd Qd",
        (passing("Ad"), passing("Td"), passing("Kd"), passing("Qd"), Molodka()),
        trick=(led(1, "As"), passed(2), passed(3)),
        winning=1,
    )
    assert move(view) == Molodka()


def test_it_leads_the_ace_and_ten_of_a_plain_suit_together_rather_than_its_trumps() -> None:
    """Two strong cards of one suit are hard to beat; the trump is for later."""
    view = goat_view(
        "Ad Td 6h 7c",
        (lead("Ad"), lead("Td"), lead("Ad Td"), lead("6h"), lead("7c")),
    )
    assert move(view) == lead("Ad Td")


def test_it_never_leads_a_bare_ten_with_the_ace_at_large() -> None:
    """A ten alone is a present."""
    view = goat_view("Td 6c 7s 8s", (lead("Td"), lead("6c"), lead("7s"), lead("8s"), lead("7s 8s")))
    assert move(view) != lead("Td")


def test_it_varies_its_play_among_moves_that_look_alike() -> None:
    """Any of three low cards may be thrown, never the ten."""
    view = goat_view(
        "Td 6d 7c 8s",
        (passing("Td"), passing("6d"), passing("7c"), passing("8s")),
        trick=(led(2, "9s"), beaten(3, "As")),
        winning=3,
        seat=0,
    )
    assert {move(view, seed) for seed in range(40)} == {passing("6d"), passing("7c"), passing("8s")}
