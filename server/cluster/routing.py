"""What a table here says, to where its people are connected."""

from collections.abc import Callable, Sequence

from server.actor import Audience
from server.cluster.letters import Departed, Followed, Letter, Told
from server.mail import Act, Command, Listing
from server.people import Person
from tuicards.wire.messages import ServerMessage


class Routing:
    """The audience of a table whose people may be on any node."""

    def __init__(
        self,
        here: Audience,
        named: Callable[[str], Person | None],
        send: Callable[[int, Letter], None],
        taken: Callable[[str, Sequence[Command]], None],
        fence: Callable[[str], int],
    ) -> None:
        """`taken` is told of a table that another node has by now, and of what waits at it; `fence` is that of a
        table here."""
        self._here, self._named, self._send, self._taken, self._fence = here, named, send, taken, fence

    def _elsewhere(self, name: str) -> int:
        """The other node at which the person is; 0: here, or nowhere."""
        person = self._named(name)
        return person.elsewhere if person is not None else 0

    def follow(self, name: str, table: str) -> None:
        run = self._elsewhere(name)
        if run:
            self._send(run, Followed(name, table, self._fence(table)))
        else:
            self._here.follow(name, table)

    def tell(self, name: str, table: str, message: ServerMessage) -> None:
        run = self._elsewhere(name)
        if run:
            self._send(run, Told(name, table, message, self._fence(table)))
        else:
            self._here.tell(name, table, message)

    def departed(self, name: str, table: str) -> None:
        run = self._elsewhere(name)
        if run:
            self._send(run, Departed(name, table, self._fence(table)))
        else:
            self._here.departed(name, table)

    def listed(self, table: str, listing: Listing) -> None:
        self._here.listed(table, listing)

    def noted(self, table: str, act: Act) -> None:
        self._here.noted(table, act)

    def closed(self, table: str) -> None:
        self._here.closed(table)

    def taken(self, table: str, waiting: Sequence[Command]) -> None:
        self._here.taken(table, waiting)
        self._taken(table, waiting)
