"""Where a user's programs remember things: the XDG state folder, and our part of it."""

from collections.abc import Mapping
from pathlib import Path


def state_folder(environ: Mapping[str, str]) -> Path | None:
    """`tuicards` below XDG_STATE_HOME, or else below HOME; None when neither is an absolute path."""
    places = (Path(environ.get("XDG_STATE_HOME", "")), Path(environ.get("HOME", "")) / ".local" / "state")
    return next((place / "tuicards" for place in places if place.is_absolute()), None)
