"""The simulators' functions, compiled where the extra `fast` (numba) is installed: the same source, only quicker.

A simulator's modules hold plain functions over flat lists of whole numbers; compiled, the lists are arrays of int64.
Nothing is compiled, and numba is not imported, before somebody asks for functions. What was compiled is kept in the
user's cache folder (XDG_CACHE_HOME), or nowhere where that cannot be written.
"""

import hashlib
import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

Function = Callable[..., Any]


class Functions:
    """A simulator's functions by name, and the kind of list that they take."""

    def __init__(self, functions: Mapping[str, Function], ints: Callable[[Iterable[int]], Any], quick: bool) -> None:
        self.ints = ints
        """Makes such a list out of numbers; it copies."""
        self.quick = quick
        """Whether they are compiled."""
        self._functions = functions

    def __getattr__(self, name: str) -> Function:
        try:
            return self._functions[name]
        except KeyError:
            raise AttributeError(name) from None


_switched_off: list[bool] = []


def switch_off() -> None:
    """From now on this process compiles nothing: it has no time to, or must not."""
    _switched_off.append(True)


def available() -> bool:
    """Whether functions can be compiled here; it imports nothing."""
    return not _switched_off and find_spec("numba") is not None


@lru_cache(maxsize=16)
def functions_of(*modules: str, pure: bool = False) -> Functions:
    """The functions of the modules, those that are called before those that call; compiled unless `pure`.

    Without numba, or where it is told not to compile, they are what the modules hold: over arrays they would be
    slow, and wrong beyond 64 bits. They are compiled when they are first called, once a process.
    """
    loaded = [import_module(name) for name in modules]
    if pure or not available() or import_module("numba").config.DISABLE_JIT:
        return Functions({name: function for module in loaded for name, function in _own(module)}, list, quick=False)
    return _compiled(loaded)


def _own(module: ModuleType) -> list[tuple[str, FunctionType]]:
    """The functions that a module itself defines, in the order of its source."""
    return [
        (name, value)
        for name, value in vars(module).items()
        if isinstance(value, FunctionType) and value.__module__ == module.__name__
    ]


def _compiled(modules: Sequence[ModuleType]) -> Functions:
    numba, numpy = import_module("numba"), import_module("numpy")
    keeps = _keep_under(_cache_folder(modules))
    made: dict[str, Function] = {}
    for module in modules:
        scope = dict(vars(module))
        scope.update({name: made[name] for name in made if name in scope})
        for name, function in _own(module):
            copy = FunctionType(function.__code__, scope, name)
            copy.__module__ = module.__name__
            scope[name] = made[name] = numba.njit(cache=keeps, nogil=True)(copy)
    numba.config.CACHE_DIR = ""

    def ints(values: Iterable[int]) -> Any:
        return numpy.array(list(values), numpy.int64)

    return Functions(made, ints, quick=True)


def _cache_folder(modules: Sequence[ModuleType]) -> Path:
    """A folder of its own for every version of the sources: a changed callee must not be found compiled."""
    sources = "".join(inspect.getsource(module) for module in modules)
    appdirs = import_module("numba.misc.appdirs")
    version = hashlib.sha256(sources.encode()).hexdigest()[:16]
    return Path(appdirs.user_cache_dir("tuicards", False)) / "compiled" / version


def _keep_under(folder: Path) -> bool:
    """Have numba keep what it compiles in the folder; False where nothing can be written there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / "probe"
        probe.touch()
        probe.unlink(missing_ok=True)
    except OSError:
        return False
    import_module("numba").config.CACHE_DIR = str(folder)
    return True
