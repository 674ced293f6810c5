"""Rage played at the screen: each way to choose a card, what is asked, what is refused, what is sent."""

import pytest
from msgspec.structs import replace

from tests.tui.party import PartyLink, at_table, first_move, panel, sees, shown, table_screen, until
from tuicards.client_state import Disconnected
from tuicards.tui.link import RequestRefused
from tuicards.tui.screens import table_moves
from tuicards.wire.messages import LeaveTable, MakeMove, Refused, Rematch, Said, Say, SeatInfo

LEADER = b"80"
"""With six seats this seed gives seat 0 the lead and R1 R5 O0 O6 B5 P13 WI MA CH CH."""


def leading(seats: int = 6) -> PartyLink:
    """A table at which all have bid and seat 0 leads."""
    link = PartyLink("rage", seats, seed=LEADER)
    for seat in range(seats):
        link.play_text(seat, "bid 1")
    link.tell(link.update(()))
    return link


def following() -> PartyLink:
    """A table at which seat 5 led green and seat 0, which holds two green cards among ten, is to play."""
    link = PartyLink("rage", 6, seed=b"0", options={"first_dealer": "4"})
    for seat in (5, 0, 1, 2, 3, 4):
        link.play_text(seat, "bid 1")
    link.play_text(5, next(code for code in link.game.view(link.state, 5).hand if code[0] == "G"))
    link.tell(link.update(()))
    return link


async def test_arrows_and_enter_play_a_card() -> None:
    """The cursor starts at the first card that may go; Enter plays the one under it."""
    link = leading()
    async with at_table(link) as pilot:
        await sees(pilot, "Your lead")
        await pilot.press("right", "right", "left", "enter")
        assert link.moves == ["R5"]


async def test_a_digit_chooses_by_place_and_enter_plays() -> None:
    """Digits 1 to 9 and 0 stand for the first ten cards."""
    link = leading()
    async with at_table(link) as pilot:
        await sees(pilot, "Your lead")
        await pilot.press("5")
        assert "Enter plays B5" in panel(pilot, "prompt")
        await pilot.press("enter")
        assert link.moves == ["B5"]


async def test_a_card_may_be_typed() -> None:
    """Letters and digits lead to a card; only Enter plays it."""
    link = leading()
    async with at_table(link) as pilot:
        await sees(pilot, "Your lead")
        await pilot.press("p", "1", "3")
        assert link.moves == []
        await pilot.press("enter")
        assert link.moves == ["P13"]


@pytest.mark.thorough
async def test_typing_a_card_that_one_does_not_hold_says_so() -> None:
    """Nothing is played in its stead."""
    link = leading()
    async with at_table(link) as pilot:
        await sees(pilot, "Your lead")
        await pilot.press("g", "9", "enter")
        assert "You hold no card G9" in panel(pilot, "prompt")
        assert link.moves == []


async def test_a_click_chooses_and_a_second_click_plays() -> None:
    """The mouse alone is enough."""
    link = leading()
    async with at_table(link) as pilot:
        await sees(pilot, "Your lead")
        at = panel(pilot, "hand").splitlines()[1].index("P 13")
        await pilot.click("#hand", offset=(at, 2))
        assert link.moves == []
        await pilot.click("#hand", offset=(at, 2))
        await until(pilot, lambda: link.moves == ["P13"])


async def test_an_illegal_card_is_refused_with_the_reason_and_nothing_is_lost() -> None:
    """R41: who holds the led colour must follow. The prompt names the rule and the cards that it leaves."""
    link = following()
    async with at_table(link) as pilot:
        await sees(pilot, "follow green")
        before = link.state
        await pilot.press("1", "enter")
        await sees(pilot, "You must follow green (R41): G5 G11.")
        assert link.state == before
        assert "R3 cannot go now" in panel(pilot, "prompt")


