"""Bots outside this program: each a command that comes to a table of the arena by the protocol, as to a server's.

The arena is the server here, so that it can deal the same cards again. It knows this much of the protocol:
greeting, joining its one table, moves, pings and goodbyes; talk and numbers for the deal are accepted and without
effect, all else is refused as `not_here`.
"""

import contextlib
import os
import queue
import shlex
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, BinaryIO

import msgspec

from tuicards.arena.entrants import Entrant
from tuicards.arena.match import Unit
from tuicards.bots.api import LEVELS
from tuicards.bots.seen import Seen
from tuicards.errors import IllegalMove, SetupError
from tuicards.games import GAMES
from tuicards.games.api import AnyGame, Event, from_plain, to_plain
from tuicards.wire.codec import encode
from tuicards.wire.connection import ServerEnd
from tuicards.wire.messages import (
    PROTOCOL,
    About,
    AddNonce,
    Bye,
    ClientMessage,
    Closing,
    Done,
    Emote,
    Hello,
    JoinTable,
    LeaveTable,
    LeftTable,
    Lobby,
    Look,
    MakeMove,
    Refused,
    Rematch,
    Request,
    Say,
    SeatInfo,
    ServerMessage,
    TableInfo,
    Update,
    Welcome,
)

HOST, TABLE = "127.0.0.1", "BCDF"
COMES_WITHIN, ANSWERS_WITHIN, ENDS_WITHIN = 30.0, 120.0, 2.0
"""Seconds."""
LAST_WORDS = Closing(code="server_stopping")
TOLD = 300
"""So many of the last characters that a command wrote to its stderr are told when it fails."""


