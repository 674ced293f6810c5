"""A table spoken to with plain calls: who asks what, and what everybody is told."""

from collections.abc import Sequence
from itertools import count
from typing import Any

import msgspec

from server.house import House
from server.mail import Asked, Back, BotMoved, Command, Effects, Lost, Tick
from server.table import Table
from tests.server.little import LITTLE, LittleView
from tuicards.games.api import Move, from_plain, to_plain
from tuicards.time_control import read_clock
from tuicards.wire.messages import (
    AddBot,
    JoinTable,
    MakeMove,
    Refused,
    Request,
    ServerMessage,
    StartParty,
    TableInfo,
    Update,
    WatchTable,
)

SEED = bytes(32)


def as_shown(update: Update) -> Update:
    """The update with its view as the plain map that comes over the wire."""
    return msgspec.structs.replace(update, view=msgspec.to_builtins(update.view))


class Talk:
    """A conversation with one table of the little game. The clock stands until it is moved."""

    def __init__(self, seats: int = 2, owner: str = "Ann", clock: str = "none", **house: Any) -> None:
        self.house = House(("easy", "normal"), seed=lambda: SEED, **house)
        self.table = Table(
            LITTLE, self.house, uid="u1", code="KTCH", title="kitchen", owner=owner, seats=seats,
            options=LITTLE.parse_options({}), clock=read_clock(clock),
        )  # fmt: skip
        self.now = 1000.0
        self.effects: list[Effects] = []
        self.heard: dict[str, list[ServerMessage]] = {}
        self._ids = count(1)

    def do(self, command: Command) -> Effects:
        effects = self.table.do(command, self.now)
        self.effects.append(effects)
        for name, message in effects.letters():
            self.heard.setdefault(name, []).append(as_shown(message) if isinstance(message, Update) else message)
        return effects

    def ask(self, who: str, request: Request) -> ServerMessage:
        """The answer to a request."""
        effects = self.do(Asked(who, request))
        return next(message for name, message in effects.replies if name == who)

    def next_id(self) -> int:
        return next(self._ids)

    def join(self, *names: str) -> "Talk":
        for name in names:
            self.ask(name, JoinTable(id=self.next_id(), table="KTCH"))
        return self

    def watch(self, name: str) -> ServerMessage:
        return self.ask(name, WatchTable(id=self.next_id(), table="KTCH"))

    def bot(self, *seats: int) -> "Talk":
        for seat in seats:
            self.ask("Ann", AddBot(id=self.next_id(), seat=seat))
        return self

    def start(self) -> "Talk":
        self.ask("Ann", StartParty(id=self.next_id()))
        return self

    def move(self, who: str, move: Move, seq: int | None = None, request: int = 0) -> ServerMessage:
        """A move as an answer to the newest update, or to the one named."""
        seq = self.seq if seq is None else seq
        return self.ask(who, MakeMove(id=request or self.next_id(), table="KTCH", seq=seq, move=to_plain(move)))

    def lose(self, *names: str) -> Effects:
        return [self.do(Lost(name)) for name in names][-1]

    def back(self, name: str, seen: int | None = None) -> Effects:
        return self.do(Back(name, seen))

    def pass_time(self, seconds: float) -> Effects:
        self.now += seconds
        return self.do(Tick())

    def left(self, who: str) -> tuple[int | None, ...]:
        """The milliseconds of each seat, as somebody was last shown them."""
        return self.updates(who)[-1].left

    def let_bots_play(self) -> int:
        """Every bot whose turn it is plays its first legal move; how many moves that were."""
        moves = 0
        self.now += self.house.pace(trick_done=True)
        while turn := self.table.bot_turn(self.now):
            self.do(BotMoved(turn, turn.seen.view.legal[0]))
            moves += 1
            self.now += 10
        return moves

    @property
    def seq(self) -> int:
        assert self.table.party is not None
        return self.table.party.seq

    @property
    def info(self) -> TableInfo:
        return self.table.info()

    def view(self, who: str) -> LittleView:
        """The last picture that somebody got."""
        return from_plain(self.updates(who)[-1].view, LittleView)

    def updates(self, who: str) -> list[Update]:
        return [message for message in self.heard.get(who, []) if isinstance(message, Update)]

    def codes(self, who: str) -> list[str]:
        """Codes of all that somebody was told in codes."""
        return [code for message in self.heard.get(who, []) if (code := getattr(message, "code", ""))]


def refusal(answer: ServerMessage) -> str:
    """The code with which a request was refused."""
    assert isinstance(answer, Refused), answer
    return answer.code


def names(people: Sequence[Any]) -> list[str]:
    return [person.name for person in people]
