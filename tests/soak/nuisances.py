"""Those who spoil a server for others: floods of all kinds, silence, half messages, and nobody who reads."""

import asyncio
import contextlib
import random
from collections.abc import Callable

from tests.soak.connection import Connection, connect
from tests.soak.ledger import Ledger
from tests.soak.process import ServerProcess
from tuicards.wire.codec import encode
from tuicards.wire.messages import PROTOCOL, ClientMessage, Hello, JoinTable, Ping, Say

BURST = 200
ROUNDS = 20
PAUSE = 0.05


def _greeting(name: str) -> bytes:
    return encode(Hello(protocol=PROTOCOL, client="soak/1", name=name))


def _many(message: Callable[[int], ClientMessage]) -> bytes:
    return b"".join(encode(message(number + 1)) for number in range(BURST))


async def flood(connection: Connection, chance: random.Random) -> None:
    """Chat, guesses of codes, pings or rubbish, without reading an answer."""
    data = chance.choice(
        [
            _many(lambda n: Say(id=n, text="x" * 300)),
            _many(lambda n: JoinTable(id=n, table="".join(chance.choices("BCDFGHJK", k=4)))),
            _many(Ping),
            chance.randbytes(4000),
        ]
    )
    connection.send_bytes(_greeting(""))
    connection.stop_reading()
    for _ in range(ROUNDS):
        connection.send_bytes(data)
        await asyncio.sleep(PAUSE)


async def say_nothing(connection: Connection, chance: random.Random) -> None:
    await asyncio.sleep(chance.uniform(1, 15))


async def say_half(connection: Connection, chance: random.Random) -> None:
    """A message that never becomes whole."""
    greeting = _greeting("Half")
    connection.send_bytes(greeting[: chance.randrange(1, len(greeting))])
    await asyncio.sleep(chance.uniform(1, 15))


KINDS = {"floods": flood, "silent connections": say_nothing, "half messages": say_half}


async def nuisance(server: ServerProcess, ledger: Ledger, chance: random.Random) -> None:
    """One after the other, for ever."""
    while True:
        await server.up.wait()
        name = chance.choice(list(KINDS))
        with contextlib.suppress(OSError):
            connection = await connect(server.port, receive_buffer=4096)
            ledger.counts[name] += 1
            try:
                await KINDS[name](connection, chance)
            finally:
                connection.reset()
        await asyncio.sleep(chance.uniform(0.2, 2))
