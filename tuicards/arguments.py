"""What may be typed after `tuicards`."""

import argparse
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tuicards import __version__
from tuicards.asked import BOT_DELAY
from tuicards.command_parser import Parser, Prepare, add_command
from tuicards.games import GAMES
from tuicards.locale.languages import LANGUAGES
from tuicards.text.commands import DEFAULT_GAME, DEFAULT_LEVEL
from tuicards.wire.messages import DEFAULT_PORT

PLAYING = ("play", "host", "join")
"""The commands, besides none, for which one needs a name."""

EPILOG = """\
examples:
  tuicards                          choose on the screen
  tuicards play rage --seats 6      alone against five bots
  tuicards host                     a server for friends; the room says what they type
  tuicards join                     the servers on this network
  tuicards join 192.168.1.5         or an address, or the code that a friend's room shows
  tuicards rules goat               how it is played
  tuicards COMMAND --help           what else a command takes

exit codes: 0 fine, and so it is when you quit; 1 the game could not be finished, or the server not be
reached; 2 the command is wrong, or there is no terminal; 130 interrupted.

settings: tuicards config shows them all, and how each is called in the file, in the environment and here.

environment: TUICARDS_NAME, TUICARDS_PASSWORD and TUICARDS_TOKEN stand for --name, --password and
--token; others cannot see them in the list of processes. TUICARDS_TLS_CA stands for --tls-ca.

If the terminal is left in disorder after a kill -9, type: reset
"""

PLAY_EXAMPLES = """\
examples:
  tuicards play
  tuicards play goat --bots easy
  tuicards play rage --seats 6 --preset amigo --option hook=last_bidder
  tuicards play rage --clock turn:30 --text

A preset or an option that there is not is told with those that there are; tuicards rules GAME --whole tells what
they change.
"""

HOST_EXAMPLES = """\
examples:
  tuicards host                                 choose the game there
  tuicards host rage --seats 4 --bots easy      with bots until friends come
  tuicards host goat --clock bank:300+10        five minutes each, and ten seconds more for every move
  tuicards host rage --data ~/cards             the tables are there again next time

Friends type tuicards join and the code that the room shows. A server without a terminal: tuicards-server.
"""

JOIN_EXAMPLES = """\
examples:
  tuicards join                                 choose from the servers on this network
  tuicards join 943-N7S                         a join code leads to a server, and to a table there
  tuicards join 192.168.1.5:7111 --table BCDF
  tuicards join tls://cards.example.org --watch --table BCDF
  tuicards join one.example.org,two.example.org:7111
                                                one server at two addresses: where one is gone, on by the other
"""


def parser_for(commands: Mapping[str, Prepare], more: Iterable[Callable[[Any], None]] = ()) -> Parser:
    """Reads the command line; `prepare` of what it reads is that command's, under `` that of no command.

    Each of `more` adds a command of its own.
    """
    parser = parser_without_commands(commands[""])
    into = parser.add_subparsers(title="commands", metavar="COMMAND")
    _add_play(into, commands["play"])
    _add_host(into, commands["host"])
    _add_join(into, commands["join"])
    into.add_parser("arena", help="bots against bots", add_help=False)
    rules = add_command(into, "rules", commands["rules"], "print a game's rules on one page")
    rules.add_argument("game", metavar="GAME", help=_games())
    rules.add_argument("--whole", action="store_true", help="the whole rules, rule by rule, with examples")
    for add in more:
        add(into)
    for name, command in into.choices.items():
        command.set_defaults(plays=name in PLAYING)
        if name != "arena":
            _add_preferences(command, argparse.SUPPRESS)
    return parser


