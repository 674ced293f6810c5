"""Which look a terminal gets, and that the colours can be told apart by every eye."""

from itertools import combinations
from typing import Any

import pytest
from rich.color import Color
from textual.geometry import Size
from textual.pilot import Pilot
from textual.theme import Theme

from tests.tui.eyes import EYES, contrast, distance, parsed
from tests.tui.shell import ScriptedBackend, sees, shell
from tuicards.settings import Settings
from tuicards.tui.app import TuiCards
from tuicards.tui.depth import of_256
from tuicards.tui.glyphs import ASCII, UNICODE
from tuicards.tui.link import Start
from tuicards.tui.looks import colours_of, layout_for, look_for, next_presentation
from tuicards.tui.themes import DARK, LIGHT, SAFE, TERMINAL, THEMES

UTF8 = {"LC_ALL": "C.UTF-8"}
OURS = (DARK, LIGHT, SAFE)


def with_256(colour: str) -> str:
    """What a terminal of 256 colours shows for it."""
    return of_256(Color.parse(colour)).get_truecolor().hex


@pytest.mark.parametrize(
    ("environ", "colours"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, "truecolor"),
        ({"TERM": "xterm-kitty"}, "truecolor"),
        ({"TERM": "xterm-ghostty"}, "truecolor"),
        ({"TERM": "tmux-256color"}, "256"),
        ({"TERM": "linux"}, "16"),
        ({"TERM": "screen"}, "16"),
        ({}, "16"),
        ({"TERM": "vt100"}, "none"),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}, "none"),
    ],
)
def test_the_number_of_colours_follows_the_environment(environ: dict[str, str], colours: str) -> None:
    """A known terminal is trusted, a lost COLORTERM costs little, and NO_COLOR always counts."""
    assert colours_of(environ) == colours


@pytest.mark.parametrize(
    ("environ", "theme", "glyphs"),
    [
        (UTF8 | {"TERM": "xterm-256color"}, "tuicards-dark", UNICODE),
        (UTF8 | {"TERM": "screen"}, "tuicards-terminal", UNICODE),
        (UTF8 | {"TERM": "linux"}, "tuicards-terminal", ASCII),
        ({"TERM": "xterm-256color", "LC_ALL": "C"}, "tuicards-terminal", ASCII),
        (UTF8 | {"TERM": "xterm-256color", "NO_COLOR": "1"}, "tuicards-terminal", UNICODE),
    ],
)
def test_the_look_is_chosen_by_itself(environ: dict[str, str], theme: str, glyphs: object) -> None:
    """Few colours get the terminal's own palette, a poor locale or console gets plain ASCII."""
    look = look_for(Settings(), environ)

    assert (look.theme, look.glyphs) == (theme, glyphs)


def test_what_the_person_prefers_comes_first() -> None:
    """Theme and presentation of the settings overrule what the terminal suggests."""
    rich = UTF8 | {"TERM": "xterm-256color", "COLORTERM": "truecolor"}

    assert look_for(Settings(theme="light"), rich).theme == "tuicards-light"
    assert look_for(Settings(presentation="poor"), rich).glyphs is ASCII
    assert look_for(Settings(presentation="poor", theme="safe"), rich).theme == "tuicards-safe"
    assert look_for(Settings(presentation="compact"), rich).layout == "compact"


def test_what_the_terminal_shows_can_be_said() -> None:
    """Colour depth and signs count before what the environment tells; NO_COLOR counts before both."""
    bare = {"TERM": "linux", "LC_ALL": "C"}
    asked = Settings(colour_depth="256", signs="full")

    look = look_for(asked, bare)
    assert (look.colours, look.glyphs, look.poor, look.theme) == ("256", UNICODE, False, "tuicards-dark")
    assert look_for(Settings(signs="plain"), UTF8 | {"TERM": "xterm-256color"}).poor
    assert look_for(asked, bare | {"NO_COLOR": "1"}).colours == "none"


def test_the_key_goes_through_all_presentations() -> None:
    """Four presses lead through every presentation and back."""
    seen = [Settings().presentation]
    for _ in range(4):
        seen.append(next_presentation(seen[-1]))

    assert seen == ["auto", "wide", "compact", "poor", "auto"]


@pytest.mark.parametrize(
    ("size", "wish", "layout"),
    [
        (Size(120, 40), "", "broad"),
        (Size(80, 24), "", "usual"),
        (Size(80, 20), "", "low"),
        (Size(100, 30), "", "usual"),
        (Size(100, 30), "wide", "broad"),
        (Size(80, 24), "wide", "usual"),
        (Size(200, 60), "compact", "usual"),
    ],
)
def test_the_arrangement_follows_the_window(size: Size, wish: str, layout: str) -> None:
    """Wide from 112x34 on by itself, from 100x30 where it is wished for; compact never takes more."""
    assert layout_for(size, wish) == layout


def test_all_themes_name_the_same_things() -> None:
    """A screen that names a colour finds it in each theme."""
    words = [set(theme.variables) - {"ansi-background", "ansi-foreground"} for theme in THEMES]

    assert all(words[0] <= other for other in words)


