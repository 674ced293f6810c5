"""What a terminal's pen looks like, and the fewest bytes that change it."""

from functools import lru_cache
from typing import NamedTuple

OFF = {"1": "22", "2": "22", "3": "23", "4": "24", "5": "25", "7": "27", "8": "28", "9": "29", "21": "24", "53": "55"}
"""The code that ends each attribute. Bold and dim end together, and so do both underlines."""

SHOWN_ON_BLANKS = frozenset({"4", "7", "9", "21", "53"})
"""Attributes that can be seen on a blank."""


class Pen(NamedTuple):
    """Attributes, foreground and background as SGR codes; an empty colour is the terminal's own."""

    attributes: frozenset[str] = frozenset()
    ink: str = ""
    ground: str = ""


PLAIN = Pen()


@lru_cache(4096)
def pen_after(pen: Pen, codes: str) -> Pen | None:
    """The pen after the parameters of one SGR sequence; None when they hold something unknown here."""
    left = (codes or "0").split(";")
    while left and pen is not None:
        following = _after_one(pen, left)
        if following is None:
            return None
        pen = following
    return pen


def _after_one(pen: Pen, left: list[str]) -> Pen | None:
    """The pen after the first code of a list, which is taken out of it with all that belongs to it."""
    code = left.pop(0).lstrip("0") or "0"
    if code == "0":
        return PLAIN
    if code in ("38", "48"):
        return _coloured(pen, code, left)
    if code in OFF:
        return pen._replace(attributes=pen.attributes | {code})
    if code in OFF.values():
        return pen._replace(attributes=frozenset(one for one in pen.attributes if OFF[one] != code))
    return _named(pen, int(code)) if code.isdigit() else None


def _coloured(pen: Pen, code: str, left: list[str]) -> Pen | None:
    size = {"2": 4, "5": 2}.get(left[0] if left else "", 0)
    if not size or len(left) < size:
        return None
    colour = ";".join([code, *left[:size]])
    del left[:size]
    return pen._replace(ink=colour) if code == "38" else pen._replace(ground=colour)


def _named(pen: Pen, number: int) -> Pen | None:
    if 30 <= number <= 37 or 90 <= number <= 97:
        return pen._replace(ink=str(number))
    if 40 <= number <= 47 or 100 <= number <= 107:
        return pen._replace(ground=str(number))
    if number in (39, 49):
        return pen._replace(ink="") if number == 39 else pen._replace(ground="")
    return None


@lru_cache(4096)
def change(old: Pen | None, new: Pen) -> str:
    """The shortest SGR sequence that makes one pen the other; `old` None is a pen that nobody knows."""
    whole = ";".join(["0", *sorted(new.attributes), *filter(None, (new.ink, new.ground))])
    if old == new:
        return ""
    if old is None:
        return f"\x1b[{whole}m"
    ending = sorted({OFF[one] for one in old.attributes - new.attributes})
    kept = {one for one in new.attributes & old.attributes if OFF[one] not in ending}
    steps = [*ending, *sorted(new.attributes - kept)]
    steps += [new.ink or "39"] if new.ink != old.ink else []
    steps += [new.ground or "49"] if new.ground != old.ground else []
    return f"\x1b[{min(';'.join(steps), whole, key=len)}m"


@lru_cache(4096)
def for_blank(pen: Pen) -> Pen:
    """What of a pen can be seen on a blank."""
    seen = pen.attributes & SHOWN_ON_BLANKS
    return pen if seen else Pen(ground=pen.ground)
