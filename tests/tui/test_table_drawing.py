"""The drawing below the table: cells, cards, the fan of a hand, and what is drawn anew."""

import msgspec
import pytest
from rich.cells import cell_len
from rich.style import Style
from textual.geometry import Region

from tests.tui.party import PartyLink, at_table, panel, sees, table_screen
from tuicards.games import GAMES
from tuicards.tui.glyphs import ASCII, UNICODE, glyphs_for, usual_glyphs
from tuicards.tui.widgets.canvas import Canvas, wrapped
from tuicards.tui.widgets.cards import corner, face_of, readable
from tuicards.tui.widgets.hand import Fan
from tuicards.tui.widgets.panel import Panel
from tuicards.tui.widgets.scene import Scene

HOSTILE = [
    "漢字漢字",
    "a漢",
    "e\u0301e\u0301e\u0301",
    "👍🏿x",
    "\u2660\ufe0f",
    "\uff21\uff22",
    "\x1b[2J",
    "a\u200db\u202ec",
    "",
    "🃏🃏",
]


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("width", [0, 1, 2, 3, 7])
def test_a_row_keeps_its_width_whatever_is_put_there(text: str, width: int) -> None:
    """Text is cut by cells, so that no frame shifts."""
    canvas = Canvas(10, 1, UNICODE)
    canvas.put(2, 0, text, "", width)
    assert cell_len(canvas.lines()[0]) == 10


def test_half_of_a_wide_character_is_never_left_behind() -> None:
    """Writing over one half of a wide character blanks the other."""
    canvas = Canvas(6, 1, UNICODE)
    canvas.put(0, 0, "漢字漢")
    canvas.put(1, 0, "x")
    canvas.put(4, 0, "y")
    assert canvas.lines() == [" x字y "]


def test_what_is_cut_says_so() -> None:
    """The sign stands where text is missing, within the width."""
    canvas = Canvas(20, 1, UNICODE)
    assert canvas.cut("Maximiliana", 6) == "Maxim…"
    assert canvas.cut("漢字漢字", 6) == "漢字…"
    assert canvas.cut("Ana", 6) == "Ana"


def test_strips_are_as_wide_as_the_canvas_and_join_equal_roles() -> None:
    """One segment for neighbours of one role."""
    canvas = Canvas(8, 1, UNICODE)
    canvas.put(0, 0, "ab", "good")
    canvas.put(2, 0, "cd", "good")
    strip = canvas.strip(0, lambda role: Style(bold=role == "good"))
    assert strip.cell_length == 8
    assert [segment.text for segment in strip] == ["abcd", "    "]


def test_lines_are_wrapped_at_blanks_and_long_words_are_broken() -> None:
    """No line is wider than asked, and nothing is lost."""
    lines = wrapped("one two three fourteenletters 漢字漢字漢字", 7)
    assert all(cell_len(line) <= 7 for line in lines)
    assert "".join(lines).replace(" ", "") == "onetwothreefourteenletters漢字漢字漢字"


@pytest.mark.parametrize(
    ("code", "shown"), [("R0", "R  0"), ("P15", "P 15"), ("WI", "WI"), ("Th", "10♥"), ("6s", "6♠"), ("Ad", "A♦")]
)
def test_a_card_shows_its_letter_and_its_value_in_the_corner(code: str, shown: str) -> None:
    """A colour is never the only mark."""
    assert corner(face_of(code, UNICODE), 4) == shown


def test_a_wild_shows_the_colour_named_with_it() -> None:
    """R52: `WI:G` is green."""
    card = face_of("WI", UNICODE, "G")
    assert (corner(card, 4), card.role) == ("WI:G", "G")


def test_cards_in_sentences_are_readable_in_both_sets() -> None:
    """Rage's codes are; Goat's get their ten and their suit sign."""
    assert [readable(code, UNICODE) for code in ("G12", "CH", "Th")] == ["G12", "CH", "10♥"]
    assert readable("Th", ASCII) == "10h"


def test_every_card_of_both_games_is_drawn_differently() -> None:
    """No two cards look alike without colours."""
    for name in GAMES:
        codes = {card for seed in (b"1", b"2", b"3") for card in _dealt(name, seed)}
        assert len({(face.value, face.sign) for face in (face_of(code, ASCII) for code in codes)}) == len(codes)


def _dealt(name: str, seed: bytes) -> list[str]:
    game = GAMES[name]
    state = game.new(4, seed, game.parse_options({}))
    return [card for seat in range(4) for card in game.view(state, seat).hand]


