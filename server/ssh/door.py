"""The SSH door: takes connections, keeps count of guests, and tells them when the server stops."""

import asyncio
import contextlib
import itertools
import logging
import socket
from dataclasses import replace
from pathlib import Path

import asyncssh

from server.acceptor import Acceptor
from server.doors import REFUSALS_NOTED
from server.limits import LAN, Bucket, Rate
from server.origins import Origin, Origins
from server.ssh.clients import Clients
from server.ssh.desk import Desk
from server.ssh.gate import Gate
from server.ssh.guest import Guest
from server.ssh.host_key import host_key
from server.ssh.line import Line
from server.ssh.messages import Begin
from tuicards.errors import Refused

log = logging.getLogger(__name__)

SPARE = 32
"""Connections beyond the guests that there is room for: they are told so."""

LOGIN_WITHIN = 20.0
ALIVE_EVERY, ALIVE_TRIES = 15.0, 3
"""Seconds of silence after which a guest's program is asked whether it is there; so often, then it is given up."""

WINDOW = 32 * 1024
"""Bytes that a guest may send before they are taken."""

ENDING = 3.0
"""Seconds for guests to be told that the server stops."""

BYGONE = "*sha1*"
"""Algorithms that nobody needs any more."""


class Door:
    """What all guests share, and the way in to it."""

    def __init__(self, begin: Begin, desk: Desk) -> None:
        """Raises SetupError `bad_host_key`."""
        self._begin, self.desk = begin, desk
        self.clients = Clients(begin.clients, self._chosen)
        key = host_key(Path(begin.host_key) if begin.host_key else None)
        self.fingerprint = key.get_fingerprint()
        self._options = self._ssh_options(key)
        rate, burst = begin.connects
        limits = replace(LAN, max_per_address=begin.per_address, address_connects=Rate(rate, burst))
        self._origins = Origins(limits, asyncio.get_running_loop().time)
        self._refusals = Bucket(REFUSALS_NOTED, asyncio.get_running_loop().time)
        self._acceptor = Acceptor(self._arrived, b"")
        self._lines: set[asyncio.Task[None]] = set()
        self._numbers = itertools.count(1)
        self._guests: dict[int, Guest] = {}

    def start(self) -> None:
        self.clients.start()
        self._acceptor.start(socket.socket(fileno=number) for number in self._begin.sockets)

    async def stop(self) -> None:
        """Tell the guests, and end all that there is of them."""
        await self._acceptor.stop()
        guests = tuple(self._guests.values())
        for guest in guests:
            guest.send_away("ssh_stopping")
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(ENDING):
                await asyncio.gather(*(guest.over.wait() for guest in guests))
        await self.clients.stop()
        for task in self._lines:
            task.cancel()
        await asyncio.gather(*self._lines, return_exceptions=True)

    # ---- guests ------------------------------------------------------------------------------------------

    def enter(self, guest: Guest) -> int:
        if len(self._guests) >= self._begin.sessions:
            raise Refused("server_full")
        number = next(self._numbers)
        self._guests[number] = guest
        return number

    def leave(self, guest: Guest) -> None:
        del self._guests[guest.number]

    def _chosen(self, number: int, settings: dict[str, str]) -> None:
        guest = self._guests.get(number)
        if guest is not None and guest.caller.key:
            self.desk.keep(guest.caller.key, settings)

    # ---- connections -------------------------------------------------------------------------------------

    def _arrived(self, sock: socket.socket, host: str) -> None:
        try:
            if len(self._lines) >= self._begin.sessions + SPARE:
                raise Refused("server_full")
            origin = self._origins.arrive(host)
        except Refused as refusal:
            if self._refusals.take():
                self.desk.note("ssh_refused", code=refusal.code, address=host)
            sock.close()
            return
        task = asyncio.create_task(self._attend(sock, host, origin), name="line")
        self._lines.add(task)
        task.add_done_callback(self._lines.discard)

    async def _attend(self, sock: socket.socket, host: str, origin: Origin) -> None:
        """One connection from its beginning to its end."""
        loop = asyncio.get_running_loop()
        line = None
        try:
            _, line = await loop.connect_accepted_socket(lambda: Line(loop, self._options, host), sock)
            await line.wait_closed()
        except OSError as error:
            log.debug("%s has gone: %s", host, error)
        finally:
            if line is not None:
                line.abort()
            self._origins.leave(origin)

    def _ssh_options(self, key: asyncssh.SSHKey) -> asyncssh.SSHServerConnectionOptions:
        """Nothing is allowed but one session; what asyncssh forbids by itself is not named here."""
        begin = self._begin
        return asyncssh.SSHServerConnectionOptions(
            server_factory=lambda: Gate(self, begin.keyless, begin.nobody),
            server_host_keys=[key],
            server_version="tuicards",
            gss_host=None,
            x509_trusted_certs=None,
            host_based_auth=False,
            password_auth=False,
            agent_forwarding=False,
            line_editor=False,
            encoding=None,
            window=WINDOW,
            compression_algs=None,
            kex_algs=f"-{BYGONE}",
            mac_algs=f"-{BYGONE}",
            signature_algs="-ssh-rsa",
            login_timeout=LOGIN_WITHIN,
            keepalive_interval=ALIVE_EVERY,
            keepalive_count_max=ALIVE_TRIES,
        )
