"""Rage's panels painted without a screen: each statement about bids, trick, trump and score at its place."""

from collections.abc import Sequence

import msgspec
import pytest

from tests.games.rage_helpers import apply_all, bid_all, dealt
from tests.tui.painting import column, painted, rows, scene_of
from tests.tui.party import NAMES, PartyLink
from tuicards.games.rage import RAGE, RageView, RoundLine, TeamRound
from tuicards.tui.glyphs import ASCII, UNICODE, Glyphs
from tuicards.tui.widgets.rage_panels import draw_ledger, draw_trump
from tuicards.tui.widgets.rage_reach import most_gained, most_points
from tuicards.tui.widgets.rage_sheet import draw_chart, draw_sheet
from tuicards.tui.widgets.rage_standing import standing_lines, standings
from tuicards.tui.widgets.rage_trick import draw_last, draw_trick
from tuicards.tui.widgets.rage_words import bid_lines, need, trick_notes, why_winning
from tuicards.tui.widgets.scene import Scene

FOUR = ("R7 G1 R1", "G9 CH G2", "BO R9 MA", "OU Y1 WI")
"""Hands of seats 0 to 3: seat 3 deals, seat 0 leads."""

LEDGER, TRICK, TRUMP = (34, 11), (31, 11), (15, 11)
"""What the panels have at 80x24."""


def sitting(
    hands: Sequence[str] = FOUR,
    moves: str = "",
    bids: Sequence[int] | None = None,
    pile: str = "G6",
    rules: str = "",
    me: int | None = 0,
    names: Sequence[str] = NAMES,
    glyphs: Glyphs = UNICODE,
) -> Scene:
    """A first round from these hands, played so far; all bid 1 unless said otherwise."""
    plan = f"round_plan={len(hands[0].split())} {rules}"
    chosen = dict(word.split("=") for word in plan.split())
    link = PartyLink("rage", len(hands), me=me, options=chosen, names=names)
    state = bid_all(dealt(hands, pile, plan, len(hands) - 1), [1] * len(hands) if bids is None else bids)
    link.state = apply_all(state, moves)[0]
    return scene_of(link, glyphs)


def after_rounds(totals: Sequence[Sequence[int]], me: int | None = 0, plan: str = "down", **other: object) -> Scene:
    """A party in which these totals stood after each round; every bid was met unless a total fell."""
    link = PartyLink("rage", len(totals[0]), me=me, options={"round_plan": plan, "extended_players": "on"})
    scene = scene_of(link)
    before = [0] * len(totals[0])
    history = []
    for number, after in enumerate(totals):
        points = [now - then for now, then in zip(after, before, strict=True)]
        lines = [
            TeamRound(1, 1 if won > 0 else 2, 0, 1 if won < 0 else 0, won, now)
            for won, now in zip(points, after, strict=True)
        ]
        history.append(RoundLine(10 - number, tuple(lines)))
        before = list(after)
    sizes = RAGE.parse_options({"round_plan": plan}).round_plan
    size = sizes[min(len(totals), len(sizes) - 1)]
    shown = {"history": tuple(history), "totals": tuple(totals[-1]), "round": len(totals) + 1, "hand_size": size}
    view = msgspec.structs.replace(scene.view, **shown, **other)
    return msgspec.structs.replace(scene, state=msgspec.structs.replace(scene.state, view=view))


# ---- the trick -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "why"),
    [
        ("R7", "You lead red"),
        ("G1", "You lead trump: green"),
        ("R7 G9", "Boris's G9 is the only trump"),
        ("R7 CH R9", "Cai's R9 is the only trump"),
        ("G1 G9", "Boris's G9 is the highest trump"),
        ("R7 G9 R9 WI:G", "Dora took the trick with WI"),
    ],
)
def test_who_is_winning_is_told_with_the_reason(moves: str, why: str) -> None:
    """R45-R49, R52: trump above the led colour, the highest of each, a Wild above all of its colour."""
    hands = ("R7 G1", "G9 CH", "BO R9", "OU WI")
    pile = "G6 B1"
    if "CH" in moves:
        hands, pile = ("Y7 G1", "CH B4", "R9 B9", "OU WI"), "G6 R2"
        moves = moves.replace("R7", "Y7")
    scene = sitting(hands, moves, pile=pile)
    assert why in painted(draw_trick, scene, *TRICK)


