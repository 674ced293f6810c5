"""Goat played at the screen: sets of cards, passing, molodka, and what everybody may see of it."""

import pytest

from tests.games.goat_helpers import table
from tests.tui.party import PartyLink, at_table, panel, sees, shown, table_screen, until
from tuicards.games.api import Move
from tuicards.games.goat import GoatView, Pass, Suit


def first_pass(view: GoatView) -> Move:
    """A seat that passes whenever it may."""
    return next((move for move in view.legal if isinstance(move, Pass)), view.legal[0])


def sitting(
    hands: str, *moves: str, leader: int = 0, trump: Suit = "d", stock: int = 0, rules: str = ""
) -> PartyLink:
    """A table with these hands at which the moves (`1 lead 7c`) have been made; you sit at seat 0."""
    link = PartyLink("goat", 4, others=first_pass)
    link.state = table(hands, leader=leader, trump=trump, stock=stock, rules=rules)
    for move in moves:
        link.play_text(int(move[0]), move[2:])
    link.tell(link.update(()))
    return link


LEAD = "Qs 7s Kd 6h | 9d Js 8c 8h | Kc 8d Th 7h | 6c 9s Ac Jh"
ANSWER = "9d Js Kd 6c | Qs 7s Ah 6h | 8d Kc Th 7h | Jd 9s Ac Jh"


async def test_cards_are_taken_together_and_led() -> None:
    """G15: Space takes the card under the cursor, Enter leads all that are taken, and the prompt says so before."""
    link = sitting(LEAD)
    async with at_table(link) as pilot:
        await sees(pilot, "Your lead")
        await pilot.press("space", "right", "space")
        assert "Enter leads 7♠ Q♠" in panel(pilot, "prompt")
        assert panel(pilot, "hand").splitlines()[-1].count("■") == 2
        await pilot.press("enter")
        assert link.moves == ["lead 7s Qs"]


async def test_digits_take_cards_and_let_them_go() -> None:
    """A digit takes the card at its place; the same digit again lets it go; Escape lets all go."""
    link = sitting(LEAD)
    async with at_table(link) as pilot:
        await sees(pilot, "Your lead")
        await pilot.press("1", "2", "1")
        assert "Enter leads Q♠" in panel(pilot, "prompt")
        await pilot.press("escape", "3", "enter")
        assert link.moves == ["lead 6h"]


async def test_enter_beats_when_the_taken_cards_beat() -> None:
    """G19: the prompt says what Enter will do before it is pressed."""
    link = sitting(ANSWER, "1 lead Qs 7s", "2 pass Kc 7h", "3 pass Ac Jh", leader=1)
    async with at_table(link) as pilot:
        await sees(pilot, "beat or pass with 2 cards")
        await pilot.press("1", "3")
        assert "Enter beats with J♠ 9♦" in panel(pilot, "prompt")
        await pilot.press("enter")
        assert link.moves == ["beat Js 9d"]


async def test_cards_that_do_not_beat_are_passed_with_p() -> None:
    """G22: a pass is named by its own key; Enter on such cards is refused with the game's reason."""
    link = sitting(ANSWER, "1 lead Qs 7s", "2 pass Kc 7h", "3 pass Ac Jh", leader=1)
    async with at_table(link) as pilot:
        await sees(pilot, "beat or pass")
        await pilot.press("1", "2")
        assert "p passes J♠ 6♣" in panel(pilot, "prompt")
        await pilot.press("enter")
        await sees(pilot, "That does not beat 7♠ Q♠ (G19)")
        await pilot.press("p")
        assert link.moves[-1] == "pass Js 6c"


async def test_a_pass_can_be_made_without_letters() -> None:
    """Tab goes to the moves in the bar, Enter makes the first of them."""
    link = sitting(ANSWER, "1 lead Qs 7s", "2 pass Kc 7h", "3 pass Ac Jh", leader=1)
    async with at_table(link) as pilot:
        await sees(pilot, "beat or pass")
        await pilot.press("2", "4", "tab", "enter")
        assert link.moves == ["pass Kd 6c"]


async def test_the_mouse_alone_takes_cards_and_passes() -> None:
    """A click takes a card, a click on the bar passes."""
    link = sitting(ANSWER, "1 lead Qs", "2 pass 7h", "3 pass Jh", leader=1)
    async with at_table(link) as pilot:
        await sees(pilot, "beat or pass with one card")
        await pilot.click("#hand", offset=(panel(pilot, "hand").splitlines()[1].index("6♣"), 2))
        await sees(pilot, "pass 6♣")
        await pilot.click("#bar", offset=(3, 0))
        await until(pilot, lambda: link.moves == ["pass 6c"])


async def test_a_typed_card_is_found_by_its_rank() -> None:
    """`k` goes to the king; Space takes it."""
    link = sitting(LEAD)
    async with at_table(link) as pilot:
        await sees(pilot, "Your lead")
        await pilot.press("k", "d", "enter")
        assert link.moves == ["lead Kd"]


async def test_who_must_beat_is_asked_for_a_beat_only() -> None:
    """Section 7, `must_beat=on`: no pass is offered to who can beat."""
    link = sitting(ANSWER, "3 lead 9s", leader=3, rules="must_beat=on")
    async with at_table(link) as pilot:
        await sees(pilot, "you can beat, so you must")


async def test_mixed_suits_are_refused_with_the_reason() -> None:
    """G15: only one suit may be led; the hand stays as it was."""
    link = sitting(LEAD)
    async with at_table(link) as pilot:
        await sees(pilot, "Your lead")
        await pilot.press("1", "3", "enter")
        await sees(pilot, "Cards led together must be of one suit (G15).")
        assert "Q♠" in panel(pilot, "hand")


