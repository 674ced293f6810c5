"""Files that are not what they should be: a clear error or a new file, no wait, and nothing lost that was there."""

import asyncio
import contextlib
import os
import random
import resource
import tempfile
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import trustme

from server.archive import finished_parties
from server.audit import AuditFile
from server.chosen import choose
from server.config_command import template
from server.database import FILE
from server.flags import server_flags
from server.store import SqliteStore
from server.table import Table
from server.tls import Certificate
from server.upkeep import read_password
from tests.records import finished
from tests.server.company import CODE, Company
from tuicards.crash import record_crash
from tuicards.errors import TuicardsError
from tuicards.games import GAMES
from tuicards.identity import Identity
from tuicards.kept import kept_records
from tuicards.preferences.reading import read_file
from tuicards.preferences.saving import write_changes
from tuicards.records import read_record, to_text
from tuicards.replay import Replay
from tuicards.tls import Trust
from tuicards.tui.guiding import Guide
from tuicards.wire.messages import AddBot, JoinTable, StartParty

PATIENCE = 30.0
"""Seconds; who has not come back by then waits for something that will not come."""

GIGABYTE = 2**30
MOST_MEMORY = 200 * 2**20


class Kind(NamedTuple):
    """A file that the program reads: its name, a good one's bytes, and how it is read."""

    name: str
    content: Callable[[], bytes]
    read: Callable[[Path], Any]
    stays: bool = True
    """Reading it changes nothing; otherwise what cannot be read is set aside."""


def settings() -> bytes:
    return b'[person]\nname = "Ana"\n[screen]\ntheme = "dark"\npause = 0.5\n[keys]\n"app.quit" = "ctrl+x"\n'


def save_settings(path: Path) -> None:
    read_file(path, str)
    write_changes(path, {"theme": "light"})


def configure(path: Path) -> None:
    assert choose(server_flags(), ("--config", str(path)), {}).options.port >= 0


def record() -> bytes:
    return to_text(finished("rage")).encode()


def replay(path: Path) -> None:
    Replay(read_record(path))


def remember(path: Path) -> None:
    Identity(path).remember("cards.example:7110", "Bo", "t" * 22)
    assert Identity(path).name in ("Bo", "")


def show_hint(path: Path) -> None:
    Guide(path).shown("choose")


def note(path: Path) -> None:
    audit = AuditFile(path)
    audit.note("started")
    audit.close()


@cache
def certificate() -> bytes:
    return trustme.CA().issue_cert("localhost").private_key_and_cert_chain_pem.bytes()


@cache
def authority() -> bytes:
    return trustme.CA().cert_pem.bytes()


@cache
def database() -> bytes:
    """What a server keeps of a table of Rage after two parties and some talk."""
    company = Company("rage", 3, "none")
    with tempfile.TemporaryDirectory() as folder:
        store = SqliteStore(Path(folder))
        company.store = store  # type: ignore[assignment]
        for name in ("Ann", "Bo"):
            company.ask(name, JoinTable(id=next(company.ids), table=CODE))
        company.ask("Ann", AddBot(id=next(company.ids), seat=2))
        for _ in range(2):
            company.ask("Ann", StartParty(id=next(company.ids)))
            for pick in range(25):
                company.play(pick)
        asyncio.run(store.close())
        return (Path(folder) / FILE).read_bytes()


def start_server(path: Path) -> None:
    """The record as a server takes it up. What cannot go on is left, and no other table suffers."""
    store = SqliteStore(path.parent)
    try:
        for table in store.load().tables:
            if table.snapshot.game in GAMES:
                Table.restored(table, GAMES[table.snapshot.game], Company("rage", 3, "none").house, 0.0)
    finally:
        asyncio.run(store.close())