async def test_a_wild_asks_for_its_colour() -> None:
    """R52: the colour is named with the card. Escape takes the card back, a letter or a digit names."""
    link = leading()
    async with at_table(link) as pilot:
        await sees(pilot, "Your lead")
        await pilot.press("7", "enter")
        assert "Which colour" in panel(pilot, "prompt")
        assert all(
            word in panel(pilot, "bar") for word in ("R red", "O orange", "Y yellow", "G green", "B blue", "P purple")
        )
        await pilot.press("escape", "enter", "right", "left", "g")
        assert link.moves == ["WI:G"]


async def test_a_colour_is_named_by_digit_arrow_or_mouse() -> None:
    """No letter is needed, so any keyboard layout will do."""
    for keys, move in ((("4",), "WI:G"), (("right", "enter"), "WI:O")):
        link = leading()
        async with at_table(link) as pilot:
            await sees(pilot, "Your lead")
            await pilot.press("7", "enter", *keys)
            assert link.moves == [move]


async def test_a_bid_is_chosen_and_then_made() -> None:
    """R20-R22: the bid binds, so a digit only chooses it; 10 is typed as 1 and 0."""
    link = PartyLink("rage", 6, seed=LEADER)
    async with at_table(link) as pilot:
        await sees(pilot, "Your bid")
        await pilot.press("1", "0")
        assert link.moves == []
        assert "[10]" in panel(pilot, "bar")
        await pilot.press("left", "enter")
        assert link.moves == ["bid 9"]


async def test_an_arrow_that_comes_too_late_for_the_last_card_leads_nowhere() -> None:
    """Whoever has played out waits for the next hand; Enter then answers its bids, and is no command of the bar."""
    link = PartyLink("rage", 2, options={"round_plan": "1,1", "first_dealer": "1"})
    for seat in (0, 1):
        link.play_text(seat, "bid 0")
    link.play(0, first_move(link.game.view(link.state, 0)))
    link.tell(link.update(()))
    async with at_table(link) as pilot:
        await sees(pilot, "Waiting for Boris")
        await pilot.press("right", "left")
        link.tell(link.update(link.others_play()))
        await sees(pilot, "Your bid")
        assert "[0]" in panel(pilot, "bar")
        await pilot.press("right", "enter")
        assert link.moves == ["bid 1"]


async def test_the_barred_bid_is_shown_with_its_reason_and_not_sent() -> None:
    """R26: the hook forbids the last bidder one number."""
    link = PartyLink("rage", 3, seed=b"h", options={"hook": "last_bidder", "first_dealer": "0", "round_plan": "3"})
    link.play_text(1, "bid 1")
    link.play_text(2, "bid 1")
    link.tell(link.update(()))
    async with at_table(link) as pilot:
        await sees(pilot, "Your bid")
        assert "(1)" in panel(pilot, "bar")
        await pilot.press("1", "enter")
        assert "1 is barred: the bids would add up to 3" in panel(pilot, "prompt")
        assert link.moves == []


async def test_a_click_chooses_a_bid_and_a_second_click_makes_it() -> None:
    """A bid cannot be taken back, so one click is not enough."""
    link = PartyLink("rage", 6, seed=LEADER)
    async with at_table(link) as pilot:
        await sees(pilot, "Your bid")
        at = panel(pilot, "bar").index("4")
        await pilot.click("#bar", offset=(at, 0))
        assert link.moves == []
        await pilot.click("#bar", offset=(at, 0))
        await until(pilot, lambda: link.moves == ["bid 4"])


class Silent(PartyLink):
    """Its server takes its time, until `answer`."""

    def _answer(self, message: MakeMove) -> None:
        self._unanswered = message

    def answer(self) -> None:
        super()._answer(self._unanswered)


def silent() -> Silent:
    """All have bid and seat 0 leads."""
    link = Silent("rage", 6, seed=LEADER)
    for seat in range(6):
        link.play_text(seat, "bid 1")
    link.tell(link.update(()))
    return link


