"""Names in few cells, and columns that follow what stands in them."""

import pytest
from rich.cells import cell_len

from tuicards.tui.glyphs import UNICODE
from tuicards.tui.widgets.canvas import Canvas
from tuicards.tui.widgets.columns import Column, draw_columns, numerals
from tuicards.tui.widgets.names import shortened


@pytest.mark.parametrize(
    ("names", "room", "short"),
    [
        (("Ana", "Boris"), 7, ("Ana", "Boris")),
        (("Maximiliana", "Boris"), 7, ("Maximi…", "Boris")),
        (("Bot 1", "Bot 2", "Bot 3"), 4, ("Bo…1", "Bo…2", "Bo…3")),
        (("Alexander A.", "Alexander B."), 6, ("Ale…A.", "Ale…B.")),
        (("abcdefgh-x-yz", "abcdefgh-w-yz"), 5, ("abc…1", "abc…2")),
        (("漢字漢字一", "漢字漢字二"), 6, ("漢…一", "漢…二")),
        (("Anna", "Anna"), 4, ("Anna", "Anna")),
    ],
)
def test_short_names_can_be_told_apart(names: tuple[str, ...], room: int, short: tuple[str, ...]) -> None:
    """The beginning; where that is not enough, beginning and end; where that is not either, a number."""
    assert shortened(names, room, "…") == short


@pytest.mark.parametrize("room", range(1, 12))
def test_short_names_keep_to_their_cells(room: int) -> None:
    """Whatever is in them; eight stay eight as long as a number fits."""
    names = [f"🃏Bot e\u0301\x07 สมชาย {number}" for number in range(8)]
    short = shortened(names, room, "…")
    assert all(cell_len(name) <= room for name in short)
    assert len(set(short)) == 8


def test_columns_give_what_is_left_over_to_the_titles() -> None:
    """What stands in a column is whole before any title is; nothing goes beyond the room."""
    columns = [
        Column("", [("Ana", ""), ("Boris", "")], left=True),
        Column("tricks", [("1", ""), ("12", "")]),
        Column("penalty points", [("0", ""), ("3", "")]),
    ]
    canvas = Canvas(30, 3, UNICODE)
    draw_columns(canvas, (0, 0), 17, columns)
    assert canvas.lines() == [
        "      tricks pen… ".ljust(30),
        "Ana        1    0 ".ljust(30),
        "Boris     12    3 ".ljust(30),
    ]


def test_numbers_stand_digit_below_digit_and_minus_below_minus() -> None:
    """R17."""
    assert numerals((-15, 10, 0, -5), "\u2212") == ["\u221215", " 10", "  0", "\u2212 5"]
    assert numerals((7, 10), "\u2212") == [" 7", "10"]
