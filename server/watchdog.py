"""What a supervisor such as systemd is told: that the server is ready, stops, reads its settings again, and lives.

The protocol is that of `sd_notify(3)`: datagrams of lines to the socket that NOTIFY_SOCKET names. Signs of life
come from the loop itself, so that a server whose loop is stuck is restarted.
"""

import asyncio
import contextlib
import logging
import os
import socket
import time
from collections.abc import Iterator, Mapping

from server.service import Service

log = logging.getLogger(__name__)

SOCKET, INTERVAL, FOR = "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"

STATUS_EVERY = 15.0
"""Seconds between two lines about how it goes, where no sign of life is asked for."""


class Watchdog:
    """The companion that tells a supervisor. Without one it does nothing."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        """The supervisor's variables do not go on to this process's own children: they are not for them."""
        self._address = _address(environ.get(SOCKET, ""))
        interval, whose = environ.get(INTERVAL, ""), environ.get(FOR, "")
        for variable in (SOCKET, INTERVAL, FOR):
            os.environ.pop(variable, None)
        mine = whose in ("", str(os.getpid()))
        self._interval = int(interval) / 1e6 if mine and interval.isascii() and interval.isdigit() else 0.0
        self._beating: asyncio.Task[None] | None = None

    async def start(self, service: Service) -> None:
        """To be begun last: then everything is ready."""
        if self._address is not None:
            self._tell("READY=1", _status(service))
            self._beating = asyncio.create_task(self._beat(service), name="watchdog")

    async def stop(self) -> None:
        if self._beating is not None:
            self._beating.cancel()
            self._tell("STOPPING=1", "STATUS=stopping")

    @contextlib.contextmanager
    def reloading(self) -> Iterator[None]:
        """While it reads its settings again, whatever comes of it."""
        self._tell("RELOADING=1", f"MONOTONIC_USEC={time.monotonic_ns() // 1000}")
        try:
            yield
        finally:
            self._tell("READY=1")

    async def _beat(self, service: Service) -> None:
        every = self._interval / 2 or STATUS_EVERY
        while True:
            self._tell(*(("WATCHDOG=1",) if self._interval else ()), _status(service))
            await asyncio.sleep(every)

    def _tell(self, *lines: str) -> None:
        """Never waits; a supervisor that does not listen is none."""
        if self._address is None:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as link:
                link.setblocking(False)
                link.sendto("\n".join(lines).encode(), self._address)
        except OSError as error:
            log.debug("the supervisor cannot be told: %s", error)


def _address(place: str) -> str | None:
    """Where it listens: a path, or with an @ a name of its own kind, which is in no folder."""
    if place.startswith("/"):
        return place
    return "\0" + place[1:] if place.startswith("@") and len(place) > 1 else None


def _status(service: Service) -> str:
    state = service.state()
    end = ", stopping after the last game" if state.draining else ""
    trouble = "" if state.record in ("kept", "memory") else ", RECORD NOT KEPT"
    return f"STATUS={state.people} people, {state.parties_running} games{end}{trouble}"
