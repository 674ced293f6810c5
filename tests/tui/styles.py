"""The style sheets of the program and of the toolkit, parsed once for all tests instead of once for each app."""

from typing import Any

from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

_parsed: dict[tuple[object, ...], list[RuleSet]] = {}
_parse: Any = Stylesheet._parse_rules


def parsed_once(self: Stylesheet, css: str, read_from: Any, *rest: Any, **named: Any) -> list[RuleSet]:
    """The rules of a style sheet, parsed only where these variables are new."""
    key = (css, read_from, *rest, *sorted(named.items()), frozenset(self._variables.items()))
    if key not in _parsed:
        _parsed[key] = _parse(self, css, read_from, *rest, **named)
    return _parsed[key]
