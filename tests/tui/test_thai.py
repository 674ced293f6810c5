"""Lines of Thai are broken between words, and never within what is written together."""

import unicodedata

import pytest

from tests.locale.catalogues import read
from tuicards.tui.widgets.canvas import wrapped
from tuicards.tui.widgets.thai import CLOSING, LEADING, WORDS, pieces

SENTENCE = "ไม่มีทรัมป์และไม่มีสีนำ: ถ้าจบแบบนี้ Ana ชนะในฐานะผู้นำ"


def test_a_line_is_filled_up_to_the_end_of_a_word() -> None:
    """Not only up to the next blank, for there are few."""
    assert wrapped(SENTENCE, 20) == ["ไม่มีทรัมป์และไม่มีสีนำ: ถ้า", "จบแบบนี้ Ana ชนะในฐานะ", "ผู้นำ"]


@pytest.mark.parametrize("width", [4, 9, 13, 34])
def test_marks_and_vowels_stay_with_their_consonant(width: int) -> None:
    """Whatever the width: no line begins with a mark, or ends with a vowel that waits for its consonant."""
    sentences = [str(message.string) for message in read("th", "rage") if message.id]
    lines = [line for text in sentences for line in wrapped(text, width)]

    assert not [line for line in lines if unicodedata.category(line[0]) == "Mn" or line[0] in CLOSING]
    assert not [line for line in lines if line[-1] in LEADING]


def test_nothing_is_lost() -> None:
    """The pieces together are the text, and other scripts are one piece."""
    assert "".join(pieces(SENTENCE)) == SENTENCE
    assert pieces("Проигрывает") == ["Проигрывает"]
    assert pieces("") == [""]


def test_a_known_word_is_one_piece() -> None:
    """Also where it holds another one."""
    assert [word for word in WORDS if pieces(word) != [word]] == []
