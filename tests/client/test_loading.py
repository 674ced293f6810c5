"""What is in memory before the first guest comes."""

import subprocess
import sys

import pytest

AT_A_TABLE = """
import asyncio, sys
from tests.tui.party import PartyLink, at_table
from tuicards.guest import be_guest
from tuicards.loading import load_client

load_client()
before = set(sys.modules)

async def play():
    async with at_table(PartyLink("rage", 4)) as pilot:
        await pilot.pause()

asyncio.run(play())
print(*sorted(set(sys.modules) - before))
"""


@pytest.mark.thorough
def test_a_client_at_a_table_imports_nothing_any_more() -> None:
    """All that it needs, the widths of characters too, is shared by all guests."""
    done = subprocess.run([sys.executable, "-c", AT_A_TABLE], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.split() == []
