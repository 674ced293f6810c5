"""The palette and the help: everything that can be done here, found by name, with its real keys."""

import pytest
from textual.widgets import Input

from tests.tui.party import at_table
from tests.tui.pictures import check_picture, screen_text
from tests.tui.scenes import molodka
from tests.tui.scripted import ScriptedLink, welcome
from tests.tui.shell import LOBBY, ScriptedBackend, room, sees, sent, shell, until
from tuicards.tui.link import Start
from tuicards.tui.screens.commands import every_command
from tuicards.tui.screens.parts import Menu
from tuicards.wire.messages import JoinTable, LeaveTable, SeatInfo


async def test_an_action_is_found_by_a_part_of_its_name() -> None:
    """Typed, chosen by Enter, and done on the screen below."""
    link = ScriptedLink(welcome(), LOBBY)
    async with shell(link) as pilot:
        await sees(pilot, "Porch")
        await pilot.press("ctrl+p")
        found = pilot.app.screen.query_one(Menu)
        await until(pilot, lambda: found.option_count > 5)
        pilot.app.screen.query_one(Input).value = "sit at the"
        await until(pilot, lambda: found.option_count < 5)
        await pilot.press("enter")
        await until(pilot, lambda: bool(sent(link, JoinTable)))


@pytest.mark.thorough
async def test_the_palette_has_colours_layouts_languages_and_rules() -> None:
    """And each of them does what it says."""
    async with shell(start=Start(name="Ann", backend=ScriptedBackend())) as pilot:
        await pilot.press("ctrl+p")
        await sees(pilot, "Your name")
        pilot.app.screen.query_one(Input).value = "colours light"
        await sees(pilot, "Colours: light")
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app.theme == "tuicards-light")
        names = [command.name for command in every_command(pilot.app.screen)]
        assert {"Language: ไทย", "Layout: wide", "Rules: Goat rules"} <= set(names)


async def test_nothing_found_is_said_and_escape_does_nothing() -> None:
    """A slip in the name costs nothing."""
    async with shell(start=Start(name="Ann", backend=ScriptedBackend())) as pilot:
        await pilot.press("ctrl+p")
        await sees(pilot, "Your name")
        pilot.app.screen.query_one(Input).value = "[xq\\"
        await sees(pilot, "Nothing here is called that.")
        await pilot.press("enter", "escape")
        await sees(pilot, "8  Quit")


async def test_the_longest_keys_are_shown_whole() -> None:
    """And do not touch what is said beside them."""
    async with at_table(molodka()) as pilot:
        await pilot.press("ctrl+p")
        await sees(pilot, " shift+tab ↑  Go back to the cards")


async def test_what_cannot_be_done_now_is_not_offered() -> None:
    """Who does not own the table does not find its start."""
    table = room(SeatInfo(name="Ann"), SeatInfo(name="Bo"), owner="Bo")
    async with shell(ScriptedLink(welcome(), table)) as pilot:
        await sees(pilot, "Bo")
        names = [command.name for command in every_command(pilot.app.screen)]
        assert "Leave" in names
        assert "Start" not in names


async def test_help_says_where_one_is() -> None:
    """The picture in the documentation is the screen."""
    async with shell(start=Start(name="Ann", backend=ScriptedBackend()), size=(100, 30)) as pilot:
        await pilot.press("question_mark")
        await sees(pilot, "You are at home")
        await sees(pilot, "Leave the program")
        check_picture(pilot.app, "help")


@pytest.mark.thorough
async def test_help_works_over_a_dialog() -> None:
    """On the settings it speaks of the settings; Escape leads back there."""
    async with shell(start=Start(name="Ann", backend=ScriptedBackend())) as pilot:
        await pilot.press("f3", "f1")
        await sees(pilot, "Here you change what you prefer")
        await pilot.press("escape")
        await sees(pilot, "as the locale says")
        assert "What others call you" in screen_text(pilot.app)


async def test_leaving_is_never_nearer_than_a_question() -> None:
    """Neither Escape nor the palette's own keys leave a table."""
    link = ScriptedLink(welcome(), room(SeatInfo(name="Ann"), SeatInfo()))
    async with shell(link) as pilot:
        await sees(pilot, "Ann")
        await pilot.press("ctrl+p", "escape", "escape")
        await pilot.pause()
        assert sent(link, LeaveTable) == []
