"""Text from other people made harmless for a terminal.

Names and chat lines come from strangers. A terminal obeys control characters, reorders what stands
between bidirectional marks and draws nothing for zero-width ones, so none of these may reach it.
"""

import unicodedata

LONGEST = 4000
"""Characters of one line; what a person writes is far shorter."""

MARKS_KEPT = 3
"""Combining marks kept on one letter; more of them climb into the lines above and below."""

UNSURE = frozenset(
    [*map(chr, range(0xFE00, 0xFE10)), *map(chr, range(0xE0100, 0xE01F0)), *map(chr, range(0x1F3FB, 0x1F400))]
)
"""Variation selectors and skin tones: terminals disagree about the width of a sign that one of these follows."""

UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0")
"""Letters and marks that look like nothing and of which no two programs know the width."""

JAMO = frozenset([*map(chr, range(0x1161, 0x1200)), *map(chr, range(0xD7B0, 0xD7FC))])
"""Parts of Korean syllables that are drawn on the letter before, as marks are."""


def safe_text(text: str) -> str:
    """One line of the text that any terminal can show: nothing in it acts, reorders or hides.

    Control characters, line breaks, halves of surrogate pairs and what Unicode gives no meaning become visible
    escapes such as `\\x1b`; invisible characters, variation selectors, skin tones, marks without a letter and
    those beyond MARKS_KEPT in a row are left out. What is longer than LONGEST is cut, with three dots for it.
    """
    if len(text) > LONGEST:
        text = text[:LONGEST] + "..."
    if text.isascii() and text.isprintable():
        return text
    shown: list[str] = []
    marks = 0
    for character in text:
        category = unicodedata.category(character)
        marks = marks + 1 if category[0] == "M" or character in JAMO else 0
        if category == "Cf" or character in UNSURE or character in UNSEEN:
            continue
        if marks == 0 or (marks <= MARKS_KEPT and shown):
            shown.append(_shown(character, category))
    return "".join(shown)


def _shown(character: str, category: str) -> str:
    if category in ("Cc", "Cn", "Co", "Cs", "Zl", "Zp"):
        return _escaped(character)
    return character


def _escaped(character: str) -> str:
    if character == "\t":
        return " "
    return character.encode("unicode_escape", "surrogatepass").decode()
