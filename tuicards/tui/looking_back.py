"""What one can do with the record of a party: look at it again, and write it into a file."""

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

from tuicards.errors import StorageError
from tuicards.kept import file_name
from tuicards.plain_file import read_plain
from tuicards.records import PartyRecord, to_text, write_record
from tuicards.replay import Replay

if TYPE_CHECKING:
    from tuicards.tui.app import TuiCards


def look_back(client: "TuiCards", record: PartyRecord) -> None:
    """Opens the replay of a party, from one's own seat where one has one."""
    from tuicards.tui.screens.replay import ReplayScreen

    table = client.state.table
    try:
        replay = Replay(record, file=record.table)
    except StorageError as error:
        client.tell(error.code, error.params, warn=True)
        return
    client.push_screen(ReplayScreen(replay, table.you if table else None))


def export(client: "TuiCards", record: PartyRecord) -> None:
    """Writes a record into the current folder, and says where it is. A file that is there already stays as it is."""
    when = time.time() if record.played is None else record.played
    path = Path(os.path.abspath(file_name(record, when)))
    try:
        if not _is_there(path, record):
            write_record(path, to_text(record))
    except StorageError as error:
        client.tell(error.code, error.params, warn=True)
    else:
        client.tell("export.written", {"file": str(path)})


def _is_there(path: Path, record: PartyRecord) -> bool:
    try:
        ours = to_text(record).encode()
        return read_plain(path, len(ours)) == ours
    except OSError:
        return False
