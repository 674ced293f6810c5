"""Keys that a person chose: what cannot be had is told and left out; what can is shown wherever keys are shown."""

import msgspec
import pytest

from tests.tui.pictures import screen_text
from tests.tui.scripted import ScriptedLink, welcome
from tests.tui.shell import LOBBY, sees, sent, shell
from tuicards.settings import DEFAULTS
from tuicards.speech import Speaker
from tuicards.tui.keymap import check_keys, known_keys
from tuicards.tui.link import Start
from tuicards.wire.messages import WatchTable


def faults(**keys: str) -> list[str]:
    """What is said of keys, asked for at a place called here; ids with _ for the point."""
    wish = {name.replace("_", ".", 1): text for name, text in keys.items()}
    return [Speaker().error(fault) for fault in check_keys(wish, dict.fromkeys(wish, ""))[1]]


def test_every_key_has_an_id_a_name_and_what_it_does() -> None:
    """Codes that the vocabulary knows; only keys that explain themselves stand in the help."""
    speaker = Speaker()
    unnamed = {name for name, known in known_keys().items() if not speaker.knows(known.name)}
    untold = {name for name, known in known_keys().items() if known.tip and not speaker.knows(known.tip)}

    assert (unnamed, untold) == (set(), set())
    assert known_keys()["app.help"].keys == ("f1", "question_mark")


def test_good_keys_are_named_as_the_toolkit_does() -> None:
    """Signs by their names, letters of another layout by the Latin ones in their place; two keys may be exchanged."""
    wish = {"app.help": "f5, !", "lobby.code": "ы", "lobby.join": "n", "lobby.create": "j"}
    good, wrong = check_keys(wish, {})

    assert wrong == ()
    assert good == {"app.help": "f5,exclamation_mark", "lobby.code": "s", "lobby.join": "n", "lobby.create": "j"}


@pytest.mark.parametrize(
    ("name", "keys", "says"),
    [
        ("app_hlep", "f5", "no key has the id app.hlep. Like it are: app.help,"),
        ("app_help", "f5,foo", "foo is no key for app.help."),
        ("app_help", "f99", "f99 is no key"),
        ("app_help", "ctrl+ctrl+a", "ctrl+ctrl+a is no key"),
        ("app_help", "\x1b[2J", "\\x1b[2J is no key"),
        ("table_scores", "enter", "enter cannot be taken for table.scores: everybody needs it."),
        ("table_scores", "5", "5 cannot be taken"),
        ("app_quit", "q", "q cannot be the key for app.quit: it works while one types"),
        ("lobby_join", "c", "c cannot be the key for lobby.join: it is the one for lobby.chat."),
        ("lobby_join", "f3", "f3 cannot be the key for lobby.join: it is the one for app.settings."),
    ],
)  # fmt: skip
def test_what_cannot_be_had_is_told(name: str, keys: str, says: str) -> None:
    """One sentence, with what is possible."""
    (told,) = faults(**{name: keys})
    assert says in told.encode("unicode_escape").decode().replace("\\\\", "\\") or says in told


def test_a_clash_leaves_the_first_wish_alone() -> None:
    """Of two wishes for the same key the later one is left out."""
    good, wrong = check_keys({"lobby.join": "k", "lobby.watch": "k"}, {"keys.lobby.watch": "config.toml:7"})

    assert good == {"lobby.join": "k"}
    assert wrong[0].params == {"place": "config.toml:7", "key": "lobby.watch", "value": "k", "other": "lobby.join"}


async def test_a_changed_key_works_and_is_shown_everywhere() -> None:
    """In the line of keys, in the help and in the palette; the old key does nothing any more."""
    settings = msgspec.structs.replace(DEFAULTS, keys={"lobby.watch": "k", "app.help": "f9"})
    link = ScriptedLink(welcome(), LOBBY)
    async with shell(link, start=Start(name="Ann", settings=settings), size=(100, 40)) as pilot:
        await sees(pilot, "k Watch")
        await sees(pilot, "f9 Help")
        await pilot.press("v", "f9")
        await sees(pilot, "k      Watch")
        assert "v      Watch" not in screen_text(pilot.app)
        await pilot.press("escape", "k")
        assert len(sent(link, WatchTable)) == 1
