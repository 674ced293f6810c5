"""Watching a table: everything public, nothing that needs a seat."""

from typing import Any

import pytest

from tests.tui.party import PartyLink, at_table, panel, sees, shown, table_screen, until
from tests.tui.test_table_pictures import played
from tuicards.wire.messages import Configure, Said


def watched(game: str, seats: int = 4) -> PartyLink:
    """A party that is watched, a few moves after its beginning."""
    link = PartyLink(game, seats, me=None)
    events: list[Any] = []
    for _ in range(seats + 3):
        seat = min(link.game.to_act(link.state))
        events.extend(link.play(seat, link.game.view(link.state, seat).legal[0]))
    link.tell(link.update(events))
    return link


@pytest.mark.parametrize("game", ["rage", "goat"])
async def test_a_watcher_has_no_hand_and_no_key_that_needs_one(game: str) -> None:
    """The hand's room goes to felt and log; keys of moves do nothing, those of looking and talking work."""
    link = watched(game)
    link.tell(Said(name="Zed", text="nice", table="kitchen", watcher=True))
    async with at_table(link) as pilot:
        await sees(pilot, "Zed (watching): nice")
        screen = table_screen(pilot.app)
        assert screen.query_one("#hand").region.height == 0
        assert screen.query_one("#felt").region.height > 12
        needing_a_seat = ("hint", "order", "pass", "molodka", "again", "other_game")
        assert [screen.check_action(action, ()) for action in needing_a_seat] == [None] * len(needing_a_seat)
        assert "hint" not in panel(pilot, "bar")
        await pilot.press("h", "p", "space", "enter", "1")
        assert link.sent == []
        await pilot.press("c")
        assert "Zed (watching): nice" in panel(pilot, "talk")


async def test_the_room_of_the_hand_goes_to_the_result_when_the_party_is_over() -> None:
    """The totals as lines have room there; the bar offers another party."""
    async with at_table(played("rage", 4, 5000, b"end")) as pilot:
        await until(pilot, lambda: "play again" in panel(pilot, "bar"))
        assert table_screen(pilot.app).query_one("#hand").region.height == 0
        assert "● You" in shown(pilot)


async def test_the_owner_has_another_game_for_the_table_when_the_party_is_over() -> None:
    """`g` offers it, a digit chooses it; people keep their seats."""
    link = played("rage", 4, 5000, b"end")
    async with at_table(link) as pilot:
        await until(pilot, lambda: "g other game" in panel(pilot, "bar"))
        await pilot.press("g", "1")
        [wish] = [message for message in link.sent if isinstance(message, Configure)]
        assert (wish.game, wish.seats) == ("goat", 4)
