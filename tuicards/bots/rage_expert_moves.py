"""Rage moves that differ in what they can lead to."""

from collections.abc import Collection

from tuicards.bots.rage_memory import IDS, SPECIAL
from tuicards.games.rage import Play, RageMove, RageView


def distinct(view: RageView, unseen: Collection[int]) -> list[RageMove]:
    """The legal moves, one of each kind.

    Cards of a colour are of one kind where no card between them is unseen, or lies in the trick. Once a colour is
    led, so are the colours that a Wild wins nothing by.
    """
    between = {*unseen, *(IDS[played.card] for played in view.trick)}
    kept: list[RageMove] = []
    lower, loser = -1, False
    for move in view.legal:
        card = IDS[move.card] if isinstance(move, Play) else -1
        if isinstance(move, Play) and move.card == "WI" and view.led and move.colour not in (view.led, view.trump):
            if not loser:
                kept.append(move)
            loser = True
        elif not _alike(lower, card, between):
            kept.append(move)
        lower = card
    return kept


def _alike(lower: int, higher: int, between: Collection[int]) -> bool:
    """Whether two cards, next to each other in a hand, are of one kind."""
    if lower < 0 or higher < 0 or lower >> 4 != higher >> 4 or higher >> 4 == SPECIAL:
        return False
    return not any(card in between for card in range(lower + 1, higher))