def test_a_wild_is_above_every_card_of_its_colour() -> None:
    """R52: it is as high as 16."""
    scene = sitting(("R7 G1", "WI G9", "BO R9", "OU Y1"), "R7 WI:R R9")
    assert why_winning(scene) == "Boris's WI is above every red"


def test_who_would_win_while_no_colour_is_led_is_told() -> None:
    """R48: only special cards so far; once an Out has taken trump away that is said as well."""
    hands = ("BO G1", "OU G9", "MA R9", "R7 Y1")
    assert why_winning(sitting(hands, "BO")) == "No colour is led yet: as it lies, you win as leader"
    assert why_winning(sitting(hands, "BO OU")) == "No trump and no colour led: as it lies, you win as leader"


def test_bonus_and_mad_in_the_trick_are_told_with_whose_they_would_be() -> None:
    """R60, R61: at the cards as points, below in words; with one note for both."""
    scene = sitting(("R7 G1", "BO B9", "MA Y9", "R3 Y1"), "R7 BO MA")
    assert trick_notes(scene) == ["Bonus +5, Mad \u22125: so far you"]
    lines = rows(draw_trick, scene, *TRICK)
    assert any("+5" in line and "\u22125" in line for line in lines)


def test_sentences_take_the_free_lines_above_before_one_is_cut() -> None:
    """A trick with much to tell, in the room that it has at 80x24: why, and what it would bring, are told whole."""
    scene = sitting(("BO G1", "Y14 R3", "B2 B3", "R5 R6"), "BO Y14", names=("Ana", "Bernadette", "Cai", "Dora"))
    told = " ".join([why_winning(scene), *trick_notes(scene)])
    lines = rows(draw_trick, scene, *TRICK)
    assert told in " ".join(" ".join(lines).split())
    assert UNICODE.cut not in lines[-1]


def test_a_finished_trick_stays_with_what_was_in_it() -> None:
    """The winner, the card that won, and what it brings."""
    scene = sitting(("R7 G1", "BO B9", "MA Y9", "R9 Y1"), "R7 BO MA R9")
    text = painted(draw_trick, scene, *TRICK)
    assert "LAST TRICK" in text
    assert "Dora took the trick with R9" in text
    assert "Bonus +5, Mad \u22125 for Dora" in text


def test_cards_are_numbered_in_the_order_of_play() -> None:
    """Each card bears its number, the leader's the 1, wherever its seat is."""
    scene = sitting(moves="R7 G9 R9 WI:G", hands=("R7 G1", "G9 CH", "R9 BO", "WI OU"))
    lines = rows(draw_last, scene, 24, 10)
    assert [line.split()[:3] for line in lines[1:5]] == [
        ["1", "R7", "You"], ["2", "G9", "Boris"], ["3", "R9", "Cai"], ["4", "WI:G", "Dora"],
    ]  # fmt: skip
    assert "won" in lines[4]


def test_a_change_of_trump_is_announced_in_the_trick() -> None:
    """R62: a sign at its card, the new trump in the title, and a sentence where there is room."""
    scene = sitting(("R7 G1", "CH B9", "Y3 Y9", "R9 Y1"), "R7 CH", pile="G6 MA B2")
    lines = rows(draw_trick, scene, *TRICK)
    assert "► trump blue" in lines[0]
    assert any("→B" in line for line in lines)
    assert "Boris changed trump from green to blue" in painted(draw_trick, scene, 60, 17)


def test_an_out_is_announced_and_one_without_effect_is_not() -> None:
    """R66, R67: only the Out that took trump away says so."""
    hands = ("R7 G1", "OU B9", "OU Y9", "R9 Y1")
    assert trick_notes(sitting(hands, "R7 OU OU")) == ["Boris took trump away: green is plain now"]
    assert "► no trump" in rows(draw_trick, sitting(hands, "R7 OU"), *TRICK)[0]


def test_partners_are_marked() -> None:
    """R91: `&` before one's partner; a watcher is told the team of each."""
    lines = rows(draw_trick, sitting(rules="teams=pairs"), *TRICK)
    assert any("&Cai" in line for line in lines)
    assert "&Boris" not in "".join(lines)
    assert "A Cai" in painted(draw_ledger, sitting(rules="teams=pairs", me=None), 40, 12)


# ---- trump ---------------------------------------------------------------------------------------------


