"""Names and chat lines: what is shown, and what is refused."""

import pytest

from server.names import clean_chat, clean_line, clean_name, name_key
from tuicards.errors import Refused


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Ann", "Ann"),
        ("  Ann   B ", "Ann B"),
        ("漢字", "漢字"),
        ("👍🏿", "👍🏿"),
        ("e\u0301", "é"),
        ("♠\ufe0f", "♠"),
        ("[@click=app.quit]", "[@click=app.quit]"),
        ("NUL", "NUL"),
        ("..", ".."),
        ("a/b", "a/b"),
        ("__class__", "__class__"),
        ("x" * 20, "x" * 20),
    ],
)
def test_a_name_is_text_and_nothing_else(given: str, shown: str) -> None:
    """Any name that can be shown is taken; none has a meaning."""
    assert clean_name(given) == shown


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("", "empty"),
        (" \u3000 ", "empty"),
        ("x" * 21, "long"),
        ("a\nb", "characters"),
        ("\x1b[1A", "characters"),
        ("a\u200bb", "characters"),
        ("a\u200db", "characters"),
        ("a\u2060b", "characters"),
        ("a\u202eb", "characters"),
        ("\ue000", "characters"),
        ("\u3164", "characters"),
        ("An\u034fn", "characters"),
        ("a" + "\u0316" * 3, "characters"),
        ("\u0301", "characters"),
        ("Server", "reserved"),
        ("bot", "reserved"),
        ("Bot 1", "reserved"),
        ("\uff22\uff2f\uff34 1", "reserved"),
        ("you", "reserved"),
        ("Watcher", "reserved"),
    ],
)
def test_a_name_that_would_mislead_is_refused(given: str, why: str) -> None:
    """The refusal says what is wrong with it."""
    with pytest.raises(Refused) as refused:
        clean_name(given)

    assert (refused.value.code, refused.value.params["why"]) == ("bad_name", why)


def test_names_that_differ_in_case_alone_are_the_same_name() -> None:
    """Nobody can pass for somebody else by a capital letter."""
    assert name_key("STRASSE") == name_key("straße")
    assert name_key("Ann") != name_key("\uff21nn")


def test_a_chat_line_is_one_line_of_visible_characters() -> None:
    """Brackets and backslashes stay; controls and piled-up marks go."""
    assert clean_chat("[north] 3 [tricks] a\\[b") == "[north] 3 [tricks] a\\[b"
    assert clean_chat("a\nb\x1b[2K") == "a b [2K"
    assert clean_chat("e" + "\u0316" * 50) == "e\u0316\u0316"


@pytest.mark.parametrize(("text", "code"), [("x" * 301, "chat_too_long"), ("\x00 \u200b", "chat_empty")])
def test_a_chat_line_that_cannot_be_said_is_refused(text: str, code: str) -> None:
    """Too long, or nothing to see."""
    with pytest.raises(Refused) as refused:
        clean_chat(text)

    assert refused.value.code == code


def test_a_title_is_cut_to_its_limit() -> None:
    """A long title is shortened, not refused."""
    assert clean_line("kitchen " * 20, 15) == "kitchen kitchen"
