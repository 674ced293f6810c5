"""A table before the start: seats, bots, options, and who may do what."""

import msgspec

from tests.tui.pictures import check_picture, screen_text
from tests.tui.scripted import ScriptedLink, welcome
from tests.tui.shell import ScriptedBackend, room, sees, sent, shell
from tuicards.client_state import LinkEvent
from tuicards.join_code import join_code
from tuicards.tui.link import Start
from tuicards.wire.messages import (
    AddBot,
    Configure,
    FreeSeat,
    LeaveTable,
    Lobby,
    Said,
    SeatInfo,
    StandUp,
    StartParty,
    TakeSeat,
)

ANN, BO = SeatInfo(name="Ann"), SeatInfo(name="Bo")
BOT = SeatInfo(name="Carla", bot="hard")
FREE = SeatInfo()


def at(table: LinkEvent) -> ScriptedLink:
    return ScriptedLink(welcome(), table)


async def test_room_looks_like_this() -> None:
    """The picture in the documentation is the screen."""
    link = at(room(ANN, SeatInfo(name="Bo", here=False), BOT, FREE, bid_mode="secret"))
    link.tell(Said(name="Bo", text="one more?"))
    async with shell(link) as pilot:
        await sees(pilot, "one more?")
        await sees(pilot, "Leave")
        check_picture(pilot.app, "room")


async def test_who_hosts_sees_how_friends_come() -> None:
    """A join code that leads to this table, and the address; where the table is in no list, its own code is in it."""
    table = room(ANN, FREE)
    link = at(table)
    async with shell(link, start=Start(name="Ann", backend=ScriptedBackend("192.168.1.20"))) as pilot:
        await sees(pilot, f"tuicards join {join_code('192.168.1.20', 7110, table.table)}")
        await sees(pilot, "tuicards join 192.168.1.20")
        check_picture(pilot.app, "room-hosted")
        link.tell(msgspec.structs.replace(table, public=False))
        await sees(pilot, f"tuicards join {join_code('192.168.1.20', 7110)}-{table.table}")


async def test_who_came_to_one_of_several_addresses_tells_friends_all_of_them() -> None:
    """So that they, too, go on by another when one is gone; in the lobby and at the table."""
    table = room(ANN, FREE)
    link = at(Lobby((), ()))
    async with shell(link, start=Start(name="Ann", where="a.example, b.example"), size=(120, 40)) as pilot:
        await sees(pilot, "tuicards join a.example,b.example")
        link.tell(table)
        await sees(pilot, "a.example,b.example --table")


async def test_the_owner_fills_with_bots_and_starts() -> None:
    """Bots go on every free seat; starting is possible only when all are taken."""
    link = at(room(ANN, FREE, BOT, FREE))
    async with shell(link) as pilot:
        await sees(pilot, "2 seats are free")
        await pilot.press("s", "b")
        assert [bot.seat for bot in sent(link, AddBot)] == [1, 3]
        assert sent(link, StartParty) == []
        link.tell(room(ANN, BOT, BOT, BOT))
        await sees(pilot, "you may start")
        await pilot.press("s")
        assert len(sent(link, StartParty)) == 1


async def test_a_guest_sits_on_a_free_seat_with_one_key_and_owns_nothing() -> None:
    """Enter on a free seat takes it; the owner's keys do nothing."""
    link = at(room(BO, FREE, owner="Bo", you=None))
    async with shell(link) as pilot:
        await sees(pilot, "free")
        await pilot.press("o", "b", "s", "u", "enter", "down", "enter")
        assert [type(message) for message in link.sent] == [TakeSeat]
        assert sent(link, TakeSeat)[0].seat == 1


async def test_the_owner_chooses_a_level_for_one_seat() -> None:
    """A free seat offers to sit there or a bot of each level."""
    link = at(room(ANN, FREE))
    async with shell(link) as pilot:
        await sees(pilot, "free")
        await pilot.press("2")
        await sees(pilot, "Put a bot here: hard")
        await pilot.press("4")
        assert [(bot.seat, bot.level) for bot in sent(link, AddBot)] == [(1, "hard")]


async def test_the_owner_changes_the_level_of_a_bot() -> None:
    """A bot's seat offers every other level; bots on the free seats are as good as the one that is there."""
    link = at(room(ANN, BOT, FREE))
    async with shell(link) as pilot:
        await sees(pilot, "Carla")
        await pilot.press("2")
        await sees(pilot, "Another level: normal")
        await pilot.press("3")
        await pilot.press("b")
        assert [(bot.seat, bot.level) for bot in sent(link, AddBot)] == [(1, "normal"), (2, "hard")]


async def test_seats_are_emptied_and_given_up() -> None:
    """The owner takes somebody off a seat, stands up, leaves: each is one request."""
    link = at(room(ANN, BOT))
    async with shell(link) as pilot:
        await sees(pilot, "Carla")
        await pilot.press("2")
        await sees(pilot, "off this seat")
        await pilot.press("1", "u", "x")
        assert [type(message) for message in link.sent] == [FreeSeat, StandUp, LeaveTable]


async def test_the_owner_changes_the_options() -> None:
    """The dialog starts from the table as it is, and asks for the whole anew."""
    link = at(room(ANN, FREE, FREE, bid_mode="secret"))
    async with shell(link) as pilot:
        await sees(pilot, "Not as usual")
        await pilot.press("o")
        await sees(pilot, "Options of the table")
        await pilot.press("down", "right")
        await pilot.click("#go")
        (request,) = sent(link, Configure)
        assert request.options == {"bid_mode": "secret"}
        assert request.seats == 4


async def test_the_mouse_is_enough() -> None:
    """The keys at the bottom can be clicked."""
    link = at(room(ANN, FREE))
    async with shell(link) as pilot:
        await sees(pilot, "Leave")
        keys = screen_text(pilot.app).splitlines()[-1]
        await pilot.click(offset=(keys.index("Bots"), 23))
        assert len(sent(link, AddBot)) == 1
