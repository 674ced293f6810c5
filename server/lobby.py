"""Names, tokens, who is where, and the list of tables. Nothing here waits.

A person is who a connection greeted as; no later message says who it is from. At most one connection
is a person's, and a person is at one table at most, though seats may wait for them at others.
"""

import logging
import math
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from server.actor import Bots
from server.admission import Admission
from server.board import Board
from server.clock import Clock
from server.config import Settings
from server.doors import Doors
from server.house import House
from server.mail import Act, Asked, Back, Command, Listing, Lost
from server.names import clean_line, said_by
from server.neighbours import Neighbours
from server.news import News
from server.people import Peer, Person
from server.porter import Porter
from server.records import Record, Saved, SavedTable
from server.register import Register
from server.tables import Reached, Tables
from server.tickets import Tickets
from tuicards import __version__
from tuicards.errors import PlayerError, Refused
from tuicards.wire import messages as wire
from tuicards.wire.messages import (
    Bye,
    ClientMessage,
    CreateTable,
    Done,
    Emote,
    GetRecord,
    Hello,
    JoinTable,
    LeaveTable,
    LeftTable,
    Request,
    Said,
    Say,
    ServerMessage,
    WatchTable,
    Welcome,
)

log = logging.getLogger(__name__)

Answer: TypeAlias = Done | wire.Refused


NOBODYS = 0
"""The id of a request that the lobby makes for somebody; nobody waits for its answer."""


class Lobby:
    """Everybody and every table of one server."""

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
        self.tables = Tables(settings, house, neighbours, bots, clock, self)
        self._board = self.tables.board
        self._run = secrets.token_hex(8)
        self._news = News(self._people, self._board, later)
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
                self._request(person, message)
            except PlayerError as error:
                self._house.tally.refusals[error.code] += 1
                person.send(wire.Refused(id=message.id, code=error.code, params=dict(error.params)))

    def _request(self, person: Person, request: Request) -> None:
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
        if not self.tables.post(person.table, Asked(person.name, request)):
            raise Refused("busy")

    def _bye(self, person: Person) -> None:
        if person.table:
            self.tables.post(person.table, Asked(person.name, LeaveTable(id=NOBODYS)))
        self._disconnect(person)

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
        self.hear(said)
        self._neighbours.say(said, everybody=False)

    def hear(self, said: Said) -> None:
        """A line to everybody who is in the lobby."""
        for other in self._news.readers():
            other.send(said)

    def _join(self, person: Person, request: JoinTable | WatchTable) -> None:
        code = request.table.strip().upper()
        if person.table and person.table != code:
            raise Refused("at_a_table", table=person.table)
        place = person.peer.origin.place if person.peer else ""
        self._doors.check_code(person.name, place)
        if code not in self.tables:
            self._doors.wrong_code(person.name, place)
            raise Refused("no_such_table", table=clean_line(code, 20))
        if not person.may_join():
            raise Refused("too_fast")
        if isinstance(request, JoinTable):
            self._check_seats(person, code)
        self._go(person, code, request)

    def _go(self, person: Person, code: str, request: Request) -> None:
        """On the way to a table: where it does not let the person in, it says that they have departed."""
        before, person.table = person.table, code
        if not self.tables.post(code, Asked(person.name, request)):
            person.table = before
            raise Refused("busy")

    def _check_seats(self, person: Person, code: str) -> None:
        if self._board.seats_of(person.name, besides=code) >= self._settings.limits.tables_each:
            raise Refused("too_many_seats", limit=self._settings.limits.tables_each)

    def _create(self, person: Person, request: CreateTable) -> None:
        if person.table:
            raise Refused("at_a_table", table=person.table)
        self._house.drain.check()
        self._check_seats(person, "")
        if not person.may_create():
            raise Refused("too_fast")
        table = self.tables.make(person.name, request)
        self._doors.audit.note("table_made", table=table.code, title=table.title, by=person.name)
        self._go(person, table.code, JoinTable(id=request.id, table=table.code, seat=request.seat))

    # ---- what tables say -------------------------------------------------------------------------------

    def follow(self, name: str, table: str) -> None:
        """The person has arrived. Who had departed since they asked is taken back, who is elsewhere leaves again."""
        person = self._people.named(name)
        if person is not None and not person.table:
            person.table = table
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
                self._house.tally.refusals[message.code] += 1
            if message.id != NOBODYS:
                person.send(message)
        elif person.table == table and (person.following or isinstance(message, LeftTable)):
            if isinstance(message, wire.Update):
                person.seen = message.seq
            person.send(message)

    def departed(self, name: str, table: str) -> None:
        person = self._at(name, table)
        if person is not None:
            person.table, person.following = "", False
            person.send(self._news.picture_for(person))

    def listed(self, table: str, listing: Listing) -> None:
        before = self._board.members(table)
        self.tables.listed(table, listing)
        self._note_members(table, before, listing.members)
        self._news.changed()

    def _note_members(self, table: str, before: frozenset[str], now: frozenset[str]) -> None:
        """Who is not connected here is where the table says; what the others want is known better here.

        Who came here before the table was known here, and has been nowhere since, is there all the same.
        """
        for name in before ^ now:
            person = self._people.named(name)
            if person is None or (person.peer is not None and person.table):
                continue
            if name in now and person.peer is not None:
                person.table = table
                self.tables.post(table, Back(name))
            elif name in now:
                person.table = table
            elif person.table == table:
                person.table = ""

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
        for person in self._people:
            if person.table == table:
                person.send(LeftTable(table=table, code="closed"))
                self.departed(person.name, table)
        self._news.changed()

    def _at(self, name: str, table: str) -> Person | None:
        person = self._people.named(name)
        return person if person is not None and person.table == table else None

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

    def listed_elsewhere(self, code: str, table: Reached, listing: Listing) -> None:
        """A table runs on another server."""
        before = self._board.members(code)
        self.tables.place_elsewhere(code, table, listing)
        self._note_members(code, before, listing.members)
        self._news.changed()

    def closed_elsewhere(self, code: str) -> None:
        """A table that ran on another server is no more."""
        self.tables.forget_elsewhere(code)
        self._turn_out(code)

    # ---- to everybody ----------------------------------------------------------------------------------

    def announce(self, code: str, **params: Any) -> None:
        """A notice to everybody who is here."""
        said = Said(code=code, params=params)
        self.hear_all(said)
        self._neighbours.say(said, everybody=True)

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
            self.restore_table(table)

    def restore_table(self, saved: SavedTable) -> None:
        """Go on with a table, whose people are expected back."""
        table = self.tables.restore(saved)
        for name in saved.snapshot.members if table is not None else ():
            person = self._people.named(name)
            if person is not None and not person.table:
                person.table = saved.snapshot.code

    async def stop(self) -> None:
        """Stop every table where it is."""
        await self.tables.stop()
