"""What the full-screen client needs from outside: a link to a server, and ways to get one.

The command line supplies both, so that nothing here knows how to listen or to dial.
"""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from textual.message import Message as TextualMessage

from tuicards.client_state import LinkEvent
from tuicards.errors import TuicardsError
from tuicards.settings import DEFAULTS, Settings
from tuicards.wire.messages import ClientMessage, CreateTable, Refused

if TYPE_CHECKING:
    from tuicards.destination import Destination
    from tuicards.lan import Neighbours


class LinkLike(Protocol):
    """A connection to one server that mends itself; `tuicards.client.Link` is one."""

    @property
    def delay(self) -> float | None:
        """Seconds that an answer takes at present; None while unknown."""

    def events(self) -> AsyncIterator[LinkEvent]:
        """Connects, and tells all that happens until the link is closed."""

    def send(self, message: ClientMessage) -> None:
        """Queues a message; never waits."""

    def next_id(self) -> int:
        """A number for the next request."""

    def retry(self) -> None:
        """Tries to connect at once instead of waiting for the next try."""

    async def close(self, bye: bool = True) -> None:
        """Ends `events`; with `bye` the server learns that the person goes on purpose."""


class NearbyLike(Protocol):
    """Looks for servers on the network around; `tuicards.lan.Nearby` is one."""

    def changes(self) -> AsyncIterator["Neighbours"]:
        """What is known now, and again whenever that changes. Never raises."""

    async def close(self) -> None:
        """Ends the search."""


class Backend(Protocol):
    """Ways to reach a server. Each raises a TuicardsError when it cannot."""

    async def solo(self, name: str) -> LinkLike:
        """A server inside this program that nobody else can reach."""

    async def host(self, name: str, password: str) -> LinkLike:
        """A server inside this program that the network can reach; `addresses` then tells how."""

    def dial(self, address: str, name: str, password: str) -> LinkLike:
        """A link to a server elsewhere, at one address or several with commas between them."""

    async def find(self, text: str) -> "Destination":
        """Where an address or a join code leads to; see `tuicards.destination.find`."""

    def nearby(self) -> NearbyLike:
        """A search for the servers around."""

    def addresses(self) -> tuple[str, ...]:
        """Where friends reach the server that this program hosts; empty while it hosts none."""


class Keeper(Protocol):
    """Where changes of the settings are kept."""

    @property
    def place(self) -> str:
        """The path of the file; empty where there is no place for one."""

    @property
    def where(self) -> str:
        """Code of the sentence that says where changes are kept; its parameter is `place`."""

    def stronger(self, name: str) -> str:
        """The variable or flag that decides a setting at every start; empty where the file may."""

    def checked(self, name: str, text: str) -> Any:
        """The value of a setting that a typed text means. Raises SetupError."""

    def keep(self, settings: Settings) -> None:
        """Keeps what has changed. Raises StorageError."""


@dataclass(frozen=True)
class Start:
    """What to do first. Without a link the home screen opens."""

    name: str = ""
    """The person's name, offered in the name field."""
    create: CreateTable | None = None
    """Make this table (its id is chosen anew) ..."""
    bots: str = ""
    """... put bots of this level on all other seats ..."""
    start: bool = False
    """... and begin."""
    join: str = ""
    """Or come to the table with this code ..."""
    mark: int = 0
    """... or to the public table of this mark (see `tuicards.join_code.table_mark`; 0: none) ..."""
    seat: int | None = None
    """... and take this seat (None: the first free one) ..."""
    watch: bool = False
    """... or watch."""
    where: str = ""
    """The address, or the list of them, at which one came to the server."""
    backend: Backend | None = None
    """Ways to reach other servers; without them the home screen offers none, and leaving the server quits."""
    settings: Settings = DEFAULTS
    """What the person prefers."""
    keeper: Keeper | None = None
    """Where changes of it are kept; without one they hold until the end."""
    seek: bool = False
    """Or, without a link, open the list of the servers around."""
    faults: tuple[TuicardsError, ...] = ()
    """What was wrong with what the person chose, to be told at the beginning."""
    own_files: bool = True
    """Whether the current folder is the person's own, so that a record may be written there, and the processor is."""


class RequestRefused(TextualMessage):
    """The server refused a request. Goes to the screen in front; one that shows it itself stops it.

    Otherwise the app says it in a toast.
    """

    def __init__(self, refused: Refused) -> None:
        super().__init__()
        self.refused = refused
