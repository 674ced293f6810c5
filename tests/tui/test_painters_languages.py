"""The narrow panels of the table hold the words of every language whole."""

import msgspec
import pytest

from tests.tui import test_painters_goat as goat
from tests.tui import test_painters_rage as rage
from tests.tui.painting import painted, rows
from tuicards.games.goat import SUITS, Suit
from tuicards.games.rage import COLOURS, Colour
from tuicards.locale.languages import LANGUAGES, Language
from tuicards.tui.widgets import goat_panels, rage_panels
from tuicards.tui.widgets.cards import speaker_for
from tuicards.tui.widgets.frame import draw_prompt
from tuicards.tui.widgets.goat_sheet import draw_counting
from tuicards.tui.widgets.rage_face import RageFace
from tuicards.tui.widgets.scene import Scene

replace = msgspec.structs.replace

every_language = pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)


def told_in(language: Language, scene: Scene) -> Scene:
    """The scene for a reader of that language."""
    return msgspec.structs.replace(scene, speaker=speaker_for(scene.state, None, language, scene.glyphs))


@every_language
@pytest.mark.parametrize("suit", SUITS)
def test_trump_of_goat_is_told_whole(language: Language, suit: Suit) -> None:
    """Beside its card or below it; what stands below is still there."""
    scene = told_in(language, goat.sitting(trump=suit, stock=8))
    text = painted(goat_panels.draw_trump, scene, *goat.TRUMP)
    phrases = [scene.say(f"colour.{suit}"), scene.say("play.goat.shown"), scene.say("play.goat.stock", count=8)]

    assert [phrase for phrase in phrases if phrase not in text] == []


@every_language
@pytest.mark.parametrize("colour", COLOURS)
def test_trump_of_rage_is_told_whole(language: Language, colour: Colour) -> None:
    """The longest name of a colour has room too."""
    scene = told_in(language, rage.sitting(pile=f"{colour}12"))

    assert scene.say(f"colour.{colour}") in painted(rage_panels.draw_trump, scene, *rage.TRUMP)


@every_language
def test_the_name_of_trump_does_not_touch_the_trick(language: Language) -> None:
    """In both games the trick's region begins where that of trump ends."""
    goats = [(goat_panels.draw_trump, told_in(language, goat.sitting(trump=suit))) for suit in SUITS]
    rages = [(rage_panels.draw_trump, told_in(language, rage.sitting(pile=f"{colour}12"))) for colour in COLOURS]
    lines = [line for painter, scene in (*goats, *rages) for line in rows(painter, scene, *goat.TRUMP)]

    assert [line for line in lines if not line.endswith(" ")] == []


@every_language
def test_that_a_club_waits_is_told_whole(language: Language) -> None:
    """In the line at 80x24 that says why a move was refused."""
    scene = told_in(language, rage.sitting())
    scene = replace(scene, notice=scene.say("cluster_waits"))
    [line] = rows(lambda canvas, seen: draw_prompt(canvas, seen, RageFace()), scene, 80, 1)

    assert scene.glyphs.cut not in line


@every_language
def test_the_last_game_of_goat_is_told_on_as_many_lines_as_it_needs(language: Language) -> None:
    """None of them over another."""
    scene = told_in(language, goat.after_game("47:73", (3, 5)))
    words = scene.say("play.goat.last_game", points="47:73", penalties="2:0")

    assert words.replace(" ", "") in painted(goat_panels.draw_ledger, scene, *goat.LEDGER).replace(" ", "")


@every_language
def test_both_sides_of_a_count_have_their_whole_names(language: Language) -> None:
    """In the trick's region at 80x24."""
    scene = told_in(language, goat.after_game("47:73", (3, 5)))
    titles = rows(lambda canvas, seen: draw_counting(canvas, seen, 1, 0), scene, *goat.TRICK)[1]

    assert titles.split() == [scene.say("play.goat.we"), scene.say("play.goat.they")]
