"""Goat's games and parties: points, penalties, eggs, who deals and leads next, and the options about them."""

from typing import NamedTuple

import pytest

from tests.games.goat_helpers import events_of, finish_game, options, table
from tuicards.errors import BadOptions
from tuicards.games.goat import GOAT, GameEnded, GameStarted, Party, PartyEnded, penalties


def party(totals: tuple[int, int], rules: str = "", **known: int) -> Party:
    return Party(
        options=options(rules),
        seed=b"party",
        dealer=known.get("dealer", 0),
        penalties=totals,
        eggs=known.get("eggs", 0),
    )


class PartyExample(NamedTuple):
    """Penalties before, one game's points and tricks, who won its last trick, and penalties after it."""

    before: tuple[int, int]
    score: str
    tricks: tuple[int, int]
    last_winner: int
    after: tuple[int, int]
    eggs_before: int = 0
    eggs: int = 0
    goats: int | None = None


PARTIES = {
    "P1": PartyExample((0, 0), "61:59", (4, 4), 3, (0, 2)),
    "P2": PartyExample((4, 6), "60:60", (4, 3), 2, (4, 6), eggs=1),
    "P3": PartyExample((0, 10), "61:59", (4, 4), 0, (0, 12), goats=1),
    "P4": PartyExample((0, 10), "120:0", (7, 1), 1, (0, 14), goats=1),
    "P5": PartyExample((10, 10), "30:90", (2, 5), 1, (14, 10), goats=0),
    "P6": PartyExample((0, 6), "120:0", (7, 0), 0, (0, 12), goats=1),
    "P7": PartyExample((10, 8), "59:61", (4, 4), 1, (12, 8), eggs_before=1, eggs=1, goats=0),
    "P9": PartyExample((0, 0), "59:61", (4, 4), 0, (2, 0)),
    "P10": PartyExample((2, 2), "90:30", (5, 2), 0, (2, 6)),
}


@pytest.mark.parametrize("example", PARTIES.values(), ids=PARTIES.keys())
def test_party(example: PartyExample) -> None:
    """The penalty is added; a team at the limit ends the party, or else the last trick's winner leads a new game."""
    state, events = finish_game(
        party(example.before, eggs=example.eggs_before), example.score, example.tricks, example.last_winner
    )

    assert state.party.penalties == example.after
    assert state.party.eggs == example.eggs
    if example.goats is None:
        started = events[-1]
        assert isinstance(started, GameStarted)
        assert (started.game, started.dealer, started.leader) == (2, 1, example.last_winner)
        assert GOAT.outcome(state) is None
    else:
        assert events[-1] == PartyEnded(example.goats, example.eggs > 0)
        outcome = GOAT.outcome(state)
        assert outcome is not None
        assert outcome.winners == ((1, 3) if example.goats == 0 else (0, 2))
        assert outcome.result.code == ("party_result_eggs" if example.eggs else "party_result")
        assert outcome.scores == example.after * 2
        assert GOAT.to_act(state) == frozenset()
        assert all(GOAT.legal(state, seat) == () for seat in range(4))


@pytest.mark.parametrize("example", ["P8"])
def test_a_new_party_starts_from_nothing(example: str) -> None:
    """No penalties, no eggs, any dealer by lot, and the seat after the dealer leads."""
    parties = [GOAT.new(4, bytes([number]), options()) for number in range(40)]

    assert {state.party.dealer for state in parties} == {0, 1, 2, 3}
    assert {(state.party.penalties, state.party.eggs, state.party.game) for state in parties} == {((0, 0), 0, 1)}
    assert all(state.leader == state.turn == (state.party.dealer + 1) % 4 for state in parties)


@pytest.mark.parametrize("example", ["P11"])
def test_eggs_three_times_change_no_penalty(example: str) -> None:
    """At 10:10, three games of 60:60 leave 10:10 and three eggs, and the party goes on."""
    now = party((10, 10))
    for _ in range(3):
        state, _ = finish_game(now, "60:60", (4, 4), 0)
        now = state.party

    assert (now.penalties, now.eggs, now.game, now.losers) == ((10, 10), 3, 4, None)


@pytest.mark.parametrize(
    ("score", "tricks", "penalty"),
    [
        ((61, 59), (4, 4), (0, 2)),
        ((60, 60), (8, 1), (0, 0)),
        ((59, 61), (5, 3), (2, 0)),
        ((89, 31), (5, 2), (0, 2)),
        ((90, 30), (5, 2), (0, 4)),
        ((120, 0), (7, 1), (0, 4)),
        ((120, 0), (7, 0), (0, 6)),
        ((0, 120), (0, 3), (6, 0)),
    ],
)
def test_penalty_table(score: tuple[int, int], tricks: tuple[int, int], penalty: tuple[int, int]) -> None:
    """The table of section 6, row by row, and a row the other way round (G49, G50)."""
    assert penalties(score, tricks, options()) == penalty


