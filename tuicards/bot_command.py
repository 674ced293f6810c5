"""`tuicards bot`: what may be typed after it, and what it means. Nothing is started here."""

import argparse
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tuicards.asked import (
    BOT_DELAY,
    check_flags,
    delay_asked,
    given,
    has_table,
    level_asked,
    name_asked,
    seat_counted,
)
from tuicards.command_parser import Prepare, add_command
from tuicards.errors import SetupError
from tuicards.join_code import check_destination
from tuicards.preferences.values import Clean
from tuicards.text.commands import DEFAULT_LEVEL

LONGEST_BUDGET = 60.0
"""Seconds."""

NAMESAKES = 9
"""So many names are tried where the person chose none."""

EPILOG = """\
examples:
  tuicards bot 192.168.1.5 --table BCDF                 the first free seat, level normal
  tuicards bot 943-N7S --level hard                     to the table of this join code
  tuicards bot localhost:7200 --table BCDF --seat 3 --name Mechanicus --parties 1
  tuicards bot tls://cards.example.org --table BCDF --budget 2 --verbose

It is a client like any other: it sits down, waits for the owner to start, plays, and asks for a rematch. It comes
back to its seat when the connection breaks, and goes when the table is closed. Ctrl+C ends it; so does SIGTERM.

exit codes: 0 the table is closed, or the parties are played; 1 the server or the table is out of reach, or the bot
was sent away; 2 the command is wrong; 130 interrupted.
"""


@dataclass(frozen=True, kw_only=True)
class Wish:
    """What was asked for. `names`: under which names to try, the best first."""

    where: str
    table: str
    seat: int | None
    level: str
    names: tuple[str, ...]
    named: bool
    """Whether the person chose the name; then its token is kept, so that the bot can come back to its seat."""
    budget: float | None
    """Seconds to think about a move; None: as much as the level does by default."""
    delay: float
    """Seconds from a question to its answer, at least."""
    parties: int | None
    """Go after so many; None: stay as long as the table does."""
    verbose: bool
    password: str = field(default="", repr=False)
    ca: str = ""


def add_bot(into: Any, prepare: Prepare) -> None:
    """Adds the command to a parser's commands."""
    about = "Sends a bot to a table, as a client like any other."
    bot = add_command(into, "bot", prepare, "a bot of this machine at a table elsewhere", about, EPILOG)
    add = bot.add_argument
    add("address", metavar="WHERE", help="the server, as after tuicards join: an address or several, or a join code")
    add("--table", metavar="CODE", help="the table, where WHERE is no code that leads to one")
    add("--level", metavar="LEVEL", default=DEFAULT_LEVEL, help=f"how well it plays (default {DEFAULT_LEVEL})")
    add("--seat", type=int, metavar="N", help="take this seat, from 1 (default: the first free)")
    add("--name", metavar="NAME", default=argparse.SUPPRESS, help="what others call it (default: LEVEL bot)")
    add("--budget", metavar="SECONDS", help="think so long about a move (default: what the level needs)")
    add("--delay", metavar="SECONDS", default=str(BOT_DELAY), help=f"answer no sooner (default {BOT_DELAY})")
    add("--parties", type=int, metavar="N", help="go after so many parties (default: when the table is closed)")
    add("--password", metavar="PASSWORD", help="the server's password, if it has one")
    add("--tls-ca", metavar="FILE", help="trust the authorities in this file instead of the system's")
    add("--verbose", action="store_true", help="tell on the error output what it does, and why")


def wish_of(asked: argparse.Namespace, environ: Mapping[str, str], clean: Clean) -> Wish:
    """Raises SetupError and BadOptions for what is wrong, and what `clean` raises for a bad name."""
    check_flags(asked, "address", "table", "name", "password", "tls_ca")
    check_destination(asked.address)
    if not (asked.table or has_table(asked.address)):
        raise SetupError("bot.table_needed")
    level, name = level_asked(asked.level), _name(getattr(asked, "name", None), clean)
    return Wish(
        where=asked.address,
        table=asked.table or "",
        seat=seat_counted(asked.seat),
        level=level,
        names=(name,) if name else tuple(_names(level)),
        named=bool(name),
        budget=_budget(asked.budget),
        delay=delay_asked(asked.delay),
        parties=_parties(asked.parties),
        verbose=asked.verbose,
        password=given(asked, environ, "password"),
        ca=given(asked, environ, "tls_ca"),
    )


def _name(typed: str | None, clean: Clean) -> str:
    name = name_asked(typed or "")
    return clean(name) if name else ""


def _names(level: str) -> Iterator[str]:
    """Names that tell what it is."""
    yield f"{level} bot"
    for number in range(2, NAMESAKES + 1):
        yield f"{level} bot {number}"


def _parties(number: int | None) -> int | None:
    if number is not None and number < 1:
        raise SetupError("bot.bad_parties", number=number)
    return number


def _budget(text: str | None) -> float | None:
    if text is None:
        return None
    try:
        budget = float(text)
    except ValueError:
        budget = 0.0
    if not 0.0 < budget <= LONGEST_BUDGET:
        raise SetupError("bot.bad_budget", text=text)
    return budget
