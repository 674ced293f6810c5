"""One-time tickets of the SSH door: each lets one client greet as the guest to whom the door gave it.

Only the hash of a ticket is kept here, and nothing of it outlives the server.
"""

import secrets

import msgspec

from server.clock import Clock
from server.secret_hash import secret_hash
from tuicards.errors import Refused

LIFE = 600.0
"""Seconds for which a ticket waits for its next greeting: somebody who comes for the first time chooses how the
table is to look, and a name, before the first one."""

MOST_WAITING = 1000
"""So many wait at once; then the one that has waited longest is worth nothing any more."""


class Guest(msgspec.Struct, frozen=True):
    """Somebody at the SSH door."""

    key: str
    """The fingerprint of the guest's key; empty: a guest without one."""
    name: str
    """The name asked for; empty: none yet."""
    address: str
    """Where the guest really is."""


class Tickets:
    """The tickets that have been given out and not used."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._waiting: dict[bytes, tuple[Guest, float]] = {}
        """The guest of each, and until when; those that end first come first."""

    def issue(self, guest: Guest) -> str:
        """A new ticket for the guest."""
        ticket = secrets.token_urlsafe(32)
        self._wait(secret_hash(ticket), guest)
        return ticket

    def guest(self, ticket: str) -> Guest:
        """Whose ticket it is; it may be shown again, with as much time anew. Raises Refused `bad_ticket`."""
        self._drop_old()
        known = self._waiting.get(secret_hash(ticket))
        if known is None:
            raise Refused("bad_ticket")
        self._wait(secret_hash(ticket), known[0])
        return known[0]

    def key(self, ticket: str) -> str:
        """The key of a ticket's guest; empty where there is none."""
        waiting = self._waiting.get(secret_hash(ticket))
        return waiting[0].key if waiting is not None else ""

    def use(self, ticket: str) -> None:
        """Its guest is in: it is worth nothing from now on."""
        self._waiting.pop(secret_hash(ticket), None)

    def _wait(self, hashed: bytes, guest: Guest) -> None:
        self._waiting.pop(hashed, None)
        self._waiting[hashed] = guest, self._clock() + LIFE
        self._drop_old()

    def _drop_old(self) -> None:
        now = self._clock()
        while self._waiting:
            oldest = next(iter(self._waiting))
            if len(self._waiting) <= MOST_WAITING and now < self._waiting[oldest][1]:
                return
            del self._waiting[oldest]
