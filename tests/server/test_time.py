"""The steady clock and the token bucket."""

from hypothesis import given, settings
from hypothesis import strategies as st

from server.clock import LONGEST_STEP, REACHABLE, SteadyClock
from server.limits import Bucket, Rate
from tests.server.hand import Hand


def test_time_runs_as_usual_while_it_is_read() -> None:
    """Readings in short steps add up."""
    hand = Hand()
    clock = SteadyClock(hand)
    for _ in range(10):
        hand.now += 0.5
        clock()

    assert clock() == 5.0


def test_time_in_which_the_process_was_stopped_does_not_count() -> None:
    """Nobody's patience runs out while nobody could be reached."""
    hand = Hand()
    clock = SteadyClock(hand)
    hand.now += 3600

    assert clock() == 0.0


def test_after_a_gap_the_clock_stands_for_a_second_and_then_goes_on() -> None:
    """Whatever is due leaves people a second in which they can be heard, however often the clock is read."""
    hand = Hand()
    clock = SteadyClock(hand)
    hand.now += LONGEST_STEP + 0.1
    clock()
    for _ in range(4):
        hand.now += REACHABLE / 4
        assert clock() == 0.0

    hand.now += 0.5
    assert clock() == 0.5


def test_the_second_after_a_gap_is_not_counted_where_one_reading_goes_beyond_it() -> None:
    """Of the first reading after the gap only what lies past that second counts."""
    hand = Hand()
    clock = SteadyClock(hand)
    hand.now += 60
    clock()
    hand.now += REACHABLE + 0.75

    assert clock() == 0.75


@settings(deadline=None)
@given(st.lists(st.floats(0, 100), max_size=50))
def test_the_clock_never_goes_back_and_is_never_fast(steps: list[float]) -> None:
    """Whatever the pauses between its readings."""
    hand = Hand()
    clock = SteadyClock(hand)
    before = clock()
    for step in steps:
        hand.now += step
        now = clock()
        assert -1e-9 <= now - before <= step + 1e-9
        before = now


def test_a_bucket_lets_a_burst_through_and_then_so_much_a_second() -> None:
    """It fills again with time, up to the burst."""
    hand = Hand()
    bucket = Bucket(Rate(2, 3), hand)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]

    hand.now += 1
    assert [bucket.take() for _ in range(3)] == [True, True, False]

    hand.now += 1000
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
