"""The two worlds of `worlds` on two stages: what reaches people over stores, nodes and restarts.

The same scenes as there, at tables that whole servers run. Equal has to be, byte for byte: what the observer, a
watcher, a latecomer and the lobby are sent, whatever else comes to their node, and when the table and the bots do
something. The table goes on elsewhere meanwhile, made again from what was kept of it.
"""

import random
from collections.abc import AsyncIterator, Callable, Sequence
from itertools import zip_longest
from typing import Any

import msgspec

from server.cluster.letters import Told
from server.cluster.post import read
from server.mail import Asked, Back, Lost, Tick
from server.table import Table
from tests.server.second_world import fires, held_by_all, second_world
from tests.server.stage import Stage, beginning_with
from tests.server.whole_party import without_events
from tests.server.worlds import (
    CODE,
    LATE,
    WATCHER,
    Act,
    Difference,
    Tried,
    World,
    acts_of,
    random_step,
    seated,
    secret_moves,
)
from tuicards.games.api import AnyGame, Move, Seat, to_plain
from tuicards.wire.codec import decode_server
from tuicards.wire.messages import (
    AddBot,
    CreateTable,
    JoinTable,
    MakeMove,
    Message,
    StartParty,
    Update,
    WatchTable,
)

READER = "Lou"
"""Somebody who stays in the lobby."""

UPDATE, LINE = b"\xa1t\xa6update", b"\xa4type\xa6Listed"
PASSING = (UPDATE, b"\xa1t\xa5table", b"\xa1t\xa5lobby", LINE)
"""How one can tell a picture of the game, a table's card, the lobby, and a table's line in what is written."""

POSITIONS_EACH = 10
"""So many positions of one party at most."""


class Pair:
    """Two stages on which the same happens, as far as all can see it."""

    def __init__(self, first: Stage, second: Stage) -> None:
        self.first, self.second = first, second
        self._ears: Sequence[str] = ()
        self._done: list[str] = []

    @property
    def both(self) -> tuple[Stage, Stage]:
        return self.first, self.second

    async def begin(self, position: World, states: tuple[Any, Any], me: str) -> None:
        """A table of people and bots as in the position, whose game stands like this."""
        self._done, self._ears = [], (me, WATCHER, LATE, READER)
        for stage, state in zip(self.both, states, strict=True):
            await _set_up(stage, position.table, state, me)
        await self.compare("the beginning")

    async def play(self, scene: Sequence[Act]) -> None:
        for act in scene:
            for stage in self.both:
                stage.clock.now += act.wait
            for stage in self.both[: 1 if act.once else 2]:
                await _act(stage, act)
            await self.compare(str(act.command))

    async def move(self, seat: Seat, one: Move, other: Move) -> None:
        for stage, move in zip(self.both, (one, other), strict=True):
            await _move(stage, seat, move)
        await self.compare(f"the move of seat {seat}")

    async def leave_server(self, chance: random.Random) -> None:
        """The table goes on elsewhere, in a way that leads to the same server in both worlds, if there is one."""
        one, other = (stage.ways() for stage in self.both)
        ways = [way for way in one if one[way] == other[way]]
        if ways:
            way = chance.choice(ways)
            for stage in self.both:
                await self._leave_server(stage, way)
            await self.compare(f"it was {way}", passing=False)

    async def _leave_server(self, stage: Stage, way: str) -> None:
        before = {ear: stage.heard[ear][:] for ear in self._ears}
        await stage.leave_server(way)
        for ear, frames in before.items():
            stage.heard[ear] = [*frames, *without_passing(stage.heard[ear][len(frames) :])]

    async def end(self) -> None:
        for stage in self.both:
            await stage.shut()
        await self.compare("the end")
        for stage in self.both:
            stage.forget()

    async def compare(self, after: str, passing: bool = True) -> None:
        """Raises Difference unless all has looked the same so far. Not `passing`: see `without_passing`."""
        self._done.append(after)
        for ear in self._ears:
            self._compare(ear, *(map(stage.plain, stage.heard[ear]) for stage in self.both))
        self._compare("their server", *[await self._written(stage, passing) for stage in self.both])
        one, other = ((stage.times(), stage.delays()) for stage in self.both)
        if one != other:
            raise Difference(f"the worlds keep other times after {self._done}: {one} or {other}")

    async def _written(self, stage: Stage, passing: bool) -> list[bytes]:
        written = [stage.plain(value) for value in await stage.traces()]
        return list(map(stage.numbered, written)) if passing else without_passing(written, stage.numbered)

    def _compare(self, whose: str, first: Any, second: Any) -> None:
        for one, other in zip_longest(first, second):
            if one != other:
                raise Difference(f"{whose} can tell the worlds apart after {self._done}: {one!r} or {other!r}")


