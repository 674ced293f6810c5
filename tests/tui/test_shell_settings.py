"""The settings on the screen: a change holds at once, everywhere, and is kept."""

from pathlib import Path
from typing import Any, cast

import msgspec
from textual.pilot import Pilot
from textual.widgets import Button, Input

from server.names import clean_name
from tests.tui.pictures import check_picture, screen_text
from tests.tui.scripted import ScriptedLink, welcome
from tests.tui.shell import LOBBY, ScriptedBackend, sees, shell, until
from tuicards.errors import SetupError
from tuicards.locale.languages import LANGUAGES
from tuicards.preferences.saving import SettingsFile
from tuicards.preferences.sources import Origin, Preferences
from tuicards.settings import DEFAULTS, NAMES
from tuicards.speech import Speaker
from tuicards.tui.app import TuiCards
from tuicards.tui.link import Start
from tuicards.tui.screens.choice import Choice


def client(pilot: Pilot[Any]) -> TuiCards:
    """The app by its own type."""
    return cast("TuiCards", pilot.app)


def start(path: Path | None = None, **origins: str) -> Start:
    """A start at home whose settings are kept in a file; `origins` are variables that decide."""
    decided = {name: Origin("environment", variable) for name, variable in origins.items()}
    keeper = SettingsFile(Preferences(path=path, origins=decided), clean_name)
    return Start(name="Ann", backend=ScriptedBackend(), keeper=keeper)


async def test_settings_look_like_this() -> None:
    """The picture in the documentation is the screen, and every setting has its line."""
    async with shell(start=start(Path("/home/ann/.config/tuicards/config.toml")), size=(100, 36)) as pilot:
        await pilot.press("f3")
        await sees(pilot, "Kept in")
        assert [choice.option for choice in pilot.app.screen.query(Choice)] == list(NAMES)
        check_picture(pilot.app, "settings")


async def test_a_change_holds_at_once_and_is_kept(tmp_path: Path) -> None:
    """With arrows and Enter alone; every setting can be changed, and Escape takes nothing back."""
    path = tmp_path / "config.toml"
    async with shell(start=start(path)) as pilot:
        await pilot.press("7")
        await sees(pilot, "Kept in")
        for choice in list(pilot.app.screen.query(Choice))[1:]:
            choice.action_step(1)
        await pilot.pause()
        await pilot.press("escape")
        await sees(pilot, "Quit")
        settings = msgspec.structs.asdict(client(pilot).settings)
        assert {name for name in NAMES if settings[name] == getattr(DEFAULTS, name)} == {"name"}
        assert pilot.app.theme == "tuicards-dark"
    assert 'presentation = "wide"' in path.read_text()


async def test_a_value_of_ones_own_is_checked(tmp_path: Path) -> None:
    """A wrong one is refused with what is right and changes nothing; a name is cleaned as servers do."""
    async with shell(start=start(tmp_path / "config.toml")) as pilot:
        await pilot.press("f3", "enter")
        await sees(pilot, "Value")
        pilot.app.screen.query_one(Input).value = "Bot"
        await pilot.press("f10")
        await sees(pilot, "would be taken for something else")
        await pilot.press("enter")
        await sees(pilot, "Value")
        pilot.app.screen.query_one(Input).value = "Zoe"
        await pilot.press("f10")
        await until(pilot, lambda: client(pilot).settings.name == "Zoe")
        await pilot.press("escape")
        await sees(pilot, "Your name    Zoe")


async def test_another_language_is_spoken_at_once_by_everything_open() -> None:
    """By the dialog in front, by the screen below it and its line of keys."""
    spanish = Speaker(language=LANGUAGES["es"])
    async with shell(ScriptedLink(welcome(), LOBBY), start=start()) as pilot:
        await sees(pilot, "Porch")
        client(pilot).action_rules()
        await sees(pilot, "Rage in one page")
        client(pilot).action_set("language", "es")
        await sees(pilot, "Rage en una página")
        await pilot.press("f3")
        await sees(pilot, spanish.say("settings.name.about")[:40])
        await pilot.press("escape", "escape")
        await sees(pilot, f"n {spanish.say('key.lobby.create')}")


async def test_what_decides_elsewhere_is_said() -> None:
    """Whoever changes a setting that a variable decides learns that it will not last."""
    async with shell(start=start(None, name="TUICARDS_NAME")) as pilot:
        await pilot.press("f3")
        await sees(pilot, "TUICARDS_NAME decides this at every start")
        await sees(pilot, "No settings file here")


async def test_a_file_that_cannot_be_written_is_said_and_the_change_holds(tmp_path: Path) -> None:
    """The person has asked for it, and gets it for now."""
    (tmp_path / "file").write_text("")
    async with shell(start=start(tmp_path / "file" / "config.toml")) as pilot:
        await pilot.press("ctrl+t")
        await until(pilot, lambda: any("cannot be written" in note.message for note in pilot.app._notifications))
        assert client(pilot).settings.theme == "light"


async def test_faults_of_the_settings_are_told_at_the_start() -> None:
    """Harmlessly, whatever stands in the file; the home screen is there all the same."""
    fault = SetupError(
        "settings.bad.choice", place="config.toml:2", key="theme", value="[@click=app.quit]x[/] \x1b[2J", known=("a",)
    )
    async with shell(start=Start(name="Ann", backend=ScriptedBackend(), faults=(fault,)), size=(120, 40)) as pilot:
        await sees(pilot, "config.toml:2: theme cannot be")
        assert "\x1b" not in screen_text(pilot.app)
        await pilot.press("f3")
        await sees(pilot, "No settings file here")
        assert pilot.app.screen.query_one("#back", Button)
