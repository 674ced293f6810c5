"""Names and chat lines: what is shown, and what is refused."""

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from server.lookalikes import ALIKE, looks
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
        ("Botond", "Botond"),
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
        ("Bot #1", "reserved"),
        ("bot_1.", "reserved"),
        ("Bot 1 (normal)", "reserved"),
        ("Server:", "reserved"),
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


# ---- names that look the same

TWINS: dict[str, list[str]] = {}
"""Letters that are drawn alike, by the one that stands for them."""
for char, first in ALIKE.items():
    TWINS.setdefault(first, [first]).append(char)

NAMES = st.text(
    st.characters(categories=("L", "N", "P", "S")) | st.sampled_from(" \u0301\u0307"), min_size=1, max_size=20
)


def cleaned(text: str) -> str:
    """The name, where the text can be one."""
    try:
        return clean_name(text)
    except Refused:
        reject()


def twin(name: str, data: st.DataObject) -> str:
    """The name in letters that are drawn alike."""
    return "".join(data.draw(st.sampled_from(TWINS.get(ALIKE.get(char, char), [char]))) for char in name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "\u0410nn"),
        ("Ann", "\uff21nn"),
        ("Bo0", "BoO"),
        ("AnnI", "Annl"),
        ("Ann1", "Annl"),
        ("Ann|", "AnnI"),
        ("PAX", "\u0420\u0410\u0425"),
        ("Nikos", "\u039dikos"),
        ("Zoe-1", "Zoe\u2013l"),
        ("O'Neil", "O\u2019Neil"),
        ("\u00eblka", "\u0451lk\u0430"),
        ("\u0130da", "ida"),
    ],
)
def test_names_that_look_the_same_have_the_same_look(one: str, other: str) -> None:
    """Whatever scripts their letters are from."""
    assert clean_name(one) != clean_name(other)
    assert looks(one) == looks(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ann", "Anna"), ("Ali", "All"), ("Jos\u00e9", "Jose"), ("Burn", "Bum"), ("\u0430\u043d\u043d\u0430", "anna")],
)
def test_names_that_can_be_told_apart_are_different_names(one: str, other: str) -> None:
    """An accent shows, and in a terminal `rn` takes two cells."""
    assert looks(one) != looks(other)


@settings(max_examples=50)
@given(NAMES, st.data())
def test_no_letter_put_in_anothers_place_makes_a_new_look(text: str, data: st.DataObject) -> None:
    """Any letters may be exchanged for those drawn alike."""
    name = cleaned(text)

    assert looks(twin(name, data)) == looks(name)


@settings(max_examples=50)
@given(NAMES)
def test_a_clean_name_stays_as_it_is_and_can_be_shown(text: str) -> None:
    """Cleaning it again changes nothing; it is one line of visible characters, with one key and one look."""
    name = cleaned(text)

    assert clean_name(name) == name
    assert 1 <= len(name) <= 20
    assert not name.startswith(" ")
    assert name.isprintable()
    assert name_key(name_key(name)) == name_key(name)


@settings(max_examples=50)
@given(st.sampled_from(["server", "Bot 1", "BOT", "You", "admin", "OWNER", "seat 2", "Host"]), st.data())
def test_nobody_is_called_like_a_bot_or_the_server(word: str, data: st.DataObject) -> None:
    """Nor in letters that are drawn alike, nor in wide ones, nor in other capitals."""
    forged = twin(word, data)
    for name in (forged, forged.upper() if forged.isascii() else forged):
        with pytest.raises(Refused, match="reserved"):
            clean_name(name)


@pytest.mark.parametrize("name", ["NUL", "CON", "..", "a/b", "-", "__class__", "type", "players", "~", "%s", "{x}"])
def test_a_name_with_a_meaning_elsewhere_is_a_name_like_any_other(name: str) -> None:
    """It is kept and shown as it is."""
    assert clean_name(name) == name
