"""Names, tokens, who is where, and the list of tables. Nothing here waits.

A person is who a connection greeted as; no later message says who it is from. At most one connection
is a person's, and a person is at one table at most, though seats may wait for them at others.
"""

import logging
import math
import secrets
from collections.abc import Callable, Mapping
from typing import Any

from server import chronicle
from server.actor import Bots, TableActor
from server.admission import Admission
from server.board import Board
from server.clock import Clock
from server.config import Settings
from server.deserted import Deserted
from server.doors import Doors
from server.house import House
from server.mail import Act, Asked, Back, Command, Listing, Lost, Shut, Tick
from server.names import TITLE_LENGTH, check_options, clean_line, said_by
from server.people import Peer, Person
from server.porter import Porter
from server.records import Saved, SavedTable
from server.register import Register
from server.store import Store
from server.table import Table
from server.tickets import Tickets
from tuicards import __version__
from tuicards.errors import PlayerError, Refused, TuicardsError
from tuicards.time_control import read_clock
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

CODE_LETTERS = "BCDFGHJKMNPQRSTVWXZ"
CODE_LENGTH = 4
TABLES_SHOWN = 50
PEOPLE_SHOWN = 100
"""So many fit one message whatever their names and options are."""

NOBODYS = 0
"""The id of a request that the lobby makes for somebody; nobody waits for its answer."""

COALESCE = 0.05
"""Seconds from a change to the picture that shows it, and what else has changed meanwhile."""
COALESCE_EACH = 0.001
"""So many more for each person who gets it: however many they are, telling them takes a small part of the time."""


