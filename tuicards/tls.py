"""Encrypted ways to a server: whom the other end has to prove that it is.

The certificate is checked against the authorities that this system trusts, or those of a file, and has to
name the host; or, where the address says `#sha256:...`, it has to be that very certificate and nothing else
counts. Nothing is sent to a server before that.
"""

import asyncio
import hashlib
import hmac
import ssl
from dataclasses import dataclass
from pathlib import Path

from tuicards.errors import SetupError, TuicardsError
from tuicards.plain_file import check_plain

SHOWN = 32
"""Hexadecimal digits of a fingerprint that are shown, and enough to be typed."""


NOT_TLS = frozenset({"WRONG_VERSION_NUMBER", "HTTP_REQUEST", "UNEXPECTED_MESSAGE", "PACKET_LENGTH_TOO_LONG"})
"""What OpenSSL calls bytes that are no handshake."""


class Untrusted(TuicardsError):
    """The other end does not prove that it is the server asked for, or does not speak TLS.

    Codes: `not_trusted`, `wrong_pin`, `no_tls`, `tls_failed`. Trying again makes no sense.
    """


@dataclass(frozen=True, slots=True)
class Trust:
    """What makes a server's certificate good: a pin (how its SHA-256 begins), or else authorities.

    `ca` is a file of authorities in PEM that take the place of the system's.
    """

    pin: str = ""
    ca: str = ""

    def context(self) -> ssl.SSLContext:
        """What a connection is made with. Raises SetupError `bad_ca_file`."""
        if self.pin:
            return any_certificate()
        try:
            if self.ca:
                check_plain(Path(self.ca))
            return ssl.create_default_context(cafile=self.ca or None)
        except (OSError, ValueError) as error:
            raise SetupError("bad_ca_file", file=self.ca, why=_why(error)) from None

    def check(self, shown: bytes | None) -> None:
        """Whether the certificate is the one that is pinned, if one is. Raises Untrusted `wrong_pin`."""
        found = fingerprint(shown or b"")
        if self.pin and not hmac.compare_digest(found[: len(self.pin)], self.pin):
            raise Untrusted("wrong_pin", fingerprint=found[:SHOWN], pin=self.pin[:SHOWN])


def any_certificate() -> ssl.SSLContext:
    """A context that accepts every certificate: whoever uses it has to look at it."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def fingerprint(certificate: bytes) -> str:
    """The SHA-256 of a certificate in DER, in hexadecimal digits."""
    return hashlib.sha256(certificate).hexdigest()


def shown_certificate(writer: asyncio.StreamWriter) -> bytes | None:
    """The certificate of the other end of an encrypted connection, in DER."""
    shown: bytes | None = writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
    return shown


def failed_handshake(error: ssl.SSLError, shown: bytes | None, address: str) -> TuicardsError | OSError:
    """What to raise for it. `shown` is the certificate of a server that is not trusted, to compare and pin."""
    if isinstance(error, ssl.SSLEOFError):
        return ConnectionResetError()
    if isinstance(error, ssl.SSLCertVerificationError):
        if shown is None:
            return Untrusted("not_trusted", detail=error.verify_message)
        short = fingerprint(shown)[:SHOWN]
        return Untrusted("not_trusted", detail=error.verify_message, fingerprint=short, address=address)
    if error.reason in NOT_TLS:
        return Untrusted("no_tls")
    return Untrusted("tls_failed", detail=_why(error))


def _why(error: Exception) -> str:
    """A library's reason in its own words, without the place in its sources."""
    reason = getattr(error, "reason", None) or getattr(error, "strerror", None) or str(error)
    return str(reason).replace("_", " ").lower()[:100]
