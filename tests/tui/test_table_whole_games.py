"""A whole party of Rage, its end included, by one way of playing alone."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.tui.party import PartyLink, at_table, panel, sees, table_screen, until
from tuicards.games.rage import RageView
from tuicards.tui.widgets.bar import Bar, spots
from tuicards.tui.widgets.hand import Fan, Hand, card_size
from tuicards.wire.messages import Rematch

Player = Callable[[Pilot[Any], RageView], Awaitable[None]]

CYRILLIC = dict(zip("roygbp", "кщнпиз", strict=True))
"""What a Russian keyboard types on the keys of the colours."""


def legal_place(view: RageView, hand: tuple[str, ...]) -> int:
    """Where the first card that may go lies in the hand as it is shown."""
    legal = {getattr(move, "card", "") for move in view.legal}
    return next(index for index, card in enumerate(hand) if card in legal)


async def click_choice(pilot: Pilot[Any], index: int) -> None:
    """A click on a choice of the bar."""
    screen = table_screen(pilot.app)
    bar = screen.query_one(Bar)
    spot = next(spot for spot in spots(bar.choices, bar.size.width, screen.scene.pick.bar) if spot.number == index)
    await pilot.click("#bar", offset=(spot.left + 1, 0))


async def by_mouse(pilot: Pilot[Any], view: RageView) -> None:
    """Two clicks on a bid; two on a card, and one on the colour of a Wild."""
    if view.phase == "bid":
        await click_choice(pilot, 1)
        await click_choice(pilot, 1)
        return
    screen = table_screen(pilot.app)
    hand = screen.query_one(Hand)
    index = legal_place(view, screen.scene.view.hand)
    fan = Fan(len(view.hand), hand.size.width, card_size(hand.size.height)[0], screen.scene.pick.cursor)
    left = next(place.left for place in fan.places() if place.number == index)
    if index != screen.scene.pick.cursor:
        await pilot.click("#hand", offset=(left + 1, 2))
    await pilot.click("#hand", offset=(left + 1, 2))
    if "Which colour" in panel(pilot, "prompt"):
        await click_choice(pilot, 0)


async def on_a_russian_keyboard(pilot: Pilot[Any], view: RageView) -> None:
    """The digits of a bid; the letters of a card as they come, or the arrows for a card without a number."""
    if view.phase == "bid":
        await pilot.press("1", "enter")
        return
    hand = table_screen(pilot.app).scene.view.hand
    card = hand[legal_place(view, hand)]
    typed = (CYRILLIC[card[0].lower()], *card[1:]) if card[1:].isdigit() else ()
    await pilot.press(*typed, "enter")
    if "Which colour" in panel(pilot, "prompt"):
        await pilot.press("п")


async def rematch_by_mouse(pilot: Pilot[Any]) -> None:
    """`play again` stands first in the bar."""
    await click_choice(pilot, 0)


async def rematch_on_a_russian_keyboard(pilot: Pilot[Any]) -> None:
    """`к` stands on the key of R."""
    await pilot.press("к")


@pytest.mark.parametrize(
    ("play", "again"),
    [(by_mouse, rematch_by_mouse), (on_a_russian_keyboard, rematch_on_a_russian_keyboard)],
    ids=["mouse", "russian"],
)
async def test_a_whole_party_one_way_alone(play: Player, again: Callable[[Pilot[Any]], Awaitable[None]]) -> None:
    """Bids, cards, a look at the result, and another party asked for."""
    link = PartyLink("rage", 3, seed=b"alone", options={"round_plan": "2,1"})
    link.tell(link.update(link.others_play()))
    async with at_table(link) as pilot:
        while link.game.outcome(link.state) is None:
            await until(pilot, lambda: table_screen(pilot.app).scene.state.seq == link.seq)
            before = link.seq
            await play(pilot, link.game.view(link.state, 0))
            await until(pilot, lambda before=before: link.seq > before)  # type: ignore[misc]
        link.tell(link.info("over"))
        await sees(pilot, "play again")
        await again(pilot)
        await until(pilot, lambda: isinstance(link.sent[-1], Rematch))
