"""One decision at a table, kept in a file that people can read: what a seat knew, and which moves are wrong there.

A position holds the deal and the public moves since it began, so that view and events are those of a real game; cards
that the seat never saw are dealt anew, from a seed, in agreement with what was played. It is how a blunder becomes a
test: see `tests/bots/blunders`.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Protocol, TypeAlias

import msgspec

from tuicards.bots.position_deal import Beginning, Dealt, Impossible, Written
from tuicards.bots.position_goat import deal_goat, goat_position
from tuicards.bots.position_rage import deal_rage, rage_position
from tuicards.bots.seen import Recall, Seen
from tuicards.errors import PlayerError, StorageError
from tuicards.games import GAMES
from tuicards.games.api import AnyGame, Move, Seat
from tuicards.games.history import Entry, Header

FORMAT = 1
LONGEST_FILE = 64 * 1024
TRIES = 200
"""So many deals are tried before no deal is believed to fit."""

Dealer: TypeAlias = Callable[[Written, Any, Random], Beginning]
Taker: TypeAlias = Callable[[Seen], tuple[Dealt, tuple[str, ...], tuple[str, ...]]]

DEALERS: Mapping[str, Dealer] = {"rage": deal_rage, "goat": deal_goat}
TAKERS: Mapping[str, Taker] = {"rage": rage_position, "goat": goat_position}


class Recorded(Protocol):
    """A party as `tuicards.records` keeps it."""

    @property
    def header(self) -> Header: ...
    @property
    def entries(self) -> tuple[Entry, ...]: ...


class Position(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is known of a deal in progress, and what is to be thought of the moves that a seat may make."""

    format: int = FORMAT
    game: str
    seats: int
    seat: Seat
    """Whose decision it is."""
    complaint: str = ""
    """What is foolish here, in one line."""
    wrong: tuple[str, ...] = ()
    """Moves that are blunders."""
    right: tuple[str, ...] = ()
    """Or the only ones that are not."""
    level: str = ""
    """Of the bot that made the wrong move, if one did."""
    least: str = "normal"
    """The weakest level that has to know better."""
    options: dict[str, str] = {}
    """Those that differ from the game's defaults."""
    deal: Dealt
    hands: tuple[str, ...]
    """By seat: the cards that are known to have been dealt to it; the seat's own in the order in which they came."""
    moves: tuple[str, ...] = ()
    """Since the deal began, as `2 bid 3`, `0 WI:G`, `1 lead Qs 7s`; `3 pass 2` and `3 bid ?` are hidden ones."""
    seed: int = 0
    """Of all that is dealt anew."""

    @staticmethod
    def from_seen(game: AnyGame, seen: Seen, move: Move | None = None, level: str = "") -> "Position":
        """The position before a seat, from its own knowledge only; `move` is what was wrong in it.

        Raises StorageError `position_not_whole` where the seat has not seen the deal from its beginning.
        """
        if not seen.whole or game.name not in TAKERS:
            raise StorageError("position_not_whole")
        try:
            deal, hands, moves = TAKERS[game.name](seen)
        except Impossible as error:
            raise StorageError("position_impossible", why=str(error)) from None
        defaults = game.format_options(game.parse_options({}))
        chosen = {name: text for name, text in game.format_options(seen.options).items() if defaults[name] != text}
        wrong = () if move is None else (game.format_move(move),)
        return Position(
            game=game.name, seats=len(seen.view.counts), seat=seen.view.seat or 0, wrong=wrong, level=level,
            options=chosen, deal=deal, hands=hands, moves=moves,
        )  # fmt: skip

    @staticmethod
    def from_record(record: Recorded, at: int) -> "Position":
        """The position after so many moves of a party, before the seat that makes the next one, which is `wrong`.

        Raises StorageError `position_no_move` where no move follows, `position_impossible` where the moves are not
        those of a game, and as `from_seen` does.
        """
        header, entries = record.header, record.entries
        if not 0 <= at < len(entries):
            raise StorageError("position_no_move", number=at, limit=len(entries) - 1)
        game: AnyGame = GAMES[header.game]
        options = game.parse_options(header.options)
        state, recall = game.new(header.seats, header.seed, options), Recall(game, header.seats)
        try:
            for entry in entries[:at]:
                move = game.parse_move(entry.move)
                state, events = game.apply(state, entry.seat, move)
                recall.after(entry.seat, move, events)
        except PlayerError as error:
            raise StorageError("position_impossible", why=str(error)) from None
        seen = recall.seen(game.view(state, entries[at].seat), options)
        return Position.from_seen(game, seen, game.parse_move(entries[at].move))

    def faults(self, move: Move) -> bool:
        """Whether the move is wrong here."""
        text = GAMES[self.game].format_move(move)
        return text in self.wrong or bool(self.right and text not in self.right)


