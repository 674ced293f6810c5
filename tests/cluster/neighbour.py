"""A node as its neighbours see it: it states facts, sends letters, and remembers what it hears."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from server.cluster.commons import Commons
from server.cluster.facts import Came, Closed, Directory, Fact, Gone, Kept, Listed, Went
from server.cluster.following import Following
from server.cluster.inbox import Inbox
from server.cluster.keys import Keys
from server.cluster.letters import Letter
from server.cluster.link import Link
from server.cluster.position import Position
from server.names import name_key
from server.records import Banned, KeyBound, KeyForgotten, PersonForgotten, PersonKept, Unbanned


class Neighbour:
    """One run of a node, without people and tables."""

    def __init__(self, link: Link, keys: Keys, run: int) -> None:
        self.link, self.keys, self.run = link, keys, run
        self.facts: list[tuple[int, Fact]] = []
        self.letters: list[Letter] = []
        self.known = Known()
        self.lapses = 0
        self.begun = Position()
        """The fact after which it hears all."""
        self.commons = Commons(link, keys, run, self._lapsed)
        self.inbox = Inbox(link, keys, run)
        self.following = Following(
            link, keys, run, self._hear, self._get, heard=self.commons.heard, lapsed=self._lapsed
        )
        self._waiting: list[tuple[Callable[[], bool], asyncio.Future[None]]] = []

    async def begin(self, after: Position | None = None) -> None:
        """Know what there is, and hear what comes. `after`: from there on instead."""
        await self.link.ask("HSET", self.keys.nodes, self.run, b"")
        directory, position = await self.commons.load()
        self.known = Known(directory)
        self.begun = after or position
        self.following.start(self.begun)

    async def close(self) -> None:
        await self.following.close()
        await self.commons.close()
        await self.inbox.close()
        await self.link.close()

    async def until(self, true: Callable[[], bool]) -> None:
        """Return when it is so. It is looked at whenever something is heard."""
        if not true():
            future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append((true, future))
            await asyncio.wait_for(future, 30)

    def heard(self, kind: type[Fact]) -> list[Fact]:
        return [fact for _, fact in self.facts if isinstance(fact, kind)]

    def _hear(self, run: int, fact: Fact) -> None:
        self.facts.append((run, fact))
        self.known.take(fact)
        self._look()

    def _get(self, letter: Letter) -> None:
        self.letters.append(letter)
        self._look()

    def _lapsed(self) -> None:
        self.lapses += 1
        self._look()

    def _look(self) -> None:
        for waiting in [waiting for waiting in self._waiting if waiting[0]()]:
            self._waiting.remove(waiting)
            waiting[1].set_result(None)


class Known:
    """The sum of facts as a listener makes it up: each as it comes, without a question."""

    def __init__(self, before: Directory | None = None) -> None:
        before = before or Directory()
        self.people = {name_key(person.name): person for person in before.people}
        self.keys = {key.fingerprint: key for key in before.keys}
        self.bans = {(ban.kind, ban.value): ban for ban in before.bans}
        self.present = {name_key(came.name): came for came in before.present}
        self.tables = {table.code: table for table in before.tables}

    def __eq__(self, other: object) -> bool:
        return vars(self) == vars(other)

    def __repr__(self) -> str:
        return repr(vars(self))

    def take(self, fact: Fact) -> None:
        match fact:
            case Came(name=name):
                self.present[name_key(name)] = fact
            case Went(name=name):
                self.present.pop(name_key(name), None)
            case Listed(code=code):
                self.tables[code] = fact
            case Closed(code=code):
                self.tables.pop(code, None)
            case Gone(run=run):
                self.present = {name: came for name, came in self.present.items() if came.run != run}
            case Kept(record=record):
                self._keep(record)

    def _keep(self, record: PersonKept | PersonForgotten | KeyBound | KeyForgotten | Banned | Unbanned) -> None:
        match record:
            case PersonKept(name=name):
                self.people[name_key(name)] = record
            case PersonForgotten(name=name):
                self.people.pop(name_key(name), None)
            case KeyBound(fingerprint=key):
                self.keys[key] = record
            case KeyForgotten(fingerprint=key):
                self.keys.pop(key, None)
            case Banned(kind=kind, value=value):
                self.bans[kind, value] = record
            case Unbanned(kind=kind, value=value):
                self.bans.pop((kind, value), None)


@asynccontextmanager
async def neighbours(url: str, keys: Keys, *runs: int) -> AsyncIterator[list[Neighbour]]:
    """These runs, each with a link of its own, begun."""
    nodes = [Neighbour(Link(url), keys, run) for run in runs]
    try:
        for node in nodes:
            await node.link.open()
            await node.begin()
        yield nodes
    finally:
        for node in nodes:
            await node.close()
