"""Who is here: connections come in under a name and a token, ask for something, are told what all are told, and go.

A person is who a connection greeted as; no later message says who it is from. At most one connection is a person's.
Nothing here waits, but for what all servers have to agree on.
"""

import secrets
from collections.abc import Callable, Mapping
from typing import Any

from server.actor import Bots
from server.admission import Admission
from server.asking import Asking
from server.attendance import NOBODYS, Attendance
from server.board import Board
from server.clock import Clock
from server.config import Settings
from server.doors import Doors
from server.house import House
from server.mail import Asked, Back, Command, Lost
from server.names import clean_line
from server.neighbours import Neighbours
from server.people import Peer, Person
from server.porter import Porter
from server.records import Record, Saved
from server.register import Register
from server.tickets import Tickets
from tuicards import __version__
from tuicards.errors import PlayerError, Refused
from tuicards.wire import messages as wire
from tuicards.wire.messages import Bye, ClientMessage, Hello, LeaveTable, Request, Said, Welcome


class Lobby:
    """Everybody who is at one server, or known there."""

    def __init__(
        self,
        settings: Settings,
        house: House,
        neighbours: Neighbours,
        bots: Bots,
        clock: Clock,
        later: Callable[[float, Callable[[], None]], object],
        doors: Doors,
    ) -> None:
        self._doors, self._neighbours = doors, neighbours
        self._settings, self._house, self.tally = settings, house, house.tally
        self._clock = clock
        self._people = Register(neighbours.records, settings.limits, clock, self._in_use)
        self._tickets = Tickets(clock)
        self._admission = Admission(self._people, doors, self._tickets)
        self.attendance = Attendance(settings, house, neighbours, bots, clock, later, doors, self._people)
        self.tables, self._news = self.attendance.tables, self.attendance.news
        self._asking = Asking(settings, house, neighbours, clock, doors, self.attendance)
        self._board = self.tables.board
        self._run = secrets.token_hex(8)
        self._trouble_told = neighbours.trouble()
        """The trouble that those who are here have heard of."""

    @property
    def people(self) -> Register:
        """Everybody who is known here."""
        return self._people

    @property
    def board(self) -> Board:
        """Every table that there is."""
        return self._board

    def porter(self) -> Porter:
        """Who answers the SSH door."""
        return Porter(self._people, self._doors, self._tickets)

    # ---- connections -----------------------------------------------------------------------------------

    async def enter(self, hello: Hello, peer: Peer) -> Person:
        """Let a connection in. Raises what `Admission.admit` and an agreement raise."""
        try:
            person, token, session = await self._neighbours.agreed(lambda number: self._admit(hello, peer, number))
        except Refused as error:
            self._house.tally.refusals[error.code] += 1
            self._doors.note_refusal(error, peer.host, hello.name, self._tickets.key(hello.ticket))
            raise
        if person.session != session:
            peer.close("moved")
            return person
        self._connect(person, peer, token, hello)
        key = person.key or None
        self._doors.audit.note("came", name=person.name, address=peer.host, client=hello.client, key=key)
        return person

    def _admit(self, hello: Hello, peer: Peer, session: int) -> tuple[Person, str, int]:
        """Who comes, with the token; from now on this session is theirs, and no other."""
        person, token = self._admission.admit(hello, peer)
        person.session, person.elsewhere = session, 0
        self._people.came(person)
        self._neighbours.came(person)
        return person, token, session

    def _connect(self, person: Person, peer: Peer, token: str, hello: Hello) -> None:
        if person.peer is not None:
            person.peer.close("moved")
        person.peer, person.following, person.came = peer, False, self._clock()
        peer.send(self._welcome(person, token))
        if self._trouble_told and self._trouble_told == self._neighbours.trouble():
            peer.send(Said(code=self._trouble_told))
        draining = self._house.drain.for_newcomer(self._clock())
        if draining is not None:
            peer.send(draining)
        if person.table:
            seen = hello.seen if hello.table == person.table else None
            self.tables.post(person.table, Back(person.name, seen))
        else:
            peer.send(self._news.picture_for(person))
        self._news.changed()

    def _welcome(self, person: Person, token: str) -> Welcome:
        return Welcome(
            protocol=wire.PROTOCOL,
            server=self.server_name,
            name=person.name,
            token=token,
            games=tuple(self._house.games),
            levels=self._house.levels,
            table=person.table,
        )

    def about(self) -> wire.About:
        """What anybody may know of this server."""
        return wire.About(
            protocol=wire.PROTOCOL,
            server=self.server_name,
            version=__version__,
            run=self._run,
            games=tuple(self._house.games),
            locked=bool(self._doors.password),
            people=sum(person.here for person in self._people),
            tables=len(self._board.public()),
            seats=self._board.free_seats(),
            club=self._neighbours.club(),
        )

    @property
    def server_name(self) -> str:
        """What it calls itself."""
        return self._settings.name or f"tuicards {__version__}"

    def lost(self, person: Person, peer: Peer) -> None:
        """A connection has ended. It means nothing where the person has another one by now."""
        if person.peer is not peer:
            return
        self._disconnect(person)
        if person.table:
            self.tables.post(person.table, Lost(person.name))

    def _disconnect(self, person: Person) -> None:
        address = person.peer.host if person.peer else None
        self._doors.audit.note("went", name=person.name, address=address, key=person.key or None)
        person.peer, person.following = None, False
        self._people.seen(person)
        self._neighbours.went(person)
        self._news.changed()

    def _in_use(self, person: Person) -> bool:
        return person.here or bool(person.table) or self._board.seats_of(person.name) > 0

    # ---- requests --------------------------------------------------------------------------------------

    def handle(self, person: Person, message: ClientMessage) -> None:
        """Carry out or pass on what a person asks. Every request is answered, by us or by a table."""
        if isinstance(message, Bye):
            self._bye(person)
        elif isinstance(message, Request):
            try:
                self._asking.ask(person, message)
            except PlayerError as error:
                self._house.tally.refusals[error.code] += 1
                person.send(wire.Refused(id=message.id, code=error.code, params=dict(error.params)))

    def _bye(self, person: Person) -> None:
        if person.table:
            self.tables.post(person.table, Asked(person.name, LeaveTable(id=NOBODYS)))
        self._disconnect(person)

    # ---- what other servers say ------------------------------------------------------------------------

    def moved_away(self, person: Person, session: int, run: int) -> None:
        """The person's latest session is on another server."""
        if person.peer is not None:
            person.peer.close("moved")
        person.peer, person.following = None, False
        person.session, person.elsewhere = session, run
        self._news.changed()

    def left_elsewhere(self, person: Person) -> None:
        """The person is not connected to another server any more."""
        person.elsewhere = 0
        self._news.changed()

    def lost_elsewhere(self, person: Person) -> None:
        """The server is gone to which the person was connected; a table that runs here is to know."""
        self.left_elsewhere(person)
        if person.table and self.tables.runs_here(person.table):
            self.tables.post(person.table, Lost(person.name))

    # ---- to everybody ----------------------------------------------------------------------------------

    def announce(self, code: str, **params: Any) -> None:
        """A notice to everybody who is here."""
        said = Said(code=code, params=params)
        self.hear_all(said)
        self._neighbours.say(said, everybody=True)

    def hear(self, said: Said) -> None:
        """A line to everybody who is in the lobby."""
        self._news.hear(said)

    def hear_all(self, said: Said) -> None:
        """A line to everybody who is connected here."""
        for person in self._people:
            person.send(said)

    def drained(self) -> bool:
        """Say how long a server that runs dry still runs, and whether that is over."""
        drain, now = self._house.drain, self._clock()
        running = self._board.parties_running(besides=self.tables.elsewhere)
        news = drain.news(now, running)
        if news is not None:
            self.hear_all(news)
        return drain.over(now, running, len(self.here()) if drain.on else 0)

    def tell_of_trouble(self) -> None:
        """Say once that the record cannot be kept, whenever that begins."""
        trouble = self._neighbours.trouble()
        if trouble and not self._trouble_told:
            self.hear_all(Said(code=trouble))
        elif self._trouble_told == "cluster_waits" and not trouble:
            self.hear_all(Said(code="cluster_back"))
        self._trouble_told = trouble

    def apply(self, settings: Settings) -> None:
        """Other settings from now on."""
        self._settings = settings
        self._people.limit(settings.limits)
        self.tables.apply(settings)
        self._asking.apply(settings)

    # ---- for the operator ------------------------------------------------------------------------------

    def here(self) -> list[Person]:
        """Those who are connected, by name."""
        return sorted((person for person in self._people if person.peer), key=lambda person: person.name)

    def find(self, name: str) -> Person:
        """Raises Refused `no_such_person`."""
        person = self._people.named(name)
        if person is None:
            raise Refused("no_such_person", name=name[:40])
        return person

    def order(self, table: str, command: Command) -> None:
        """Have a table do something. Raises Refused `no_such_table`."""
        if table not in self.tables:
            raise Refused("no_such_table", table=clean_line(table, 20))
        self.tables.post(table, command)

    def send_away(self, person: Person, code: str, params: Mapping[str, Any]) -> None:
        """Off their table, as if they had left, and out."""
        peer = person.peer
        if peer is not None:
            self._bye(person)
            peer.close(code, params)
        elif person.elsewhere:
            self._neighbours.send_away(person, code, params)

    def send_on(self, code: str) -> None:
        """Have everybody who is connected here come again, at another server if they know one. Their seats wait."""
        for person in self.here():
            assert person.peer is not None
            person.peer.close(code, again=True)

    def quiet(self, person: Person, seconds: float) -> None:
        """Let nobody hear the person for so long; 0: they may talk again."""
        person.quiet_until = self._clock() + seconds
        self._neighbours.quiet(person, seconds)

    def keep(self, record: Record) -> None:
        """Put something into the record that concerns everybody."""
        self._neighbours.records.put([record])

    def turn_out_banned(self) -> None:
        """Send away whoever is connected here and banned."""
        for person in self.here():
            assert person.peer is not None
            try:
                self._doors.bans.check_address(person.peer.host)
                self._doors.bans.check_name(person.name)
            except Refused as banned:
                self.send_away(person, banned.code, banned.params)

    # ---- beginning and end -----------------------------------------------------------------------------

    def restore(self, saved: Saved) -> None:
        """Be where the record ends. A table that cannot be restored is named in the log; its record stays."""
        self._doors.bans.restore(saved.bans)
        for key in sorted(saved.keys, key=lambda key: key.seen):
            self._people.keys.restore(key)
        for kept in sorted(saved.people, key=lambda kept: kept.seen):
            self._people.restore(kept)
        for table in saved.tables:
            self.attendance.restore(table)

    async def stop(self) -> None:
        """Stop every table where it is."""
        await self.tables.stop()
