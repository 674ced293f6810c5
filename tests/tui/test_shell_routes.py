"""The screen in front follows from what the server has told; nothing that goes wrong goes unsaid."""

import msgspec
import pytest

from tests.tui.pictures import screen_text
from tests.tui.scripted import ScriptedLink, welcome
from tests.tui.shell import LOBBY, ScriptedBackend, room, sees, sent, shell, until
from tuicards.client_state import Disconnected, Trying
from tuicards.tui.app import TuiCards
from tuicards.tui.link import Start
from tuicards.tui.screens.connect import ConnectScreen
from tuicards.tui.screens.dialogs import LeaveDialog, LostDialog, TooSmall
from tuicards.tui.screens.lobby import LobbyScreen
from tuicards.tui.screens.room import RoomScreen
from tuicards.wire.messages import AddBot, CreateTable, Done, JoinTable, LeftTable, Refused, SeatInfo, StartParty

CREATE = CreateTable(id=0, game="goat", seats=4)
WRONG_VERSION = Disconnected("version", {"ours": 2, "yours": 1})


async def test_lobby_then_table_then_lobby() -> None:
    """A table opens when its first word comes, and closes with a reason when one is removed."""
    link = ScriptedLink(welcome(), LOBBY)
    async with shell(link) as pilot:
        await sees(pilot, "Kitchen table")
        link.tell(room(SeatInfo(name="Ann"), SeatInfo()))
        await sees(pilot, "Seats")
        link.tell(LeftTable(table="K7QX", code="removed"))
        await sees(pilot, "You have been removed")
        await sees(pilot, "Tables")


async def test_whoever_has_a_table_is_led_there_and_not_through_the_lobby() -> None:
    """What was in front stays there until the table comes; a server that shows its lobby instead is believed."""
    for told, screen in ((room(SeatInfo(name="Ann"), SeatInfo()), RoomScreen), (LOBBY, LobbyScreen)):
        link = ScriptedLink(Trying("cards.example", 1, 1))
        async with shell(link) as pilot:
            link.tell(welcome(table="K7QX"))
            await until(pilot, lambda pilot=pilot: pilot.app.state.welcome is not None)  # type: ignore[misc]
            await pilot.pause()
            assert isinstance(pilot.app.screen, ConnectScreen)
            link.tell(told)
            await until(pilot, lambda pilot=pilot, screen=screen: isinstance(pilot.app.screen, screen))  # type: ignore[misc]


async def test_a_table_is_made_filled_and_started_step_by_step() -> None:
    """Each request waits for the answer to the one before."""
    link = ScriptedLink(welcome())
    async with shell(link, start=Start(create=CREATE, bots="easy", start=True)) as pilot:
        for count in range(1, 6):
            await until(pilot, lambda count=count: len(link.sent) == count)  # type: ignore[misc]
            link.tell(Done(count))
        assert [type(message) for message in link.sent] == [CreateTable, AddBot, AddBot, AddBot, StartParty]
        assert [bot.seat for bot in sent(link, AddBot)] == [1, 2, 3]


async def test_a_refusal_ends_the_plan_and_is_said() -> None:
    """After a refusal nothing further is asked for, and the person reads why."""
    link = ScriptedLink(welcome())
    async with shell(link, start=Start(join="NONE", seat=2)) as pilot:
        await until(pilot, lambda: bool(link.sent))
        assert sent(link, JoinTable)[0].seat == 2
        link.tell(Refused(id=1, code="unknown_game", params={"game": "whist", "known": ["rage"]}))
        await sees(pilot, "no game called whist")
        assert len(link.sent) == 1


async def test_a_lost_connection_is_said_and_goes_away() -> None:
    """The table stays in view below; trying at once is one key away; Escape throws nothing away."""
    link = ScriptedLink(welcome(), room(SeatInfo(name="Ann"), SeatInfo()), Disconnected("silent", {"seconds": 8}, 60))
    async with shell(link) as pilot:
        await sees(pilot, "The server has been silent for 8 s.")
        await sees(pilot, "Trying again in")
        await pilot.press("escape", "enter")
        assert isinstance(pilot.app.screen, LostDialog)
        assert link.retries == 1
        link.tell(welcome(table="K7QX"))
        await until(pilot, lambda: not isinstance(pilot.app.screen, LostDialog))
        await sees(pilot, "Kitchen table")


async def test_the_way_through_several_addresses_is_said() -> None:
    """Which one is tried, that none answers, and by which one is there at last; also after a loss."""
    link = ScriptedLink(Trying("a.example", 1, 3))
    async with shell(link) as pilot:
        await sees(pilot, "Trying a.example, 1 of 3 ...")
        link.tell(Trying("b.example:7788", 2, 3))
        await sees(pilot, "Trying b.example:7788, 2 of 3 ...")
        link.tell(Disconnected("none_answers", {"count": 3}, 60))
        await sees(pilot, "No server answers at any of the 3 addresses.")
        await sees(pilot, "Trying again in")
        for event in (Trying("c.example", 1, 3), welcome(), LOBBY):
            link.tell(event)
        await sees(pilot, "Lobby of cards.example at c.example")
        link.tell(Disconnected("connection_lost", {}, 60))
        await sees(pilot, "The connection to the server is lost.")
        link.tell(Trying("a.example", 1, 3))
        await sees(pilot, "Trying a.example, 1 of 3 ...")
        link.tell(welcome())
        await sees(pilot, "Lobby of cards.example at a.example")