@pytest.mark.parametrize("width", [70, 80, 120, 200])
@pytest.mark.parametrize("count", [1, 4, 10, 15, 20, 47])
def test_every_card_of_a_hand_can_be_seen_and_clicked(count: int, width: int) -> None:
    """With the cursor on it, its sign and value are uncovered, inside the window, and a click there finds it."""
    for cursor in range(count):
        fan = Fan(count, width, 6, cursor)
        place = next(place for place in fan.places() if place.number == cursor)
        assert place.seen >= 4
        assert place.left >= 0
        assert place.left + 6 <= width
        assert fan.at(place.left) == fan.at(place.left + 3) == cursor


def test_a_click_beside_the_hand_finds_no_card() -> None:
    """Only cards are clicked."""
    assert Fan(1, 80, 6, 0).at(0) is None


@pytest.mark.parametrize(
    ("term", "encoding", "glyphs"),
    [
        ("xterm-256color", "UTF-8", UNICODE),
        ("tmux-256color", "utf-8", UNICODE),
        ("linux", "UTF-8", ASCII),
        ("xterm", "ISO-8859-1", ASCII),
        ("xterm", "ANSI_X3.4-1968", ASCII),
        ("", "UTF-8", ASCII),
    ],
)
def test_the_signs_fit_the_terminal_and_the_locale(term: str, encoding: str, glyphs: object) -> None:
    """Poor terminals and locales get plain ASCII."""
    assert glyphs_for(term, encoding) is glyphs


@pytest.mark.parametrize(
    ("environ", "glyphs"),
    [
        ({"TERM": "xterm", "LANG": "de_DE.UTF-8"}, UNICODE),
        ({"TERM": "xterm", "LANG": "de_DE.UTF-8", "LC_ALL": "C"}, ASCII),
        ({"TERM": "xterm", "LANG": "ru_RU.KOI8-R", "LC_CTYPE": "ru_RU.utf8"}, UNICODE),
        ({"LANG": "C.UTF-8"}, ASCII),
    ],
)
def test_the_locale_is_looked_up_as_programs_do(environ: dict[str, str], glyphs: object) -> None:
    """LC_ALL before LC_CTYPE before LANG."""
    assert usual_glyphs(environ) is glyphs


def test_the_ascii_set_is_ascii_and_every_sign_is_one_cell_wide() -> None:
    """Both sets draw the same picture."""
    for glyphs in (UNICODE, ASCII):
        signs = [getattr(glyphs, name) for name in glyphs.__struct_fields__]
        texts = [sign for sign in signs if isinstance(sign, str)] + list(glyphs.suits.values())
        assert all(cell_len(text) == len(text) for text in texts)
    assert all(str(getattr(ASCII, name)).isascii() for name in ASCII.__struct_fields__ if name != "suits")


def draw_notice(canvas: Canvas, scene: Scene) -> None:
    """The notice in the second line."""
    canvas.put(0, 1, scene.notice)


class Counting(Panel):
    """Keeps which of its regions are drawn anew."""

    drawn: list[Region]

    def refresh(self, *regions: Region, **options: bool) -> "Counting":
        self.__dict__.setdefault("drawn", []).extend(regions or [Region(0, 0, 0, 0)])
        super().refresh(*regions, **options)
        return self


async def test_an_equal_scene_is_not_drawn_again_and_another_only_where_it_differs() -> None:
    """An idle table writes no byte; one chosen card writes few."""
    link = PartyLink("rage", 6, seed=b"80")
    async with at_table(link) as pilot:
        await sees(pilot, "Your bid")
        table = table_screen(pilot.app)
        counting = Counting(draw_notice, id="counting")
        counting.styles.height = 3
        await table.mount(counting)
        counting.show(table.scene)
        await pilot.pause()
        counting.drawn.clear()
        counting.show(table.scene)
        assert counting.drawn == []
        counting.show(msgspec.structs.replace(table.scene, notice="no"))
        assert counting.drawn == [Region(0, 1, 2, 1)]


async def test_choosing_moves_nothing() -> None:
    """Every region stays where it is, and the trick, the ledger and trump are not drawn anew."""
    link = PartyLink("rage", 6, seed=b"80")
    for seat in range(6):
        link.play_text(seat, "bid 1")
    link.tell(link.update(()))
    async with at_table(link) as pilot:
        await sees(pilot, "Your lead")
        table = table_screen(pilot.app)
        regions = {widget.id: widget.region for widget in table.query(Panel)}
        boxes = panel(pilot, "hand").splitlines()[:-1]
        await pilot.press("right", "right", "7", "enter")
        assert {widget.id: widget.region for widget in table.query(Panel)} == regions
        assert panel(pilot, "hand").splitlines()[:-1] == boxes
