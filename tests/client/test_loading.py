"""What is in memory before the first guest comes, and before the first picture."""

import os
import pty
import subprocess
import sys
from pathlib import Path

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
print(*sys.modules)
"""

NOT_YET = {
    "tuicards.client", "tuicards.dial", "tuicards.join_code", "tuicards.lan", "tuicards.thinking.advice",
    "tuicards.tls", "tuicards.tui.screens.join", "tuicards.tui.screens.table", "tuicards.wire.connection",
    "server.service", "tuicards.bot_command", "tuicards.completion", "tuicards.config_command",
    "tuicards.record_commands", "tuicards.web.command", "tomllib",
}  # fmt: skip
"""What comes with a server, with the network, with a table, with another command or with a settings file."""


def test_the_home_screen_comes_before_all_that_leads_away_from_it() -> None:
    """The first picture waits for no module that only a server, the network or a table needs."""
    done = subprocess.run(
        [sys.executable, "-c", TO_THE_HOME_SCREEN], capture_output=True, text=True, check=True, timeout=60
    )
    loaded = set(done.stdout.split())
    assert "tuicards.tui.screens.home" in loaded
    assert not loaded & NOT_YET


NO_SCREEN = {"TEXTUAL_DRIVER": "textual.drivers.headless_driver:HeadlessDriver", "TEXTUAL_PRESS": "ctrl+q"}
"""For the toolkit: draws for nobody, and leaves by itself."""

UNTIL_THE_HOME_SCREEN = """
import gc, sys
thorough = []
gc.callbacks.append(lambda phase, about: thorough.append(phase) if about["generation"] == 2 else None)
from tuicards.__main__ import main
sys.argv = ["tuicards"]
code = main()
known = {id(one) for one in gc.get_objects()}
from tuicards.cli import Parser
from tuicards.tui.app import TuiCards
print(code, len(thorough), gc.isenabled(), id(Parser) in known, id(TuiCards) in known, file=sys.stderr)
"""


def test_the_collector_leaves_alone_what_is_loaded_for_the_home_screen(tmp_path: Path) -> None:
    """It comes to nothing of the oldest generation before the picture, and later not to what stays loaded."""
    master, slave = pty.openpty()
    try:
        done = subprocess.run(
            [sys.executable, "-c", UNTIL_THE_HOME_SCREEN],
            stdin=slave, stdout=slave, stderr=subprocess.PIPE, text=True, check=True, timeout=60,
            env=os.environ | NO_SCREEN | {"HOME": str(tmp_path)},
        )  # fmt: skip
    finally:
        os.close(master)
        os.close(slave)
    assert done.stderr.split() == ["0", "0", "True", "False", "False"]
