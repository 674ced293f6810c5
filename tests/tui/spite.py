"""What people with bad intentions write: names and texts that act, hide, reorder, pile up or go on for ever."""

from collections.abc import Iterator, Mapping
from itertools import cycle
from types import MappingProxyType

SPITE: Mapping[str, str] = MappingProxyType({
    "markup": "[@click=app.quit]x[/]",
    "link": "[link=https://example.org]y[/link]",
    "open tag": "[bold]",
    "closing tag": "[/]",
    "variable": "$error [$accent on red]v{0}{name}{",
    "backslashes": "a\\[b] \\\\[/",
    "clears the screen": "\x1b[2J\x1b[H",
    "title and clipboard": "\x1b]0;pwned\x07\x1b]52;c;eA==\x1b\\",
    "C1 controls": "\x9b2Jc\x90q\x9c",
    "lines": "a\r\n\tb\x0b\x0c\x85\u2028\u2029 2031-01-01 INFO",
    "override": "\u202egnp.exe\u202c",
    "isolates": "\u2066\u2067abc\u2069",
    "invisible": "\u200b\u200d\u2060\ufeff\u00ad\u034f",
    "heart": "\u2660\ufe0f\u2764\ufe0f",
    "tower": "Z" + "\u0301\u0316" * 50 + "o",
    "wide": "漢字かな交じり文の名前です",
    "skin": "👍🏿🏿👋🏻",
    "flags": "🇹🇭🇺🇦🇪",
    "family": "👩‍👩‍👧‍👦",
    "right to left": "مرحبا שלום",
    "Thai marks": "\u0e49\u0e4c\u0e34\u0e33ก",
    "Indic": "\u0915\u094d\u0937\u093e\u0903",
    "jamo": "\u1161" * 40 + "\u3164\uffa0",
    "nothing": "",
    "blank": "   \u2800 \u3000",
    "long": "W" * 10_000,
    "long and wide": "語" * 5_000,
    "private": "\ue000\U0010ffff\U000f0000",
    "half": "\ud83d",
})  # fmt: skip
"""By what it tries. None of it may come to a terminal as it is, save letters."""


def spiteful(start: int = 0) -> Iterator[str]:
    """All of them, for ever, from one of them on."""
    texts = list(SPITE.values())
    return cycle(texts[start:] + texts[:start])
