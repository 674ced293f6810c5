"""The tables of a server: made, found by their codes, restored and stopped. What people may do is the lobby's affair.

Some may run on other servers that share the lobby; commands reach those, too.
"""

import logging
import secrets
from collections.abc import Collection
from typing import Protocol

from server import chronicle
from server.actor import Audience, Bots, TableActor
from server.board import Board
from server.clock import Clock
from server.config import Settings
from server.deserted import Deserted
from server.house import House
from server.mail import Command, Listing, Shut, Tick
from server.names import TITLE_LENGTH, check_options, clean_line
from server.neighbours import Neighbours
from server.records import SavedTable
from server.table import Table
from tuicards.errors import Refused, TuicardsError
from tuicards.time_control import read_clock
from tuicards.wire.messages import CreateTable

log = logging.getLogger(__name__)


class Reached(Protocol):
    """A table, here or elsewhere."""

    def post(self, command: Command) -> bool:
        """Whether there was room for the command."""


class Tables:
    """Every table that there is."""

    def __init__(
        self,
        settings: Settings,
        house: House,
        neighbours: Neighbours,
        bots: Bots,
        clock: Clock,
        audience: Audience,
    ) -> None:
        self._settings, self._house, self._neighbours = settings, house, neighbours
        self._bots, self._clock = bots, clock
        self._audience = neighbours.audience(audience)
        self._here: dict[str, TableActor] = {}
        self._elsewhere: dict[str, Reached] = {}
        self.board = Board()
        self._deserted = Deserted()

    def __contains__(self, code: str) -> bool:
        return code in self._here or code in self._elsewhere

    @property
    def here(self) -> tuple[str, ...]:
        """The codes of those that run on this server."""
        return tuple(self._here)

    @property
    def elsewhere(self) -> Collection[str]:
        """The codes of those that run on other servers."""
        return self._elsewhere.keys()

    def runs_here(self, code: str) -> bool:
        return code in self._here

    def post(self, code: str, command: Command) -> bool:
        """Put a command into a table's mailbox; whether there was room. Raises KeyError for a table that is not."""
        table = self._here.get(code) or self._elsewhere[code]
        return table.post(command)

    # ---- making ----------------------------------------------------------------------------------------

    def make(self, owner: str, request: CreateTable) -> Table:
        """Open a table. Raises BadOptions, or Refused `no_such_seat` or `too_many_tables`."""
        table = self._new(owner, request)
        self._make_room()
        self._open(table)
        chronicle.table_made(table)
        return table

    def _new(self, owner: str, request: CreateTable) -> Table:
        game = self._house.game(request.game)
        check_options(request.options)
        if not 0 <= request.seat < request.seats:
            raise Refused("no_such_seat", number=request.seat + 1, seats=request.seats)
        return Table(
            game,
            self._house,
            uid=secrets.token_hex(8),
            code=self._new_code(),
            title=clean_line(request.title, TITLE_LENGTH) or owner,
            owner=owner,
            seats=request.seats,
            options=game.parse_options(request.options, request.preset or None),
            public=request.public,
            hints=request.hints,
            watchers_talk=request.watchers_talk,
            clock=read_clock(request.clock),
        )

    def _new_code(self) -> str:
        while True:
            code = self._neighbours.new_code()
            if code not in self:
                return code

    def _make_room(self) -> None:
        """Where as many tables run here as may, the one that has been deserted for longest gives way."""
        most = self._settings.limits.max_tables
        if len(self._here) >= most:
            table = self._deserted.first(self._clock())
            if table is None:
                raise Refused("too_many_tables", limit=most)
            self._deserted.forget(table)
            self._here[table].post(Shut())

    def _open(self, table: Table) -> None:
        journal = self._neighbours.journal(table)
        actor = TableActor(table, journal, self._audience, self._bots, self._clock)
        self._elsewhere.pop(table.code, None)
        self._here[table.code] = actor
        self._audience.listed(table.code, table.listing())
        actor.start()

    def restore(self, saved: SavedTable) -> Table | None:
        """Go on with a table of the record. One that cannot be restored is named in the log; its record stays."""
        kept = saved.snapshot
        try:
            table = Table.restored(saved, self._house.game(kept.game), self._house, self._clock())
            table.listing()
        except Exception as error:  # whatever is wrong with one record, the others go on
            why = str(error) if isinstance(error, TuicardsError) else repr(error)
            log.error("table %s (%s) stays in the record but cannot go on: %s", kept.code, kept.title, why)
            return None
        self._open(table)
        self._here[table.code].post(Tick())
        return table

    # ---- changes ---------------------------------------------------------------------------------------

    def listed(self, code: str, listing: Listing) -> None:
        """A table that runs here has this line."""
        self.board.put(code, listing)
        self._deserted.note(code, listing.here, self._clock())
        self._neighbours.listed(code, listing)

    def closed(self, code: str) -> None:
        """A table that ran here is no more."""
        del self._here[code]
        self._deserted.forget(code)
        self.board.remove(code)
        self._neighbours.closed(code)

    def place_elsewhere(self, code: str, table: Reached, listing: Listing) -> None:
        """A table runs on another server, and has this line."""
        self._elsewhere[code] = table
        self.board.put(code, listing)

    def forget_elsewhere(self, code: str) -> None:
        """A table that ran on another server is no more."""
        self._elsewhere.pop(code, None)
        self.board.remove(code)

    async def let_go(self, code: str) -> list[Command]:
        """Stop a table between two commands, for another server to go on with; what still waited at it."""
        waiting = await self._here[code].retire()
        self.drop(code)
        return waiting

    def abandon(self, code: str) -> list[Command]:
        """If a table runs here, it goes on elsewhere, and this was told to nobody; what it has not answered."""
        actor = self._here.get(code)
        if actor is None:
            return []
        actor.cancel()
        self.drop(code)
        return actor.left_over()

    def drop(self, code: str) -> None:
        """A table does not run here any more; it goes on elsewhere, so nobody is told."""
        self._here.pop(code, None)
        self._deserted.forget(code)

    def apply(self, settings: Settings) -> None:
        """Other settings from now on. Every table looks at its times anew; what is beyond a lowered limit stays."""
        self._settings = settings
        for actor in self._here.values():
            actor.post(Tick())

    async def stop(self) -> None:
        """Stop every table where it is."""
        for actor in list(self._here.values()):
            await actor.stop()
