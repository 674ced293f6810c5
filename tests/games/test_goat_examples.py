"""The worked examples of the rules page for cards, tricks, the deal and molodka, each under its id."""

from typing import NamedTuple

import pytest

from tests.games.goat_helpers import cards, cards_in, events_of, heard, play, refusal, seen, table
from tuicards.games.api import Event
from tuicards.games.goat import (
    DECK,
    GOAT,
    Drew,
    GameEnded,
    GameScore,
    Lead,
    Led,
    MolodkaDeclared,
    Options,
    Party,
    Pass,
    Returned,
    State,
    Suit,
    TrickWon,
    beats,
    begin_game,
    points,
)

# ---- 9.1 card against card and set against set -------------------------------------------------------

SETS = {
    "B1": ["7h < 9h"],
    "B2": ["Qc < Tc"],
    "B3": ["Ks < Ts", "Ts ! Ks"],
    "B4": ["As < 6h"],
    "B5": ["6h ! As"],
    "B6": ["Td ! As", "As ! Td"],
    "B7": ["Ah ! Th"],
    "B8": [f"{target} < {offered}" for target in ("As 6s", "6s As") for offered in ("7s 6h", "6h 7s")],
    "B9": ["9s < Js"],
    "B10": ["7s 9s < 8s Js"],
    "B11": ["7s 9s ! As 6s"],
    "B12": ["7s 9s < 6h 8s"],
    "B13": ["7s 9s ! 6h 6d"],
    "B14": ["6h 8s < 7h Js"],
    "B15": ["6h 8s ! As Ks"],
    "B16": ["6h 8s ! Ah 7s"],
    "B17": ["Ks Qs Js ! Ah 6d 6c"],
    "B18": ["As Ks Js < 8h 6h Qh"],
    "B19": ["8h 6h Qh < 9h 7h Kh"],
    "B20": ["8h 6h Qh ! 9h 7h Jh"],
    "B21": ["6h 7h 8h 9h < Jh Qh Kh Th"],
    "B22": ["6h 7h 8h 9h ! Jh Qh Kh As"],
    "B23": ["6d 7d 8d 9d < 6h Jd Qd Kd"],
    "B24": ["6c 9c Jc ! 7c 8c Ac"],
    "B25": ["Ts 6s < As 7s", "Ts 6s ! Ks Qs"],
}


@pytest.mark.parametrize("comparisons", SETS.values(), ids=SETS.keys())
def test_set(comparisons: list[str]) -> None:
    """With hearts as trump, the right set beats the left one (`<`) or does not (`!`)."""
    for comparison in comparisons:
        target, sign, offered = comparison.partition(" < ") if "<" in comparison else comparison.partition(" ! ")
        assert beats(cards(offered), cards(target), "h") == (sign == " < "), comparison


# ---- 9.2 tricks ----------------------------------------------------------------------------------------


class TrickExample(NamedTuple):
    """Hands, the plays with their refusals, who wins and how many points lie in the trick."""

    hands: str
    plays: list[str]
    winner: int
    worth: int
    trump: Suit = "d"


T1_HANDS = "Qs 7s | 9d Js | Kd 8d | 6c 6h"
T7_HANDS = "Qs 7h | 9d Js | Kd 9s | 6c 6h"
T8_HANDS = "9c 6s | 8c 6h | 7c Kh | Th As"
SET_OF_THREE = "As Ks Js | 8h 6h Qh | 9h 7h Kh | 6c 7c 8c"

