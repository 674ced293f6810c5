"""Every word on every screen comes from the catalogues, and longer words than the English ones break nothing.

The screens are shown in a language that nobody speaks: each letter of every phrase is one of another alphabet, and
each phrase is longer by two fifths. A Latin word that is left was never translated.
"""

import re
from collections.abc import Mapping
from gettext import NullTranslations
from string import Formatter, ascii_lowercase, ascii_uppercase
from typing import Any

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

from tests.tui.pictures import screen_text
from tests.tui.scenes import CONFIG, SCENES, by_turns
from tests.tui.test_join_screen import KITCHEN, LAPTOP
from tuicards.locale.languages import Language
from tuicards.tui.app import TuiCards

STRANGE = "абвгдежзийклмнопрстуфхцчшщ"
LETTERS = str.maketrans(ascii_lowercase + ascii_uppercase, STRANGE + STRANGE.upper())

SHORT = ("letter.", "card.word.", "play.dealer")
"""Codes of what stands on cards and in columns of one cell, for which every language has something as short."""

NAMED = (
    LAPTOP.about.server, LAPTOP.address.host, "Kitchen table", KITCHEN.about.server, "Porch", "kitchen",
    "cards.example", "K7QX", "ABCD", str(CONFIG),
    "one more for Rage?", "hello all", "good luck, all",
    "Ann", "Ana", "Bot 4", "Boris", "Bo", "Cai", "Dee", "Dora", "Emil", "Fay", "Gus", "Hana",
)  # fmt: skip
"""What people have written, and places."""

AS_TYPED = re.compile(r"\b(?:WI|BO|MA|CH|OU|ROYGBP|shcd|tuicards|[fF]\d+|esc|Esc|tab|space|ctrl|[A-Za-z])\b")
"""Codes of cards, names of keys, letters for colours and suits."""


class Strange(NullTranslations):
    """Translates every phrase into words that look like nothing else."""

    def pgettext(self, context: str, message: str) -> str:
        return strange(context, message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return strange(context, msgid1 if n == 1 else msgid2)


class Nowhere(Language):
    """The language of nobody."""

    def catalogue(self, domain: str) -> NullTranslations:
        return Strange()


def strange(code: str, phrase: str) -> str:
    """The phrase in letters of the other alphabet, and with more of them; its parameters stay."""
    parts = [(text.translate(LETTERS), name) for text, name, _, _ in Formatter().parse(phrase)]
    said = "".join(text + (f"{{{name}}}" if name else "") for text, name in parts)
    letters = sum(character.isalpha() for text, _ in parts for character in text)
    more = 0 if code.startswith(SHORT) else round(letters * 0.4)
    return said + "ъ" * min(more, 2) + " ъъъъъ" * ((more - 2) // 6 + 1 if more > 2 else 0)


async def show(pilot: Pilot[Any], language: Language) -> str:
    """Goes over to a language, and waits until the screen has settled."""
    assert isinstance(pilot.app, TuiCards)
    pilot.app.language = language
    before = ""
    while (now := screen_text(pilot.app)) != before:
        before = now
        await pilot.pause()
    return now


def latin_words(text: str) -> list[str]:
    """The words of the screen that no catalogue has said."""
    for name in NAMED:
        text = text.replace(name, "")
    return re.findall(r"[A-Za-z]{2,}", AS_TYPED.sub("", text))


def broken_frames(pilot: Pilot[Any]) -> list[str]:
    """Lines that do not end where the frame around them does."""
    lines = screen_text(pilot.app).splitlines()
    framed = [one.region for one in pilot.app.screen.query("*") if one.styles.border_right[0] == "round"]
    inner = {(y, region.right - 1) for region in framed for y in range(region.y + 1, region.bottom - 1)}
    return [lines[y] for y, x in inner if cells_of(lines[y]).get(x) != "│"]


def cells_of(line: str) -> Mapping[int, str]:
    """The characters of a line by the cell where each begins."""
    cells, x = {}, 0
    for character in line:
        cells[x] = character
        x += cell_len(character)
    return cells


@pytest.mark.parametrize("scene", by_turns([scene for scene in SCENES if scene != "rules"], 5))
async def test_nothing_is_left_in_english(scene: str) -> None:
    """On no screen, though it was open when the language was changed; and no frame is broken.

    The rules themselves are pages of their own, which have a test in `tests.locale`.
    """
    async with SCENES[scene]() as pilot:
        said = await show(pilot, Nowhere("xx", "Nowhere"))

        assert latin_words(said) == []
        assert broken_frames(pilot) == []


async def test_english_is_seen_where_it_is() -> None:
    """The search for words that were left over finds them."""
    async with SCENES["home"]() as pilot:
        assert {"Quit", "friends"} <= set(latin_words(screen_text(pilot.app)))
