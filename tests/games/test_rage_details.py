"""Rage where the worked examples say nothing: what a refusal repeats, the seats, and where a new pile comes from."""

import pytest

from tests.games.rage_helpers import SEED, apply_all, cards, in_play, options, party
from tuicards.errors import BadOptions, IllegalMove
from tuicards.games.cards import Dice
from tuicards.games.rage import DECKS, RAGE, Bid


def test_of_a_wrong_text_the_beginning_is_repeated() -> None:
    """Forty characters, in moves and in options."""
    text = "0123456789" * 9
    with pytest.raises(IllegalMove) as move:
        RAGE.parse_move(text)
    with pytest.raises(BadOptions) as option:
        RAGE.parse_options({"round_plan": text})

    assert move.value.params["text"] == option.value.params["value"] == text[:40]


def test_two_to_eight_may_play_and_four_usually_do() -> None:
    """R10."""
    assert (RAGE.usual_seats, list(RAGE.seats)) == (4, [2, 3, 4, 5, 6, 7, 8])


def test_a_new_pile_is_the_next_stream_of_its_round() -> None:
    """R64: an old record is dealt the same cards again, for as long as the version of the rules stands."""
    state = in_play(["CH R1 R2", "R3 R4 R5"], "G", "", "Y3 Y4 Y5 Y6")
    expected = Dice(SEED, 1, 1).shuffled(cards("Y3 Y4 Y5 Y6"))
    after, _ = apply_all(state, "CH")

    assert after.trump.card == expected[0]
    assert after.trump.pile == expected[1:]
    assert after.trump.reshuffles == 1


def test_a_party_is_dealt_from_the_streams_that_its_seed_names() -> None:
    """Stream 0 says who deals first, stream 1 is the deck of round 1, from the dealer's left, one card at a time."""
    for number in range(6):
        seed = bytes([number])
        state = RAGE.new(4, seed, RAGE.parse_options({"round_plan": "3"}))
        deck = Dice(seed, 1).shuffled(DECKS["fundex110"])

        assert state.round.dealer == Dice(seed, 0).below(4)
        assert sorted(state.hands[(state.round.dealer + 1) % 4]) == sorted(deck[0:12:4])
        assert sorted(state.hands[state.round.dealer]) == sorted(deck[3:12:4])


def test_the_longest_hand_can_be_bid_whole() -> None:
    """R21: from nothing to every trick, for two with 47 cards each."""
    state = RAGE.new(2, SEED, RAGE.parse_options({"round_plan": "47"}))

    assert [move.tricks for move in RAGE.legal(state, state.turn) if isinstance(move, Bid)] == list(range(48))


def test_a_hundred_rounds_are_the_most() -> None:
    """One more is refused as a value that the option does not take."""
    longest = RAGE.parse_options({"round_plan": ",".join("1" * 100)})
    RAGE.check(4, longest)
    assert len(longest.round_plan) == 100
    with pytest.raises(BadOptions):
        RAGE.parse_options({"round_plan": ",".join("1" * 101)})


def test_each_round_has_a_stream_of_its_own() -> None:
    """Stream 2 is the deck of round 2, dealt from the next dealer's left."""
    steps = list(party(3, options("round_plan=1,2"), 5))
    state = next(step.after for step in steps if step.after.round.number == 2)
    deck = Dice(state.setup.seed, 2).shuffled(DECKS["fundex110"])

    assert sorted(state.hands[(state.round.dealer + 1) % 3]) == sorted(deck[0:6:3])
