"""The positions that this user has kept as foolish: a folder of files, one for each decision."""

import re
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from tuicards.errors import StorageError
from tuicards.state_folder import state_folder
from tuicards.whole_file import write_whole

if TYPE_CHECKING:
    from tuicards.bots.position import Position

ENDING = ".json"


def positions_folder(environ: Mapping[str, str]) -> Path | None:
    """Where positions are kept; None where this user has no state folder."""
    folder = state_folder(environ)
    return None if folder is None else folder / "positions"


def open_folder(folder: Path | None) -> Path:
    """The folder, made if it was missing. Raises StorageError `foolish_no_folder`, `foolish_unwritable`."""
    if folder is None:
        raise StorageError("foolish_no_folder")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StorageError("foolish_unwritable", file=str(folder), reason=_reason(error)) from None
    return folder


def kept_position(folder: Path, game: str, place: str) -> Path | None:
    """The file of this place in a party (see `keep_position`), if there is one."""
    ending = f"-{_plain(game)}-{_plain(place)}{ENDING}"
    try:
        return next((path for path in folder.iterdir() if path.name.endswith(ending)), None)
    except OSError:
        return None


def keep_position(folder: Path, position: "Position", place: str, now: float) -> Path:
    """Keep a position, for its owner's eyes only. `place` tells the table and the number of the move.

    A place that is kept already keeps its file as it is. Raises StorageError `foolish_unwritable`.
    """
    from tuicards.bots.position import to_bytes

    same = kept_position(folder, position.game, place)
    if same is not None:
        return same
    path = folder / f"{_date(now)}-{_plain(position.game)}-{_plain(place)}{ENDING}"
    try:
        write_whole(path, to_bytes(position), 0o600, replace=False)
    except OSError as error:
        raise StorageError("foolish_unwritable", file=str(path), reason=_reason(error)) from None
    return path


def _date(seconds: float) -> str:
    """The day of a time, as files sort; a file from elsewhere may tell one that no calendar has."""
    try:
        return time.strftime("%Y%m%d", time.gmtime(seconds))
    except (OverflowError, OSError, ValueError):
        return "00000000"


def _plain(text: str) -> str:
    """A text from the wire as it may stand in a file's name."""
    return re.sub(r"[^A-Za-z0-9-]", "", text)[:40] or "x"


def _reason(error: OSError) -> str:
    return error.strerror or str(error)
