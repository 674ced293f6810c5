"""Codes for tables: no two nodes use the same."""

import pytest

from server.cluster.codes import STOCK
from server.cluster.facts import Closed, Gone, Listed
from server.cluster.faults import Away
from server.cluster.keys import Keys
from server.table_codes import CODE_LENGTH, CODE_LETTERS
from tests.cluster.neighbour import Neighbour, neighbours
from tests.cluster.redis_process import RedisProcess


def all_of(node: Neighbour) -> list[str]:
    """The codes that the node has in stock."""
    return [node.commons.codes.take() for _ in range(STOCK)]


async def reserved(node: Neighbour) -> set[str]:
    """The codes that Redis gives nobody."""
    return {code.decode() for code in await node.link.ask("HKEYS", node.keys.state("codes"))}


async def test_no_code_twice(redis: RedisProcess, keys: Keys, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a node draws codes that another one has already, it draws others: each is one node's."""
    drawn = [first + second for first in CODE_LETTERS[:8] for second in CODE_LETTERS[:8]]
    monkeypatch.setattr("server.cluster.codes.new_code", iter(drawn[:STOCK] * 2 + drawn * 2).__next__)
    async with neighbours(redis.url, keys, 1, 2) as [one, two]:
        codes = all_of(one) + all_of(two)
    assert len(set(codes)) == 2 * STOCK == len(drawn)


async def test_their_look(redis: RedisProcess, keys: Keys) -> None:
    """Codes are those that people type everywhere else."""
    async with neighbours(redis.url, keys, 1) as [node]:
        codes = all_of(node)
    assert {len(code) for code in codes} == {CODE_LENGTH}
    assert set("".join(codes)) <= set(CODE_LETTERS)


async def test_the_stock_runs_out(redis: RedisProcess, keys: Keys) -> None:
    """Who takes more at once than there are hears so; a little later there are new ones."""
    async with neighbours(redis.url, keys, 1) as [node]:
        all_of(node)
        with pytest.raises(Away):
            node.commons.codes.take()
        for _ in range(100):
            await node.link.ask("PING")
        assert len(set(all_of(node))) == STOCK


async def test_back_at_the_end(redis: RedisProcess, keys: Keys) -> None:
    """A node that stops keeps the codes of its tables, and no other."""
    async with neighbours(redis.url, keys, 1, 2) as [one, two]:
        code = one.commons.codes.take()
        one.commons.state(Listed(code, "a", 1, 1))
        await one.commons.settled()
        await one.commons.close()
        await two.commons.codes.close()
        assert await reserved(two) == {code}


async def test_a_closed_table(redis: RedisProcess, keys: Keys) -> None:
    """The code of a table that is closed may be used again; that of one that is not, may not."""
    async with neighbours(redis.url, keys, 1) as [node]:
        first, second = node.commons.codes.take(), node.commons.codes.take()
        node.commons.state(Listed(first, "a", 1, 1), Listed(second, "b", 1, 2), Closed(first, "a"))
        await node.commons.settled()
        found = await reserved(node)
        assert first not in found
        assert second in found


async def test_a_node_that_is_gone(redis: RedisProcess, keys: Keys) -> None:
    """The codes of a node that is gone are free, save those of its tables, which go on elsewhere."""
    async with neighbours(redis.url, keys, 1, 2) as [one, two]:
        theirs, mine = all_of(two), set(all_of(one))
        two.commons.state(Listed(theirs[0], "a", 2, 1))
        await two.commons.settled()
        one.commons.state(Gone(2))
        await one.commons.settled()
        found = await reserved(one)
        assert found & set(theirs) == {theirs[0]}
        assert mine <= found
