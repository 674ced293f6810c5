"""What is in memory before the first guest comes, and before the first picture."""

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


TO_THE_HOME_SCREEN = """
import sys
import tuicards.cli, tuicards.running, tuicards.tui.app, tuicards.tui.screens.home
print(*(name for name in sys.modules if name.startswith(("tuicards.", "server."))))
"""

NOT_YET = {
    "tuicards.client", "tuicards.dial", "tuicards.lan", "tuicards.thinking.advice", "tuicards.tls",
    "tuicards.tui.screens.join", "tuicards.tui.screens.table", "tuicards.wire.connection", "server.service",
}  # fmt: skip
"""What comes with a server, with the network or with a table."""


def test_the_home_screen_comes_before_all_that_leads_away_from_it() -> None:
    """The first picture waits for no module that only a server, the network or a table needs."""
    done = subprocess.run(
        [sys.executable, "-c", TO_THE_HOME_SCREEN], capture_output=True, text=True, check=True, timeout=60
    )
    loaded = set(done.stdout.split())
    assert "tuicards.tui.screens.home" in loaded
    assert not loaded & NOT_YET
