"""Each worked example of the rules page (section 7), under its id."""

from collections import Counter
from itertools import takewhile

import msgspec
import pytest

from tests.games.rage_helpers import (
    a_setup,
    a_sheet,
    all_cards,
    apply_all,
    bid_all,
    cards,
    dealt,
    in_play,
    last_trick,
    one_trick,
    options,
    party,
    playable,
    scored,
    with_hands,
)
from tuicards.errors import BadOptions, IllegalMove
from tuicards.games.api import Event
from tuicards.games.rage import (
    DECKS,
    RAGE,
    Bid,
    BidMade,
    BidsShown,
    Card,
    Play,
    RoundScored,
    Sheet,
    State,
    TrickWon,
    start_round,
)

SEATS = "ABCDEF"

LEGAL = [
    pytest.param("G", "R7", "R2 R14 G9 WI", "", "R2 R14", id="L1"),
    pytest.param("G", "R7", "G9 B3 MA WI", "", "G9 B3 MA WI", id="L2"),
    pytest.param("G", "R7", "R0 CH OU", "", "R0", id="L3"),
    pytest.param("G", "R7", "R0 G5 CH", "rage_play=anytime", "R0 CH", id="L4"),
    pytest.param("G", "R7", "G5 CH", "rage_play=anytime", "G5 CH", id="L5"),
    pytest.param("G", "", "R2 G4 WI MA", "", "R2 G4 WI MA", id="L6"),
    pytest.param("R", "BO", "R2 G9 CH", "", "R2 G9 CH", id="L7"),
    pytest.param("R", "BO O7", "O1 R15", "", "O1", id="L8"),
    pytest.param("R", "BO O7", "P4 R15 MA", "", "P4 R15 MA", id="L9"),
    pytest.param("R", "BO CH", "R2 Y9", "", "R2 Y9", id="L10"),
    pytest.param("R", "BO CH Y5", "R2 Y9", "", "Y9", id="L11"),
    pytest.param("G", "WI:Y", "Y0 R15", "", "Y0", id="L12"),
    pytest.param("G", "WI:Y", "R15 MA", "", "R15 MA", id="L13"),
    pytest.param("G", "BO WI:P", "P3 R8", "", "P3", id="L14"),
    pytest.param("R", "R8", "R1 WI", "", "R1", id="L15"),
    pytest.param("G", "R8", "WI WI B4", "", "WI B4", id="L16"),
    pytest.param("B", "G5 CH", "G2 B9", "", "G2", id="L17"),
    pytest.param("G", "WI:G", "G0 B9", "", "G0", id="L18"),
    pytest.param("none", "R5", "R1 OU", "", "R1", id="L19"),
    pytest.param("G", "R7 WI:B", "B3 R1", "", "R1", id="L20"),
]

