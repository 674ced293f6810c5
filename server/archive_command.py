"""`tuicards-server records`: the finished parties of a data folder, each as a replay file."""

import argparse
import sys
from collections.abc import Container, Mapping, Sequence
from pathlib import Path
from typing import NoReturn

from server import logs
from server.archive import finished_parties
from server.declared import a_path
from server.meant import GuessingParser
from server.whereabouts import data_folder
from tuicards.errors import SetupError, StorageError
from tuicards.kept import file_name, parties_in, party_mark
from tuicards.records import PartyRecord, to_text, write_record
from tuicards.safe_text import safe_text
from tuicards.speech import Speaker

PROGRAM = "tuicards-server records"
FINE, REFUSED, BAD_USAGE = 0, 1, 2


EPILOG = """\
example:
  tuicards-server records --data /var/lib/tuicards parties

Each file is for tuicards replay and tuicards verify.

exit code: 0 it is done; 1 the disk refuses, or there is no record; 2 the command is wrong.
"""


class Parser(GuessingParser):
    """Tells what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_USAGE, f"{PROGRAM}: {safe_text(message)}; see {PROGRAM} --help\n")


def archive_main(arguments: Sequence[str], environ: Mapping[str, str]) -> int:
    """Write the files. Returns 0, 1 where the disk refuses or the folder holds no record, 2 for a wrong command."""
    parser = archive_parser()
    asked = parser.parse_args(arguments)
    logs.begin("warning")
    speaker = Speaker()
    try:
        data = asked.data or data_folder(environ)
        if data is None:
            parser.error("there is no home folder: name the server's folder with --data")
        count = write_all(data, asked.out)
    except (SetupError, StorageError) as error:
        print(f"{PROGRAM}: {safe_text(speaker.error(error))}", file=sys.stderr)
        return REFUSED
    print(safe_text(speaker.say("archive.written", {"count": count, "folder": str(asked.out)})))
    return FINE


def write_all(data: Path, out: Path) -> int:
    """Write each finished party that is not there yet; how many those are. Of one that two nodes of a cluster have
    archived, one file is enough.

    Raises StorageError: `record_unwritable`, and what `finished_parties` raises.
    """
    try:
        out.mkdir(mode=0o700, parents=True, exist_ok=True)
        there = set(parties_in(out))
    except OSError as error:
        raise StorageError("record_unwritable", file=str(out), reason=error.strerror or str(error)) from None
    return sum(_write(out, record, there) for record in finished_parties(data))


def _write(out: Path, record: PartyRecord, there: Container[str]) -> bool:
    if party_mark(record) in there:
        return False
    try:
        write_record(out / file_name(record, record.played or 0), to_text(record), mode=0o600)
    except StorageError as error:
        if error.code == "record_exists":
            return False
        raise
    return True


def archive_parser() -> Parser:
    """What may be typed after `records`."""
    about = "Write the finished parties of a server's folder as replay files. The server may run or not."
    parser = Parser(
        prog=PROGRAM,
        description=about,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "--data", type=a_path, metavar="DIR", help="the server's folder (default: where its settings say)"
    )
    parser.add_argument(
        "out", type=a_path, metavar="OUT", help="folder for the files; those that are there already stay"
    )
    return parser
