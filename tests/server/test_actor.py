"""The task that runs a table: it stores first and tells afterwards, and ends without leaving anybody waiting."""

import asyncio
import threading
from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest

from server.actor import MAILBOX, Bots, TableActor
from server.config import Settings
from server.house import House
from server.mail import Act, Asked, BotTurn, Command, Listing
from server.table import Table
from server.thinkers import Thinkers
from tests.server.gated import GatedStore
from tests.server.little import LITTLE
from tuicards.games.api import AnyGame, Move
from tuicards.time_control import TimeControl
from tuicards.wire.messages import (
    AddBot,
    Done,
    JoinTable,
    LeaveTable,
    LeftTable,
    MakeMove,
    Pause,
    Refused,
    ServerMessage,
    StartParty,
    Update,
)


class Listeners:
    """Keeps what a table says; `told` can be waited for."""

    def __init__(self) -> None:
        self.told: asyncio.Queue[tuple[str, ServerMessage]] = asyncio.Queue()
        self.over, self.lost = asyncio.Event(), asyncio.Event()
        self.waiting: list[Command] = []
        """What a table that was lost has answered nobody."""

    def follow(self, name: str, table: str) -> None: ...

    def tell(self, name: str, table: str, message: ServerMessage) -> None:
        self.told.put_nowait((name, message))

    def departed(self, name: str, table: str) -> None: ...

    def listed(self, table: str, listing: Listing) -> None: ...

    def noted(self, table: str, act: Act) -> None: ...

    def closed(self, table: str) -> None:
        self.over.set()

    def taken(self, table: str, waiting: Sequence[Command]) -> None:
        self.waiting = list(waiting)
        self.lost.set()

    async def until(self, kind: type[ServerMessage]) -> Any:
        async with asyncio.timeout(5):
            while True:
                _, message = await self.told.get()
                if isinstance(message, kind):
                    return message


class Stage:
    """One actor with its store and its listeners."""

    def __init__(
        self, choose: Any = None, clock: TimeControl | None = None, bot_delay: float = 0, bots: Bots | None = None
    ) -> None:
        house = House(("easy", "normal"), bot_delay=bot_delay)
        table = Table(
            LITTLE, house, uid="u1", code="KTCH", title="", owner="Ann", seats=2, options=LITTLE.parse_options({}),
            clock=clock or TimeControl(),
        )  # fmt: skip
        self.store, self.listeners = GatedStore(), Listeners()
        bots = bots or Thinkers(Settings(), choose or first_legal)
        self.actor = TableActor(table, self.store, self.listeners, bots, asyncio.get_running_loop().time)

    def ask(self, request: Any, who: str = "Ann") -> bool:
        return self.actor.post(Asked(who, request))


def first_legal(game: AnyGame, level: str, view: Any, seed: int) -> Move:
    move: Move = view.legal[0]
    return move


@pytest.fixture
async def stage() -> AsyncIterator[Stage]:
    stage = Stage()
    stage.actor.start()
    yield stage
    await stage.actor.stop()


async def test_nothing_is_told_before_it_is_kept(stage: Stage) -> None:
    """While the disk works on a change, nobody hears of it."""
    stage.store.gate.clear()
    stage.ask(JoinTable(id=1, table="KTCH"))
    await stage.store.put_in.wait()
    await asyncio.sleep(0)
    assert stage.listeners.told.empty()

    stage.store.gate.set()
    assert await stage.listeners.until(Done) == Done(1)


async def test_a_table_that_another_server_has_by_now_falls_silent(stage: Stage) -> None:
    """What it has done was kept by nobody, so nobody hears of it, nor that it is over here."""
    stage.store.taken = True
    stage.ask(JoinTable(id=1, table="KTCH"))
    await stage.listeners.lost.wait()
    await stage.actor.stop()
    assert stage.listeners.told.empty()
    assert not stage.listeners.over.is_set()


async def test_what_a_lost_table_has_not_answered_still_waits(stage: Stage) -> None:
    """What it was about to keep, and what came after that, are for its next owner to carry out, in their order."""
    stage.store.gate.clear()
    first, second = JoinTable(id=1, table="KTCH"), AddBot(id=2, seat=1)
    stage.ask(first)
    await stage.store.put_in.wait()
    stage.store.taken = True
    stage.ask(second)
    stage.store.gate.set()
    await stage.listeners.lost.wait()
    assert stage.listeners.waiting == [Asked("Ann", first), Asked("Ann", second)]


async def test_a_table_that_is_let_go_gives_back_what_waits_at_it(stage: Stage) -> None:
    """What it has begun it carries out; the rest is for the next owner."""
    stage.store.gate.clear()
    stage.ask(JoinTable(id=1, table="KTCH"))
    await stage.store.put_in.wait()
    letting_go = asyncio.create_task(stage.actor.retire())
    stage.ask(AddBot(id=2, seat=1))
    stage.store.gate.set()
    waiting = await letting_go
    assert await stage.listeners.until(Done) == Done(1)
    assert [command for command in waiting if isinstance(command, Asked)] == [Asked("Ann", AddBot(id=2, seat=1))]
    assert not stage.listeners.over.is_set()


async def test_a_full_mailbox_refuses_requests_and_nothing_else(stage: Stage) -> None:
    """Who asks too much of a slow table is told so; the rest is carried out in order."""
    stage.store.gate.clear()
    stage.ask(JoinTable(id=1, table="KTCH"))
    await stage.store.put_in.wait()

    accepted = [stage.ask(AddBot(id=n + 2, seat=1)) for n in range(MAILBOX + 1)]

    assert accepted == [True] * MAILBOX + [False]
    stage.store.gate.set()
    assert await stage.listeners.until(Done) == Done(1)
    assert await stage.listeners.until(Done) == Done(2)