def test_the_history_of_trump_tells_every_step_newest_first() -> None:
    """From what to what, by which card of whom; R65: a Change after an Out brings a trump again."""
    hands = ("R7 G1 Y2", "OU B9 B1", "CH Y9 Y8", "R9 Y1 B2")
    lines = rows(draw_trump, sitting(hands, "R7 OU CH", pile="G6 P3"), *TRUMP)
    history = [line.strip() for line in lines[4:7]]
    assert history == ["\u2212→P CH Cai", "G→\u2212 OU Boris", "G turned up"]
    assert "purple" in lines[2]


def test_trump_that_is_back_after_the_trick_says_so() -> None:
    """`out_scope=trick_restore`: the step belongs to no card."""
    scene = sitting(("R7 G1", "OU B9", "R1 Y9", "R9 Y1"), "R7 OU R1 R9", rules="out_scope=trick_restore")
    assert "\u2212→G back again" in painted(draw_trump, scene, 24, 12)


# ---- the ledger ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bids", "words"),
    [
        ((1, 0, 0, 0), "1 bid for 3: 2 too few wanted"),
        ((1, 1, 1, 1), "4 bid for 3: 1 too many wanted"),
        ((1, 1, 1, 0), "3 bid for 3: just enough"),
        ((1, 1), "Bids so far 2, tricks 3"),
    ],
)
def test_the_sum_of_the_bids_is_told_against_the_tricks_in_words(bids: tuple[int, ...], words: str) -> None:
    """R20-R24: as bids are made, and when all are."""
    assert words in painted(draw_ledger, sitting(bids=bids), *LEDGER)


def test_the_barred_bid_is_told_to_all_with_its_reason() -> None:
    """R26: also to those who are not asked."""
    scene = sitting(bids=(1, 1, 0), rules="hook=last_bidder")
    assert "Dora may not bid 1: the bids would come out even" in bid_lines(scene)


def test_what_each_needs_is_told_by_sign_and_word() -> None:
    """Still needed, met, over, and what cannot be met any more."""
    hands = ("R7 R1", "R2 B2", "R3 B3", "R4 B4")
    scene = sitting(hands, "R7 R2 R3 R4", bids=(0, 0, 1, 2))
    assert [need(scene, seat).text for seat in range(4)] == ["x over 1", "= met", "+1", "x short 1"]
    assert "Still wanted 3, tricks left 1" in bid_lines(scene)


def test_hidden_bids_are_not_summed_up() -> None:
    """R25: others' secret bids stay hidden, the own one is shown; nobody's need is told away."""
    link = PartyLink("rage", 3, options={"bid_mode": "secret", "round_plan": "3"})
    for seat in range(3):
        link.play_text(seat, "bid 2")
    scene = scene_of(link)
    text = painted(draw_ledger, scene, *LEDGER)
    assert "6 bid" not in text
    assert text.count("?") == 2
    assert [need(scene, seat).text for seat in range(3)] == ["+2", "", ""]


def test_totals_have_their_minus_signs_below_each_other() -> None:
    """R17: digits below digits, minus below minus."""
    scene = after_rounds([(-15, 10, 0, -5)])
    lines = rows(draw_ledger, scene, *LEDGER)[1:5]
    assert {line.rindex("\u2212") for line in lines if "\u2212" in line} == {lines[0].rindex("\u2212")}
    assert [line.split()[-1] for line in lines] == ["4.", "1.", "2.", "3."]


def test_eight_players_fit_beside_the_trick_in_80_columns() -> None:
    """Every name told apart, every number whole, the sum of the bids below."""
    link = PartyLink("rage", 8, options={"extended_players": "on"}, names=[f"Bot {n}" for n in range(1, 9)])
    scene = scene_of(link)
    text = "\n".join(rows(draw_ledger, scene, *LEDGER))
    for name in ("You", *(f"Bot {n}" for n in range(2, 9))):
        assert name in text
        assert name in painted(draw_trick, scene, *TRICK)
    for word in ("bid", "won", "need", "pts", "Bids so far 0, tricks 10"):
        assert word in text


HOSTILE = ("🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏", "漢字漢字漢字漢字漢字", "สมชายใจดีมากมายก่ายกอง", "Александра-Виктория II",
           "[@click=app.quit]x[/]", "e\u0301" * 20, "\uff21nn", "\x1b[2J\u202e")  # fmt: skip


