"""What all seats see in common is made once for each state."""

from tests.games.walk import ALL_GAMES
from tuicards.games.latest import Latest


def test_the_same_state_is_looked_at_once_and_another_one_anew() -> None:
    """Also one that is equal, and one that was looked at before: only the very same state has its answer kept."""
    looked: list[list[int]] = []

    def longer(state: list[int]) -> int:
        looked.append(state)
        return len(state) + 1

    latest = Latest(longer)
    first, equal, other = [1], [1], [1, 2]

    assert [latest(state) for state in (first, first, equal, other, other, first)] == [2, 2, 2, 3, 3, 2]
    assert looked == [first, equal, other, first]


def test_whoever_looks_at_two_tables_in_turns_sees_each_as_it_is() -> None:
    """One table's picture never stands in for another's."""
    for game in ALL_GAMES:
        seats, options = game.usual_seats, game.parse_options({})
        tables = [game.new(seats, seed, options) for seed in (b"one", b"two")]
        alone = [[game.view(state, seat) for seat in (*range(seats), None)] for state in tables]

        for number, seat in enumerate((*range(seats), None)):
            assert [game.view(state, seat) for state in tables] == [views[number] for views in alone]
