"""Choosing before one's turn and with help: cards that wait, the only move, doubts, hints, other keyboards."""

from dataclasses import dataclass
from gettext import NullTranslations
from typing import Any, ClassVar

import pytest
from msgspec.structs import replace
from textual.app import App

from tests.tui.party import PartyLink, at_table, panel, sees, shown, table_screen, until
from tuicards.games.rage import COLOURS, Play
from tuicards.locale.languages import Language
from tuicards.settings import Settings
from tuicards.tui.keymap import known_keys
from tuicards.tui.screens.people import PeopleDialog
from tuicards.tui.widgets.goat_face import GoatFace
from tuicards.wire.messages import MakeMove

LEADER = b"80"
"""With six seats this seed gives seat 0 the lead and R1 R5 O0 O6 B5 P13 WI MA CH CH."""


class Slow(PartyLink):
    """A table at which the others wait until the test lets them move."""

    def _answer(self, message: MakeMove) -> None:
        """The server takes its time."""

    def others_wait(self) -> None:
        """The picture as it is, while it is another seat's turn."""
        self.tell(self.update(()))

    def my_turn_comes(self) -> None:
        """The others move until it is the own turn."""
        self.tell(self.update(self.others_play()))


def waiting(led: str = "G", seats: int = 6) -> Slow:
    """All have bid; seat 5 is to lead, then it is the turn of seat 0, with two green cards among ten."""
    link = Slow("rage", seats, seed=b"0", options={"first_dealer": "4"}, others=lambda view: leads(view, led))
    for seat in (5, 0, 1, 2, 3, 4):
        link.play_text(seat, "bid 1")
    link.others_wait()
    return link


def leads(view: Any, colour: str) -> Play:
    """The first legal card of a colour, or else any."""
    plays: list[Play] = list(view.legal)
    return next((play for play in plays if play.card[0] == colour), plays[0])


def at(app: App[Any], code: str) -> str:
    """The key that chooses a card of the hand."""
    return "1234567890"[table_screen(app).scene.view.hand.index(code)]


async def test_a_card_chosen_before_the_turn_goes_when_it_comes() -> None:
    """The prompt and a mark say that it waits; it is sent once, and not before."""
    link = waiting()
    async with at_table(link) as pilot:
        await sees(pilot, "Waiting for Fay")
        await pilot.press(at(pilot.app, "G11"), "enter")
        assert "G11 goes when it is your turn" in panel(pilot, "prompt")
        assert "»" in panel(pilot, "hand")
        assert link.moves == []
        link.my_turn_comes()
        await until(pilot, lambda: link.moves == ["G11"])
        link.tell(link.update(()))
        await pilot.press("right")
        assert link.moves == ["G11"]


@pytest.mark.thorough
async def test_a_card_that_waits_is_taken_back_by_escape_or_by_choosing_it_again() -> None:
    """Then nothing is sent when the turn comes."""
    link = waiting()
    async with at_table(link) as pilot:
        await sees(pilot, "Waiting for Fay")
        await pilot.press(at(pilot.app, "G11"), "enter", "escape")
        assert "»" not in panel(pilot, "hand")
        await pilot.press("enter", "enter")
        assert "»" not in panel(pilot, "hand")
        link.my_turn_comes()
        await sees(pilot, "follow green")
        assert link.moves == []


async def test_a_card_that_may_not_go_any_more_is_let_go_with_a_sentence() -> None:
    """Green is led, and red waited."""
    link = waiting()
    async with at_table(link) as pilot:
        await sees(pilot, "Waiting for Fay")
        await pilot.press("1", "enter")
        link.my_turn_comes()
        await sees(pilot, "R3 cannot go now and was taken back")
        assert link.moves == []


async def test_a_wild_that_waits_asks_for_its_colour_at_the_turn() -> None:
    """R52: the colour cannot be known before; nothing is sent until it is named."""
    link = Slow("rage", 6, seed=LEADER, options={"rage_play": "anytime"})
    for seat in range(6):
        link.play_text(seat, "bid 1")
    link.play_text(0, "R1")
    while link.game.to_act(link.state) != {3}:
        seat = min(link.game.to_act(link.state))
        link.play(seat, link.game.view(link.state, seat).legal[0])
    link.others_wait()
    async with at_table(link) as pilot:
        await sees(pilot, "Waiting for Dora")
        await pilot.press(at(pilot.app, "WI"), "enter")
        link.my_turn_comes()
        await sees(pilot, "Which colour")
        assert link.moves == []
        await pilot.press("y")
        assert link.moves == ["WI:Y"]