def without_passing(written: Sequence[bytes], numbered: Callable[[bytes], bytes] = bytes) -> list[bytes]:
    """Of the game, of a table's card, of its line, and of the lobby the last picture only, for each person; all
    else once.

    People at several servers come back in the order in which their letters arrive, and some are expected and come at
    the same time: who is there already when one of them comes, whose clock runs, which picture is the last and says
    what was missed, and whether one is shown it once or twice, is chance. So what is left out is not `numbered`.
    """
    last: dict[bytes, tuple[bytes, bytes]] = {}
    others = []
    for value in written:
        kind = next((kind for kind in PASSING if kind in value), None)
        if kind is None:
            others.append(value)
        else:
            last[kind + value.partition(b"message")[0] if b"message" in value else kind] = kind, value
    rest = [_without_past(kind, numbered(value)) for _, (kind, value) in sorted(last.items())]
    return [*map(numbered, dict.fromkeys(others)), *rest]


def _without_past(kind: bytes, value: bytes) -> bytes:
    """A picture without what happened before it, a line without the order in which people came."""
    if kind == LINE:
        return bytes(sorted(value))
    if kind != UPDATE:
        return value
    if b"message" in value:
        letter = read(msgspec.Raw(value))
        assert isinstance(letter, Told)
        return letter.name.encode() + without_events(_picture(letter.message))
    return without_events(_picture(decode_server(value[4:])))


def _picture(message: Message) -> Update:
    assert isinstance(message, Update)
    return message


async def _set_up(stage: Stage, table: Table, state: Any, me: str) -> None:
    chairs = table.seating.chairs
    people = [chair.person for chair in chairs if chair.person]
    for who in (*people, WATCHER, LATE, READER):
        await stage.place(who, "watching" if who in (me, WATCHER, LATE, READER) else "others")
    await stage.place("P0", "house")
    stage.games[table.game.name] = beginning_with(table.game, state)
    made = CreateTable(
        id=1, game=table.game.name, seats=len(chairs), options=table.option_texts, clock=str(table.clocks.control)
    )
    await stage.create("P0", made)
    for seat, chair in enumerate(chairs):
        if not chair.person:
            await stage.ask("P0", AddBot(id=2, seat=seat, level="easy"))
        elif seat:
            await stage.ask(chair.person, JoinTable(id=2, table=stage.code, seat=seat))
    await stage.ask(WATCHER, WatchTable(id=2, table=stage.code))
    await stage.place("P0", "watching" if me == "P0" else "others")
    await stage.ask("P0", StartParty(id=3))
    await stage.tick()


async def _act(stage: Stage, act: Act) -> None:
    match act.command:
        case Asked(who=who, request=request):
            if getattr(request, "table", None) == CODE:
                request = msgspec.structs.replace(request, table=stage.code)
            await stage.ask(who, request)
        case Lost(who=who):
            await stage.lose(who)
        case Back(who=who, seen=seen):
            await stage.come(who, seen or 0)
        case Tick():
            await stage.tick()


async def _move(stage: Stage, seat: Seat, move: Move) -> None:
    table = stage.table
    assert table is not None
    party, chair = table.party, table.seating.chairs[seat]
    assert party is not None
    if chair.bot:
        await stage.prompt(seat, move)
    else:
        request = MakeMove(id=party.seq + 1, table=stage.code, seq=party.seq, move=to_plain(move))
        await stage.ask(chair.person, request)


async def try_position(pair: Pair, position: World, observer: Seat | None, chance: random.Random) -> Tried:
    """The two worlds of one observer at this position. Raises Difference."""
    party = position.table.party
    assert party is not None
    game, state = party.game, party.state
    me = WATCHER if observer is None else position.table.seating.chairs[observer].person
    twin = second_world(game, state, observer, chance)
    await pair.begin(position, (state, twin.state), me)
    assert pair.first.table is not None
    here = World(pair.first.table)
    scenes = [secret_moves(here, observer), *chance.sample(acts_of(me, here, observer, chance), 4)]
    leaves = chance.choice((None, 0, 2))
    for number, scene in enumerate(scenes[:3]):
        if number == leaves:
            await pair.leave_server(chance)
        await pair.play(scene)
    table, moves = pair.first.table, twin.moves
    if moves is not None and table and table.party and not fires(game, table.party.state, observer, *moves[:2]):
        await pair.move(*moves)
    if chance.random() < 0.3 and pair.first.table is not None:
        await pair.leave_server(chance)
    for scene in scenes[3:]:
        await pair.play(scene)
    await pair.end()
    return Tried(moves is not None, held_by_all(twin.state) != held_by_all(state))


async def try_positions(
    pair: Pair, game: AnyGame, count: int, seed: str, each: int = POSITIONS_EACH
) -> AsyncIterator[Tried]:
    """So many positions of random parties, each with an observer by turns. Raises Difference."""
    chance = random.Random(seed)
    tried = 0
    while tried < count:
        position = seated(game, chance)
        people = [seat for seat, chair in enumerate(position.table.seating.chairs) if chair.person]
        for _ in range(min(each, count - tried)):
            yield await try_position(pair, position, chance.choice([*people, None]), chance)
            tried += 1
            if not all(random_step(position, chance) for _ in range(chance.randrange(1, 9))):
                break
