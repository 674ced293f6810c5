"""Killed at any moment: what was acknowledged is there, what was not is there wholly or not at all."""

import random
import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest

from server.database import Database
from server.house import House
from server.mail import Back, Command, Effects
from server.records import Saved
from server.store import SqliteStore
from server.table import Table
from tests.server.whole_party import WATCHER, WholeParty, without_events
from tuicards.games import GAMES
from tuicards.wire.messages import Say

SHORT = {"rage": {"round_plan": "2,1"}, "goat": {"limit": "6"}}


class Moment(msgspec.Struct):
    """What stood at the moment when a change had been kept, before anybody was told of it."""

    written: int
    """Length of the journal in bytes."""
    snapshot: Any
    pictures: dict[str, bytes]
    lines: list[Any]
    seq: int


class Journalled(WholeParty):
    """A party whose changes are kept, each in a commit of its own."""

    def __init__(self, game: str, store: SqliteStore, journal: Path) -> None:
        self._store, self._journal = store, journal
        self._changes: list[Effects] = []
        self.moments: list[Moment] = []
        super().__init__(game, 3 if game == "rage" else 4, seed=5, options=SHORT[game])

    def do(self, command: Command) -> Effects:
        effects = super().do(command)
        self._changes.append(effects)
        return effects

    async def keep(self) -> None:
        """Keep what has changed, and note what stands now."""
        for effects in self._changes:
            self._store.put(effects.records)
        self._changes.clear()
        await self._store.settled()
        pictures = {name: without_events(update) for name, update in self.last.items()}
        self.moments.append(
            Moment(self._journal.stat().st_size, self.table.snapshot(), pictures, self.lines(), self.seq)
        )

    def lines(self) -> list[Any]:
        return list(self.table.talk.again("KTCH", apart=True))


@pytest.mark.parametrize("game", ["rage", pytest.param("goat", marks=pytest.mark.thorough)])
async def test_wherever_the_journal_ends_the_party_goes_on_from_there(game: str, tmp_path: Path) -> None:
    """At every step of a short party: the files as they are then, and the journal cut off anywhere in the next step.

    A killed process leaves the file and as much of its journal as it has written. So each moment at which it can be
    killed is a length of the journal.
    """
    store = SqliteStore(tmp_path)
    file, journal = tmp_path / "tuicards.db", tmp_path / "tuicards.db-wal"
    party = Journalled(game, store, journal)
    await party.keep()
    at_first = file.read_bytes()
    while not party.over:
        party.step()
        await party.keep()
        if party.seq % 5 == 0:
            party.carry_out("Bo", Say(id=10**6 + party.seq, text=f"line {party.seq}"))
            await party.keep()
    assert file.read_bytes() == at_first
    written = journal.read_bytes()
    await store.close()

    chance = random.Random(game)
    for before, after in zip(party.moments, [*party.moments[1:], None], strict=True):
        there = _left_behind(tmp_path / "cut", at_first, written[: before.written])
        _check_all_there(there, before, party.house)
        if after is not None and after.written > before.written:
            cut = chance.randrange(before.written, after.written)
            there = _left_behind(tmp_path / "cut", at_first, written[:cut])
            _check_all_there(there, before, party.house)
    assert len(party.moments) > 15


def _left_behind(folder: Path, file: bytes, journal: bytes) -> Saved:
    """What a server finds that is started on these files."""
    folder.mkdir()
    (folder / "tuicards.db").write_bytes(file)
    (folder / "tuicards.db-wal").write_bytes(journal)
    database = Database(folder)
    saved = database.load()
    database.close()
    shutil.rmtree(folder)
    return saved


def _check_all_there(saved: Saved, moment: Moment, house: House) -> None:
    """The table as it was: seats, numbers, everybody's cards, what was said."""
    (kept,) = saved.tables
    table = Table.restored(kept, GAMES[kept.snapshot.game], house, 0.0)
    assert table.snapshot() == moment.snapshot
    assert list(table.talk.again("KTCH", apart=True)) == moment.lines
    for name, picture in moment.pictures.items():
        if name != WATCHER:
            (update,) = [update for _, update in table.do(Back(name), 0.0).updates]
            assert without_events(update) == picture
    assert table.party is not None
    assert table.party.seq == moment.seq
