"""Text from other people made harmless for a terminal.

Names and chat lines come from strangers. A terminal obeys control characters, reorders what stands
between bidirectional marks and draws nothing for zero-width ones, so none of these may reach it.
"""

import unicodedata

MARKS_KEPT = 3
"""Combining marks kept on one letter; more of them climb into the lines above and below."""

VARIATION_SELECTORS = frozenset(map(chr, range(0xFE00, 0xFE10)))
"""Terminals disagree about the width of a sign that one of these follows."""


def safe_text(text: str) -> str:
    """One line of the text that any terminal can show: nothing in it acts, reorders or hides.

    Control characters, line breaks and halves of surrogate pairs become visible escapes such as `\\x1b`;
    invisible format characters, variation selectors and combining marks beyond MARKS_KEPT in a row are left out.
    """
    if text.isascii() and text.isprintable():
        return text
    shown: list[str] = []
    marks = 0
    for character in text:
        category = unicodedata.category(character)
        marks = marks + 1 if category[0] == "M" else 0
        if marks <= MARKS_KEPT and category != "Cf" and character not in VARIATION_SELECTORS:
            shown.append(_shown(character, category))
    return "".join(shown)


def _shown(character: str, category: str) -> str:
    if category in ("Cc", "Cs", "Zl", "Zp"):
        return _escaped(character)
    return character


def _escaped(character: str) -> str:
    if character == "\t":
        return " "
    return character.encode("unicode_escape", "surrogatepass").decode()
