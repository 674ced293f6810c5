"""The arithmetic from which the size of a cluster is reckoned, and the tables of its page."""

from statistics import mean

import msgspec
import pytest

from tests.bench.bots_pages import MARK
from tests.bench.cluster_model import POLL_S, SHARED, Club, Figures, Plan, lock_waits, read_figures, values
from tests.bench.cluster_sizing import LIMITS, MOST, PAGE, PLANS, club, filled, reached, sizes

FIGURES = values(read_figures())


def test_twice_the_seats_cause_twice_the_commands() -> None:
    """On the same nodes: steps, letters and facts, and the bytes of them; signs of life are as many as before."""
    one, two = Club(FIGURES, Plan(), 50_000, 10), Club(FIGURES, Plan(), 100_000, 10)
    assert two.writes == pytest.approx(2 * one.writes)
    assert two.mb_s == pytest.approx(2 * one.mb_s)
    assert two.tables_load == pytest.approx(2 * one.tables_load)
    assert one.lobby_load < two.lobby_load < 2 * one.lobby_load


def test_a_single_node_needs_no_letters() -> None:
    """Whoever plays there is there; nor are there any where all are brought to their table's node."""
    assert Club(FIGURES, Plan(), 1000, 1).letters() == 0
    assert Club(FIGURES, Plan(near=1.0), 100_000, 10).letters() == 0
    assert Club(FIGURES, Plan(), 100_000, 10).letters() == pytest.approx(0.9 * 6 * 12_500)


def test_nodes_are_as_few_as_are_not_too_full() -> None:
    """And one less would be."""
    for seats in (1000, 20_000, 100_000, 300_000):
        made = Club(FIGURES, Plan(), seats)
        assert made.node_load <= FIGURES.full
        assert made.nodes == 1 or Club(FIGURES, Plan(), seats, made.nodes - 1).node_load > FIGURES.full


def test_more_nodes_do_not_make_hearing_cheaper() -> None:
    """Each hears all that is stated; and the more there are, the more often it is read where it lies."""
    few, many = Club(FIGURES, Plan(), 100_000, 10), Club(FIGURES, Plan(), 100_000, 100)
    assert few.hearing == many.hearing
    assert many.lobby_load > 2 * few.lobby_load
    assert many.lobby_mb_s == pytest.approx(few.lobby_mb_s * 101 / 11)


@pytest.mark.parametrize("limit", LIMITS)
def test_a_limit_is_where_it_is_full(limit: str) -> None:
    """Below it there is room, above it none."""
    for plan in PLANS.values():
        seats = reached(FIGURES, plan, limit)
        if seats < MOST:
            full = LIMITS[limit]
            assert full(club(FIGURES, plan, 0.98 * seats)) < 1 < full(club(FIGURES, plan, 1.02 * seats))


def test_lobbies_of_their_own_carry_as_many_times_the_seats() -> None:
    """Ten clubs that know nothing of each other; and several Redis end the limit of one."""
    for limit in LIMITS:
        one, ten = (reached(FIGURES, Plan(sharded=True, clubs=clubs), limit) for clubs in (1, 10))
        assert ten == pytest.approx(min(MOST, 10 * one), rel=0.01)
    assert reached(FIGURES, Plan(), "one Redis for everything") < MOST
    assert reached(FIGURES, Plan(sharded=True), "one Redis for everything") == MOST


def test_people_wait_for_the_lock_as_long_as_it_is_held_until_more_come_than_it_lets_in() -> None:
    """Alone one waits for one hold; below what it can do however long it goes on as long; beyond, ever longer."""
    hold = (FIGURES.hold_ms + FIGURES.admission_ms) / 1000
    alone = lock_waits(Club(FIGURES, Plan(), 3600, 1), seconds=60)
    assert min(alone) == pytest.approx(hold)
    assert sorted(alone)[len(alone) // 2] == pytest.approx(hold)
    some = Club(FIGURES, Plan(), 3600, 10)
    for share, longer in ((0.5, False), (1.5, True)):
        seats = 3600 * share * some.lock_capacity / FIGURES.admissions_per_seat_hour
        short, long = (mean(lock_waits(Club(FIGURES, Plan(), seats, 10), seconds)) for seconds in (2.0, 4.0))
        assert (long > 1.5 * short) == longer, share
    most = SHARED / ((FIGURES.hold_ms + SHARED * FIGURES.admission_ms + 1000 * POLL_S / 11) / 1000)
    assert some.lock_capacity == pytest.approx(most)


def test_the_page_holds_what_is_reckoned_from_the_figures_as_they_stand() -> None:
    """`python -m tests.bench.cluster_sizing --write` has been run since they changed; nothing else on it changes."""
    page = PAGE.read_text("utf-8")
    assert {found[2] for found in MARK.finditer(page)} == {
        "cluster-costs", "cluster-sizes", "cluster-sizes-near", "cluster-limits",
    }  # fmt: skip
    assert filled(page, read_figures()) == page


def test_what_has_not_been_measured_is_called_so() -> None:
    """And a figure that is missing is told."""
    figures = read_figures()
    figures["owner_ms"] = msgspec.structs.replace(figures["owner_ms"], source="")
    figures["fact_ms"] = msgspec.structs.replace(figures["fact_ms"], source="python -m tests.bench.x")
    page = filled("<!-- figures: cluster-costs -->\n<!-- end -->\n", figures)
    [owner] = [line for line in page.splitlines() if figures["owner_ms"].what in line]
    [fact] = [line for line in page.splitlines() if figures["fact_ms"].what in line]
    assert owner.endswith("TO BE MEASURED |")
    assert fact.endswith("python -m tests.bench.x |")
    del figures["owner_ms"]
    with pytest.raises(msgspec.ValidationError, match="owner_ms"):
        values(figures)


def test_what_is_more_than_there_is_is_told() -> None:
    """By its name, in the column of the size that it is too much for."""
    small: Figures = msgspec.structs.replace(FIGURES, node_memory_mib=1.0)
    told = sizes(small, (1000,), Plan())
    assert "memory of a node" in told.splitlines()[-1]
    assert "| nothing |" in sizes(FIGURES, (1000,), Plan())