async def test_a_move_that_is_on_its_way_for_long_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Over a bad line a key has its answer all the same; with the new picture it is gone."""
    monkeypatch.setattr(table_moves, "SLOW", 0.0)
    link = silent()
    async with at_table(link) as pilot:
        await sees(pilot, "Your lead")
        await pilot.press("enter")
        await until(pilot, lambda: "has not answered yet" in panel(pilot, "prompt"))
        link.answer()
        await until(pilot, lambda: "has not answered yet" not in panel(pilot, "prompt"))


async def test_what_was_said_meanwhile_stays_where_a_move_is_long_on_its_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A hint that was asked for, or a word of the server, is not wiped away by the wait."""
    monkeypatch.setattr(table_moves, "SLOW", 0.0)
    link = silent()
    async with at_table(link) as pilot:
        await sees(pilot, "Your lead")
        screen = table_screen(pilot.app)
        screen.action_enter()
        screen.post_message(RequestRefused(Refused(id=77, code="muted")))
        await until(pilot, lambda: screen.scene.notice != "")
        await pilot.pause(0)
        assert "has not answered yet" not in panel(pilot, "prompt")


async def test_only_the_move_that_waits_is_said_to_be_on_its_way() -> None:
    """Neither one that was made before it, nor one that has been answered meanwhile."""
    link = silent()
    async with at_table(link) as pilot:
        await sees(pilot, "Your lead")
        screen = table_screen(pilot.app)
        await pilot.press("enter")
        [move] = [message for message in link.sent if isinstance(message, MakeMove)]
        screen._tell_on_its_way(move.id - 1)
        assert screen.scene.notice == ""

        link.answer()
        await until(pilot, lambda: screen.scene.state.seq > move.seq)
        screen._tell_on_its_way(move.id)
        assert "has not answered yet" not in screen.scene.notice


async def test_a_move_is_not_sent_twice_while_its_answer_is_awaited() -> None:
    """Enter pressed again before the new picture plays no second card."""
    link = silent()
    async with at_table(link) as pilot:
        await sees(pilot, "Your lead")
        await pilot.press("enter", "enter", "2", "enter")
        assert link.moves == ["R1"]


async def test_escape_neither_leaves_nor_plays() -> None:
    """Escape only lets go of what is chosen."""
    link = leading()
    async with at_table(link) as pilot:
        await sees(pilot, "Your lead")
        await pilot.press("3", "escape", "tab", "escape", "escape")
        assert link.sent == []
        assert pilot.app.screen is table_screen(pilot.app)


async def test_leaving_asks_once() -> None:
    """`x` asks; staying sends nothing; the second answer leaves."""
    link = leading()
    async with at_table(link) as pilot:
        await sees(pilot, "Your lead")
        await pilot.press("x", "enter")
        assert link.sent == []
        await pilot.press("x", "2")
        assert [type(message) for message in link.sent] == [LeaveTable]


async def test_all_that_letters_do_can_be_done_with_tab_arrows_and_enter() -> None:
    """No letter is needed; characters that stand on no known key do nothing."""
    link = leading()
    async with at_table(link) as pilot:
        await sees(pilot, "Your lead")
        await pilot.press("ψ", "ß", "tab", "right", "right", "right")
        assert "[c chat]" in panel(pilot, "bar")
        assert link.sent == []


async def test_chat_goes_out_and_comes_in_as_it_is() -> None:
    """What people write is never markup, and the hand stays in sight."""
    link = leading()
    async with at_table(link) as pilot:
        await sees(pilot, "Your lead")
        await pilot.press("c", "h", "i", "enter")
        assert [message.text for message in link.sent if isinstance(message, Say)] == ["hi"]
        link.tell(Said(name="Boris", text="[north] 3 [tricks] a\\[b", table="kitchen"))
        await sees(pilot, "Boris: [north] 3 [tricks] a\\[b")
        assert "chat: 1 new" in panel(pilot, "bar")
        await pilot.press("c", "escape")
        assert "new" not in panel(pilot, "bar")


