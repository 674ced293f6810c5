"""The SSH door as the server has it: a process beside it, which is opened anew when it ends by itself."""

import asyncio
import contextlib
import importlib.util
import logging
import socket
from pathlib import Path

from server.addresses import for_friends, listen
from server.limits import Limits
from server.service import Service
from server.ssh.asked import HOST_KEY, SshAsked, check_installed
from server.ssh.attendant import Attendant
from server.ssh.messages import Begin
from server.ssh.process import DoorProcess
from server.tls import Certificate
from tuicards.errors import SetupError
from tuicards.speech import Speaker

log = logging.getLogger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 60.0
"""Seconds before the door is opened anew; twice as long each time that it ends soon again."""


class SshDoor:
    """The companion that lets guests in by SSH.

    Its sockets are the server's, so that those who come while the door is opened anew only wait.
    """

    def __init__(self, asked: SshAsked, data: Path | None, limits: Limits, certificate: Certificate | None) -> None:
        """`data` is where the server keeps things; None: nowhere. `certificate`: what clients will be shown."""
        self._asked, self._data, self._limits, self._certificate = asked, data, limits, certificate
        self._listening: list[socket.socket] = []
        self._attendant: Attendant
        self._process: DoorProcess | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def port(self) -> int:
        """The port at which guests come."""
        return int(self._listening[0].getsockname()[1])

    @property
    def pid(self) -> int | None:
        """Of the door's process; None while it is opened anew."""
        return self._process.pid if self._process else None

    async def start(self, service: Service) -> None:
        """Raises SetupError: `extra_needed`, `bad_host_key`, `ssh_failed`, and what `listen` raises."""
        check_installed(importlib.util.find_spec)
        self._attendant = Attendant(service, self._certificate)
        self._listening = listen(self._asked.host, self._asked.port)
        try:
            self._process = await self._open()
        except BaseException:
            self._close_sockets()
            raise
        self._tell(self._process.fingerprint)
        self._task = asyncio.create_task(self._keep_open(), name="ssh door")

    async def stop(self) -> None:
        """Tell the guests, and end the process."""
        if self._process is not None:
            await self._process.end()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._close_sockets()

    async def _keep_open(self) -> None:
        """Answer the door's process for as long as it lives, then open it anew."""
        pause, loop = FIRST_PAUSE, asyncio.get_running_loop()
        while True:
            began = loop.time()
            if self._process is not None:
                status = await self._process.serve(self._attendant)
                log.error("the SSH door has ended by itself (exit status %s), its guests are cut off", status)
                self._process = None
            pause = FIRST_PAUSE if loop.time() - began > LONGEST_PAUSE else pause
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
            with contextlib.suppress(SetupError):
                self._process = await self._open()

    async def _open(self) -> DoorProcess:
        try:
            return await DoorProcess.open(self._begin())
        except SetupError as error:
            log.error("the SSH door cannot be opened: %s", Speaker().error(error))
            raise

    def _begin(self) -> Begin:
        asked, rate = self._asked, self._limits.address_connects
        host_key = asked.host_key or (self._data and self._data / HOST_KEY)
        if host_key is None:
            log.warning(
                "the SSH door has a new host key each time: nothing is kept here, and no --ssh-host-key given"
            )
        return Begin(
            sockets=tuple(bound.fileno() for bound in self._listening),
            host_key=str(host_key) if host_key else None,
            keyless=asked.keyless,
            nobody=asked.nobody,
            sessions=asked.sessions,
            per_address=self._limits.max_per_address,
            connects=(rate.a_second, rate.burst),
            clients=asked.clients,
            log_level=asked.log_level,
        )

    def _tell(self, fingerprint: str) -> None:
        listening = [str(bound.getsockname()[0]) for bound in self._listening]
        for host in for_friends(listening) or ["localhost"]:
            log.info("friends with nothing installed type: ssh -p %d NAME@%s", self.port, host)
        log.info("the SSH host key is %s", fingerprint)
        if not self._asked.keyless:
            log.info("they need an SSH key; --ssh-guests lets others in too")

    def _close_sockets(self) -> None:
        for bound in self._listening:
            bound.close()
