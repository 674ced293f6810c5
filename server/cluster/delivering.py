"""What a node does with the letters that it gets: requests for its tables, and messages for its people."""

import logging
from collections.abc import Callable

from server.attendance import Answer
from server.cluster.letters import (
    CameBack,
    Departed,
    Followed,
    Handed,
    Letter,
    OfPerson,
    SentAway,
    ShutDown,
    Told,
    ToTable,
    Wanted,
    WasLost,
    command_of,
)
from server.cluster.remote_table import RemoteTable
from server.lobby import Lobby
from tuicards.wire.messages import Refused

log = logging.getLogger(__name__)

MOST_EARLY = 10_000
"""Letters that wait for the news of who they are from, about as many as an inbox holds."""


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
        self._early: list[OfPerson] = []
        """What is from sessions that this node has not heard of yet."""

    def deliver(self, letter: Letter) -> None:
        match letter:
            case Wanted() | WasLost() | CameBack() | ShutDown():
                self._to_table(letter)
            case Followed(name=name, table=table):
                if self._is_here(name) and self._is_owners(letter):
                    self._lobby.attendance.follow(name, table)
            case Told():
                self._to_person(letter)
            case Departed(name=name, table=table):
                if self._is_here(name) and self._is_owners(letter):
                    self._lobby.attendance.departed(name, table)
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

    def catch_up(self, session: int) -> None:
        """All sessions up to this one are known, for their numbers rise: what has come from them goes on.

        Nobody waits any more for what has come from one that is nobody's by now.
        """
        early, self._early = self._early, []
        for letter in early:
            if letter.session > session:
                self._early.append(letter)
            elif self._session(letter.name) == letter.session:
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
            self._lobby.attendance.tell(told.name, told.table, message)

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
            known = self._session(letter.name)
            if letter.session > known:
                self._wait(letter)
            if letter.session != known:
                return
        if not self._lobby.tables.post(letter.table, command_of(letter)) and isinstance(letter, Wanted):
            self._refuse(letter, "busy")

    def _session(self, name: str) -> int:
        """The person's latest one; 0: there is no such person."""
        person = self._lobby.people.named(name)
        return person.session if person is not None else 0

    def _wait(self, letter: OfPerson) -> None:
        if len(self._early) < MOST_EARLY:
            self._early.append(letter)
            return
        log.error("a letter from %s is dropped: too many are from people of whom nothing was heard yet", letter.name)
        if isinstance(letter, Wanted):
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
