"""Random sittings at the table: keys, others' moves in bursts, slow answers, lost links, bots that stand in."""

import random
from typing import Any

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from tests.games.goat_helpers import table
from tests.tui.party import PartyLink, at_table, sees, table_screen, until
from tests.tui.scripted import welcome
from tests.tui.test_statements import any_table
from tuicards.client_state import Disconnected
from tuicards.errors import PlayerError
from tuicards.games import GAMES
from tuicards.games.api import Move, from_plain
from tuicards.games.goat import Arm, Disarm
from tuicards.settings import Settings
from tuicards.tui.screens.table import TableScreen
from tuicards.tui.widgets.bar import Bar
from tuicards.wire.messages import ClientMessage, Done, LeaveTable, MakeMove, Refused, SeatInfo


class Server(PartyLink):
    """A server that answers when the test wants it to, and writes down what it is sent that it should not be."""

    def __init__(self, game: str, seats: int, chance: random.Random, chosen: dict[str, str]) -> None:
        self.chance = chance
        self.post: list[MakeMove] = []
        self.faults: list[str] = []
        self.refused: list[Move] = []
        self.untold: list[Any] = []
        self.asked_at = 1
        self.by_hand = False
        """Whether a key is being pressed."""
        self.by_itself: list[Move] = []
        self.turns = 0
        super().__init__(game, seats, seed=chance.randbytes(8), options=chosen)
        self._asks = self._ask()
        self.turns = int(self._asks[0])

    # ---- what is sent ----------------------------------------------------------------------------------

    def send(self, message: ClientMessage) -> None:
        self.sent.append(message)
        if not isinstance(message, MakeMove):
            return
        move = from_plain(message.move, self.game.move_type)
        view = self.game.view(self.state, self.me)
        if self.post:
            self.faults.append(f"{move} while {self.post} is under way")
        if not view.my_turn and not isinstance(move, Arm | Disarm) and message.seq == self.seq:
            self.faults.append(f"{move} out of turn")
        if message.seq > self.seq:
            self.faults.append(f"{move} for a picture to come")
        if not self.by_hand:
            self.by_itself.append(move)
            if message.seq == self.seq and move not in view.legal:
                self.faults.append(f"{move} by itself, although it is not legal")
        self.post.append(message)

    def _ask(self) -> tuple[bool, tuple[Move, ...]]:
        assert self.me is not None
        return self.me in self.game.to_act(self.state), self.game.legal(self.state, self.me)

    def play(self, seat: int, move: Move) -> tuple[Any, ...]:
        """One move of any seat; the events wait to be told. Moves without any do not count (arming)."""
        self.state, events = self.game.apply(self.state, seat, move)
        self.seq += bool(events)
        self.untold += events
        if self._ask() != self._asks:
            self._asks, self.asked_at = self._ask(), self.seq
            self.turns += self._asks[0]
        return tuple(events)

    # ---- what the test lets happen ---------------------------------------------------------------------

    def answer(self) -> None:
        """The oldest message in the post is carried out, or refused as a server would."""
        message = self.post.pop(0)
        move = from_plain(message.move, self.game.move_type)
        try:
            if not self.asked_at <= message.seq <= self.seq:
                raise PlayerError("stale")
            assert self.me is not None
            self.play(self.me, move)
        except PlayerError as error:
            self.refused.append(move)
            self.tell(Refused(id=message.id, code=error.code, params=error.params))
            return
        news = (self.picture, lambda: self.tell(Done(message.id)))
        for tell in news if self.chance.random() < 0.5 else reversed(news):
            tell()

    def picture(self) -> None:
        """All that has happened since the last picture."""
        self.tell(self.update(self.untold))
        self.untold = []

    def others_move(self, most: int, at_once: bool) -> None:
        """Some moves of the others, told in one picture or each in its own."""
        for _ in range(most):
            may = [seat for seat in self.game.to_act(self.state) if seat != self.me]
            if not may or (self.me in self.game.to_act(self.state) and self.chance.random() < 0.5):
                break
            seat = self.chance.choice(sorted(may))
            self.play(seat, self.chance.choice(self.game.legal(self.state, seat)))
            if not at_once:
                self.picture()
        if self.untold:
            self.picture()

    def stand_in(self) -> None:
        """A bot makes one's move."""
        if not self.post and self.me in self.game.to_act(self.state):
            assert self.me is not None
            self.play(self.me, self.chance.choice(self.game.legal(self.state, self.me)))
            self.picture()

    def break_link(self, told: bool) -> None:
        """The link is lost, what was under way with it or not; then one is there again, with or without the news."""
        self.tell(Disconnected("connection_lost", retry_in=1.0))
        if self.chance.random() < 0.5:
            self.post.clear()
        while self.post:
            message = self.post.pop(0)
            move = from_plain(message.move, self.game.move_type)
            if self.me is not None and move in self.game.legal(self.state, self.me):
                self.play(self.me, move)
        self.tell(welcome(self.names[0], table="kitchen"))
        self.tell(self.info())
        self.tell(replace(self.update(self.untold if told else ()), missed=not told and bool(self.untold)))
        self.untold = []

    @property
    def over(self) -> bool:
        return self.game.outcome(self.state) is not None