KEPT = "20260101-101010-rage-KTCH-01234567.jsonl"
KINDS = {
    "settings": Kind("config.toml", settings, lambda path: read_file(path, str)),
    "settings that change": Kind("config.toml", settings, save_settings, stays=False),
    "configuration": Kind("server.toml", lambda: template(server_flags()).encode(), configure),
    "record": Kind(KEPT, record, replay),
    "records": Kind(KEPT, record, lambda path: kept_records(path.parent)),
    "identity": Kind("servers.json", lambda: b'{"name":"Ana","keys":[]}', remember, stays=False),
    "guide": Kind("guide", lambda: b"choose\nover.rage\n", show_hint, stays=False),
    "certificate": Kind("both.pem", certificate, lambda path: Certificate(path, path)),
    "authorities": Kind("ca.pem", authority, lambda path: Trust(ca=str(path)).context()),
    "password": Kind("password", lambda: b"sesame\n", read_password),
    "audit": Kind("audit.jsonl", lambda: b'{"what":"started"}\n', note, stays=False),
    "lock": Kind("server.lock", lambda: b"", lambda path: start_server(path.with_name(FILE))),
    "archive": Kind(FILE, database, lambda path: list(finished_parties(path.parent))),
    "database": Kind(FILE, database, start_server, stays=False),
    "database's journal": Kind(
        f"{FILE}-wal", lambda: b"x" * 4000, lambda path: start_server(path.with_name(FILE)), False
    ),
    "crash": Kind("crash.log", lambda: b"2026\n", lambda path: record_crash(ValueError("x")), stays=False),
}
every_kind = pytest.mark.parametrize("kind", KINDS)


def harm(chance: random.Random, content: bytes) -> bytes:
    """Bits turned, bytes lost or put in, an end that is missing, or something else altogether."""
    for _ in range(chance.randint(1, 3)):
        at, size = chance.randrange(len(content) + 1), chance.choice((1, 1, 4, 400))
        fill = chance.choice((b"", b"\0", b"\xff\xfe", b"9" * 30, b"{[" * 200, chance.randbytes(size)))
        content = chance.choice((content[:at], content[:at] + fill + content[at + size :], fill + content))
    return content


def read_in_time(read: Callable[[Path], Any], path: Path) -> None:
    """Reads the file. It fails with a code or not at all, and comes back."""
    faults: list[Exception] = []

    def attempt() -> None:
        try:
            with contextlib.suppress(TuicardsError):
                read(path)
        except Exception as error:
            faults.append(error)

    reader = threading.Thread(target=attempt, daemon=True)
    reader.start()
    reader.join(PATIENCE)
    assert not reader.is_alive(), f"still reading {path.name}"
    if faults:
        raise faults[0]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the file lies; a user's state is there too."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    place = tmp_path / "tuicards"
    place.mkdir()
    return place


@every_kind
def test_harmed_files_bring_a_code_or_nothing(kind: str, folder: Path, thorough: bool) -> None:
    """Whatever the bytes are; what is only read stays as it is."""
    name, content, read, stays = KINDS[kind]
    chance = random.Random(kind)
    for number in range(600 if thorough else 3):
        place = folder / str(number)
        place.mkdir()
        harmed = harm(chance, content())
        (place / name).write_bytes(harmed)
        read_in_time(read, place / name)
        if stays:
            assert (place / name).read_bytes() == harmed


def _folder(path: Path) -> None:
    path.mkdir()


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _link_to_nothing(path: Path) -> None:
    path.symlink_to(path.with_name("nothing"))


def _link_to_itself(path: Path) -> None:
    path.symlink_to(path)


IN_ITS_PLACE: tuple[Callable[[Path], None], ...] = (_folder, _pipe, _link_to_nothing, _link_to_itself)


@every_kind
def test_what_is_no_file_keeps_nobody_waiting(kind: str, folder: Path) -> None:
    """A folder, a pipe that nobody writes to, links to nothing and to themselves; what was in the folder stays."""
    name, _, read, _ = KINDS[kind]
    for number, make in enumerate(IN_ITS_PLACE):
        place = folder if kind == "crash" else folder / str(number)
        place.mkdir(exist_ok=True)
        make(place / name)
        if make is _folder:
            (place / name / "mine").write_text("dear to me")
        read_in_time(read, place / name)
        if make is _folder:
            assert [found.read_text() for found in place.rglob("mine")] == ["dear to me"]
        if kind == "crash":
            (place / name).rename(place / f"was {number}")


@every_kind
def test_an_endless_file_is_not_read_whole(kind: str, folder: Path) -> None:
    """A gigabyte of nothing costs neither that much memory nor the time to look at it."""
    name, content, read, _ = KINDS[kind]
    path = folder / name
    path.write_bytes(content())
    os.truncate(path, GIGABYTE)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    read_in_time(read, path)

    assert (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024 < MOST_MEMORY


@pytest.mark.parametrize("harmed", [b"", b"nonsense", b'{"name":5}', b"[" * 100_000])
def test_a_damaged_memory_of_servers_is_set_aside(harmed: bytes, folder: Path) -> None:
    """It may hold keys to seats: nothing writes over it."""
    path = folder / "servers.json"
    path.write_bytes(harmed)

    remember(path)

    assert harmed in [found.read_bytes() for found in folder.iterdir() if "damaged" in found.name]
