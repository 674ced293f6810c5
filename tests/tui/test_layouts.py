"""Which Latin key a character of another layout was typed with."""

import pytest
from textual.events import Key

from tuicards.layouts import LATIN, RUSSIAN, THAI, latin
from tuicards.tui.layouts import on_latin_layout


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("ы", "s"), ("Ы", "S"), ("ч", "x"), ("й", "q"), ("я", "z"), ("ё", "`"), ("ห", "s"), ("ป", "x"), ("ๆ", "q"),
     ("ฤ", "A"), ("ฆ", "S"), ("\u0e49", "h"), ("ฦ", "?"), ("๓", "3"), ("\u0e50", "0")],
)  # fmt: skip
def test_a_letter_of_another_layout_stands_for_the_key_it_is_on(typed: str, meant: str) -> None:
    """ЙЦУКЕН and Kedmanee, with and without Shift; digits of another script are digits."""
    assert latin(typed) == meant


@pytest.mark.parametrize("typed", ["", "s", "/", "7", "é", "ψ", "²", "漢", "\u0301", "\x1b", "ab"])
def test_what_has_no_other_key_is_left_alone(typed: str) -> None:
    """What Latin layouts have too is meant as it is; what no known layout has does nothing."""
    assert latin(typed) == ""


def test_every_letter_key_of_both_layouts_stands_for_one() -> None:
    """All 26 Latin letters, save capitals where Kedmanee has a sign or a digit."""
    letters = {character for row in LATIN for character in row if character.isalpha()}
    for layout in (RUSSIAN, THAI):
        reached = {latin(character) for row in layout for character in row}
        assert letters - reached <= ({"Q", "W", "Z", "X", "M"} if layout is THAI else set())


def test_a_key_press_is_told_as_a_latin_layout_would_have() -> None:
    """By the name under which bindings know the key; no other press where none is meant."""
    pressed = on_latin_layout(Key("cyrillic_small_letter_yeru", "ы"))
    question = on_latin_layout(Key("thai_character_lu", "ฦ"))
    assert pressed is not None
    assert (pressed.key, pressed.character) == ("s", "s")
    assert question is not None
    assert question.key == "question_mark"
    assert on_latin_layout(Key("s", "s")) is None
    assert on_latin_layout(Key("left", None)) is None
