"""What was typed, checked: names and numbers, tables, places, and what is to be asked of a server."""

import argparse
import os
import sys
from collections.abc import Mapping, Sequence

from tuicards.address import parse_address
from tuicards.errors import BadOptions, SetupError
from tuicards.games import GAMES, game_named
from tuicards.text.commands import DEFAULT_GAME, AnyRequest
from tuicards.time_control import read_clock
from tuicards.wire.messages import (
    DEFAULT_PORT,
    NAME_LENGTH,
    AddBot,
    CreateTable,
    JoinTable,
    StartParty,
    WatchTable,
)

LONGEST_DELAY = 60.0
BOT_DELAY = 0.7
"""Seconds."""


def check_unicode(what: str, text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise SetupError("cli.not_unicode", what=what) from None


def flag_of(name: str) -> str:
    """How the flag is typed whose value has this name."""
    return f"--{name.replace('_', '-')}"


def check_flags(asked: argparse.Namespace, *names: str) -> None:
    """Raises SetupError `cli.not_unicode` for the first of these flags that is no text."""
    for name in names:
        check_unicode(flag_of(name), getattr(asked, name, None) or "")


def given(asked: argparse.Namespace, environ: Mapping[str, str], name: str) -> str:
    """The flag, or else the variable; empty when there is neither. Raises SetupError `cli.not_unicode`."""
    flag, variable = getattr(asked, name, None), f"TUICARDS_{name.upper()}"
    text = str(flag) if flag is not None else environ.get(variable, "")
    check_unicode(variable if flag is None else flag_of(name), text)
    return text


def name_asked(text: str) -> str:
    """A player's name, not yet cleaned as servers do. Raises SetupError `cli.name_length`."""
    name = text.strip()
    if len(name) > NAME_LENGTH:
        raise SetupError("cli.name_length", limit=NAME_LENGTH)
    return name


def check_game_named(asked: argparse.Namespace) -> None:
    """Raises SetupError where something is asked of a table, but no game is named."""
    given = {
        "--seats": asked.seats is not None, "--option": bool(asked.option), "--preset": asked.preset is not None,
        "--clock": asked.clock != "none", "--bots": asked.bots is not None,
    }  # fmt: skip
    for flag, is_given in given.items():
        if is_given and not asked.game:
            raise SetupError("cli.needs_game", flag=flag, known=tuple(GAMES))


def table_asked(asked: argparse.Namespace, public: bool) -> CreateTable:
    """The table that was asked for. Raises BadOptions, SetupError."""
    game = game_named(asked.game or DEFAULT_GAME)
    seats = game.usual_seats if asked.seats is None else asked.seats
    chosen = dict(_option(text) for text in asked.option)
    game.check(seats, game.parse_options(chosen, asked.preset))
    check_unicode("--clock", asked.clock)
    return CreateTable(
        id=0, game=game.name, seats=seats, options=chosen, preset=asked.preset or "", public=public,
        clock=str(read_clock(asked.clock)),
    )  # fmt: skip


def _option(text: str) -> tuple[str, str]:
    check_unicode("--option", text)
    name, equals, value = text.partition("=")
    if not equals:
        raise SetupError("cli.bad_option", text=text)
    return name, value


def level_asked(level: str) -> str:
    from tuicards.bots.api import LEVELS

    if level not in LEVELS:
        raise BadOptions("unknown_level", level=level, known=LEVELS)
    return level


def delay_asked(text: str) -> float:
    try:
        delay = float(text)
    except ValueError:
        delay = -1.0
    if not 0.0 <= delay <= LONGEST_DELAY:
        raise SetupError("cli.bad_delay", text=text)
    return delay


def check_terminal(asked: argparse.Namespace) -> None:
    """Raises SetupError unless the full screen, where it is wanted, has a terminal."""
    if getattr(asked, "text", False):
        return
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        raise SetupError("cli.no_terminal")
    if os.environ.get("TERM") == "dumb":
        raise SetupError("cli.dumb_terminal")


def has_table(text: str) -> bool:
    """Whether a text is a join code that leads to a table. Raises SetupError `code_misheard`."""
    from tuicards.join_code import read_join_code

    code = read_join_code(text)
    return code is not None and bool(code.mark or code.table)


def seat_asked(asked: argparse.Namespace) -> int | None:
    """Raises SetupError when seat, table and watching do not go together."""
    if asked.watch and asked.seat is not None:
        raise SetupError("cli.watch_and_seat")
    if not (asked.table or has_table(asked.address)) and (asked.watch or asked.seat is not None):
        raise SetupError("cli.table_needed")
    return seat_counted(asked.seat)


def seat_counted(number: int | None) -> int | None:
    """A seat that people count from 1, counted from 0. Raises SetupError `cli.bad_seat`."""
    if number is not None and number < 1:
        raise SetupError("cli.bad_seat", number=number)
    return None if number is None else number - 1


def port_asked(text: str | None) -> int:
    """Raises SetupError `bad_port`. 0 asks for any free one."""
    if text in (None, "0"):
        return DEFAULT_PORT if text is None else 0
    return parse_address(f"localhost:{text}")[1]


def opening(table: CreateTable, level: str, start: bool = False) -> Sequence[AnyRequest]:
    """Make the table, put bots of the level (empty: none) on the other seats, and perhaps begin."""
    bots = [AddBot(id=0, seat=seat, level=level) for seat in range(1, table.seats)] if level else []
    return (table, *bots, StartParty(id=0)) if start else (table, *bots)


def coming(table: str, seat: int | None, watch: bool, mark: int = 0) -> Sequence[AnyRequest]:
    """To the table of this code, or to one whose code is still to be found by its mark; else to the lobby."""
    if not table and not mark:
        return ()
    return (WatchTable(id=0, table=table),) if watch else (JoinTable(id=0, table=table, seat=seat),)