class Situation(NamedTuple):
    """A position at the table: what its seat knows, and a whole deal that agrees with it."""

    seen: Seen
    state: Any


def situation(position: Position, seed: int | None = None) -> Situation:
    """The position, with what is unseen dealt from its own seed, or from another one.

    Raises StorageError `position_impossible`, with `why`, where no deal that was tried fits the moves.
    """
    random, why = Random(position.seed if seed is None else seed), ""
    for _ in range(TRIES):
        try:
            return _checked(position, _played(position, random))
        except (Impossible, PlayerError) as error:
            why = str(error)
    raise StorageError("position_impossible", why=why)


def _played(position: Position, random: Random) -> Situation:
    """Deal, and make the moves. Raises Impossible and IllegalMove."""
    if position.game not in DEALERS:
        raise Impossible(f"no game is called {position.game}")
    game: AnyGame = GAMES[position.game]
    options = game.parse_options(position.options)
    game.check(position.seats, options)
    state, begun, moves = DEALERS[position.game](position, options, random)
    recall = Recall(game, position.seats)
    if position.deal.number > 1:
        recall.after(position.seat, Move(), begun)
    for seat, text in moves:
        move = game.parse_move(text)
        state, events = game.apply(state, seat, move)
        recall.after(seat, move, events)
    return Situation(recall.seen(game.view(state, position.seat), options), state)


def _checked(position: Position, found: Situation) -> Situation:
    """The moves that are judged must be possible there."""
    game: AnyGame = GAMES[position.game]
    legal = {game.format_move(move) for move in found.seen.view.legal}
    unknown = [text for text in (*position.wrong, *position.right) if text not in legal]
    if not legal or position.seat not in found.seen.view.to_act:
        raise Impossible(f"seat {position.seat} is not to move")
    if unknown:
        raise Impossible(f"not legal: {', '.join(unknown)}; legal: {', '.join(sorted(legal))[:300]}")
    return found


# ---- files --------------------------------------------------------------------------------------------


def to_bytes(position: Position) -> bytes:
    """What a file of the position holds."""
    return msgspec.json.format(msgspec.json.encode(position), indent=2) + b"\n"


def write(path: Path, position: Position) -> None:
    """Keep a position in a new file. Raises StorageError `position_exists`, `position_unwritable`."""
    try:
        with path.open("xb") as file:
            file.write(to_bytes(position))
    except FileExistsError:
        raise StorageError("position_exists", file=str(path)) from None
    except OSError as error:
        raise StorageError("position_unwritable", file=str(path), reason=error.strerror or str(error)) from None


def read(path: Path) -> Position:
    """The position in a file. Whether it can be is for `situation` to find out.

    Raises StorageError `position_unreadable`, `position_too_long`, `position_foreign`, `position_of_later_format`.
    """
    try:
        with path.open("rb") as file:
            content = file.read(LONGEST_FILE + 1)
    except OSError as error:
        raise StorageError("position_unreadable", file=str(path), reason=error.strerror or str(error)) from None
    if len(content) > LONGEST_FILE:
        raise StorageError("position_too_long", file=path.name, limit=LONGEST_FILE // 1024)
    try:
        position = msgspec.json.decode(content, type=Position)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise StorageError("position_foreign", file=path.name, why=str(error)[:200]) from None
    if position.format != FORMAT:
        raise StorageError("position_of_later_format", file=path.name, found=position.format, known=FORMAT)
    return position
