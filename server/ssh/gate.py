"""Who may come through the door: authentication, one session for each connection, and nothing else."""

import asyncssh

from server.ssh.guest import Caller, Guest, House
from server.ssh.line import Line
from tuicards.speech import Speaker

TRIES = 20
"""So many times one connection may try to come in."""

LONGEST_NAME = 100
UNUSED = 10.0
"""Seconds for a session to begin on a connection that has come in."""


class Gate(asyncssh.SSHServer):
    """One connection. Any key is good: it says who comes. What is not allowed here asyncssh refuses."""

    def __init__(self, house: House, keyless: bool, nobody: tuple[str, ...]) -> None:
        self._house, self._keyless, self._nobody = house, keyless, nobody
        self._line: Line
        self._key = ""
        self._tries = 0
        self._told = False
        self._used = False

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        assert isinstance(conn, Line)
        self._line = conn

    # ---- authentication ----------------------------------------------------------------------------------

    def begin_auth(self, username: str) -> bool:
        return True

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Whoever signs with the key last named here is let in."""
        self._count_try()
        self._key = key.get_fingerprint()
        return True

    def kbdint_auth_supported(self) -> bool:
        """It comes after the keys, and asks nothing: guests without a key are let in or told how to make one."""
        return True

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> bool:
        self._count_try()
        self._key = ""
        if not self._keyless and not self._told:
            self._told = True
            self._line.send_auth_banner(Speaker().say("ssh_no_key") + "\r\n")
        return self._keyless

    def _count_try(self) -> None:
        """Raises asyncssh.PermissionDenied, which ends the connection."""
        self._tries += 1
        if self._tries > TRIES:
            raise asyncssh.PermissionDenied("Too many tries")

    def auth_completed(self) -> None:
        self._line.close_within(UNUSED)

    # ---- the session -------------------------------------------------------------------------------------

    def session_requested(self) -> asyncssh.SSHServerSession[bytes] | bool:
        """The first one only."""
        if self._used:
            return False
        self._used = True
        name = str(self._line.get_extra_info("username"))[:LONGEST_NAME]
        return Guest(self._house, Caller(self._key, "" if name in self._nobody else name, self._line))
