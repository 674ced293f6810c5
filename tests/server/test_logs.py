"""The log: one line per event, for people and for programs, and an alarm where the server answers nobody."""

import asyncio
import io
import json
import logging
import os
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from server import logs
from server.alarm import Alarm, told
from server.logs import about
from tests.server.peer import Peer, open_house
from tests.server.test_cli import server
from tuicards.wire.messages import LeaveTable, TableInfo

log = logging.getLogger("server.test")


class Lines:
    """What is logged in a form."""

    def __init__(self, form: logging.Formatter) -> None:
        self._stream = io.StringIO()
        self.handler = logging.StreamHandler(self._stream)
        self.handler.setFormatter(form)

    def all(self) -> list[str]:
        return self._stream.getvalue().splitlines()

    def objects(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.all()]


def logged(form: logging.Formatter) -> Iterator[Lines]:
    root, lines = logging.getLogger(), Lines(form)
    level = root.level
    root.addHandler(lines.handler)
    root.setLevel("INFO")
    yield lines
    root.removeHandler(lines.handler)
    root.setLevel(level)


@pytest.fixture
def text() -> Iterator[Lines]:
    yield from logged(logs.PlainLines())


@pytest.fixture
def objects() -> Iterator[Lines]:
    yield from logged(logs.JsonLines())


def stumble() -> None:
    try:
        raise KeyError("x\n2031 INFO \x1b[2K")
    except KeyError:
        log.exception("a \x1b[31mfault\r\n2031 INFO forged", extra=about("fault", table="KTCH\n"))


# ---- the two forms


def test_nothing_from_outside_forges_a_line_or_moves_a_cursor(text: Lines, objects: Lines) -> None:
    """In both forms: control characters are escaped, what a name holds and what an exception says."""
    stumble()

    for line in (*text.all(), *objects.all()):
        assert "\x1b" not in line
        assert "\r" not in line
        assert not line.startswith("2031")
    assert len(objects.all()) == 1
    assert all(line.startswith("    | ") for line in text.all()[1:])


def test_an_object_has_time_level_event_and_facts(objects: Lines) -> None:
    """The time is UTC as RFC 3339 has it; no fact takes the place of one of these, and none that is None is told."""
    before = time.time()
    log.warning("%s sits", "Añ", extra=about("sat", person="Añ", seat=0, ts="x", party=None))
    logging.getLogger("server.store").info("kept")

    first, second = objects.objects()
    stamp = first.pop("ts")
    assert first == {"level": "warning", "event": "sat", "msg": "Añ sits", "person": "Añ", "seat": 0}
    assert stamp[10] + stamp[-1] == "TZ"
    assert stamp >= time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(before))
    assert second["event"] == "store"
    assert all(line.isascii() for line in objects.all())


def test_the_journal_is_told_how_grave_a_line_is_and_not_when_it_was() -> None:
    """Each line of an exception, too; the time it knows itself."""
    for lines in logged(logs.PlainLines(journal=True)):
        log.info("well")
        stumble()
        first, *fault = lines.all()
        assert first == "<6>INFO well"
        assert len(fault) > 2
        assert all(line.startswith("<3>") for line in fault)
    for lines in logged(logs.JsonLines(journal=True)):
        log.warning("well")
        assert lines.all()[0].startswith('<4>{"ts"')


def test_the_journal_is_known_by_what_stderr_really_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A variable that was only inherited says nothing."""
    with (tmp_path / "stderr").open("w") as stream:
        monkeypatch.setattr(sys, "stderr", stream)
        state = os.fstat(stream.fileno())
        assert logs.to_journal({"JOURNAL_STREAM": f"{state.st_dev}:{state.st_ino}"})
        assert not logs.to_journal({"JOURNAL_STREAM": f"{state.st_dev}:{state.st_ino + 1}"})
        assert not logs.to_journal({})


# ---- what is told


async def test_the_life_of_a_table_and_its_people_can_be_followed(objects: Lines, text: Lines) -> None:
    """Came, made, comes, begins, stands in, is over with its result, leaves, went; each with its ids."""
    async with open_house(grace=0.0) as house:
        ann, bo = await house.enter("Ann"), await house.enter("Bo")
        table = await ann.create(seats=3, bots=1)
        await bo.join(table)
        await ann.start()
        bo.hang_up()
        await ann.until(TableInfo, lambda info: info.seats[1].stand_in)
        await ann.play_to_the_end()
        await _leave(ann)

    at_table = [line for line in objects.objects() if line.get("table") == table]
    assert [line["event"] for line in at_table[:7]] == [
        "table_made", "joined", "joined", "party_begun", "connection_lost", "stand_in", "party_over",
    ]  # fmt: skip
    assert {line["game"] for line in at_table} == {"little"}
    assert [line.get("person") for line in at_table[:7]] == ["Ann", "Ann", "Bo", None, "Bo", "Bo", None]
    assert [line.get("party") for line in at_table[:7]] == [None, None, None, *[1] * 4]
    assert ("left", "Ann") in [(line["event"], line.get("person")) for line in at_table]
    came = [(line["event"], line["person"]) for line in objects.objects() if line["event"] in ("came", "went")]
    assert came[:3] == [("came", "Ann"), ("came", "Bo"), ("went", "Bo")]
    assert any(
        line.endswith(f"INFO table {table} (little): party 1 begins, 3 players, 1 of them bots")
        for line in text.all()
    )
    assert any(f"table {table} (little): party 1 is over: Ann " in line for line in text.all())


async def _leave(peer: Peer) -> None:
    await peer.ask(LeaveTable)


async def test_a_server_under_a_service_manager_logs_whole_lines_at_once(tmp_path: Path) -> None:
    """As JSON from its first line on, without a terminal and without an environment; the format may change later."""
    file = tmp_path / "server.toml"
    file.write_text("[log]\nformat = 'json'\n[data]\nmemory = true\n")
    async with server(tmp_path, "--config", str(file)) as running:
        ann = await running.enter("Ann")
        await ann.create("goat", 4)
        await ann.close()
        _, log_text = await running.end()

    events = [json.loads(line)["event"] for line in log_text.splitlines()]
    assert {"listening", "came", "table_made", "went", "stopping"} <= set(events)
    assert events[-1] == "stopped"
    assert "\x1b" not in log_text


# ---- the alarm


class Hand:
    """A clock that is moved by hand."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


