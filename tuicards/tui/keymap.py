"""Which keys do what: all ids with their usual keys, and whether the keys that somebody chose can be had."""

import importlib
import inspect
import pkgutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from types import MappingProxyType

from textual.binding import Binding
from textual.keys import KEY_TO_UNICODE_NAME, Keys, _normalize_key_list, key_to_character

from tuicards.errors import SetupError
from tuicards.layouts import latin
from tuicards.tui import screens, widgets

EVERYWHERE = "app"
"""Ids of what works on every screen begin with this."""

NEEDED = frozenset({"up", "down", "left", "right", "enter", "space", "tab", "escape", *"0123456789"})
"""With these alone everything can be played; nothing else may take them."""

EXAMPLES = ("enter", "space", "pageup", "question_mark", "ctrl+g", "shift+f5")
MODIFIERS = frozenset({"ctrl", "shift", "alt", "super", "meta", "hyper"})
SHOWN = 40


@dataclass(frozen=True)
class Known:
    """What an id stands for: its usual keys, and the codes of its name and of what it does."""

    keys: tuple[str, ...]
    name: str
    tip: str
    priority: bool
    """Whether it works while one types."""


@cache
def known_keys() -> Mapping[str, Known]:
    """Everything that a key does, by id, in the order in which the program declares it."""
    found: dict[str, Known] = {}
    for binding in _declared():
        if binding.id and binding.action:
            before = found[binding.id].keys if binding.id in found else ()
            keys = tuple(dict.fromkeys((*before, binding.key)))
            found[binding.id] = Known(keys, binding.description, binding.tooltip, binding.priority)
    return MappingProxyType(found)


def _declared() -> Iterator[Binding]:
    modules = ["tuicards.tui.personal", "tuicards.tui.app"]
    for package in (screens, widgets):
        modules += [f"{package.__name__}.{module.name}" for module in pkgutil.iter_modules(package.__path__)]
    for name in modules:
        for owner in vars(importlib.import_module(name)).values():
            if inspect.isclass(owner) and owner.__module__ == name:
                yield from Binding.make_bindings(vars(owner).get("BINDINGS", ()))


def check_keys(keys: Mapping[str, str], places: Mapping[str, str]) -> tuple[dict[str, str], tuple[SetupError, ...]]:
    """The keys that can be had, as the toolkit names them, and a fault for each other.

    `places` tells by `keys.ID` where each was asked for.
    """
    good: dict[str, str] = {}
    faults: list[SetupError] = []
    for name, wish in keys.items():
        place = places.get(f"keys.{name}", "")
        try:
            good[name] = ",".join(_keys_of(name, wish, place))
        except SetupError as error:
            faults.append(error)
    return _without_clashes(good, places, faults), tuple(faults)


def _keys_of(name: str, wish: str, place: str) -> list[str]:
    """Raises SetupError for an unknown id and for what is no key, or not one to be had."""
    known = known_keys()
    if name not in known:
        like = get_close_matches(name, known, 3, 0.3) or list(known)[:3]
        raise SetupError("settings.keys.unknown", place=place, key=name[:SHOWN], known=tuple(like))
    keys = []
    for text in wish.split(","):
        one = _normalize_key_list(latin(text.strip()) or text.strip())
        about = {"place": place, "key": name, "value": text.strip()[:SHOWN]}
        if not is_key(one):
            raise SetupError("settings.keys.no_key", known=EXAMPLES, **about)
        if one in NEEDED and one not in known[name].keys:
            raise SetupError("settings.keys.needed", **about)
        if known[name].priority and key_to_character(one):
            raise SetupError("settings.keys.typed", **about)
        keys.append(one)
    return keys


def is_key(text: str) -> bool:
    """Whether a terminal may send a key of this name."""
    *modifiers, key = text.split("+")
    if not set(modifiers) <= MODIFIERS or len(set(modifiers)) != len(modifiers):
        return False
    return key in {one.value for one in Keys} or key in KEY_TO_UNICODE_NAME or bool(key_to_character(key))


def _without_clashes(keys: Mapping[str, str], places: Mapping[str, str], faults: list[SetupError]) -> dict[str, str]:
    """Leaves out whatever would take a key from something else that works at the same time."""
    good = dict(keys)
    while clash := next(_clashes(good), None):
        name, other, key = clash
        place = places.get(f"keys.{name}", "")
        faults.append(SetupError("settings.keys.clash", place=place, key=name, value=key, other=other))
        del good[name]
    return good


def _clashes(keys: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """A changed id, another id, and the key that both would have; the one asked for last first."""
    owners: dict[str, list[str]] = {}
    for name, known in known_keys().items():
        for key in keys[name].split(",") if name in keys else known.keys:
            owners.setdefault(key, []).append(name)
    for name in reversed(list(keys)):
        for key in keys[name].split(","):
            for other in owners[key]:
                if other != name and _together(name, other):
                    yield name, other, key


def _together(one: str, other: str) -> bool:
    """Whether two ids work on the same screen."""
    parts = one.partition(".")[0], other.partition(".")[0]
    return parts[0] == parts[1] or EVERYWHERE in parts
