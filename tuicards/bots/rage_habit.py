"""Which of a seat's moves the learned policy of the Rage simulator would make."""

from collections.abc import Sequence
from typing import Any

from tuicards.bots.compiled import Functions
from tuicards.bots.rage_sim_layout import BEST, EXTRA, LAID, LED, LEFT, TRUMP
from tuicards.bots.rage_sim_setup import move_of
from tuicards.games.rage import Play, RageMove


def habit(run: Functions, s: Any, rules: Any, tables: Sequence[Any], seat: int, moves: Sequence[RageMove]) -> int:
    """The place among the moves of the one that the policy makes, or of a card like it; 0 without any."""
    high, count = tables
    wanted = run.rule(s, rules, high, count, seat, s[LAID], s[LED], s[TRUMP], s[LEFT], s[BEST], s[EXTRA])
    codes = [move_of(move) if isinstance(move, Play) else -1 for move in moves]
    alike = [at for at, code in enumerate(codes) if code <= wanted and code >> 4 == wanted >> 4]
    return alike[-1] if alike else 0
