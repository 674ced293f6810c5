"""Brings the gettext catalogues up to the English phrases, and makes the files that the program reads.

`python -m tests.locale.catalogues` rewrites every .po: new phrases come in untranslated, those that are gone go out,
a translation stays with its code and is marked fuzzy when its English has changed. Then each .mo is made anew.
"""

import io
import sys
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from tuicards.games import GAMES
from tuicards.locale.en import PHRASES
from tuicards.locale.languages import DOMAIN, ENGLISH, FOLDER, LANGUAGES
from tuicards.phrase import Phrases, Plural

DOMAINS: Mapping[str, Phrases] = {DOMAIN: PHRASES, **{game.name: game.phrases for game in GAMES.values()}}
UNDATED = datetime(2000, 1, 1, tzinfo=UTC)
"""Stands for all dates, so that equal catalogues are equal files."""
TRANSLATED = tuple(code for code in LANGUAGES if code != ENGLISH.code)


def path_of(language: str, domain: str) -> Path:
    """Where a catalogue is kept as text."""
    return FOLDER / language / "LC_MESSAGES" / f"{domain}.po"


def read(language: str, domain: str) -> Catalog:
    """The catalogue as it is kept; an empty one where there is none yet."""
    path = path_of(language, domain)
    catalogue = Catalog(locale=language, domain=domain)
    if path.is_file():
        with path.open("rb") as file:
            catalogue = read_po(file, locale=language, domain=domain)
    catalogue.project, catalogue.version, catalogue.msgid_bugs_address = "tuicards", "1", "none"
    catalogue.last_translator, catalogue.language_team = "none", language
    catalogue.creation_date = catalogue.revision_date = UNDATED
    return catalogue


def brought_up(old: Catalog, phrases: Phrases) -> Catalog:
    """The catalogue with exactly these phrases, in this order."""
    new = Catalog(
        locale=old.locale, domain=old.domain, header_comment="# tuicards", project="tuicards", version="1",
        msgid_bugs_address="none", last_translator="none", language_team=str(old.locale), fuzzy=False,
        creation_date=UNDATED, revision_date=UNDATED,
    )  # fmt: skip
    kept = {message.context: message for message in old if message.id}
    for code, phrase in phrases.items():
        ids = (phrase.one, phrase.other) if isinstance(phrase, Plural) else phrase
        before = kept.get(code)
        same_kind = before is not None and isinstance(before.id, tuple) == isinstance(ids, tuple)
        string = before.string if before is not None and same_kind else None
        changed = before is not None and same_kind and (before.fuzzy or before.id != ids)
        new.add(ids, string, context=code, flags=("fuzzy",) if changed and _said(string) else ())
    return new


def _said(string: object) -> bool:
    return any(string) if isinstance(string, (tuple, list)) else bool(string)


def as_text(catalogue: Catalog) -> bytes:
    """The catalogue as a .po file."""
    out = io.BytesIO()
    write_po(out, catalogue, width=0)
    return out.getvalue()


def compiled(catalogue: Catalog) -> bytes:
    """The catalogue as a .mo file: translated messages only, none of them fuzzy."""
    out = io.BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def catalogues() -> Iterator[tuple[str, str]]:
    """Language and domain of each catalogue."""
    return ((language, domain) for language in TRANSLATED for domain in DOMAINS)


def main() -> int:
    for language, domain in catalogues():
        path = path_of(language, domain)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(as_text(brought_up(read(language, domain), DOMAINS[domain])))
        path.with_suffix(".mo").write_bytes(compiled(read(language, domain)))
        print(f"{path.relative_to(FOLDER)}: {_open(language, domain)} to translate")
    return 0


def _open(language: str, domain: str) -> int:
    return sum(1 for message in read(language, domain) if message.id and (message.fuzzy or not _said(message.string)))


if __name__ == "__main__":
    sys.exit(main())
