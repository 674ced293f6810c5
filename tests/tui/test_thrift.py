"""The terminal looks the same with far fewer bytes."""

import random
import re

import pytest
from textual._ansi_sequences import SYNC_END, SYNC_START

from tuicards.tui.looks import Colours
from tuicards.tui.pen import PLAIN, Pen, change, for_blank, pen_after
from tuicards.tui.thrift import Thrift

COLOURS = ["38;2;10;20;30", "38;2;200;20;30", "48;5;17", "48;2;1;2;3", "1;31;44", "39", "49"]
STYLES = ["0", "1", "7", "22", "27", *COLOURS]
SEQUENCES = ["\x1b[?1049h", "\x1b[2J", "\x1b]0;title\x07", "\x1b[>1u", "\x1b7", "\x1bP+q\x1b\\"]


class Screen:
    """A terminal of 20x4 that knows as much as Textual says: places, styles, cells."""

    def __init__(self) -> None:
        self.cells: dict[tuple[int, int], tuple[str, Pen]] = {}
        self.x = self.y = 1
        self.pen = PLAIN

    def show(self, data: str) -> None:
        for match in re.finditer(r"\x1b\[([\d;?]*)([A-Za-z])|(\r?\n)|(.)", data):
            codes, kind, end, character = match.groups()
            if kind == "H":
                self.y, self.x = (int(part) for part in codes.split(";"))
            elif kind == "C":
                self.x += int(codes or 1)
            elif kind == "m":
                pen = pen_after(self.pen, codes)
                assert pen is not None
                self.pen = pen
            elif end:
                self.x, self.y = 1, self.y + 1
            elif character:
                pen = for_blank(self.pen) if character == " " else self.pen
                self.cells[self.x, self.y] = (character, pen)
                self.x += 1


def piece(chance: random.Random) -> str:
    """Something that Textual may write: a place, styled text, a reset."""
    text = "".join(chance.choices("ab ─", k=chance.randint(1, 8)))
    return f"\x1b[{chance.randint(1, 4)};{chance.randint(1, 12)}H\x1b[{chance.choice(STYLES)}m{text}\x1b[0m"


@pytest.mark.parametrize("seed", range(60))
def test_the_terminal_looks_the_same(seed: int) -> None:
    """Whatever is written in whatever order, every cell ends up with its character and its style."""
    chance = random.Random(seed)
    whole, lean, thrift = Screen(), Screen(), Thrift()
    for _ in range(12):
        data = "".join(piece(chance) for _ in range(chance.randint(0, 6)))
        whole.show(data)
        lean.show(thrift.lean(data))

        assert lean.cells == whole.cells


@pytest.mark.parametrize(
    ("colours", "written"),
    [
        ("truecolor", "\x1b[0;38;2;250;10;10;48;5;17;1mAna"),
        ("256", "\x1b[0;38;5;196;48;5;17;1mAna"),
        ("16", "\x1b[0;31;44;1mAna"),
        ("none", "\x1b[0;1mAna"),
    ],
)
def test_a_terminal_gets_no_more_colours_than_it_shows(colours: Colours, written: str) -> None:
    """The nearest of them; weight stays. With others from now on, the same picture is written anew."""
    thrift = Thrift(colours)
    picture = "\x1b[1;1H\x1b[1;38;2;250;10;10;48;5;17mAna\x1b[0m"
    lean = thrift.lean(picture)

    assert pen_after(PLAIN, lean.split("\x1b[")[-1].removesuffix("mAna")) == pen_after(PLAIN, written[2:-4])
    assert thrift.lean(picture) == ""
    thrift.colours = "16" if colours == "none" else "none"
    assert "Ana" in thrift.lean(picture)


def test_what_is_there_already_is_not_written_again() -> None:
    """The same picture a second time costs nothing, with a frame around it or without."""
    thrift = Thrift()
    picture = "\x1b[1;1H\x1b[1;38;2;1;2;3mAna\x1b[0m\n\x1b[2;1Hbid 2"

    assert "Ana" in thrift.lean(picture)
    assert thrift.lean(picture) == ""
    assert "".join(map(thrift.lean, (SYNC_START, picture, SYNC_END))) == ""


def test_one_changed_cell_costs_a_move_and_a_character() -> None:
    """Neither the rest of the line nor its style is said again."""
    thrift = Thrift()
    thrift.lean("\x1b[3;5H\x1b[38;2;1;2;3mbid 2 won 1\x1b[0m")

    assert thrift.lean("\x1b[3;5H\x1b[38;2;1;2;3mbid 2 won 2\x1b[0m") == "\x1b[3;15H2"


def test_after_a_resize_all_is_written() -> None:
    """What a terminal shows then nobody knows."""
    thrift = Thrift()
    picture = "\x1b[1;1HAna"
    thrift.lean(picture)
    thrift.forget()

    assert "Ana" in thrift.lean(picture)


@pytest.mark.parametrize("sequence", SEQUENCES)
def test_what_is_no_cell_goes_out_as_it_is(sequence: str) -> None:
    """Modes and titles reach the terminal unchanged, and what it shows is no longer relied on."""
    thrift = Thrift()
    thrift.lean("\x1b[1;1HAna")

    assert thrift.lean(sequence) == sequence
    assert "Ana" in thrift.lean("\x1b[1;1HAna")


@pytest.mark.parametrize(
    "sequence", ["\x07", "\x1b]9;your turn\x07", "\x1b]777;notify;a;b\x1b\\", "\x1b]22;text\x07"]
)
def test_a_bell_and_a_pointer_change_no_cell(sequence: str) -> None:
    """They go out as they are, and nothing is written again because of them."""
    thrift = Thrift()
    picture = "\x1b[1;1HAna\x1b[1;1H"
    thrift.lean(picture)

    assert thrift.lean(sequence) == sequence
    assert thrift.lean(picture) == ""


def test_wide_and_combining_characters_are_always_written() -> None:
    """Terminals do not agree on their cells; nothing beside them is taken for known."""
    thrift = Thrift()
    for text in ("漢字", "e\u0301", "กี่"):
        picture = f"\x1b[1;1H{text}|"
        thrift.lean(picture)

        assert text in thrift.lean(picture)


@pytest.mark.parametrize("seed", range(60))
def test_a_change_of_pens_leads_from_one_to_the_other(seed: int) -> None:
    """However the old pen came about, the few codes make it the new one."""
    chance = random.Random(seed)
    old, new = (pen_after(PLAIN, ";".join(chance.choices(STYLES, k=chance.randint(0, 5)))) for _ in range(2))
    assert old is not None
    assert new is not None
    codes = change(old, new)

    assert pen_after(old, codes[2:-1]) == new if codes else old == new
