"""A server that says anything of the right types: the link tells it and goes on; a record that lies is refused."""

import asyncio
import contextlib
import json
import random
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from tests.fuzz.bad_server import BadServer
from tests.fuzz.views import some
from tests.records import finished
from tests.tui.scripted import welcome
from tests.tui.test_table_pictures import played
from tests.wire.samples import FROM_SERVER
from tuicards.errors import Refused as NotSendable
from tuicards.errors import TuicardsError
from tuicards.identity import Identity
from tuicards.recording import RecordingLink
from tuicards.records import from_bytes, to_text
from tuicards.replay import Replay
from tuicards.text.replay import Story
from tuicards.wire.codec import BadMessage, encode, read_server
from tuicards.wire.messages import About, Closing, RecordPart, Said, ServerMessage, Welcome

PATIENCE = 30.0

ENDING = (Welcome, About, Closing)
"""A link that has been let in breaks off when some of these come again."""


async def test_the_link_outlives_any_message(tmp_path: Path, thorough: bool) -> None:
    """Whatever tables, records, answers and chat claim: it tells what came, and goes on to the last message."""
    chance = random.Random("link")
    last = Said(name="Bo", text="the last word")
    lies = list(untrue_messages(chance, 4000 if thorough else 100))
    with BadServer([welcome("Ana", table="kitchen").welcome, *lies, last]).listening() as server:
        link = RecordingLink(Identity(None), "127.0.0.1", server.port, name="Ana", folder=tmp_path)
        async with asyncio.timeout(PATIENCE), contextlib.aclosing(link.events()) as events:
            async for event in events:
                if event == last:
                    break
        await link.close()


def untrue_messages(chance: random.Random, count: int) -> Iterator[ServerMessage]:
    """Messages of a server to who is at a table and sees a party end; each one true but for one place."""
    table = played("rage", 6, 12, b"trick6").info("over")
    text = to_text(finished("rage"))
    true: list[ServerMessage] = [
        *(msgspec.structs.replace(table, state=state, commitment="0" * 64) for state in ("open", "playing", "over")),
        *(RecordPart(table="kitchen", party=1, part=part, parts=2, text=text[part - 1 :: 2]) for part in (1, 2)),
        *FROM_SERVER,
    ]
    for _ in range(count):
        message = chance.choice([one for one in true if not isinstance(one, ENDING)])
        for _, plain in some(chance, msgspec.to_builtins(message), 1):
            with contextlib.suppress(BadMessage, NotSendable):
                lie = read_server(plain)
                encode(lie)
                if not isinstance(lie, ENDING):
                    yield lie


@pytest.mark.parametrize("game", ["rage", "goat"])
def test_a_record_that_is_not_true_can_be_looked_at_or_is_refused(game: str, thorough: bool) -> None:
    """The file that a server sends at the end: one place of one line is changed."""
    chance = random.Random(game)
    lines = to_text(finished(game)).splitlines()
    for _ in range(3000 if thorough else 60):
        place = chance.choice((0, len(lines) - 1, chance.randrange(len(lines))))
        for _, other in some(chance, json.loads(lines[place]), 1):
            changed = [*lines[:place], json.dumps(other), *lines[place + 1 :]]
            with contextlib.suppress(TuicardsError):
                record = from_bytes("\n".join(changed).encode(), "x")
                assert list(Story(Replay(record)).whole())
