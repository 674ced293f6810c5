"""Finished tricks looked through at the table."""

from tests.tui.party import PartyLink, at_table, panel, sees, table_screen, until
from tests.tui.test_table_pictures import played


def leading(seats: int = 3) -> PartyLink:
    """A Rage table at which all have bid and the round has three tricks."""
    link = PartyLink("rage", seats, seed=b"look", options={"round_plan": "3,3", "first_dealer": "2"})
    for seat in range(seats):
        link.play_text(seat, "bid 1")
    link.tell(link.update(()))
    return link


async def test_l_and_the_arrows_go_through_the_tricks_of_the_round() -> None:
    """The last one first; the arrows stop at the ends; Escape goes back to the game, and nothing was played."""
    link = leading()
    async with at_table(link) as pilot:
        await sees(pilot, "Your lead")
        await pilot.press("l")
        assert "No trick is finished yet" in panel(pilot, "prompt")
        for _ in range(2):
            before = link.seq
            for key in "123":
                if link.seq == before:
                    await pilot.press(key, "enter")
                    if "Which colour" in panel(pilot, "prompt"):
                        await pilot.press("1")
            await until(pilot, lambda: table_screen(pilot.app).scene.state.seq == link.seq)
        tricks = table_screen(pilot.app).scene.tricks
        assert len(tricks) == 2
        sent = len(link.sent)
        await pilot.press("l")
        assert "TRICK 2 OF 2" in panel(pilot, "trick")
        await pilot.press("left", "left")
        assert "TRICK 1 OF 2" in panel(pilot, "trick")
        assert "Trick 1 of 2 played" in panel(pilot, "prompt")
        for played in tricks[0].cards:
            assert played.card[1:] in panel(pilot, "trick")
        await pilot.press("escape")
        assert "OF 2" not in panel(pilot, "trick")
        assert len(link.sent) == sent


async def test_of_goat_only_the_last_trick_can_be_looked_at() -> None:
    """V7, V15: nobody may go through what has been taken before."""
    link = played("goat", 4, 40, b"taken")
    assert sum(link.game.view(link.state, 0).tricks) > 1
    async with at_table(link) as pilot:
        await sees(pilot, "Your")
        assert table_screen(pilot.app).scene.tricks == (link.game.view(link.state, 0).last_trick,)
