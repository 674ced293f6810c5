"""The other servers that share the lobby: what the lobby tells them and asks of them. Usually there are none."""

from collections.abc import Callable, Mapping
from itertools import count
from typing import Any, Protocol, TypeVar

from server.actor import Audience
from server.mail import Listing
from server.people import Person
from server.store import Journal, Store
from server.table import Table
from server.table_codes import new_code
from tuicards.wire.messages import Said

Decision = TypeVar("Decision")


class Neighbours(Protocol):
    """What a lobby shares with others. Nothing here waits, save for an agreement."""

    @property
    def records(self) -> Journal:
        """Where the lobby's own records go: people, keys, bans."""

    def trouble(self) -> str:
        """The notice to people while nothing can be kept; empty: all is well."""

    def club(self) -> tuple[str, ...]:
        """The addresses that the others announce to the network around."""

    async def agreed(self, decide: Callable[[int], Decision]) -> Decision:
        """What `decide` returns or raises, called while nobody else decides, with the number of a new session.

        What it has put into `records` or told is known to all when this returns. Raises Refused
        `cluster_waits` where no agreement can be had just now.
        """

    def came(self, person: Person) -> None:
        """The person's connection is here."""

    def went(self, person: Person) -> None:
        """The person's connection here is gone."""

    def new_code(self) -> str:
        """A code for a table. No other server uses it; whether a table here has it is to be looked at."""

    def journal(self, table: Table) -> Journal:
        """Where the records of a table go that runs here."""

    def audience(self, here: Audience) -> Audience:
        """Who hears what tables say that run here; `here`: those who are connected here."""

    def listed(self, table: str, listing: Listing) -> None:
        """A table that runs here has another line."""

    def closed(self, table: str) -> None:
        """A table that ran here is no more."""

    def say(self, said: Said, everybody: bool) -> None:
        """A line for all who are in the lobby elsewhere, or for everybody elsewhere."""

    def quiet(self, person: Person, seconds: float) -> None:
        """The operator lets nobody hear the person for so long."""

    def send_away(self, person: Person, code: str, params: Mapping[str, Any]) -> None:
        """Send somebody away who is connected elsewhere."""


class Alone:
    """One server, and its store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._sessions = count(1)

    @property
    def records(self) -> Journal:
        return self._store

    def trouble(self) -> str:
        return "not_kept" if self._store.trouble else ""

    def club(self) -> tuple[str, ...]:
        return ()

    async def agreed(self, decide: Callable[[int], Decision]) -> Decision:
        return decide(next(self._sessions))

    def came(self, person: Person) -> None:
        pass

    def went(self, person: Person) -> None:
        pass

    def new_code(self) -> str:
        return new_code()

    def journal(self, table: Table) -> Journal:
        return self._store

    def audience(self, here: Audience) -> Audience:
        return here

    def listed(self, table: str, listing: Listing) -> None:
        pass

    def closed(self, table: str) -> None:
        pass

    def say(self, said: Said, everybody: bool) -> None:
        pass

    def quiet(self, person: Person, seconds: float) -> None:
        pass

    def send_away(self, person: Person, code: str, params: Mapping[str, Any]) -> None:
        pass
