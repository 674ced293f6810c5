"""One node of a cluster: its link with the others, and the neighbours of its lobby."""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from server.actor import Audience
from server.clock import Clock
from server.cluster.archiving import Archive
from server.cluster.commons import Commons
from server.cluster.delivering import Delivering
from server.cluster.facts import Came, Closed, Fact, Gone, Heard, Listed, Quieted, Went
from server.cluster.faults import Away, Lapsed, Outdated
from server.cluster.following import Following
from server.cluster.handing_over import HandingOver
from server.cluster.hearing import Hearing
from server.cluster.inbox import Inbox
from server.cluster.journal import TableJournal, Taken, new_journal
from server.cluster.keys import Keys
from server.cluster.letters import Handed, SentAway
from server.cluster.link import Link
from server.cluster.members import Members
from server.cluster.remote_table import RemoteTable
from server.cluster.rights import check_rights
from server.cluster.routing import Routing
from server.cluster.taking_over import TakingOver
from server.doors import Doors
from server.lobby import Lobby
from server.mail import Command, Listing
from server.people import Person
from server.state import ClusterState, NodeState
from server.store import Journal, Store
from server.table import Table
from tuicards.errors import Refused
from tuicards.wire.messages import Said

log = logging.getLogger(__name__)

Decision = TypeVar("Decision")

CUT_OFF = 20.0
"""Seconds without Redis after which people are better off at another node: if only this one is cut off, their tables
go on there without them, and bots stand in for them before long."""

FAREWELL = 3.0
"""Seconds for what is still to be kept and told when the node stops."""


