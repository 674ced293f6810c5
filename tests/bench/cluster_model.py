"""What a cluster of so many seats asks of its nodes and of Redis, reckoned from what one step costs."""

import math
import random
import tomllib
from collections.abc import Mapping
from pathlib import Path

import msgspec

FIGURES = Path(__file__).with_name("cluster_figures.toml")

BEATS_S = 2
"""Signs of life of a node in a second."""

SHARED = 50
"""People of one node who come in under one hold of the lock, at most."""

POLL_S = 0.005
"""Longest pause before somebody who wants the lock asks again."""


class Figure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One cost, and where it is from."""

    value: float
    source: str
    """A command, `assumed`, or nothing: it has not been measured."""
    what: str


class Figures(msgspec.Struct, frozen=True):
    """The values; what each is stands in the file."""

    seats_per_table: float
    moves_per_table_s: float
    admissions_per_seat_hour: float
    names_per_seat: float
    full: float
    node_memory_mib: float
    network_mb_s: float
    owner_ms: float
    letter_sent_ms: float
    letter_read_ms: float
    fact_ms: float
    facts_per_table_minute: float
    facts_per_admission: float
    move_bytes: float
    letter_bytes: float
    fact_bytes: float
    append_us: float
    letter_us: float
    fact_written_us: float
    fact_read_us: float
    beat_us: float
    beat_each_us: float
    reads_most: float
    hold_ms: float
    admission_ms: float
    node_mib: float
    table_kib: float
    seat_kib: float
    listing_bytes: float
    name_bytes: float
    log_kib: float


class Plan(msgspec.Struct, frozen=True):
    """How a cluster is laid out."""

    sharded: bool = False
    """Whether tables and inboxes may lie in several Redis; what all nodes share is in one in any case."""
    near: float = 0.0
    """Share of the seats that are brought to the node of their table, instead of to any."""
    clubs: int = 1
    """So many lobbies that know nothing of each other, each with its share of everything."""


def read_figures(file: Path = FIGURES) -> dict[str, Figure]:
    """The costs by name."""
    return msgspec.convert(tomllib.loads(file.read_text("utf-8")), dict[str, Figure])


def values(figures: Mapping[str, Figure]) -> Figures:
    """What is reckoned with. Raises ValidationError where one is missing."""
    return msgspec.convert({name: figure.value for name, figure in figures.items()}, Figures)


class Club:
    """One lobby with its tables, on so many nodes."""

    def __init__(self, figures: Figures, plan: Plan, seats: float, nodes: int | None = None) -> None:
        """Without `nodes`: on as many as it takes."""
        self.figures, self.plan, self.seats = figures, plan, seats
        self.tables = seats / figures.seats_per_table
        self.moves = self.tables * figures.moves_per_table_s
        self.admissions = seats * figures.admissions_per_seat_hour / 3600
        self.facts = self.tables * figures.facts_per_table_minute / 60 + self.admissions * figures.facts_per_admission
        self.nodes = self._nodes() if nodes is None else nodes

    # ---- nodes

    def letters(self, nodes: int | None = None) -> float:
        """In a second: a move on its way to the owner, its answer, and the owner's pictures on theirs."""
        far = (1 - 1 / (nodes or self.nodes)) * (1 - self.plan.near)
        return self.moves * far * (2 + self.figures.seats_per_table)

    @property
    def hearing(self) -> float:
        """Share of each node's processor that goes to hearing what all others state."""
        return self.facts * self.figures.fact_ms / 1000

    def _playing(self, nodes: int) -> float:
        """Processors that all tables together take."""
        cost = self.figures
        letters = self.letters(nodes) * (cost.letter_sent_ms + cost.letter_read_ms)
        return (self.moves * cost.owner_ms + letters) / 1000

    def _nodes(self) -> int:
        """The fewest; a node always has half of its room for play, though it may be too full then."""
        room = self.figures.full - min(self.hearing, self.figures.full / 2)
        nodes = 1
        while (needed := max(1, math.ceil(self._playing(nodes) / room))) > nodes:
            nodes = needed
        return nodes

    @property
    def node_load(self) -> float:
        """Share of a node's processor."""
        return self._playing(self.nodes) / self.nodes + self.hearing

    @property
    def node_mib(self) -> float:
        """Memory of a node: its own tables and connections, and what every node knows."""
        cost = self.figures
        own = (self.tables * cost.table_kib + self.seats * cost.seat_kib) / self.nodes / 1024
        return cost.node_mib + own + (self.tables * cost.listing_bytes + self._names_bytes) / 2**20

    @property
    def _names_bytes(self) -> float:
        return self.seats * self.figures.names_per_seat * self.figures.name_bytes

    # ---- Redis

    @property
    def writes(self) -> float:
        """Commands in a second that people cause: steps, letters, facts."""
        return self.moves + self.letters() + self.facts

    @property
    def commands(self) -> float:
        """All in a second: signs of life, and asking for news, too."""
        reads = min(self.facts + self.letters() / self.nodes, self.figures.reads_most)
        return self.writes + self.nodes * (BEATS_S + reads)

    @property
    def tables_load(self) -> float:
        """Processors of Redis for what may be split: the tables' logs, and the inboxes."""
        return (self.moves * self.figures.append_us + self.letters() * self.figures.letter_us) / 1e6

    @property
    def lobby_load(self) -> float:
        """Processors of Redis for what lies in one place: facts, and signs of life."""
        cost = self.figures
        facts = self.facts * (cost.fact_written_us + self.nodes * cost.fact_read_us)
        beats = BEATS_S * self.nodes * (cost.beat_us + self.nodes * cost.beat_each_us)
        return (facts + beats) / 1e6

    @property
    def lobby_mb_s(self) -> float:
        """What goes in and out where the facts lie."""
        return self.facts * self.figures.fact_bytes * (1 + self.nodes) / 1e6

    @property
    def mb_s(self) -> float:
        """What goes in and out of all Redis."""
        tables = self.moves * self.figures.move_bytes + 2 * self.letters() * self.figures.letter_bytes
        return tables / 1e6 + self.lobby_mb_s

    @property
    def redis_mib(self) -> float:
        """Memory of all Redis."""
        return self.tables * self.figures.log_kib / 1024 + self._names_bytes / 2**20

    @property
    def shards(self) -> int:
        """So many Redis, if tables may be split: by processor and by network."""
        full, network = self.figures.full, self.figures.full * self.figures.network_mb_s
        if self.tables_load + self.lobby_load <= full and self.mb_s <= network:
            return 1
        split = max(self.tables_load / full, (self.mb_s - self.lobby_mb_s) / network)
        return 1 + math.ceil(split)

    # ---- the lock of names

    @property
    def lock_capacity(self) -> float:
        """People who can come in in a second, when all nodes have many who wait."""
        return SHARED / (
            (self.figures.hold_ms + SHARED * self.figures.admission_ms) / 1000 + POLL_S / (self.nodes + 1)
        )


def lock_waits(club: Club, seconds: float = 20.0, seed: int = 1) -> list[float]:
    """How long each of those who come in during that time waits for the lock, in seconds, played through."""
    chance = random.Random(seed)
    waiting: dict[int, list[float]] = {}
    waits: list[float] = []
    arrival, now = chance.expovariate(club.admissions), 0.0
    while waiting or arrival < seconds:
        busy = bool(waiting)
        if not busy:
            now = max(now, arrival)
        while arrival < seconds and arrival <= now:
            waiting.setdefault(chance.randrange(club.nodes), []).append(arrival)
            arrival += chance.expovariate(club.admissions)
        if busy:
            now += chance.uniform(0, POLL_S) / len(waiting)
        node = chance.choice(sorted(waiting))
        let_in, left = waiting[node][:SHARED], waiting.pop(node)[SHARED:]
        if left:
            waiting[node] = left
        now += (club.figures.hold_ms + len(let_in) * club.figures.admission_ms) / 1000
        waits += [now - came for came in let_in]
    return waits
