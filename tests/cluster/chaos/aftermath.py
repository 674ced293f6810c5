"""What is left when all have gone, held against what people were told."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from server.cluster.keys import Keys
from server.records import Moved
from tests.cluster.audit import Logged, faults_of_archives, faults_of_logs, logged_ever
from tests.cluster.chaos.ledger import ClusterLedger
from tests.cluster.chaos.parties import LoggedParties
from tests.soak.aftermath import recorded_moves
from tests.soak.ledger import Acknowledged
from tuicards.records import from_bytes, read_record
from tuicards.verify import verify


class Aftermath(NamedTuple):
    """Counts of what was found, and what should not be."""

    entries: int
    finished: int
    archived: int
    """Files that `records` has written."""
    recorded_moves: int
    faults: tuple[str, ...]


def look_at(redis: Path, folders: Sequence[Path], ledger: ClusterLedger, out: Path) -> Aftermath:
    """`redis`: the folder of its append-only files; `folders`: the nodes' data; `out`: for replay files."""
    entries = logged_ever(redis, Keys())
    parties = LoggedParties(entries)
    in_logs = _moves(entries)
    in_archives = {request: move for folder in folders for request, move in recorded_moves(folder).items()}
    archived, faults = _written_out(folders, out)
    faults += [f"{where} began and did not end" for where in parties.unfinished()]
    faults += _missing(ledger.moves, in_logs, "the logs") + _missing(ledger.moves, in_archives, "the archives")
    faults += faults_of_logs(entries) + faults_of_archives(folders, entries)
    faults += parties.untrue(ledger.pictures) + _untrue_records(ledger)
    return Aftermath(len(entries), parties.finished, archived, len(in_logs), tuple(faults))


def _moves(entries: Sequence[Logged]) -> dict[int, tuple[int, int, str]]:
    return {
        move.id: (move.party, move.entry.seat, move.entry.move)
        for entry in entries
        for move in entry.records
        if isinstance(move, Moved) and move.id
    }


def _missing(moves: Sequence[Acknowledged], kept: dict[int, tuple[int, int, str]], where: str) -> list[str]:
    return [
        f"{move} was acknowledged and is missing in {where}: {kept.get(move.request)}"
        for move in moves
        if kept.get(move.request) != (move.party, move.seat, move.move)
    ]


def _untrue_records(ledger: ClusterLedger) -> list[str]:
    """Of those that people were given."""
    faults = []
    for (table, party), texts in ledger.records.items():
        where = f"the record of party {party} of table {table}"
        if len(texts) > 1:
            faults.append(f"{where} was told in {len(texts)} ways")
        for text in texts:
            verdict = verify(from_bytes(text.encode(), where))
            if not verdict.right:
                faults.append(f"{where}: {verdict.code}")
    return faults


def _written_out(folders: Sequence[Path], out: Path) -> tuple[int, list[str]]:
    """How many files `tuicards-server records` writes, and what is wrong with them."""
    faults, count = [], 0
    for number, folder in enumerate(folders):
        into = out / str(number)
        command = [sys.executable, "-m", "server", "records", "--data", str(folder), str(into)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            faults.append(f"records of {folder}: {done.stderr.strip()}")
        for file in into.glob("*"):
            count += 1
            verdict = verify(read_record(file), file=file.name)
            if not verdict.right:
                faults.append(f"{file}: {verdict.code}")
    return count, faults
