"""`tuicards-server restore`: a backup becomes the record of a folder in which no server runs."""

import argparse
import sys
from collections.abc import Mapping, Sequence
from typing import NoReturn

from server import logs
from server.declared import a_path
from server.meant import GuessingParser
from server.restoring import restore
from server.whereabouts import data_folder
from tuicards.errors import SetupError, StorageError
from tuicards.safe_text import safe_text
from tuicards.speech import Speaker

PROGRAM = "tuicards-server restore"
FINE, REFUSED, BAD_USAGE = 0, 1, 2

EPILOG = """\
example:
  tuicards-server restore --data /var/lib/tuicards /var/backups/tuicards/tuicards-20250101-030000.db

The backup is checked first, whole; then it is put in its place in one step, with the SSH door's host keys that are
in it. With --force a record that is there already is set aside under a new name, never deleted.

What is restored belongs to whoever gives this command; given by root, to the owner of the folder.

exit code: 0 it is done; 1 it was refused, and nothing has changed; 2 the command is wrong.
"""


class Parser(GuessingParser):
    """Tells what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_USAGE, f"{PROGRAM}: {safe_text(message)}; see {PROGRAM} --help\n")


def restore_main(arguments: Sequence[str], environ: Mapping[str, str]) -> int:
    """Restore. Returns 0, 1 where it was refused, 2 for a wrong command."""
    parser = restore_parser()
    asked = parser.parse_args(arguments)
    logs.begin("warning")
    try:
        data = asked.data or data_folder(environ)
        if data is None:
            parser.error("there is no home folder: name the server's folder with --data")
        restored = restore(asked.file, data, force=asked.force)
    except (SetupError, StorageError) as error:
        print(f"{PROGRAM}: {safe_text(Speaker().error(error))}", file=sys.stderr)
        return REFUSED
    for line in restored.lines():
        print(safe_text(line))
    return FINE


def restore_parser() -> Parser:
    """What may be typed after `restore`."""
    parser = Parser(
        prog=PROGRAM,
        description="Make a backup the record of a folder in which no server runs.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("file", type=a_path, metavar="FILE", help="what `tuicards-server admin backup` has written")
    parser.add_argument(
        "--data",
        type=a_path,
        metavar="DIR",
        help="the server's folder, made if it is not there (default: where its settings say)",
    )
    parser.add_argument("--force", action="store_true", help="even if there is a record; that one is set aside")
    return parser