class Node:
    """This server as one of several. It is opened before the lobby is made, and started with it."""

    def __init__(self, url: str, name: str, prefix: str, store: Store, cut_off: float = CUT_OFF) -> None:
        """`store` keeps the parties that end at tables of this node."""
        self._cut_off = cut_off
        self._waits: asyncio.TimerHandle | None = None
        self._link, self._keys, self._name = Link(url), Keys(prefix), name
        self._archive = Archive(store)
        self.lapsed: Callable[[], None] = lambda: None
        """Called when the others have given this node up: what it knows is worth nothing any more."""
        self._gave_up = self._started = False

    async def open(self, address: str, doors: tuple[str, ...] = ()) -> None:
        """Be a node. `address` is for the operator, `doors` are announced to the network around.

        Raises SetupError: what a link raises, `node_in_use`, `cluster_of_other_version`.
        """
        await self._link.open()
        try:
            await self._join(address, doors)
        except BaseException:
            await self._link.close()
            raise
        self._run = self._members.run
        self._commons = Commons(self._link, self._keys, self._run, self._lapse)
        self._inbox = Inbox(self._link, self._keys, self._run)
        self._uids: dict[str, tuple[str, int]] = {}
        """Of each table here by its code: its name for ever, and its fence."""
        self._journals: dict[str, TableJournal] = {}
        """Of each table here, by its code."""
        self._handed: set[str] = set()
        """Tables that another node lets go of for this one."""

    async def _join(self, address: str, doors: tuple[str, ...]) -> None:
        await check_rights(self._link, self._keys)
        self._link.changed = self._redis_changed
        self._members = Members(
            self._link, self._keys, self._name, address, self._lapse, self._state_gone, doors=doors
        )
        await self._members.join()

    async def start(self, lobby: Lobby, doors: Doors, clock: Clock) -> None:
        """Know what all know, and from now on hear what they say."""
        self._lobby = lobby
        self._hearing = Hearing(lobby, doors, clock, self._run, self._remote)
        self._delivering = Delivering(
            lobby, self._inbox.send, self._hearing.remote.get, self._fence_of, self._take_handed
        )
        self._taking = TakingOver(
            self._link,
            self._keys,
            self._run,
            self._archive,
            lobby,
            listed=self._hearing.listed,
            alive=lambda: self._members.alive,
            lives=self._members.lives,
            arrived=self._arrived,
            over=self._delivering.arrived,
        )
        self._handing = HandingOver(lobby, others=self._others, send=self._inbox.send, place=self._place)
        directory, position = await self._commons.load()
        self._hearing.begin(directory)
        self._hearing.gone = self._node_gone
        self._following = Following(
            self._link,
            self._keys,
            self._run,
            self._hear,
            self._delivering.deliver,
            heard=self._commons.heard,
            lapsed=self._lapse,
        )
        self._following.start(position)
        self._taking.start()
        self._started = True
        if self._gave_up:
            self._taking.stop()

    async def close(self) -> None:
        """Be no node any more, whether it was started or not: what runs here goes on elsewhere at once."""
        if self._started:
            await self._taking.close()
        known, self._gave_up = not self._gave_up, True
        if known:
            await self._take_leave()
        if self._started:
            await self._following.close()
        await self._inbox.close()
        await self._commons.close()
        await self._link.close()

    async def _take_leave(self) -> None:
        try:
            async with asyncio.timeout(FAREWELL):
                await self._archive.close()
                await self._inbox.settled()
                self._members.stop()
                self._commons.state(Gone(self._run))
                await self._commons.settled()
        except (TimeoutError, Away, Lapsed):
            log.warning("the other nodes will find out by themselves that this one is gone")
        await self._members.leave()

    def give_up(self) -> None:
        """From now on it says nothing to the others, who find out by themselves."""
        self._gave_up = True
        if self._waits is not None:
            self._waits.cancel()
        self._members.stop()
        if self._started:
            self._taking.stop()

    def _redis_changed(self, away: bool) -> None:
        """Redis may have lost its newest: what it has of the tables here is made sure of."""
        if self._waits is not None:
            self._waits.cancel()
        loop = asyncio.get_running_loop()
        self._waits = loop.call_later(self._cut_off, self._send_on) if away else None
        for code, journal in () if away else tuple(self._journals.items()):
            self._archive.start(self._make_sure(code, journal))

    def _send_on(self) -> None:
        """For all that is known here the others may well have Redis."""
        if self._started and not self._gave_up and self._others():
            log.warning("Redis is away for long: people are sent to other nodes")
            self._lobby.send_on("cluster_waits")

    async def _make_sure(self, code: str, journal: TableJournal) -> None:
        try:
            await journal.make_sure()
        except Away:
            pass
        except Outdated:
            if self._journals.get(code) is journal:
                self._taken(code, self._lobby.tables.abandon(code))

    def _lapse(self) -> None:
        if not self._gave_up:
            self.give_up()
            log.error("the other nodes have given this one up: it begins anew")
            self.lapsed()

    def state(self) -> ClusterState:
        """For the operator."""
        owners = [listed.run for listed in self._hearing.listed.values()]
        nodes = tuple(
            NodeState(
                name=info.name,
                address=info.address,
                version=info.version,
                tables=owners.count(run),
                since=info.since or None,
                run=run,
            )
            for run, info in sorted(self._members.alive.items())
        )
        here = len(self._lobby.tables.here)
        return ClusterState(node=self._name, nodes=nodes, tables_here=here, away=self._link.away)

    # ---- the lobby's neighbours ------------------------------------------------------------------------

    @property
    def records(self) -> Journal:
        return self._commons

    def trouble(self) -> str:
        return "cluster_waits" if self._link.away else ""

    def club(self) -> tuple[str, ...]:
        alive = self._members.alive
        return tuple(door for run in self._others() for door in alive[run].doors)

    async def agreed(self, decide: Callable[[int], Decision]) -> Decision:
        try:
            return await self._commons.agreed(decide)
        except (Away, Lapsed):
            raise Refused("cluster_waits") from None

    def came(self, person: Person) -> None:
        self._commons.state(Came(person.name, self._run, person.session))

    def went(self, person: Person) -> None:
        for table in self._hearing.remote.values():
            table.forget(person.name)
        self._commons.state(Went(person.name, person.session))

    def new_code(self) -> str:
        try:
            return self._commons.codes.take()
        except Away:
            raise Refused("cluster_waits") from None

    def journal(self, table: Table) -> Journal:
        journal, fence = self._taking.journals.pop(table.uid, (None, self._run))
        if journal is None:
            journal = new_journal(self._link, self._keys, table.uid, self._run, fence, self._archive)
        self._uids[table.code], self._journals[table.code] = (table.uid, fence), journal
        return journal

    def audience(self, here: Audience) -> Audience:
        return Routing(
            here, lambda name: self._lobby.people.named(name), self._inbox.send, self._taken, self._fence_of
        )

    def listed(self, table: str, listing: Listing) -> None:
        uid, fence = self._uids[table]
        listed = Listed(table, uid, self._run, fence, listing, table in self._handed)
        self._handed.discard(table)
        self._hearing.listed[table] = listed
        self._commons.state(listed)

    def closed(self, table: str) -> None:
        uid, _ = self._uids.pop(table)
        self._journals.pop(table, None)
        self._hearing.listed.pop(table, None)
        self._hearing.remote.pop(table, None)
        self._commons.state(Closed(table, uid))

    def say(self, said: Said, everybody: bool) -> None:
        self._commons.state(Heard(said, everybody))

    def quiet(self, person: Person, seconds: float) -> None:
        self._commons.state(Quieted(person.name, seconds))

    def send_away(self, person: Person, code: str, params: Mapping[str, Any]) -> None:
        self._inbox.send(person.elsewhere, SentAway(person.name, code, dict(params)))

    # ---- what is heard ---------------------------------------------------------------------------------

    def _hear(self, run: int, fact: Fact) -> None:
        self._hearing.hear(run, fact)
        if isinstance(fact, Came):
            self._delivering.catch_up(fact.session)

    def _state_gone(self, run: int) -> None:
        self._commons.state(Gone(run))

    def _node_gone(self, run: int) -> None:
        if run == self._run:
            self._lapse()
            return
        self._members.forget(run)
        self._inbox.gone(run)
        self._taking.gone(run)

    # ---- tables that come and go -----------------------------------------------------------------------

    def _remote(self, code: str, run: int) -> RemoteTable:
        known = run if self._members.lives(run) else 0
        return RemoteTable(code, known, self._inbox.send, self._session_of, self._run)

    def _fence_of(self, code: str) -> int:
        """Of a table here; 0: there is none."""
        return self._uids.get(code, ("", 0))[1]

    def _session_of(self, name: str) -> int:
        person = self._lobby.people.named(name)
        return person.session if person is not None else 0

    def _taken(self, code: str, waiting: Sequence[Command]) -> None:
        """Another node has a table that ran here, or has had it: it may be closed by now."""
        listed = self._hearing.listed.get(code)
        if listed is not None:
            self._place(code, 0 if listed.run == self._run else listed.run)
        self._hearing.ask_again(code, waiting)

    def _take_handed(self, handed: Handed) -> None:
        listed = self._hearing.listed.get(handed.code)
        if listed is not None and listed.uid == handed.uid:
            self._handed.add(handed.code)
            self._taking.handed(listed)
        else:
            self._delivering.arrived(handed.code)

    async def hand_over(self) -> None:
        """Let other nodes go on with the tables of this one, if there are others."""
        await self._handing.all()

    def _others(self) -> list[int]:
        return [run for run in self._members.alive if run != self._run and self._members.lives(run)]

    def _place(self, code: str, to: int) -> tuple[Listed, RemoteTable] | None:
        """A table that has just left is one of the node `to` now."""
        listed = self._hearing.listed.get(code)
        if listed is None:
            return None
        self._uids.pop(code, None)
        self._journals.pop(code, None)
        table = self._hearing.remote_table(listed)
        table.run = to
        if listed.listing is not None:
            self._lobby.attendance.listed_elsewhere(code, table, listed.listing)
        return listed, table

    def _arrived(self, listed: Listed, taken: Taken | None) -> None:
        if taken is None:
            self._hearing.hear(0, Closed(listed.code, listed.uid))
            self._commons.state(Closed(listed.code, listed.uid))
        else:
            self._go_on(listed, taken)

    def _go_on(self, listed: Listed, taken: Taken) -> None:
        remote = self._hearing.remote.pop(listed.code, None)
        self._lobby.attendance.restore(taken.saved)
        self._hearing.come_back(self._hearing.listed[listed.code], self._hearing.coming(listed, remote))
        self._hearing.ask_again(listed.code, remote.lost() if remote is not None else ())