class Command:
    """A started command, and why it ended."""

    def __init__(self, bot: Entrant, port: int) -> None:
        """Raises SetupError `arena.command_failed` where it cannot be started."""
        self.bot = bot
        self._said: BinaryIO = tempfile.TemporaryFile()  # noqa: SIM115, closed in `end`
        where = {"{host}": HOST, "{port}": str(port), "{table}": TABLE}
        line = bot.command
        for mark, value in where.items():
            line = line.replace(mark, value)
        environ = {**os.environ, "TUICARDS_SERVER": f"{HOST}:{port}", "TUICARDS_TABLE": TABLE}
        try:
            self._process = subprocess.Popen(
                shlex.split(line), env=environ, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                stderr=self._said,
            )  # fmt: skip
        except (OSError, ValueError) as error:
            self._said.close()
            raise SetupError("arena.command_failed", text=bot.command[:80], why=str(error)) from None

    def failed(self, why: str) -> SetupError:
        """The error that tells of it; whose connection has just ended is given a moment to end."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(ENDS_WITHIN)
        code = self._process.poll()
        self._said.seek(0)
        words = self._said.read().decode(errors="replace").strip()[-TOLD:]
        ended = f"it ended with {code}" if code is not None else why
        return SetupError("arena.command_failed", text=self.bot.command[:80], why=f"{ended}; {words}".rstrip("; "))

    @property
    def runs(self) -> bool:
        return self._process.poll() is None

    def end(self, last_words: Callable[[], None]) -> None:
        """Waits a moment for it, says the last words, and in the end ends it."""
        for urge in (last_words, self._process.terminate, self._process.kill):
            try:
                self._process.wait(ENDS_WITHIN)
            except subprocess.TimeoutExpired:
                urge()
        self._process.wait()
        self._said.close()


class Outside:
    """The arena's end of one command's connection, and the player that it is."""

    def __init__(self, game: AnyGame, command: Command, info: TableInfo) -> None:
        self._game, self._command, self._info = game, command, info
        self._end, self._lock = ServerEnd(), threading.Lock()
        self._socket: socket.socket | None = None
        self._moves: queue.Queue[MakeMove | None] = queue.Queue()
        self._joined = threading.Event()
        self._update: Update | None = None
        self._asked: tuple[object, int] = ((), 0)
        """What the seat may do, and since which update."""
        self._taken: tuple[int, int] | None = None

    # ---- the player --------------------------------------------------------------------------------------

    def clock(self) -> float:
        return time.perf_counter()

    def choose(self, seen: Seen, chance: int) -> Any:
        """Raises SetupError `arena.command_failed` when it is gone or says nothing, IllegalMove for a bad move."""
        while True:
            try:
                request = self._moves.get(timeout=ANSWERS_WITHIN)
            except queue.Empty:
                raise self._command.failed("it does not move") from None
            if request is None:
                raise self._command.failed("it has gone")
            if self._is_stale(request):
                self._send(Refused(id=request.id, code="stale"))
                self._show()
                continue
            return self._move(request, seen)

    def _is_stale(self, request: MakeMove) -> bool:
        now = self._update.seq if self._update else 0
        return request.table != TABLE or not self._asked[1] <= request.seq <= now

    def _move(self, request: MakeMove, seen: Seen) -> Any:
        try:
            move = from_plain(request.move, self._game.move_type)
            if move not in seen.view.legal and (move := self._as_listed(move, seen)) is None:
                raise IllegalMove("bad_move", text=str(request.move)[:200])
        except IllegalMove as error:
            self._send(Refused(id=request.id, code=error.code, params=dict(error.params)))
            raise
        self._send(Done(request.id))
        return move

    def _as_listed(self, move: Any, seen: Seen) -> Any:
        """The legal move of the same text whose cards stand in another order."""
        cards = getattr(move, "cards", None)
        same = (legal for legal in seen.view.legal if type(legal) is type(move))
        return next((legal for legal in same if cards and sorted(legal.cards) == sorted(cards)), None)

    def shown(self, view: Any, events: Sequence[Event]) -> None:
        seq = self._update.seq + 1 if self._update else 1
        ask = (view.my_turn, view.legal)
        if ask != self._asked[0]:
            self._asked = (ask, seq)
        told = tuple(map(to_plain, events))
        self._update = Update(table=TABLE, party=1, seq=seq, view=to_plain(view), events=told)
        self._show()

    def _show(self) -> None:
        if self._update is not None:
            self._send(self._update)

    # ---- the connection ----------------------------------------------------------------------------------

    def come(self, listening: socket.socket) -> None:
        """Waits for the command to sit at the table. Raises SetupError `arena.command_failed`."""
        until = time.monotonic() + COMES_WITHIN
        while not self._joined.wait(0.01):
            if time.monotonic() > until or not self._command.runs:
                raise self._command.failed("it does not come")
            with contextlib.suppress(TimeoutError):
                there, _ = listening.accept()
                there.settimeout(None)
                threading.Thread(target=self._listen, args=(there,), daemon=True).start()

    def _listen(self, there: socket.socket) -> None:
        """In a thread of its own: what one connection says, until it ends."""
        with there:
            self._end, self._socket = ServerEnd(), there
            there.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            with contextlib.suppress(OSError):
                while not self._end.closed and (data := there.recv(16 * 1024)):
                    for message in self._end.receive(data):
                        self._heard(message)
                    self._flush()
        if self._joined.is_set():
            self._moves.put(None)

    def _heard(self, message: ClientMessage) -> None:
        match message:
            case Look():
                self._send(About(protocol=PROTOCOL, server="arena", version="", run=TABLE, games=tuple(GAMES)))
            case Hello(name=name):
                self._send(Welcome(
                    protocol=PROTOCOL, server="arena", name=name or "Bot", token=TABLE, games=tuple(GAMES),
                    levels=LEVELS,
                ))  # fmt: skip
                self._send(Lobby((), ()))
            case JoinTable(id=number, table=table) if table == TABLE:
                self._send(Done(number))
                self._send(self._info)
                self._joined.set()
            case MakeMove():
                self._moves.put(message)
            case LeaveTable(id=number):
                self._send(Done(number))
                self._send(LeftTable(table=TABLE, code="left"))
                self._moves.put(None)
            case Bye():
                self._moves.put(None)
            case AddNonce(id=number) | Say(id=number) | Emote(id=number):
                self._send(Done(number))
            case Rematch(id=number):
                self._send(Done(number))
                self._send(LAST_WORDS)
            case Request(id=number):
                self._send(Refused(id=number, code="not_here"))

    def _send(self, message: ServerMessage) -> None:
        self._flush(encode(message))

    def _flush(self, more: bytes = b"") -> None:
        """What the protocol itself answers, and then this. That a peer has gone is noticed by listening."""
        with self._lock, contextlib.suppress(OSError):
            if self._socket is not None:
                self._socket.sendall(self._end.data_to_send() + more)

    def farewell(self) -> None:
        """The party is over, or given up: the table says so, and the command has a moment to go."""
        self._send(msgspec.structs.replace(self._info, state="over"))
        self._command.end(lambda: self._send(LAST_WORDS))


@contextlib.contextmanager
def outside_players(
    game: AnyGame, unit: Unit, names: Sequence[str], bots: Mapping[int, Entrant]
) -> Iterator[Mapping[int, Outside]]:
    """The commands of some seats, come to the table. Raises SetupError `arena.command_failed`."""
    with contextlib.ExitStack() as stack:
        found = {}
        for seat, bot in bots.items():
            listening = stack.enter_context(socket.create_server((HOST, 0)))
            listening.settimeout(0.05)
            command = Command(bot, listening.getsockname()[1])
            found[seat] = Outside(game, command, _info(game, unit, names, seat))
            stack.callback(found[seat].farewell)
            found[seat].come(listening)
        yield found


def _info(game: AnyGame, unit: Unit, names: Sequence[str], seat: int) -> TableInfo:
    options = game.format_options(game.parse_options(unit.options, unit.preset))
    seats = tuple(SeatInfo(name=f"{name[:14]} {number}") for number, name in enumerate(names, 1))
    return TableInfo(
        table=TABLE, game=game.name, title="arena", options=options, seats=seats, owner="", public=False,
        state="playing", party=1, you=seat,
    )  # fmt: skip