def press_something(screen: TableScreen, chance: random.Random) -> None:
    """What a restless person does: mostly plays, sometimes anything else."""
    pick = screen.scene.pick
    deed = chance.choice(["enter"] * 6 + ["step"] * 3 + ["space", "digit", "letter", "let_go", "pass", "molodka"])
    odd = chance.choice(["hint", "tricks", "order", "to_bar", "to_hand", "untype"])
    leaving = pick.on_bar or (pick.question is not None and any(one.command for one in pick.question.choices))
    match deed if chance.random() < 0.9 else odd:
        case "enter" | "space" if leaving:
            screen.action_let_go()
        case "step":
            screen.action_step(chance.choice([-1, 1]))
        case "digit":
            screen._took(chance.choice("1234567890"))
        case "letter":
            screen._took(chance.choice("roygbpwimach6789tjqkashdc0123456789"))
        case name:
            getattr(screen, f"action_{name}")()


def check(screen: TableScreen, server: Server) -> None:
    """What must hold whenever the screen has caught up."""
    scene, truth = screen.scene, server.game.view(server.state, server.me)
    assert server.faults == []
    assert sorted(scene.view.hand) == sorted(truth.hand)
    assert not scene.view.hand or 0 <= scene.pick.cursor < len(scene.view.hand)
    assert set(scene.pick.queued) <= set(truth.hand)
    assert set(scene.pick.chosen) <= set(truth.hand)
    assert not (scene.pick.queued and truth.my_turn and scene.state.connected)
    for choice in scene.pick.question.choices if scene.pick.question is not None and not scene.pick.on_bar else ():
        assert choice.command or choice.barred or choice.move in truth.legal or server.post
    assert 0 <= (scene.pick.peek or 0) <= max(0, len(scene.tricks) - 1)


async def caught_up(pilot: Pilot[Any], server: Server) -> TableScreen:
    """Waits until the screen shows the newest picture told."""
    await pilot.pause()
    screen = table_screen(pilot.app)
    await until(pilot, lambda: server._events.empty() and screen.scene.state.seq == server.seq)
    await pilot.pause()
    return screen


def something_happens(server: Server, chance: random.Random) -> None:
    """At the table, not at the keyboard."""
    kind = chance.choice(["others"] * 4 + ["answer"] * 6 + ["stand_in", "link", "info"])
    match kind:
        case "answer" if server.post:
            server.answer()
        case "others":
            server.others_move(chance.randrange(1, 6), chance.random() < 0.5)
        case "stand_in" if chance.random() < 0.3:
            server.stand_in()
        case "link" if chance.random() < 0.5:
            server.break_link(told=chance.random() < 0.5)
        case "info":
            server.tell(replace(server.info(), title=chance.choice(["kitchen", "kitchen table"])))


async def sit(name: str, seed: str, steps: int) -> Server:
    """One sitting, as long as the party or so many steps last."""
    chance = random.Random(f"{name}{seed}")
    chosen = any_table(GAMES[name], chance, ("3,2", "2,1,2", "4", "1,2,1"))
    server = Server(name, chosen.seats, chance, dict(chosen.chosen))
    settings = Settings(
        guide=chance.random() < 0.3,
        bell=True,
        pause=chance.choice([0.0, 1.2, 10.0]),
        motion=chance.random() < 0.5,
        play_only_card=chance.random() < 0.3,
        ask_before_slips=chance.random() < 0.3,
        bid=chance.random() < 0.3,
        trump=chance.choice(["first", "last", "in_place"]),
        ranks=chance.choice(["up", "down"]),
    )
    async with at_table(server, settings=settings) as pilot:
        for _ in range(steps):
            screen = await caught_up(pilot, server)
            check(screen, server)
            if server.over:
                break
            if chance.random() < 0.55:
                server.by_hand = True
                press_something(screen, chance)
                server.by_hand = False
            else:
                something_happens(server, chance)
        check(await caught_up(pilot, server), server)
    assert not any(isinstance(message, LeaveTable) for message in server.sent)
    return server


@pytest.mark.parametrize(
    ("name", "seed"),
    [
        ("rage", "1"),
        pytest.param("goat", "5", marks=pytest.mark.thorough),
        pytest.param("goat", "6", marks=pytest.mark.thorough),
    ],
)
async def test_moves_are_sent_once_and_on_one_s_turn_whatever_happens(name: str, seed: str) -> None:
    """Queueing, hints, doubts, only moves, resyncs, stand-ins: what is sent answers a question that is asked, and
    while it is under way nothing else is sent."""
    server = await sit(name, seed, 45)
    assert any(isinstance(message, MakeMove) for message in server.sent)


# ---- what such sittings have shown ---------------------------------------------------------------------


class Quiet(PartyLink):
    """A server that answers nothing by itself."""

    def _answer(self, message: MakeMove) -> None:
        """The test does."""


