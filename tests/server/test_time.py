"""The steady clock and the token bucket."""

from server.clock import LONGEST_STEP, SteadyClock
from server.limits import Bucket


class Hand:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


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

    assert clock() == LONGEST_STEP


def test_a_bucket_lets_a_burst_through_and_then_so_much_a_second() -> None:
    """It fills again with time, up to the burst."""
    hand = Hand()
    bucket = Bucket(2, 3, hand)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]

    hand.now += 1
    assert [bucket.take() for _ in range(3)] == [True, True, False]

    hand.now += 1000
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
