"""Who I am to which server: the name last used, and the token that opens my seat again.

A small file that only its owner may read. Without a place for it, or when the place cannot be written,
everything is remembered until the program ends and nobody is bothered.
"""

import contextlib
import secrets
from collections.abc import Mapping
from pathlib import Path

import msgspec

from tuicards.plain_file import read_plain
from tuicards.secrecy import told_without
from tuicards.state_folder import state_folder
from tuicards.whole_file import write_whole

KEPT = 64
"""So many servers' tokens are kept; the one used longest ago goes first."""

MAX_FILE = 256 * 1024
"""A longer file is none of ours, and counts as damaged."""


class _Key(msgspec.Struct):
    """The token that a name has at a server's address."""

    address: str
    name: str
    token: str

    def __repr__(self) -> str:
        return told_without(self, "token")


class _Memory(msgspec.Struct):
    name: str = ""
    keys: list[_Key] = []
    """The one used last stands last."""


class Identity:
    """The name and the tokens of one person on this computer.

    `path` None keeps them in memory only. A damaged file is set aside, with `.damaged` in its name,
    never overwritten.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._memory = self._load() or _Memory()

    @property
    def name(self) -> str:
        """The name last used; empty the first time."""
        return self._memory.name

    def token(self, address: str, name: str) -> str:
        """The token that opens the name's seat at the address; empty when none is known."""
        return next((key.token for key in self._memory.keys if (key.address, key.name) == (address, name)), "")

    def remember(self, address: str, name: str, token: str) -> None:
        """Keep the name as the last one used, and its token at the address. An empty token is forgotten."""
        self._memory = self._load() or self._memory
        others = [key for key in self._memory.keys if (key.address, key.name) != (address, name)]
        mine = [_Key(address, name, token)] if token else []
        self._memory = _Memory(name, [*others, *mine][-KEPT:])
        self._save()

    def _load(self) -> _Memory | None:
        """What the file holds, or None when there is none that can be read."""
        content = self._content()
        if self._path is None or content is None:
            return None
        try:
            return msgspec.json.decode(content, type=_Memory)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            self._set_aside(self._path)
            return None

    def _content(self) -> bytes | None:
        """The file's bytes, or None. A file that may not be read is not written either."""
        try:
            if self._path is None or not self._path.is_file():
                return None
            return read_plain(self._path, MAX_FILE)
        except OSError:
            self._path = None
            return None

    @staticmethod
    def _set_aside(path: Path) -> None:
        with contextlib.suppress(OSError):
            path.rename(path.with_name(f"{path.name}.damaged-{secrets.token_hex(4)}"))

    def _save(self) -> None:
        """Replace the file in one step, so that it is never half written; a disk that refuses is accepted."""
        if self._path is None:
            return
        with contextlib.suppress(OSError, UnicodeError):
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_whole(self._path, msgspec.json.encode(self._memory), 0o600)


def identity_path(environ: Mapping[str, str]) -> Path | None:
    """Where the file belongs; None where this user has no state folder."""
    folder = state_folder(environ)
    return None if folder is None else folder / "identity.json"