TRICKS = {
    "T1": TrickExample(T1_HANDS, ["0 lead Qs 7s", "1 beat 9d Js", "2 beat Kd 8d", "3 pass 6c 6h"], 2, 9),
    "T2": TrickExample(T1_HANDS, ["0 lead Qs 7s", "1 beat 9d Js", "2 pass Kd 8d", "3 pass 6c 6h"], 1, 9),
    "T3": TrickExample(
        "Qs 7s | 9d Js | Kd 9s | 6c 6h",
        ["0 lead Qs 7s", "1 beat 9d Js", "2 beat Kd 9s!does_not_beat", "2 pass Kd 9s", "3 pass 6c 6h"],
        1,
        9,
    ),
    "T7": TrickExample(
        T7_HANDS,
        [
            "0 lead Qs",
            "2 beat Kd!not_your_turn",
            "1 beat 9d Js!wrong_count",
            "1 beat 9d",
            "2 beat 9s!does_not_beat",
            "2 beat Kd",
            "3 pass 6c",
        ],
        2,
        7,
    ),
    "T8": TrickExample(T8_HANDS, ["0 lead 9c", "1 pass 8c", "2 pass Kh", "3 pass Th"], 0, 14),
    "T9": TrickExample("9c 6s | 8c 6h | Jc Kh | Th As", ["0 lead 9c", "1 pass 8c", "2 beat Jc", "3 pass Th"], 2, 12),
    "T10": TrickExample("7c 6s | Kc 6h | Jc Kh | Th As", ["0 lead 7c", "1 pass Kc", "2 pass Kh", "3 pass Th"], 0, 18),
    "T11": TrickExample(
        "7c 6s | Kc 6h | 9c Tc | 6d As",
        ["0 lead 7c", "1 beat Kc", "2 beat 9c!does_not_beat", "2 beat Tc", "3 beat 6d"],
        3,
        14,
    ),
    "T12": TrickExample(
        "6d 6s | 9d 6h | Ac Tc | 7d As",
        ["0 lead 6d", "1 beat 9d", "2 beat Ac!does_not_beat", "2 pass Tc", "3 beat 7d!does_not_beat", "3 pass 7d"],
        1,
        10,
    ),
    "T13": TrickExample("6s 6h | 7c 7h | 8c 8h | 9c 9h", ["0 lead 6s", "1 pass 7c", "2 pass 8c", "3 pass 9c"], 0, 0),
    "T14": TrickExample("Ac 6h | 7c 7h | Ah Th | 9c 9h", ["0 lead Ac", "1 pass 7c", "2 pass Ah", "3 pass 9c"], 0, 22),
    "T15": TrickExample(
        "Ts Ks | As 6d | 7s 8s | 6c 6h", ["0 lead Ts Ks", "1 beat 6d As", "2 pass 7s 8s", "3 pass 6c 6h"], 1, 25
    ),
    "T16": TrickExample(
        SET_OF_THREE, ["0 lead As Ks Js", "1 beat 8h 6h Qh", "2 beat 9h 7h Kh", "3 pass 6c 7c 8c"], 2, 24, "h"
    ),
    "T17": TrickExample(
        SET_OF_THREE.replace("Kh", "Jh"),
        [
            "0 lead As Ks Js",
            "1 beat 8h 6h Qh",
            "2 beat 9h 7h Jh!does_not_beat",
            "2 pass 9h 7h Jh",
            "3 pass 6c 7c 8c",
        ],
        1,
        22,
        "h",
    ),
    "T18": TrickExample("6s | 7s | 8s | 9s", ["0 lead 6s", "1 beat 7s", "2 beat 8s", "3 beat 9s"], 3, 0),
    "T19": TrickExample("Ks | Ts | 8s | 9s", ["0 lead Ks", "1 pass Ts", "2 pass 8s", "3 pass 9s"], 0, 14),
}


@pytest.mark.parametrize("example", TRICKS.values(), ids=TRICKS.keys())
def test_trick(example: TrickExample) -> None:
    """The plays are accepted or refused as said; the winner gets the points and leads, maybe in the next game."""
    before = table(example.hands, trump=example.trump)
    led = len(example.plays[0].split()) - 2
    after, events = play(before, *example.plays)
    team = example.winner % 2
    ended = [event for event in events if isinstance(event, GameEnded)]
    pile = ended[0].score.points[team] if ended else points(after.deal.piles[team])
    tricks = ended[0].score.tricks if ended else after.deal.tricks

    assert events_of(events, TrickWon) == [TrickWon(example.winner, 4 * led)]
    assert pile - points(before.deal.piles[team]) == example.worth
    assert tricks == ((1, 0) if team == 0 else (0, 1))
    assert (after.turn, after.leader) == (example.winner, example.winner)
    assert len(ended) == (led == len(before.hands[0]))


