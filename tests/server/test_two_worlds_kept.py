"""Nobody peeks, whatever keeps the tables: two worlds over each store, through restarts and takeovers."""

import contextlib
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import TypeAlias

import msgspec
import pytest

from server.actor import Audience
from server.cluster.facts import Listed
from server.cluster.journal import Taken
from server.cluster.letters import Departed, Letter, Told
from server.cluster.node import Node
from server.cluster.routing import Routing
from server.people import Person
from server.records import Saved, SavedTable
from server.store import MemoryStore, SqliteStore, Store
from tests.cluster.club_stage import ClubStage
from tests.cluster.redis_process import RedisProcess
from tests.server.little import LittleView, State
from tests.server.stage import OneServer
from tests.server.staged_worlds import Pair, try_positions
from tests.server.test_two_worlds import Dealt, every_game
from tests.server.worlds import Difference
from tuicards.games.api import AnyGame, Seat
from tuicards.wire.codec import encode
from tuicards.wire.messages import ServerMessage, Update

Opened: TypeAlias = AbstractAsyncContextManager[Pair]

_numbers = count()

USUAL: Mapping[str, int] = {"memory": 5, "sqlite": 1, "club": 1}
THOROUGH: Mapping[str, int] = {"memory": 300, "sqlite": 100, "club": 100}
"""Positions of each game; those of a club cost most."""


@contextlib.asynccontextmanager
async def one_server(store: Callable[[], Callable[[], Store]]) -> AsyncIterator[Pair]:
    """Two worlds at one server each; `store` makes for each what opens its store."""
    stages = [OneServer(store()) for _ in range(2)]
    try:
        yield Pair(*stages)
    finally:
        for stage in stages:
            await stage.close()


@contextlib.asynccontextmanager
async def club(url: str, node: type[Node] = Node) -> AsyncIterator[Pair]:
    """Two worlds in a club of three nodes each."""
    stages = [ClubStage(url, f"stage{next(_numbers)}", node) for _ in range(2)]
    try:
        for stage in stages:
            await stage.open()
        yield Pair(*stages)
    finally:
        for stage in stages:
            await stage.close()


def in_memory() -> Callable[[], Store]:
    store = MemoryStore()
    return lambda: store


@pytest.fixture(params=["memory", "sqlite", "club"])
def worlds(request: pytest.FixtureRequest, tmp_path: Path) -> Opened:
    """Two worlds over each store."""
    folders = (tmp_path / str(number) for number in count())

    def in_files() -> Callable[[], Store]:
        folder = next(folders)
        return lambda: SqliteStore(folder)

    if request.param == "club":
        return club(request.getfixturevalue("redis").url)
    return one_server(in_memory if request.param == "memory" else in_files)


@every_game
async def test_two_worlds_sound_the_same_over_each_store(
    game: AnyGame, worlds: Opened, request: pytest.FixtureRequest, thorough: bool
) -> None:
    """Frames, letters, facts and waking times are equal, also when the table goes on elsewhere from what was kept."""
    place = request.node.callspec.params["worlds"]
    count = (THOROUGH if thorough else USUAL)[place]
    async with worlds as pair:
        tried = [position async for position in try_positions(pair, game, count, place)]

    assert len(tried) == count
    assert sum(position.differed for position in tried) > 0.8 * count
    assert sum(position.moved for position in tried) > 0.7 * count


# ---- the proof can fail


async def leak_in(pair: AbstractAsyncContextManager[Pair], game: AnyGame, positions: int = 100) -> None:
    """Raises Difference where the worlds differ in one of so many positions."""
    async with pair as opened:
        async for _ in try_positions(opened, game, positions, "leaks"):
            pass


class Leaky(Dealt):
    """Its view tells something of everybody's cards: the smallest of the first seat's."""

    def view(self, state: State, seat: Seat | None) -> LittleView:
        view = super().view(state, seat)
        return msgspec.structs.replace(view, phase=f"{view.phase}{min(state.hands[0], default='')}")


class Open(Routing):
    """Sends all pictures everywhere: who is not there is not shown them."""

    def __init__(self, node: "OpenNode", here: Audience) -> None:
        super().__init__(here, node.person, node._inbox.send, node._taken, node._fence_of)
        self._node = node

    def tell(self, name: str, table: str, message: ServerMessage) -> None:
        super().tell(name, table, message)
        if isinstance(message, Update):
            for run in self._node._others():
                self._send(run, self.leak(name, table, message))

    def leak(self, name: str, table: str, message: Update) -> Letter:
        return Told(name, table, message)


class Long(Open):
    """Sends everywhere something as long as each picture is, of which nothing can be read."""

    def leak(self, name: str, table: str, message: Update) -> Letter:
        return Departed("-" * len(encode(message)), table)


class OpenNode(Node):
    """Its tables say too much."""

    routing = Open

    def audience(self, here: Audience) -> Audience:
        return self.routing(self, here)

    def person(self, name: str) -> Person | None:
        return self._lobby.people.named(name)


class LongNode(OpenNode):
    routing = Long


def telling(saved: SavedTable) -> SavedTable:
    """A table whose title says how many moves there were, also those that nobody has seen."""
    snapshot = msgspec.structs.replace(saved.snapshot, title=str(len(saved.moves)))
    return msgspec.structs.replace(saved, snapshot=snapshot)


class Telling(MemoryStore):
    """What it gives back tells of moves."""

    def load(self) -> Saved:
        saved = super().load()
        return msgspec.structs.replace(saved, tables=tuple(map(telling, saved.tables)))


class TellingNode(Node):
    """What it takes over tells of moves."""

    def _go_on(self, listed: Listed, taken: Taken) -> None:
        super()._go_on(listed, replace(taken, saved=telling(taken.saved)))


def that_tells() -> Callable[[], Store]:
    store = Telling()
    return lambda: store


async def test_a_leak_at_one_server_is_found() -> None:
    """A view that depends on hidden cards; a table that shows of its record what nobody has seen, after a restart."""
    with pytest.raises(Difference, match="phase"):
        await leak_in(one_server(in_memory), Leaky())
    with pytest.raises(Difference, match="restarted"):
        await leak_in(one_server(that_tells), Dealt())
    await leak_in(one_server(in_memory), Dealt(), positions=5)


@pytest.mark.parametrize(
    ("node", "match"),
    [
        (OpenNode, "their server .*Told"),
        pytest.param(LongNode, "their server .*---", marks=pytest.mark.thorough),
        pytest.param(TellingNode, "(killed|handed over)'.*title", marks=pytest.mark.thorough),
    ],
    ids=["letters", "lengths", "takeover"],
)
async def test_a_leak_between_nodes_is_found(redis: RedisProcess, node: type[Node], match: str) -> None:
    """A picture that goes where its person is not, though nobody is shown it; its length; what a log tells."""
    with pytest.raises(Difference, match=match):
        await leak_in(club(redis.url, node), Dealt())
