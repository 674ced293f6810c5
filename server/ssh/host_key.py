"""The host key: made once, and kept."""

import contextlib
import os
from pathlib import Path

import asyncssh

from tuicards.errors import SetupError
from tuicards.plain_file import read_plain

LONGEST_FILE = 64 * 1024
KIND = "ssh-ed25519"


def host_key(path: Path | None) -> asyncssh.SSHKey:
    """The key in this file, made where there is none; without a path a new one. Raises SetupError `bad_host_key`."""
    if path is None:
        return asyncssh.generate_private_key(KIND)
    try:
        return _read(path)
    except FileNotFoundError:
        return _make(path)
    except OSError as error:
        raise _bad(path, error.strerror or str(error)) from None


def _read(path: Path) -> asyncssh.SSHKey:
    """Raises OSError, SetupError `bad_host_key`."""
    data = read_plain(path, LONGEST_FILE)
    try:
        return asyncssh.import_private_key(data)
    except asyncssh.KeyEncryptionError:
        raise _bad(path, "it is protected by a password") from None
    except (asyncssh.KeyImportError, ValueError):
        raise _bad(path, "it holds no private key") from None


def _make(path: Path) -> asyncssh.SSHKey:
    """Whoever finds the file finds the whole key in it, and only its owner may read it."""
    key = asyncssh.generate_private_key(KIND)
    part = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(key.export_private_key())
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            part.unlink()
        raise _bad(path, error.strerror or str(error)) from None
    return key


def _bad(path: Path, why: str) -> SetupError:
    return SetupError("bad_host_key", file=str(path), why=why)
