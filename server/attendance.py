"""Who is at which table: people come to tables, hear what they say, and are not there any more.

A person is at one table at most, though seats may wait for them at others.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from server.actor import Bots
from server.clock import Clock
from server.config import Settings
from server.doors import Doors
from server.house import House
from server.mail import Act, Asked, Back, Command, Listing, Lost
from server.neighbours import Neighbours
from server.news import News
from server.people import Person
from server.records import SavedTable
from server.register import Register
from server.tables import Reached, Tables
from tuicards.wire import messages as wire
from tuicards.wire.messages import Done, LeaveTable, LeftTable, ServerMessage

Answer: TypeAlias = Done | wire.Refused

NOBODYS = 0
"""The id of a request that is made for somebody; nobody waits for its answer."""


class Attendance:
    """The tables of a server, and the people at them: the audience of those that run here."""

    def __init__(
        self,
        settings: Settings,
        house: House,
        neighbours: Neighbours,
        bots: Bots,
        clock: Clock,
        later: Callable[[float, Callable[[], None]], object],
        doors: Doors,
        people: Register,
    ) -> None:
        self._people, self._doors, self._tally = people, doors, house.tally
        self.tables = Tables(settings, house, neighbours, bots, clock, self)
        self._board = self.tables.board
        self.news = News(people, self._board, later)
        self._at: dict[str, dict[Person, None]] = {}
        """Who is at each table, or on the way there."""

    def put(self, person: Person, table: str) -> None:
        """The person is at this table, or at none."""
        before = self._at.get(person.table, {})
        before.pop(person, None)
        if not before:
            self._at.pop(person.table, None)
        person.table = table
        if table:
            self._at.setdefault(table, {})[person] = None

    def at(self, table: str) -> Iterable[Person]:
        """Everybody who is at a table or on the way there, here or not."""
        return tuple(self._at.get(table, ()))

    # ---- what tables say -------------------------------------------------------------------------------

    def follow(self, name: str, table: str) -> None:
        """The person has arrived. Who had departed since they asked is taken back, who is elsewhere leaves again."""
        person = self._people.named(name)
        if person is not None and not person.table:
            self.put(person, table)
            if person.peer is None:
                self.tables.post(table, Lost(name))
        if person is None or person.table != table:
            self.tables.post(table, Asked(name, LeaveTable(id=NOBODYS)))
        else:
            person.following, person.seen = True, None

    def tell(self, name: str, table: str, message: ServerMessage) -> None:
        """An answer reaches its person wherever they are by now, all else at this table only."""
        person = self._people.named(name)
        if person is None:
            return
        if isinstance(message, Answer):
            if isinstance(message, wire.Refused):
                self._tally.refusals[message.code] += 1
            if message.id != NOBODYS:
                person.send(message)
        elif person.table == table and (person.following or isinstance(message, LeftTable)):
            if isinstance(message, wire.Update):
                person.seen = message.seq
            person.send(message)

    def departed(self, name: str, table: str) -> None:
        person = self._people.named(name)
        if person is not None and person.table == table:
            self._depart(person)

    def _depart(self, person: Person) -> None:
        self.put(person, "")
        person.following = False
        person.send(self.news.picture_for(person))

    def listed(self, table: str, listing: Listing) -> None:
        before = self._board.members(table)
        self.tables.listed(table, listing)
        self._note_members(table, before, listing.members)
        self.news.changed()

    def _note_members(self, table: str, before: frozenset[str], now: frozenset[str]) -> None:
        """Who is not connected here is where the table says; what the others want is known better here.

        Who came here before the table was known here, and has been nowhere since, is there all the same.
        """
        for name in before ^ now:
            person = self._people.named(name)
            if person is None or (person.peer is not None and person.table):
                continue
            if name in now:
                self.put(person, table)
                if person.peer is not None:
                    self.tables.post(table, Back(name))
            elif person.table == table:
                self.put(person, "")

    def noted(self, table: str, act: Act) -> None:
        self._doors.audit.note(act.event, table=table, by=act.by, name=act.name)

    def closed(self, table: str) -> None:
        self._doors.audit.note("table_closed", table=table)
        self.tables.closed(table)
        self._turn_out(table)

    def taken(self, table: str, waiting: Sequence[Command]) -> None:
        self.tables.drop(table)

    def _turn_out(self, table: str) -> None:
        """The table is no more; nobody is there any longer."""
        for person in self.at(table):
            person.send(LeftTable(table=table, code="closed"))
            self._depart(person)
        self.news.changed()

    # ---- what other servers say of theirs --------------------------------------------------------------

    def listed_elsewhere(self, code: str, table: Reached, listing: Listing) -> None:
        """A table runs on another server."""
        before = self._board.members(code)
        self.tables.place_elsewhere(code, table, listing)
        self._note_members(code, before, listing.members)
        self.news.changed()

    def closed_elsewhere(self, code: str) -> None:
        """A table that ran on another server is no more."""
        self.tables.forget_elsewhere(code)
        self._turn_out(code)

    # ---- what the record says --------------------------------------------------------------------------

    def restore(self, saved: SavedTable) -> None:
        """Go on with a table, whose people are expected back."""
        table = self.tables.restore(saved)
        for name in saved.snapshot.members if table is not None else ():
            person = self._people.named(name)
            if person is not None and not person.table:
                self.put(person, saved.snapshot.code)
