"""Penalty points, and what four cards are a molodka (G30, G48-G50)."""

from collections.abc import Sequence

from tuicards.games.goat.cards import HAND, Card
from tuicards.games.goat.options import Options


def is_molodka(hand: Sequence[Card], options: Options, trump: str) -> bool:
    """Exactly four cards, all of one suit (G30); under `molodka_suit=trump` of the trump suit."""
    if len(hand) != HAND or not hand[0][1] == hand[1][1] == hand[2][1] == hand[3][1]:
        return False
    return options.molodka_suit == "any" or hand[0][1] == trump


def penalties(pile_points: tuple[int, int], tricks: tuple[int, int], options: Options) -> tuple[int, int]:
    """Penalty points of each team for one game (G49, G50), before a game that counts double is doubled."""
    ours, theirs = pile_points
    if ours == theirs:
        return (2, 2) if options.eggs == "two_each" else (0, 0)
    loser = 0 if ours < theirs else 1
    penalty = 6 if tricks[loser] == 0 else 4 if pile_points[loser] < 31 else 2
    return (penalty, 0) if loser == 0 else (0, penalty)
