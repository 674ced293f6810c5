"""Which value counts: flag over environment over file over default, and where it is said to come from."""

from pathlib import Path

import pytest

from server.names import clean_name
from tuicards.errors import SetupError
from tuicards.preferences.sources import Origin, Preferences, read_preferences, settings_path, variable
from tuicards.preferences.values import KINDS
from tuicards.settings import DEFAULTS, NAMES, Settings


def preferences(folder: Path, file: str = "", environ: dict[str, str] | None = None, **flags: str) -> Preferences:
    """What counts with this file, environment and flags."""
    path = folder / "config.toml"
    path.write_text(file)
    given = {name: (f"--{name}", text) for name, text in flags.items()}
    return read_preferences(path, environ or {}, given, clean=clean_name)


def test_the_stronger_source_wins(tmp_path: Path) -> None:
    """Each source beats the ones before; a setting that nobody names has its default."""
    file = '[screen]\ntheme = "dark"\npresentation = "wide"\nmotion = false\n'
    found = preferences(tmp_path, file, {"TUICARDS_THEME": "light", "TUICARDS_PRESENTATION": "compact"}, theme="safe")

    assert found.settings.theme == "safe"
    assert found.settings.presentation == "compact"
    assert found.settings.motion is False
    assert found.settings.pause == DEFAULTS.pause
    assert found.origin("theme") == Origin("flag", "--theme")
    assert found.origin("presentation") == Origin("environment", "TUICARDS_PRESENTATION")
    assert found.origin("motion") == Origin("file", f"{tmp_path}/config.toml:4")
    assert found.origin("pause") == Origin("default")


def test_every_setting_has_a_variable(tmp_path: Path) -> None:
    """Its name follows from the setting's; text stands for every kind of value."""
    texts = {"bool": "yes", "seconds": "0.5", "language": "ru", "name": "Ana", "letters": "", "choice": ""}
    environ = {variable(name): texts[KINDS[name]] for name in NAMES}
    environ |= {"TUICARDS_COLOURS": "pbgyor", "TUICARDS_SUITS": "cdhs", "TUICARDS_THEME": "safe"}
    found = preferences(tmp_path, "", environ)

    assert found.faults == ()
    assert (found.settings.pause, found.settings.bell, found.settings.language) == (0.5, True, "ru")
    assert (found.settings.colours, found.settings.suits, found.settings.theme) == ("PBGYOR", "cdhs", "safe")


def test_a_wrong_variable_gives_way_to_the_file(tmp_path: Path) -> None:
    """It is told by its name, and the next weaker source counts."""
    found = preferences(tmp_path, "[notices]\nbell = true", {"TUICARDS_BELL": "loud"})

    assert found.settings.bell is True
    assert [fault.params["place"] for fault in found.faults] == ["TUICARDS_BELL"]


def test_a_wrong_flag_is_refused(tmp_path: Path) -> None:
    """What is typed now can be typed again."""
    with pytest.raises(SetupError) as refused:
        preferences(tmp_path, theme="pink")

    assert (refused.value.code, refused.value.params["place"]) == ("settings.bad.choice", "--theme")


@pytest.mark.parametrize(
    ("environ", "path"),
    [
        ({"HOME": "/h"}, "/h/.config/tuicards/config.toml"),
        ({"HOME": "/h", "XDG_CONFIG_HOME": "/x"}, "/x/tuicards/config.toml"),
        ({"HOME": "/h", "XDG_CONFIG_HOME": "x"}, "/h/.config/tuicards/config.toml"),
        ({"HOME": "/h", "TUICARDS_CONFIG": "mine.toml"}, "mine.toml"),
    ],
)
def test_where_the_file_is(environ: dict[str, str], path: str) -> None:
    """As the desktop's rules have it: a path that is not absolute does not count."""
    assert settings_path(environ) == Path(path)


def test_without_a_home_there_is_no_file() -> None:
    """Settings then come from the environment and flags alone."""
    assert settings_path({}) is None
    assert read_preferences(None, {}, {}).settings == Settings()