TRICKS = [
    pytest.param("G", "R7 R12 R3", "", "", "B", "G", 0, id="T1"),
    pytest.param("G", "R7 R12 G0", "", "", "C", "G", 0, id="T2"),
    pytest.param("G", "R7 B15 R3", "", "", "A", "G", 0, id="T3"),
    pytest.param("G", "R7 G3 G11", "", "", "C", "G", 0, id="T4"),
    pytest.param("R", "R4 R9 B15 R2", "", "", "B", "R", 0, id="T5"),
    pytest.param("R", "BO O7 R15", "", "", "C", "R", 5, id="T6"),
    pytest.param("R", "OU Y5 WI:Y", "", "", "C", "none", 0, id="T7"),
    pytest.param("G", "R7 MA R2", "", "", "A", "G", -5, id="T8"),
    pytest.param("G", "R15 WI:R R3", "", "", "B", "G", 0, id="T9"),
    pytest.param("G", "R15 G15 WI:G", "", "", "C", "G", 0, id="T10"),
    pytest.param("G", "R15 WI:B R3", "", "", "A", "G", 0, id="T11"),
    pytest.param("G", "WI:R R15 R3", "", "", "A", "G", 0, id="T12"),
    pytest.param("G", "WI:R G0 R3", "", "", "B", "G", 0, id="T13"),
    pytest.param("G", "WI:G G15 G3", "", "", "A", "G", 0, id="T14"),
    pytest.param("G", "R7 WI:G WI:G", "", "", "B", "G", 0, id="T15"),
    pytest.param("G", "R7 WI:G WI:G", "", "two_wilds=last", "C", "G", 0, id="T16"),
    pytest.param("G", "R7 WI:R WI:G", "", "", "C", "G", 0, id="T17"),
    pytest.param("G", "WI:R WI:R R15", "", "", "A", "G", 0, id="T19"),
    pytest.param("G", "BO MA CH", "B4", "", "A", "B", 0, id="T20"),
    pytest.param("G", "MA OU", "", "", "A", "none", -5, id="T21"),
    pytest.param("G", "BO WI:P MA", "", "", "B", "G", 0, id="T22"),
    pytest.param("G", "OU CH Y0", "Y2", "", "C", "Y", 0, id="T23"),
    pytest.param("G", "MA BO OU P0", "", "", "D", "none", 0, id="T24"),
    pytest.param("G", "R7 B4 CH", "B2", "", "B", "B", 0, id="T25"),
    pytest.param("G", "R7 G3 CH", "P9", "", "A", "P", 0, id="T27"),
    pytest.param("G", "R7 G3 CH", "G10", "", "B", "G", 0, id="T28"),
    pytest.param("G", "R7 B4 CH", "MA OU B2", "", "B", "B", 0, id="T30"),
    pytest.param("G", "R7 G3 OU", "", "", "A", "none", 0, id="T31"),
    pytest.param("G", "R7 G3 OU CH", "G8", "", "B", "G", 0, id="T32"),
    pytest.param("G", "R7 B4 CH OU", "B2", "", "A", "none", 0, id="T33"),
    pytest.param("none", "R7 G15 R2", "", "", "A", "none", 0, id="T34"),
    pytest.param("none", "R7 OU G15", "", "", "A", "none", 0, id="T35"),
    pytest.param("none", "R7 B9 CH", "B3", "", "B", "B", 0, id="T36"),
    pytest.param("G", "R7 WI:G CH", "P9", "", "A", "P", 0, id="T37"),
    pytest.param("G", "R7 WI:R G15 CH", "R0", "", "B", "R", 0, id="T38"),
    pytest.param("G", "CH R9 Y0", "Y3", "", "C", "Y", 0, id="T39"),
    pytest.param("G", "R7 G3 OU", "", "out_scope=trick_restore", "A", "G", 0, id="T40"),
    pytest.param("G", "R7 G3 OU", "MA P6", "out_scope=trick_redraw", "A", "P", 0, id="T41"),
    pytest.param("G", "R7 B4 OU CH", "B2", "out_scope=trick_restore", "B", "B", 0, id="T42"),
    pytest.param("G", "R7 B4 CH OU", "B2", "out_scope=trick_restore", "A", "B", 0, id="T43"),
    pytest.param("G", "R7 B4 OU CH", "B2 Y1", "out_scope=trick_redraw", "B", "B", 0, id="T44"),
    pytest.param("G", "R7 BO BO MA", "", "", "A", "G", 5, id="T45"),
    pytest.param("R", "WI:R R15 R14", "", "", "A", "R", 0, id="T46"),
    pytest.param("G", "R7 CH:B B4", "", "change_source=player", "C", "B", 0, id="T49"),
    pytest.param("G", "R7 B4 CH CH", "B2 Y9", "", "A", "Y", 0, id="T50"),
]

