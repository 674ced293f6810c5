"""Keyboard layouts: which Latin character stands on the key that typed another one.

A shortcut is a place on the keyboard. Whoever writes Russian (ЙЦУКЕН) or Thai (Kedmanee) reaches it on the same
place without a switch. Characters that Latin layouts have as well are never changed, for they may be meant.
"""

import unicodedata
from collections.abc import Iterator, Mapping
from types import MappingProxyType

LATIN = (
    "`1234567890-=", "qwertyuiop[]\\", "asdfghjkl;'", "zxcvbnm,./",
    "~!@#$%^&*()_+", "QWERTYUIOP{}|", 'ASDFGHJKL:"', "ZXCVBNM<>?",
)  # fmt: skip
"""The rows of a keyboard, without Shift and with it; the other layouts follow the same rows."""

RUSSIAN = (
    "ё1234567890-=", "йцукенгшщзхъ\\", "фывапролджэ", "ячсмитьбю.",
    'Ё!"№;%:?*()_+', "ЙЦУКЕНГШЩЗХЪ/", "ФЫВАПРОЛДЖЭ", "ЯЧСМИТЬБЮ,",
)  # fmt: skip

THAI = (
    "_ๅ/-ภถ\u0e38\u0e36คตจขช", "ๆไำพะ\u0e31\u0e35รนยบลฃ", "ฟหกดเ\u0e49\u0e48าสวง", "ผปแอ\u0e34\u0e37ทมใฝ",
    "%+๑๒๓๔\u0e39฿๕๖๗๘๙", '\u0e50"ฎฑธ\u0e4d\u0e4aณฯญฐ,ฅ', "ฤฆฏโฌ\u0e47\u0e4bษศซ.", "()ฉฮ\u0e3a\u0e4c?ฒฬฦ",
)  # fmt: skip


def _keys(layout: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for row, latin in zip(layout, LATIN, strict=True):
        yield from ((own, there) for own, there in zip(row, latin, strict=True) if not own.isascii())


ON_KEY: Mapping[str, str] = MappingProxyType({**dict(_keys(RUSSIAN)), **dict(_keys(THAI))})
"""Latin character by the character that another layout has on its key."""


def latin(character: str) -> str:
    """The Latin character on the key of a character of another layout; a digit of another script becomes ours.

    Empty for what is Latin already and for what no known layout has.
    """
    if len(character) != 1 or character.isascii():
        return ""
    digit = unicodedata.decimal(character, None)
    return ON_KEY.get(character, "") if digit is None else str(digit)
