"""Setting up a table: every option can be chosen, is explained, and is checked at once."""

import pytest

from tests.tui.pictures import check_picture, screen_text
from tests.tui.scripted import ScriptedLink, welcome
from tests.tui.shell import LOBBY, sees, sent, shell
from tuicards.games import GAMES
from tuicards.tui.screens.choice import Choice
from tuicards.tui.setup import OWN, Setup
from tuicards.wire.messages import CreateTable


@pytest.mark.thorough
async def test_create_looks_like_this() -> None:
    """The picture in the documentation is the screen."""
    async with shell(ScriptedLink(welcome(), LOBBY), size=(100, 30)) as pilot:
        await sees(pilot, "Porch")
        await pilot.press("n", "down", "down", "down", "down", "down")
        await sees(pilot, "112 cards")
        check_picture(pilot.app, "create")


async def test_what_does_not_go_together_is_said_and_cannot_be_created() -> None:
    """Seven seats need an option; until it is set the reason stands below and the button is grey."""
    async with shell(ScriptedLink(welcome(), LOBBY)) as pilot:
        await sees(pilot, "Porch")
        await pilot.press("n", "down", "down", "right", "right", "right")
        await sees(pilot, "< 7 >")
        assert pilot.app.screen.query_one("#go").disabled
        assert pilot.app.screen.query_one("#problem").content  # type: ignore[attr-defined]
        await pilot.press("down", "down", "down", "down", "right")
        assert not pilot.app.screen.query_one("#go").disabled


async def test_a_value_of_ones_own() -> None:
    """Enter on an open option asks for a text; the request carries it, and only what is not usual."""
    link = ScriptedLink(welcome(), LOBBY)
    async with shell(link, size=(100, 30)) as pilot:
        await sees(pilot, "Porch")
        await pilot.press("n")
        next(choice for choice in pilot.app.screen.query(Choice) if choice.option == "round_plan").focus()
        await pilot.press("enter")
        await sees(pilot, "Value")
        await pilot.press("ctrl+u", "3")
        await sees(pilot, "Value  3")
        await pilot.press("enter", "enter")
        await sees(pilot, "< 3 >")
        await pilot.click("#go")
        assert sent(link, CreateTable)[0].options == {"round_plan": "3"}


@pytest.mark.thorough
async def test_a_clock_is_chosen_or_typed() -> None:
    """The line offers some; Enter asks for any other, and a wrong one is refused with the right forms."""
    link = ScriptedLink(welcome(), LOBBY)
    async with shell(link) as pilot:
        await sees(pilot, "Porch")
        await pilot.press("n", "down", "down", "down", "right")
        await sees(pilot, "< 20 s a turn >")
        await pilot.press("enter")
        await sees(pilot, "Value")
        await pilot.press("ctrl+u", "4", "5")
        await sees(pilot, "Value  45")
        await pilot.press("enter", "enter")
        await sees(pilot, "say none, turn:30 or bank:300+5")
        assert pilot.app.screen.query_one("#go").disabled
        await pilot.press("enter")
        await sees(pilot, "Value")
        await pilot.press("ctrl+u", *"bank", "colon", *"90", "plus", "7")
        await sees(pilot, "bank:90+7")
        await pilot.press("enter", "enter")
        await sees(pilot, "< 90 s + 7 s >")
        await pilot.click("#go")
        assert sent(link, CreateTable)[0].clock == "bank:90+7"


async def test_escape_makes_no_table() -> None:
    """Escape goes back to the lobby and asks for nothing."""
    link = ScriptedLink(welcome(), LOBBY)
    async with shell(link) as pilot:
        await sees(pilot, "Porch")
        await pilot.press("n", "escape")
        await sees(pilot, "Porch")
        assert "New table ─" not in screen_text(pilot.app)
        assert link.sent == []


@pytest.mark.parametrize("game", GAMES)
def test_each_preset_is_known_again(game: str) -> None:
    """Choosing a preset, then one option, shows the preset, then one's own set."""
    setup = Setup.usual(game)
    assert setup.problem() is None
    for preset in setup.rules.presets:
        chosen = setup.with_preset(preset)
        assert setup.with_preset(chosen.preset).values == chosen.values
    spec = next(one for one in setup.rules.options if len(one.values) > 1)
    own = setup.with_value(spec.name, "no such value")
    assert own.preset == OWN
    assert own.problem() is not None


def test_another_game_keeps_title_publicity_and_clock() -> None:
    """What was typed is not lost when the game changes."""
    setup = Setup.usual("rage").with_title("  Kitchen ").with_public(False).with_clock("turn:30").with_game("goat")
    request = setup.create(7)
    assert (request.id, request.game, request.title, request.seats) == (7, "goat", "Kitchen", 4)
    assert (request.public, request.clock) == (False, "turn:30")
