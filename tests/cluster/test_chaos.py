"""A cluster keeps its promises while a node is killed, one stands still, and one is cut off from Redis."""

from pathlib import Path

import pytest

from tests.cluster.chaos.chaos import Chaos
from tests.cluster.chaos.course import QUICK
from tests.cluster.chaos.report import broken
from tests.cluster.redis_process import MISSING, PROGRAM


@pytest.mark.thorough
@pytest.mark.skipif(PROGRAM is None, reason=MISSING)
async def test_what_was_promised_is_kept_while_nodes_fail(tmp_path: Path) -> None:
    """Every party ends, no acknowledged move is missing, nobody is shown anything that was not so."""
    result = await Chaos(QUICK, tmp_path).run()
    assert {"kill", "stop", "cut"} <= result.faults.counts.keys()
    assert broken(result) == []
