"""Tokens, passwords, seeds and the secrets of deals: in no message to others, no log, no audit, no crash page."""

import logging
import secrets
import signal
from collections.abc import Iterator, Sequence
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from server import logs
from server.audit import AuditFile
from server.config import Settings
from server.porter import Admitted
from server.records import PartyBegun, PersonKept, Record, SavedTable, Snapshot
from server.service import Service
from server.store import MemoryStore, SqliteStore
from tests.server.peer import House, Peer
from tests.server.test_cli import server
from tuicards.crash import record_crash
from tuicards.fair_deal import Dealt
from tuicards.games.api import AnyGame, Move, Seat
from tuicards.games.goat import GOAT
from tuicards.games.history import Header
from tuicards.games.rage import RAGE, RageView
from tuicards.games.rage.game import Rage
from tuicards.wire.codec import encode, pack
from tuicards.wire.frames import frame
from tuicards.wire.messages import (
    PROTOCOL,
    Closing,
    GetRecord,
    Hello,
    Kick,
    LeftTable,
    Update,
    WatchTable,
    Welcome,
)

PASSWORD = "open-sesame-canary"
WRONG = "shut-sesame-canary"
STRANGE_TOKEN = "no-token-of-this-house-canary"


class Drawn:
    """Every secret that was drawn, as texts in which it could show."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.texts: set[str] = {PASSWORD, WRONG, STRANGE_TOKEN}
        draw_bytes, draw_text = secrets.token_bytes, secrets.token_urlsafe

        def noted_bytes(count: int) -> bytes:
            drawn = draw_bytes(count)
            self.note(drawn)
            return drawn

        def noted_text(count: int) -> str:
            drawn = draw_text(count)
            self.texts.add(drawn)
            return drawn

        monkeypatch.setattr("server.house.secrets.token_bytes", noted_bytes)
        monkeypatch.setattr("server.lobby.secrets.token_urlsafe", noted_text)

    def note(self, drawn: bytes) -> None:
        self.texts |= {drawn.hex(), repr(drawn)[2:-1]}

    def in_text(self, text: str) -> list[str]:
        return [drawn for drawn in self.texts if drawn in text]


@pytest.fixture
def log() -> Iterator[StringIO]:
    """All that is logged at the level debug, as the server writes it."""
    stream, root = StringIO(), logging.getLogger()
    handler, level = logging.StreamHandler(stream), root.level
    handler.setFormatter(logs.PlainLines())
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield stream
    root.removeHandler(handler)
    root.setLevel(level)


def all_heard(peer: Peer) -> str:
    """Every frame that a peer got, with the bytes as they are and escapes for what is no text."""
    return b"".join(encode(message) for message in peer.heard).decode("latin-1")


class Fragile(Rage):
    """Rage that breaks when cards are to be played, and says all it knows."""

    def view(self, state: Any, seat: Seat | None) -> RageView:
        if state.phase == "play":
            raise RuntimeError(f"{state!r} cannot be shown")
        return super().view(state, seat)


def no_move(game: AnyGame, level: str, seen: Any, seed: int) -> Move:
    raise LookupError(f"nothing in {seen!r}")


BAD: tuple[dict[str, Any], ...] = (
    {"t": "hello", "protocol": PROTOCOL, "client": "x", "token": 5},
    {"t": "say", "id": 7, "text": 3},
    {"t": "move", "id": 8},
    {"t": "?"},
)


async def a_troubled_evening(house: House) -> list[Peer]:
    """Wrong passwords and tokens, bad messages, somebody sent away, somebody back, a bot and a table that fail."""
    for name, password in (("Eve", ""), ("Eve", WRONG), ("\u202eEve", PASSWORD)):
        assert isinstance(await house.refused(name, password=password), Closing)
    ann, bo, cai = [await house.enter(name, password=PASSWORD) for name in ("Ann", "Bo", "Cai")]
    assert isinstance(await house.refused("Ann", password=PASSWORD, token=STRANGE_TOKEN), Closing)
    code = await ann.create("rage", 3, bots=1, options={"round_plan": "1", "first_dealer": "1"})
    await bo.join(code)
    await cai.ask(WatchTable, table=code)
    await ann.start()
    cai.send_bytes(b"".join(frame(pack(bad)) for bad in BAD))
    await cai.until(Update)
    await cai.ask(GetRecord)
    await ann.ask(Kick, name="Cai")
    await cai.until(LeftTable)
    back = await house.enter(token=bo.token, password=PASSWORD, table=code)
    await bo.until_over()
    for peer, seat in ((ann, 0), (back, 1)):
        while seat not in (await peer.picture()).view["to_act"]:
            await peer.until(Update)
        peer.play({"move": "bid", "tricks": 0})
    assert (await back.until(LeftTable)).code == "fault"
    await ann.until(LeftTable)
    return [ann, bo, cai, back]


class Noting(MemoryStore):
    """Keeps the record, and notes the seeds of parties, which are made of a secret and of what players add."""

    def __init__(self, drawn: Drawn) -> None:
        super().__init__()
        self._drawn = drawn
        self.parties = 0

    def put(self, records: Sequence[Record]) -> None:
        super().put(records)
        for record in records:
            if isinstance(record, PartyBegun):
                self._drawn.note(record.header.seed)
                self.parties += 1


async def test_no_secret_is_told_to_anybody_else_or_noted(
    monkeypatch: pytest.MonkeyPatch, log: StringIO, tmp_path: Path
) -> None:
    """Of all that was drawn, everybody hears their own token, and log and audit say nothing; the faults are there."""
    drawn, audit = Drawn(monkeypatch), AuditFile(tmp_path / "audit.jsonl")
    store = Noting(drawn)
    settings = Settings(host="127.0.0.1", port=0, bot_delay=0.0, password=PASSWORD)
    house = House(Service(settings, store, {"rage": Fragile()}, no_move, audit=audit))
    await house.service.start()
    peers = await a_troubled_evening(house)
    await house.close()
    audit.close()

    assert store.parties == 1
    for peer in peers:
        assert drawn.in_text(all_heard(peer)) == [peer.token]
    logged, noted = log.getvalue(), (tmp_path / "audit.jsonl").read_text()
    assert drawn.in_text(logged) == drawn.in_text(noted) == []
    assert "cannot be shown" in logged
    assert "nothing in Seen(view=RageView" in logged
    assert '"refused"' in noted


async def test_a_server_that_runs_for_real_notes_no_secret(tmp_path: Path) -> None:
    """At log level debug, stopped in the middle of a party: nothing on stderr and in the audit log."""
    data = tmp_path / "data"
    arguments = ("--data", str(data), "--log-level", "debug")
    async with server(tmp_path, *arguments, TUICARDS_PASSWORD=PASSWORD) as running:
        ann = await running.enter("Ann", password=PASSWORD)
        await ann.until(Welcome)
        eve = await running.enter("Eve", password=WRONG, token=STRANGE_TOKEN)
        await eve.until_over()
        await ann.create("goat", 4, bots=3)
        await ann.start()
        await ann.until(Update)
        _, said = await running.end(signal.SIGTERM)
        closing = await ann.until_over()
        await ann.close()
        await eve.close()
    store = SqliteStore(data)
    (table,) = store.load().tables
    await store.close()
    assert table.header is not None
    kept = [table.snapshot.secret, table.secret, table.header.seed.hex(), repr(table.header.seed)[2:-1]]
    secret = [text for text in (*kept, ann.token, PASSWORD, WRONG, STRANGE_TOKEN) if text]

    noted = (data / "audit.jsonl").read_text()
    assert closing == Closing(code="server_stopping", again=True)
    assert len(secret) >= 7
    assert [text for text in secret if text in said or text in noted] == []
    assert [text for text in secret if text in all_heard(ann)] == [ann.token]


def test_a_value_that_holds_a_secret_does_not_print_it() -> None:
    """What a log or a traceback prints of it has stars in the secret's place, and all the rest."""
    header = Header("rage", 1, 4, b"canary", {})
    snapshot = Snapshot(
        uid="u", code="KTCH", game="rage", title="kitchen", options={}, seats=(), members=(), owner="Ann",
        public=True, state="open", party=0, seq=0, secret="canary",
    )  # fmt: skip
    values = (
        Hello(protocol=1, client="x", name="Ann", token="canary", password="canary", ticket="canary"),
        Welcome(protocol=1, server="s", name="Ann", token="canary", games=(), levels=()),
        header,
        snapshot,
        PersonKept("Ann", b"canary"),
        Admitted(1, "canary", "Ann", None),
        PartyBegun("u", 1, header, "canary"),
        SavedTable(snapshot, header, secret="canary"),
        Dealt("canary"),
        Settings(password="canary", name="Ann"),
        RAGE.new(4, b"canary", RAGE.parse_options({})),
        GOAT.new(4, b"canary", GOAT.parse_options({})),
    )

    assert [repr(value) for value in values if "canary" in repr(value)] == []
    assert repr(values[0]) == (
        "Hello(protocol=1, client='x', name='Ann', token=***, password=***, table='', seen=0, ticket=***)"
    )


def test_a_crash_page_holds_no_token(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page of a fault in the midst of a greeting names the place, and neither token nor password."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    hello = Hello(protocol=1, client="x", token=STRANGE_TOKEN, password=PASSWORD)
    try:
        raise RuntimeError(f"cannot send {hello!r}")
    except RuntimeError as error:
        shown = record_crash(error)
    (page,) = tmp_path.rglob("crash.log")

    assert "cannot send Hello" in page.read_text()
    for text in (STRANGE_TOKEN, PASSWORD):
        assert text not in page.read_text() + shown