@pytest.mark.parametrize("theme", OURS, ids=lambda theme: theme.name)
@pytest.mark.parametrize("eye", EYES)
def test_the_six_colours_stay_apart_for_every_eye(theme: Theme, eye: str) -> None:
    """Seen with full colour vision and with each kind of colour blindness, no two of the six look alike.

    Distances are in OKLab, where 0.02 can just be seen.
    """
    words = theme.variables
    least = 0.07 if theme is LIGHT else 0.12
    seen = {letter: words[f"rage-{letter}"] for letter in "ROYGBP"}

    close = {pair: distance(seen[pair[0]], seen[pair[1]], eye) for pair in combinations("ROYGBP", 2)}
    assert {pair: far for pair, far in close.items() if far < least} == {}


@pytest.mark.parametrize("theme", OURS, ids=lambda theme: theme.name)
def test_what_is_written_can_be_read(theme: Theme) -> None:
    """Every colour of a text keeps a contrast of at least 4 to 1 against the backgrounds that it stands on."""
    variables, texts = theme.variables, ("suit-red", "suit-black", "legal", "dim", "turn", "winning", "away")
    written = {name: variables[name] for name in (*texts, *(f"rage-{letter}" for letter in "ROYGBP"))}
    grounds = (str(theme.background), str(theme.surface))

    weak = {name: contrast(colour, ground) for name, colour in written.items() for ground in grounds}
    assert {name: ratio for name, ratio in weak.items() if ratio < 4} == {}
    assert contrast(variables["banner-ink"], str(theme.primary)) > 4


def test_what_is_written_on_a_colour_of_the_terminal_can_be_read() -> None:
    """Its own ink may be as bright as the ground that the game's name stands on; black never is."""
    assert (TERMINAL.primary, TERMINAL.variables["banner-ink"]) == ("ansi_bright_cyan", "ansi_black")


@pytest.mark.parametrize("theme", OURS, ids=lambda theme: theme.name)
def test_six_entries_of_a_small_palette(theme: Theme) -> None:
    """With 256 colours the six stay six."""
    colours = [of_256(Color.parse(theme.variables[f"rage-{letter}"])) for letter in "ROYGBP"]

    assert len({colour.number for colour in colours}) == 6


@pytest.mark.parametrize("theme", OURS, ids=lambda theme: theme.name)
def test_a_small_palette_keeps_what_is_written_on_a_line_that_is_marked(theme: Theme) -> None:
    """With 256 colours words, the faintest too, stand out from every ground nearly as well as with all, or 3 to 1."""
    grounds = (str(theme.background), str(theme.surface), str(theme.panel), theme.variables["selected"])
    pairs = [(theme.variables[ink], ground) for ink in ("dim", "legal") for ground in grounds]

    weak = [(*pair, contrast(*map(with_256, pair))) for pair in pairs]
    assert [one for one in weak if one[2] < min(3, 0.85 * contrast(one[0], one[1]))] == []


@pytest.mark.parametrize("grey", ["#26323a", "#1d2f3a", "#1f2c33", "#10181d"])
def test_a_dark_grey_is_no_blue_of_a_small_palette(grey: str) -> None:
    """The cards' faces and backs, bars, and the table itself are dark greys with a little blue."""
    red, green, blue = Color.parse(with_256(grey)).get_truecolor()

    assert red == green == blue < 60


def test_the_terminals_own_theme_brings_no_colour_of_ours() -> None:
    """Everything in it is one of the sixteen that the terminal's owner has chosen, or the default."""
    named = [TERMINAL.primary, TERMINAL.background, *TERMINAL.variables.values()]

    assert all(str(colour).startswith("ansi_") for colour in named)


def test_the_simulation_knows_what_red_green_blindness_is() -> None:
    """The check would notice if it had gone blind itself: red and green of one lightness fall together."""
    red, green = "#b06a4a", "#808a4a"

    assert distance(red, green, "normal") > 2 * distance(red, green, "deutan")
    assert parsed("#ff0000") == (1.0, 0.0, 0.0)


@pytest.mark.thorough
async def test_the_focus_is_seen_without_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no background can tell it, the line or the button that Enter chooses is reversed."""
    monkeypatch.setenv("NO_COLOR", "1")
    async with shell(start=Start(name="Ann", backend=ScriptedBackend())) as pilot:
        assert {"Play Rage now"} == turned_words(pilot) & {"Play Rage now", "Play Goat now"}
        await pilot.press("3")
        await sees(pilot, "Password")
        pilot.app.screen.query_one("#back").focus()
        await pilot.pause()
        assert {"Back"} == turned_words(pilot) & {"Back", "Host"}


def turned_words(pilot: Pilot[Any]) -> set[str]:
    """What stands on the screen in reversed cells."""
    pieces = (segment for strip in pilot.app.screen._compositor.render_strips() for segment in strip)
    return {piece.text.strip() for piece in pieces if piece.style is not None and piece.style.reverse}


def test_a_terminal_known_by_its_name_is_drawn_with_all_its_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Though COLORTERM got lost on the way, as over SSH."""
    monkeypatch.setenv("COLORTERM", "")
    monkeypatch.setenv("TERM", "xterm-ghostty")

    assert TuiCards(start=Start()).console.color_system == "truecolor"
