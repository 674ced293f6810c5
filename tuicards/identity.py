"""Who I am to which server: the name last used, and the token that opens my seat again.

A small file that only its owner may read. Without a place for it, or when the place cannot be written,
everything is remembered until the program ends and nobody is bothered.
"""

import contextlib
import secrets
from collections.abc import Mapping
from pathlib import Path

import msgspec

from tuicards.address import MOST_ADDRESSES
from tuicards.plain_file import read_plain
from tuicards.secrecy import told_without
from tuicards.state_folder import state_folder
from tuicards.whole_file import write_whole

KEPT = 64
"""So many servers' tokens are kept; the one used longest ago goes first."""

MAX_FILE = 256 * 1024
"""A longer file is none of ours, and counts as damaged."""


class _Key(msgspec.Struct):
    """The token that a name has at a server."""

    address: str
    """Where the server was the last time."""
    name: str
    token: str
    others: tuple[str, ...] = ()
    """Further addresses of it."""

    def is_at(self, addresses: tuple[str, ...]) -> bool:
        return self.address in addresses or any(other in addresses for other in self.others)

    def without(self, addresses: tuple[str, ...]) -> "_Key | None":
        """The same for what is left of its addresses; None where nothing is."""
        left = [address for address in (self.address, *self.others) if address not in addresses]
        return _Key(left[0], self.name, self.token, tuple(left[1:])) if left else None

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

    def token(self, addresses: tuple[str, ...], name: str) -> str:
        """The token that opens the name's seat at the server of these addresses, of which one is enough.

        Empty when none is known; the one used last where there are several.
        """
        keys = reversed(self._memory.keys)
        return next((key.token for key in keys if key.name == name and key.is_at(addresses)), "")

    def last_used(self, addresses: tuple[str, ...]) -> str:
        """The one of these addresses where the server was the last time; empty when that is not known."""
        keys = reversed(self._memory.keys)
        return next((key.address for key in keys if key.address in addresses), "")

    def remember(self, address: str, name: str, token: str, others: tuple[str, ...] = ()) -> None:
        """Keep the name as the last one used, and its token at the server of these addresses, found at the first.

        Where the same token is known for further addresses, these are the server's, too; what was another token at
        one of these is forgotten, and so is an empty token.
        """
        self._memory = self._load() or self._memory
        mine = _Key(address, name, token, others)
        kept = []
        for key in self._memory.keys:
            if key.name != name or not key.is_at((address, *others)):
                kept.append(key)
            elif key.token == token:
                mine = _joined(mine, key)
            elif left := key.without((address, *others)):
                kept.append(left)
        self._memory = _Memory(name, [*kept, *([mine] if token else [])][-KEPT:])
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


def _joined(now: _Key, before: _Key) -> _Key:
    """One key for all the addresses, the newest first."""
    addresses = dict.fromkeys((now.address, *now.others, before.address, *before.others))
    return _Key(now.address, now.name, now.token, tuple(addresses)[1:MOST_ADDRESSES])


def identity_path(environ: Mapping[str, str]) -> Path | None:
    """Where the file belongs; None where this user has no state folder."""
    folder = state_folder(environ)
    return None if folder is None else folder / "identity.json"