SCORES = [
    pytest.param(10, 0, 0, 0, 0, 5, 10, 5, id="S1"),
    pytest.param(10, 0, 1, 0, 0, 1, -4, 1, id="S2"),
    pytest.param(4, 2, 2, 0, 0, 12, 12, 12, id="S3"),
    pytest.param(4, 2, 1, 0, 0, 1, -4, 1, id="S4"),
    pytest.param(4, 1, 1, 1, 0, 16, 16, 16, id="S5"),
    pytest.param(7, 3, 3, 0, 1, 8, 8, 8, id="S6"),
    pytest.param(3, 0, 1, 0, 1, -4, -9, -4, id="S7"),
    pytest.param(1, 1, 0, 0, 0, 0, -5, 0, id="S8"),
    pytest.param(1, 1, 1, 0, 0, 11, 11, 11, id="S9"),
    pytest.param(1, 0, 0, 0, 0, 5, 10, 5, id="S10"),
    pytest.param(10, 10, 10, 0, 0, 20, 20, 30, id="S11"),
    pytest.param(5, 5, 5, 2, 2, 15, 15, 20, id="S12"),
    pytest.param(5, 4, 5, 0, 0, 5, 0, 10, id="S13"),
    pytest.param(6, 3, 2, 2, 0, 12, 7, 12, id="S14"),
    pytest.param(9, 2, 4, 0, 2, -6, -11, -6, id="S15"),
]


def after_plays(trump: str, played: str, hand: str, chosen: str = "", pile: str = "B1 B2 B3") -> State:
    """A trick in which cards lie already and the last seat, with this hand, is to play."""
    earlier = [f"{word.split(':')[0]} MA" for word in played.split()]
    state = in_play([*earlier, hand] if earlier else [hand, "MA"], trump, pile, chosen=chosen)
    return apply_all(state, played)[0]


@pytest.mark.parametrize(("trump", "played", "hand", "chosen", "legal"), LEGAL)
def test_legal(trump: str, played: str, hand: str, chosen: str, legal: str) -> None:
    """Section 7.1: exactly these cards may be played; each of them applies, every other one is refused."""
    state = after_plays(trump, played, hand, chosen)

    assert sorted(playable(state)) == sorted(legal.split())
    for card in set(hand.split()) - set(legal.split()):
        with pytest.raises(IllegalMove, match="must_follow"):
            RAGE.apply(state, state.turn, RAGE.parse_move(f"{card}:R" if card == "WI" else card))
    for move in RAGE.legal(state, state.turn):
        RAGE.apply(state, state.turn, move)


@pytest.mark.parametrize(
    ("played", "hand", "seat", "move", "code"),
    [
        pytest.param("B7", "WI R1", 1, Play(Card("WI")), "wild_needs_colour", id="L21"),
        pytest.param("B7", "WI R1", 1, Play(Card("R1"), "R"), "colour_not_allowed", id="L22"),
        pytest.param("B7", "WI R1", 1, Play(Card("R2")), "card_not_in_hand", id="L23"),
        pytest.param("B7", "WI R1", 0, Play(Card("MA")), "not_your_turn", id="L24"),
        pytest.param("R7", "R0 CH", 1, Play(Card("CH")), "must_follow", id="L25"),
    ],
)
def test_rejected(played: str, hand: str, seat: int, move: Play, code: str) -> None:
    """Section 7.1: the action is refused by name and the state is as it was."""
    state = after_plays("G", played, hand)
    before = msgspec.json.encode(state)

    with pytest.raises(IllegalMove) as refusal:
        RAGE.apply(state, seat, move)

    assert refusal.value.code == code
    assert msgspec.json.encode(state) == before


@pytest.mark.parametrize(("trump", "played", "pile", "chosen", "winner", "after", "captured"), TRICKS)
def test_trick(trump: str, played: str, pile: str, chosen: str, winner: str, after: str, captured: int) -> None:
    """Section 7.2: who wins the trick and leads next, the next trick's trump, what is captured."""
    state, won, _ = one_trick(played, trump, pile, chosen)

    assert SEATS[won.seat] == winner
    assert state.turn == won.seat
    assert state.trump.colour == (None if after == "none" else after)
    assert 5 * (state.bonus[won.seat] - state.mad[won.seat]) == captured
    assert sum(state.taken) == state.taken[won.seat] == 1