REFUSED_LEADS = {
    "T4": ("Qs 7h | 9d Js | Kd 8d | 6c 6h", ["0 lead Qs 7h!mixed_suits"]),
    "T5": ("Qs 7h | 9d Js | Kd 8d | 6c 6h", ["0 lead Qs Qs!duplicate_card", "0 lead As!card_not_in_hand"]),
    "T6": ("Qs 7h | 9d Js | Kd 8d | 6c 6h", ["1 lead Js!not_your_turn", "0 pass Qs!wrong_phase"]),
}


@pytest.mark.parametrize(("hands", "plays"), REFUSED_LEADS.values(), ids=REFUSED_LEADS.keys())
def test_refused_lead(hands: str, plays: list[str]) -> None:
    """Each of these is refused with its code, and the lead is still awaited; so is a lead of nothing."""
    state, events = play(table(hands), *plays)

    assert refusal(state, 0, Lead(())) == "empty"
    assert (GOAT.view(state, 0).phase, state.turn, events) == ("lead", 0, ())


# ---- 9.3 deal and refill -------------------------------------------------------------------------------


def cites(name: str) -> pytest.MarkDecorator:
    """Names the worked example that a test plays."""
    return pytest.mark.parametrize("example", [name])


def dealt(index: int = 0, leader: int = 0) -> State:
    """A game dealt by seat 3 from the pack in order."""
    return begin_game(Party(options=Options(), seed=b"", dealer=3), leader, DECK, index)


@cites("R1")
def test_cards_are_dealt_one_at_a_time_from_the_dealers_left(example: str) -> None:
    """Four rounds from the top of the pack; the stock begins with the seventeenth card."""
    state = dealt()

    assert [set(hand) for hand in state.hands] == [
        set(cards(hand)) for hand in ("6s Js As 9h", "7s Qs 6h Jh", "8s Ks 7h Qh", "9s Ts 8h Kh")
    ]
    assert state.deal.stock[:4] == cards("Th Ah 6d 7d")


@cites("R2")
def test_the_indicator_shows_trump_and_stays_where_it_was(example: str) -> None:
    """Index 5 is 9d: diamonds are trump, and the stock is the same twenty cards in the same order."""
    state = dealt(index=5)
    view = GOAT.view(state, None)

    assert (view.indicator, view.trump, view.stock) == ("9d", "d", 20)
    assert state.deal.stock == DECK[16:]


class Refill(NamedTuple):
    """A four-card or shorter hand for each seat, the stock, and the trick that is played before the draw."""

    hands: str
    stock: str | int
    leader: int
    plays: list[str]
    drawn: dict[int, str]
    left: int
    hand_size: int


