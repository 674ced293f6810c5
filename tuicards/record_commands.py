"""`tuicards replay`, `export` and `verify`: what is typed after them, and what they do. No server is needed."""

import argparse
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tuicards.asked import check_terminal, check_unicode
from tuicards.command_parser import Act, add_command
from tuicards.errors import SetupError, StorageError
from tuicards.games import GAMES
from tuicards.identity import Identity, identity_path
from tuicards.kept import KeptRecord, kept_file, kept_records, records_folder
from tuicards.locale.languages import Language
from tuicards.preferences.sources import Preferences
from tuicards.records import LONGEST_FILE, PartyRecord, from_bytes, read_record, to_text, write_record
from tuicards.replay import Replay
from tuicards.safe_text import safe_text
from tuicards.speech import Speaker
from tuicards.verify import Verdict, verify

if TYPE_CHECKING:
    from tuicards.tui.link import Keeper

STDIN = STDOUT = "-"

RIGHT, WRONG, UNREADABLE = 0, 1, 2
"""Exit codes of `verify`."""


EXPORT_EXAMPLES = """\
examples:
  tuicards export                   the list
  tuicards export 1                 the newest party, into a file here
  tuicards export 3 party.jsonl
"""

VERIFY_EXAMPLES = """\
examples:
  tuicards verify                   the newest party that is kept
  tuicards verify party.jsonl
  tuicards export 3 - | tuicards verify -

exit codes: 0 all is right; 1 something is wrong; 2 it cannot be read or checked.
"""


def add_replay(into: Any) -> None:
    """The arguments of `replay`."""
    replay = add_command(into, "replay", replay_asked, "look at a finished party again, card by card")
    replay.add_argument(
        "file", nargs="?", metavar="FILE", help="a replay file (default: the newest party that is kept)"
    )
    replay.add_argument("--text", action="store_true", help="in lines of text instead of a full screen")


def add_export(into: Any) -> None:
    """The arguments of `export`."""
    text = "list the finished parties that are kept, or write one into a file"
    export = add_command(into, "export", export_asked, text, epilog=EXPORT_EXAMPLES)
    export.add_argument(
        "number", nargs="?", metavar="N", help="number in the list, 1 is the newest (default: print the list)"
    )
    export.add_argument(
        "file", nargs="?", metavar="FILE", help="file or folder to write to (default: this folder), - to print it"
    )
    export.add_argument("--force", action="store_true", help="replace a file that is there already")


def add_verify(into: Any) -> None:
    """The arguments of `verify`."""
    text = "check a finished party: the deal, every move, the result"
    command = add_command(into, "verify", verify_asked, text, epilog=VERIFY_EXAMPLES)
    where = "a replay file, - for standard input, or a number in the list of tuicards export (default: 1, the newest)"
    command.add_argument("file", nargs="?", metavar="FILE", help=where)
    command.add_argument("--json", action="store_true", help="print one JSON object instead of a sentence")


# ---- replay -------------------------------------------------------------------------------------------


def replay_asked(asked: argparse.Namespace) -> Act:
    """Shows a party again. Raises SetupError; the act StorageError."""
    check_terminal(asked)
    if asked.file is not None:
        check_unicode("FILE", asked.file)

    def replay() -> int:
        path = Path(asked.file) if asked.file is not None else kept_file(records_folder(os.environ), 1)
        found = Replay(read_record(path), file=path.name)
        return (
            _tell(found, asked.spoken, asked.preferences)
            if asked.text
            else _show(found, asked.preferences, asked.keeper())
        )

    return replay


def _tell(replay: Replay, language: Language, preferences: Preferences) -> int:
    import asyncio

    from tuicards.text.replay import Story, tell_replay
    from tuicards.text.terminal import LineReader, LineWriter

    source, sink = sys.stdin, sys.stdout
    typed = source is not None and source.isatty()
    reader = LineReader(source.fileno(), source.encoding) if typed else None
    writer = LineWriter(sink.fileno(), "> " if typed else "", sink.encoding) if sink else LineWriter(None)
    asyncio.run(tell_replay(Story(replay, language, preferences.settings.cards), reader, writer))
    return 0