FUNDEX_TRICKS = [("R7 OU R9", "ABC"), ("R8 G15 Y0", "CAB")]


@pytest.mark.parametrize(
    ("tricks", "pile", "chosen", "winners", "trumps"),
    [
        pytest.param(FUNDEX_TRICKS, "Y4", "", "CC", "--", id="Q1"),
        pytest.param(FUNDEX_TRICKS, "Y4", "out_scope=trick_restore", "CA", "GG", id="Q2"),
        pytest.param(FUNDEX_TRICKS, "Y4", "out_scope=trick_redraw", "CB", "YY", id="Q3"),
        pytest.param(
            [*FUNDEX_TRICKS[:1], ("R8 CH P0", "CAB"), ("R1 P2 R10", "BCA")], "P3", "", "CBC", "-PP", id="Q4"
        ),
    ],
)
def test_tricks(tricks: list[tuple[str, str]], pile: str, chosen: str, winners: str, trumps: str) -> None:
    """Section 7.3: the winner leads on. Each trick's cards are dealt afresh, with a filler for a trick to come."""
    state = in_play(["MA MA"] * 3, "G", pile, chosen=chosen)
    for (played, order), winner, trump in zip(tricks, winners, trumps, strict=True):
        held = {seat: f"{card} MA" for seat, card in zip(order, played.split(), strict=True)}
        state, _ = apply_all(with_hands(state, [held[seat] for seat in "ABC"]), played)
        assert SEATS[state.turn] == winner
        assert (state.trump.colour or "-") == trump


@pytest.mark.parametrize(
    ("played", "turned", "trump", "winner", "from_pile"),
    [
        pytest.param("R7 B4 CH", "OU Y3", "Y", "A", "G1 MA OU Y3", id="Q5"),
        pytest.param("R7 G4 CH", "OU", "G", "B", "G1 MA OU", id="Q6"),
    ],
)
def test_empty_pile(played: str, turned: str, trump: str, winner: str, from_pile: str) -> None:
    """Section 7.3: a used-up pile is made anew from the turned-up cards; without number cards trump stays (R64)."""
    state = in_play([f"{card} MA" for card in played.split()], "G", "MA", turned, card="G1")
    after, _ = apply_all(state, played)

    assert after.trump.colour == trump
    assert SEATS[after.turn] == winner
    assert after.trump.card == ("Y3" if trump == "Y" else "G1")
    assert sorted((*after.trump.turned, *after.trump.pile, after.trump.card)) == sorted(cards(from_pile))


@pytest.mark.parametrize("points", [pytest.param({"fundex": (1, 12, 16), "flat": (-4, 12, 16)}, id="G1")])
def test_round(points: dict[str, tuple[int, ...]]) -> None:
    """Section 7.3: the whole round of four cards, from the stacked deck to the score and the next deal."""
    hands = ["G12 Y8 BO Y5", "P3 Y11 O7 WI", "G2 CH R15 OU"]
    for scoring, expected in points.items():
        state = bid_all(dealt(hands, "MA G8 MA R1", f"round_plan=4,3 scoring={scoring}"), (2, 2, 1))
        assert (state.trump.colour, state.trump.turned) == ("G", cards("MA"))
        after, events = apply_all(state, "G12 P3 G2 Y8 Y11 CH O7 R15 BO OU Y5 WI:Y")
        lines = scored(events).lines
        assert [event.seat for event in events if isinstance(event, TrickWon)] == [0, 1, 2, 1]
        assert tuple(line.points for line in lines) == expected
        assert tuple((line.taken, line.bonus, line.mad) for line in lines) == ((1, 0, 0), (2, 0, 0), (1, 1, 0))
        assert (after.round.dealer, after.turn, after.round.hand_size) == (0, 1, 3)