async def test_the_whole_log_can_be_read_back_while_one_writes() -> None:
    """It stands in the felt's place, so that prompt and hand stay where they are; Escape gives the felt back."""
    link = leading()
    for number in range(40):
        link.tell(Said(name="Boris", text=f"line {number}", table="kitchen", watcher=number == 39))
    async with at_table(link) as pilot:
        await sees(pilot, "Your lead")
        places = {name: table_screen(pilot.app).query_one(name).region for name in ("#prompt", "#hand")}
        await pilot.press("c")
        assert "Boris (watching): line 39" in panel(pilot, "talk")
        await pilot.press("pageup", "pageup")
        assert "line 16" in panel(pilot, "talk")
        assert "16 newer lines below" in panel(pilot, "talk")
        assert {name: table_screen(pilot.app).query_one(name).region for name in places} == places
        await pilot.press("x", "escape")
        assert not table_screen(pilot.app).query_one("#talk").display
        assert link.sent == []


async def test_what_ignored_people_have_said_is_hidden_and_comes_back() -> None:
    """Older lines too; what others say stays."""
    link = leading()
    for name in ("Boris", "Cai"):
        link.tell(Said(name=name, text=f"from {name}", table="kitchen"))
    async with at_table(link) as pilot:
        await sees(pilot, "from Cai")
        table_screen(pilot.app).client.ignore("boris")
        await until(pilot, lambda: "from Boris" not in shown(pilot))
        assert "from Cai" in shown(pilot)
        table_screen(pilot.app).client.ignore("Boris", False)
        await sees(pilot, "from Boris")


@pytest.mark.thorough
async def test_hostile_names_and_lines_are_shown_and_do_nothing() -> None:
    """Markup that would quit on a click, controls, joiners: all of it is text, and every line keeps its width."""
    bad = "[@click=app.quit]ann[/]"
    names = (bad, "\x1b[2Jx", "漢字漢字漢字", "a\u200db\u202ec", "e" + "\u0301" * 40, "\uff21nn")
    link = PartyLink("rage", 6, seed=LEADER, names=names)
    link.tell(Said(name=bad, text=f"{bad} \x1b[31m", table="kitchen"))
    async with at_table(link) as pilot:
        await sees(pilot, "Your bid")
        await sees(pilot, "\\x1b[31m")
        for place in ("#ledger", "#trick", "#news", "#head"):
            for y in (1, 2):
                await pilot.click(place, offset=(3, y))
        assert pilot.app.is_running
        assert link.sent == []


async def test_only_who_was_there_is_told_that_some_of_it_could_not_be_told() -> None:
    """To one who comes while the party goes on, nothing is lost: the table is as it is."""
    link = leading(3)
    link.tell(replace(link.update(()), missed=True))
    async with at_table(link) as pilot:
        await sees(pilot, "Your lead")
        assert "could not be told" not in panel(pilot, "news")
        link.play(0, first_move(link.game.view(link.state, 0)))
        link.others_play()
        link.tell(replace(link.update(()), missed=True))
        await until(pilot, lambda: "could not be told" in panel(pilot, "news"))


async def test_the_finished_trick_stays_in_sight_with_its_winner() -> None:
    """Between tricks the last one lies on the table; the next card or a key makes way."""
    link = leading(3)
    async with at_table(link) as pilot:
        await sees(pilot, "Your lead")
        await pilot.press("enter")
        await until(pilot, lambda: "LAST TRICK" in panel(pilot, "trick"))
        assert "wins" in panel(pilot, "trick")
        assert "took the trick" in panel(pilot, "trick")
        await pilot.press("right")
        await until(pilot, lambda: bool(link.game.view(link.state, 0).trick) == ("LAST" not in panel(pilot, "trick")))


