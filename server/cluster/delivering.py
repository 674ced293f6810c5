"""What a node does with the letters that it gets: requests for its tables, and messages for its people."""

from collections.abc import Callable

from server.cluster.letters import (
    CameBack,
    Departed,
    Followed,
    Handed,
    Letter,
    SentAway,
    ShutDown,
    Told,
    ToTable,
    Wanted,
    WasLost,
    command_of,
)
from server.cluster.remote_table import RemoteTable
from server.lobby import Answer, Lobby
from tuicards.wire.messages import Refused


class Delivering:
    """Takes in letters, in their order."""

    def __init__(
        self,
        lobby: Lobby,
        send: Callable[[int, Letter], None],
        remote: Callable[[str], RemoteTable | None],
        fence: Callable[[str], int],
        handed: Callable[[Handed], None],
    ) -> None:
        """`remote` finds a table that runs elsewhere; `fence` is that of one that runs here, else 0.

        `handed` goes on with a table that this node is to own.
        """
        self._lobby, self._send, self._remote, self._fence, self._handed = lobby, send, remote, fence, handed
        self._expected: dict[str, list[ToTable]] = {}
        """What has come already for tables that this node is about to own."""
        self._early: list[ToTable] = []
        """What is from sessions that this node has not heard of yet."""

    def deliver(self, letter: Letter) -> None:
        match letter:
            case Wanted() | WasLost() | CameBack() | ShutDown():
                self._to_table(letter)
            case Followed(name=name, table=table):
                if self._is_here(name) and self._is_owners(letter):
                    self._lobby.follow(name, table)
            case Told():
                self._to_person(letter)
            case Departed(name=name, table=table):
                if self._is_here(name) and self._is_owners(letter):
                    self._lobby.departed(name, table)
            case SentAway(name=name, code=code, params=params):
                person = self._lobby.people.named(name)
                if person is not None and person.peer is not None:
                    self._lobby.send_away(person, code, params)
            case Handed():
                self._expected.setdefault(letter.code, [])
                self._handed(letter)

    def arrived(self, code: str) -> None:
        """The table runs here now, or will not: what has come for it goes on."""
        for letter in self._expected.pop(code, []):
            self._to_table(letter)

    def catch_up(self) -> None:
        """A session has become known: what has come from it goes on."""
        early, self._early = self._early, []
        for letter in early:
            self._to_table(letter)

    # ---- to people here --------------------------------------------------------------------------------

    def _is_here(self, name: str) -> bool:
        """Whether the person is not at another node by now, which the table will hear of or has."""
        person = self._lobby.people.named(name)
        return person is None or not person.elsewhere

    def _is_owners(self, letter: Followed | Told | Departed) -> bool:
        """Whether it is from no earlier owner of the table, whose pictures are older than what is shown by now."""
        remote = self._remote(letter.table)
        if remote is None:
            return not letter.fence or letter.fence >= self._fence(letter.table)
        known, remote.fence = remote.fence, max(remote.fence, letter.fence)
        return not letter.fence or letter.fence >= known

    def _to_person(self, told: Told) -> None:
        remote, message = self._remote(told.table), told.message
        if isinstance(message, Answer):
            if remote is not None:
                remote.answered(told.name, message.id)
        elif not self._is_owners(told):
            return
        if self._is_here(told.name):
            self._lobby.tell(told.name, told.table, message)

    # ---- to tables here --------------------------------------------------------------------------------

    def _to_table(self, letter: ToTable) -> None:
        if self._lobby.tables.runs_here(letter.table):
            self._to_table_here(letter)
        elif letter.table in self._expected:
            self._expected[letter.table].append(letter)
        else:
            self._on(letter)

    def _to_table_here(self, letter: ToTable) -> None:
        if not isinstance(letter, ShutDown):
            person = self._lobby.people.named(letter.name)
            if person is None or letter.session > person.session:
                self._early.append(letter)
                return
            if letter.session < person.session:
                return
        if not self._lobby.tables.post(letter.table, command_of(letter)) and isinstance(letter, Wanted):
            self._refuse(letter, "busy")

    def _on(self, letter: ToTable) -> None:
        """The table runs elsewhere by now, or nowhere."""
        remote = self._remote(letter.table)
        if remote is not None and remote.run:
            self._send(remote.run, letter)
        elif isinstance(letter, Wanted):
            self._refuse(letter, "busy" if remote is not None else "no_such_table")

    def _refuse(self, wanted: Wanted, code: str) -> None:
        params = {"table": wanted.table} if code == "no_such_table" else {}
        refused = Refused(id=wanted.as_asked.id, code=code, params=params)
        self._send(wanted.run, Told(wanted.name, wanted.table, refused))