@pytest.mark.parametrize(
    ("pile", "turned", "trump"),
    [pytest.param("OU WI G8", "OU WI", "G8", id="D1"), pytest.param("R0", "", "R0", id="D2")],
)
def test_turn_up(pile: str, turned: str, trump: str) -> None:
    """Section 7.4: the first number card of the pile is trump; special cards above it are set aside."""
    state = dealt(["B1 B2", "B3 B4"], pile, "round_plan=2")

    assert state.trump.card == trump
    assert state.trump.colour == trump[0]
    assert state.trump.turned == cards(turned)


@pytest.mark.parametrize("dealer", [pytest.param(0, id="D3")])
def test_dealer_and_turns(dealer: int) -> None:
    """Section 7.4: bids go round from the dealer's left, who also leads; the deal passes to the left."""
    chosen = options(f"first_dealer={dealer}")
    steps = list(party(4, chosen, 1))
    bids = [step.seat for step in takewhile(lambda step: step.before.phase == "bid", steps)]
    dealers = {step.before.round.number: step.before.round.dealer for step in steps}

    assert bids == [1, 2, 3, 0]
    assert steps[4].seat == 1
    assert (dealers[2], dealers[10]) == (1, 1)


@pytest.mark.parametrize(
    ("plan", "sizes"),
    [
        pytest.param("down", [10, 9, 8, 7, 6, 5, 4, 3, 2, 1], id="D4"),
        pytest.param("down_up", [*range(10, 0, -1), *range(2, 11)], id="D12"),
    ],
)
def test_round_plan(plan: str, sizes: list[int]) -> None:
    """Section 7.4: the hand size of each round; as many tricks; the dealer rotates to the end."""
    steps = list(party(3, options(f"round_plan={plan} first_dealer=2"), 1))
    rounds = {step.before.round.number: step.before.round for step in steps}
    tricks = sum(isinstance(event, TrickWon) for step in steps for event in step.events)

    assert [this.hand_size for this in rounds.values()] == sizes
    assert tricks == sum(sizes)
    assert [this.dealer for this in rounds.values()] == [(2 + number) % 3 for number in range(len(sizes))]
    assert all(
        {len(hand) for hand in step.before.hands} == {step.before.round.hand_size}
        for step in steps
        if step.before.phase == "bid"
    )


def five_cards(chosen: str = "", seats: int = 4) -> State:
    """The start of a round of five cards."""
    setup = a_setup(seats, options(f"round_plan=5 {chosen}"))
    return start_round(setup, a_sheet(setup), 1, DECKS["fundex110"])[0]


@pytest.mark.parametrize("bids", [pytest.param((5, 5, 5, 5), id="D5")])
def test_bids_are_free(bids: tuple[int, ...]) -> None:
    """Section 7.4: the sum of the bids is not restricted."""
    assert bid_all(five_cards(), bids).bids == bids


@pytest.mark.parametrize("bids", [pytest.param((-1, 6), id="D6")])
def test_bids_out_of_range(bids: tuple[int, ...]) -> None:
    """Section 7.4: a bid below 0, above the hand size, or not a number is refused."""
    state = five_cards()
    for bid in bids:
        with pytest.raises(IllegalMove) as refusal:
            RAGE.apply(state, state.turn, Bid(bid))
        assert refusal.value.code == "bid_out_of_range"
        assert refusal.value.params == {"low": 0, "high": 5}
    with pytest.raises(IllegalMove, match="bad_move"):
        RAGE.parse_move("pass")


@pytest.mark.parametrize("tricks", [pytest.param((2, 3), id="D7")])
def test_a_bid_is_binding(tricks: tuple[int, int]) -> None:
    """Section 7.4: nobody bids twice or changes a bid, neither in the bidding nor later."""
    first, second = tricks
    state = bid_all(five_cards(), (first,))
    with pytest.raises(IllegalMove, match="already_bid"):
        RAGE.apply(state, 0, Bid(second))
    playing = bid_all(state, (1, 1, 1))
    with pytest.raises(IllegalMove, match="wrong_phase"):
        RAGE.apply(playing, 0, Bid(second))

    assert playing.bids[0] == first