class Watched:
    """An alarm whose loop and thread are moved by hand."""

    def __init__(self) -> None:
        self.clock, self.busy = Hand(), Hand()
        self.alarm = Alarm(250, self.clock, self.busy)
        self.alarm.watch()

    def turn(self, seconds: float, computed: float = 0.0, *, looked: int = 0, late: float = 0.0) -> None:
        """A turn of the loop that takes so long. The thread looks in so often meanwhile, each time so late."""
        self.alarm.look(0.0)
        self.alarm.turn_begins()
        for _ in range(looked):
            self.clock.now += seconds / (looked + 1)
            self.alarm.look(late)
        self.clock.now += seconds / (looked + 1)
        self.busy.now += computed
        self.alarm.turn_ends()


@pytest.fixture
def watched(caplog: pytest.LogCaptureFixture) -> Watched:
    caplog.set_level(logging.INFO, "server.alarm")
    return Watched()


def test_a_turn_that_takes_long_is_told_with_what_ran(watched: Watched, caplog: pytest.LogCaptureFixture) -> None:
    """A shorter one is not."""
    watched.turn(0.2, looked=1)
    assert caplog.messages == []
    watched.turn(0.4, looked=1)

    (line,) = caplog.messages
    assert line.startswith("nobody was answered for 400 ms, while running ")
    assert "turn (server/test_logs.py:" in line


def test_what_lets_no_thread_run_is_known_by_the_time_it_computed(
    watched: Watched, caplog: pytest.LogCaptureFixture
) -> None:
    """A long sort, say: nobody could look in."""
    watched.turn(2.0, computed=1.9)
    assert caplog.messages == ["nobody was answered for 2000 ms"]


def test_a_process_that_was_stopped_held_nobody_up(watched: Watched, caplog: pytest.LogCaptureFixture) -> None:
    """It computed nothing, and its thread that looks in was late itself: so is a machine that slept."""
    watched.turn(0.4, looked=1)
    caplog.clear()
    watched.turn(30.0, computed=0.1)
    watched.turn(30.0, computed=0.1, looked=1, late=14.9)
    assert caplog.messages == []


def test_the_same_again_and_again_is_told_once_in_a_while(watched: Watched, caplog: pytest.LogCaptureFixture) -> None:
    """With how often it was."""
    for _ in range(5):
        watched.turn(1.0, computed=1.0)
    assert len(caplog.messages) == 1
    watched.clock.now += 10
    watched.turn(1.0, computed=1.0)
    assert caplog.messages[1].endswith("; it was so 5 times since this was last told")


def test_without_a_limit_nothing_is_told(watched: Watched, caplog: pytest.LogCaptureFixture) -> None:
    """And a new one holds at once."""
    watched.alarm.set(0)
    watched.turn(9.0, computed=9.0, looked=3)
    assert caplog.messages == []
    watched.alarm.set(100)
    watched.turn(0.2, computed=0.2)
    assert len(caplog.messages) == 1


def test_a_real_loop_that_sleeps_is_caught_in_the_act(caplog: pytest.LogCaptureFixture) -> None:
    """With the name of what slept; waiting for news is no turn."""
    alarm = Alarm(40)

    async def oversleep() -> None:
        await alarm.start(None)
        await asyncio.sleep(0.2)
        time.sleep(0.3)  # noqa: ASYNC251
        await asyncio.sleep(0)
        await alarm.stop()

    with asyncio.Runner(loop_factory=alarm.new_loop) as runner:
        runner.run(oversleep())
    (line,) = [message for message in caplog.messages if "nobody was answered" in message]
    assert "oversleep (server/test_logs.py:" in line
    assert all(thread.name != "alarm" for thread in threading.enumerate())


def test_an_alarm_that_has_stopped_can_be_started_again() -> None:
    """A server that begins anew takes its companions along."""
    alarm = Alarm(40)

    async def one_life() -> bool:
        await alarm.start(None)
        watched = any(thread.name == "alarm" for thread in threading.enumerate())
        await alarm.stop()
        return watched

    with asyncio.Runner(loop_factory=alarm.new_loop) as runner:
        assert [runner.run(one_life()) for _ in range(2)] == [True, True]


def test_nothing_runs_where_there_is_no_frame() -> None:
    """A thread that is no more."""
    assert told(None) == ""