async def test_six_hands_of_ten_fit_into_80_by_24() -> None:
    """Turn, question, hand, legal marks, trick, winner and why, trump, bids, totals, connection: all at once."""
    link = following()
    link.tell(link.info(seat1=SeatInfo(name="Boris", bot="normal"), seat2=SeatInfo(name="Cai", here=False)))
    async with at_table(link) as pilot:
        await sees(pilot, "away")
        text = shown(pilot)
        for word in ("follow green", "Fay leads green", "TRUMP", "turned up", "bot", "6 bid for 10: 4 too few",
                     "bid", "won", "need", "pts", "2 ms", "trick 1 of 10", "Round 1 of 10"):  # fmt: skip
            assert word in text
        for name in ("You", "Boris", "Cai", "Dora", "Emil", "Fay"):
            assert text.count(name) >= 2
        hand = panel(pilot, "hand").splitlines()
        assert sum(line.count("╭") for line in hand) == 10
        assert "╭" in hand[0]
        assert "▲" in hand[-1]


async def test_eight_seats_fit_into_80_by_24() -> None:
    """Every seat has its card and its line."""
    link = PartyLink("rage", 8, seed=b"8", options={"extended_players": "on"})
    async with at_table(link) as pilot:
        for name in ("Boris", "Cai", "Dora", "Emil", "Fay", "Gus", "Hana"):
            assert name in panel(pilot, "ledger")
            assert name in panel(pilot, "trick")


async def test_trump_and_its_changes_are_told_where_trump_is() -> None:
    """R62: the new trump, what it was, by which card and whose."""
    link = leading()
    async with at_table(link) as pilot:
        await sees(pilot, "Your lead")
        old = panel(pilot, "trump")
        await pilot.press("9", "enter")
        await sees(pilot, "B→B CH You")
        assert "B turned up" in panel(pilot, "trump")
        assert "turned up" in old


async def test_a_watcher_sees_the_table_and_can_play_nothing() -> None:
    """Keys of play do nothing without a seat."""
    link = PartyLink("rage", 3, me=None, seed=LEADER)
    async with at_table(link) as pilot:
        await sees(pilot, "watching")
        await pilot.press("1", "enter", "space", "right", "escape")
        assert link.sent == []


async def test_a_lost_connection_is_told_on_the_table() -> None:
    """The head line says it, whatever else lies over the table."""
    link = leading()
    async with at_table(link) as pilot:
        link.tell(Disconnected("server_gone"))
        await sees(pilot, "connection lost")


async def test_a_whole_round_by_digits_and_enter_then_another_party() -> None:
    """A party of one round of three cards; at its end the ranking, and `r` asks for another."""
    link = PartyLink("rage", 3, seed=b"whole", options={"round_plan": "3"})
    link.tell(link.update(link.others_play()))
    async with at_table(link) as pilot:
        while link.game.outcome(link.state) is None:
            before = link.seq
            await pilot.press("1", "enter")
            if "Which colour" in panel(pilot, "prompt"):
                await pilot.press("1")
            for key in "23":
                if link.seq == before:
                    await pilot.press(key, "enter")
            assert link.seq > before
            await until(pilot, lambda: table_screen(pilot.app).scene.state.seq == link.seq)
        link.tell(link.info("over"))
        await sees(pilot, "RESULT")
        await pilot.press("r")
        assert isinstance(link.sent[-1], Rematch)


@pytest.mark.parametrize("size", [(70, 20), (100, 30), (120, 40), (200, 60)])
async def test_other_sizes_show_the_hand_and_the_prompt(size: tuple[int, int]) -> None:
    """A window larger or somewhat smaller than usual loses none of what one must see to play."""
    link = leading()
    async with at_table(link, size) as pilot:
        await sees(pilot, "Your lead")
        assert "P" in panel(pilot, "hand")
        assert "green" in panel(pilot, "trump") or "blue" in panel(pilot, "trump")


async def test_letters_typed_half_do_not_swallow_commands() -> None:
    """A letter that no card goes on with is a command; after a whole card a digit is a place again."""
    link = leading()
    async with at_table(link) as pilot:
        await sees(pilot, "Your lead")
        await pilot.press("p", "1", "3", "2", "enter")
        assert link.moves == ["R5"]
        await pilot.press("b", "x")
        assert "Leave the table?" in panel(pilot, "prompt")
