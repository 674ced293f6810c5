"""What each setting can be, from a file's value or from text. A wrong one is an error that says what is right."""

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Literal, TypeAlias, get_args, get_origin, get_type_hints

from tuicards.errors import PlayerError, SetupError
from tuicards.games.goat import SUITS
from tuicards.games.rage import COLOURS
from tuicards.locale.languages import LANGUAGES
from tuicards.settings import NAMES, Settings

Clean: TypeAlias = Callable[[str], str]
"""Makes a name one that servers take. Raises PlayerError with `why`."""

Kind: TypeAlias = Literal["bool", "choice", "seconds", "letters", "language", "name"]

LONGEST_PAUSE = 10.0
SHOWN = 40
"""So much of a wrong value is shown."""

WORDS: Mapping[str, bool] = MappingProxyType(
    {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}
)
"""How the environment and flags say yes and no."""

LETTERS: Mapping[str, str] = MappingProxyType({"colours": "".join(COLOURS), "suits": "".join(SUITS)})
"""The settings that put letters in order, with the letters."""

HINTS: Mapping[str, Any] = MappingProxyType(get_type_hints(Settings))


def kind_of(name: str) -> Kind:
    """What kind of value a setting has."""
    if get_origin(HINTS[name]) is Literal:
        return "choice"
    if HINTS[name] is bool:
        return "bool"
    if HINTS[name] is float:
        return "seconds"
    return "letters" if name in LETTERS else "language" if name == "language" else "name"


KINDS: Mapping[str, Kind] = MappingProxyType({name: kind_of(name) for name in NAMES})


def possible(name: str) -> tuple[str, ...]:
    """The values that a setting can have, where they are few; else the letters to put in order, or nothing."""
    match KINDS[name]:
        case "choice":
            return get_args(HINTS[name])
        case "bool":
            return ("true", "false")
        case "language":
            return tuple(LANGUAGES)
        case "letters":
            return (LETTERS[name],)
        case _:
            return ()


def checked(name: str, value: object, place: str, clean: Clean = str) -> Any:
    """The value as it counts. Raises SetupError `settings.bad.KIND`; `place` says where the value stands."""
    kind = KINDS[name]
    good = CHECKS[kind](name, value)
    if good is None:
        raise _wrong(name, value, place, kind)
    return _clean_name(name, good, place, clean) if kind == "name" else good


def checked_text(name: str, text: str, place: str, clean: Clean = str) -> Any:
    """The value that a text means. Raises SetupError `settings.bad.KIND`."""
    value: object = text
    if KINDS[name] == "bool":
        value = WORDS.get(text.strip().casefold(), text)
    elif KINDS[name] == "seconds":
        value = _number(text)
    return checked(name, text if value is None else value, place, clean)


def _wrong(name: str, value: object, place: str, kind: Kind, **more: str) -> SetupError:
    shown = str(value) if isinstance(value, (str, int, float)) else type(value).__name__
    return SetupError(
        f"settings.bad.{kind}", place=place, key=name, value=shown[:SHOWN], known=possible(name), **more
    )


def _clean_name(name: str, value: str, place: str, clean: Clean) -> str:
    try:
        return clean(value) if value else ""
    except PlayerError as error:
        raise _wrong(name, value, place, "name", why=str(error.params.get("why", "characters"))) from None


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _bool(name: str, value: object) -> bool | None:
    return value if isinstance(value, bool) else None


def _choice(name: str, value: object) -> str | None:
    return value if isinstance(value, str) and value in possible(name) else None


def _seconds(name: str, value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return float(value) if 0 <= value <= LONGEST_PAUSE and math.isfinite(value) else None


def _letters(name: str, value: object) -> str | None:
    letters = LETTERS[name]
    if not isinstance(value, str):
        return None
    folded = value.upper() if letters.isupper() else value.lower()
    return folded if sorted(folded) == sorted(letters) else None


def _language(name: str, value: object) -> str | None:
    return value if isinstance(value, str) and (not value or value in LANGUAGES) else None


def _name(name: str, value: object) -> str | None:
    return value if isinstance(value, str) else None


CHECKS: Mapping[Kind, Callable[[str, object], Any]] = MappingProxyType({
    "bool": _bool, "choice": _choice, "seconds": _seconds, "letters": _letters, "language": _language, "name": _name,
})  # fmt: skip
