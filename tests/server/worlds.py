"""Two worlds at one table: equal in all that somebody may know, different in the rest. They must sound the same.

A table is played at random up to a position. Then it is taken twice, the second time with the cards dealt
anew that the observer cannot see; in both the same things happen, as far as all can see them: the next
move, people who come, go, talk and try what they may not. Every frame that the observer, a watcher and the
lobby get has to be equal byte for byte, and so has every time at which the table will do something.

    python -m tests.server.worlds --positions 10000
"""

import argparse
import copy
import random
import time
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from server.house import House
from server.mail import Asked, Back, BotMoved, Command, Lost, Tick
from server.table import Table
from tests.server.second_world import fires, held_by_all, second_world
from tuicards.errors import BadOptions
from tuicards.games import GAMES
from tuicards.games.api import AnyGame, Move, Seat, to_plain
from tuicards.time_control import read_clock
from tuicards.wire.codec import encode
from tuicards.wire.messages import (
    AddBot,
    Configure,
    Emote,
    FreeSeat,
    GetRecord,
    JoinTable,
    Kick,
    LeaveTable,
    Lobby,
    MakeMove,
    Mute,
    Pause,
    Say,
    StandUp,
    StartParty,
    TakeSeat,
    WatchTable,
)

CODE = "KTCH"
WATCHER, LATE, LOBBY = "Wat", "Late", "(lobby)"
POSITIONS_EACH = 30
"""So many positions of one party at most, so that many settings have their turn."""

ROUND_PLANS = ("3,2", "1,2,1", "5", "2,4,3", "8,1", "down")


CLOCKS = ("none", "none", "turn:40", "bank:300+10")
"""None of them runs out meanwhile: what is played then is chosen by the hand."""


class Difference(AssertionError):
    """The observer can tell the two worlds apart."""


class World:
    """A table and what it sends, as frames, to those who are listened to."""

    def __init__(self, table: Table, now: float = 1000.0, ears: Sequence[str] = ()) -> None:
        self.table, self.now = table, now
        self.heard: dict[str, list[bytes]] = {ear: [] for ear in ears}
        self.times: list[tuple[float | None, float | None, bool]] = []
        """After each command: when the table wants to wake up, when a bot is due, and whether one plays now."""

    def do(self, command: Command) -> None:
        effects = self.table.do(command, self.now)
        for name, message in effects.letters():
            if name in self.heard:
                self.heard[name].append(encode(message))
        for name in effects.gone:
            if name in self.heard:
                self.heard[name].append(b"gone")
        if LOBBY in self.heard and effects.listing is not None and effects.listing.public:
            self.heard[LOBBY].append(encode(Lobby((effects.listing.line,), ())))
        if self.heard:
            bot = self.table.bot_turn(self.now) is not None
            self.times.append((self.table.deadline(), self.table.bots_due(), bot))

    def ask(self, who: str, request: Any) -> None:
        self.do(Asked(who, request))

    def move(self, seat: Seat, move: Move) -> None:
        """The seat moves: its person by a request, its bot by an answer if it is the one that is asked."""
        party = self.table.party
        assert party is not None
        chair = self.table.seating.chairs[seat]
        if not chair.bot:
            request = MakeMove(id=party.seq + 1, table=CODE, seq=party.seq, move=to_plain(move))
            self.ask(chair.person, request)
            return
        self.now = max(self.now, self.table.bots_due() or 0.0)
        turn = self.table.bot_turn(self.now)
        if turn is not None and turn.seat == seat:
            self.do(BotMoved(turn, move))

    def twin(self, state: Any, ears: Sequence[str]) -> "World":
        """Another table in the same moment, in which the game stands like this."""
        table = copy.deepcopy(self.table, _shared(self.table))
        assert table.party is not None
        table.party.state = state
        table._waits = {seat: table._waits.get(seat, self.now) for seat in table.party.to_act}
        table.party._asks = type(table.party._asks)(table.party.game, state)
        return World(table, self.now, ears)


def _shared(table: Table) -> dict[int, Any]:
    """What two tables may have in common, since nobody changes it."""
    assert table.party is not None
    party = table.party
    values: tuple[Any, ...] = (
        table.game,
        table.house,
        table.options,
        table._told,
        table._kept,
        table._listed,
        party.state,
    )
    values += (party.game, party.header, *party.entries, *party._recent, party._asks)
    return {id(value): value for value in values}


# ---- positions -----------------------------------------------------------------------------------------


def chosen_options(game: AnyGame, chance: random.Random) -> tuple[int, dict[str, str]]:
    """A number of seats and options that go together."""
    while True:
        chosen = {spec.name: chance.choice(spec.values) for spec in game.options if chance.random() < 0.4}
        if "round_plan" in {spec.name for spec in game.options}:
            chosen["round_plan"] = chance.choice(ROUND_PLANS)
        seats = chance.choice(game.seats)
        try:
            game.check(seats, game.parse_options(chosen))
        except BadOptions:
            continue
        return seats, chosen


