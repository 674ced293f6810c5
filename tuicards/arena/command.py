"""`tuicards arena`: what may be typed, and what is printed."""

import argparse
import contextlib
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from tuicards.arena.entrants import entrants
from tuicards.arena.match import Match, ladder, line_up, walk
from tuicards.arena.printed import table
from tuicards.arena.progress import Progress
from tuicards.arena.report import Report
from tuicards.arena.running import run
from tuicards.arena.saved import Saved
from tuicards.bots.api import LEVELS
from tuicards.errors import BadOptions, TuicardsError
from tuicards.games import GAMES, game_named
from tuicards.speech import Speaker

FINE, REFUSED, WRONG, INTERRUPTED = 0, 1, 2, 130

EPILOG = """\
examples:
  tuicards arena rage --games 1000 --bots normal,easy,normal,easy
  tuicards arena rage --bots hard,normal,normal,normal --save hard.jsonl
  tuicards arena goat --ladder easy,normal,hard
  tuicards arena rage --seats 6 --ladder normal,hard@50,hard@400
  tuicards arena rage --bots mybots:clever,normal,normal,normal
  tuicards arena goat --bots "cmd:python3 mybot.py {host} {port} {table}",normal,normal,normal
  tuicards arena rage --bots easy,normal --options all --games 10000

A bot is a level, the import path of a function (tuicards.bots.choice.Brain), or cmd: and a command line. A level
that samples worlds may be given their number (hard@300) or the seconds for a move (hard@0.2s). A name with a comma
in it stands in double quotes.

A command is started anew for each party and seat. It plays as PROTOCOL.md tells: connect, hello, join the table,
answer updates until the table's state is over. {host}, {port} and {table} in it say where, and so do TUICARDS_SERVER
(HOST:PORT) and TUICARDS_TABLE.

Every deal is played by all rotations of a line-up, and intervals are reckoned over deals. In Goat two rotations of
A,B,A,B are the two sides exchanged. Times are those of moves where there was a choice.

exit codes: 0 fine; 1 a bot's move was refused, or a bot failed; 2 the command is wrong; 130 interrupted.
"""


def arena_main(argv: Sequence[str]) -> int:
    """`tuicards arena GAME --bots A,B,...`: prints a table, or with --json one JSON object.

    Returns 0; 1 when a bot's move was refused; 2 when the match cannot be played as asked; 130 after Ctrl+C.
    """
    asked = arena_parser().parse_args(argv)
    try:
        match = _match(asked)
        report = _played(match, asked)
    except TuicardsError as error:
        print(f"tuicards arena: {Speaker(GAMES.get(asked.game)).error(error)}", file=sys.stderr)
        return WRONG
    print(json.dumps(msgspec.to_builtins(report)) if asked.json else table(report))
    if report.interrupted:
        print(_going_on(report, match.units_for(asked.games), asked.save), file=sys.stderr)
        return INTERRUPTED
    return REFUSED if report.refused_moves else FINE


def _played(match: Match, asked: argparse.Namespace) -> Report:
    """Raises SetupError."""
    with contextlib.ExitStack() as stack:
        saved = stack.enter_context(contextlib.closing(Saved(asked.save, match))) if asked.save else None
        until = asked.until / 100 if asked.until else None
        return run(match, asked.games, asked.jobs, saved=saved, until=until, progress=Progress(sys.stderr))


def _going_on(report: Report, wanted: int, file: Path | None) -> str:
    kept = f"they are kept in {file}: the same command goes on" if file else "with --save FILE they would be kept"
    return f"tuicards arena: interrupted after {report.units} of {wanted} deals; {kept}"


def _match(asked: argparse.Namespace) -> Match:
    """Raises BadOptions, SetupError."""
    game = game_named(asked.game)
    bots = entrants(asked.bots or asked.ladder, asked.worlds, asked.budget)
    setup = {"seed": asked.seed, "options": dict(asked.option), "preset": asked.preset}
    if asked.options == "all":
        return walk(game.name, bots, **setup)
    seats = asked.seats or game.usual_seats
    if asked.ladder:
        return ladder(game.name, bots, seats, **setup)
    if len(bots) != seats:
        raise BadOptions("bots_for_seats", bots=len(bots), seats=seats)
    return line_up(game.name, bots, **setup)


def arena_parser() -> argparse.ArgumentParser:
    """What may be typed after `arena`."""
    parser = argparse.ArgumentParser(
        prog="tuicards arena",
        description="Plays bots against bots, the same deals from every seat, and says how they did.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("game", metavar="GAME", help="rage or goat")
    who = parser.add_mutually_exclusive_group(required=True)
    who.add_argument("--bots", metavar="A,B,...", help=f"a bot for each seat; levels: {', '.join(LEVELS)}")
    who.add_argument("--ladder", metavar="A,B,...", help="each of these against each other, seat by seat")
    parser.add_argument(
        "--games", type=_at_least_one, default=100, metavar="N",
        help="parties to play, of each pair of a ladder; rounded up to whole deals (default 100)",
    )  # fmt: skip
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="fixes all chance (default 1)")
    _add_table(parser)
    _add_thinking(parser)
    parser.add_argument(
        "--jobs", type=_at_least_one, default=os.cpu_count() or 1, metavar="N", help="processes (default: all cores)"
    )
    parser.add_argument(
        "--save", type=Path, metavar="FILE", help="keep finished deals there, and go on with those that it holds"
    )
    parser.add_argument(
        "--until", type=_percent, metavar="WIDTH",
        help="stop when the interval of the first bot's share of first places is narrower, in per cent",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of a table")
    return parser


def _add_table(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--seats", type=_at_least_one, metavar="N", help="number of seats (default: the game's usual)"
    )
    parser.add_argument(
        "--option", action="append", default=[], type=_option, metavar="NAME=VALUE",
        help="set an option of the game; may be repeated",
    )  # fmt: skip
    parser.add_argument("--preset", metavar="PRESET", help="a named set of options")
    parser.add_argument(
        "--options", choices=["all"],
        help="all: random options, seats and line-ups of the bots named, each deal once",
    )  # fmt: skip


def _add_thinking(parser: argparse.ArgumentParser) -> None:
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument(
        "--worlds", type=_at_least_one, metavar="N", help="worlds to look at, for levels that sample them"
    )
    limit.add_argument("--budget", type=_seconds, metavar="SECONDS", help="time for a move, for levels that search")


def _at_least_one(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number from 1, not {text!r}")
    return int(text)


def _percent(text: str) -> float:
    return _between(text, 100)


def _seconds(text: str) -> float:
    return _between(text, 3600)


def _between(text: str, most: float) -> float:
    """A number above 0, up to `most`."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number <= most:
        raise argparse.ArgumentTypeError(f"expected a number above 0, at most {most:g}, not {text!r}")
    return number


def _option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"expected NAME=VALUE, not {text!r}")
    return name, value
