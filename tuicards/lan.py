"""Servers on the network around, found by multicast DNS and looked at before anybody comes in.

What is announced is only a hint of where to look: what is listed is what a server itself has answered.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tuicards.address import Address
from tuicards.announced import Announced, read_announcement
from tuicards.errors import TuicardsError
from tuicards.interfaces import Interface
from tuicards.look import Seen, look
from tuicards.mdns import SERVICE, follow

if TYPE_CHECKING:
    from zeroconf import ServiceListener, Zeroconf
    from zeroconf.asyncio import AsyncZeroconf

EVERY = 3.0
"""Seconds between two looks at a server."""

PARTING = 1.0
"""The same, once it has said goodbye."""

SELDOM = 60.0
"""The most seconds between two looks at what is announced and does not answer."""

PATIENCE = 2.5
"""Seconds in which a server has to answer."""

GRACE = 0.2
"""Seconds that a better address has to answer, after another one did."""

MISSES = 2
"""A server that has not answered so often is gone."""

MOST = 64
"""Announcements that are followed at once. Where there are more, those that lead nowhere take turns."""

TURN = 1.0
"""Seconds of one that leads nowhere, while others wait."""

MOST_WAITING = 1000

RESOLVE = 3000
"""Milliseconds for the address of what is announced."""


@dataclass(frozen=True, slots=True)
class Neighbours:
    """What is known of the network at one time."""

    servers: tuple[Seen, ...] = ()
    """Each server once, by name, at an address that this machine reaches; those that share a lobby are one."""
    trouble: str = ""
    """Why no more may be found: `lan.not_installed`, `lan.no_network`, `lan.no_multicast`; or nothing."""


class Nearby:
    """The servers around. Nothing is sent but while somebody iterates over `changes`."""

    def __init__(self) -> None:
        self._now = Neighbours()
        self._waiting: set[asyncio.Event] = set()
        self._search: asyncio.Task[None] | None = None
        self._closed = False

    async def changes(self) -> AsyncIterator[Neighbours]:
        """What is known now, and again whenever that changes. Never raises; ends when this is closed."""
        changed = asyncio.Event()
        self._waiting.add(changed)
        try:
            if self._search is None:
                self._search = asyncio.create_task(_Search(self._tell).run(), name="neighbours")
            while not self._closed:
                changed.clear()
                yield self._now
                await changed.wait()
        finally:
            self._waiting.discard(changed)
            if not self._waiting:
                await self._rest()

    async def close(self) -> None:
        """End the search and every iteration."""
        self._closed = True
        await self._rest()
        for changed in self._waiting:
            changed.set()

    def _tell(self, now: Neighbours) -> None:
        if now != self._now:
            self._now = now
            for changed in self._waiting:
                changed.set()

    async def _rest(self) -> None:
        search, self._search = self._search, None
        self._now = Neighbours()
        if search is not None:
            search.cancel()
            await asyncio.wait([search])


class _Search:
    """One search, from its beginning to its end."""

    def __init__(self, tell: Callable[[Neighbours], None]) -> None:
        self._tell_all = tell
        self._network: Sequence[Interface] = ()
        self._zeroconf: Zeroconf | None = None
        self._watches: dict[str, _Watch] = {}
        """One for each announcement that is followed, by its name."""
        self._waiting: dict[str, None] = {}
        """The names of the others, in their order."""
        self._trouble = ""

    async def run(self) -> None:
        try:
            await follow(self._use, self._hear_of_trouble)
            await asyncio.Event().wait()
        finally:
            tasks = [watch.task for watch in self._watches.values()]
            self._watches.clear()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def _hear_of_trouble(self, code: str) -> None:
        self._trouble = code
        self.tell()

    async def _use(self, opened: "AsyncZeroconf", network: Sequence[Interface]) -> None:
        self._zeroconf, self._network = opened.zeroconf, network
        await opened.async_add_service_listener(SERVICE, _listener(self))

    def tell(self) -> None:
        """Each server once, by the announcement that came first."""
        seen: dict[str, Seen] = {}
        for watch in self._watches.values():
            if watch.seen is not None:
                seen.setdefault(watch.seen.about.run, watch.seen)
        servers = sorted(clubs(seen.values()), key=lambda one: (one.about.server.casefold(), one.address))
        self._tell_all(Neighbours(tuple(servers), self._trouble))

    # ---- what is announced -----------------------------------------------------------------------------

    def add(self, name: str) -> None:
        """It is announced, for the first time or anew."""
        watch = self._watches.get(name)
        if watch is not None:
            watch.hear(parting=False)
        elif len(self._watches) < MOST:
            self._watches[name] = _Watch(self, name)
        elif len(self._waiting) < MOST_WAITING:
            self._waiting[name] = None

    def remove(self, name: str) -> None:
        """It has said goodbye, or nobody has heard of it for long."""
        self._waiting.pop(name, None)
        if name in self._watches:
            self._watches[name].hear(parting=True)

    @property
    def crowded(self) -> bool:
        """Whether some wait for their turn."""
        return bool(self._waiting)

    def give_way(self, name: str) -> None:
        """To the one that has waited longest."""
        self.forget(name)
        self._waiting[name] = None

    def forget(self, name: str) -> None:
        """Follow it no more, but another one if one waits."""
        del self._watches[name]
        if self._waiting:
            following = next(iter(self._waiting))
            del self._waiting[following]
            self._watches[following] = _Watch(self, following)

    async def resolve(self, name: str) -> Announced | None:
        """Where it says that it is; None: no answer."""
        from zeroconf import Error
        from zeroconf.asyncio import AsyncServiceInfo

        assert self._zeroconf is not None
        try:
            info = AsyncServiceInfo(SERVICE, name)
            found = await info.async_request(self._zeroconf, RESOLVE)
        except (Error, OSError, ValueError):  # a name that is none, or the network has just changed
            return None
        if not found:
            return None
        return read_announcement(info.parsed_scoped_addresses(), info.port, info.properties, self._network)


def clubs(servers: Iterable[Seen]) -> list[Seen]:
    """Servers that share a lobby are one, which the first of them stands for."""
    found: list[Seen] = []
    for seen in servers:
        for place, first in enumerate(found):
            if first.shares_with(seen):
                found[place] = first.beside(seen)
                break
        else:
            found.append(seen)
    return found


class _Watch:
    """Looks at what is announced under one name, again and again."""

    def __init__(self, search: _Search, name: str) -> None:
        self._search, self._name = search, name
        self.seen: Seen | None = None
        """What is listed for it."""
        self._run = ""
        self._misses = 0
        self._parting = False
        self._heard = asyncio.Event()
        self.task = asyncio.create_task(self._go_on(), name="neighbour")

    def hear(self, *, parting: bool) -> None:
        """It was announced anew, or has said goodbye."""
        self._parting = parting
        self._heard.set()

    async def _go_on(self) -> None:
        while True:
            self._heard.clear()
            seen = await self._look_again()
            self._note(seen if seen or self._parting else await self._find())
            if self._parting and self.seen is None:
                return self._search.forget(self._name)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._pause()):
                    await self._heard.wait()
            if self.seen is None and self._search.crowded:
                return self._search.give_way(self._name)

    def _pause(self) -> float:
        """Seconds to the next look. What has never answered is asked ever more seldom."""
        if self._parting:
            return PARTING
        if self.seen is None and self._search.crowded:
            return TURN
        return EVERY if self._misses < MISSES else min(SELDOM, EVERY * 2.0 ** min(self._misses, 10))

    def _note(self, seen: Seen | None) -> None:
        before = self.seen
        if seen is not None:
            self._misses = 0
            self.seen = _steady(before, seen)
        else:
            self._misses += 1
            if self._parting or self._misses >= MISSES:
                self.seen = None
        if self.seen is not before:
            self._search.tell()

    async def _look_again(self) -> Seen | None:
        """At the address that has answered before."""
        return await _try(self.seen.address, self._run) if self.seen is not None else None

    async def _find(self) -> Seen | None:
        announced = await self._search.resolve(self._name)
        if announced is None:
            return None
        self._run = announced.run
        return await _best(announced)


async def _best(announced: Announced) -> Seen | None:
    """The server at the best address that answers. All are asked at once, and the better ones get a grace."""
    tasks = [asyncio.create_task(_try(address, announced.run)) for address in announced.addresses]
    try:
        left = set(tasks)
        while left and not any(task.done() and task.result() for task in tasks):
            _, left = await asyncio.wait(left, return_when=asyncio.FIRST_COMPLETED)
        if left:
            await asyncio.wait(left, timeout=GRACE)
        return next((seen for task in tasks if task.done() and (seen := task.result())), None)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _try(address: Address, run: str) -> Seen | None:
    """What answers there, if it is what was announced: in another network the same address is another machine."""
    try:
        seen = await look(address, PATIENCE)
    except (TuicardsError, OSError):
        return None
    return seen if run in ("", seen.about.run) else None


def _steady(before: Seen | None, now: Seen) -> Seen:
    """The former picture where there is nothing new to tell but a delay that is much the same."""
    if before is None or replace(before, delay=now.delay) != now:
        return now
    return before if abs(before.delay - now.delay) < max(0.005, before.delay / 2) else now


def _listener(search: _Search) -> "ServiceListener":
    from zeroconf import ServiceListener

    class Listener(ServiceListener):
        """Hands on what zeroconf has heard."""

        def add_service(self, zc: "Zeroconf", type_: str, name: str) -> None:
            search.add(name)

        def update_service(self, zc: "Zeroconf", type_: str, name: str) -> None:
            search.add(name)

        def remove_service(self, zc: "Zeroconf", type_: str, name: str) -> None:
            search.remove(name)

    return Listener()
