"""The command line: where the parts are put together.

Only this package joins the client with `server`. Whatever is slow to load is imported where it is used,
so that help and refusals come at once, without a terminal and without a home.
"""

import argparse
import io
import os
import sys
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from tuicards.arguments import parser_for, parser_without_commands
from tuicards.cli.commands import COMMANDS, server_cleaning
from tuicards.command_parser import USAGE, Act, Parser, add_command
from tuicards.errors import TuicardsError
from tuicards.games import GAMES
from tuicards.locale.languages import LANGUAGES, language_for
from tuicards.person import preferences_asked
from tuicards.safe_text import safe_text
from tuicards.speech import Speaker
from tuicards.text.commands import DEFAULT_GAME

if TYPE_CHECKING:
    from tuicards.preferences.saving import SettingsFile

FINE, UNFINISHED, INTERRUPTED = 0, 1, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command and returns its exit code. Nothing starts before all that was typed is checked."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        return _run(sys.argv[1:] if argv is None else argv)
    except KeyboardInterrupt:
        return _complain(Speaker(language=language_for()).say("cli.interrupted"), INTERRUPTED)
    except BrokenPipeError:
        return FINE
    except Exception as error:
        from tuicards.crash import record_crash

        print(record_crash(error), file=sys.stderr)
        return UNFINISHED
    finally:
        _flush()


def _run(arguments: Sequence[str]) -> int:
    if arguments[:1] == ["arena"]:
        from tuicards.arena import arena_main

        return arena_main(arguments[1:])
    parser = _parser() if arguments else parser_without_commands(COMMANDS[""])
    asked = parser.parse_args(arguments)
    asked.spoken = language_for()
    try:
        asked.preferences = preferences_asked(asked, os.environ, server_cleaning())
        asked.keeper = partial(_keeper, asked)
        asked.spoken = LANGUAGES.get(asked.preferences.settings.language) or asked.spoken
        act: Act = asked.prepare(asked)
    except TuicardsError as error:
        return _complain(_sentence(error, asked), USAGE)
    _tell_faults(asked)
    try:
        return act()
    except TuicardsError as error:
        return _complain(_sentence(error, asked), UNFINISHED)


def _parser() -> Parser:
    from tuicards.bot_command import add_bot
    from tuicards.config_command import add_config
    from tuicards.record_commands import add_export, add_replay, add_verify
    from tuicards.web.command import add_web

    more = (
        add_replay,
        add_export,
        add_verify,
        add_config,
        partial(add_bot, prepare=COMMANDS["bot"]),
        partial(add_web, prepare=COMMANDS["web"]),
    )
    return parser_for(COMMANDS, (*more, _add_completion))


def _complain(sentence: str, code: int) -> int:
    if sys.stderr is not None:
        for line in sentence.splitlines():
            print(f"tuicards: {safe_text(line)}", file=sys.stderr)
    return code


def _sentence(error: TuicardsError, asked: argparse.Namespace) -> str:
    game = GAMES.get(getattr(asked, "game", None) or DEFAULT_GAME)
    return Speaker(game, language=asked.spoken).error(error)


def _tell_faults(asked: argparse.Namespace) -> None:
    """Says what is wrong with the settings, before anything begins."""
    faults: Sequence[TuicardsError] = asked.preferences.faults
    for fault in faults:
        _complain(_sentence(fault, asked), FINE)
    if faults:
        _complain(Speaker(language=asked.spoken).say("settings.rest_holds"), FINE)


def _flush() -> None:
    """Writes out what is left; a reader or a terminal that has gone away is no reason for a word."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _add_completion(into: Any) -> None:
    from tuicards.completion import ABOUT, add_shell

    add_shell(add_command(into, "completion", _completion, ABOUT), "tuicards", "tuicards-server")


def _completion(asked: argparse.Namespace) -> Act:
    from tuicards.arena import arena_parser
    from tuicards.completion import completion_script

    script = completion_script(_parser(), asked.shell, {"arena": arena_parser()})

    def completion() -> int:
        print(script)
        return FINE

    return completion


def _keeper(asked: argparse.Namespace) -> "SettingsFile":
    """Where changes of the settings are kept."""
    from tuicards.preferences.saving import SettingsFile

    where = "settings.kept_for_page" if asked.visitor else "settings.kept"
    return SettingsFile(asked.preferences, server_cleaning(), where)
