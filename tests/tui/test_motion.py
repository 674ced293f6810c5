"""A card that has just been laid shines for a moment, unless one wants no motion; no key waits for it."""

import pytest

from tests.tui.party import PartyLink, at_table, first_move, table_screen, until
from tests.tui.test_table_pictures import played
from tuicards.settings import Settings
from tuicards.tui.widgets.motion import just_laid


def others_bid_and_lead() -> PartyLink:
    """A table where the own bid is followed by cards of others."""
    return played("rage", 4, 4, b"lively")


@pytest.mark.parametrize(("motion", "shines"), [(True, True), (False, False)])
async def test_a_new_card_shines_where_it_is_wanted(motion: bool, shines: bool) -> None:
    """The own card is laid; it shines at once, and no more when the moment is over."""
    settings = Settings(guide=False, motion=motion)
    link = others_bid_and_lead()
    async with at_table(link, settings=settings) as pilot:
        screen = table_screen(pilot.app)
        await until(pilot, lambda: screen.scene.view.my_turn)
        events = link.play(0, first_move(link.game.view(link.state, 0)))
        link.tell(link.update(events))
        await until(pilot, lambda: screen.scene.state.seq == link.seq)
        assert bool(screen.scene.fresh) is (shines and bool(just_laid(screen.scene.state.events, screen.scene.held)))
        await until(pilot, lambda: not screen.scene.fresh)


async def test_no_key_waits_for_it() -> None:
    """The cursor moves while a card shines."""
    link = others_bid_and_lead()
    async with at_table(link, settings=Settings(guide=False)) as pilot:
        screen = table_screen(pilot.app)
        await until(pilot, lambda: screen.scene.view.my_turn)
        link.tell(link.update(link.play(0, first_move(link.game.view(link.state, 0)))))
        await until(pilot, lambda: bool(screen.scene.fresh))
        cursor = screen.scene.pick.cursor
        await pilot.press("right")
        assert screen.scene.pick.cursor != cursor
