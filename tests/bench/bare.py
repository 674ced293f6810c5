"""The anchor of a table: `python -m tests.bench.bare PORT_FILE`, a server without a game.

Connections sit down four by four in the order in which they come. A message from one of them is unpacked, and
each of the four gets an answer of its own, packed anew, of the size of a real picture.
"""

import asyncio
import random
import struct
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeAlias

import msgpack  # type: ignore[import-untyped]

from tuicards.games import GAMES
from tuicards.games.api import to_plain

HEAD = struct.Struct(">I")
SEATS = 4

Send: TypeAlias = Callable[[bytes], Awaitable[None]]


def picture() -> dict[str, Any]:
    """What one seat sees in the middle of a party, as it goes over the wire."""
    game, chance = GAMES["rage"], random.Random(1)
    state = game.new(SEATS, b"picture", game.parse_options({}))
    for _ in range(110):
        seat = min(game.to_act(state))
        state, _ = game.apply(state, seat, chance.choice(game.legal(state, seat)))
    view = to_plain(game.view(state, 0))
    return {"t": "update", "table": "ABCD", "party": 1, "seq": 110, "view": view, "events": []}


class Bare:
    """Everybody who is connected."""

    def __init__(self) -> None:
        self._picture = picture()
        self._seats: list[Send] = []

    def sit(self, send: Send) -> int:
        """The number of the first seat at the newcomer's table."""
        self._seats.append(send)
        return (len(self._seats) - 1) // SEATS * SEATS

    async def told(self, first: int, body: bytes) -> None:
        """One move: everybody at the table hears of it."""
        msgpack.unpackb(body)
        for send in self._seats[first : first + SEATS]:
            await send(msgpack.packb(self._picture))


async def streams(bare: Bare) -> int:
    """Serves frames with a length before them; returns the port."""

    async def visit(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        async def send(body: bytes) -> None:
            writer.write(HEAD.pack(len(body)) + body)
            await writer.drain()

        first = bare.sit(send)
        try:
            while True:
                (length,) = HEAD.unpack(await reader.readexactly(4))
                await bare.told(first, await reader.readexactly(length))
        except asyncio.IncompleteReadError:
            writer.close()

    server = await asyncio.start_server(visit, "127.0.0.1", 0)
    port: int = server.sockets[0].getsockname()[1]
    return port


async def main(port_file: Path) -> None:
    tell(port_file, await streams(Bare()))
    await asyncio.Event().wait()


def tell(port_file: Path, port: int) -> None:
    port_file.write_text(str(port), "utf-8")


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
