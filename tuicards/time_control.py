"""How a table limits time: not at all, so much for each turn, or a bank with an increment; as text both ways."""

import re
from typing import Literal

import msgspec

from tuicards.errors import BadOptions

LEAST, MOST, MOST_INCREMENT = 5, 3600, 60
"""Seconds."""

OFFERED = ("none", "turn:20", "turn:40", "turn:90", "bank:120+5", "bank:300+10")
"""What a form offers; any other within the bounds may be typed."""

_FORM = re.compile(r"turn:(?P<turn>[0-9]{1,4})|bank:(?P<bank>[0-9]{1,4})\+(?P<increment>[0-9]{1,2})")


class TimeControl(msgspec.Struct, frozen=True):
    """No limit; so many seconds for each turn; or so many for the party, and the increment for each move."""

    kind: Literal["none", "turn", "bank"] = "none"
    seconds: int = 0
    increment: int = 0

    def __str__(self) -> str:
        """The text that `read_clock` reads back."""
        match self.kind:
            case "turn":
                return f"turn:{self.seconds}"
            case "bank":
                return f"bank:{self.seconds}+{self.increment}"
            case _:
                return "none"


def read_clock(text: str) -> TimeControl:
    """The time control of a text such as `turn:30` or `bank:300+5`. Raises BadOptions `bad_clock`."""
    text = text.strip().lower()
    if text in ("", "none"):
        return TimeControl()
    found = _FORM.fullmatch(text)
    if found is not None:
        control = _control(found)
        if LEAST <= control.seconds <= MOST and control.increment <= MOST_INCREMENT:
            return control
    raise BadOptions("bad_clock", value=text[:40], least=LEAST, most=MOST, increment=MOST_INCREMENT)


def _control(found: re.Match[str]) -> TimeControl:
    if found["turn"]:
        return TimeControl("turn", int(found["turn"]))
    return TimeControl("bank", int(found["bank"]), int(found["increment"]))
