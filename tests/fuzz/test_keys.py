"""Whatever is pressed, clicked or pasted: nothing breaks, and nothing is lost that was not meant."""

import random
from typing import Any, cast

import pytest
from textual import events
from textual.pilot import Pilot

from tests.fuzz.keys import PASTES, hammer, pressed
from tests.tui import scenes
from tests.tui.scenes import SCENES, by_turns
from tests.tui.scripted import ScriptedLink
from tuicards.tui.app import TuiCards
from tuicards.tui.screens.lobby import LobbyScreen
from tuicards.wire.codec import encode, read_client, unpack
from tuicards.wire.messages import MAX_FROM_CLIENT, Emote

TABLES = ("rage-bidding", "rage-trick", "goat-lead")
HAMMERED = ("home", "settings", "create", "room", "rage-bidding", "rage-wild", "goat-lead", "rage-end")


@pytest.fixture(autouse=True)
def own_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    """What random keys change or export stays in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(scenes, "CONFIG", tmp_path / "config.toml")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))


def sent(pilot: Pilot[Any]) -> list[Any]:
    link = cast(TuiCards, pilot.app).link
    return link.sent if isinstance(link, ScriptedLink) else []


@pytest.mark.parametrize("scene", by_turns(HAMMERED, 5))
async def test_random_keys_break_nothing(scene: str, thorough: bool) -> None:
    """The program goes on, and all that it says to the server is a message that a server can read."""
    async with SCENES[scene]() as pilot:
        await hammer(pilot, random.Random(scene), 48)
        for message in sent(pilot):
            assert read_client(unpack(encode(message)[4:], MAX_FROM_CLIENT)) == message


@pytest.mark.parametrize("scene", by_turns(TABLES, 3))
async def test_neither_escape_nor_a_paste_leaves_or_plays(scene: str) -> None:
    """However often, and with whatever in it; in the chat line, too, a paste sends nothing."""
    async with SCENES[scene]() as pilot:
        before = len(sent(pilot))
        for key in ("", "c", "s"):
            for event in [pressed("escape")] * 5 + [events.Paste(text) for text in PASTES]:
                pilot.app.post_message(event)
            await pilot.pause()
            if key:
                await pilot.press(key)
                pilot.app.post_message(events.Paste(PASTES[0]))
        await pilot.pause()
        assert sent(pilot)[before:] == []
        assert pilot.app.return_value is None


@pytest.mark.parametrize("keys", [("enter", "1"), ("escape", "escape"), ("question_mark", "escape")])
async def test_keys_that_come_faster_than_screens_close_only_what_they_mean(keys: tuple[str, ...]) -> None:
    """The second key of a dialog that is closing answers nothing; one for a dialog that is opening waits for it."""
    async with SCENES["emotes"]() as pilot:
        for key in (*keys, "escape", *keys):
            pilot.app.post_message(pressed(key))
        for _ in range(5):
            await pilot.pause()
        assert any(isinstance(screen, LobbyScreen) for screen in pilot.app.screen_stack)
        assert len([one for one in sent(pilot) if isinstance(one, Emote)]) <= 1
        assert pilot.app.return_value is None
