"""What is played for a seat whose time is up."""

from tuicards.games.api import Seat
from tuicards.games.rage.cards import COLOUR_OF, EYE_ORDER, RANK_OF
from tuicards.games.rage.moves import Play, RageMove
from tuicards.games.rage.projection import legal
from tuicards.games.rage.state import State


def silent_move(state: State, seat: Seat) -> RageMove:
    """The lowest bid that is allowed; the lowest number card that may be played, red before orange and so on.

    A special card only where no number card may be played: Bonus, Mad, Change, Out, Wild in this order. A card that
    names a colour names the first one.
    """
    return min(legal(state, seat), key=_price)


def _price(move: RageMove) -> tuple[bool, int, int]:
    if isinstance(move, Play):
        return COLOUR_OF[move.card] is None, RANK_OF[move.card], EYE_ORDER[move.card]
    return False, move.tricks, 0
