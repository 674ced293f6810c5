"""The clocks that a client shows: counted down from what the server told, by the client's own clock."""

import msgspec
import pytest

from tests.test_client_state import HELLO, picture, table
from tuicards.client_state import ClientState, LinkEvent
from tuicards.speech import Speaker
from tuicards.time_left import TimeLeft, clock_face, control_words
from tuicards.wire.messages import LeftTable, Update

replace = msgspec.structs.replace


def update(*left: int | None, seq: int = 1) -> Update:
    """A picture of Goat in which one seat is to lead."""
    return replace(picture("goat", seq), left=left)


def counting(*events: tuple[float, LinkEvent]) -> tuple[TimeLeft, ClientState]:
    """What is left after these messages, each at its moment."""
    state, left = ClientState().after(HELLO), TimeLeft()
    for moment, event in events:
        state = state.after(event)
        left = left.after(event, state, moment)
    return left, state


def leader(event: Update) -> int:
    """The seat that the table waits for."""
    seat: int = event.view["to_act"][0]
    return seat


def test_only_the_time_of_whom_the_table_waits_for_runs() -> None:
    """Others' banks stand still; a seat without a clock has none."""
    told = update(30_000, 30_000, 30_000, None)
    acting = leader(told)
    left, _ = counting((100.0, table("goat", "playing")), (100.0, told))

    assert acting != 3
    seconds = left.seconds(106.2)
    assert seconds[3] is None
    assert [seconds[seat] for seat in range(3)] == [24 if seat == acting else 30 for seat in range(3)]


@pytest.mark.parametrize(("late", "shown"), [(0.0, 2), (0.4, 2), (1.1, 1), (1.999, 1), (2.0, 0), (90.0, 0)])
def test_a_second_counts_until_it_is_over_and_nothing_is_below_zero(late: float, shown: int) -> None:
    """The number is never one too low, and stays at nought."""
    left, _ = counting((5.0, table("goat", "playing")), (5.0, update(2_000, 2_000, 2_000, 2_000)))

    assert min(second for second in left.seconds(5.0 + late) if second is not None) == shown


def test_the_next_number_comes_when_its_second_begins() -> None:
    """So that a screen need not look in between; when all is used up nothing comes any more."""
    left, _ = counting((5.0, table("goat", "playing")), (5.0, update(2_400, 2_400, 2_400, 2_400)))

    assert left.next_second(5.0) == pytest.approx(0.4)
    assert left.next_second(5.4) == pytest.approx(1.0)
    assert left.next_second(7.4) is None


def test_without_clocks_nothing_is_to_be_counted() -> None:
    """No numbers, no next moment."""
    left, _ = counting((5.0, table("goat", "playing")), (5.0, update()))

    assert (left.seconds(9.0), left.next_second(9.0)) == ((), None)


def test_in_a_pause_all_clocks_stand_and_afterwards_they_go_on_from_there() -> None:
    """Whether or not the server sends another picture."""
    card, told = table("goat", "playing"), update(30_000, 30_000, 30_000, 30_000)
    paused = replace(card, paused=True)
    left, state = counting((0.0, card), (0.0, told), (10.0, paused))

    assert left.seconds(500.0)[leader(told)] == 20
    assert left.next_second(500.0) is None
    left = left.after(card, state.after(card), 500.0)
    assert left.seconds(505.0)[leader(told)] == 15


def test_a_card_of_the_table_in_between_changes_no_clock() -> None:
    """Somebody comes or goes: the time counts on."""
    card, told = table("goat", "playing"), update(30_000, 30_000, 30_000, 30_000)
    left, _ = counting((0.0, card), (0.0, told), (7.3, card))

    assert left.seconds(10.0)[leader(told)] == 20


def test_at_no_table_there_is_no_clock() -> None:
    """The time of the table one has left is forgotten."""
    left, _ = counting(
        (0.0, table("goat", "playing")),
        (0.0, update(9_000, 9_000, 9_000, 9_000)),
        (1.0, LeftTable(table="KTCH", code="idle")),
    )

    assert left == TimeLeft()


def test_a_clock_shows_minutes_and_two_digits_of_seconds() -> None:
    """However long it is."""
    assert [clock_face(seconds) for seconds in (1, 24, 60, 725, 3600)] == ["0:01", "0:24", "1:00", "12:05", "60:00"]


@pytest.mark.parametrize(
    ("clock", "words"),
    [
        ("none", "no clock"),
        ("turn:20", "20 s a turn"),
        ("bank:300+10", "5 min + 10 s"),
        ("bank:90+5", "90 s + 5 s"),
        ("sundial", "sundial"),
    ],
)
def test_a_time_control_in_words(clock: str, words: str) -> None:
    """What nobody here knows stays as it is."""
    assert control_words(clock, Speaker()) == words
