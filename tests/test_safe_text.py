"""Text from strangers, made harmless."""

import pytest

from tuicards.safe_text import safe_text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ann", "Ann"),
        ("漢字", "漢字"),
        ("\x1b[2Jboo", "\\x1b[2Jboo"),
        ("a\nb\rc", "a\\nb\\rc"),
        ("a\tb", "a b"),
        ("\x9b31m", "\\x9b31m"),
        ("ab\u202ecd\u200b\u2060", "abcd"),
        ("\u2028", "\\u2028"),
        ("\u2660\ufe0f", "\u2660"),
        ("\udcff", "\\udcff"),
        ("e" + "\u0301" * 100, "e" + "\u0301" * 3),
        ("\u0301\u0316e", "e"),
        ("\u0e01\u0e49\u0e33", "\u0e01\u0e49\u0e33"),
        ("\u1112" + "\u1161" * 40, "\u1112" + "\u1161" * 3),
        ("\U0001f44d\U0001f3ff", "\U0001f44d"),
        ("\u3164\uffa0\u034f", ""),
        ("\ue000\U000fffff", "\\ue000\\U000fffff"),
        ("W" * 100_000, "W" * 4000 + "..."),
    ],
)
def test_what_acts_or_hides_is_escaped_or_left_out(text: str, shown: str) -> None:
    """Controls become visible, invisible characters go, letters of all languages stay."""
    assert safe_text(text) == shown


def test_every_character_becomes_something_that_can_be_encoded_and_does_nothing() -> None:
    """No code point below the astral planes leaves a control character or an unencodable one behind."""
    shown = safe_text("".join(map(chr, range(0x10000))))
    shown.encode()
    assert not any(ord(character) < 32 or 127 <= ord(character) < 160 for character in shown)
