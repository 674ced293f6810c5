"""What a client keeps of what it is told: chat and who is not heard, and a table that changes its game."""

import msgspec
import pytest

from tuicards.client_state import CHAT_KEPT, ClientState, Connected, LinkEvent
from tuicards.errors import PeerError
from tuicards.games import GAMES
from tuicards.games.api import to_plain
from tuicards.wire.messages import LeftTable, Said, SeatInfo, TableInfo, Update, Welcome

HELLO = Connected(
    Welcome(protocol=1, server="s", name="Ann", token="t", games=("rage", "goat"), levels=("easy",), table="")
)


def table(game: str, state: str = "open", code: str = "KTCH") -> TableInfo:
    """A table of four people."""
    rules = GAMES[game]
    info = TableInfo(
        table=code, game=game, title="", options=rules.format_options(rules.parse_options({})),
        seats=tuple(SeatInfo(name=name) for name in ("Ann", "Bo", "Cai", "Dee")), owner="Ann", public=True,
        state="open", party=0, you=0,
    )  # fmt: skip
    return msgspec.structs.replace(info, state=state)


def picture(game: str, seq: int = 1) -> Update:
    """The first picture of a party."""
    rules = GAMES[game]
    state = rules.new(4, bytes(32), rules.parse_options({}))
    return Update(table="KTCH", party=1, seq=seq, view=to_plain(rules.view(state, 0)))


def told(*events: LinkEvent) -> ClientState:
    state = ClientState()
    for event in (HELLO, *events):
        state = state.after(event)
    return state


def test_what_others_say_is_unread_until_it_is_read() -> None:
    """Notices and one's own words are no news."""
    state = told(Said(name="Bo", text="a"), Said(name="Ann", text="b"), Said(code="joined", params={"name": "Cai"}))

    assert state.unread == 1
    assert state.read().unread == 0
    assert state.read().chat == state.chat


def test_reading_nothing_new_changes_nothing() -> None:
    """The same value comes back, so that nothing is drawn anew."""
    state = told(Said(name="Ann", text="b"))

    assert state.read() is state


def test_a_flood_of_chat_is_forgotten_at_its_old_end() -> None:
    """So much is kept and no more."""
    state = told(*(Said(name="Bo", text=str(number)) for number in range(CHAT_KEPT + 50)))

    assert len(state.chat) == CHAT_KEPT
    assert state.chat[-1].text == str(CHAT_KEPT + 49)


def test_who_is_ignored_is_not_heard_whatever_the_capitals() -> None:
    """Neither words nor signs nor what was said before; others are."""
    state = told(Said(name="Bo", text="before")).ignoring("Bo")
    for said in (Said(name="BO", text="x"), Said(name="bo", code="emote.hurry"), Said(name="Cai", text="hi")):
        state = state.after(said)

    assert [said.name for said in state.heard] == ["Cai"]
    assert state.unread == 2
    assert state.ignoring("bo", ignore=False).ignored == frozenset()


def test_neither_oneself_nor_nobody_can_be_ignored() -> None:
    """One's own words and notices are always shown."""
    state = told().ignoring("Ann").ignoring("")

    assert state.ignored == frozenset()


def test_who_is_ignored_stays_so_from_table_to_table() -> None:
    """What was said there stays there."""
    state = told(table("rage"), Said(name="Bo", text="a", table="KTCH")).ignoring("Cai")

    state = state.after(LeftTable(table="KTCH", code="left"))

    assert (state.chat, state.unread, state.ignored) == ((), 0, frozenset({"cai"}))


def test_a_table_with_another_game_has_no_picture_of_the_old_one() -> None:
    """The next picture is read with the rules of the new game; the chat goes on."""
    state = told(table("rage", "over"), picture("rage"), Said(name="Bo", text="goat?"), table("goat"))
    assert (state.view, state.seq, len(state.chat)) == (None, 0, 1)

    state = state.after(table("goat", "playing")).after(picture("goat", seq=2))

    assert isinstance(state.view, GAMES["goat"].view_type)


def test_a_picture_of_another_game_is_told_and_changes_nothing() -> None:
    """The words for a move that is none would mislead; what was shown before stays."""
    state = told(table("rage", "playing"), picture("rage"))

    with pytest.raises(PeerError, match="not_understood"):
        state.after(picture("goat", seq=2))
    assert state.view is not None


def test_a_kept_line_is_taken_in_once_and_is_no_news() -> None:
    """Whoever comes back gets the last lines again; at another table the same number is another line."""
    kept = Said(name="Bo", text="a", table="KTCH", n=3, old=True)
    state = told(table("rage"), kept)

    assert (state.chat, state.unread) == ((kept,), 0)
    assert state.after(msgspec.structs.replace(kept, old=False)) is state
    fresh = msgspec.structs.replace(kept, text="b", n=4, old=False)
    assert (state.after(fresh).chat, state.after(fresh).unread) == ((kept, fresh), 1)
    elsewhere = state.after(table("rage", code="PRCH")).after(msgspec.structs.replace(kept, table="PRCH"))
    assert [said.table for said in elsewhere.chat] == ["PRCH"]


def test_lines_without_a_number_are_all_taken_in() -> None:
    """Two equal lines in the lobby are two lines."""
    assert len(told(Said(name="Bo", text="a"), Said(name="Bo", text="a")).chat) == 2
