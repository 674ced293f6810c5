"""Goat's panels painted without a screen: sets and why they win, both sides' standing, the count of a game."""

import pytest

from tests.games.goat_helpers import finish_game, options, table
from tests.tui.painting import painted, rows, scene_of
from tests.tui.party import NAMES, PartyLink
from tuicards.games.goat import Party, Suit
from tuicards.tui.glyphs import ASCII, UNICODE, Glyphs
from tuicards.tui.widgets.goat_panels import draw_ledger, draw_trump
from tuicards.tui.widgets.goat_sheet import draw_chart, draw_sheet
from tuicards.tui.widgets.goat_trick import draw_last, draw_trick, why_winning
from tuicards.tui.widgets.scene import Scene

LEDGER, TRICK, TRUMP = (34, 11), (31, 11), (15, 11)
"""What the panels have at 80x24."""

HANDS = "9d Js Kd 6c | Qs 7s Ah 6h | Ks Td As 7h | Jd 9s Ac Jh"


def sitting(
    *moves: str, hands: str = HANDS, leader: int = 1, trump: Suit = "d", me: int | None = 0, stock: int = 0
) -> Scene:
    """A trick from these hands, played so far (`1 lead 7s`)."""
    link = PartyLink("goat", 4, me=me)
    link.state = table(hands, leader=leader, trump=trump, stock=stock)
    for move in moves:
        link.play_text(int(move[0]), move[2:])
    return scene_of(link)


def after_game(score: str, tricks: tuple[int, int], me: int | None = 0, glyphs: Glyphs = UNICODE) -> Scene:
    """A game has just ended with this score such as `72:48`."""
    link = PartyLink("goat", 4, me=me)
    party = Party(options=options(), seed=b"helpers", dealer=0)
    link.state, _ = finish_game(party, score, tricks, 1)
    return scene_of(link, glyphs)


@pytest.mark.parametrize(
    ("moves", "why"),
    [
        (("1 lead Qs 7s",), "Boris led 7♠ Q♠, not beaten yet"),
        (("1 lead Qs 7s", "2 beat Ks As"), "Cai is winning: K♠ A♠ above 7♠ Q♠"),
        (("1 lead Qs", "2 beat Td"), "Cai is winning: 10♦ trumps Q♠"),
        (("1 lead Qs 7s", "2 beat Ks Td"), "Cai is winning: K♠ 10♦ beats 7♠ Q♠ by rank and trump"),
        (("1 lead Qs", "2 beat Td", "3 pass Ac"), "Cai is winning: 10♦ trumps Q♠"),
    ],
)
def test_who_is_winning_is_told_with_the_reason(moves: tuple[str, ...], why: str) -> None:
    """G18-G21: higher cards of the suit, trump, or both; a pass changes nothing (G20)."""
    assert why_winning(sitting(*moves)) == why


def test_led_and_winning_set_and_how_many_passed_are_in_sight() -> None:
    """V5, V6: passes lie face down, and their number is told."""
    lines = rows(draw_trick, sitting("1 lead Qs 7s", "2 beat Ks As", "3 pass Ac Jh"), *TRICK)
    text = "\n".join(lines)
    for word in ("Boris led", "&Cai wins", "Dora 2 passed", "▒▒▒", "Q♠", "K♠"):
        assert word in text
    assert "A♣" not in text


def test_four_cards_that_would_cover_each_other_lie_in_one_frame() -> None:
    """G33: a molodka in the usual window shows rank and suit of all its cards, and passes against it four backs."""
    hands = "7c Kc 8s 9h | Jc 6s 7s Qh | Ad Td 9d 6d | Tc 8h 6h Ts"
    moves = ("1 lead 6s", "2 molodka", "3 pass Tc 8h 6h Ts")
    lines = rows(draw_trick, sitting(*moves, hands=hands, trump="h", stock=8), *TRICK)
    assert any("6♦9♦10♦A♦" in line.replace(" ", "") for line in lines)
    assert any("▒▒ ▒▒ ▒▒ ▒▒" in line for line in lines)
    assert any("4 passed" in line for line in lines)


def test_a_finished_trick_tells_who_took_how_many_cards_with_what() -> None:
    """G25: all four sets go to the winner's side."""
    moves = ("1 lead Qs", "2 beat Ks", "3 pass Ac", "0 pass 6c")
    text = painted(draw_trick, sitting(*moves), *TRICK)
    assert "LAST TRICK" in text
    assert "Cai took 4 cards with K♠" in text
    assert "Cai took it" in painted(draw_last, sitting(*moves), 24, 10)