@pytest.mark.parametrize("painter", [draw_trick, draw_ledger, draw_trump, draw_last, draw_sheet, draw_chart])
def test_hostile_names_shift_no_line(painter: object) -> None:
    """T12, T15, T16: wide, combining, right-to-left and control characters; `rows` measures every line."""
    scene = after_rounds([tuple(range(8)), tuple(range(8, 0, -1))])
    speaker = scene.speaker
    speaker.seat_names = HOSTILE
    for width, height in ((15, 11), (31, 11), (34, 11), (74, 20), (110, 40)):
        text = "\n".join(rows(painter, scene, width, height))  # type: ignore[arg-type]
        assert "\x1b" not in text
        assert "\u202e" not in text


# ---- the sheet -----------------------------------------------------------------------------------------


def test_the_sheet_tells_made_and_missed_by_sign_and_word_with_bonus_and_mad() -> None:
    """R70: bid and tricks, sign and word, points of Bonus and Mad, points and total."""
    scene = after_rounds([(11, 11, 11), (6, 22, 30)], plan="3,2,1")
    lines = rows(draw_sheet, scene, 90, 12)
    assert "1/1 = made" in lines[1]
    assert "1/2 x missed" in lines[2]
    assert "\u22125" in lines[2]
    assert lines[2].split()[-2:] == ["+19", "30"]


def test_the_signs_of_a_narrow_sheet_are_explained() -> None:
    """Eight players: signs only, so the line below says what they mean."""
    scene = after_rounds([tuple(range(8))])
    assert "= made, x missed; +5 Bonus, \u22125 Mad" in painted(draw_sheet, scene, 74, 20)


@pytest.mark.parametrize(
    ("totals", "me", "lines"),
    [
        ((24, 12), 1, ["In the lead: Ana, by 12",
                       "You: 12 behind, needs 13 more than Ana in 2 rounds; most possible 43"]),
        ((24, 12), 0, ["In the lead: You, by 12",
                       "Boris: 12 behind, needs 13 more than You in 2 rounds; most possible 43"]),
        ((24, 24, 12), None, ["In the lead together: Ana, Boris, 24",
                              "Cai: 12 behind, needs 13 more than Ana, Boris in 2 rounds; most possible 43"]),
        ((0, 0, 0), 0, ["All are level: 0"]),
        ((200, 12), 1, ["In the lead: Ana, by 188", "You: 188 behind, more than can be made up"]),
    ],
)  # fmt: skip
def test_what_it_takes_to_catch_up_is_told(totals: tuple[int, ...], me: int | None, lines: list[str]) -> None:
    """The lead, who is behind by how much, rounds left, and the most that they can bring: 2+10+10 and 1+10+10."""
    scene = after_rounds([totals], me=me, plan="3,2,1")
    assert standing_lines(scene) == lines


@pytest.mark.parametrize(
    ("rules", "seats", "most"),
    [
        ("", 3, 3 + 2 + 1 + 3 * 10 + 3 * 10),
        ("edition=amigo112", 3, 3 + 2 + 1 + 3 * 10 + 3 * 15),
        ("edition=amigo112", 2, 3 + 2 + 1 + 3 * 10 + 15 + 15 + 10),
        ("sweep=double", 3, 6 + 4 + 1 + 3 * 10 + 3 * 10),
    ],
)
def test_the_most_that_can_be_made_follows_the_options(rules: str, seats: int, most: int) -> None:
    """R3, R70, R74: every trick as bid, with every Bonus for which there is room; a sweep may count double."""
    hands = ("R1 R2 R3", "O1 O2 O3", "Y1 Y2 Y3")[:seats]
    state = dealt(hands, "G6", f"round_plan=3,2,1 {rules}")
    assert most_points(RAGE.view(state, 0), state.setup.options, 0) == most


def test_what_is_lost_already_is_not_among_the_most_that_can_be_made() -> None:
    """A bid that is missed, tricks that others have, a Bonus that lies turned up and one that another has won."""
    state = bid_all(dealt(("R1 R2", "R3 R4", "R5 BO"), "BO G6", "round_plan=2"), [2, 1, 1])
    first = RAGE.view(state, 0)
    state, _ = apply_all(state, "R1 R3 R5")
    after = RAGE.view(state, 0)
    options = state.setup.options
    assert most_points(first, options, 0) == 2 + 10 + 5
    assert most_points(after, options, 0) == 1 + 5
    assert most_points(after, options, 2) == 1 + 10
    assert most_points(after, options, 1) == 1 + 10 + 5


