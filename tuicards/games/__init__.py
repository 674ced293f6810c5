"""The games, pure: no clock, no chance but Dice, no I/O. A game is one module and one line here."""

from collections.abc import Mapping
from types import MappingProxyType

from tuicards.errors import BadOptions
from tuicards.games.api import AnyGame
from tuicards.games.goat import GOAT
from tuicards.games.rage import RAGE

GAMES: Mapping[str, AnyGame] = MappingProxyType({game.name: game for game in (RAGE, GOAT)})


def game_named(name: str) -> AnyGame:
    """The registered game of that name. Raises BadOptions `unknown_game`."""
    if name not in GAMES:
        raise BadOptions("unknown_game", game=name, known=tuple(GAMES))
    return GAMES[name]