async def test_an_only_move_makes_itself_where_the_settings_say_so() -> None:
    """It is announced in the log; a bid is never made, nor a move that one may choose."""
    link = Slow("rage", 3, seed=b"only", options={"round_plan": "1", "first_dealer": "1"})
    link.my_turn_comes()
    async with at_table(link, settings=Settings(guide=False, play_only_card=True)) as pilot:
        await sees(pilot, "Your bid")
        assert link.moves == []
        for seat in (2, 0, 1):
            if seat in link.game.to_act(link.state):
                link.play_text(seat, "bid 0")
        link.my_turn_comes()
        card = link.game.view(link.state, 0).hand[0]
        await until(pilot, lambda: link.moves == [card])
        await sees(pilot, "Only one move was possible")


async def test_a_costly_slip_asks_once() -> None:
    """The better move is named; the same move once more goes, any other key lets the doubt be."""
    link = Slow("rage", 4, seed=b"slip", options={"round_plan": "10", "first_dealer": "3"})
    async with at_table(link, settings=Settings(guide=False, ask_before_slips=True)) as pilot:
        await sees(pilot, "Your bid")
        await pilot.press("1", "0", "enter")
        assert "Sure? A bot would bid" in panel(pilot, "prompt")
        assert link.moves == []
        await pilot.press("enter")
        assert link.moves == ["bid 10"]


@pytest.mark.thorough
async def test_a_bid_asks_once_where_the_settings_say_so() -> None:
    """Enter chooses, Enter once more makes it; another number asks anew."""
    link = Slow("rage", 6, seed=LEADER)
    async with at_table(link, settings=Settings(guide=False, bid=True)) as pilot:
        await sees(pilot, "Your bid")
        await pilot.press("3", "enter", "left", "enter")
        assert "Bid 2?" in panel(pilot, "prompt")
        assert link.moves == []
        await pilot.press("enter")
        assert link.moves == ["bid 2"]


async def test_a_hint_names_a_card_and_a_reason_and_marks_it() -> None:
    """It plays nothing; another picture takes it away."""
    link = waiting()
    async with at_table(link) as pilot:
        await sees(pilot, "Waiting for Fay")
        await pilot.press("h")
        assert "when it is your turn" in panel(pilot, "prompt")
        link.my_turn_comes()
        await sees(pilot, "follow green")
        await pilot.press("h")
        await sees(pilot, "Hint: G")
        assert shown(pilot).count("of 100 cases") == 1
        assert "!" in panel(pilot, "hand").splitlines()[-1]
        assert link.moves == []


@pytest.mark.parametrize("size", [(80, 24), (160, 40)])
async def test_a_hint_tells_its_reason_once_and_marks_a_bid(size: tuple[int, int]) -> None:
    """Beside what to do where there is room for it, else in the log; the bar marks the bid as the hand a card."""
    link = Slow("rage", 6, seed=LEADER)
    async with at_table(link, size=size) as pilot:
        await sees(pilot, "Your bid")
        await pilot.press("h")
        await sees(pilot, "of 100 cases")
        prompt = panel(pilot, "prompt")
        bid = prompt.split()[3].strip(".")
        assert prompt.startswith(f"► Hint: bid {bid}.")
        assert f"!{bid} " in panel(pilot, "bar")
        assert shown(pilot).count("of 100 cases") == shown(pilot).count("Hint: bid") == 1
        assert ("of 100 cases" in prompt) == (size[0] == 160)
        assert "Enter: 0" in prompt


async def test_a_hint_that_is_asked_for_again_stays_as_it_is() -> None:
    """A bot that thought anew might say something else of the same cards; its reason stands in the log once."""
    async with at_table(Slow("rage", 6, seed=LEADER)) as pilot:
        await sees(pilot, "Your bid")
        await pilot.press("h")
        await sees(pilot, "of 100 cases")
        before = shown(pilot)
        await pilot.press("h")
        assert not [one for one in pilot.app.workers if one.group == "hint"]
        assert shown(pilot) == before
        assert "".join(line.text for line in table_screen(pilot.app).scene.log).count("of 100 cases") == 1


