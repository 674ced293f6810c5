"""The score sheet in a window that is too low for it."""

from tests.tui.party import at_table, sees
from tests.tui.pictures import screen_text
from tests.tui.test_table_pictures import played


async def test_the_names_stay_above_their_columns_and_the_newest_round_is_seen_first() -> None:
    """Eight seats in the tenth round: the keys lead to the first round and back; signs say where there is more."""
    async with at_table(played("rage", 8, 510, b"sheet", extended_players="on")) as pilot:
        await sees(pilot, "Round 10 of 10")
        await pilot.press("s")
        first, *_ = names = [
            line for line in screen_text(pilot.app).splitlines() if "Boris" in line and "Hana" in line
        ]
        assert len(names) == 1
        assert "9 (2)" in screen_text(pilot.app)
        assert "1 (10)" not in screen_text(pilot.app)
        assert "▲" in first
        await pilot.press("home")
        assert "1 (10)" in screen_text(pilot.app)
        assert first.replace("▲", " ") in screen_text(pilot.app)
        assert "▼" in screen_text(pilot.app)
        await pilot.press("end")
        assert first in screen_text(pilot.app)
