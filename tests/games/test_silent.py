"""What each game plays for a seat whose time is up."""

import pytest

from tests.games import goat_helpers, rage_helpers
from tuicards.games.goat import GOAT, Suit
from tuicards.games.goat.silent import cheapest_first
from tuicards.games.rage import RAGE

OTHERS = "6s 7s 8s 9s | 6h 7h 8h 9h | 6d 7d 8d 9d"


# ---- goat: F6


@pytest.mark.parametrize(
    ("hand", "trump", "order"),
    [
        ("As Ts Ks Qs Js 9s 8s", "d", "8s 9s Js Qs Ks Ts As"),
        ("9h 8d 7c 6s", "d", "6s 7c 9h 8d"),
        ("6s 6h 6d 6c", "h", "6c 6d 6s 6h"),
        ("Js Jh Jd Jc", "c", "Jd Jh Js Jc"),
        ("6d Js", "d", "6d Js"),
        ("9d 6d 9c", "d", "9c 6d 9d"),
    ],
)
def test_a_hand_is_in_order_by_points_then_trump_then_strength_then_suit(hand: str, trump: Suit, order: str) -> None:
    """Points first, trump last among cards worth the same, the weaker first, and clubs before diamonds and so on."""
    assert cheapest_first(goat_helpers.cards(hand), trump) == goat_helpers.cards(order)


@pytest.mark.parametrize(
    ("hand", "played"), [("Kc 9c Ah Jd", "lead 9c"), ("6c 7c 8c 9c", "lead 6c"), ("Ks Js Ts Kc", "lead Js")]
)
def test_a_silent_leader_leads_the_cheapest_card_alone(hand: str, played: str) -> None:
    """One card, and never a molodka, though it be a hand of one suit."""
    state = goat_helpers.table(f"{hand} | {OTHERS}", trump="s")

    assert GOAT.format_move(GOAT.time_out(state, 0)) == played


@pytest.mark.parametrize(
    ("lead", "hand", "played"),
    [
        ("6s", "Ac Kc Jd 9d", "pass 9d"),
        ("6s 7s", "Ac Kc Jd 9d", "pass 9d Jd"),
        ("6s 7s 8s", "Ac Kc Jd 9d", "pass 9d Jd Kc"),
        ("6s 7s 8s 9s", "Ac Kc Jd 9d", "pass 9d Jd Kc Ac"),
        ("6s", "6h 7h Jh Js", "pass 6h"),
        ("6s", "Js Jh Jd Jc", "pass Jc"),
        ("6s", "6d 7d 8d 9d", "pass 6d"),
    ],
)
def test_a_silent_responder_passes_the_cheapest_cards(lead: str, hand: str, played: str) -> None:
    """As many as were led; never a beat, though it could, and never a molodka."""
    hands = f"6s 7s 8s 9s | {hand} | Qs Ks Ts As | Qh Kh Th Ah"
    state, _ = goat_helpers.play(goat_helpers.table(hands, trump="s"), f"0 lead {lead}")

    assert GOAT.format_move(GOAT.time_out(state, 1)) == played


@pytest.mark.parametrize(
    ("hand", "played"),
    [("As Ts 9d 6c", "beat Ts"), ("7s 9d 8s Js", "beat 7s"), ("6c 7c Jd Qd", "pass 6c")],
)
def test_where_passing_is_forbidden_the_cheapest_beat_is_made(hand: str, played: str) -> None:
    """Under `must_beat` alone, and there only by who can beat."""
    hands = f"6s 6h 7h 8h | {hand} | Qs Ks 9h Jh | Qh Kh Th Ah"
    state, _ = goat_helpers.play(goat_helpers.table(hands, trump="h", rules="must_beat=on"), "0 lead 6s")

    assert GOAT.format_move(GOAT.time_out(state, 1)) == played


# ---- rage


@pytest.mark.parametrize(
    ("hand", "trick", "played"),
    [
        ("R7 G3 B3 WI", "", "G3"),
        ("R7 BO G15", "R5", "R7"),
        ("WI OU MA BO CH", "", "BO"),
        ("WI OU MA CH", "", "MA"),
        ("WI OU CH", "", "CH"),
        ("WI OU", "", "OU"),
        ("WI", "", "WI:R"),
        ("P0 WI R15", "B9", "P0"),
    ],
)
def test_a_silent_player_of_rage_plays_the_lowest_card(hand: str, trick: str, played: str) -> None:
    """Number cards by rank and then by colour, special cards only where there is no other, the Wild last."""
    count = len(hand.split())
    state = rage_helpers.in_play([f"{trick or 'R1'}" + " MA" * (count - 1), hand], "G")
    seat = 0
    if trick:
        state, _ = rage_helpers.apply_all(state, trick)
        seat = 1
    else:
        state = rage_helpers.with_hands(state, [hand, "R1" + " MA" * (count - 1)])

    assert RAGE.format_move(RAGE.time_out(state, seat)) == played


def test_a_change_that_names_a_colour_names_red() -> None:
    """Where the option lets players name it."""
    state = rage_helpers.in_play(["CH WI", "R1 R2"], "G", chosen="change_source=player")

    assert RAGE.format_move(RAGE.time_out(state, 0)) == "CH:R"


@pytest.mark.parametrize(("bids", "played"), [((1,), "bid 0"), ((2,), "bid 1"), ((0,), "bid 0")])
def test_a_silent_bidder_makes_the_lowest_bid_that_is_allowed(bids: tuple[int, ...], played: str) -> None:
    """The hook may forbid 0."""
    state = rage_helpers.dealt(["R1 R2", "G1 G2"], "B5", "hook=last_bidder round_plan=2", dealer=1)
    state = rage_helpers.bid_all(state, bids)

    assert RAGE.format_move(RAGE.time_out(state, state.turn)) == played