class Lobby:
    """Everybody and every table of one server."""

    def __init__(
        self,
        settings: Settings,
        house: House,
        store: Store,
        bots: Bots,
        clock: Clock,
        later: Callable[[float, Callable[[], None]], object],
        doors: Doors,
    ) -> None:
        self._doors = doors
        self._settings, self._house, self.tally = settings, house, house.tally
        self._store, self._bots, self._clock, self._later = store, bots, clock, later
        self._people = Register(store, settings.limits, clock, self._in_use)
        self._tickets = Tickets(clock)
        self._admission = Admission(self._people, doors, self._tickets)
        self._tables: dict[str, TableActor] = {}
        self._board = Board()
        self._deserted = Deserted()
        self._run = secrets.token_hex(8)
        self._news = False
        """Whether those in the lobby are to be shown a new picture soon."""
        self._trouble_told = store.trouble
        """Whether those who are here have heard that the record cannot be kept."""

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

    def enter(self, hello: Hello, peer: Peer) -> Person:
        """Let a connection in. Raises what `Admission.admit` raises."""
        try:
            person, token = self._admission.admit(hello, peer)
        except Refused as error:
            self._house.tally.refusals[error.code] += 1
            self._doors.note_refusal(error, peer.host, hello.name, self._tickets.key(hello.ticket))
            raise
        self._connect(person, peer, token, hello)
        key = person.key or None
        self._doors.audit.note("came", name=person.name, address=peer.host, client=hello.client, key=key)
        return person

    def _connect(self, person: Person, peer: Peer, token: str, hello: Hello) -> None:
        if person.peer is not None:
            person.peer.close("moved")
        person.peer, person.following, person.came = peer, False, self._clock()
        self._people.came(person)
        peer.send(self._welcome(person, token))
        if self._trouble_told and self._store.trouble:
            peer.send(Said(code="not_kept"))
        draining = self._house.drain.for_newcomer(self._clock())
        if draining is not None:
            peer.send(draining)
        if person.table:
            seen = hello.seen if hello.table == person.table else None
            self._tables[person.table].post(Back(person.name, seen))
        else:
            peer.send(self._picture_for(person))
        self._has_news()

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
            people=sum(person.peer is not None for person in self._people),
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
            self._tables[person.table].post(Lost(person.name))

    def _disconnect(self, person: Person) -> None:
        address = person.peer.host if person.peer else None
        self._doors.audit.note("went", name=person.name, address=address, key=person.key or None)
        person.peer, person.following = None, False
        self._people.seen(person)
        self._has_news()

    def _in_use(self, person: Person) -> bool:
        return person.peer is not None or bool(person.table) or self._board.seats_of(person.name) > 0

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
        if not self._tables[person.table].post(Asked(person.name, request)):
            raise Refused("busy")

    def _bye(self, person: Person) -> None:
        if person.table:
            self._tables[person.table].post(Asked(person.name, LeaveTable(id=NOBODYS)))
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
        for other in self._in_lobby():
            other.send(said)

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
        before, person.table = person.table, code
        if not self._tables[code].post(Asked(person.name, request)):
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
        table = self._new_table(person, request)
        self._make_room()
        self._open(table)
        chronicle.table_made(table)
        self._doors.audit.note("table_made", table=table.code, title=table.title, by=person.name)
        self._go(person, table.code, JoinTable(id=request.id, table=table.code, seat=request.seat))

    def _make_room(self) -> None:
        """Where there are as many tables as may be, the one that has been deserted for longest gives way."""
        most = self._settings.limits.max_tables
        if len(self._tables) >= most:
            table = self._deserted.first(self._clock())
            if table is None:
                raise Refused("too_many_tables", limit=most)
            self._deserted.forget(table)
            self._tables[table].post(Shut())

    def _new_table(self, person: Person, request: CreateTable) -> Table:
        """Raises BadOptions, or Refused `no_such_seat`."""
        game = self._house.game(request.game)
        check_options(request.options)
        if not 0 <= request.seat < request.seats:
            raise Refused("no_such_seat", number=request.seat + 1, seats=request.seats)
        return Table(
            game,
            self._house,
            uid=secrets.token_hex(8),
            code=self._new_code(),
            title=clean_line(request.title, TITLE_LENGTH) or person.name,
            owner=person.name,
            seats=request.seats,
            options=game.parse_options(request.options, request.preset or None),
            public=request.public,
            hints=request.hints,
            watchers_talk=request.watchers_talk,
            clock=read_clock(request.clock),
        )

    def _new_code(self) -> str:
        while True:
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            if code not in self._tables:
                return code

    def _open(self, table: Table) -> None:
        actor = TableActor(table, self._store, self, self._bots, self._clock)
        self._tables[table.code] = actor
        self.listed(table.code, table.listing())
        actor.start()

    # ---- what tables say -------------------------------------------------------------------------------

    def follow(self, name: str, table: str) -> None:
        """The person has arrived. Who had departed since they asked is taken back, who is elsewhere leaves again."""
        person = self._people.named(name)
        if person is not None and not person.table:
            person.table = table
            if person.peer is None:
                self._tables[table].post(Lost(name))
        if person is None or person.table != table:
            self._tables[table].post(Asked(name, LeaveTable(id=NOBODYS)))
        else:
            person.following = True

    def tell(self, name: str, table: str, message: ServerMessage) -> None:
        """An answer reaches its person wherever they are by now, all else at this table only."""
        person = self._people.named(name)
        if person is None:
            return
        if isinstance(message, Done | wire.Refused):
            if isinstance(message, wire.Refused):
                self._house.tally.refusals[message.code] += 1
            if message.id != NOBODYS:
                person.send(message)
        elif person.table == table and (person.following or isinstance(message, LeftTable)):
            person.send(message)

    def departed(self, name: str, table: str) -> None:
        person = self._at(name, table)
        if person is not None:
            person.table, person.following = "", False
            person.send(self._picture_for(person))

    def listed(self, table: str, listing: Listing) -> None:
        self._board.put(table, listing)
        self._deserted.note(table, listing.here, self._clock())
        self._has_news()

    def noted(self, table: str, act: Act) -> None:
        self._doors.audit.note(act.event, table=table, by=act.by, name=act.name)

    def closed(self, table: str) -> None:
        self._doors.audit.note("table_closed", table=table)
        self._tables.pop(table, None)
        self._board.remove(table)
        self._deserted.forget(table)
        for person in self._people:
            if person.table == table:
                person.send(LeftTable(table=table, code="closed"))
                self.departed(person.name, table)
        self._has_news()

    def _at(self, name: str, table: str) -> Person | None:
        person = self._people.named(name)
        return person if person is not None and person.table == table else None

    # ---- the lobby's picture ---------------------------------------------------------------------------

    def _in_lobby(self) -> list[Person]:
        return [person for person in self._people if person.peer is not None and not person.table]

    def _picture_for(self, person: Person) -> wire.Lobby:
        return self._picture(self._board.deserted_by().get(person.name, []))

    def _picture(self, own: list[wire.TableLine]) -> wire.Lobby:
        """One's own parties and the public tables, those that wait for people first, and who is here."""
        here = [person.name for person in self._people if person.peer is not None]
        return wire.Lobby((*own, *self._board.public())[:TABLES_SHOWN], tuple(sorted(here)[:PEOPLE_SHOWN]))

    def _has_news(self) -> None:
        if not self._news:
            self._news = True
            self._later(COALESCE + COALESCE_EACH * len(self._in_lobby()), self._spread_news)

    def _spread_news(self) -> None:
        self._news = False
        picture, own = self._picture([]), self._board.deserted_by()
        for person in self._in_lobby():
            person.send(self._picture(own[person.name]) if person.name in own else picture)

    def announce(self, code: str, **params: Any) -> None:
        """A notice to everybody who is here."""
        for person in self._people:
            person.send(Said(code=code, params=params))

    def drained(self) -> bool:
        """Say how long a server that runs dry still runs, and whether that is over."""
        drain, now = self._house.drain, self._clock()
        running = self._board.parties_running()
        news = drain.news(now, running)
        if news is not None:
            self.announce(news.code, **news.params)
        return drain.over(now, running, len(self.here()) if drain.on else 0)

    def tell_of_trouble(self) -> None:
        """Say once that the record cannot be kept, whenever that begins."""
        if self._store.trouble and not self._trouble_told:
            self.announce("not_kept")
        self._trouble_told = self._store.trouble

    def apply(self, settings: Settings) -> None:
        """Other settings from now on. Every table looks at its times anew; what is beyond a lowered limit stays."""
        self._settings = settings
        self._people.limit(settings.limits)
        for actor in self._tables.values():
            actor.post(Tick())

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
        if table not in self._tables:
            raise Refused("no_such_table", table=clean_line(table, 20))
        self._tables[table].post(command)

    def send_away(self, person: Person, code: str, params: Mapping[str, Any]) -> None:
        """Off their table, as if they had left, and out."""
        peer = person.peer
        if peer is not None:
            self._bye(person)
            peer.close(code, params)

    # ---- beginning and end -----------------------------------------------------------------------------

    def restore(self, saved: Saved) -> None:
        """Be where the record ends. A table that cannot be restored is named in the log; its record stays."""
        self._doors.bans.restore(saved.bans)
        for key in sorted(saved.keys, key=lambda key: key.seen):
            self._people.keys.restore(key)
        for kept in sorted(saved.people, key=lambda kept: kept.seen):
            self._people.restore(kept)
        for table in saved.tables:
            self._restore_table(table)

    def _restore_table(self, saved: SavedTable) -> None:
        kept = saved.snapshot
        try:
            table = Table.restored(saved, self._house.game(kept.game), self._house, self._clock())
            table.listing()
        except Exception as error:  # whatever is wrong with one record, the others go on
            why = str(error) if isinstance(error, TuicardsError) else repr(error)
            log.error("table %s (%s) stays in the record but cannot go on: %s", kept.code, kept.title, why)
            return
        self._open(table)
        self._tables[table.code].post(Tick())
        for name in kept.members:
            person = self._people.named(name)
            if person is not None and not person.table:
                person.table = table.code

    async def stop(self) -> None:
        """Stop every table where it is."""
        for actor in list(self._tables.values()):
            await actor.stop()
