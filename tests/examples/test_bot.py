"""The bot that is written from PROTOCOL.md alone, as a process of its own, at tables of a real server."""

import ast
import asyncio
import contextlib
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from pathlib import Path

from tests.client.cable import Cable, cable
from tests.server.peer import House, Peer, open_house
from tuicards.wire.messages import Done, FreeSeat, Rematch, TableInfo, Update

BOT = Path(__file__).parents[2] / "examples" / "bot.py"
PATIENCE = 30.0
SHORT = {"rage": {"round_plan": "5,4"}, "goat": {"limit": "6"}}


@contextlib.asynccontextmanager
async def bot(port: int, table: str) -> AsyncIterator[Process]:
    """The example at a table; it is gone at the end."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, BOT, "127.0.0.1", str(port), table, cwd=BOT.parent, stderr=PIPE
    )
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.communicate()


async def begin(house: House, game: str, line: Cable) -> tuple[Peer, Process, contextlib.AsyncExitStack]:
    """The owner on the first seat, the example on the second, bots of the server on the others; the party begins."""
    owner = await house.enter("Ana")
    code = await owner.create(game, seats=4, bots=2, options=SHORT[game])
    stack = contextlib.AsyncExitStack()
    process = await stack.enter_async_context(bot(line.port, code))
    await owner.until(TableInfo, lambda table: table.seats[1].name == "example")
    await owner.start()
    return owner, process, stack


async def play(owner: Peer, line: Cable, pulls: int) -> Update:
    """The owner's party to its end; the cable is pulled after so many of the first moves of the example."""
    update = await owner.picture()
    while not update.view["outcome"]:
        if 0 in update.view["to_act"]:
            owner.play(update.view["legal"][0])
            await owner.until(Done)
        elif pulls and 1 in update.view["to_act"]:
            pulls -= 1
            line.pull()
        update = await owner.until(Update)
    return update


async def test_a_party_of_rage_ends_though_the_connection_breaks() -> None:
    """The example makes all its moves itself, comes back, asks for a rematch, and goes when it is sent away."""
    async with open_house() as house, cable(house.service.port) as line:
        owner, process, stack = await begin(house, "rage", line)
        async with stack, asyncio.timeout(PATIENCE):
            await play(owner, line, pulls=1)
            played_for_it = [said for said in owner.heard if getattr(said, "code", "") in ("stand_in", "time_up")]
            assert (line.used, played_for_it) == (2, [])
            if not (owner.table and owner.table.seats[1].again):
                await owner.until(TableInfo, lambda table: table.seats[1].again)
            assert isinstance(await owner.ask(FreeSeat, seat=1), Done)
            assert await process.wait() == 1
            assert process.stderr is not None
            assert b"removed" in await process.stderr.read()


async def test_a_party_of_goat_ends_and_the_next_one_begins() -> None:
    """The example asks for it as people do."""
    async with open_house() as house, cable(house.service.port) as line:
        owner, _, stack = await begin(house, "goat", line)
        async with stack, asyncio.timeout(PATIENCE):
            await play(owner, line, pulls=0)
            assert isinstance(await owner.ask(Rematch), Done)
            await owner.until(TableInfo, lambda table: (table.party, table.state) == (2, "playing"))


def test_the_example_knows_nothing_of_this_program() -> None:
    """The standard library and msgpack are all that it imports."""
    tree = ast.parse(BOT.read_text())
    imported = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    assert not any(isinstance(node, ast.ImportFrom) for node in ast.walk(tree))
    assert imported - set(sys.stdlib_module_names) == {"msgpack"}
