"""PROTOCOL.md against the program: every vector in both directions, every message, field and code."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from tests.wire.samples import CLIENT_KINDS, SERVER_KINDS, WELCOME, tag
from tuicards.games import GAMES, goat, rage
from tuicards.games.api import Outcome, TableView
from tuicards.locale.en import PHRASES
from tuicards.wire.codec import decode_client, decode_server, encode, read_client, read_server
from tuicards.wire.connection import ClientEnd, ServerEnd
from tuicards.wire.frames import FrameReader
from tuicards.wire.messages import PROTOCOL, Closing, Hello, Refused, SeatInfo, TableLine

PAGE = (Path(__file__).parents[2] / "PROTOCOL.md").read_text(encoding="utf-8")

BLOCKS = [
    (head.split(), *body.split("\n", 1))
    for head, body in re.findall(r"^```vector ([^\n]+)\n(.*?)\n```$", PAGE, re.MULTILINE | re.DOTALL)
]
GOOD = [(head[0], json.loads(first), bytes.fromhex(rest)) for head, first, rest in BLOCKS if len(head) == 1]
BAD = [(head[1], bytes.fromhex(rest)) for head, _, rest in BLOCKS if len(head) == 2]

GREETING = encode(Hello(protocol=PROTOCOL, client="tests/1"))


def section(heading: str) -> str:
    """The text from a heading to the next one of any level."""
    found = re.search(rf"^#+ {re.escape(heading)}\n(.*?)(?=^#|\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found, f"PROTOCOL.md has no section {heading}"
    return found[1]


def rows(text: str) -> list[list[str]]:
    """The cells of a section's tables, without their heads."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [row for row in cells if row[0].startswith("`") or any(row[0] in known for known in ROWS.values())]


ROWS: dict[str, dict[str, type[msgspec.Struct]]] = {
    "Rage": {
        "played card": rage.Played,
        "trick": rage.Trick,
        "trump change": rage.TrumpChange,
        "team round": rage.TeamRound,
        "round line": rage.RoundLine,
    },
    "Goat": {
        "laid set": goat.Laid,
        "returned set": goat.Returned,
        "trick": goat.Trick,
        "game score": goat.GameScore,
    },
}


def names(cell: str) -> list[str]:
    return re.findall(r"`([a-z_]+)`", cell)


def defaults(kind: type[msgspec.Struct]) -> Iterator[tuple[str, str]]:
    """Each field of a message and what its absence means, as the tables write it."""
    for field in msgspec.structs.fields(kind):
        if field.required:
            yield field.name, "required"
        else:
            factory = field.default_factory
            value = field.default if factory is msgspec.NODEFAULT else factory()
            yield field.name, f"`{json.dumps(value)}`"


# ---- vectors ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("side", "plain", "data"), GOOD, ids=lambda value: str(value)[:40])
def test_a_vector_holds_in_both_directions(side: str, plain: dict[str, Any], data: bytes) -> None:
    """The message becomes these bytes, and these bytes become the message."""
    read, decode = (read_client, decode_client) if side == "client" else (read_server, decode_server)
    message = read(plain)
    assert encode(message) == data
    [body] = FrameReader(len(data)).feed(data)
    assert decode(body) == message


@pytest.mark.parametrize(("code", "data"), BAD)
def test_a_bad_vector_gets_its_code(code: str, data: bytes) -> None:
    """The server answers with the code, and says it in the last word where the stream is broken."""
    server, client = ServerEnd(), ClientEnd()
    server.receive(GREETING)
    client.receive(encode(WELCOME))
    assert server.receive(data) == []
    [answer] = client.receive(server.data_to_send())
    assert isinstance(answer, (Refused, Closing))
    assert answer.code == code
    assert isinstance(answer, Closing) == code.startswith("frame_")


def test_there_are_vectors_of_both_sides() -> None:
    """The page is read as it is meant."""
    assert {side for side, _, _ in GOOD} == {"client", "server"}
    assert len(GOOD) > 20
    assert len(BAD) > 10


# ---- messages -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [*CLIENT_KINDS, *SERVER_KINDS], ids=lambda kind: kind.__name__)
def test_every_message_is_described(kind: type[msgspec.Struct]) -> None:
    """A section for each, with each field, in order, and what its absence means."""
    described = [(names(row[0])[0], row[2]) for row in rows(section(f"`{kind.__struct_config__.tag}`"))]
    assert described == list(defaults(kind))


@pytest.mark.parametrize(("heading", "kind"), [("A table line", TableLine), ("A seat", SeatInfo)])
def test_every_part_of_a_message_is_described(heading: str, kind: type[msgspec.Struct]) -> None:
    """As for messages."""
    assert [(names(row[0])[0], row[2]) for row in rows(section(heading))] == list(defaults(kind))


def test_no_message_is_described_that_does_not_exist() -> None:
    """Sections 3 and 4 hold the messages and nothing else."""
    described = set(re.findall(r"^### `([a-z_]+)`$", PAGE, re.MULTILINE))
    assert described == {tag(kind) for kind in (*CLIENT_KINDS, *SERVER_KINDS)}


# ---- games --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_every_move_and_event_is_described(name: str) -> None:
    """With the fields in order."""
    game = GAMES[name]
    for heading, union in ((f"{game.title} moves", game.move_type), (f"{game.title} events", game.event_type)):
        described = {names(row[0])[0]: names(row[1]) for row in rows(section(heading))}
        assert described == {
            str(kind.__struct_config__.tag): list(kind.__struct_fields__) for kind in get_args(union)
        }


@pytest.mark.parametrize("name", GAMES)
def test_every_field_of_a_view_is_described(name: str) -> None:
    """The common ones in one table, the game's own in another; each view has them all."""
    common = [names(row[0])[0] for row in rows(section("Every view"))]
    assert common == [*TableView.__struct_fields__, *Outcome.__struct_fields__]
    own = [names(row[0])[0] for row in rows(section(f"{GAMES[name].title} view"))]
    assert own == [field for field in GAMES[name].view_type.__struct_fields__ if field not in common]


@pytest.mark.parametrize("title", ["Rage", "Goat"])
def test_every_row_is_described(title: str) -> None:
    """Fields in the order of the array."""
    described = {name: names(fields) for name, fields in rows(section(f"{title} rows"))}
    assert described == {name: list(kind.__struct_fields__) for name, kind in ROWS[title].items()}


# ---- codes --------------------------------------------------------------------------------------------


def test_every_code_has_a_sentence() -> None:
    """What the page names as a code can be said."""
    codes = {code for row in rows(section("5. Codes")) for code in names(row[0])}
    assert len(codes) > 30
    assert not [code for code in codes if not says(code, PHRASES)]


@pytest.mark.parametrize("name", GAMES)
def test_every_refusal_of_a_game_has_a_sentence(name: str) -> None:
    """The codes in the paragraph on refusals are the game's own."""
    text = section(f"{GAMES[name].title} moves")
    codes = names(text[text.index("Refusals:") :])
    assert codes
    assert not [code for code in codes if not says(code, GAMES[name].phrases)]


def says(code: str, phrases: Any) -> bool:
    return any(form in phrases for form in (code, f"{code}.bare"))
