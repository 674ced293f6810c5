"""Pictures of the table, from parties that are really played; the README shows them."""

from typing import Any

import pytest

from tests.games.goat_helpers import finish_game, options, table
from tests.tui.party import PartyLink, at_table, sees
from tests.tui.pictures import check_picture
from tuicards.games.api import Move
from tuicards.games.cards import Dice
from tuicards.games.goat import Beat, Party
from tuicards.games.rage import Bid
from tuicards.wire.messages import Said, SeatInfo

SMALL = (80, 24)
LARGE = (120, 40)


class Lively:
    """Players who bid about their share, beat when they can, else take any legal move; the same ones each time."""

    def __init__(self, seed: bytes) -> None:
        self._dice = Dice(seed, 0)

    def __call__(self, view: Any) -> Move:
        legal = view.legal
        if isinstance(legal[0], Bid):
            wanted = view.hand_size / len(view.counts) + self._dice.below(3) - 1
            bid: Move = min(legal, key=lambda bid: abs(bid.tricks - wanted))
            return bid
        beats = [move for move in legal if isinstance(move, Beat)]
        choice: Move = (beats or legal)[self._dice.below(len(beats or legal))]
        return choice


def played(game: str, seats: int, steps: int, seed: bytes, **options: str) -> PartyLink:
    """A party after at least so many moves, when it is one's turn, or at its end."""
    players = Lively(seed)
    link = PartyLink(game, seats, seed=seed, options=options, others=players)
    events: list[Any] = []
    for _ in range(steps):
        if link.game.to_act(link.state):
            seat = min(link.game.to_act(link.state))
            events.extend(link.play(seat, players(link.game.view(link.state, seat))))
    events.extend(link.others_play())
    ended = link.game.outcome(link.state) is not None
    seat1 = SeatInfo(name=link.names[1], bot="normal", again=ended)
    link.tell(link.info("over" if ended else "playing", seat1=seat1))
    link.tell(link.update(events[-14:]))
    link.tell(Said(name="Cai", text="good luck, all", table="kitchen"))
    return link


async def test_bidding() -> None:
    """A row of numbers in the bar, the bids made so far at the seats."""
    async with at_table(played("rage", 5, 2, b"bids", hook="last_bidder", first_dealer="0"), SMALL) as pilot:
        await sees(pilot, "good luck")
        await pilot.press("2")
        check_picture(pilot.app, "rage-bidding")


async def test_a_trick() -> None:
    """Six seats and a full hand in the usual window."""
    async with at_table(played("rage", 6, 12, b"trick6"), SMALL) as pilot:
        await sees(pilot, "good luck")
        check_picture(pilot.app, "rage-trick")


async def test_a_trick_in_a_large_window() -> None:
    """The log, the last trick and the rounds have room of their own."""
    async with at_table(played("rage", 5, 150, b"large"), LARGE) as pilot:
        await sees(pilot, "good luck")
        check_picture(pilot.app, "rage-large")


@pytest.mark.thorough
async def test_eight_seats() -> None:
    """The fullest table in the usual window."""
    async with at_table(played("rage", 8, 60, b"eight", extended_players="on"), SMALL) as pilot:
        await sees(pilot, "good luck")
        check_picture(pilot.app, "rage-eight")


async def test_the_colour_of_a_wild() -> None:
    """Six colours by letter, digit and name."""
    link = PartyLink("rage", 6, seed=b"80")
    players = Lively(b"wild")
    for seat in range(6):
        link.play(seat, players(link.game.view(link.state, seat)))
    link.tell(link.update(()))
    async with at_table(link, SMALL) as pilot:
        await sees(pilot, "Your lead")
        await pilot.press("7", "enter", "right", "right")
        check_picture(pilot.app, "rage-wild")


async def test_the_score_sheet() -> None:
    """Every round of every seat; on the second page the totals as lines."""
    async with at_table(played("rage", 6, 330, b"sheet"), SMALL) as pilot:
        await sees(pilot, "good luck")
        await pilot.press("s")
        check_picture(pilot.app, "rage-scores")
        await pilot.press("tab")
        check_picture(pilot.app, "rage-lines")


async def test_the_end_of_a_party() -> None:
    """The result, the ranking, and who asks for another."""
    async with at_table(played("rage", 4, 5000, b"end"), SMALL) as pilot:
        await sees(pilot, "good luck")
        check_picture(pilot.app, "rage-end")


async def test_two_cards_chosen_for_a_lead() -> None:
    """Chosen cards stand out, and the prompt says what Enter will do."""
    link = PartyLink("goat", 4)
    link.state = table("Qs 7s Kd 6h | 9d Js 8c 8h | Kc 8d Th 7h | 6c 9s Ac Jh", stock=12)
    link.tell(link.update(()))
    async with at_table(link, SMALL) as pilot:
        await sees(pilot, "Your lead")
        await pilot.press("1", "2")
        check_picture(pilot.app, "goat-lead")


async def test_a_goat_table_in_a_large_window() -> None:
    """Games, last trick and log beside the trick."""
    async with at_table(played("goat", 4, 150, b"goat"), LARGE) as pilot:
        await sees(pilot, "good luck")
        check_picture(pilot.app, "goat-large")


@pytest.mark.thorough
async def test_molodka_on_the_table() -> None:
    """Four cards of one suit lie there, and all must answer with four."""
    link = PartyLink("goat", 4)
    link.state = table("7c Kc 8s 9h | Jc 6s 7s Qh | Ad Kd 9d 6d | Tc 8h 6h Ts", leader=1, stock=8, trump="h")
    events = [*link.play_text(1, "lead 6s"), *link.play_text(2, "molodka"), *link.play_text(3, "pass Tc 8h 6h Ts")]
    link.tell(link.update(events))
    async with at_table(link, SMALL) as pilot:
        await sees(pilot, "MOLODKA")
        check_picture(pilot.app, "goat-molodka")


async def test_a_goat_game_counted() -> None:
    """Before the first lead of the next game: what each side has taken, rank by rank."""
    link = PartyLink("goat", 4)
    link.state, events = finish_game(Party(options=options(), seed=b"counted", dealer=2), "47:73", (3, 5), 0)
    link.tell(link.update(events))
    async with at_table(link, SMALL) as pilot:
        await sees(pilot, "COUNTED")
        check_picture(pilot.app, "goat-counted")


async def test_the_end_of_a_goat_party() -> None:
    """Who are the goats."""
    async with at_table(played("goat", 4, 5000, b"goats"), SMALL) as pilot:
        await sees(pilot, "good luck")
        check_picture(pilot.app, "goat-end")