def parser_without_commands(prepare: Prepare) -> Parser:
    """What may be typed where no command is."""
    parser = Parser(
        prog="tuicards",
        description="Rage and Goat, two trick-taking card games, in the terminal. No command: the home screen.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"tuicards {__version__}")
    parser.set_defaults(prepare=prepare, game=None, guest=False, visitor=False, plays=True)
    parser.add_argument("--name", metavar="NAME", help="what others call you (default: as last time)")
    _add_bot_delay(parser, str(BOT_DELAY))
    _add_preferences(parser, None)
    return parser


def _add_preferences(parser: argparse.ArgumentParser, default: str | None) -> None:
    """The flags that are stronger than the settings file. `default` leaves alone what stood before the command."""
    group = parser.add_argument_group("preferences")
    group.add_argument("--config", metavar="FILE", default=default, help="the settings file to use")
    group.add_argument("--language", metavar="LANGUAGE", default=default, help=f"one of {', '.join(LANGUAGES)}")
    group.add_argument("--theme", metavar="THEME", default=default, help="auto, dark, light, safe or terminal")
    look = group.add_mutually_exclusive_group()
    look.add_argument(
        "--presentation", metavar="LOOK", default=default, help="auto, wide, compact or poor: how much is shown"
    )
    look.add_argument(
        "--ascii", dest="presentation", action="store_const", const="poor", default=default,
        help="the poor presentation: plain letters, few colours",
    )  # fmt: skip


def _add_play(into: Any, prepare: Prepare) -> None:
    play = _command(into, "play", "play against bots, at once", prepare, PLAY_EXAMPLES)
    _add_table(play, DEFAULT_GAME)
    play.add_argument(
        "--bots", metavar="LEVEL", default=DEFAULT_LEVEL, help="easy, normal, hard or expert (default normal)"
    )
    _add_bot_delay(play, argparse.SUPPRESS)


def _add_host(into: Any, prepare: Prepare) -> None:
    host = _command(into, "host", "be the server for friends on the network, and play there", prepare, HOST_EXAMPLES)
    _add_table(host, "choose it there")
    host.add_argument("--bots", metavar="LEVEL", help="fill the free seats with bots: easy, normal, hard or expert")
    host.add_argument("--host", metavar="ADDRESS", help="address of this machine to listen at (default: all)")
    host.add_argument("--port", metavar="PORT", help=f"port to listen at, 0: any (default {DEFAULT_PORT})")
    host.add_argument("--password", metavar="PASSWORD", help="what friends have to know to come in")
    host.add_argument("--data", metavar="DIR", help="keep the tables in this folder (default: in memory only)")
    host.add_argument(
        "--no-announce", dest="announce", action="store_false", help="do not tell the network around of this server"
    )
    _add_bot_delay(host, argparse.SUPPRESS)


def _add_join(into: Any, prepare: Prepare) -> None:
    join = _command(into, "join", "go to a server, or look for one on this network", prepare, JOIN_EXAMPLES)
    join.add_argument(
        "address", nargs="?", metavar="WHERE", default="",
        help=f"HOST or HOST:PORT (without a port: {DEFAULT_PORT}), tls://HOST where it is encrypted, several with "
        "commas between them for a server that is at several addresses, or a join code such as 7KQ-2MX; without it: "
        "the servers on this network",
    )  # fmt: skip
    join.add_argument("--table", metavar="CODE", help="go straight to this table")
    join.add_argument("--seat", type=int, metavar="N", help="take this seat, from 1 (default: the first free)")
    join.add_argument("--watch", action="store_true", help="watch the table instead of taking a seat")
    join.add_argument("--token", metavar="TOKEN", help="what opens a seat of yours that you took on another computer")
    join.add_argument("--password", metavar="PASSWORD", help="the server's password, if it has one")
    join.add_argument("--tls-ca", metavar="FILE", help="trust the authorities in this file instead of the system's")
    join.add_argument("--guest", action="store_true", help="read and keep no files: for an account that many share")
    join.add_argument("--visitor", action="store_true", help="as tuicards web starts it: no file is offered or named")


def _command(into: Any, name: str, text: str, prepare: Prepare, examples: str) -> argparse.ArgumentParser:
    """One of PLAYING."""
    command = add_command(into, name, prepare, text, epilog=examples)
    command.add_argument(
        "--name", metavar="NAME", default=argparse.SUPPRESS, help="what others call you (default: as last time)"
    )
    command.add_argument("--text", action="store_true", help="in lines of text instead of a full screen")
    command.set_defaults(guest=False)
    return command


def _add_table(command: Any, without: str) -> None:
    """`without`: what happens where no game is named."""
    command.add_argument("game", nargs="?", metavar="GAME", help=f"{_games()} (default: {without})")
    command.add_argument("--seats", type=int, metavar="N", help="number of seats (default: the game's usual)")
    command.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="set an option of the game; may be repeated",
    )
    command.add_argument("--preset", metavar="PRESET", help=f"a named set of options: {_presets()}")
    command.add_argument(
        "--clock", metavar="TIME", default="none",
        help="seconds for each turn (turn:30), or for the party and more for each move (bank:300+5) (default none)",
    )  # fmt: skip


def _add_bot_delay(command: Any, default: str) -> None:
    command.add_argument(
        "--bot-delay",
        metavar="SECONDS",
        default=default,
        help=f"how long a bot takes for a move (default {BOT_DELAY})",
    )


def _games() -> str:
    return " or ".join(GAMES)


def _presets() -> str:
    return "; ".join(f"{', '.join(game.presets)} of {name}" for name, game in GAMES.items())