@pytest.mark.parametrize(
    ("hand_size", "cases"),
    [
        pytest.param(5, [((2, 1, 1), [0, 2, 3, 4, 5])], id="D8"),
        pytest.param(5, [((3, 2, 1), [0, 1, 2, 3, 4, 5])], id="D9"),
        pytest.param(1, [((0, 0), [0]), ((1, 0), [1])], id="D10"),
    ],
)
def test_hook(hand_size: int, cases: list[tuple[tuple[int, ...], list[int]]]) -> None:
    """Section 7.4: the last bidder may not make the bids add up to the hand size; no other number is forbidden."""
    for earlier, allowed in cases:
        setup = a_setup(len(earlier) + 1, options(f"hook=last_bidder round_plan={hand_size}"))
        state = bid_all(start_round(setup, a_sheet(setup), 1, DECKS["fundex110"])[0], earlier)
        assert [move.tricks for move in RAGE.legal(state, state.turn) if isinstance(move, Bid)] == allowed
        forbidden = set(range(hand_size + 1)) - set(allowed)
        assert RAGE.view(state, None).forbidden_bid == next(iter(forbidden), None)
        for tricks in forbidden:
            with pytest.raises(IllegalMove, match="bid_forbidden_by_hook"):
                RAGE.apply(state, state.turn, Bid(tricks))


@pytest.mark.parametrize("bids", [pytest.param((1, 0, 1), id="D11")])
def test_secret_bids(bids: tuple[int, ...]) -> None:
    """Section 7.4: a secret bid is seen by its owner only until the last trick is taken, then shown and scored."""
    state = dealt(["R1 R2", "R3 R4", "R5 R6"], "G1", "bid_mode=secret round_plan=2")
    for seat, tricks in enumerate(bids):
        state, events = RAGE.apply(state, seat, Bid(tricks))
        assert events == (BidMade(seat),)
    seen: list[Event] = []
    while state.phase == "play":
        for eye in (*range(3), None):
            known = RAGE.view(state, eye).bids
            assert known == tuple(bid if eye == seat else None for seat, bid in enumerate(bids))
        state, events = RAGE.apply(state, state.turn, RAGE.legal(state, state.turn)[0])
        seen += events

    order = [type(event) for event in seen]
    assert [event for event in seen if isinstance(event, BidsShown)] == [BidsShown(bids)]
    assert order.index(BidsShown) == order.index(RoundScored) - 1
    assert order[order.index(BidsShown) - 1] is TrickWon


@pytest.mark.parametrize("seats", [pytest.param(7, id="D13")])
def test_seven_players(seats: int) -> None:
    """Section 7.4: seven players need `extended_players`; then 40 cards are left."""
    with pytest.raises(BadOptions, match="too_many_seats"):
        RAGE.new(seats, b"", options())
    state = RAGE.new(seats, b"", options("extended_players=on"))

    assert len(all_cards(state)) - seats * 10 == 40


@pytest.mark.parametrize(
    "counts",
    [pytest.param({"fundex110": (96, 2, 2, 2, 4, 4), "amigo112": (96, 2, 3, 3, 4, 4)}, id="D14")],
)
def test_deck(counts: dict[str, tuple[int, ...]]) -> None:
    """Section 7.4: number cards, all distinct, and the copies of WI, BO, MA, CH, OU, by edition."""
    for edition, (numbers, *copies) in counts.items():
        deck = Counter(DECKS[edition])
        assert [deck.pop(card) for card in cards("WI BO MA CH OU")] == copies
        assert len(deck) == sum(deck.values()) == numbers


