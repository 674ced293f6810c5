"""The signs that the table is drawn with: one set for terminals that know them, one of plain ASCII.

Only characters whose width all terminals agree on; suit signs stand without a variation selector.
"""

import locale
import os
from collections.abc import Mapping
from types import MappingProxyType

import msgspec


class Glyphs(msgspec.Struct, frozen=True, kw_only=True):
    """One set of signs, each one cell wide. `corners` go clockwise from the top left."""

    corners: str
    across: str
    down: str
    slot_across: str
    slot_down: str
    back: str
    turn: str
    cursor: str
    chosen: str
    dot: str
    cut: str
    online: str
    arrow: str
    minus: str
    trump: str
    """In the frame of a card that is trump."""
    queued: str
    """Below a card that waits for one's turn."""
    hinted: str
    """Below a card that a bot would play."""
    above: str
    """In a corner, where more can be scrolled to."""
    below: str
    marks: str
    """Eight signs that tell the lines of a chart apart."""
    suits: Mapping[str, str]


UNICODE = Glyphs(
    corners="╭╮╯╰",
    across="─",
    down="│",
    slot_across="┄",
    slot_down="┆",
    back="▒",
    turn="►",
    cursor="▲",
    chosen="■",
    dot="·",
    cut="…",
    online="●",
    arrow="→",
    minus="\u2212",
    trump="★",
    queued="»",
    hinted="!",
    above="▲",
    below="▼",
    marks="●▲■◆○△□◇",
    suits=MappingProxyType({"s": "♠", "h": "♥", "d": "♦", "c": "♣"}),
)

ASCII = Glyphs(
    corners="++++",
    across="-",
    down="|",
    slot_across=".",
    slot_down=":",
    back="#",
    turn=">",
    cursor="^",
    chosen="*",
    dot="-",
    cut="~",
    online="o",
    arrow=">",
    minus="-",
    trump="*",
    queued=">",
    hinted="!",
    above="^",
    below="v",
    marks="*^#@o+x%",
    suits=MappingProxyType({"s": "s", "h": "h", "d": "d", "c": "c"}),
)


def glyphs_for(term: str, encoding: str) -> Glyphs:
    """The set for a terminal type and a character encoding: ASCII where either may not show the other."""
    poor_terminal = term in ("linux", "dumb", "vt100", "vt220", "ansi", "")
    return UNICODE if not poor_terminal and "utf" in encoding.lower() else ASCII


def usual_glyphs(environ: Mapping[str, str] = os.environ) -> Glyphs:
    """The set for this process's terminal and locale. A locale that is named, but not as UTF-8, gets ASCII."""
    named = next((environ[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if environ.get(name)), "")
    return glyphs_for(environ.get("TERM", ""), named or locale.getpreferredencoding(False))