@pytest.mark.parametrize("by", ["owner", "person"])
async def test_hints_that_are_switched_off_say_by_whom(by: str) -> None:
    """By the table's owner for all, or by oneself."""
    link = Slow("rage", 6, seed=LEADER)
    link.tell(replace(link.info(), hints=by != "owner"))
    async with at_table(link, settings=Settings(guide=False, hints=by != "person")) as pilot:
        await sees(pilot, "Your bid")
        await pilot.press("h")
        assert ("by its owner" if by == "owner" else "in your settings") in panel(pilot, "prompt")


async def test_a_russian_keyboard_plays_and_commands_by_place() -> None:
    """`п` stands on the key of G: no letter on the cards says otherwise. `ы` is `s`, `я` is `z`."""
    link = waiting()
    async with at_table(link) as pilot:
        await sees(pilot, "Waiting for Fay")
        link.my_turn_comes()
        await sees(pilot, "follow green")
        await pilot.press("п", "1", "1", "enter")
        assert link.moves == ["G11"]
        await pilot.press("ч")
        assert "Leave the table?" in panel(pilot, "prompt")


async def test_a_thai_keyboard_opens_the_score_sheet() -> None:
    """`ห` stands on the key of S."""
    link = waiting()
    async with at_table(link) as pilot:
        await sees(pilot, "Waiting for Fay")
        await pilot.press("ห")
        await until(pilot, lambda: pilot.app.screen is not table_screen(pilot.app))


class Letters(NullTranslations):
    """Six other letters on the cards, two of them Cyrillic."""

    SHOWN: ClassVar[dict[str, str]] = {"letter.O": "N", "letter.Y": "A", "letter.G": "Ж", "letter.B": "Z"}

    def pgettext(self, context: str, message: str) -> str:
        return self.SHOWN.get(context, message)


@dataclass(frozen=True)
class Lettered(Language):
    """English with other letters."""

    def catalogue(self, domain: str) -> NullTranslations:
        return Letters()


@pytest.mark.parametrize("typed", ["ж", "Ж", "g", "п"])
async def test_a_card_is_typed_by_what_stands_on_it_or_by_its_code_or_its_key(typed: str) -> None:
    """The letter shown, the code's own, and the code's key on another layout all lead to G11."""
    link = waiting()
    async with at_table(link) as pilot:
        await sees(pilot, "Waiting for Fay")
        table_screen(pilot.app).client.language = Lettered("xx", "Lettered")
        await sees(pilot, "Ж 11")
        await pilot.press(typed, "1", "1")
        assert "typed: Ж11" in panel(pilot, "prompt")
        await pilot.press("enter")
        assert table_screen(pilot.app).scene.pick.queued == ("G11",)


async def test_a_letter_on_the_cards_comes_before_a_command_and_the_command_has_another_key() -> None:
    """`z` is blue here, so it types; the order of the hand changes with `o`, which stands on no card."""
    link = waiting()
    async with at_table(link) as pilot:
        await sees(pilot, "Waiting for Fay")
        table_screen(pilot.app).client.language = Lettered("xx", "Lettered")
        await sees(pilot, "Ж 11")
        await pilot.press("z")
        assert table_screen(pilot.app).scene.pick.typed == "b"
        await pilot.press("escape", "o")
        assert "trump first" in panel(pilot, "prompt")


@pytest.mark.thorough
async def test_w_is_who_is_here_unless_it_types_a_wild() -> None:
    """People is `i` everywhere; its second key gives way to the cards where a hand is played."""
    link = Slow("rage", 6, seed=LEADER)
    async with at_table(link) as pilot:
        await sees(pilot, "Your bid")
        for seat in range(6):
            link.play_text(seat, "bid 1")
        link.others_wait()
        await sees(pilot, "Your lead")
        await pilot.press("w", "i")
        assert table_screen(pilot.app).scene.hand_code() == "WI"
        await pilot.press("i")
        assert isinstance(pilot.app.screen, PeopleDialog)


def test_no_command_that_is_possible_while_cards_are_played_takes_a_letter_of_a_colour_or_a_rank() -> None:
    """In English; what has a second key may have such a letter there."""
    colours = {letter.lower() for letter in COLOURS}
    first = {known.keys[0] for name, known in known_keys().items() if name.startswith(("table.", "app."))}
    only_after = {known_keys()[name].keys[0] for name in ("table.again", "table.game")}
    other_game = {known_keys()["table.pass"].keys[0]}

    assert first & colours == only_after | other_game
    assert first & set(GoatFace().first_letters()) == set()
