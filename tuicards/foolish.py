"""What a person calls foolish at the table: a bot's newest move, or the hint that is shown, kept as a position.

A hint is kept at once, from what one's own seat knows. The cards behind a bot's move are not known while the party
runs: its place is noted, and the position is taken from the party's record when that comes home.
"""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from tuicards.bots.choice import Choice
from tuicards.bots.seen import Seen
from tuicards.client_state import ClientState, Connected, LinkEvent, Recorded
from tuicards.errors import StorageError, TuicardsError
from tuicards.games.api import AnyGame, Event, Seat
from tuicards.positions import keep_position, kept_position, open_folder
from tuicards.records import PartyRecord
from tuicards.replay import begun, game_of
from tuicards.wire.messages import LeftTable, TableInfo, Update

MOVES = frozenset({"bid_made", "card_played", "led", "beat", "passed", "molodka"})
"""Events that tell a move."""


class Told(NamedTuple):
    """A sentence for the person, by its code."""

    code: str
    params: dict[str, Any]
    warn: bool = False


class Hinted(NamedTuple):
    """A hint that is shown, what it was given for, and by which level."""

    seen: Seen
    choice: Choice
    level: str = ""


class Decision(NamedTuple):
    """A bot's move in a party that runs, known by all moves up to it that were seen."""

    table: str
    party: int
    seat: Seat
    level: str
    seen: tuple[Event, ...]
    whole: bool
    """Whether those are all since the party began."""


class Course:
    """The public moves of the party that runs, as this client has seen them."""

    def __init__(self) -> None:
        self._party = ("", 0)
        self._playing = ("", 0)
        self._moves: list[Event] = []
        self._whole = False
        self._newest = (0, 0, "")
        """Moves up to a bot's newest one, its seat, its level."""

    def told_of(self, table: TableInfo) -> None:
        """The table as it is now: whether a party begins before one's eyes."""
        party = (table.table, table.party)
        if table.state != "playing":
            self._playing = (table.table, 0)
        elif self._playing != party:
            self._begin(party, self._playing[0] == table.table)
            self._playing = party

    def left(self) -> None:
        """One is at no table."""
        self._playing = ("", 0)
        self._begin(("", 0), False)

    def _begin(self, party: tuple[str, int], whole: bool) -> None:
        self._party, self._moves, self._newest, self._whole = party, [], (0, 0, ""), whole

    def after(self, state: ClientState) -> None:
        """One more picture."""
        if state.table is None:
            return
        if self._party != (state.table.table, state.party) or state.missed:
            self._begin((state.table.table, state.party), False)
        for event in moves_of(state.events):
            self._moves.append(event)
            seat: Seat = getattr(event, "seat", 0)
            if 0 <= seat < len(state.table.seats) and state.table.seats[seat].bot:
                self._newest = (len(self._moves), seat, state.table.seats[seat].bot)

    @property
    def newest(self) -> Decision | None:
        """The newest move of a bot."""
        count, seat, level = self._newest
        seen = tuple(self._moves[:count])
        return Decision(*self._party, seat, level, seen, self._whole) if count else None


