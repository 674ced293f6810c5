"""Tables that are played flat out: on a server alone, on one with Redis, and from the node that does not own them."""

import contextlib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from server.cluster.facts import Listed, Stated
from server.cluster.keys import Keys
from server.cluster.post import opened
from tests.bench.bare_redis import Redis, redis
from tests.bench.cluster_ceiling import ceilings
from tests.bench.load import Load, Process, house
from tests.bench.measured import Measured

KEYS = Keys()

_decoder = msgspec.msgpack.Decoder(Stated)

SYNCS = ("everysec", "always")


@dataclass(frozen=True, slots=True)
class Setting:
    """Tables with their people, and the processes that have to do with them."""

    name: str
    load: Load
    nodes: Mapping[str, Process]
    redis: Redis | None = None

    def play(self, seconds: float, measured: Measured) -> None:
        """For so long; what a move has cost whom."""
        before = {role: node.seconds() for role, node in self.nodes.items()}
        counted = None if self.redis is None else Counted(self.redis)
        began = time.perf_counter()
        moves = self.load.flat_out(seconds) + len(self.load.tables)
        passed = time.perf_counter() - began
        measured.add(f"{self.name}: moves/s", moves / passed)
        for role, node in self.nodes.items():
            measured.add(f"{self.name}: {role} ms", 1000 * (node.seconds() - before[role]) / moves)
        if counted is not None:
            counted.tell(self.name, moves, passed, measured)


class Counted:
    """What passes through a Redis from now on."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._inboxes = {inbox: self._last(inbox) for inbox in _inboxes(redis)}
        self._facts = redis.plug.number("GET", KEYS.state("count"))
        self._done = redis.done()

    def tell(self, name: str, moves: int, seconds: float, measured: Measured) -> None:
        """Of each move."""
        done = self._redis.done().since(self._done)
        facts = self._redis.plug.number("GET", KEYS.state("count")) - self._facts
        letters = sum(self._letters(inbox, last) for inbox, last in self._inboxes.items())
        for what, value in (
            ("redis us", 1e6 * done.seconds), ("bytes", done.bytes), ("scripts", done.scripts), ("reads", done.reads),
            ("appends", done.appends), ("letters", letters), ("facts", facts),
        ):  # fmt: skip
            measured.add(f"{name}: {what}", value / moves)
        measured.add(f"{name}: reads/s of a node", done.reads / seconds / max(1, len(self._inboxes)))

    def _last(self, inbox: str) -> bytes:
        found = self._redis.plug.ask("XREVRANGE", inbox, "+", "-", "COUNT", 1)
        return _entry(found[0])[0] if isinstance(found, list) and found else b"0-0"

    def _letters(self, inbox: str, after: bytes) -> int:
        found = self._redis.plug.ask("XRANGE", inbox, b"(" + after, "+")
        entries = found if isinstance(found, list) else []
        return sum(len(opened(_entry(entry)[1]).letters) for entry in entries)


def _inboxes(redis: Redis) -> list[str]:
    return [KEYS.inbox(int(run)) for run in redis.plug.numbered("HGETALL", KEYS.nodes)]


def _entry(entry: object) -> tuple[bytes, bytes]:
    """Its id, and the value of its first field."""
    assert isinstance(entry, list)
    identity, fields = entry
    return identity, fields[1]


def logs(redis: Redis) -> list[str]:
    """The keys of all tables' logs."""
    found = redis.plug.ask("KEYS", KEYS.log("*"))
    return [key.decode() for key in found if isinstance(key, bytes)] if isinstance(found, list) else []


def entry_size(redis: Redis) -> int:
    """Bytes of a step in a table's log, the mean of some that are no base."""
    sizes = []
    for log in logs(redis)[:10]:
        found = redis.plug.ask("XRANGE", log, "-", "+")
        sizes += [len(_entry(entry)[1]) for entry in found[1:]] if isinstance(found, list) else []
    return sum(sizes) // max(1, len(sizes))


@contextlib.contextmanager
def member(redis: Redis, name: str) -> Iterator[Process]:
    """A node of the cluster."""
    with house("--cluster", redis.url, "--node", name, "--no-announce") as process:
        yield process


def play(tables: int, rounds: int, seconds: float, measured: Measured) -> None:
    """All settings in turns, and between them what Redis does at best."""
    with contextlib.ExitStack() as stack:
        settings: list[Setting] = []
        for setting in _settings(stack, tables, lambda: _rest(settings)):
            settings.append(setting)
        for _ in range(rounds):
            for setting in settings:
                setting.play(seconds, measured)
                _rest(settings)
            for name, one in ((setting.name, setting.redis) for setting in settings if setting.name in SYNCS):
                if one is not None:
                    measured.add("entry bytes", entry_size(one))
                    ceilings(one, name, int(measured.middle("entry bytes")), tables, seconds / 4, measured)
                _rest(settings)


def _rest(settings: Sequence[Setting]) -> None:
    for setting in settings:
        setting.load.rest()


def life(measured: Measured, tables: int = 3) -> None:
    """Tables from their making, away from their people, through a whole party: what all nodes are told of them."""
    with contextlib.ExitStack() as stack:
        shared = stack.enter_context(redis("everysec"))
        owner, players = (stack.enter_context(member(shared, name)) for name in ("owner", "players"))
        counted = Counted(shared)
        load = Load(players.port, tables, made_at=owner.port)
        moves, began = 0, time.perf_counter()
        while any(table.seats[0].update["party"] == 1 for table in load.tables):
            moves += load.flat_out(0.5) + tables
        counted.tell("a table's life", moves, time.perf_counter() - began, measured)
        measured.add("a table's life: listings", _listings(shared) / moves)
        measured.add("a table's life: moves", moves / tables)


def _listings(redis: Redis) -> int:
    found = redis.plug.ask("XRANGE", KEYS.facts, "-", "+")
    values = [_entry(entry)[1].partition(b":")[2] for entry in found] if isinstance(found, list) else []
    return sum(isinstance(_decoder.decode(value).fact, Listed) for value in values)


def _settings(stack: contextlib.ExitStack, tables: int, rest: Callable[[], None]) -> Iterator[Setting]:
    alone = stack.enter_context(house("--no-announce"))
    yield Setting("alone", Load(alone.port, tables, meanwhile=rest), {"owner": alone})
    for sync in SYNCS:
        own = stack.enter_context(redis(sync))
        one = stack.enter_context(member(own, "one"))
        yield Setting(sync, Load(one.port, tables, meanwhile=rest), {"owner": one}, own)
    shared = stack.enter_context(redis("always"))
    owner, players = (stack.enter_context(member(shared, name)) for name in ("owner", "players"))
    load = Load(players.port, tables, owner.port, rest)
    yield Setting("elsewhere", load, {"owner": owner, "players": players}, shared)
