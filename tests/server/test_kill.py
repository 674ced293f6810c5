"""Killed at any moment: what was acknowledged is there, what was not is there wholly or not at all."""

import os
import random
import shutil
import sqlite3
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
from tests.server.nursery import Nursery, nursery
from tests.server.peer import Peer
from tests.server.whole_party import WATCHER, WholeParty, without_events
from tuicards.games import GAMES
from tuicards.wire.messages import Done, Rematch, Say, Update

SHORT = {"rage": {"round_plan": "2,1"}, "goat": {"limit": "6"}}


CLOCK = "bank:300+5"


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
        super().__init__(game, 3 if game == "rage" else 4, seed=5, options=SHORT[game], clock=CLOCK)

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


@pytest.mark.alone("it cuts off the journal of the one file")
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
        party.now += 1.5
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
            update = dict(table.do(Back(name), 0.0).updates)[name]
            assert without_events(update) == picture
    assert table.party is not None
    assert table.party.seq == moment.seq


# ---- real processes, really killed


async def at_play(servers: Nursery, names: tuple[str, ...], bots: int, options: dict[str, str]) -> list[Peer]:
    """People and fast bots at a table of Rage that has begun."""
    servers.start()
    await servers.listening()
    peers = [await servers.enter(name) for name in names]
    code = await peers[0].create("rage", len(names) + bots, bots=bots, options=options)
    for peer in peers[1:]:
        await peer.join(code)
    await peers[0].start()
    for peer in peers:
        await peer.picture()
    return peers


async def restarted(servers: Nursery, peers: list[Peer]) -> list[Peer]:
    """Everybody at another server, after the one they were at has been killed."""
    servers.kill()
    servers.start()
    await servers.listening()
    return [await servers.again(peer) for peer in peers]


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="processes are watched as Linux does it")
@pytest.mark.thorough
@pytest.mark.parametrize("answered", [True, False], ids=["after the answer", "before it"])
async def test_killed_after_every_move_of_a_party_it_goes_on(answered: bool, tmp_path: Path) -> None:
    """`kill -9`, the same port, everybody back by token: same cards, same number; an unanswered move counts once."""
    async with nursery(tmp_path) as servers:
        peers = await at_play(servers, ("Ann", "Bo", "Cai"), 0, {"round_plan": "2,1"})
        seq = 1
        while not (update := await peers[0].picture()).view["outcome"]:
            mover = peers[update.view["to_act"][0]]
            move = (await mover.picture()).view["legal"][-1]
            mover.play(move, seq=seq, request=1000 + seq)
            if answered:
                await mover.until(Done)
                for peer in peers:
                    await peer.until(Update)
                before = [peer.update and peer.update.view for peer in peers]
                if seq % servers.every == 0:
                    peers = await restarted(servers, peers)
                assert [peer.update and peer.update.view for peer in peers] == before
            else:
                if seq % servers.every == 0:
                    peers = await restarted(servers, peers)
                    mover = peers[update.view["to_act"][0]]
                    mover.play(move, seq=seq, request=1000 + seq)
                await mover.until(Done)
                for peer in peers:
                    if (await peer.picture()).seq == seq:
                        await peer.until(Update)
            seq += 1
            assert [peer.update and peer.update.seq for peer in peers] == [seq] * 3
        for peer in peers:
            await peer.close()
    assert "Traceback" not in servers.log.read_text()
    assert seq > 15


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="processes are watched as Linux does it")
async def test_killed_at_random_moments_of_fast_rounds_nothing_is_lost_or_twice(
    tmp_path: Path, thorough: bool
) -> None:
    """The file opens each time; a person's last acknowledged move is there; each finished party is there once."""
    chance = random.Random(4)
    finished: list[Any] = []
    async with nursery(tmp_path) as servers:
        (ann,) = await at_play(servers, ("Ann",), 3, {"round_plan": "3,2,1"})
        for _ in range(50 // servers.every if thorough else 3):
            for _ in range(chance.randrange(1, 40)):
                await one_step(ann, finished)
            shown = await ann.picture()
            (ann,) = await restarted(servers, [ann])
            assert (await ann.picture()).seq >= shown.seq
            assert (await ann.picture()).party >= shown.party
            if (await ann.picture()).seq == shown.seq:
                assert (await ann.picture()).view == shown.view
        servers.end()
        await ann.close()
    assert _finished(servers.folders())[: len(finished)] == finished
    assert "Traceback" not in servers.log.read_text()


async def one_step(peer: Peer, finished: list[Any]) -> None:
    """Whatever comes next: a move of one's own or of somebody else, or the end and another party."""
    update = await peer.picture()
    if update.view["outcome"]:
        finished.append(update.view["outcome"]["scores"])
        peer.update = None
        await peer.ask(Rematch)
        await peer.picture()
        return
    if 0 in update.view["to_act"]:
        peer.play(update.view["legal"][0])
        await peer.until(Done)
    await peer.until(Update)


def _finished(folders: list[Path]) -> list[list[int]]:
    """The scores of all parties that are over, by their numbers; two nodes may have archived the same one."""
    found: dict[int, list[int]] = {}
    for folder in folders:
        for party, scores in _parties(folder):
            assert found.setdefault(party, scores) == scores
    return [found[party] for party in sorted(found)]


def _parties(folder: Path) -> list[tuple[int, list[int]]]:
    """Number and scores of each party that is over, as one file has it."""
    db = sqlite3.connect(folder / "tuicards.db")
    try:
        rows = db.execute("select party, outcome from parties where outcome is not null").fetchall()
    finally:
        db.close()
    assert len({party for party, _ in rows}) == len(rows)
    return [(party, msgspec.json.decode(outcome)["scores"]) for party, outcome in rows]
