"""What a server may change while it runs: certificate, password file, and the file of the audit log."""

import logging
from dataclasses import dataclass
from pathlib import Path

from server.audit import Audit, AuditFile, NoAudit
from server.config import printable
from server.doors import Doors
from server.tls import Certificate
from tuicards.errors import SetupError
from tuicards.plain_file import read_plain

log = logging.getLogger(__name__)

LONGEST_PASSWORD = 1000
"""Bytes; a longer one does not fit a greeting."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """Files of a server besides its record. None: there is no such thing."""

    tls_cert: Path | None = None
    tls_key: Path | None = None
    password: Path | None = None
    audit: Path | None = None
    control: Path | None = None


class Upkeep:
    """Reads what a server's places hold, and again when told to."""

    def __init__(self, places: Places) -> None:
        """Raises SetupError: `tls_pair`, what Certificate raises, `cannot_read`, `no_password_in`, `bad_text`."""
        if (places.tls_cert is None) != (places.tls_key is None):
            raise SetupError("tls_pair")
        self.places = places
        self.certificate = (
            Certificate(places.tls_cert, places.tls_key) if places.tls_cert and places.tls_key else None
        )
        self.password = read_password(places.password) if places.password else None
        """What the password file says; None without one."""
        self.audit: Audit = AuditFile(places.audit) if places.audit else NoAudit()

    def read_again(self, doors: Doors) -> None:
        """All that may change. What is wrong stays as it was; then SetupError is raised, when all else is done."""
        faults: list[SetupError] = []
        self.audit.reopen()
        try:
            if self.certificate is not None:
                self.certificate.read_again()
        except SetupError as fault:
            faults.append(fault)
        try:
            if self.places.password is not None:
                doors.password = read_password(self.places.password)
        except SetupError as fault:
            faults.append(fault)
        self.audit.note("reloaded", fault=faults[0].code if faults else None)
        if faults:
            raise faults[0]
        log.info("certificate, password file and audit log have been taken up anew")


def read_password(file: Path) -> str:
    """The first line. Raises SetupError `cannot_read`, `no_password_in` or `bad_text`."""
    try:
        line = read_plain(file, LONGEST_PASSWORD + 2).split(b"\n")[0].decode()
    except OSError as error:
        raise SetupError("cannot_read", file=str(file), why=error.strerror or str(error)) from None
    except UnicodeDecodeError:
        raise SetupError("bad_text") from None
    password = printable(line.rstrip("\r\n"))
    if not password or len(password.encode()) > LONGEST_PASSWORD:
        raise SetupError("no_password_in", file=str(file), limit=LONGEST_PASSWORD)
    return password
