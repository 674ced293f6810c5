"""The languages one can read the program in: English, and those with a gettext catalogue here.

In a catalogue the context of a message is its code and the message itself the English phrase. Codes that
belong to no single game are in the domain `tuicards`, those of a game in the domain of the game's name.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from gettext import NullTranslations, translation
from pathlib import Path
from types import MappingProxyType
from typing import Any

from tuicards.games.api import AnyGame
from tuicards.locale.en import PHRASES
from tuicards.phrase import Phrase, Phrases, Plural

FOLDER = Path(__file__).parent
DOMAIN = "tuicards"


@dataclass(frozen=True)
class Language:
    """A language by its code, with its own name for itself."""

    code: str
    name: str

    def catalogue(self, domain: str) -> NullTranslations:
        """The translations of a domain; where there are none, English stays English."""
        return translation(domain, FOLDER, [self.code], fallback=True)


ENGLISH = Language("en", "English")

LANGUAGES: Mapping[str, Language] = MappingProxyType({
    language.code: language
    for language in (ENGLISH, Language("es", "Español"), Language("th", "ไทย"), Language("ru", "Русский"))
})  # fmt: skip


class Vocabulary:
    """All templates that one reader at one table may need: the program's, and over them the game's."""

    def __init__(self, language: Language, game: AnyGame | None) -> None:
        self._shared: tuple[Phrases, NullTranslations] = (PHRASES, language.catalogue(DOMAIN))
        self._own: tuple[Phrases, NullTranslations] = (
            (game.phrases, language.catalogue(game.name)) if game is not None else ({}, NullTranslations())
        )

    def __contains__(self, code: str) -> bool:
        return code in self._own[0] or code in self._shared[0]

    def template(self, code: str, params: Mapping[str, Any]) -> str | None:
        """The template for a code, in the form that its number asks for; None for a code that nobody knows."""
        for phrases, catalogue in (self._own, self._shared):
            if code in phrases:
                return _translated(catalogue, code, phrases[code], params)
        return None


def vocabulary(language: Language, game: AnyGame | None) -> Vocabulary:
    """The vocabulary of a language, with a game's own words when there is a game."""
    known: Any = game
    return _vocabulary(language, known)


@cache
def _vocabulary(language: Language, game: Any) -> Vocabulary:
    return Vocabulary(language, game)


def language_for(environ: Mapping[str, str] = os.environ) -> Language:
    """The language that the locale asks for, as gettext reads it; English where it is none of ours."""
    named = next((environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(name)), "C")
    plain = named.partition(".")[0] in ("C", "POSIX")
    wishes = [] if plain else [*environ.get("LANGUAGE", "").split(":"), named]
    codes = [wish.partition(".")[0].partition("_")[0].lower() for wish in wishes]
    return next((LANGUAGES[code] for code in codes if code in LANGUAGES), ENGLISH)


def _translated(catalogue: NullTranslations, code: str, phrase: Phrase, params: Mapping[str, Any]) -> str:
    if not isinstance(phrase, Plural):
        return catalogue.pgettext(code, phrase)
    number = params.get(phrase.by)
    return catalogue.npgettext(code, phrase.one, phrase.other, number if isinstance(number, int) else 2)
