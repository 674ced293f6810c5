"""What a person may ask for: a table of their own, a place at another one, a word. The rest is a table's affair."""

import math

from server.attendance import Attendance
from server.clock import Clock
from server.config import Settings
from server.doors import Doors
from server.house import House
from server.mail import Asked
from server.names import clean_line, said_by
from server.neighbours import Neighbours
from server.people import Person
from tuicards.errors import Refused
from tuicards.wire.messages import CreateTable, Done, Emote, GetRecord, JoinTable, Request, Say, WatchTable


class Asking:
    """Carries out requests, or passes them on to the person's table, which answers them then."""

    def __init__(
        self,
        settings: Settings,
        house: House,
        neighbours: Neighbours,
        clock: Clock,
        doors: Doors,
        attendance: Attendance,
    ) -> None:
        self._settings, self._house, self._neighbours = settings, house, neighbours
        self._clock, self._doors, self._attendance = clock, doors, attendance
        self._tables = attendance.tables

    def apply(self, settings: Settings) -> None:
        """Other settings from now on."""
        self._settings = settings

    def ask(self, person: Person, request: Request) -> None:
        """Raises PlayerError for what is refused at once."""
        if not person.requests.take():
            raise Refused("too_fast")
        match request:
            case CreateTable():
                self._create(person, request)
            case JoinTable() | WatchTable():
                self._join(person, request)
            case Say() | Emote():
                self._say(person, request)
            case GetRecord() if not person.may_join():
                raise Refused("too_fast")
            case _:
                self._pass_on(person, request)

    def _pass_on(self, person: Person, request: Request) -> None:
        if not person.table:
            raise Refused("at_no_table")
        if not self._tables.post(person.table, Asked(person.name, request)):
            raise Refused("busy")

    def _say(self, person: Person, request: Say | Emote) -> None:
        """A line or an emote, to the table or to the lobby. What is too much or too long reaches nobody."""
        if not person.chat.take():
            raise Refused("too_fast")
        quiet = person.quiet_until - self._clock()
        if quiet > 0:
            raise Refused("quiet", seconds=math.ceil(quiet))
        said = said_by(person.name, request)
        if person.table:
            self._pass_on(person, request)
            return
        person.send(Done(request.id))
        self._attendance.news.hear(said)
        self._neighbours.say(said, everybody=False)

    def _join(self, person: Person, request: JoinTable | WatchTable) -> None:
        code = request.table.strip().upper()
        if person.table and person.table != code:
            raise Refused("at_a_table", table=person.table)
        place = person.peer.origin.place if person.peer else ""
        self._doors.check_code(person.name, place)
        if code not in self._tables:
            self._doors.wrong_code(person.name, place)
            raise Refused("no_such_table", table=clean_line(code, 20))
        if not person.may_join():
            raise Refused("too_fast")
        if isinstance(request, JoinTable):
            self._check_seats(person, code)
        self._go(person, code, request)

    def _go(self, person: Person, code: str, request: Request) -> None:
        """On the way to a table: where it does not let the person in, it says that they have departed."""
        before = person.table
        self._attendance.put(person, code)
        if not self._tables.post(code, Asked(person.name, request)):
            self._attendance.put(person, before)
            raise Refused("busy")

    def _check_seats(self, person: Person, code: str) -> None:
        if self._tables.board.seats_of(person.name, besides=code) >= self._settings.limits.tables_each:
            raise Refused("too_many_seats", limit=self._settings.limits.tables_each)

    def _create(self, person: Person, request: CreateTable) -> None:
        if person.table:
            raise Refused("at_a_table", table=person.table)
        self._house.drain.check()
        self._check_seats(person, "")
        if not person.may_create():
            raise Refused("too_fast")
        table = self._tables.make(person.name, request)
        self._doors.audit.note("table_made", table=table.code, title=table.title, by=person.name)
        self._go(person, table.code, JoinTable(id=request.id, table=table.code, seat=request.seat))
