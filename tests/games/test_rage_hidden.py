"""What a Rage player may know (R95): views hide the rest, and redealing the rest changes no view."""

import msgspec
import pytest

from tests.games.rage_helpers import Move, all_cards, apply_all, dealt, in_play, options, party, with_hands
from tuicards.games.rage import COLOUR_OF, RAGE, Bid, Card, State, shown_voids

TABLES = (
    (2, ""),
    (4, "bid_mode=secret rage_play=anytime round_plan=5,3"),
    (4, "bid_mode=simultaneous out_scope=trick_redraw round_plan=4"),
    (6, "teams=threes change_source=player out_scope=trick_restore round_plan=3,2"),
)


def steps_of(seats: int, chosen: str) -> list[Move]:
    return list(party(seats, options(chosen), seats))


def picture(state: State, seat: int | None) -> bytes:
    return msgspec.json.encode(RAGE.view(state, seat))


@pytest.mark.parametrize(("seats", "chosen"), TABLES)
def test_resampling_changes_no_byte_of_the_own_view(seats: int, chosen: str) -> None:
    """Hands, pile and hidden bids are others; view, hand sizes, whom the table waits for and the deck are not."""
    others = 0
    for index, step in enumerate(steps_of(seats, chosen)[::4]):
        for seat in (*range(seats), None):
            other = RAGE.resample(step.after, seat, bytes([index % 256]))
            assert picture(other, seat) == picture(step.after, seat)
            assert RAGE.to_act(other) == RAGE.to_act(step.after)
            assert [len(hand) for hand in other.hands] == [len(hand) for hand in step.after.hands]
            assert all_cards(other) == all_cards(step.after)
            assert RAGE.resample(step.after, seat, bytes([index % 256])) == other
            others += other.hands != step.after.hands and other.trump.pile != step.after.trump.pile

    assert others > 20


def test_resampling_reaches_other_hidden_bids() -> None:
    """A secret bid of another seat is replaced by any valid one; the own one stays."""
    state = dealt(["R1 R2", "R3 R4"], "G1", "bid_mode=secret round_plan=2")
    for seat, bid in enumerate((1, 2)):
        state, _ = RAGE.apply(state, seat, Bid(bid))
    seen = {RAGE.resample(state, 0, bytes([number])).bids for number in range(40)}

    assert seen == {(1, 0), (1, 1), (1, 2)}


def test_resampling_reaches_every_other_hand() -> None:
    """Each unseen card may come to any hidden place."""
    state = dealt(["R1 R2", "R3 R4"], "G1 B1 B2", "round_plan=2")
    seen = {card for number in range(400) for card in RAGE.resample(state, 0, number.to_bytes(2)).hands[1]}

    assert seen == set(COLOUR_OF) - set(state.hands[0]) - {Card("G1")}


@pytest.mark.parametrize(("seats", "chosen"), TABLES)
def test_resampling_respects_shown_voids(seats: int, chosen: str) -> None:
    """Who did not follow a colour gets no number card of it."""
    respected = 0
    for index, step in enumerate(steps_of(seats, chosen)[::3]):
        other = RAGE.resample(step.after, 0, bytes([index % 256]))
        for seat, colour in shown_voids(step.after):
            if seat != 0:
                respected += 1
                assert colour not in {COLOUR_OF[card] for card in other.hands[seat]}

    assert respected > 5


@pytest.mark.parametrize(
    ("chosen", "played", "voids"),
    [
        ("", "R7 G1 R2", {(1, "R")}),
        ("", "R7 MA OU", {(1, "R"), (2, "R")}),
        ("rage_play=anytime", "R7 MA G1", {(2, "R")}),
        ("", "BO G1 B1", {(2, "G")}),
        ("", "WI:Y R1 Y2", {(1, "Y")}),
        ("", "BO MA CH", set()),
    ],
)
def test_what_play_shows_of_a_hand(chosen: str, played: str, voids: set[tuple[int, str]]) -> None:
    """R41, R50: a card of another colour shows a void; a special card does so unless it may be played any time."""
    hands = [f"{word.split(':')[0]} OU" for word in played.split()]
    state, _ = apply_all(in_play(hands, "P", "B1", chosen=chosen), played)

    assert shown_voids(state) == voids


def test_after_a_reshuffle_the_piles_cards_are_known() -> None:
    """R64: everybody has seen them turned up, so they stay in the pile, in an unknown order."""
    state = in_play(["CH R1 R2", "R3 R4 R5", "B1 B2 B3"], "G", "", "Y3 Y4 Y5 Y6")
    state, _ = apply_all(state, "CH")
    orders = set()
    for number in range(20):
        other = RAGE.resample(state, 0, bytes([number]))
        orders.add(other.trump.pile)
        assert sorted(other.trump.pile) == sorted(state.trump.pile)
        assert sorted(other.hands[1] + other.hands[2]) == sorted(state.hands[1] + state.hands[2])

    assert len(orders) > 1


def test_a_view_names_no_card_that_is_not_seen() -> None:
    """The picture of a seat holds its own cards, none of the others' and none of the pile's."""
    state = with_hands(in_play(["R1 R2"] * 3, "G", "Y3 Y4"), ["R1 R2", "B3 B4", "P5 P6"])
    own, watching = picture(state, 0).decode(), picture(state, None).decode()

    assert "R1" in own
    for card in ("B3", "B4", "P5", "P6", "Y3", "Y4"):
        assert card not in own
        assert card not in watching
    assert "R1" not in watching


def test_a_view_survives_its_plain_form() -> None:
    """What goes over the wire comes back equal."""
    for step in steps_of(4, "round_plan=3,2"):
        view = RAGE.view(step.after, step.seat)
        assert msgspec.convert(msgspec.to_builtins(view), RAGE.view_type) == view
