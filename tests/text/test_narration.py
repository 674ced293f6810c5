"""What the line-by-line client says of a picture, without a server."""

import msgspec
import pytest

from tests.games.goat_helpers import finish_game, options, play, table
from tests.tui.scripted import welcome
from tuicards.client_state import ClientState, Disconnected, LinkEvent, Recorded, Trying
from tuicards.games.api import Event, Fact, to_plain
from tuicards.games.goat import GOAT, Party, State, begin_game
from tuicards.games.goat.cards import DECK
from tuicards.locale.en import PHRASES
from tuicards.text.answers import Clocks, people_lines
from tuicards.text.narration import fresh_facts, news
from tuicards.text.voice import Voice
from tuicards.verify import Verdict
from tuicards.wire.messages import Said, SeatInfo, TableInfo, Update

TABLE = TableInfo(
    table="t1",
    game="goat",
    title="kitchen",
    options={},
    seats=tuple(SeatInfo(name=name) for name in ("Ana", "Bo", "Cai", "Dee")),
    owner="Ana",
    public=True,
    state="playing",
    party=1,
    you=0,
)


def picture(state: State, seq: int, events: tuple[Event, ...] = ()) -> Update:
    view = to_plain(GOAT.view(state, 0))
    return Update(table="t1", party=1, seq=seq, view=view, events=tuple(map(to_plain, events)))


def test_a_game_that_changes_no_total_is_told_with_its_score() -> None:
    """G50: 60:60 gives nobody a penalty, and yet all hear that it was 60:60."""
    party = Party(options=options(), seed=b"", dealer=0, penalties=(4, 6))
    state, events = finish_game(party, "60:60", (4, 4), 0)
    begun = ClientState(table=TABLE).after(picture(begin_game(party, 1, DECK, 0), 1))
    update = picture(state, 2, events)

    lines = list(news(begun, update, begun.after(update), Voice()))

    assert "Game 1: points 60:60, tricks 4:4, penalty 0:0, total 4:6." in lines
    assert "Games with eggs (60:60) in this party: 1." in lines


def test_a_score_that_is_like_an_earlier_one_is_told_too() -> None:
    """Two rounds with the same bid, tricks and total are two lines on the sheet, and the total follows again."""
    first, second, total = Fact("score_line", {"bid": 1}), Fact("score_round", {"round": 2}), Fact("score_total")

    assert fresh_facts([first, total], [first, second, first, total]) == [second, first, total]
    assert fresh_facts([first, total], [first, total]) == []


def test_a_right_out_of_turn_is_told_once_and_without_the_hand() -> None:
    """G41: who gets a molodka before the turn comes hears that it may be armed."""
    hands = "7c Kc 8s 9h | Ah 8c 9d 6d | Jc 6s 7s Qh | Ts 8h 7h 6h".replace("Ts", "Th").replace("6s", "Ts")
    begun = ClientState(table=msgspec.structs.replace(TABLE, you=3))
    before, events = play(table(hands, trump="h", stock=8), "0 lead 7c")
    led = Update(table="t1", party=1, seq=2, view=to_plain(GOAT.view(before, 3)), events=tuple(map(to_plain, events)))
    after, passed = play(before, "1 pass 6d")
    then = Update(table="t1", party=1, seq=3, view=to_plain(GOAT.view(after, 3)), events=tuple(map(to_plain, passed)))
    knows = begun.after(led)

    assert list(news(begun, led, knows, Voice()))[-1].startswith("Your four cards are a molodka: you may arm it")
    assert list(news(knows, then, knows.after(then), Voice())) == ["Bo passes one card."]


def test_that_a_bot_stands_in_is_told_by_the_notice_alone() -> None:
    """Not by the seat as well; who comes new to a seat is told."""
    before = ClientState(table=TABLE)
    stands_in = (SeatInfo(name="Ana"), SeatInfo(name="Bo", bot="normal", stand_in=True), *TABLE.seats[2:])
    info = msgspec.structs.replace(TABLE, seats=stands_in)
    back = msgspec.structs.replace(TABLE, seats=(SeatInfo(name="Ana"), SeatInfo(name="Eve"), *TABLE.seats[2:]))
    notice = Said(code="stand_in", params={"name": "Bo"}, table="t1")

    assert list(news(before, info, before.after(info), Voice())) == []
    assert list(news(before, notice, before.after(notice), Voice())) == ["A bot stands in for Bo."]
    assert list(news(before, back, before.after(back), Voice())) == ["Seat 2: Eve."]


@pytest.mark.parametrize(
    ("bot_in", "told"),
    [
        (None, "Seat 2: Bo, not connected for 35 s."),
        (60, "Seat 2: Bo, not connected for 35 s; a bot stands in after 55 s more."),
    ],
)
def test_who_is_away_is_told_with_the_time(bot_in: int | None, told: str) -> None:
    """What the server said when it told of the table, and the time since then."""
    seats = (SeatInfo(name="Ana"), SeatInfo(name="Bo", here=False, away=30, bot_in=bot_in), SeatInfo(), SeatInfo())
    state = ClientState(table=msgspec.structs.replace(TABLE, seats=seats, state="open"))

    assert list(people_lines(state, Clocks(table=5.0), Voice())) == ["Seat 1, yours: Ana.", told, "Watching: nobody."]


def test_whether_the_deal_was_fair_is_told_with_the_record() -> None:
    """In one sentence; and what is wrong with keeping it, in another."""
    state = ClientState(table=TABLE)
    refusal = {"file": "/x", "reason": "No space left on device"}
    told = Recorded(None, "record_not_kept", refusal, verdict=Verdict(False, "verdict.other_seed"))
    silent = Recorded(None)

    deal, disk = news(state, told, state, Voice())
    assert deal == PHRASES["verdict.other_seed"]
    assert "No space left on device" in disk
    assert list(news(state, silent, state, Voice())) == []


def test_the_way_through_several_addresses_is_told() -> None:
    """The first try goes without a word; where it is in vain, each further one is told, and where one is at last."""
    told: list[str] = []
    state = ClientState()
    lost = Disconnected("connection_lost", {}, 2.0)
    events: list[LinkEvent] = [
        Trying("a", 1, 2), Trying("b", 2, 2), Disconnected("none_answers", {"count": 2}, 1.0), Trying("a", 1, 2),
        welcome(), lost, Trying("b", 1, 2), welcome(),
    ]  # fmt: skip
    for event in events:
        before, state = state, state.after(event)
        told += news(before, event, state, Voice())

    assert told == [
        "Trying b, 2 of 2.",
        "No server answers at any of the 2 addresses.",
        "Trying again in 1 s.",
        "You are on cards.example at a as Ann. Type help for the commands.",
        "The connection to the server is lost.",
        "Trying again in 2 s.",
        "The connection is back, by b.",
    ]