FOUR_SPADES = "6s 7s 8s 9s | 6c 7c 8c 9c | 6d 7d 8d 9d | Js Qs Ks Ts"
THREE = "6s 7s 8s | 6c 7c 8c | 6d 7d 8d | Js Qs Ks"
REFILLS = {
    "R3": Refill(
        FOUR_SPADES,
        "6h 7h 8h 9h Jh Qh Kh Th Ah As Jc Qc Kc Tc Ac Jd Qd Kd Td Ad",
        3,
        ["3 lead Js", "0 pass 6s", "1 pass 6c", "2 pass 6d"],
        {3: "6h", 0: "7h", 1: "8h", 2: "9h"},
        16,
        4,
    ),
    "R4": Refill(
        FOUR_SPADES,
        "6h 7h 8h 9h Jh Qh Kh Th Ah As Jc Qc Kc Tc Ac Jd Qd Kd Td Ad",
        3,
        ["3 lead Js Qs", "0 pass 6s 7s", "1 pass 6c 7c", "2 pass 6d 7d"],
        {3: "6h Jh", 0: "7h Qh", 1: "8h Kh", 2: "9h Th"},
        12,
        4,
    ),
    "R5": Refill(
        FOUR_SPADES,
        "8h 9h Jh Qh Kh Th Ah As",
        0,
        ["0 lead 6s 7s 8s 9s", "1 pass 6c 7c 8c 9c", "2 pass 6d 7d 8d 9d", "3 pass Js Qs Ks Ts"],
        {0: "8h Kh", 1: "9h Th", 2: "Jh Ah", 3: "Qh As"},
        0,
        2,
    ),
    "R6": Refill(
        FOUR_SPADES,
        "8h 9h Jh Qh",
        0,
        ["0 lead 6s 7s 8s", "1 pass 6c 7c 8c", "2 pass 6d 7d 8d", "3 pass Js Qs Ks"],
        {0: "8h", 1: "9h", 2: "Jh", 3: "Qh"},
        0,
        2,
    ),
    "R7": Refill(THREE, "", 0, ["0 lead 6s", "1 pass 6c", "2 pass 6d", "3 pass Js"], {}, 0, 2),
}


@pytest.mark.parametrize("example", REFILLS.values(), ids=REFILLS.keys())
def test_refill(example: Refill) -> None:
    """The winner draws first, one card a seat, round and round, until all have four or the stock is empty."""
    before = table(example.hands, trump="h", stock=example.stock, leader=example.leader)
    after, events = play(before, *example.plays)
    gone = {card for play_ in example.plays for card in play_.split()[2:]}
    got = {seat: {*after.hands[seat]} - {*before.hands[seat]} for seat in range(4)}

    assert {seat: set(cards(text)) for seat, text in example.drawn.items()} == {s: c for s, c in got.items() if c}
    assert events_of(events, Drew) == [Drew(seat, len(text.split())) for seat, text in example.drawn.items()]
    assert len(after.deal.stock) == example.left
    assert [len(hand) for hand in after.hands] == [example.hand_size] * 4
    assert not gone & {card for hand in after.hands for card in hand}


@cites("R8")
def test_the_shortest_game_has_three_tricks(example: str) -> None:
    """Leads of four, four and one play all nine cards of each seat; the leader wins 120 against no trick."""
    mine = iter(cards("6s 7s 8s 9s 6c 7c 8c 9c Jc"))
    rest = iter([card for card in DECK if card not in cards("6s 7s 8s 9s 6c 7c 8c 9c Jc")])
    deck = [next(mine) if place % 4 == 0 else next(rest) for place in range(len(DECK))]
    state = begin_game(Party(options=Options(), seed=b"", dealer=3), 0, deck, 3)
    events: tuple[Event, ...] = ()
    while not events_of(events, GameEnded):
        may = GOAT.legal(state, state.turn)
        passes = [move for move in may if isinstance(move, Pass)]
        leads = [move for move in may if isinstance(move, Lead)]
        state, more = GOAT.apply(state, state.turn, passes[0] if passes else leads[-1])
        events += more

    assert [len(led.cards) for led in events if isinstance(led, Led)] == [4, 4, 1]
    assert state.party.history == (GameScore((120, 0), (3, 0), (0, 6), (0, 6)),)


# ---- 9.4 molodka ---------------------------------------------------------------------------------------

M2_HANDS = "7c Kc 8s 9h | Ad Kd 9d 6d | Jc 6s 7s Qh | Tc 8h 6h Ts"
M4_HANDS = "7c Kc 8s 9h | 9c 6s 7s Qh | Jc Ts 8d Tc | Ad Kd 9d 6d"
M9_HANDS = "7c Kc 8s 9h | Ad Kd 9d 6d | Jc 6s Qc Th | As Ts 7s Qs"
M13_HANDS = "7c Kc 8s 9d | 6s 7s Ts As | Jh Qh Kh Td | Ad Kd 7d Qc"
UP_TO_S3 = ["0 lead 7c", "1 beat 9c", "2 pass Tc"]