class Foolish:
    """Notes what a person calls foolish, and keeps it in a folder: each move once."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._course = Course()
        self._noted: list[Decision] = []

    def note(self, state: ClientState, hint: Hinted | None) -> Told:
        """Keeps the hint, where it is of the picture that is shown, or notes the newest move of a bot."""
        try:
            folder = open_folder(self._folder)
            if (
                hint is not None
                and state.view is hint.seen.view
                and state.table is not None
                and state.game is not None
            ):
                return self._keep_hint(folder, state.game, f"{state.table.table}-hint-{state.seq}", hint)
            return self._note_newest(state)
        except StorageError as error:
            return Told(error.code, error.params, warn=True)

    def keep(self, record: PartyRecord, at: int, level: str = "") -> Told:
        """Keeps the position before a move of a finished party, by the move's number from 0."""
        try:
            return self._keep(open_folder(self._folder), record, at, level)
        except TuicardsError as error:
            return Told(error.code, error.params, warn=True)

    def after(self, event: LinkEvent, state: ClientState) -> tuple[Told, ...]:
        """What is to be told when the state has come to be by the event: of positions that are kept now, or never."""
        match event:
            case Update(table=table, seq=seq) if state.table and (state.table.table, state.seq) == (table, seq):
                self._course.after(state)
            case TableInfo(state="playing"):
                self._course.told_of(event)
                return self._lost((event.table, event.party))
            case TableInfo():
                self._course.told_of(event)
            case LeftTable():
                return self.leave()
            case Connected(welcome=welcome) if not welcome.table:
                return self.leave()
            case Recorded(record=None):
                return self._lost()
            case Recorded(record=PartyRecord() as record):
                return tuple(self._keep_noted(record))
        return ()

    def leave(self) -> tuple[Told, ...]:
        """What is to be told when one goes from the table, or from the program."""
        self._course.left()
        return self._lost()

    # ---- a hint ---------------------------------------------------------------------------------------

    def _keep_hint(self, folder: Path, game: AnyGame, place: str, hint: Hinted) -> Told:
        from tuicards.bots.position import Position

        kept = kept_position(folder, game.name, place)
        if kept is not None:
            return Told("foolish.kept", {"file": str(kept)})
        position = Position.from_seen(game, hint.seen, hint.choice.move, hint.level)
        return Told("foolish.saved", {"file": str(keep_position(folder, position, place, time.time()))})

    # ---- a bot's move ---------------------------------------------------------------------------------

    def _note_newest(self, state: ClientState) -> Told:
        newest = self._course.newest
        if newest is None or state.table is None:
            return Told("foolish.nothing", {})
        if state.just_over is not None:
            return self._keep_decision(state.just_over, newest)
        params = {"seat": newest.seat, "number": len(newest.seen)}
        if newest in self._noted:
            return Told("foolish.noted_already", params)
        self._noted.append(newest)
        return Told("foolish.noted", params)

    def _keep_noted(self, record: PartyRecord) -> Iterator[Told]:
        """Keeps what was noted of a party; of several positions one word is enough, and each trouble once."""
        party = (record.table, record.party)
        noted = [decision for decision in self._noted if decision[:2] == party]
        self._noted = [decision for decision in self._noted if decision[:2] != party]
        told = [self._keep_decision(record, decision) for decision in noted]
        yield from {one.code: one for one in told if one.warn}.values()
        kept = [one for one in told if not one.warn]
        if len(kept) > 1:
            yield Told("foolish.saved_all", {"count": len(kept), "folder": str(self._folder)})
        else:
            yield from kept

    def _keep_decision(self, record: PartyRecord, decision: Decision) -> Told:
        try:
            return self._keep(open_folder(self._folder), record, place_of(record, decision), decision.level)
        except TuicardsError as error:
            return Told(error.code, error.params, warn=True)

    def _keep(self, folder: Path, record: PartyRecord, at: int, level: str) -> Told:
        """Raises StorageError."""
        from tuicards.bots.position import Position

        place = f"{record.table}-{record.party}-{at + 1}"
        kept = kept_position(folder, record.header.game, place)
        if kept is not None:
            return Told("foolish.kept", {"file": str(kept)})
        position = replace(Position.from_record(record, at), level=level)
        return Told(
            "foolish.saved", {"file": str(keep_position(folder, position, place, record.played or time.time()))}
        )

    def _lost(self, but: tuple[str, int] | None = None) -> tuple[Told, ...]:
        """Forgets what was noted of parties whose record does not come any more."""
        lost = [decision for decision in self._noted if decision[:2] != but]
        self._noted = [decision for decision in self._noted if decision[:2] == but]
        return (Told("foolish.lost", {"count": len(lost)}, warn=True),) if lost else ()


def moves_of(events: tuple[Event, ...]) -> list[Event]:
    """Of what happened, the moves."""
    return [event for event in events if event.__struct_config__.tag in MOVES]


def place_of(record: PartyRecord, decision: Decision) -> int:
    """The number, from 0, of a move among those of a finished party.

    Raises StorageError: `foolish_not_found`, and as `replay.begun` does; PlayerError for an illegal move.
    """
    told = list(_told_by(record))
    events, count = [event for _, _, event in told], len(decision.seen)
    ends = (count,) if decision.whole else range(count, len(events) + 1)
    found = [end for end in ends if events[end - count : end] == list(decision.seen)]
    number, seat = told[found[0] - 1][:2] if len(found) == 1 else (0, None)
    if seat != decision.seat:
        raise StorageError("foolish_not_found")
    return number


def _told_by(record: PartyRecord) -> Iterator[tuple[int, Seat, Event]]:
    """Each public move, with the number of the entry that brought it about and the seat that made that."""
    game = game_of(record, record.table)
    state = begun(record, game, record.table)
    for number, entry in enumerate(record.entries):
        state, events = game.apply(state, entry.seat, game.parse_move(entry.move))
        for event in moves_of(tuple(events)):
            yield number, entry.seat, event
