"""One SSH connection, with an eye on how much it brings and takes."""

import asyncio

import asyncssh

from server.limits import Bucket, Rate
from server.ssh.bridge import Bridge

COMES = Rate(64 * 1024, 1024 * 1024)
"""Bytes from one connection, of any kind. A guest's keys and a key exchange are far below it."""


class Line(asyncssh.SSHServerConnection):
    """A connection from `host`. One that sends without measure is cut off."""

    def __init__(
        self, loop: asyncio.AbstractEventLoop, options: asyncssh.SSHServerConnectionOptions, host: str
    ) -> None:
        super().__init__(loop, options)
        self.host = host
        self.bridge: Bridge | None = None
        """The guest's, which waits while the network does not take what is written."""
        self._timer: asyncio.TimerHandle | None = None
        self._comes = Bucket(COMES, loop.time)

    def data_received(self, data: bytes, datatype: int | None = None) -> None:
        if self._comes.pour(len(data)) > 0:
            self.abort()
        else:
            super().data_received(data, datatype)

    def pause_writing(self) -> None:
        if self.bridge is not None:
            self.bridge.hold("network")

    def resume_writing(self) -> None:
        if self.bridge is not None:
            self.bridge.release("network")

    def close_within(self, seconds: float) -> None:
        """Close it then, if it is still there."""
        self.stay()
        self._timer = asyncio.get_running_loop().call_later(seconds, self._close_now)

    def stay(self) -> None:
        """It is in use, and not closed any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _close_now(self) -> None:
        if not self.is_closed():
            self.close()
