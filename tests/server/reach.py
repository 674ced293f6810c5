"""Whether a test may come to call something, as far as its source tells."""

import inspect
from collections.abc import Iterable, Iterator
from types import CodeType, FunctionType, ModuleType

OURS = "tests."
"""What is defined elsewhere is not looked into."""


def reaches(begin: Iterable[object], aims: Iterable[object]) -> bool:
    """Whether one of the first, or what they name in turn, names one of the aims."""
    sought = {id(inspect.unwrap(aim)) for aim in aims if callable(aim)}
    seen: dict[int, object] = {}
    ahead = list(begin)
    while ahead:
        thing = ahead.pop()
        thing = inspect.unwrap(thing) if callable(thing) else thing
        if id(thing) in sought:
            return True
        if id(thing) not in seen:
            seen[id(thing)] = thing
            ahead += _named_by(thing)
    return False


def _named_by(thing: object) -> Iterator[object]:
    match thing:
        case FunctionType() if thing.__module__.startswith(OURS):
            yield from _named_in(thing)
        case type() if thing.__module__.startswith(OURS):
            yield from (*thing.__bases__, *vars(thing).values())
        case classmethod() | staticmethod():
            yield thing.__func__
        case property():
            yield thing.fget
        case dict():
            yield from thing.values()
        case tuple() | list():
            yield from thing


def _named_in(function: FunctionType) -> Iterator[object]:
    """What its names stand for: in its module, and in the modules among them."""
    names = set(_names(function.__code__))
    found = [function.__globals__[name] for name in names if name in function.__globals__]
    modules = [thing for thing in found if isinstance(thing, ModuleType) and thing.__name__.startswith(OURS)]
    yield from found
    yield from (vars(module)[name] for module in modules for name in names if name in vars(module))


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)
