"""Rules on the screen: in the reader's language, with the options of one's table marked, open at a rule."""

from typing import cast

import pytest
from rich.table import Table
from textual.content import Content
from textual.widgets import Static

from tests.tui.pictures import check_picture, screen_text
from tests.tui.scripted import ScriptedLink, welcome
from tests.tui.shell import ScriptedBackend, room, sees, shell
from tuicards.games import GAMES
from tuicards.locale.languages import LANGUAGES, Language
from tuicards.rule_pages import Page, marked, pages, rule_of
from tuicards.settings import Settings
from tuicards.speech import Speaker
from tuicards.tui.app import TuiCards
from tuicards.tui.link import Start
from tuicards.tui.rule_text import inline, pieces
from tuicards.wire.messages import SeatInfo

RAGE = Page(GAMES["rage"], whole=True)


def test_options_are_marked_at_the_top_and_at_their_place() -> None:
    """Those that are not as usual first, each with its rule; the value in force bold in the list of options."""
    text = marked(RAGE, {"hook": "last_bidder", "sweep": "off"}, Speaker(GAMES["rage"]))
    top, _, rest = text.partition("Every rule has a number")

    assert top.index("Last bidder: may not make the bids add up") < top.index("Winning every trick")
    assert "(R26)" in top
    rule = next(line for line in rest.splitlines() if line.startswith("**R26**"))
    assert rule.endswith("**[At this table: Last bidder: may not make the bids add up to the number of tricks]**")
    assert "| `hook` | `off`, **`last_bidder`** |" in rest


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=lambda language: str(language.code))
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: str(game.name))
def test_every_option_finds_its_place_in_every_language(game: object, language: Language) -> None:
    """The translated pages keep the codes by which options are found."""
    page = next(page for page in pages() if page.game is game and page.whole)
    options = {spec.name: spec.default for spec in page.game.options}
    before, after = page.text(language), marked(page, options, Speaker(page.game, language=language))

    assert {name for name in options if f"| `{name}` |" not in before} == set()
    assert after.count("**[") >= sum(bool(rule_of(page.game, name)) for name in ("hook", "molodka_suit"))


def test_a_hostile_value_stays_text() -> None:
    """A server of another kind may say anything of an option."""
    text = marked(RAGE, {"round_plan": "[x](y) **b** `c` | \x1b"}, Speaker(GAMES["rage"]))
    (line,) = [line for line in text.splitlines() if line.startswith("- Cards per round")]

    assert inline(line.removeprefix("- ")).plain == "Cards per round: [x](y) **b** `c` | \x1b (R14)"
    assert not any("bold" in str(span.style) for span in inline(line.removeprefix("- ")).spans)


def test_the_forms_of_the_pages_are_drawn() -> None:
    """Headings, items, tables, fences and marks within a line; a star that marks nothing stays."""
    text = "# Head\n\ntwo\nlines **bold `code`** WIKI* *(so)*\n- item\n  more\n\n"
    text += "| a | b |\n|---|---|\n| 1 | 2 |\n\n```\nx = *y*\n```\n"
    first, table, last = (piece.drawn for piece in pieces(text, poor=True))

    assert isinstance(first, Content)
    assert first.plain == "Head\n\ntwo lines bold code WIKI* (so)\n\n- item more\n"
    assert isinstance(table, Table)
    assert [str(column.header) for column in table.columns] == ["a", "b"]
    assert isinstance(last, Content)
    assert last.plain == "  x = *y*\n"


def test_plain_letters_are_enough() -> None:
    """Where nothing else can be shown, the guides hold none of the signs that would be missing."""
    for page in pages():
        drawn = [piece.drawn for piece in pieces(page.text(), poor=True)]
        signs = {sign for one in drawn if isinstance(one, Content) for sign in one.plain if not sign.isascii()}
        assert all(sign.isalpha() for sign in signs)


def test_no_page_is_lost_in_drawing() -> None:
    """Every rule of every page in every language is in some piece."""
    for page in pages():
        for language in LANGUAGES.values():
            drawn = [piece.drawn for piece in pieces(page.text(language))]
            words = sum(len(one.plain.split()) for one in drawn if isinstance(one, Content))
            lines = [line for line in page.text(language).splitlines() if not line.startswith("|")]
            assert words >= 0.95 * sum(len(line.split()) for line in lines)


async def test_rules_look_like_this() -> None:
    """The picture in the documentation is the screen: the options of the table stand first."""
    table = room(SeatInfo(name="Ann"), SeatInfo(name="Bo"), hook="last_bidder")
    async with shell(ScriptedLink(welcome(), table), size=(100, 30)) as pilot:
        await sees(pilot, "Bo")
        cast("TuiCards", pilot.app).action_rules()
        await sees(pilot, "may not make the bids add up")
        check_picture(pilot.app, "rules")


async def test_tables_and_text_keep_off_what_is_beside_and_below_them() -> None:
    """A free line follows a table, and a free cell the longest line, where the scroll bar begins."""
    async with shell(start=Start(name="Ann", backend=ScriptedBackend())) as pilot:
        cast("TuiCards", pilot.app).action_rules("rage")
        await sees(pilot, "A round.")
        lines = screen_text(pilot.app).splitlines()
        below = next(place for place, line in enumerate(lines) if "A round." in line)
        assert lines[below - 1].strip() == ""
        box = pilot.app.screen.query_one("#rules-text")
        text = box.query(Static).first()
        assert text.region.x + text.styles.padding.left + text.content_size.width < box.vertical_scrollbar.region.x


async def test_rules_open_at_the_rule_asked_for() -> None:
    """A refusal names its rule; the page opens there, in the reader's language."""
    start = Start(name="Ann", backend=ScriptedBackend(), settings=Settings(language="es"))
    async with shell(start=start) as pilot:
        cast("TuiCards", pilot.app).action_rules("rage", "R66")
        await sees(pilot, "R66 Cuando se juega")
        assert screen_text(pilot.app).splitlines()[1].strip().startswith("R66")
