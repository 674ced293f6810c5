"""A pause by agreement on the screen: asked for, agreed to, and ended, with one key."""

import msgspec
import pytest

from tests.tui.party import PartyLink, at_table, panel, sees, table_screen, until
from tests.tui.pictures import check_picture
from tests.tui.test_table_pictures import played
from tests.tui.test_table_rage import following, leading
from tuicards.wire.messages import MakeMove, Pause, Refused, SeatInfo, TableInfo

replace = msgspec.structs.replace

CAI_ASKS = SeatInfo(name="Cai", pause=True)


def asked(link: PartyLink) -> list[bool]:
    """What has been asked about a pause."""
    return [message.on for message in link.sent if isinstance(message, Pause)]


def paused(link: PartyLink, **seats: SeatInfo) -> TableInfo:
    """The table while the game stands still."""
    return replace(link.info("playing", **seats), paused=True)


async def test_one_key_asks_and_takes_it_back() -> None:
    """The prompt says who has still to agree."""
    link = leading(3)
    async with at_table(link) as pilot:
        await sees(pilot, "Your lead")
        await pilot.press("u")
        link.tell(link.info(seat0=SeatInfo(name="Ana", pause=True), seat1=SeatInfo(name="Boris", bot="easy")))
        await sees(pilot, "You ask for a pause. To agree: Cai")
        assert "u no pause" in panel(pilot, "bar")
        await pilot.press("u")
        assert asked(link) == [True, False]


async def test_somebody_elses_wish_is_seen_and_agreed_to() -> None:
    """In the prompt and in the bar, with the key; a click in the bar is enough."""
    link = leading(3)
    link.tell(link.info(seat2=CAI_ASKS))
    async with at_table(link) as pilot:
        await sees(pilot, "Cai asks for a pause. u agrees")
        assert panel(pilot, "bar").startswith(" u pause (Cai)")
        await pilot.click("#bar", offset=(3, 0))
        assert asked(link) == [True]


async def test_in_a_pause_all_is_quiet_and_one_key_goes_on() -> None:
    """What lies on the table is put away until then; no act of the game is offered."""
    link = played("goat", 4, 30, b"g")
    link.tell(paused(link))
    async with at_table(link) as pilot:
        await sees(pilot, "PAUSE")
        assert "The game is paused. u: go on" in panel(pilot, "prompt")
        assert "♣" not in panel(pilot, "trick")
        assert panel(pilot, "bar").startswith(" u go on")
        assert "pass" not in panel(pilot, "bar")
        check_picture(pilot.app, "pause")
        await pilot.press("u")
        link.tell(link.info())
        await until(pilot, lambda: "PAUSE" not in panel(pilot, "trick"))
        assert asked(link) == [False]


async def test_while_one_bids_too() -> None:
    """The numbers stay in the bar, and how to go on stands beside them."""
    link = PartyLink("rage", 3, options={"first_dealer": "2"})
    link.tell(paused(link))
    async with at_table(link) as pilot:
        await sees(pilot, "PAUSE")
        assert "u go on" in panel(pilot, "bar")


async def test_a_move_in_a_pause_is_refused_in_words() -> None:
    """The server says no; the card stays."""
    link = leading(3)
    link.tell(paused(link))
    async with at_table(link) as pilot:
        await sees(pilot, "PAUSE")
        link.tell(Refused(id=99, code="paused"))
        await until(pilot, lambda: "The game is paused." in panel(pilot, "prompt"))


async def test_a_card_that_waits_goes_after_the_pause_and_not_in_it() -> None:
    """Nothing is played by itself while the game stands still."""
    link = following()
    me = link.game.view(link.state, 0)
    async with at_table(link) as pilot:
        await sees(pilot, "Your turn")
        screen = table_screen(pilot.app)
        link.tell(paused(link))
        await sees(pilot, "PAUSE")
        card = next(move.card for move in me.legal)
        screen._choose(replace(screen.scene.pick, queued=(card,), queued_from=screen.scene.view.hand))
        link.seq += 1
        link.tell(link.update(()))
        await until(pilot, lambda: screen.scene.state.seq == link.seq)
        assert not [message for message in link.sent if isinstance(message, MakeMove)]
        link.tell(link.info())
        await until(pilot, lambda: link.moves == [card])


@pytest.mark.thorough
async def test_a_watcher_sees_it_and_has_no_say() -> None:
    """No key, nothing in the bar."""
    link = PartyLink("rage", 3, me=None)
    link.tell(link.info(seat2=CAI_ASKS))
    async with at_table(link) as pilot:
        await sees(pilot, "Cai asks for a pause")
        assert "pause" not in panel(pilot, "bar")
        await pilot.press("u")
        link.tell(paused(link))
        await sees(pilot, "The game is paused")
        assert "go on" not in panel(pilot, "prompt")
        assert link.sent == []


async def test_after_the_party_there_is_nothing_to_pause() -> None:
    """The key is greyed."""
    link = played("rage", 3, 5000, b"end")
    async with at_table(link) as pilot:
        await until(pilot, lambda: "play again" in panel(pilot, "bar"))
        assert table_screen(pilot.app).check_action("pause", ()) is None
        await pilot.press("u")
        assert asked(link) == []