async def test_leaving_finds_room_in_a_full_mailbox(stage: Stage) -> None:
    """Or else who says goodbye to a slow table would be held to be there for ever."""
    stage.store.gate.clear()
    stage.ask(JoinTable(id=1, table="KTCH"))
    await stage.store.put_in.wait()
    for n in range(MAILBOX):
        stage.ask(AddBot(id=n + 2, seat=1))

    assert stage.ask(LeaveTable(id=1000))

    stage.store.gate.set()
    assert await stage.listeners.until(LeftTable) == LeftTable(table="KTCH", code="left")


async def test_requests_that_come_too_late_are_answered(stage: Stage) -> None:
    """A table that closes turns nobody away without a word."""
    stage.ask(JoinTable(id=1, table="KTCH"))
    stage.ask(LeaveTable(id=2))
    stage.ask(JoinTable(id=3, table="KTCH"), who="Bo")

    await stage.listeners.over.wait()
    refused = await stage.listeners.until(Refused)
    assert (refused.id, refused.code) == (3, "no_such_table")
    assert stage.store.load().tables == ()


async def test_a_bot_that_breaks_down_plays_all_the_same(caplog: pytest.LogCaptureFixture) -> None:
    """Its first legal move stands in for it, and the log has the fault."""

    def broken(game: AnyGame, level: str, view: Any, seed: int) -> Move:
        raise ZeroDivisionError

    stage = Stage(broken)
    stage.actor.start()
    stage.ask(JoinTable(id=1, table="KTCH"))
    stage.ask(AddBot(id=2, seat=1))
    stage.ask(StartParty(id=3))

    first = await stage.listeners.until(Update)
    second = await stage.listeners.until(Update)
    await stage.actor.stop()
    assert second.seq == first.seq + 1
    assert second.events == ({"event": "bid_made", "seat": 1},)
    assert "found no move" in caplog.text


async def test_a_bot_thinks_during_its_pause() -> None:
    """It is asked as soon as it is its turn and plays when the pause is over."""
    asked = threading.Event()

    def quick(game: AnyGame, level: str, view: Any, seed: int) -> Move:
        asked.set()
        return first_legal(game, level, view, seed)

    stage = Stage(quick, bot_delay=3600)
    stage.actor.start()
    stage.ask(JoinTable(id=1, table="KTCH"))
    stage.ask(AddBot(id=2, seat=1))
    stage.ask(StartParty(id=3))
    first = await stage.listeners.until(Update)
    assert await asyncio.to_thread(asked.wait, 5)
    stage.ask(MakeMove(id=4, table="KTCH", seq=first.seq, move={"move": "bid", "tricks": 1}))
    second = await stage.listeners.until(Update)
    await stage.actor.stop()
    assert second.events == ({"event": "bid_made", "seat": 0},)


class Pondering:
    """Bots that never come to an end; `asked` and `stopped` tell how often they began and were told to stop."""

    def __init__(self) -> None:
        self.asked, self.stopped = asyncio.Semaphore(0), asyncio.Semaphore(0)

    def expect(self, level: str) -> None: ...

    async def move(self, game: AnyGame, turn: BotTurn) -> Move:
        self.asked.release()
        try:
            return await asyncio.Future()
        finally:
            self.stopped.release()


def beside(bots: Pondering) -> Stage:
    """A party of one person and a bot."""
    stage = Stage(bots=bots)
    stage.actor.start()
    stage.ask(JoinTable(id=1, table="KTCH"))
    stage.ask(AddBot(id=2, seat=1))
    stage.ask(StartParty(id=3))
    return stage


@pytest.mark.parametrize("way", ["pause", "leave", "stop"])
async def test_a_bot_is_stopped_that_nobody_waits_for_any_more(way: str) -> None:
    """The party stands still, the table closes, or the server stops."""
    bots = Pondering()
    stage = beside(bots)
    async with asyncio.timeout(5):
        await bots.asked.acquire()
        assert bots.stopped.locked(), "it is its turn"
        if way == "stop":
            await stage.actor.stop()
        else:
            stage.ask(Pause(id=4, on=True) if way == "pause" else LeaveTable(id=4))
        await bots.stopped.acquire()
    await stage.actor.stop()


async def test_a_bot_is_asked_anew_when_the_party_goes_on() -> None:
    """What it thought before the pause is lost, its turn is not."""
    bots = Pondering()
    stage = beside(bots)
    async with asyncio.timeout(5):
        await bots.asked.acquire()
        stage.ask(Pause(id=4, on=True))
        stage.ask(Pause(id=5, on=False))
        await bots.asked.acquire()
    await stage.actor.stop()


async def test_the_table_acts_by_itself_when_a_clock_runs_out() -> None:
    """Nobody asks for anything: the one who is silent is moved for, and then the bot plays."""
    stage = Stage(clock=TimeControl("turn", 1))
    stage.actor.start()
    stage.ask(JoinTable(id=1, table="KTCH"))
    stage.ask(AddBot(id=2, seat=1))
    stage.ask(StartParty(id=3))
    bids: set[Any] = set()
    while len(bids) < 2:
        update = await stage.listeners.until(Update)
        bids |= {event["seat"] for event in update.events}

    await stage.actor.stop()
    assert bids == {0, 1}
    (kept,) = stage.store.load().tables
    assert [(moved.entry.seat, moved.id, moved.left) for moved in kept.moves] == [(1, 0, None), (0, 0, 1000)]
