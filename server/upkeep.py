"""What a server reads when it starts, and again when it is told to: its configuration, and the files named in it."""

import argparse
import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path

import msgspec

from server.asked import certificate_asked, control_asked, password_file_asked, places_asked, settings_asked
from server.audit import Audit, AuditFile, NoAudit
from server.chosen import DEFAULT, Chosen
from server.cluster.asked import cluster_asked
from server.config import printable
from server.declared import Setting
from server.logs import about
from server.service import Service
from server.tls import Certificate
from tuicards.errors import SetupError
from tuicards.plain_file import read_plain
from tuicards.speech import Speaker

log = logging.getLogger(__name__)

LONGEST_PASSWORD = 1000
"""Bytes; a longer one does not fit a greeting."""


class Changes(msgspec.Struct, frozen=True):
    """What reading again came to, each as `[section] key`."""

    changed: list[str]
    """What has been taken up, files with another content too."""
    needs_restart: list[str]
    """What is not as it was at the start, and counts from the next one."""


class Upkeep:
    """Reads what was chosen and what the places hold, and again when told to."""

    def __init__(self, chosen: Chosen, data: Path | None, read: Callable[[], Chosen]) -> None:
        """`read` gives what is chosen now.

        Raises SetupError: what `places_asked`, `settings_asked` and Certificate raise, `cannot_read`,
        `no_password_in`, `bad_text`.
        """
        self._started = self._chosen = chosen
        self._data, self._read = data, read
        self.places = places_asked(chosen.options, data)
        self.certificate = _certificate(self.places.tls_cert, self.places.tls_key)
        self.settings = settings_asked(chosen.options, data, _password(self.places.password))
        self.audit: Audit = _audit(self.places.audit)
        self.taking_up: list[Callable[[argparse.Namespace], None]] = []
        """Told of the options when they have changed: whatever beside the service can change while it runs."""
        self.reloading: Callable[[], AbstractContextManager[None]] = nullcontext
        """Entered for as long as it reads again."""

    def keep_nothing(self) -> None:
        """The folder of the record cannot be used: nothing else is put there either."""
        self._data = None
        self.settings = replace(self.settings, data=None)
        self.places = places_asked(self._chosen.options, None)
        self.audit.close()
        self.audit = _audit(self.places.audit)

    def read_again(self, service: Service) -> Changes:
        """Take up all that may change while the server runs. The audit log goes on in a new file in any case.

        Raises SetupError, `bad_config` for several faults; they are in the log, and everything is as it was.
        """
        self.audit.reopen()
        try:
            with self.reloading():
                changes = self._take_up(service)
        except SetupError as error:
            for fault in _told(error):
                log.error("nothing is taken up: %s", fault, extra=about("reload_refused"))
            self.audit.note("reloaded", fault=error.code)
            raise
        self.audit.note("reloaded")
        return changes

    def _take_up(self, service: Service) -> Changes:
        chosen = self._read()
        faults = [*map(str, chosen.faults), *wrong_files(chosen)]
        if not faults and self._chosen.file is not None and not self._chosen.file.exists():
            faults.append(f"{self._chosen.file}: there is no such file any more")
        if faults:
            raise SetupError("bad_config", faults=tuple(dict.fromkeys(faults)))
        places = places_asked(chosen.options, self._data)
        settings = settings_asked(chosen.options, self._data, _password(places.password))
        password, fingerprint = self.settings.password, self._fingerprint()
        if self.certificate is not None and places.tls_cert and places.tls_key:
            self.certificate.read_again(places.tls_cert, places.tls_key)
        self._note_in(places.audit, service)
        service.apply(settings)
        for take_up in self.taking_up:
            take_up(chosen.options)
        anew = {
            "password_file": places.password is not None and settings.password != password,
            "tls_cert": self._fingerprint() != fingerprint,
        }
        changes = self._changes(chosen, [name for name, is_new in anew.items() if is_new])
        self.places, self.settings, self._chosen = places, settings, chosen
        _tell(changes)
        return changes

    def _fingerprint(self) -> str | None:
        return None if self.certificate is None else self.certificate.fingerprint

    def _note_in(self, path: Path | None, service: Service) -> None:
        """Notes go into this file from now on; the thread of the former one ends by itself."""
        if path != self.places.audit:
            asyncio.get_running_loop().run_in_executor(None, self.audit.close)
            self.audit = service.doors.audit = _audit(path)

    def _changes(self, now: Chosen, anew: Sequence[str]) -> Changes:
        """`anew`: settings that name files in which something else stands now."""
        taken = self._changed(self._chosen, now, live=True)
        files = [_name(setting) for setting in now.settings if setting.name in anew]
        return Changes(
            list(dict.fromkeys((*taken, *files))),
            self._changed(self._started, now, live=False),
        )

    def _changed(self, before: Chosen, now: Chosen, live: bool) -> list[str]:
        return [
            _name(setting)
            for setting in now.settings
            if self._is_live(setting, now) == live
            and getattr(before.options, setting.name) != getattr(now.options, setting.name)
        ]

    def _is_live(self, setting: Setting, now: Chosen) -> bool:
        """Whether it may be encrypted at all is settled at the start."""
        if setting.name in ("tls_cert", "tls_key"):
            return (self.certificate is None) == (now.options.tls_cert is None)
        return setting.mark.live


def _name(setting: Setting) -> str:
    return f"[{setting.section}] {setting.key}"


def _tell(changes: Changes) -> None:
    """What is taken up, and what would be after a restart only."""
    if changes.needs_restart:
        log.warning("needs a restart: %s", ", ".join(changes.needs_restart), extra=about("needs_restart"))
    log.info(
        "configuration, certificate, password file and audit log have been taken up anew%s",
        f"; changed: {', '.join(changes.changed)}" if changes.changed else "",
        extra=about("reloaded"),
    )


def wrong_files(chosen: Chosen) -> list[str]:
    """What is wrong with the files that are named, and with settings that do not go together; and who says so."""
    options = chosen.options
    looks: Mapping[tuple[str, ...], Callable[[], object]] = {
        ("password", "password_file"): lambda: _password(password_file_asked(options)),
        ("tls_cert", "tls_key"): lambda: _certificate(*certificate_asked(options)),
        ("control",): lambda: control_asked(options),
        ("cluster", "cluster_file", "node", "cluster_prefix"): lambda: cluster_asked(options),
    }
    wrong = []
    for names, look in looks.items():
        try:
            look()
        except SetupError as error:
            places = ", ".join(chosen.origins[name] for name in names if chosen.origins.get(name, DEFAULT) != DEFAULT)
            wrong += [f"{places}: {fault}" for fault in _told(error)]
    return wrong


def _told(error: SetupError) -> list[str]:
    faults = error.params.get("faults")
    return list(map(str, faults)) if isinstance(faults, tuple) else [Speaker().say(error.code, error.params)]


def _certificate(file: Path | None, key: Path | None) -> Certificate | None:
    return Certificate(file, key) if file and key else None


def _password(file: Path | None) -> str | None:
    """What the password file says; None without one."""
    return read_password(file) if file else None


def _audit(path: Path | None) -> Audit:
    return AuditFile(path) if path else NoAudit()


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
