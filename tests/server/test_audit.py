"""The audit log: one line for each thing that happened, whatever the names were, and no server stopped by it."""

import json
import logging
import os
import re
import stat
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.audit import LONGEST, AuditFile, NoAudit, line
from tests.server.peer import open_house
from tuicards.wire.messages import Bye, Done, Kick, LeaveTable, LeftTable


def noted(path: Path) -> list[dict[str, Any]]:
    return [json.loads(text) for text in path.read_text().splitlines()]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "audit.jsonl"


@settings(max_examples=50)
@given(st.text(max_size=300), st.integers(0, 2**53))
def test_a_line_is_one_line_whatever_it_tells(text: str, number: int) -> None:
    """Nothing from outside can end it, forge another, or reach a terminal as a control; it is cut to a length."""
    written = line("came", {"name": text, "left_out": number, "table": None})

    assert re.fullmatch(r"[\x20-\x7f]*\n", written)
    told = json.loads(written)
    assert (told["event"], told["name"], told["left_out"]) == ("came", text[:LONGEST], number)
    assert "table" not in told
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", told["at"])


def test_the_file_is_its_owners_alone_and_grows(path: Path) -> None:
    """What an earlier run has written stays."""
    for event in ("started", "stopped"):
        audit = AuditFile(path)
        audit.note(event, port=7110)
        audit.close()

    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [told["event"] for told in noted(path)] == ["started", "stopped"]


def test_a_file_that_was_moved_away_is_followed_by_a_new_one(path: Path) -> None:
    """As those who rotate logs want it: nothing is lost, and nothing is told twice."""
    audit = AuditFile(path)
    audit.note("one")
    audit.close()
    audit = AuditFile(path)
    audit.note("two")
    os.replace(path, path.with_name("old"))
    audit.note("three")
    audit.reopen()
    audit.note("four")
    audit.close()

    told = noted(path.with_name("old")) + noted(path)
    assert noted(path)[-1]["event"] == "four"
    assert [each["event"] for each in told] == ["one", "two", "three", "four"]


def test_a_place_that_cannot_be_written_is_said_once_and_stops_nobody(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """When it can be written again, that is said too."""
    path.mkdir()
    audit = AuditFile(path)
    for _ in range(5):
        audit.note("lost")
    audit.close()

    warnings = [record.message for record in caplog.records if record.levelno >= logging.WARNING]
    assert len(warnings) == 1
    assert str(path) in warnings[0]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_stops_nobody_either(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The same for what opens and refuses to take anything."""
    audit = AuditFile(Path("/dev/full"))
    audit.note("lost")
    audit.note("lost")
    audit.close()

    assert len([record for record in caplog.records if record.levelno >= logging.WARNING]) == 1


async def test_who_comes_and_what_is_done_is_noted(path: Path) -> None:
    """With names and addresses, in the order of what happened."""
    audit = AuditFile(path)
    async with open_house(password="sesame", audit=audit) as house:
        await house.refused("Eve\n\x1b[2J", password="open")
        ann, bo = [await house.enter(name, password="sesame") for name in ("Ann", "Bo")]
        table = await ann.create(title="kitchen")
        await bo.join(table)
        assert isinstance(await ann.ask(Kick, name="Bo"), Done)
        await bo.until(LeftTable)
        await ann.ask(LeaveTable)
        await ann.until(LeftTable)
        bo.send(Bye())
        await bo.until_over()
    audit.close()

    told = [{name: value for name, value in each.items() if name != "at"} for each in noted(path)]
    here = {"address": "127.0.0.1"}
    assert told[0] == {"event": "refused", "code": "wrong_password", "name": "Eve\n\x1b[2J", **here}
    assert told[1] == {"event": "came", "name": "Ann", "client": "test", **here}
    assert told[3] == {"event": "table_made", "table": table, "title": "kitchen", "by": "Ann"}
    assert told[4] == {"event": "kicked", "table": table, "by": "Ann", "name": "Bo"}
    assert {"event": "table_closed", "table": table} in told
    assert {"event": "went", "name": "Bo", **here} in told


@pytest.mark.together("each server counts refusals for itself")
async def test_many_refusals_do_not_fill_the_disk(path: Path) -> None:
    """After a hundred at once only some are noted."""
    audit = AuditFile(path)
    async with open_house(password="sesame", audit=audit) as house:
        for _ in range(130):
            await house.refused("Eve")
    audit.close()

    assert 100 <= len(noted(path)) < 130


def test_a_server_without_an_audit_log_notes_nothing() -> None:
    """It is asked as any other."""
    audit = NoAudit()
    audit.note("came", name="Ann")
    audit.reopen()
    audit.close()
