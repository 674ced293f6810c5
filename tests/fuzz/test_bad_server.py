"""The program in a real terminal, at a server that means no good: all that is written there is the program's own."""

import os
import re
import sys
import unicodedata
from pathlib import Path
from time import perf_counter

import msgspec
import pytest

from tests.bench.terminal import Terminal, running
from tests.fuzz.bad_server import BadServer, Said
from tests.tui.party import PartyLink
from tests.tui.spite import spiteful
from tests.tui.test_hostile import hostile_events
from tests.tui.test_table_pictures import played
from tuicards.client_state import ClientState, Connected
from tuicards.wire import messages
from tuicards.wire.messages import MAX_FROM_SERVER, MakeMove, Welcome

PATIENCE = 5.0
"""Seconds for a key in a flood; on an idle machine it takes a quarter of one."""

OWN = re.compile(
    rb"\x1b\[\d+;\d+H|\x1b\[\d*C|\x1b\[[\d;]*m"
    rb"|\x1b\[\?(?:25|7|1000|1003|1004|1006|1015|1049|2004|2026|2048)[hl]|\x1b\[\?(?:2026|2048)\$p"
    rb"|\x1b\[>\d+u|\x1b\[<u|\x1b\]22;\w+\x07"
)
"""All that the program has to say to a terminal but text."""

WELCOME = Welcome(
    protocol=1, server="cards", name="Ana", token="t" * 32, games=("rage",), levels=("easy",), table="kitchen"
)

NONSENSE: tuple[Said, ...] = (
    {"t": "nonsense"},
    {"t": 5},
    {"no": 1},
    {"t": "said", "text": 5},
    {"t": "table"},
    {"t": "update", "table": "kitchen"},
    {"t": "update", "table": "kitchen", "party": 1, "seq": 7, "view": {"seat": "\x1b[2J"}},
    {"t": "update", "table": "elsewhere", "party": 1, "seq": 7, "view": {}},
    {"t": "welcome", "protocol": 1},
    b"\0\0\0\1\xc1",
    b"\0\0\0\4\x93\1\2\3",
    {"t": "done", "id": 2**53 - 1},
    {"t": "pong", "n": -1},
    {"t": "record_part", "table": "kitchen", "party": -1, "part": 2**50, "parts": 2**52, "text": "\x1b]0;x\x07"},
    {"t": "lobby", "people": ["\x1b[2J"] * 2000, "tables": [{
        "table": "A", "game": "rage", "title": "x", "seats": 2**50, "people": 2**50, "bots": -5, "state": "open"}]},
)  # fmt: skip
"""Whole frames, some fewer than a client bears, that no server should send."""


def spite() -> list[Said]:
    """Hostile names and texts, in all places."""
    state = ClientState(welcome=WELCOME, table=played("rage", 6, 12, b"trick6").info())
    told = [event for start in (0, 9, 18) for event in hostile_events(state, spiteful(start))]
    return [event for event in told if not isinstance(event, Connected) and _fits(event)]  # type: ignore[misc]


def _fits(event: object) -> bool:
    """What a server can send at all: no halves of letters, and a frame of the size that is allowed."""
    try:
        return len(msgspec.msgpack.encode(event)) < MAX_FROM_SERVER
    except UnicodeEncodeError:
        return False


def flood(link: PartyLink) -> list[Said]:
    """A thousand pictures and five hundred long lines of talk at once; the last picture is that of the table."""
    pictures = [msgspec.structs.replace(link.update(()), seq=number) for number in range(2, 1002)]
    talk = [messages.Said(name="Bo", text="x" * 300, table="kitchen")] * 500
    return [*pictures, *talk, link.info()]


def all_own(written: bytes) -> bool:
    """Whether nothing but text and the program's own sequences has been written."""
    rest = OWN.sub(b"", written).decode()
    return not {character for character in rest if unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp")}


def heard(server: BadServer, terminal: Terminal) -> bytes:
    """What has been written until the server has heard of a move, which the flood must not hold up."""
    written, begun = b"", perf_counter()
    while perf_counter() - begun < PATIENCE:
        written += terminal.read(0.1)
        if any(isinstance(message, MakeMove) for message in server.heard):
            return written
    pytest.fail(f"the card was never played:\n{terminal.shown.text()}")


def test_nothing_that_a_server_says_acts_on_the_terminal_or_stops_the_hand(tmp_path: Path) -> None:
    """Names, nonsense, floods: each byte that comes out is the program's own, and a card can still be played."""
    link = played("rage", 6, 12, b"trick6")
    environ = {
        "PATH": os.environ["PATH"], "HOME": str(tmp_path), "TERM": "xterm-256color", "LC_ALL": "C.UTF-8",
        "PYTHONPATH": os.getcwd(), "COLUMNS": "9" * 20, "LINES": "none",
    }  # fmt: skip
    with BadServer([WELCOME, link.info(), link.update(())]).listening() as server:
        command = (sys.executable, "-m", "tuicards", "join", f"127.0.0.1:{server.port}", "--name", "Ana")
        with running(command, (80, 24), environ) as terminal:
            written = b""
            while b"Enter plays" not in written.replace(b"\x1b[C", b" "):
                begun = terminal.read(20)
                assert begun, f"it ended before it began:\n{written.decode(errors='replace')}"
                written += begun
            server.tell(*spite(), *NONSENSE)
            written += terminal.burst(5)
            server.tell(*flood(link))
            written += terminal.read(5)
            terminal.press(b"\r")
            written += heard(server, terminal)
    assert all_own(written)
    assert b"fault of its own" not in written