@pytest.mark.parametrize("limit", [6, 8, 12, 16, 24])
def test_the_limit_ends_the_party(limit: int) -> None:
    """Two points below the limit the party goes on; at the limit it is over."""
    going_on, _ = finish_game(party((limit - 4, 0), f"limit={limit}"), "59:61", (4, 4), 0)
    over, _ = finish_game(party((limit - 2, 0), f"limit={limit}"), "59:61", (4, 4), 0)

    assert (going_on.party.losers, over.party.losers) == (None, 0)


def test_after_eggs_the_next_decided_game_counts_double_once() -> None:
    """Two games of eggs in a row double the next one only, and only twofold (`eggs=double_next`)."""
    now = party((0, 0), "eggs=double_next limit=24")
    totals = []
    for score in ("60:60", "60:60", "90:30", "61:59", "60:60", "59:61"):
        state, _ = finish_game(now, score, (4, 4), 0)
        now = state.party
        totals.append(now.penalties)

    assert totals == [(0, 0), (0, 0), (0, 8), (0, 10), (0, 10), (4, 10)]


@pytest.mark.parametrize(
    ("before", "after", "goats"),
    [
        ((0, 0), (2, 2), None),
        ((10, 8), (12, 10), 0),
        ((10, 10), (12, 12), None),
        ((12, 12), (14, 14), None),
        ((8, 10), (10, 12), 1),
    ],
)
def test_eggs_cost_two_each(before: tuple[int, int], after: tuple[int, int], goats: int | None) -> None:
    """Under `eggs=two_each` both sides pay; at the limit the higher total loses, equal totals play on."""
    state, _ = finish_game(party(before, "eggs=two_each"), "60:60", (4, 4), 0)

    assert (state.party.penalties, state.party.losers, state.party.eggs) == (after, goats, 1)


def test_one_more_game_decides_equal_totals_at_the_limit() -> None:
    """From 12:12 the loser of the next decided game loses the party, with eggs."""
    state, events = finish_game(party((12, 12), "eggs=two_each", eggs=1), "61:59", (4, 4), 0)

    assert (state.party.penalties, events[-1]) == ((12, 14), PartyEnded(1, True))


@pytest.mark.parametrize("reveal", ["piles", "totals"])
def test_what_the_end_of_a_game_publishes(reveal: str) -> None:
    """Both piles, sorted and whole, or only points and tricks (V13)."""
    state, events = finish_game(party((0, 0), f"reveal={reveal}"), "61:59", (4, 4), 0)
    ended = next(event for event in events if isinstance(event, GameEnded))

    assert sum(map(len, ended.piles)) == (36 if reveal == "piles" else 0)
    assert GOAT.view(state, None).last_piles == ended.piles
    assert ended.score.points == (61, 59)


def test_the_score_sheet_grows_by_a_line_a_game() -> None:
    """Each finished game is on everybody's sheet, with its penalties and the totals after it."""
    first, _ = finish_game(party((0, 0)), "61:59", (4, 4), 0)
    second, events = finish_game(first.party, "30:90", (3, 5), 1)
    sheet = GOAT.view(second, None).history

    assert [(line.penalties, line.totals) for line in sheet] == [((0, 2), (0, 2)), ((4, 0), (4, 2))]
    assert events_of(events, GameEnded)


def test_a_party_is_for_four() -> None:
    """Other numbers of seats are refused by number."""
    with pytest.raises(BadOptions) as refused:
        GOAT.new(3, b"", options())

    assert (refused.value.code, refused.value.params) == ("wrong_seats", {"seats": 3})


@pytest.mark.parametrize(
    ("hands", "stock"),
    [
        ("6s | 7s | 8s | 6s", ""),
        ("6s 9h | 7s | 8s | 9s", ""),
        ("6s | 7s | 8s | 9s", "Th"),
        ("6s | 7s | 8s | 9x", ""),
    ],
)
def test_a_position_that_cannot_be_is_refused(hands: str, stock: str) -> None:
    """A card in two places, unequal hands, a stock that cannot be drawn evenly, a card of no pack."""
    with pytest.raises(ValueError, match="must"):
        table(hands, stock=stock)
