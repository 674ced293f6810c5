"""The log is in the words and signs that the reader has now."""

from typing import cast

from tests.tui.party import at_table, sees, table_screen
from tests.tui.scenes import molodka
from tuicards.tui.app import TuiCards


async def test_what_was_told_with_other_signs_is_told_anew() -> None:
    """Who goes over to plain ASCII reads no suit sign in an older line either."""
    async with at_table(molodka()) as pilot:
        await sees(pilot, "MOLODKA")
        log = [line.text for line in table_screen(pilot.app).scene.log]
        assert not all(line.isascii() for line in log)
        cast("TuiCards", pilot.app).change_one(presentation="poor")
        await pilot.pause()
        plain = [line.text for line in table_screen(pilot.app).scene.log]
        assert len(plain) == len(log)
        assert all(line.isascii() for line in plain)
