"""Which nodes live. Each holds a lease of its name, and renews it all the while."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec

from server.cluster.entrance import kept_out
from server.cluster.faults import Away, Refusal
from server.cluster.keys import Keys
from server.cluster.link import Link
from server.cluster.member_scripts import BEAT, JOIN, LEAVE, STRANGE, TAKEN, UNKNOWN
from server.cluster.nodes import FORMAT, NodeInfo
from server.cluster.numbers import NUMBER
from server.cluster.pauses import Pauses
from server.cluster.steadiness import Steadiness
from tuicards import __version__
from tuicards.errors import SetupError

LEASE = 2.0
"""Seconds after which a node that does not renew its lease may be given up."""

BEATS = 4
"""Renewals in the time of one lease."""

RETRIES = 20
"""Attempts in the time of one lease, when it could not be renewed just now, or is to be had."""

PATIENCE = 1.5
"""Leases for which a node that starts waits for the one of its name to run out: it may have been killed just now."""

log = logging.getLogger(__name__)


class Members:
    """This run of a node, and its look at the others."""

    def __init__(
        self,
        link: Link,
        keys: Keys,
        name: str,
        address: str,
        lapsed: Callable[[], None],
        gone: Callable[[int], None],
        lease: float = LEASE,
        doors: tuple[str, ...] = (),
    ) -> None:
        """`lapsed` is called, once, when the others have given this run up, or another has taken its name.

        `gone` is called, once for each, with a run that is to be given up: whoever hears it says so to all (`Gone`),
        which strikes the run off. Every node that sees it is told, so that it is said though one of them dies.
        """
        self._link, self._keys, self._name, self._address, self._doors = link, keys, name, address, doors
        self._lapsed, self._gone, self._lease = lapsed, gone, lease
        self._steadiness = Steadiness(lease)
        self._pauses = Pauses(lease / RETRIES, lease / BEATS)
        self._alive: dict[int, NodeInfo] = {}
        self._given_up: set[int] = set()
        self._forgotten: set[int] = set()
        self._task: asyncio.Task[None] | None = None
        self._since = int(time.time())
        self.run = 0

    @property
    def alive(self) -> Mapping[int, NodeInfo]:
        """The runs of nodes that nobody has given up, this one too, as of the last beat.

        One whose lease has run out stays until it can be told from one that Redis was away for.
        """
        return MappingProxyType(self._alive)

    async def join(self) -> None:
        """Take the lease of the name under a new number, and renew it from now on.

        Raises SetupError: `node_in_use` where the lease does not run out, `cluster_of_other_version` beside a node
        whose format differs by more than one, `cluster_unreachable`.
        """
        until = time.monotonic() + PATIENCE * self._lease
        while (failure := await self._tried_to_join()) is not None:
            if failure.code == "cluster_of_other_version" or time.monotonic() > until:
                raise failure
            await asyncio.sleep(self._lease / RETRIES)
        self._task = asyncio.create_task(self._beat_on())

    def lives(self, run: int) -> bool:
        """Whether nobody has given this run up. One that has just begun is not among the `alive` yet."""
        return run in self._alive or (run > self.run and run not in self._forgotten)

    def forget(self, run: int) -> None:
        """This run has been given up, as everybody hears; what was asked before that may still say that it lives."""
        self._alive.pop(run, None)
        self._forgotten.add(run)

    def stop(self) -> None:
        """Renew nothing any more, without a word: the others find out."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()

    async def leave(self) -> None:
        """Give the lease up at once, where Redis can be reached."""
        task = self._task
        self.stop()
        if task is not None:
            await asyncio.gather(task, return_exceptions=True)
        with contextlib.suppress(Away):
            await self._link.attempt(LEAVE, [self._keys.lease(self._name)], [self.run])

    async def _tried_to_join(self) -> SetupError | None:
        """What keeps it out."""
        try:
            self.run = self.run or int(await self._link.attempt(NUMBER, [self._keys.counter]))
            now = time.monotonic()
            answer = await self._link.attempt(JOIN, self._places(), (*self._terms(), self._known(), FORMAT))
        except Away as away:
            return kept_out(away)
        if answer == TAKEN:
            return SetupError("node_in_use", node=self._name)
        if answer == STRANGE:
            return SetupError("cluster_of_other_version")
        self._renewed(now, answer)
        return None

    def _known(self) -> bytes:
        info = NodeInfo(self.run, self._name, self._address, __version__, since=self._since, doors=self._doors)
        return msgspec.msgpack.encode(info)

    def _places(self) -> list[str]:
        return [self._keys.lease(self._name), self._keys.nodes]

    def _terms(self) -> tuple[int, int, str]:
        return self.run, round(self._lease * 1000), self._keys.lease("")

    async def _beat_on(self) -> None:
        while True:
            renewed = await self._beat()
            await asyncio.sleep(self._lease / BEATS if renewed else self._pauses.next())

    async def _beat(self) -> bool:
        now = time.monotonic()
        try:
            answer = await self._link.attempt(BEAT, self._places(), self._terms())
        except (Away, Refusal) as failure:
            log.debug("the lease cannot be renewed: %s", failure)
            self._steadiness.broken()
            return False
        if isinstance(answer, int):
            self._lapse("the others have given it up" if answer == UNKNOWN else "another one has its name")
        else:
            self._pauses.over()
            self._renewed(now, answer)
        return True

    def _lapse(self, why: str) -> None:
        log.warning("this node has lost its lease: %s", why)
        self.stop()
        self._lapsed()

    def _renewed(self, now: float, nodes: Iterable[Sequence[Any]]) -> None:
        self._steadiness.beat(now)
        told = [(msgspec.msgpack.decode(info, type=NodeInfo), lives) for _, info, lives, _ in nodes]
        known = [(info, lives) for info, lives in told if info.run not in self._forgotten]
        lasts = self._steadiness.lasts(now)
        self._alive = {info.run: info for info, lives in known if lives or not lasts}
        if lasts:
            self._give_up({info.run: info for info, lives in known if not lives})

    def _give_up(self, dead: Mapping[int, NodeInfo]) -> None:
        self._given_up &= dead.keys()
        for run in dead.keys() - self._given_up:
            log.warning("node %s (run %d) has let its lease run out", dead[run].name, run)
            self._given_up.add(run)
            self._gone(run)