def won(before: State, after: State, team: int) -> int:
    """Points that the team's pile has gained within a game."""
    return points(after.deal.piles[team]) - points(before.deal.piles[team])


@cites("M1")
def test_nothing_is_declared_over_a_lead_of_four(example: str) -> None:
    """S1 holds four diamonds, but can only pass them."""
    before = table("7c Kc 8c 9c | Ad Kd 9d 6d | Jc 6s 7s Qh | Tc 8h 6h Ts", trump="h", stock=8)
    after, _ = play(
        before,
        "0 lead 7c Kc 8c 9c",
        "1 molodka!molodka_closed",
        "1 arm!molodka_closed",
        "1 beat Ad Kd 9d 6d!does_not_beat",
        "1 pass Ad Kd 9d 6d",
    )

    assert GOAT.view(after, None).winning_cards == cards("7c 8c 9c Kc")


@cites("M2")
def test_a_molodka_gives_the_cards_back_and_leads_four(example: str) -> None:
    """7c is back with S0; S1's diamonds are the lead, S2 is to act, and nothing is counted or drawn."""
    before = table(M2_HANDS, trump="h", stock=8)
    after, events = play(before, "0 lead 7c", "1 molodka")
    view = GOAT.view(after, 2)

    assert after.hands[0] == before.hands[0]
    assert events[-1] == MolodkaDeclared(1, cards("6d 9d Kd Ad"), (Returned(0, "lead", 1, cards("7c")),))
    assert (view.needed, view.to_act, view.attempt, view.leader) == (4, (2,), 2, 0)
    assert (view.tricks, view.stock, view.counts) == ((0, 0), 8, (4, 0, 4, 4))


@cites("M3")
def test_the_winner_of_a_molodka_takes_sixteen_cards_and_draws_first(example: str) -> None:
    """Whole hands answer; S1 wins one trick worth 44, all draw a quarter of the stock, S1 leads."""
    before = table(M2_HANDS, trump="h", stock=8)
    after, events = play(
        before,
        "0 lead 7c",
        "1 molodka",
        "2 pass Jc!wrong_count",
        "2 pass Jc 6s 7s Qh",
        "3 pass Tc 8h 6h Ts",
        "0 pass 7c Kc 8s 9h",
    )

    assert won(before, after, 1) == 44
    assert after.deal.tricks == (0, 1)
    assert events_of(events, TrickWon) == [TrickWon(1, 16)]
    assert events_of(events, Drew) == [Drew(seat, 2) for seat in (1, 2, 3, 0)]
    assert (after.turn, after.leader) == (1, 1)


@cites("M4")
def test_lead_beat_and_pass_all_come_back(example: str) -> None:
    """S3's molodka cancels three plays: all hands are four again, S3 leads, S0 acts next, no trick is counted."""
    before = table(M4_HANDS, trump="h")
    after, _ = play(before, *UP_TO_S3, "3 molodka")

    assert after.hands[:3] == before.hands[:3]
    assert (after.turn, after.laid[0].seat, after.deal.tricks) == (0, 3, (0, 0))


@cites("M5")
def test_what_lay_face_down_comes_back_unseen(example: str) -> None:
    """All have seen 7c and 9c; that S2 had passed Tc, nobody but S2 has ever been told."""
    before = table(M4_HANDS, trump="h")
    passed, first = play(before, *UP_TO_S3)
    after, second = play(passed, "3 molodka")

    returned = next(event.returned for event in second if isinstance(event, MolodkaDeclared))
    assert [back.cards for back in returned] == [cards("7c"), cards("9c"), ()]
    assert cards("Tc")[0] not in cards_in(heard((*first, *second)))
    for eye in (0, 1, 3, None):
        assert cards("Tc")[0] not in cards_in(seen(passed, eye) + seen(after, eye))
    assert cards("Tc")[0] in GOAT.view(after, 2).hand