def test_one_gains_most_where_the_rival_gets_the_mad_cards() -> None:
    """R61: a trick left to the rival may bring it two Mads, which is worth more than the trick; in the last trick
    the rival misses instead. Under `scoring=flat` a miss costs besides."""
    for rules, gain in (("", 1 + 10 + 10 + 9), ("scoring=flat", 1 + 10 + 10 + 14)):
        state = dealt(("R1 R2", "O1 O2"), "G6", f"round_plan=2 {rules}")
        assert most_gained(RAGE.view(state, 0), state.setup.options, 0, 1) == gain
    state = bid_all(dealt(("R1", "O1"), "G6", "round_plan=1"), [0, 0])
    assert most_gained(RAGE.view(state, 0), state.setup.options, 0, 1) == 5 + 9


def test_equal_totals_each_have_a_place_of_their_own() -> None:
    """R16, R17: as many lines as players, negative totals last."""
    scene = after_rounds([(-15, 10, 0, -5)])
    assert [item.total for item in standings(scene)] == [10, 0, -5, -15]
    level = after_rounds([(-5, -5, -5, -5)])
    assert [(item.rank, item.team) for item in standings(level)] == [(1, 0), (1, 1), (1, 2), (1, 3)]
    text = painted(draw_chart, level, 76, 30)
    assert all(name in text for name in ("You", "Boris", "Cai", "Dora"))


# ---- the chart -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_every_line_of_the_chart_ends_in_its_sign_name_and_total(glyphs: Glyphs) -> None:
    """No colour is needed; the sign at the name is the sign on the line; the best total is uppermost."""
    totals = [(5, -3, 11, 0, 4, 4, 4, 9), (8, -6, 22, 0, 4, 4, 4, 9), (8, -9, 22, 1, 4, 4, 4, 31)]
    scene = msgspec.structs.replace(after_rounds(totals), glyphs=glyphs)
    lines = rows(draw_chart, scene, 76, 16)
    ends = ["You  +8", "Boris \u22129", "Cai 22", "Dora 1", "Emil 4", "Fay 4", "Gus 4", "Hana 31"]
    places = []
    for team, name in enumerate(end.split()[0] for end in ends):
        place = next(y for y, line in enumerate(lines) if f"{glyphs.marks[team]} {name}" in line)
        assert lines[place].split()[-1].lstrip("\u2212-") == str(abs(totals[-1][team]))
        assert "".join(lines).count(glyphs.marks[team]) >= 2
        places.append(place)
    assert len(set(places)) == 8
    assert places[7] < places[2] < places[0] < places[3] < places[1]
    assert glyphs is UNICODE or "".join(lines).isascii()


def test_the_chart_has_zero_the_highest_and_the_lowest_at_its_side() -> None:
    """And the number of each round below."""
    lines = rows(draw_chart, after_rounds([(5, -3), (20, -9), (33, 4)]), 60, 14)
    scale = [line.split()[0] for line in lines if line[1:4].strip()]
    assert {"33", "0", "\u22129"} <= set(scale)
    assert any(line.split()[:3] == ["1", "2", "3"] for line in lines)


def test_a_chart_without_room_says_so() -> None:
    """Rather than lines that nobody can read."""
    assert "no room for the chart" in painted(draw_chart, after_rounds([(5, -3)]), 40, 4)
    assert "Nothing is scored yet" in painted(draw_chart, sitting(), 60, 14)


def test_the_columns_of_the_ledger_stand_in_line_whatever_the_names() -> None:
    """T15: the totals of all seats end in one cell."""
    totals = (11, 22, 33, 44)
    scene = after_rounds([totals])
    scene.speaker.seat_names = HOSTILE
    lines = rows(draw_ledger, scene, *LEDGER)
    assert len({column([line], f" {total}") for line, total in zip(lines[1:5], totals, strict=True)}) == 1


def test_a_watcher_sees_no_seat_as_own() -> None:
    """All names are names, and the whole ledger is there."""
    scene = sitting(me=None)
    assert isinstance(scene.view, RageView)
    text = painted(draw_ledger, scene, *LEDGER)
    assert "You" not in text
    assert "Ana" in text
