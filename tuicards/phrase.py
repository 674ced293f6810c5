"""What a vocabulary is made of: English templates by code."""

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias


class Plural(NamedTuple):
    """A phrase whose form depends on a number: `by` names the parameter that holds it.

    English has two forms; other languages have as many as they need.
    """

    by: str
    one: str
    other: str


Phrase: TypeAlias = str | Plural

Phrases: TypeAlias = Mapping[str, Phrase]
"""English by code, as a game or a part of the program brings it."""


def forms(phrase: Phrase) -> tuple[str, ...]:
    """Every English form of a phrase."""
    return (phrase,) if isinstance(phrase, str) else (phrase.one, phrase.other)