def _show(replay: Replay, preferences: Preferences, keeper: "Keeper") -> int:
    from tuicards.tui.link import Start
    from tuicards.tui.replay_app import ReplayApp

    name = preferences.settings.name or Identity(identity_path(os.environ)).name
    start = Start(name=name, settings=preferences.settings, keeper=keeper, faults=preferences.faults)
    app = ReplayApp(replay, start)
    code = app.run()
    return app.return_code or 0 if code is None else code


# ---- export -------------------------------------------------------------------------------------------


def export_asked(asked: argparse.Namespace) -> Act:
    """Lists what is kept, or writes one record. Raises SetupError `cli.bad_number`; the act StorageError."""
    folder, speaker = records_folder(os.environ), Speaker(language=asked.spoken)
    if asked.number is None:
        return lambda: _list(folder, speaker)
    if not asked.number.isdecimal():
        raise SetupError("cli.bad_number", text=asked.number)
    if asked.file is not None:
        check_unicode("FILE", asked.file)
    return lambda: _export(kept_file(folder, int(asked.number[:9])), asked.file, asked.force, speaker)


def _list(folder: Path | None, speaker: Speaker) -> int:
    kept = kept_records(folder)
    if not kept:
        print(safe_text(speaker.say("record_none_kept", {"folder": str(folder or "")})))
    for number, record in enumerate(kept, 1):
        print(safe_text(record_line(number, record, speaker.language)))
    return 0


def record_line(number: int, kept: KeptRecord, language: Language) -> str:
    """A line of the list: number, date, game, names, result."""
    from tuicards.text.replay import date_of

    record = kept.record
    if record is None:
        error = Speaker(language=language).error(kept.trouble) if kept.trouble else ""
        return Speaker(language=language).say("export.unreadable", {"number": number, "error": error})
    game = GAMES.get(record.header.game)
    speaker = Speaker(game, record.names, language=language)
    words = {
        "number": number,
        "date": date_of(record) or speaker.say("export.no_date"),
        "game": record.header.game,
        "names": [speaker.seat_name(seat) for seat in range(record.header.seats)],
        "result": speaker.fact(record.outcome.result),
    }
    return speaker.say("export.line", words)


def _export(kept: Path, file: str | None, force: bool, speaker: Speaker) -> int:
    text = to_text(read_record(kept))
    if file == STDOUT:
        sys.stdout.buffer.write(text.encode())
        return 0
    path = Path(file or kept.name)
    if path.is_dir():
        path = path / kept.name
    write_record(path, text, replace=force)
    print(safe_text(speaker.say("export.written", {"file": str(path.absolute())})))
    return 0


# ---- verify -------------------------------------------------------------------------------------------


def verify_asked(asked: argparse.Namespace) -> Act:
    """Checks a record and says what it found; a record that cannot be read is a sentence too. Raises SetupError."""
    if asked.file is not None:
        check_unicode("FILE", asked.file)
    speaker = Speaker(language=asked.spoken)

    def check() -> int:
        try:
            record, name = _record_named(asked.file)
            verdict = verify(record, file=name)
        except StorageError as error:
            print(f"tuicards: {safe_text(speaker.error(error))}", file=sys.stderr)
            return UNREADABLE
        sentence = safe_text(speaker.say(verdict.code, verdict.params))
        print(_as_json(verdict, sentence) if asked.json else sentence)
        return RIGHT if verdict.right else WRONG

    return check


def _record_named(file: str | None) -> tuple[PartyRecord, str]:
    """The record in a file, in the list of those kept, or in the input, and its name. Raises StorageError."""
    if file == STDIN:
        return from_bytes(sys.stdin.buffer.read(LONGEST_FILE + 1) if sys.stdin else b"", STDIN), STDIN
    kept = file is None or (file.isdecimal() and not os.path.exists(file))
    path = kept_file(records_folder(os.environ), int(file[:9]) if file else 1) if kept else Path(file or "")
    return read_record(path), path.name


def _as_json(verdict: Verdict, sentence: str) -> str:
    return json.dumps({"right": verdict.right, "code": verdict.code, "params": verdict.params, "sentence": sentence})
