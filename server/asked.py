"""From what an operator has chosen to the settings of a service, and to the files that go with it."""

import argparse
import os
import sys
from dataclasses import dataclass
from pathlib import Path

from server.cluster.asked import cluster_asked
from server.config import Settings
from server.limits import PRESETS, RATES, Limits, Rate, chosen
from tuicards.errors import SetupError

LONGEST_NAME = 40

COUNTS = ("max_connections", "max_per_address", "max_tables", "tables_each", "watchers_each")
TIMES = ("idle_table", "idle_person")
"""The limits by their settings' names; settings of times are in minutes."""

LONGEST_SOCKET = 107 if sys.platform == "linux" else 103
"""Bytes of a socket's path, as the system has it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """Files of a server besides its record. None: there is no such thing."""

    tls_cert: Path | None = None
    tls_key: Path | None = None
    password: Path | None = None
    audit: Path | None = None
    control: Path | None = None


def settings_asked(options: argparse.Namespace, data: Path | None, password: str | None = None) -> Settings:
    """The settings, with the record in `data`; `password`: what the password file says, if there is one.

    Raises SetupError: what `cluster_asked` raises.
    """
    cluster = cluster_asked(options)
    return Settings(
        host=options.host,
        port=options.port,
        data=data,
        password=options.password if password is None else password,
        name=options.name[:LONGEST_NAME],
        bot_delay=options.bot_delay,
        bot_budget=options.bot_budget,
        bot_workers=options.bot_workers,
        grace=options.grace,
        limits=limits_asked(options),
        cluster=cluster.url,
        node=cluster.node,
        cluster_prefix=cluster.prefix,
    )


def places_asked(options: argparse.Namespace, data: Path | None) -> Places:
    """The files. Raises SetupError: `two_passwords`, `tls_pair`, `cannot_control`."""
    certificate, key = certificate_asked(options)
    return Places(
        tls_cert=certificate,
        tls_key=key,
        password=password_file_asked(options),
        audit=options.audit or (data and data / "audit.jsonl"),
        control=control_asked(options),
    )


def password_file_asked(options: argparse.Namespace) -> Path | None:
    """Where the password is read. Raises SetupError `two_passwords`."""
    if options.password and options.password_file:
        raise SetupError("two_passwords")
    file: Path | None = options.password_file
    return file


def certificate_asked(options: argparse.Namespace) -> tuple[Path | None, Path | None]:
    """The files of certificate and key. Raises SetupError `tls_pair`."""
    if (options.tls_cert is None) != (options.tls_key is None):
        raise SetupError("tls_pair")
    return options.tls_cert, options.tls_key


def control_asked(options: argparse.Namespace) -> Path | None:
    """The control socket. Raises SetupError `cannot_control` for a path at which none can ever be."""
    path: Path | None = options.control
    if path is not None and len(os.fsencode(path)) > LONGEST_SOCKET:
        why = f"a socket's path has at most {LONGEST_SOCKET} bytes"
        raise SetupError("cannot_control", file=str(path), why=why)
    return path


def limits_asked(options: argparse.Namespace) -> Limits:
    """The preset, with what was asked for in place of its own."""
    times = {name: getattr(options, name) for name in TIMES}
    return chosen(
        options.limits,
        **{name: getattr(options, name) for name in COUNTS},
        **{name: None if time is None else 60.0 * time for name, time in times.items()},
        **{name: getattr(options, f"rate_{name}") for name in RATES},
    )


def of_preset(name: str, options: argparse.Namespace) -> int | Rate | None:
    """What the preset says to the setting of that name, in the setting's unit; None: nothing."""
    limit = name.removeprefix("rate_")
    if name not in (*COUNTS, *TIMES) and limit not in RATES:
        return None
    value: int | float | Rate = getattr(PRESETS[options.limits], limit)
    return round(value / 60) if isinstance(value, float) else value
