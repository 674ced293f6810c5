"""The record comes home by itself, is kept, and a disk that refuses does no other harm."""

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import pytest

from server.config import Settings
from server.service import running
from tests.records import finished
from tuicards.client_state import ClientState, Connected, Disconnected, LinkEvent, Recorded
from tuicards.fair_deal import commitment_of
from tuicards.games.api import to_plain
from tuicards.identity import Identity
from tuicards.kept import kept_records
from tuicards.recording import Recorder, RecordingLink
from tuicards.records import MOST_PARTS, Witness, in_parts, to_text
from tuicards.verify import Verdict
from tuicards.wire.messages import (
    AddBot,
    CreateTable,
    Done,
    MakeMove,
    RecordPart,
    Refused,
    Rematch,
    StartParty,
    TableInfo,
    Update,
    WatchTable,
)

Event = TypeVar("Event")

# ---- when to ask, and what to make of the answer --------------------------------------------------------


def table(state: str = "over", party: int = 2) -> TableInfo:
    return TableInfo(
        table="KTCH", game="rage", title="", options={}, seats=(), owner="", public=True,
        state=state, party=party,  # type: ignore[arg-type]
    )  # fmt: skip


def parts(length: int = 400, **fields: int) -> list[RecordPart]:
    """A record in parts as a server sends it."""
    texts = in_parts(to_text(finished("rage")), length)
    usual = {"party": 2, "parts": len(texts)}
    return [
        RecordPart(table="KTCH", text=text, **{**usual, "part": number, **fields})
        for number, text in enumerate(texts, 1)
    ]


def asking() -> Recorder:
    """One that has asked for the record of the table's second party."""
    recorder = Recorder()
    assert recorder.wish(table()) == 2
    recorder.asked(7)
    return recorder


def taken(recorder: Recorder, *events: LinkEvent) -> str:
    """What comes of the last event."""
    return [recorder.take(event) for event in events][-1]


def test_it_asks_when_a_party_is_over_and_not_before() -> None:
    """Once: further news of the same table is no reason."""
    recorder = Recorder()
    assert [recorder.wish(table(state)) for state in ("open", "playing", "over")] == [0, 0, 2]
    recorder.asked(7)
    assert recorder.wish(table()) == 0
    assert taken(recorder, *parts()) == to_text(finished("rage"))
    assert (recorder.wish(table()), recorder.wish(table(party=3))) == (0, 3)


def test_answers_and_parts_are_its_own_business() -> None:
    """All other answers are not."""
    recorder = asking()

    own: list[LinkEvent] = [Done(7), Refused(id=7, code="busy"), *parts()]
    others: list[LinkEvent] = [Done(8), Refused(code="busy"), table()]
    assert all(map(recorder.owns, own))
    assert not any(map(recorder.owns, others))


@pytest.mark.parametrize("code", ["too_fast", "busy", "answer_lost"])
def test_it_asks_again_after_a_refusal_that_means_later(code: str) -> None:
    """When there is news of the table."""
    recorder = asking()
    recorder.take(Refused(id=7, code=code))

    assert recorder.wish(table()) == 2


@pytest.mark.parametrize("code", ["no_record", "unknown_message", "party_running"])
def test_it_asks_no_more_where_there_is_none(code: str) -> None:
    """A server of before does not know the question."""
    recorder = asking()
    recorder.take(Refused(id=7, code=code))

    assert (recorder.wish(table()), recorder.waits) == (0, False)


def test_it_asks_again_on_another_connection() -> None:
    """And begins with the first part."""
    recorder = asking()
    recorder.take(parts()[0])
    recorder.wish(Disconnected("peer_gone"))

    assert recorder.wish(table()) == 2
    recorder.asked(8)
    assert taken(recorder, *parts()) == to_text(finished("rage"))


@pytest.mark.parametrize(
    "sent",
    [parts()[1:], parts()[::-1][:-1], parts(part=1), parts(party=1), parts(parts=MOST_PARTS + 1), [parts()[0]] * 3],
    ids=["without the first", "backwards", "one number", "another party", "too many", "repeated"],
)
def test_parts_that_do_not_fit_make_no_record(sent: list[RecordPart]) -> None:
    """Nor is more of them kept than a record may have."""
    assert taken(asking(), *sent) == ""


# ---- with a server --------------------------------------------------------------------------------------


class Home:
    """A person at a link that keeps records, who plays the first legal move whenever it is asked."""

    def __init__(self, port: int, name: str, folder: Path | None) -> None:
        self.port = port
        self.link = RecordingLink(Identity(None), "127.0.0.1", port, name=name, keeps_token=False, folder=folder)
        self._events = self.link.events()
        self.state = ClientState()

    async def until(self, kind: type[Event]) -> Event:
        """The next event of a kind."""
        async for event in self._events:
            self.state = self.state.after(event)
            if isinstance(event, Update):
                self._answer()
            if isinstance(event, kind):
                return event
        raise AssertionError(f"the link ended before {kind.__name__}")

    def _answer(self) -> None:
        view, table = self.state.view, self.state.table
        if view is not None and table is not None and view.my_turn:
            self.ask(MakeMove, table=table.table, seq=self.state.seq, move=to_plain(view.legal[0]))

    def ask(self, kind: type[Any], **fields: Any) -> None:
        self.link.send(kind(id=self.link.next_id(), **fields))

    async def begins(self) -> None:
        """A short party against a bot."""
        await self.until(Connected)
        self.ask(CreateTable, game="rage", seats=2, options={"round_plan": "1"})
        await self.until(TableInfo)
        self.ask(AddBot, seat=1)
        self.ask(StartParty)

    async def plays(self) -> Recorded:
        """To the end, and until its record is told."""
        await self.begins()
        return await self.until(Recorded)

    async def plays_to_the_result(self) -> None:
        """Its record is only on its way."""
        await self.begins()
        while self.state.view is None or self.state.view.outcome is None:
            await self.until(Update)


