"""The bot of last resort: any legal move, for games that have no bot of their own."""

from random import Random

from tuicards.bots.choice import Choice, Thinking
from tuicards.bots.seen import Seen
from tuicards.games.api import Fact, Move, TableView

IDLE = frozenset({"arm", "disarm", "resign", "concede"})
"""Names of moves that give up, or do not bring the table further."""


def move_name(move: Move) -> str:
    """The move's tag."""
    return str(type(move).__struct_config__.tag)


def real_moves(view: TableView) -> tuple[Move, ...]:
    """The legal moves that carry the game on; all legal moves where none does."""
    return tuple(move for move in view.legal if move_name(move) not in IDLE) or view.legal


def any_move(seen: Seen, chance: Random, thinking: Thinking) -> Choice:
    """A random legal move that carries the game on."""
    return Choice(chance.choice(real_moves(seen.view)), Fact("why.any"))