@pytest.mark.parametrize(
    ("hand_size", "bid", "tricks", "bonus", "mad", "fundex", "flat", "sweep"),
    SCORES,
)
def test_score(
    hand_size: int, bid: int, tricks: int, bonus: int, mad: int, fundex: int, flat: int, sweep: int
) -> None:
    """Section 7.5: the points of one player in one round, under the three scorings."""
    expected = {"scoring=fundex": fundex, "scoring=flat": flat, "scoring=fundex sweep=double": sweep}
    for chosen, points in expected.items():
        _, events = last_trick((bid, 0), (tricks, hand_size - tricks), hand_size, chosen, (bonus, 0), (mad, 0))
        line = scored(events).lines[0]
        assert (line.bid, line.taken, line.bonus, line.mad) == (bid, tricks, bonus, mad)
        assert line.points == line.total == points


@pytest.mark.parametrize(
    ("teams", "hand_size", "bids", "tricks", "lines"),
    [
        pytest.param("pairs", 5, (2, 1, 1, 1), (0, 1, 3, 1), [(3, 3, 13), (2, 2, 12)], id="M1"),
        pytest.param("pairs", 5, (2, 1, 1, 1), (2, 2, 1, 0), [(3, 3, 13), (2, 2, 12)], id="M2"),
        pytest.param("threes", 4, (1, 0, 1, 1, 0, 1), (0, 1, 1, 0, 1, 1), [(2, 2, 12), (2, 2, 12)], id="M5"),
    ],
)
def test_team_round(
    teams: str, hand_size: int, bids: tuple[int, ...], tricks: tuple[int, ...], lines: list[tuple[int, int, int]]
) -> None:
    """Section 7.6: team bids and tricks are sums; the members' own bids do not matter."""
    _, events = last_trick(bids, tricks, hand_size, f"teams={teams}")

    assert [(line.bid, line.taken, line.points) for line in scored(events).lines] == lines


@pytest.mark.parametrize(
    ("bids", "tricks", "bonus", "mad", "points"),
    [
        pytest.param((0, 3, 0, 2), (0, 3, 0, 2), 0, 0, {"fundex": 5, "flat": 10}, id="M3"),
        pytest.param((1, 2, 1, 2), (1, 2, 0, 2), 1, 1, {"fundex": 1, "flat": -4}, id="M4"),
    ],
)
def test_team_points(
    bids: tuple[int, ...], tricks: tuple[int, ...], bonus: int, mad: int, points: dict[str, int]
) -> None:
    """Section 7.6: the bonus for a bid is given once a team; captured cards count for the team."""
    for scoring, expected in points.items():
        _, events = last_trick(bids, tricks, 5, f"teams=pairs scoring={scoring}", (bonus, 0, 0, 0), (mad, 0, 0, 0))
        assert scored(events).lines[0].points == expected


@pytest.mark.parametrize(
    ("exact", "ranks"),
    [pytest.param((6, 5, 9), (1, 2, 3), id="M6"), pytest.param((6, 6, 9), (1, 1, 3), id="M7")],
)
def test_party_end(exact: tuple[int, int, int], ranks: tuple[int, ...]) -> None:
    """Section 7.6: equal totals are parted by the rounds with an exact bid, else the win is shared."""
    met = (1, 1, 0)
    sheet = Sheet((77, 83, 70), tuple(count - now for count, now in zip(exact, met, strict=True)))
    state, _ = last_trick((1, 0, 1), (1, 0, 0), 1, sheet=sheet)
    outcome = RAGE.outcome(state)

    assert state.sheet.totals == (88, 88, 70)
    assert state.sheet.exact == exact
    assert outcome is not None
    assert outcome.ranks == ranks
    assert outcome.result.code == ("party_won" if ranks == (1, 2, 3) else "party_shared")


@pytest.mark.parametrize("seats", [pytest.param(5, id="M9")])
def test_teams_refused(seats: int) -> None:
    """Section 7.6: five players cannot play in pairs."""
    with pytest.raises(BadOptions, match="teams_need_seats"):
        RAGE.new(seats, b"", options("teams=pairs"))
