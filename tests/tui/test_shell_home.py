"""The first screen: one's name, and the ways to a table."""

from tests.tui.pictures import check_picture
from tests.tui.shell import ScriptedBackend, sees, sent, shell, until
from tuicards.tui.link import Start
from tuicards.wire.messages import CreateTable, WatchTable


async def test_home_looks_like_this() -> None:
    """The picture in the documentation is the screen."""
    async with shell(start=Start(name="Ann", backend=ScriptedBackend())) as pilot:
        await sees(pilot, "Help")
        check_picture(pilot.app, "home")


async def test_play_now_needs_one_key() -> None:
    """A digit starts a game against bots on a server of one's own."""
    backend = ScriptedBackend()
    async with shell(start=Start(name="Ann", backend=backend)) as pilot:
        await pilot.press("2")
        await until(pilot, lambda: bool(backend.link.sent))
        assert backend.asked == [("solo", "Ann")]
        assert sent(backend.link, CreateTable)[0].game == "goat"


async def test_a_name_comes_first() -> None:
    """Without a name the name field has the focus, and nothing starts before there is one."""
    backend = ScriptedBackend()
    async with shell(start=Start(backend=backend)) as pilot:
        await pilot.press("tab", "1")
        await sees(pilot, "Say your name first")
        await pilot.press("Z", "o", "enter", "wait:30", "1")
        await until(pilot, lambda: bool(backend.asked))
        assert backend.asked == [("solo", "Zo")]


async def test_watching_by_address_and_code() -> None:
    """The form is filled with the keyboard alone: address, password, code, then the button."""
    backend = ScriptedBackend()
    async with shell(start=Start(name="Ann", backend=backend)) as pilot:
        await pilot.press("5", "h", "tab", "p", "tab", "wait:30", "k", "7", "down", "down", "enter")
        await until(pilot, lambda: bool(backend.link.sent))
        assert backend.asked == [("dial", "h", "Ann", "p")]
        assert sent(backend.link, WatchTable)[0].table == "K7"


async def test_an_address_that_cannot_be_read_is_said() -> None:
    """A wrong address stays where it can be mended, with the reason."""
    backend = ScriptedBackend()
    async with shell(start=Start(name="Ann", backend=backend)) as pilot:
        await pilot.press("4", "h", ":", "enter")
        await sees(pilot, "After the colon a port is missing.")
        await sees(pilot, "h:")
        await pilot.press("backspace", "backspace", "x", "enter")
        await until(pilot, lambda: backend.asked == [("dial", "x", "Ann", "")])


async def test_hosting_shows_where_friends_come() -> None:
    """After the question for a password the lobby tells the address."""
    backend = ScriptedBackend("192.168.1.20")
    async with shell(start=Start(name="Ann", backend=backend)) as pilot:
        await pilot.press("3", "p", "enter", "wait:30", "enter")
        await sees(pilot, "tuicards join 192.168.1.20")
        assert backend.asked == [("host", "Ann", "p")]