def seated(game: AnyGame, chance: random.Random, table_type: type[Table] = Table) -> World:
    """A party that has just begun: two people at least, bots on some seats, somebody who watches."""
    seats, chosen = chosen_options(game, chance)
    seed = chance.randbytes(32)
    house = House(("easy", "normal"), seed=lambda: seed, games={game.name: game})
    options = game.parse_options(chosen)
    table = table_type(
        game, house, uid="u1", code=CODE, title="kitchen", owner="P0", seats=seats, options=options,
        clock=read_clock(chance.choice(CLOCKS)),
    )  # fmt: skip
    world = World(table)
    for seat in range(seats):
        if seat < 2 or chance.random() < 0.6:
            world.ask(f"P{seat}", JoinTable(id=1, table=CODE, seat=seat))
        else:
            world.ask("P0", AddBot(id=1, seat=seat, level="easy"))
    world.ask(WATCHER, WatchTable(id=1, table=CODE))
    world.ask("P0", StartParty(id=2))
    return begun(world, _dealt(game, seats, options, chance), ())


def begun(world: World, state: Any, ears: Sequence[str]) -> World:
    """The table with another deal, and with everybody told whose clock runs."""
    world = world.twin(state, ears)
    world.do(Tick())
    return world


def _dealt(game: AnyGame, seats: int, options: Any, chance: random.Random) -> Any:
    """For every other party of Goat a deal that gives somebody a molodka, which chance would seldom do."""
    wanted = game.name == "goat" and chance.random() < 0.5
    while True:
        state = game.new(seats, chance.randbytes(32), options)
        if not wanted or any(len({card[1] for card in hand}) == 1 for hand in state.hands):
            return state


def random_step(world: World, chance: random.Random) -> bool:
    """Somebody makes some legal move, out of turn perhaps; False when the party is over."""
    party, chairs = world.table.party, world.table.seating.chairs
    assert party is not None
    seats = range(len(chairs))
    may = [seat for seat in seats if party.game.legal(party.state, seat)]
    may = [seat for seat in may if seat in party.to_act or not chairs[seat].bot]
    if not may:
        return False
    seat = chance.choice(may)
    world.now += chance.random()
    world.move(seat, chance.choice(party.game.legal(party.state, seat)))
    return True


# ---- what happens in both worlds -----------------------------------------------------------------------


class Act(NamedTuple):
    """A command after some time; `once`: in the first world only, since nobody else is to learn of it."""

    command: Command
    wait: float = 0.0
    once: bool = False


def acts_of(me: str, world: World, observer: Seat | None, chance: random.Random) -> list[list[Act]]:
    """Little scenes around the observer."""
    table, party = world.table, world.table.party
    assert party is not None
    others = [chair.person for chair in table.seating.chairs if chair.person not in ("", me)]
    other, seq = chance.choice([*others, WATCHER]), party.seq
    seen = chance.choice([None, seq, max(0, seq - chance.randrange(8))])
    seat = chance.choice([seat for seat, chair in enumerate(table.seating.chairs) if chair.person])
    come = WatchTable(id=85, table=CODE) if observer is None else JoinTable(id=85, table=CODE, seat=observer)
    asked = [
        TakeSeat(id=91, seat=seat),
        GetRecord(id=92),
        FreeSeat(id=93, seat=seat),
        Configure(id=94, seats=len(table.seating.chairs)),
        Kick(id=95, name="nobody"),
        Mute(id=96, name=other),
        MakeMove(id=97, table="BCDF", seq=seq, move={"move": "bid", "tricks": 0}),
        MakeMove(id=98, table=CODE, seq=chance.choice([seq + 1, -1]), move={"move": "bid", "tricks": 0}),
        MakeMove(id=99, table=CODE, seq=seq, move={"move": "fly"}),
    ]
    grace = 5 if table.clocks.limited else table.house.grace + 1
    return [
        [Act(Asked(LATE, WatchTable(id=81, table=CODE))), Act(Asked(LATE, Say(id=82, text="hello")))],
        [Act(Lost(me)), Act(Back(me, seen), 2)],
        [Act(Lost(other)), Act(Tick(), grace), Act(Back(other, seen), 1)],
        [Act(Asked(other, Say(id=83, text="well"))), Act(Asked(me, Emote(id=84, code="thanks")))],
        [Act(Asked(me, come))],
        [Act(Asked(me, StandUp(id=86))), Act(Asked(me, WatchTable(id=87, table=CODE)))],
        [Act(Asked(me, LeaveTable(id=88))), Act(Asked(me, WatchTable(id=89, table=CODE)), 1)],
        [Act(Asked(other, Pause(id=90, on=True))), Act(Asked(me, Pause(id=90, on=False)))],
        [Act(Asked(me, chance.choice(asked)))],
        [
            Act(Asked(me, MakeMove(id=80, table=CODE, seq=seq, move=move)))
            for move in _not_mine(party, observer, chance)
        ],
        [Act(Asked(other, MakeMove(id=79, table=CODE, seq=seq, move={"move": "fly"})), once=other != WATCHER)],
    ]


