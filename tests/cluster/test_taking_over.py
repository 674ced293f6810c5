"""Which node goes on with a table, and when: each waits for its turn, and has another one after each owner."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from server.cluster import taking_over
from server.cluster.archiving import Archive
from server.cluster.facts import Listed
from server.cluster.keys import Keys
from server.cluster.link import Link
from server.cluster.taking_over import TakingOver
from server.cluster.turns import in_turn
from server.store import MemoryStore
from tests.server.peer import PATIENCE, open_house

pytestmark = pytest.mark.alone("it is one node, whose neighbours are numbers")

HERE, THERE, OWNER = 1, 2, 3
"""Runs of nodes."""


class Turns:
    """A node that takes over tables, and what it knows of others."""

    def __init__(self) -> None:
        self.listed: dict[str, Listed] = {}
        self.alive = {HERE, THERE}
        self.over: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._looks = 0

    def who_lives(self) -> set[int]:
        self._looks += 1
        return self.alive

    async def looked_at(self, times: int) -> None:
        """Return when this node has thought so often of whose turn it is."""
        async with asyncio.timeout(PATIENCE):
            while self._looks < times:  # noqa: ASYNC110, nobody is told of it
                await asyncio.sleep(0)

    def has(self, run: int) -> None:
        """The node of this run goes on with a table that is another one's turn before it is this one's."""
        uid = next(uid for uid in map(str, range(100)) if in_turn(uid, [HERE, THERE]) == [THERE, HERE])
        self.listed["WXYZ"] = Listed("WXYZ", uid, run, fence=run)


@pytest.fixture
async def turns() -> Turns:
    return Turns()


@pytest.fixture
async def taking(turns: Turns, link: Link, keys: Keys) -> AsyncIterator[TakingOver]:
    async with open_house() as house:
        taking = TakingOver(
            link,
            keys,
            HERE,
            Archive(MemoryStore()),
            house.service._lobby,
            listed=turns.listed,
            alive=turns.who_lives,
            lives=lambda run: run in turns.alive,
            arrived=lambda listed, taken: None,
            over=turns.over.set_result,
        )
        yield taking
        await taking.close()


async def test_an_owner_that_dies_soon_after_another_is_followed_at_once(
    turns: Turns, taking: TakingOver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever still waits in vain for the first one's table does not miss the turn for the second one's."""
    monkeypatch.setattr(taking_over, "TURN", 10 * PATIENCE)
    turns.has(OWNER)
    taking.gone(OWNER)
    turns.has(THERE)
    turns.alive.remove(THERE)
    taking.gone(THERE)
    async with asyncio.timeout(PATIENCE):
        assert await turns.over == "WXYZ"


async def test_a_table_is_handed_over_to_one_that_waits_for_its_turn(
    turns: Turns, taking: TakingOver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whose turn it is does not matter where the owner has chosen."""
    monkeypatch.setattr(taking_over, "TURN", 10 * PATIENCE)
    turns.has(OWNER)
    taking.gone(OWNER)
    taking.handed(turns.listed["WXYZ"])
    async with asyncio.timeout(PATIENCE):
        assert await turns.over == "WXYZ"


async def test_who_has_handed_a_table_over_does_not_take_it_back_at_once(
    turns: Turns, taking: TakingOver, link: Link, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its new owner may not have told of it yet."""
    monkeypatch.setattr(taking_over, "SWEEP", 0.0)
    monkeypatch.setattr(taking_over, "TURN", 10 * PATIENCE)
    turns.alive.remove(THERE)
    turns.has(HERE)
    taking.start()
    await turns.looked_at(times=10)
    for _ in range(20):  # to take it would need three answers of Redis
        await link.ask("PING")
    assert not turns.over.done()


async def test_what_was_handed_over_in_vain_goes_on_here(
    turns: Turns, taking: TakingOver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody else would take it: by all that is known this node has it."""
    monkeypatch.setattr(taking_over, "TURN", 0.0)
    turns.has(HERE)
    taking.start()
    async with asyncio.timeout(PATIENCE):
        assert await turns.over == "WXYZ"
