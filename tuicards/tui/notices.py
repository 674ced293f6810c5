"""What tells, outside the window, that it is one's turn: the bell, and a notice on the desktop."""

from tuicards.safe_text import safe_text
from tuicards.settings import Notice, Settings

BELL = "\a"


def turn_notice(settings: Settings, title: str, text: str) -> str:
    """The bytes for the terminal; empty when nothing is wanted. The texts cannot break out of them."""
    return (BELL if settings.bell else "") + desktop_notice(settings.notice, _plain(title), _plain(text))


def desktop_notice(kind: Notice, title: str, text: str) -> str:
    """A notice by one of the two codes that terminals know (OSC 9 and OSC 777)."""
    if kind == "osc9":
        return f"\x1b]9;{title}: {text}\x07"
    return f"\x1b]777;notify;{title};{text}\x07" if kind == "osc777" else ""


def _plain(text: str) -> str:
    """A text without anything that a code uses."""
    return safe_text(text).replace(";", ",")
