"""The lobby: which tables there are, what can be done with them, who is here and what they say."""

from tests.tui.pictures import check_picture, screen_text
from tests.tui.scripted import ScriptedLink, welcome
from tests.tui.shell import LOBBY, sees, sent, shell, until
from tuicards.wire.messages import CreateTable, JoinTable, Lobby, Said, Say, WatchTable


async def test_lobby_looks_like_this() -> None:
    """The picture in the documentation is the screen."""
    link = ScriptedLink(welcome(), LOBBY, Said(name="Bo", text="who plays?"))
    async with shell(link) as pilot:
        await sees(pilot, "who plays?")
        await sees(pilot, "Help")
        check_picture(pilot.app, "lobby")


async def test_enter_joins_where_a_seat_is_free_and_watches_elsewhere() -> None:
    """The same key does what is possible at the table under the cursor."""
    link = ScriptedLink(welcome(), LOBBY)
    async with shell(link) as pilot:
        await sees(pilot, "Porch")
        await pilot.press("enter", "down", "enter")
        assert [message.table for message in sent(link, JoinTable)] == ["K7QX"]
        assert [message.table for message in sent(link, WatchTable)] == ["ABCD"]


async def test_what_is_not_possible_is_grey() -> None:
    """Without a table there is nothing to join; the list says that it is empty."""
    link = ScriptedLink(welcome(), Lobby((), ("Ann",)))
    async with shell(link) as pilot:
        await sees(pilot, "No tables yet")
        await pilot.press("j", "v")
        assert link.sent == []
        assert not pilot.app.screen.active_bindings["j"].enabled


async def test_the_cursor_stays_with_its_table() -> None:
    """When the list changes, the table under the cursor remains the one that was chosen."""
    link = ScriptedLink(welcome(), LOBBY)
    async with shell(link) as pilot:
        await sees(pilot, "Porch")
        await pilot.press("down")
        link.tell(Lobby(LOBBY.tables[1:], ("Ann",)))
        await until(pilot, lambda: "Kitchen" not in screen_text(pilot.app))
        await pilot.press("v")
        assert sent(link, WatchTable)[0].table == "ABCD"


async def test_chat_is_said_and_escape_leads_back() -> None:
    """Letters in the chat line are letters; Escape returns to the tables and keeps the words."""
    link = ScriptedLink(welcome(), LOBBY)
    async with shell(link) as pilot:
        await sees(pilot, "Porch")
        await pilot.press("c", "n", "j", "enter", "wait:30", "w", "escape", "enter")
        assert [type(message) for message in link.sent] == [Say, JoinTable]
        assert sent(link, Say)[0].text == "nj"
        assert "w" in pilot.app.screen.query_one("#say").value  # type: ignore[attr-defined]


async def test_everything_is_in_the_escape_menu() -> None:
    """Who knows no key, or has no Latin letters, opens the menu and chooses."""
    link = ScriptedLink(welcome(), LOBBY)
    async with shell(link) as pilot:
        await sees(pilot, "Porch")
        await pilot.press("escape")
        await sees(pilot, "What to do")
        await pilot.press("1")
        await sees(pilot, "New table")


async def test_a_table_by_its_code() -> None:
    """A code typed in small letters leads to the table."""
    link = ScriptedLink(welcome(), LOBBY)
    async with shell(link) as pilot:
        await sees(pilot, "Porch")
        await pilot.press("g", "k", "q", "enter", "enter")
        assert sent(link, JoinTable)[0].table == "KQ"


async def test_letters_of_other_layouts_do_nothing() -> None:
    """Cyrillic and Greek letters neither act nor disturb."""
    link = ScriptedLink(welcome(), LOBBY)
    async with shell(link) as pilot:
        await sees(pilot, "Help")
        before = screen_text(pilot.app)
        await pilot.press("й", "ψ")
        assert link.sent == []
        assert screen_text(pilot.app) == before


async def test_a_new_table_is_asked_for() -> None:
    """The dialog answers with a complete request."""
    link = ScriptedLink(welcome(), LOBBY)
    async with shell(link) as pilot:
        await sees(pilot, "Porch")
        await pilot.press("n", "right")
        await sees(pilot, "Duty to beat")
        await pilot.click("#go")
        assert sent(link, CreateTable)[0].game == "goat"