@cites("M6")
def test_an_armed_molodka_fires_when_the_turn_comes(example: str) -> None:
    """Declaring early is refused; arming is silent, and after S2's play the table is as if S3 had declared."""
    before = table(M4_HANDS, trump="h")
    declared, told = play(before, *UP_TO_S3, "3 molodka")
    armed, events = play(before, "0 lead 7c", "3 molodka!not_your_turn", "3 arm", "3 arm!already_armed")
    fired, more = play(armed, "1 beat 9c", "2 pass Tc")

    assert fired == declared
    assert (*events, *more) == told


@pytest.mark.parametrize(
    "hands",
    ["7c Kc 8s 9h | Ad Kd 9d 6h | Jc 6s 7s Qh | Tc 8h 7h Ts", "7c Kc 8s | Ad Kd 9d | Jc 6s 7s | Tc 8h 6h"],
    ids=["M7", "M8"],
)
def test_no_molodka(hands: str) -> None:
    """Mixed suits or fewer than four cards are no molodka, neither to declare nor to arm."""
    play(table(hands, trump="h"), "1 arm!no_molodka", "0 lead 7c", "1 molodka!no_molodka", "2 arm!no_molodka")


@cites("M9")
def test_the_holder_nearer_to_the_leader_is_asked_first(example: str) -> None:
    """S1 has it, S3 may not declare over it; S1 wins 58 and leads."""
    before = table(M9_HANDS, trump="h", stock=8)
    after, _ = play(
        before,
        "0 lead 7c",
        "1 molodka",
        "2 pass Jc 6s Qc Th",
        "3 molodka!molodka_closed",
        "3 pass As Ts 7s Qs",
        "0 pass 7c Kc 8s 9h",
    )

    assert (won(before, after, 1), after.turn) == (58, 1)


@cites("M10")
def test_who_plays_otherwise_has_waived(example: str) -> None:
    """S1 passed 6d, got it back, and may not declare in this trick any more; S3 wins 58 and leads."""
    before = table(M9_HANDS, trump="h", stock=8)
    declared, _ = play(before, "0 lead 7c", "1 pass 6d", "1 arm!molodka_closed", "2 beat Jc", "3 molodka")
    after, _ = play(
        declared,
        "0 pass 7c Kc 8s 9h",
        "1 molodka!molodka_closed",
        "1 pass Ad Kd 9d 6d",
        "2 pass Jc 6s Qc Th",
    )

    assert declared.hands[1] == before.hands[1]
    assert (won(before, after, 1), after.turn) == (58, 3)


@cites("M11")
def test_a_molodka_can_be_beaten(example: str) -> None:
    """Four higher trumps beat four trumps: S2 wins 47, leads, and each seat draws one."""
    before = table("7c Kc 8s 9d | 6h 7h 8h 9h | Jh Qh Kh Th | As Ts 7s Qc", trump="h", stock=4)
    after, events = play(
        before, "0 lead 7c", "1 molodka", "2 beat Jh Qh Kh Th", "3 pass As Ts 7s Qc", "0 pass 7c Kc 8s 9d"
    )

    assert (won(before, after, 0), after.turn) == (47, 2)
    assert events_of(events, Drew) == [Drew(seat, 1) for seat in (2, 3, 0, 1)]


@cites("M12")
def test_who_waived_may_still_beat_with_the_same_four(example: str) -> None:
    """S0 led one of four trumps; after the partner's molodka S0 may not declare, but beats it and wins 46."""
    before = table("6h Jh Th Ah | 7c 8c 9d Js | As Ks 9s 6s | 7d 8d Jd Kc", trump="h", stock=4)
    after, _ = play(
        before,
        "0 lead 6h",
        "1 pass 7c",
        "2 molodka",
        "3 pass 7d 8d Jd Kc",
        "0 molodka!molodka_closed",
        "0 beat 6h Jh Th Ah",
        "1 pass 7c 8c 9d Js",
    )

    assert (won(before, after, 0), after.turn) == (46, 0)


