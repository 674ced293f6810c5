"""Who plays in an arena: a level, a brain by its import path, or a command that speaks the protocol."""

import csv
import importlib
import os
import sys
from collections.abc import Sequence
from functools import reduce
from typing import Any

import msgspec

from tuicards.bots.anything import any_move
from tuicards.bots.api import BRAINS, LEVELS
from tuicards.bots.choice import Brain, Thinking
from tuicards.errors import BadOptions, SetupError

COMMAND = "cmd:"


class Entrant(msgspec.Struct, frozen=True, omit_defaults=True):
    """A bot as it was named, and what limits its thinking: `worlds` to look at, or `budget` seconds a move."""

    name: str
    worlds: int | None = None
    budget: float | None = None

    @property
    def command(self) -> str:
        """The command line of an outside bot; empty for all others."""
        return self.name.removeprefix(COMMAND) if self.name.startswith(COMMAND) else ""

    @property
    def level(self) -> str:
        """The level, or the import path, without its limit."""
        return self.name.partition("@")[0]

    def thinking(self) -> Thinking:
        """For one move, from now."""
        return Thinking(self.budget, worlds=self.worlds)


def entrants(text: str, worlds: int | None = None, budget: float | None = None) -> tuple[Entrant, ...]:
    """The bots of a list with commas; a name that holds a comma stands in double quotes.

    `NAME@300` looks at 300 worlds, `NAME@0.2s` thinks 0.2 seconds; `worlds` and `budget` are for all the others.
    Raises BadOptions `unknown_level`, SetupError `arena.bad_limit`, `arena.no_such_brain`.
    """
    names = [name.strip() for name in next(csv.reader([text], skipinitialspace=True), [])]
    found = tuple(_entrant(name, worlds, budget) for name in names)
    for entrant in found:
        if not entrant.command:
            brain_of("", entrant)
    return found


def _entrant(name: str, worlds: int | None, budget: float | None) -> Entrant:
    _, limited, limit = name.partition("@")
    if name.startswith(COMMAND) or not limited:
        return Entrant(name, worlds, budget)
    seconds = limit.endswith("s")
    try:
        return (
            Entrant(name, budget=_above_0(limit[:-1])) if seconds else Entrant(name, int(_above_0(str(int(limit)))))
        )
    except ValueError:
        raise SetupError("arena.bad_limit", text=name[:60]) from None


def _above_0(text: str) -> float:
    number = float(text)
    if not 0 < number < float("inf"):
        raise ValueError(text)
    return number


def brain_of(game: str, entrant: Entrant) -> Brain:
    """What chooses for a bot that is no command.

    Raises BadOptions `unknown_level`, SetupError `arena.no_such_brain`.
    """
    name = entrant.level
    if ":" in name:
        return _imported(name)
    if name not in LEVELS:
        raise BadOptions("unknown_level", level=name[:60], known=LEVELS)
    return BRAINS.get((game, name), any_move)


def _imported(path: str) -> Brain:
    """The brain at `module:function`; modules of the folder one is in count too."""
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    module, _, name = path.partition(":")
    try:
        brain: Any = reduce(getattr, name.split("."), importlib.import_module(module))
    except Exception as error:
        raise SetupError(
            "arena.no_such_brain", text=path[:60], why=f"{type(error).__name__}: {error}"[:200]
        ) from None
    if not callable(brain):
        raise SetupError("arena.no_such_brain", text=path[:60], why=f"{name} cannot be called")
    chosen: Brain = brain
    return chosen


def distinct(found: Sequence[Entrant]) -> tuple[Entrant, ...]:
    """Each bot once, in the order of the first time."""
    return tuple(dict.fromkeys(found))
