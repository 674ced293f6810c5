"""Encrypted connections: the certificate that is shown, and who comes without a handshake."""

import asyncio
import contextlib
import socket
import ssl
from pathlib import Path
from typing import NoReturn

from tuicards.errors import Refused, SetupError
from tuicards.plain_file import read_plain
from tuicards.tls import SHOWN, fingerprint

LONGEST_FILE = 1024 * 1024
"""Bytes of a certificate or a key; no chain is longer."""

HANDSHAKE = b"\x16"
"""How every TLS connection begins. A frame of the protocol begins with a zero byte."""


class Certificate:
    """The server's certificate with its key, in two PEM files; may be read again while the server runs."""

    def __init__(self, cert: Path, key: Path) -> None:
        """Raises SetupError: `tls_unreadable`, `tls_key_encrypted`, `tls_mismatch`, `tls_bad_file`."""
        self._cert, self._key = cert, key
        self.context, self.fingerprint = _read(cert, key)
        """For the connections that come from now on, and how the certificate's SHA-256 begins."""

    def read_again(self, cert: Path | None = None, key: Path | None = None) -> None:
        """Show what the files, or others, hold now. Raises SetupError, and what was good before stays."""
        cert, key = cert or self._cert, key or self._key
        self.context, self.fingerprint = _read(cert, key)
        self._cert, self._key = cert, key

    async def expect(self, sock: socket.socket) -> ssl.SSLContext:
        """Wait for the first byte. Raises Refused `tls_needed` for one that begins no handshake, OSError for none."""
        await _readable(sock)
        first = sock.recv(1, socket.MSG_PEEK)
        if not first:
            raise ConnectionResetError
        if first != HANDSHAKE:
            raise Refused("tls_needed")
        return self.context


def _read(cert: Path, key: Path) -> tuple[ssl.SSLContext, str]:
    """What is shown from these files. Raises SetupError."""

    def ask_password() -> NoReturn:
        """Nobody can be asked; without this OpenSSL would ask at the terminal."""
        raise SetupError("tls_key_encrypted", file=str(key))

    for file in (cert, key):
        _check_readable(file)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        context.load_cert_chain(cert, key, password=ask_password)
    except ssl.SSLError as error:
        if "MISMATCH" in (error.reason or ""):
            raise SetupError("tls_mismatch", file=str(cert), key=str(key)) from None
        raise SetupError("tls_bad_file", file=str(cert), key=str(key)) from None
    except OSError as error:
        raise SetupError("tls_unreadable", file=str(cert), why=error.strerror or str(error)) from None
    return context, fingerprint(_first_certificate(cert))[:SHOWN]


async def _readable(sock: socket.socket) -> None:
    loop = asyncio.get_running_loop()
    ready: asyncio.Future[None] = loop.create_future()
    loop.add_reader(sock, _settle, ready)
    try:
        await ready
    finally:
        loop.remove_reader(sock)


def _settle(ready: asyncio.Future[None]) -> None:
    if not ready.done():
        ready.set_result(None)


def _check_readable(file: Path) -> None:
    try:
        if len(read_plain(file, LONGEST_FILE)) > LONGEST_FILE:
            raise SetupError("tls_bad_file", file=str(file), key=str(file))
    except OSError as error:
        raise SetupError("tls_unreadable", file=str(file), why=error.strerror or str(error)) from None


def _first_certificate(file: Path) -> bytes:
    """The server's own certificate stands first, before those that vouch for it."""
    with contextlib.suppress(ValueError, OSError):
        text = file.read_text(encoding="latin-1")
        begin, end = "-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----"
        body = text[text.index(begin) : text.index(end) + len(end)]
        return ssl.PEM_cert_to_DER_cert(body)
    raise SetupError("tls_bad_file", file=str(file), key=str(file))
