"""The chance that a hand beats a set equals the count of all hands."""

from itertools import combinations

import pytest

from tests.bots.views import goat_cards
from tuicards.bots.goat_chances import chance_at_a_glance, chance_to_beat
from tuicards.games.goat import Card, beats

POOL = goat_cards("6s 9s As 6h Th 7d Kc 8s Jh")


@pytest.mark.parametrize(
    ("cards", "led"), [("7s", "s"), ("7s Ks", "s"), ("7h", "h"), ("8s Ts As", "s"), ("9h As", "s"), ("Ah", "h")]
)
@pytest.mark.parametrize("held", [1, 3, 4])
def test_the_chance_is_the_share_of_hands_that_can_beat(cards: str, led: str, held: int) -> None:
    """Every hand of the pool, every answer out of it (G19), trump hearts."""
    hands = list(combinations(POOL, held))
    able = sum(_can(hand, goat_cards(cards)) for hand in hands)
    assert chance_to_beat(goat_cards(cards), led, "h", POOL, held) == pytest.approx(able / len(hands))


def test_a_glance_tells_better_cards_from_worse() -> None:
    """High cards hold better than low ones, sets than cards, trumps better still, and the ace of trumps always."""
    sets = ("6s", "Ks", "6s Ks", "7h", "7h Ah")
    chances = [chance_at_a_glance(goat_cards(cards), "h" if "h" in cards else "s", "h", POOL, 4) for cards in sets]
    assert chances == sorted(chances, reverse=True)
    assert chances[-1] == 0.0


def _can(hand: tuple[Card, ...], cards: tuple[Card, ...]) -> bool:
    return any(beats(answer, cards, "h") for answer in combinations(hand, len(cards)))