async def test_molodka_is_declared_on_turn_and_stands_on_the_table() -> None:
    """G34: four cards of one suit; what lay there has gone back, and all must answer with four."""
    link = sitting("Ad Kd 9d 6d | Jc 6s 7s Qh | Tc 8h 6h Ts | 7c Kc 8s 9h", "3 lead 7c", leader=3, trump="h", stock=8)
    async with at_table(link) as pilot:
        await sees(pilot, "molodka")
        await pilot.press("m")
        await until(pilot, lambda: table_screen(pilot.app).scene.state.seq == link.seq)
        assert link.moves == ["molodka"]
        assert any("declare molodka" in line.text for line in table_screen(pilot.app).scene.log)


async def test_molodka_is_armed_and_disarmed_out_of_turn() -> None:
    """G41: `m` arms before one's turn, and the table shows to oneself alone that it is armed."""
    link = sitting("Ad Kd 9d 6d | Jc 6s 7s Qh | Tc 8h 6h Ts | 7c Kc 8s 9h", leader=3, trump="h")
    async with at_table(link) as pilot:
        await sees(pilot, "arm molodka")
        await pilot.press("m")
        assert link.moves == ["arm"]


async def test_no_key_declares_what_is_not_offered() -> None:
    """`m` and `p` do nothing where the picture holds no such move."""
    link = sitting(LEAD)
    async with at_table(link) as pilot:
        await sees(pilot, "Your lead")
        await pilot.press("m", "p")
        assert link.sent == []


async def test_everything_of_a_goat_table_is_in_sight_at_80_by_24() -> None:
    """Led and winning set, who passed, trump, stock, eggs, penalties, tricks, hands, dealer."""
    link = sitting(ANSWER, "1 lead Qs 7s", "2 pass Kc 7h", "3 pass Ac Jh", leader=1)
    async with at_table(link) as pilot:
        await sees(pilot, "beat or pass")
        text = shown(pilot)
        for word in ("Boris wins", "Cai 2 passed", "Q♠", "7♠", "Boris led 7♠ Q♠", "diamonds", "stock 0", "eggs 0",
                     "penalty", "tricks", "pile", "Game 1", "to 12", "▒▒▒", "2 ms"):  # fmt: skip
            assert word in text
        assert "K♣" not in text


async def test_a_whole_game_by_digits_tab_and_enter() -> None:
    """One game to its score: lead or beat with Enter, else pass through the bar; then the sheet shows it."""
    link = PartyLink("goat", 4, seed=b"whole", others=first_pass)
    link.tell(link.update(link.others_play()))
    async with at_table(link) as pilot:
        while not (view := link.game.view(link.state, 0)).history:
            await until(pilot, lambda: table_screen(pilot.app).scene.state.seq == link.seq)
            before = link.seq
            chosen = "1234"[: view.needed] if 1 < view.needed < len(view.hand) else ""
            await pilot.press(*chosen, "enter")
            if link.seq == before:
                await pilot.press("tab", "enter")
            assert link.seq > before
        await until(pilot, lambda: "Game 2" in panel(pilot, "head"))
        await pilot.press("s")
        sheet = table_screen(pilot.app).scene.view
        assert isinstance(sheet, GoatView)
        assert len(sheet.history) == 1
        await pilot.press("escape")
        assert pilot.app.screen is table_screen(pilot.app)


@pytest.mark.thorough
async def test_cards_that_wait_are_led_together_and_only_when_they_may_go() -> None:
    """A set chosen before one's turn goes whole: a beat that still beats, else it is taken back."""
    for waits, moves, said in (
        (("1", "3", "enter"), ["beat Js 9d"], ""),
        (("2", "enter"), [], "6♣ cannot go now and was taken back"),
        (("1", "2", "p"), ["pass Js 6c"], ""),
        (("2", "p"), [], "6♣ cannot be passed now and was taken back"),
        (("1", "2", "p", "p"), [], ""),
    ):
        link = sitting(ANSWER, "1 lead Qs 7s", "2 pass Kc 7h", leader=1)
        async with at_table(link) as pilot:
            await sees(pilot, "Waiting for Dora")
            await pilot.press(*waits)
            assert "when it is your turn" in panel(pilot, "prompt").lower()
            link.play_text(3, "pass Ac Jh")
            link.tell(link.update(()))
            await until(pilot, lambda link=link: table_screen(pilot.app).scene.state.seq == link.seq)  # type: ignore[misc]
            assert said in panel(pilot, "prompt")
            assert link.moves == moves


async def test_who_has_taken_no_cards_is_told_to_take_some() -> None:
    """Before a key is pressed, and by Enter and `p`, which send nothing."""
    link = sitting(ANSWER, "1 lead Qs 7s", "2 pass Kc 7h", "3 pass Ac Jh", leader=1)
    async with at_table(link) as pilot:
        await sees(pilot, "Take 2 cards")
        for key in ("p", "enter"):
            await pilot.press("1", "1", key)
            assert panel(pilot, "prompt").startswith("► Take 2 cards")
            assert panel(pilot, "prompt").count("Take 2 cards") == 1
        assert link.sent == []


async def test_a_goat_hint_names_the_move() -> None:
    """What a bot would do with the whole set, by its verb; its cards are marked."""
    link = sitting(ANSWER, "1 lead Qs 7s", "2 pass Kc 7h", "3 pass Ac Jh", leader=1)
    async with at_table(link) as pilot:
        await sees(pilot, "beat or pass")
        await pilot.press("h")
        await sees(pilot, "Hint: beat with")
        assert panel(pilot, "hand").splitlines()[-1].count("!") == 2