async def test_a_bid_under_way_is_not_sent_again_because_others_bid() -> None:
    """R25: all bid at once, so pictures come while one's own bid is on its way; the turn is told once."""
    link = Quiet("rage", 3, seed=b"at once", options={"bid_mode": "simultaneous"})
    async with at_table(link) as pilot:
        await sees(pilot, "Your bid")
        await pilot.press("2", "enter")
        link.tell(link.update(link.play_text(1, "bid 1")))
        await until(pilot, lambda: table_screen(pilot.app).scene.state.seq == link.seq)
        table_screen(pilot.app).action_enter()
        assert link.moves == ["bid 2"]
        link.tell(Refused(id=0, code="chat_too_fast"))
        await pilot.pause()
        table_screen(pilot.app).action_enter()
        assert link.moves == ["bid 2"]
        link.play_text(2, "bid 1")
        link.play_text(0, "bid 2")
        link.tell(link.update(()))
        await until(pilot, lambda: table_screen(pilot.app).scene.view.phase == "play")


async def test_a_card_that_waits_is_let_go_when_a_bot_has_played_for_one() -> None:
    """It waited for that turn, not for the next one."""
    link = Quiet("rage", 3, seed=b"gone", options={"round_plan": "3", "first_dealer": "2"})
    for seat in (0, 1, 2):
        link.play_text(seat, "bid 1")
    link.play(0, link.game.legal(link.state, 0)[0])
    link.tell(link.update(()))
    async with at_table(link) as pilot:
        await sees(pilot, "Waiting for Boris")
        screen = table_screen(pilot.app)
        waiting, other = link.game.view(link.state, 0).hand
        screen._choose(replace(screen.scene.pick, cursor=screen.scene.view.hand.index(waiting)))
        screen.action_enter()
        assert screen.scene.pick.queued == (waiting,)
        while other in link.game.view(link.state, 0).hand and link.game.to_act(link.state):
            seat = min(link.game.to_act(link.state))
            plays = link.game.legal(link.state, seat)
            link.play(seat, next((play for play in plays if play.card != waiting), plays[0]))
        link.tell(link.update(()))
        await sees(pilot, "was taken back")
        assert not screen.scene.pick.queued
        assert link.moves == []


async def test_a_molodka_lets_go_of_what_waits() -> None:
    """F2: a cancelled attempt deletes what was chosen for it."""
    link = Quiet("goat", 4)
    link.state = table("7c Kc 8s 9h | Jc 6s 7s Qh | Ad Kd 9d 6d | Tc 8h 6h Ts", leader=1, stock=8, trump="h")
    link.tell(link.update(link.play_text(1, "lead 6s")))
    async with at_table(link) as pilot:
        await sees(pilot, "Waiting for Cai")
        screen = table_screen(pilot.app)
        screen.action_queue_pass()
        assert screen.scene.pick.queued
        link.tell(link.update(link.play_text(2, "molodka")))
        await sees(pilot, "was taken back")
        assert not screen.scene.pick.queued


async def test_the_cursor_in_the_bar_stays_on_what_it_was_on() -> None:
    """Enter meant `hint`; a picture that puts a pass before it must not turn it into a pass."""
    link = Quiet("goat", 4)
    link.state = table("7c Kc 8s 9h | Jc 6s 7s Qh | Ad Kd 9c 6d | Tc 8h 6h Ts", leader=2, stock=8, trump="h")
    link.tell(link.update(()))
    async with at_table(link) as pilot:
        await sees(pilot, "Waiting for Cai")
        screen = table_screen(pilot.app)
        screen.action_to_bar()
        names = [choice.command for choice in screen.query_one(Bar).choices]
        screen._choose(replace(screen.scene.pick, bar=names.index("scores")))
        link.tell(link.update([*link.play_text(2, "lead 6d"), *link.play_text(3, "pass Tc")]))
        await until(pilot, lambda: screen.scene.view.my_turn)
        offered = screen.query_one(Bar).choices
        assert offered[screen.scene.pick.bar].command == "scores"
        screen._choose(replace(screen.scene.pick, bar=0))
        assert offered[0].command == "pass"
        link.tell(link.update([*link.play_text(0, "pass 7c"), *link.play_text(1, "pass Jc")]))
        await until(pilot, lambda: not screen.scene.view.my_turn)
        assert not screen.scene.pick.on_bar
        assert link.moves == []


async def test_the_question_for_a_wild_s_colour_outlasts_news_of_the_people() -> None:
    """R52: somebody comes or goes while one is asked; the digit that follows still names the colour."""
    link = Quiet("rage", 6, seed=b"80")
    for seat in range(6):
        link.play_text(seat, "bid 1")
    link.tell(link.update(()))
    async with at_table(link) as pilot:
        await sees(pilot, "Your lead")
        await pilot.press("w", "i", "enter")
        await sees(pilot, "Which colour")
        link.tell(link.info(seat3=SeatInfo(name="Dora", here=False)))
        await sees(pilot, "away")
        await pilot.press("3")
        assert link.moves == ["WI:Y"]
