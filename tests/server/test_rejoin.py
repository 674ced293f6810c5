"""Coming back: at every moment of a whole party, for everybody, the picture is that of one who never left."""

import pytest

from server.party import EVENTS_KEPT, STEPS_KEPT
from tests.server.whole_party import WholeParty, without_events


@pytest.mark.parametrize(
    ("game", "seats"),
    [
        ("rage", 4),
        ("goat", 4),
        pytest.param("rage", 3, marks=pytest.mark.thorough),
        pytest.param("rage", 5, marks=pytest.mark.thorough),
    ],
)
def test_at_every_number_of_a_whole_party_everybody_finds_what_they_left(game: str, seats: int) -> None:
    """Each seat and a watcher, cut off and back after every step: byte for byte the picture of who never left."""
    party = WholeParty(game, seats, seed=1)
    steps = 0
    while not party.over:
        party.step()
        steps += 1
        for who in party.everybody:
            before, seen = party.last[who], party.earlier()

            update = party.rejoin(who, seen)

            assert without_events(update) == without_events(before)
            if update.missed:
                assert update.events == ()
                assert party.seq - seen > STEPS_KEPT or len(party.since(seen)) > EVENTS_KEPT
            else:
                assert update.events == party.since(seen)
    assert steps > 100