def _not_mine(party: Any, observer: Seat | None, chance: random.Random) -> list[dict[str, Any]]:
    """Moves that others could make, and the observer not."""
    game, state = party.game, party.state
    own = () if observer is None else game.legal(state, observer)
    moves = [move for seat in range(party.header.seats) for move in game.legal(state, seat) if move not in own]
    return [to_plain(move) for move in chance.sample(moves, min(2, len(moves)))]


def secret_moves(world: World, observer: Seat | None) -> list[Act]:
    """What others do out of turn, which nobody else may notice."""
    table, party = world.table, world.table.party
    assert party is not None
    acts = []
    for seat, chair in enumerate(table.seating.chairs):
        moves = party.game.legal(party.state, seat)
        if moves and seat not in {*party.to_act, observer} and not chair.bot:
            move = MakeMove(id=78, table=CODE, seq=party.seq, move=to_plain(moves[0]))
            acts.append(Act(Asked(chair.person, move), once=True))
    return acts


# ---- the comparison ------------------------------------------------------------------------------------


class Tried(NamedTuple):
    """What one position has given."""

    moved: bool
    """Whether a move was made in both worlds."""
    differed: bool
    """Whether the worlds differ in somebody's hand."""


def try_position(world: World, observer: Seat | None, chance: random.Random) -> Tried:
    """The two worlds of one observer at this position. Raises Difference."""
    party = world.table.party
    assert party is not None
    me = WATCHER if observer is None else world.table.seating.chairs[observer].person
    scenes = [secret_moves(world, observer), *chance.sample(acts_of(me, world, observer, chance), 4)]
    twin = second_world(party.game, party.state, observer, chance)
    ears = dict.fromkeys((me, WATCHER, LATE, LOBBY))
    first, second = world.twin(party.state, [*ears]), world.twin(twin.state, [*ears])
    for scene in scenes[:3]:
        _play_scene(scene, first, second)
    moves = twin.moves
    if moves is not None and not fires(party.game, _state(first), observer, *moves[:2]):
        seat, one, other = moves
        first.move(seat, one)
        second.move(seat, other)
        _compare(first, second, f"the move of seat {seat}")
    for scene in scenes[3:]:
        _play_scene(scene, first, second)
    return Tried(moves is not None, held_by_all(twin.state) != held_by_all(party.state))


def _state(world: World) -> Any:
    assert world.table.party is not None
    return world.table.party.state


def _play_scene(scene: list[Act], first: World, second: World) -> None:
    for act in scene:
        first.now += act.wait
        second.now += act.wait
        first.do(act.command)
        if act.once:
            first.times.pop()
        else:
            second.do(act.command)
        _compare(first, second, str(act.command))


def _compare(first: World, second: World, after: str) -> None:
    """Raises Difference unless all has sounded the same so far, and at the same times."""
    for ear, frames in first.heard.items():
        for one, other in zip_longest(frames, second.heard[ear]):
            if one != other:
                raise Difference(f"{ear} can tell the worlds apart after {after}: {one!r} or {other!r}")
    if first.times != second.times:
        raise Difference(f"the worlds keep other times after {after}: {first.times[-1]} or {second.times[-1]}")


def try_positions(
    game: AnyGame, count: int, seed: str, table_type: type[Table] = Table, each: int = POSITIONS_EACH
) -> Iterator[Tried]:
    """So many positions of random parties, each with an observer by turns. Raises Difference."""
    chance = random.Random(seed)
    tried = 0
    while tried < count:
        world = seated(game, chance, table_type)
        people = [seat for seat, chair in enumerate(world.table.seating.chairs) if chair.person]
        here = 0
        while here < each and tried < count:
            yield try_position(world, chance.choice([*people, None]), chance)
            tried, here = tried + 1, here + 1
            if not all(random_step(world, chance) for _ in range(chance.randrange(1, 5))):
                break


def main() -> None:
    """Tries positions of each game and says how many, how, and how long it took."""
    parser = argparse.ArgumentParser(prog="python -m tests.server.worlds", description="Two worlds, one table.")
    parser.add_argument("--positions", type=int, default=10_000, help="of each game")
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    for name, game in GAMES.items():
        began = time.monotonic()
        results = list(try_positions(game, options.positions, options.seed))
        moved, differed = (sum(column) for column in zip(*results, strict=True))
        took = time.monotonic() - began
        print(f"{name}: {len(results)} positions, hands differ in {differed}, a move made in {moved}; {took:.1f} s")


if __name__ == "__main__":
    main()