async def test_to_be_ended_while_the_connection_is_lost_is_no_fault() -> None:
    """Where server and terminal go at once, what would have been said of the loss is not said any more."""
    link = ScriptedLink(welcome(), LOBBY)
    async with shell(link) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, LobbyScreen))
        assert isinstance(pilot.app, TuiCards)
        pilot.app.state = msgspec.structs.replace(pilot.app.state, trouble=Disconnected("connection_lost", {}, 60))
        pilot.app.exit(0)
        await pilot.app.push_screen(LostDialog())
        assert pilot.app.return_code == 0


async def test_a_server_that_cannot_be_reached_is_said_on_the_way() -> None:
    """Before the first welcome the connecting screen says what happened, and leads back."""
    backend = ScriptedBackend()
    link = ScriptedLink(Disconnected("timeout", {}, 60))
    async with shell(link, start=Start(name="Ann", backend=backend)) as pilot:
        await sees(pilot, "Trying again in")
        assert "Try now        Back" in screen_text(pilot.app)
        await pilot.press("tab", "enter")
        await sees(pilot, "Play Rage now")
        await until(pilot, lambda: link.closed)


@pytest.mark.parametrize(("trouble", "code"), [(WRONG_VERSION, 1), (Disconnected("timeout", {}, 60), 0)])
async def test_the_exit_status_tells_a_server_that_lets_nobody_in(trouble: Disconnected, code: int) -> None:
    """Quitting where a server has declined for good is no success; nor is it a failure where it may yet answer."""
    async with shell(ScriptedLink(trouble)) as pilot:
        app = pilot.app
        assert isinstance(app, TuiCards)
        await until(pilot, lambda: isinstance(app.screen, ConnectScreen) and app.state.trouble == trouble)
        await pilot.press("ctrl+q")
        await until(pilot, lambda: pilot.app.return_value == code)


async def test_a_small_window_waits() -> None:
    """Below the least size the screen says so; made larger again, everything is as before."""
    link = ScriptedLink(welcome(), LOBBY)
    async with shell(link, size=(60, 18)) as pilot:
        await sees(pilot, "This window is 60 x 18.")
        assert isinstance(pilot.app.screen, TooSmall)
        await pilot.resize_terminal(80, 24)
        await sees(pilot, "Kitchen table")


async def test_leaving_the_server_without_another_one_ends_the_program() -> None:
    """Who came by a command goes back to the shell, and the server hears a goodbye."""
    link = ScriptedLink(welcome(), LOBBY)
    async with shell(link) as pilot:
        await sees(pilot, "Kitchen table")
        await pilot.press("x")
        await until(pilot, lambda: pilot.app.return_value == 0)
    assert link.closed


async def test_a_picture_of_no_such_game_is_told_and_survived() -> None:
    """A table of a game that this program does not know is no reason to stop."""
    link = ScriptedLink(welcome(), LOBBY)
    async with shell(link) as pilot:
        await sees(pilot, "Kitchen table")
        info = room(SeatInfo(name="Ann"))
        link.tell(type(info)(**{name: getattr(info, name) for name in info.__struct_fields__} | {"game": "whist"}))
        await sees(pilot, "whist")


async def test_a_connection_that_comes_and_goes_in_one_breath_leaves_the_table_in_front() -> None:
    """Several losses and returns at once, with a question open over them, end at the screen that was there before."""
    lost, back = Disconnected("connection_lost", {}, 60), welcome()
    link = ScriptedLink(welcome(), LOBBY)
    async with shell(link) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, LobbyScreen))
        for event in (lost, back, lost, back, lost):
            link.tell(event)
        await until(pilot, lambda: isinstance(pilot.app.screen, LostDialog))
        await pilot.app.push_screen(LeaveDialog())
        for event in (back, lost, back, back):
            link.tell(event)
        await until(pilot, lambda: isinstance(pilot.app.screen, LobbyScreen))
        assert pilot.app.return_value is None


async def test_keys_pressed_while_a_table_is_made_cost_nobody_a_seat() -> None:
    """Until the party is there neither lobby nor room is shown, so that an early Enter asks for nothing."""
    link = ScriptedLink(welcome(), LOBBY)
    async with shell(link, start=Start(create=CREATE, bots="easy", start=True)) as pilot:
        await until(pilot, lambda: len(link.sent) == 1)
        link.tell(room(SeatInfo(name="Ann"), SeatInfo()))
        for number in range(1, 6):
            link.tell(Done(number))
        await until(pilot, lambda: len(link.sent) == 5)
        await pilot.press("enter", "enter")
        assert not isinstance(pilot.app.screen, LobbyScreen | RoomScreen)
        assert [type(message) for message in link.sent] == [CreateTable, AddBot, AddBot, AddBot, StartParty]
