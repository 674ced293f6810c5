"""What the operator of a node is told of its cluster, and that a server of its own says nothing of any."""

import json
import time
from pathlib import Path

import pytest

from server.state import ClusterState, NodeState
from tests.server.test_operator import at_the_desk, refusal
from tests.server.test_ops import watched

STARTED = 1_800_000_000
ONE = NodeState(name="n1", address="192.0.2.1:7110", version="1.2", tables=20, since=STARTED)
TWO = NodeState(name="n2", address="192.0.2.2:7110", version="1.3", tables=7)


def cluster(away: bool = False) -> ClusterState:
    """Two nodes, seen from the first."""
    return ClusterState(node="n1", nodes=(ONE, TWO), tables_here=20, away=away)


@pytest.mark.alone("it is about a server of its own")
async def test_a_server_of_its_own_has_no_nodes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The order is refused, and its state has no word of a cluster."""
    async with at_the_desk(tmp_path) as desk:
        assert refusal(await desk.order(do="nodes")) == "no_cluster"
        assert await desk.command("nodes") == 1
        assert "started without --cluster" in capsys.readouterr().err
        assert (await desk.order(do="status"))["done"]["status"]["cluster"] is None
        assert await desk.command("status") == 0
        assert "cluster" not in capsys.readouterr().out
    async with watched() as watcher:
        assert not any("node" in name or "cluster" in name for name in await watcher.counts())


async def test_the_nodes_are_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where each is, what it runs, how many tables it owns, since when, and which one was asked."""
    async with at_the_desk(tmp_path) as desk:
        desk.house.service.cluster_state = cluster
        one, two = (await desk.order(do="nodes"))["done"]["nodes"]
        assert one == {"name": "n1", "address": "192.0.2.1:7110", "version": "1.2", "tables": 20, "since": STARTED,
                       "run": 0, "here": True}  # fmt: skip
        assert (two["name"], two["since"], two["here"]) == ("n2", None, False)
        assert await desk.command("nodes") == 0
    heads, first, second = capsys.readouterr().out.splitlines()
    day = time.strftime("%Y-%m-%d", time.localtime(STARTED))
    assert heads.split() == ["NODE", "ADDRESS", "VERSION", "TABLES", "SINCE"]
    assert first.split()[:5] == ["n1", "192.0.2.1:7110", "1.2", "20", day]
    assert first.split()[-1] == "here"
    assert second.split() == ["n2", "192.0.2.2:7110", "1.3", "7", "?"]


@pytest.mark.parametrize("away", [False, True], ids=["in contact", "away"])
async def test_the_state_says_which_node_it_is_and_whether_redis_is_there(
    away: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """For people and for programs."""
    async with at_the_desk(tmp_path) as desk:
        desk.house.service.cluster_state = lambda: cluster(away)
        assert await desk.command("status") == 0
        [line] = [line for line in capsys.readouterr().out.splitlines() if line.startswith("cluster")]
        assert "node n1, nodes alive: 2, tables here: 20" in line
        assert ("REDIS IS AWAY" in line) == away
        told = (await desk.order(do="status"))["done"]["status"]["cluster"]
    assert (told["node"], len(told["nodes"]), told["tables_here"], told["away"]) == ("n1", 2, 20, away)


async def test_a_node_is_counted_by_whoever_watches() -> None:
    """Its name, the nodes, its tables; while Redis is away it is well, but not ready for anybody."""
    async with watched() as watcher:
        watcher.house.service.cluster_state = cluster
        counts = await watcher.counts()
        assert (await watcher.get("/ready"))[0] == 200
        watcher.house.service.cluster_state = lambda: cluster(away=True)
        away = await watcher.counts()
        status, _, content = await watcher.get("/ready")
        assert (await watcher.get("/health"))[0] == 200

    assert counts["tuicards_node n1"] == 1
    assert (counts["tuicards_nodes"], counts["tuicards_node_tables"]) == (2, 20)
    assert (counts["tuicards_cluster_reachable"], away["tuicards_cluster_reachable"]) == (1, 0)
    assert (status, json.loads(content)) == (503, {"reasons": ["cluster_away"]})
