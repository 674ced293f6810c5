"""Reading the settings file: each fault is told with its file and line, and everything else holds."""

from pathlib import Path

import pytest

from server.names import clean_name
from tuicards.errors import SetupError
from tuicards.preferences.reading import Content, read_file
from tuicards.speech import Speaker
from tuicards.toml_file import LONGEST_FILE

GOOD = """\
[person]
name = "Ana"

[screen]
theme = "light"
pause = 2
motion = false

[hand]
colours = "bgpory"

[keys]
"table.scores" = "f5"
app.help = "f1,h"
"""


def read(folder: Path, text: str | bytes) -> Content:
    """What a file of this text holds."""
    path = folder / "config.toml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return read_file(path, clean_name)


def told(content: Content) -> list[str]:
    """The faults in words, without the folder."""
    folders = [str(fault.params["place"]).rpartition("/")[0] for fault in content.faults]
    pairs = zip(content.faults, folders, strict=True)
    return [Speaker().error(fault).removeprefix(f"{folder}/") for fault, folder in pairs]


def test_right_values_are_taken_as_they_are_meant(tmp_path: Path) -> None:
    """A whole number for seconds, letters in either case, ids of keys with and without quotes."""
    content = read(tmp_path, GOOD)

    assert content.faults == ()
    assert content.values == {"name": "Ana", "theme": "light", "pause": 2.0, "motion": False, "colours": "BGPORY"}
    assert content.keys == {"table.scores": "f5", "app.help": "f1,h"}
    assert content.places["pause"] == f"{tmp_path}/config.toml:6"
    assert content.places["keys.app.help"] == f"{tmp_path}/config.toml:14"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[screen]\ntheme = \"pink\"", "config.toml:2: theme cannot be pink. It can be: auto, dark,"),
        ("[screen]\n\ntheme = 3", "config.toml:3: theme cannot be 3."),
        ("[screen]\nmotion = 1", "config.toml:2: motion cannot be 1. It can be: true, false."),
        ("[screen]\npause = 11", "config.toml:2: pause cannot be 11. It has to be seconds from 0 to 10."),
        ("[screen]\npause = nan", "config.toml:2: pause cannot be nan."),
        ("[screen]\npause = true", "config.toml:2: pause cannot be True."),
        ("[hand]\ncolours = \"ROYGBB\"", "It needs each of these letters once: ROYGBP."),
        ("[person]\nlanguage = \"xx\"", "language cannot be xx. It can be: en, es, th, ru, or empty."),
        ("[person]\nname = \"\\u202eAna\"", "cannot be used: it holds characters that cannot be shown."),
        ("[person]\nname = \"Bot 2\"", "the name Bot 2 cannot be used: it would be taken for something else."),
        ("[person]\nname = [1]", "config.toml:2: name has to be text in quotes."),
        ("[person]\nnick = \"A\"", "config.toml:2: there is no setting nick here. There are: name, language."),
        ("[people]\nname = \"A\"", "config.toml:2: there is no section people. There are: person, screen,"),
        ("[people]", "config.toml:1: there is no section people."),
        ("theme = \"dark\"", "config.toml:1: there is no section theme."),
        ("screen = 1", "config.toml:1: screen has to be a section, written [screen]."),
        ("[keys]\n\"app.help\" = 1", "config.toml:2: app.help needs keys in quotes"),
        ("[keys]\n\"app.help\" = \" \"", "config.toml:2: app.help needs keys in quotes"),
        ("[screen]\ntheme = ", "config.toml:2: this is not TOML (Invalid value)."),
        ("[screen", "config.toml:1: this is not TOML ("),
        (b"[person]\nname = \"\xff\"", "config.toml:2: this is not UTF-8 text."),
        ("#" * (LONGEST_FILE + 1), "config.toml is too long for a settings file."),
        ("x = " + "[" * 5000, "config.toml: this is not TOML (nested too deep)."),
    ],
)  # fmt: skip
def test_each_fault_is_told_with_its_line(tmp_path: Path, text: str | bytes, says: str) -> None:
    """One sentence with file, key and line; no value comes from it."""
    content = read(tmp_path, text)

    assert [says in sentence for sentence in told(content)] == [True], told(content)
    assert (content.values, content.keys) == ({}, {})


def test_a_fault_leaves_all_others_alone(tmp_path: Path) -> None:
    """Three wrong entries among right ones: the right ones count."""
    content = read(tmp_path, GOOD.replace('"light"', '"pink"').replace("false", '"no"').replace('"f5"', "5"))

    assert len(content.faults) == 3
    assert content.values == {"name": "Ana", "pause": 2.0, "colours": "BGPORY"}
    assert content.keys == {"app.help": "f1,h"}


def test_a_folder_and_a_file_that_may_not_be_read_are_told(tmp_path: Path) -> None:
    """Neither is a reason not to play."""
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    folder, loop = read_file(tmp_path, clean_name), read_file(tmp_path / "loop", clean_name)

    assert [fault.code for fault in (*folder.faults, *loop.faults)] == ["settings.no_file", "settings.unreadable"]


def test_no_file_is_no_fault(tmp_path: Path) -> None:
    """Nobody has to have one, nor a home that is a folder."""
    assert read_file(tmp_path / "config.toml", clean_name) == Content(exists=False)
    assert read_file(Path("/dev/null/home/.config/tuicards/config.toml"), clean_name) == Content(exists=False)


def test_a_hostile_value_is_told_harmlessly(tmp_path: Path) -> None:
    """What a value holds is cut, and stays text; keys are cut likewise."""
    (fault,) = read(tmp_path, f'[screen]\ntheme = "[@click=app.quit]\\u001b[2J{"x" * 999}"').faults
    (key,) = read(tmp_path, f'[screen]\n"{"k" * 999}" = 1').faults

    assert isinstance(fault, SetupError)
    assert len(str(fault.params["value"])) == len(str(key.params["key"])) == 40
