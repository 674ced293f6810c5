"""The book of blunders: positions in which some moves are foolish, for whoever plays there."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from tuicards.bots.api import LEVELS, Choice, choose
from tuicards.bots.position import Position, read, situation
from tuicards.games import GAMES

FOLDER = Path(__file__).parent

RANKING = ("easy", "normal", "hard", "expert")

OFTEN, SELDOM = tuple(range(1, 31)), (1, 2, 3)

SEEDS: Mapping[str, tuple[int, ...]] = MappingProxyType(
    {"easy": OFTEN, "normal": OFTEN, "hard": OFTEN, "expert": SELDOM}
)
"""What a level is tried with. One that takes any of several moves has to be tried often; the expert is slow."""


def book(folder: Path = FOLDER) -> Iterator[tuple[str, Position]]:
    """Name and position of every file."""
    for path in sorted(folder.glob("*/*.json")):
        yield f"{path.parent.name}/{path.stem}", read(path)


def judged(position: Position) -> tuple[str, ...]:
    """The levels that have to know better there."""
    return tuple(level for level in LEVELS if RANKING.index(level) >= RANKING.index(position.least))


def answer(position: Position, level: str, seed: int) -> Choice:
    """What a level does there. The seed deals what is hidden, too."""
    return choose(GAMES[position.game], level, situation(position, seed).seen, seed)


def blunders(position: Position, level: str, seeds: tuple[int, ...] = ()) -> list[str]:
    """The wrong moves that a level makes there, one for each seed at most; the seeds are the level's by default."""
    game = GAMES[position.game]
    moves = [answer(position, level, seed).move for seed in seeds or SEEDS[level]]
    return [game.format_move(move) for move in moves if position.faults(move)]