def test_trump_stock_and_eggs_stand_at_their_place() -> None:
    """G12, G50: the shown card, the suit in words, the cards to be drawn."""
    text = painted(draw_trump, sitting(stock=12), *TRUMP)
    for word in ("diamonds", "shown card", "stock 12", "eggs 0"):
        assert word in text


def test_the_ledger_tells_both_sides_and_all_seats() -> None:
    """Penalties, tricks and piles; dealer, partner, turn and cards held; numbers end in one column."""
    lines = rows(draw_ledger, after_game("72:48", (5, 3)), *LEDGER)
    text = "\n".join(lines)
    for word in ("penalty", "tricks", "pile", "We", "They", "&Cai", "Last game 72:48, penalty 0:2"):
        assert word in text
    assert {len(line.rstrip()) for line in (*lines[:3], *lines[4:8])} == {33}


def test_a_watcher_sees_the_sides_by_their_names() -> None:
    """No side is one's own."""
    text = painted(draw_ledger, sitting("1 lead Qs", me=None), *LEDGER)
    assert "We" not in text
    assert "Ana+Cai" in text
    assert "A Ana" in text


def test_before_the_next_lead_the_last_game_is_counted_rank_by_rank() -> None:
    """G3, G48, V13: how many cards of each rank, what they make, and the sum, which is the score."""
    lines = rows(draw_trick, after_game("72:48", (5, 3)), *TRICK)
    assert "GAME 1 COUNTED" in lines[0]
    table_lines = [line for line in lines if " = " in line]
    assert len(table_lines) == 6
    made = [[int(part.split()[0]) for part in line.split("=")[1:]] for line in table_lines]
    assert [sum(side) for side in zip(*made, strict=True)] == [72, 48]
    assert any(line.split() == ["points", "72", "48"] for line in lines)
    assert any(line.split() == ["penalty", "0", "2"] for line in lines)


@pytest.mark.parametrize(
    ("score", "tricks", "reason"),
    [("72:48", (5, 3), "under 60"), ("100:20", (7, 1), "under 31"), ("60:60", (4, 4), "60:60, eggs")],
)
def test_the_sheet_tells_each_game_with_the_reason_of_its_penalty(
    score: str, tricks: tuple[int, int], reason: str
) -> None:
    """G49, G50: what a lost game costs depends on its points and tricks."""
    text = painted(draw_sheet, after_game(score, tricks), 74, 36)
    first, second = score.split(":")
    assert f"{first} : {second}" in text
    assert reason in text
    assert "of 12 penalty points" in text
    assert "GAME 1 COUNTED" in text
    assert "cards in the last game's pile" in text


def test_the_own_side_comes_first_wherever_one_sits() -> None:
    """Seat 1 reads its own points first, and is told so."""
    text = painted(draw_sheet, after_game("72:48", (5, 3), me=1), 74, 36)
    assert "48 : 72" in text
    assert "First in each pair: You+Dora" in text


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_the_chart_of_the_penalties_names_both_sides(glyphs: Glyphs) -> None:
    """By sign and name at the end of each line; the limit is told below."""
    lines = rows(draw_chart, after_game("72:48", (5, 3), glyphs=glyphs), 76, 18)
    text = "\n".join(lines)
    assert f"{glyphs.marks[0]} We 0" in text
    assert f"{glyphs.marks[1]} They 2" in text
    assert "Boris+Dora: 2 of 12 penalty points, 10 to go" in text
    assert glyphs is UNICODE or text.isascii()


@pytest.mark.parametrize("painter", [draw_trick, draw_ledger, draw_trump, draw_last, draw_sheet, draw_chart])
def test_hostile_names_shift_no_line(painter: object) -> None:
    """T12, T15, T16: `rows` measures every line."""
    for scene in (sitting("1 lead Qs 7s"), after_game("72:48", (5, 3), me=None)):
        scene.speaker.seat_names = (
            "🃏🃏🃏🃏🃏🃏",
            "漢字漢字漢字漢字",
            "สมชายใจดีมากมายก่ายกอง",
            "\x1b[2J\u202e" + NAMES[3],
        )
        for width, height in ((15, 11), (31, 11), (34, 11), (74, 20), (110, 40)):
            text = "\n".join(rows(painter, scene, width, height))  # type: ignore[arg-type]
            assert "\x1b" not in text
            assert "\u202e" not in text
