"""Finished tricks looked through at the table."""

from typing import Any

from tests.games.goat_helpers import table
from tests.tui.party import PartyLink, at_table, panel, sees, table_screen, until
from tuicards.games.api import Move
from tuicards.games.goat import GoatView, Pass
from tuicards.tui.widgets.finished import goat_tricks


def leading(seats: int = 3) -> PartyLink:
    """A Rage table at which all have bid and the round has three tricks."""
    link = PartyLink("rage", seats, seed=b"look", options={"round_plan": "3,3", "first_dealer": "2"})
    for seat in range(seats):
        link.play_text(seat, "bid 1")
    link.tell(link.update(()))
    return link


async def test_l_and_the_arrows_go_through_the_tricks_of_the_round() -> None:
    """The last one first; the arrows stop at the ends; Escape goes back to the game, and nothing was played."""
    link = leading()
    async with at_table(link) as pilot:
        await sees(pilot, "Your lead")
        await pilot.press("l")
        assert "No trick is finished yet" in panel(pilot, "prompt")
        for _ in range(2):
            before = link.seq
            for key in "123":
                if link.seq == before:
                    await pilot.press(key, "enter")
                    if "Which colour" in panel(pilot, "prompt"):
                        await pilot.press("1")
            await until(pilot, lambda: table_screen(pilot.app).scene.state.seq == link.seq)
        tricks = table_screen(pilot.app).scene.tricks
        assert len(tricks) == 2
        sent = len(link.sent)
        await pilot.press("l")
        assert "TRICK 2 OF 2" in panel(pilot, "trick")
        await pilot.press("left", "left")
        assert "TRICK 1 OF 2" in panel(pilot, "trick")
        assert "Trick 1 of 2 played" in panel(pilot, "prompt")
        for played in tricks[0].cards:
            assert played.card[1:] in panel(pilot, "trick")
        await pilot.press("escape")
        assert "OF 2" not in panel(pilot, "trick")
        assert len(link.sent) == sent


def first_pass(view: GoatView) -> Move:
    return next((move for move in view.legal if isinstance(move, Pass)), view.legal[0])


def test_a_molodka_begins_the_remembered_trick_anew() -> None:
    """G34: what lay there has gone back to the hands. Passed cards are seen by nobody any more."""
    link = PartyLink("goat", 4, me=3)
    link.state = table("Ad Kd 9d 6d | Jc 6s 7s Qh | Tc 8h 6h Ts | 7c Kc 8s 9h", leader=3, stock=8, trump="h")
    game = link.game
    before = game.view(link.state, 3)
    events = [*link.play_text(3, "lead 7c"), *link.play_text(0, "molodka")]
    for seat, cards in ((1, "Jc 6s 7s Qh"), (2, "Tc 8h 6h Ts"), (3, "7c Kc 8s 9h")):
        events += link.play_text(seat, f"pass {cards}")
    view = game.view(link.state, 3)
    tricks = goat_tricks(view, (), before.trick, events)
    assert tricks[-1] == view.last_trick
    assert [laid.kind for laid in tricks[-1].laid] == ["lead", "pass", "pass", "pass"]
    assert [bool(laid.cards) for laid in tricks[-1].laid] == [True, False, False, False]


def test_a_watcher_who_is_told_several_tricks_at_once_has_them_all() -> None:
    """The events tell each trick; until the next game has one, those of the game before stay."""
    link = PartyLink("goat", 4, me=None, seed=b"watch")
    game = link.game
    before = game.view(link.state, None)
    events: list[Any] = []
    while len(game.view(link.state, None).history) < 1:
        seat = min(game.to_act(link.state))
        events += link.play(seat, first_pass(game.view(link.state, seat)))
    view = game.view(link.state, None)
    tricks = goat_tricks(view, (), before.trick, events)
    assert len(tricks) == sum(view.history[0].tricks)
    assert all(len(trick.laid) == 4 for trick in tricks)
    later: list[Any] = []
    while not sum(game.view(link.state, None).tricks):
        seat = min(game.to_act(link.state))
        later += link.play(seat, first_pass(game.view(link.state, seat)))
    assert len(goat_tricks(game.view(link.state, None), tricks, view.trick, later)) == 1