@contextlib.asynccontextmanager
async def home(folder: Path | None) -> AsyncIterator[Home]:
    """One who is at a server with quick bots."""
    async with running(Settings(host="127.0.0.1", port=0, bot_delay=0.0)) as service:
        person = Home(service.port, "Ann", folder)
        yield person
        await person.link.close()


async def test_a_finished_party_is_kept(tmp_path: Path) -> None:
    """With the time of its end, for its owner alone; the client is told, and can look back at once."""
    async with home(tmp_path / "records") as ann:
        told = await ann.plays()
        assert (told.record, told.code) == (ann.state.just_over, "")

    [kept] = kept_records(tmp_path / "records")
    assert kept.record == told.record is not None
    assert told.record.names == ("Ann", "Bot 2")
    assert told.record.played is not None


async def test_each_party_of_a_table_is_kept(tmp_path: Path) -> None:
    """Nothing need be said about it."""
    async with home(tmp_path) as ann:
        await ann.plays()
        ann.ask(Rematch)
        again = await ann.until(Recorded)

    assert again.record is not None
    assert again.record.party == 2
    assert {kept.record.party for kept in kept_records(tmp_path) if kept.record} == {1, 2}


async def test_a_folder_that_cannot_be_written_is_told_once(tmp_path: Path) -> None:
    """And one can look back all the same."""
    (tmp_path / "records").write_text("no folder")
    async with home(tmp_path / "records") as ann:
        first = await ann.plays()
        ann.ask(Rematch)
        second = await ann.until(Recorded)

    assert (first.code, second.code) == ("record_not_kept", "")
    assert first.record is not None
    assert second.record is not None


async def test_without_a_folder_nothing_is_kept_and_nothing_is_said() -> None:
    """As for somebody without a home."""
    async with home(None) as ann:
        told = await ann.plays()
    assert (told.code, told.record is not None) == ("", True)


async def test_who_hangs_up_at_the_end_has_the_record_all_the_same(tmp_path: Path) -> None:
    """A record on its way is waited for."""
    async with home(tmp_path) as ann:
        await ann.plays_to_the_result()

    assert len(kept_records(tmp_path)) == 1


SLOW_DISK = 0.1
"""Seconds. It may take less than a link waits for a record."""


class BusyDisk(ThreadPoolExecutor):
    """The loop's one thread for files, which is held up until `free`."""

    def __init__(self) -> None:
        super().__init__(max_workers=1)
        self.free = threading.Event()
        self.asked = asyncio.Event()
        """Set when somebody waits for a file."""
        super().submit(self.free.wait)

    def submit(self, *call: Any, **how: Any) -> "Future[Any]":
        self.asked.set()
        return super().submit(*call, **how)


async def test_who_hangs_up_while_the_record_is_kept_still_hears_of_it(tmp_path: Path) -> None:
    """It has come, and only the disk is slow: a script's last line is whether the deal was fair."""
    async with home(tmp_path) as ann:
        await ann.plays_to_the_result()
        disk = BusyDisk()
        asyncio.get_running_loop().set_default_executor(disk)
        told = asyncio.create_task(ann.until(Recorded))
        await disk.asked.wait()
        asyncio.get_running_loop().call_later(SLOW_DISK, disk.free.set)
        await ann.link.close()

        assert told.done()
        assert told.result().verdict is not None


async def record_of_a_late_watcher(folder: Path | None) -> Recorded:
    """What somebody is told who comes to watch when the party is over."""
    async with home(None) as ann:
        await ann.plays()
        assert ann.state.table is not None
        wim = Home(ann.port, "Wim", folder)
        await wim.until(Connected)
        wim.ask(WatchTable, table=ann.state.table.table)
        told = await wim.until(Recorded)
        await wim.link.close()
    return told


async def test_who_watched_keeps_the_party_too(tmp_path: Path) -> None:
    """One who comes when it is over does not know when it was."""
    told = await record_of_a_late_watcher(tmp_path)

    assert told.record is not None
    assert told.record.played is None
    assert len(kept_records(tmp_path)) == 1


# ---- whether the deal was fair --------------------------------------------------------------------------


async def test_the_client_finds_the_deal_fair_by_itself(tmp_path: Path) -> None:
    """Its number is in each party, though it starts at once; the record that is kept holds what it had seen."""
    async with home(tmp_path) as ann:
        first = await ann.plays()
        ann.ask(Rematch)
        second = await ann.until(Recorded)

    for told in (first, second):
        assert told.verdict == Verdict(True, "verdict.fair")
        assert told.record is not None
        assert told.record.witness == Witness(commitment_of(told.record.secret), told.record.nonces[0], 0)
    records = {kept.record.party: kept.record for kept in kept_records(tmp_path) if kept.record}
    assert records == {1: first.record, 2: second.record}


async def test_the_number_is_sent_without_a_word() -> None:
    """The person who asked for nothing hears no answer."""
    answers = []
    async with home(None) as ann:
        await ann.until(Connected)
        ann.ask(CreateTable, game="rage", seats=2)
        async for event in ann.link.events():
            answers += [event.id] if isinstance(event, Done) else []
            if isinstance(event, TableInfo) and any(event.nonces):
                break

    assert len(answers) == 1


async def test_one_who_comes_at_the_end_can_say_less() -> None:
    """The beginning was not seen from there."""
    told = await record_of_a_late_watcher(None)

    assert told.verdict == Verdict(True, "verdict.numbers_unseen")
    assert told.record is not None
    assert told.record.witness is None
