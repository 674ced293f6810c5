"""The record of a party: a header and the accepted moves. All else is derived from it by replay."""

from collections.abc import Iterable
from typing import Any

import msgspec

from tuicards.errors import StorageError
from tuicards.games.api import AnyGame, Seat
from tuicards.secrecy import told_without


class Header(msgspec.Struct, frozen=True):
    """What a party starts from. Holds the seed, so it is secret until the party is over."""

    game: str
    version: int
    seats: int
    seed: bytes
    options: dict[str, str]

    def __repr__(self) -> str:
        return told_without(self, "seed")


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One accepted move, in its text form."""

    seat: Seat
    move: str


def replay(game: AnyGame, header: Header, entries: Iterable[Entry]) -> Any:
    """The state after the entries. Raises StorageError `record_of_other_rules` for another rule version."""
    if (header.game, header.version) != (game.name, game.version):
        raise StorageError(
            "record_of_other_rules",
            recorded=f"{header.game} {header.version}",
            known=f"{game.name} {game.version}",
        )
    state = game.new(header.seats, header.seed, game.parse_options(header.options))
    for entry in entries:
        state, _ = game.apply(state, entry.seat, game.parse_move(entry.move))
    return state