M13_PLAYS = ["0 lead 7c", "1 molodka", "2 pass Jh Qh Kh Td", "3 pass Ad Kd 7d Qc", "0 pass 7c Kc 8s 9d"]


@cites("M13")
def test_a_molodka_with_the_last_four_cards_ends_the_game(example: str) -> None:
    """S1 wins 62, the game is over, and S1 leads the next one."""
    before = table(M13_HANDS, trump="h")
    after, events = play(before, *M13_PLAYS)
    scores = [event.score for event in events if isinstance(event, GameEnded)]

    assert scores[0].points[1] == 62
    assert (after.party.game, after.leader) == (2, 1)


@cites("M14")
def test_after_a_molodka_with_a_full_stock_hands_are_four_again(example: str) -> None:
    """Four each are drawn and four stay in the stock: the next trick may see a second molodka."""
    after, events = play(table(M13_HANDS, trump="h", stock=20), *M13_PLAYS)

    assert events_of(events, Drew) == [Drew(seat, 4) for seat in (1, 2, 3, 0)]
    assert (len(after.deal.stock), [len(hand) for hand in after.hands], after.attempt) == (4, [4] * 4, 1)


@cites("M15")
def test_a_loser_of_the_priority_may_win_the_trick(example: str) -> None:
    """S3's four higher diamonds beat S1's four: 53 points."""
    before = table("7c Kc 8s 9d | 6d 7d 8d Qd | Jh Qh Kh Tc | Ad Kd Jd Td", trump="h", stock=8)
    after, _ = play(
        before, "0 lead 7c", "1 molodka", "2 pass Jh Qh Kh Tc", "3 beat Ad Kd Jd Td", "0 pass 7c Kc 8s 9d"
    )

    assert (won(before, after, 1), after.turn) == (53, 3)


@cites("M16")
def test_nobody_has_to_declare(example: str) -> None:
    """A holder may play one card like anybody; nothing is said and nothing is paid."""
    before = table(M2_HANDS, trump="h", stock=8)
    after, events = play(before, "0 lead 7c", "1 pass 6d", "2 pass 6s", "3 pass 6h")

    assert events_of(events, MolodkaDeclared) == []
    assert (after.turn, after.party.penalties) == (0, (0, 0))


@cites("M17")
def test_an_arm_lapses_when_four_are_led_first(example: str) -> None:
    """S1's molodka comes first; S3 is told nothing but by its own picture, and answers with four."""
    armed, _ = play(table(M9_HANDS, trump="h", stock=8), "0 lead 7c", "3 arm")
    assert GOAT.view(armed, 3).armed
    after, events = play(armed, "1 molodka", "2 pass Jc 6s Qc Th")

    assert not GOAT.view(after, 3).armed
    assert len(events_of(events, MolodkaDeclared)) == 1
    play(after, "3 disarm!not_armed", "3 pass As!wrong_count", "3 pass As Ts 7s Qs")


def test_an_arm_lapses_when_the_leader_leads_four() -> None:
    """The leader is nearest to himself: S3's arm is gone, and S3 answers with four (G33, G41)."""
    before = table("7c Kc 8c 9c | Ah 8h 9h 6d | Jc 6s 7s Qh | Ad Kd 9d Td", trump="h", stock=8)
    after, events = play(before, "3 arm", "0 lead 7c Kc 8c 9c", "1 pass Ah 8h 9h 6d", "2 pass Jc 6s 7s Qh")

    assert events_of(events, MolodkaDeclared) == []
    assert (after.turn, after.armed) == (3, frozenset())


def test_an_arm_lapses_when_the_trick_ends() -> None:
    """S1 declares first; in the next trick S3, who still holds four of a suit, has to arm anew."""
    armed, _ = play(table(M9_HANDS, trump="h", stock=20), "0 lead 7c", "3 arm")
    after, _ = play(armed, "3 disarm", "1 pass 6d", "2 pass 6s", "3 pass 7s")

    assert after.armed == frozenset()
