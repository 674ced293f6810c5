"""The log is in the words and signs that the reader has now."""

from typing import cast

from tests.tui.party import at_table, sees, shown, table_screen
from tests.tui.scenes import molodka
from tests.tui.test_table_rage import leading
from tuicards.tui.app import TuiCards
from tuicards.tui.widgets.canvas import wrapped
from tuicards.wire.messages import Said


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


async def test_the_servers_word_to_everybody_is_read_at_the_table() -> None:
    """What the lobby's people say is not; a notice to all who are connected is."""
    link = leading(3)
    async with at_table(link) as pilot:
        link.tell(Said(name="Bo", text="who plays?"))
        link.tell(Said(code="cluster_waits"))
        await sees(pilot, "Tables wait")
        assert not any("who plays?" in line.text for line in table_screen(pilot.app).scene.log)


async def test_of_a_line_that_does_not_go_in_whole_the_beginning_is_read() -> None:
    """Not its end alone, which tells nothing."""
    async with at_table(molodka()) as pilot:
        await sees(pilot, "MOLODKA")
        (told,) = (line.text for line in table_screen(pilot.app).scene.log if "molodka" in line.text)
        first, *_, last = wrapped(told, 78)
        rows = [row.strip() for row in shown(pilot).splitlines()]
        assert [row for row in rows if row.startswith(first) and row.endswith("…")]
        assert last not in rows
