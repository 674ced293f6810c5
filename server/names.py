"""Names and texts that people give: cleaned so that they can be shown anywhere and mistaken for nothing."""

import unicodedata
from collections.abc import Mapping
from typing import Any

from server.lookalikes import is_reserved
from tuicards.errors import BadOptions, Refused
from tuicards.wire.messages import CHAT_LENGTH, EMOTES, NAME_LENGTH, Emote, Said, Say

TITLE_LENGTH = 40
OPTIONS_LENGTH = 200

HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Unicode categories that do not show, or not for what they are: controls, formats, private and unassigned ones."""

FILLERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Letters and marks that look like nothing."""

MARKS_IN_A_ROW = 2


def clean_name(text: str) -> str:
    """The name as it is shown. Raises Refused `bad_name`, whose `why` says what is wrong with it."""
    shown = "".join(char for char in unicodedata.normalize("NFC", text) if not _variation(char))
    name = " ".join(shown.split())
    if not name:
        raise Refused("bad_name", why="empty")
    if len(name) > NAME_LENGTH:
        raise Refused("bad_name", why="long", limit=NAME_LENGTH)
    if any(_hidden(char) for char in shown) or _too_many_marks(name) or _mark(name[0]):
        raise Refused("bad_name", why="characters")
    if is_reserved(name):
        raise Refused("bad_name", why="reserved")
    return name


def name_key(name: str) -> str:
    """Equal for names that differ in case only: one person at most has each."""
    if name.isascii():
        return name.lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def clean_line(text: str, limit: int) -> str:
    """One line of text without hidden characters and piled-up marks, cut to the limit."""
    marks, kept = 0, []
    for char in unicodedata.normalize("NFC", text):
        marks = marks + 1 if _mark(char) else 0
        if marks <= MARKS_IN_A_ROW and not _variation(char):
            kept.append(" " if _hidden(char) else char)
    return " ".join("".join(kept).split())[:limit].rstrip()


def clean_chat(text: str) -> str:
    """A chat line. Raises Refused `chat_too_long` or `chat_empty`."""
    if len(text) > CHAT_LENGTH:
        raise Refused("chat_too_long", limit=CHAT_LENGTH)
    line = clean_line(text, CHAT_LENGTH)
    if not line:
        raise Refused("chat_empty")
    return line


def said_by(name: str, request: Say | Emote, **where: Any) -> Said:
    """What others see of a line or an emote. Raises Refused `chat_too_long`, `chat_empty` or `unknown_emote`."""
    if isinstance(request, Say):
        return Said(name=name, text=clean_chat(request.text), **where)
    if request.code not in EMOTES:
        raise Refused("unknown_emote", emote=request.code[:40], known=EMOTES)
    return Said(name=name, code=f"emote.{request.code}", **where)


def check_options(options: Mapping[str, str]) -> None:
    """Raises BadOptions `option_too_long`."""
    for option, value in options.items():
        if len(option) + len(value) > OPTIONS_LENGTH:
            raise BadOptions("option_too_long", option=option[:40], limit=OPTIONS_LENGTH)


def _hidden(char: str) -> bool:
    return unicodedata.category(char) in HIDDEN or char in FILLERS


def _mark(char: str) -> bool:
    return unicodedata.category(char).startswith("M")


def _variation(char: str) -> bool:
    return "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"


def _too_many_marks(name: str) -> bool:
    marks = 0
    for char in name:
        marks = marks + 1 if _mark(char) else 0
        if marks > MARKS_IN_A_ROW:
            return True
    return False
