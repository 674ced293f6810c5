"""A server is looked at before anybody comes in."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.server.peer import open_house
from tests.server.test_tls import Files
from tuicards.address import Address
from tuicards.dial import Unreachable
from tuicards.errors import PeerError
from tuicards.look import LONGEST, MOST_GAMES, look
from tuicards.tls import Untrusted
from tuicards.wire.codec import encode
from tuicards.wire.messages import PROTOCOL, About

LOOPBACK = "127.0.0.1"


@contextlib.asynccontextmanager
async def answering(answer: bytes, hold: bool = False) -> AsyncIterator[Address]:
    """Something that listens, and answers everybody the same; `hold`: and then keeps the connection."""
    over = asyncio.Event()

    async def meet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(answer)
        if hold:
            await over.wait()
        await reader.read(100)
        writer.close()

    server = await asyncio.start_server(meet, LOOPBACK, 0)
    try:
        yield Address(LOOPBACK, server.sockets[0].getsockname()[1])
    finally:
        over.set()
        server.close()
        await server.wait_closed()


async def test_a_server_says_what_it_is() -> None:
    """To everybody, and who is there; nobody has come in by that."""
    async with open_house(name="kitchen", password="moon") as house:
        await house.enter("Ann", password="moon")
        seen = await look(Address(LOOPBACK, house.service.port))
        again = await look(Address(LOOPBACK, house.service.port))

    assert (seen.about.server, seen.about.locked, seen.about.people) == ("kitchen", True, 1)
    assert seen.about.run == again.about.run
    assert 0 < seen.delay < 3
    assert again.about.people == 1


async def test_an_encrypted_server_is_looked_at_whoever_vouches_for_it(tmp_path: Path) -> None:
    """Nothing secret is said. Each kind of server is looked at as what it is, and not as the other."""
    async with open_house(tls=Files(tmp_path).certificate, name="kitchen") as house, open_house() as plain:
        seen = await look(Address(LOOPBACK, house.service.port, tls=True))
        assert (seen.about.server, seen.address.tls) == ("kitchen", True)
        with pytest.raises(PeerError, match="tls_needed"):
            await look(Address(LOOPBACK, house.service.port))
        with pytest.raises(Untrusted, match="no_tls"):
            await look(Address(LOOPBACK, plain.service.port, tls=True))


@pytest.mark.parametrize("answer", [b"HTTP/1.1 400 Bad Request\r\n\r\n", b"\0\0\0\x01\x80", b"\0\0\0\0", b""])
async def test_what_is_no_server_of_ours_is_told(answer: bytes) -> None:
    """Whatever it says, and where it hangs up without a word."""
    async with answering(answer) as place:
        with pytest.raises(PeerError, match="not_tuicards"):
            await look(place)


async def test_one_that_says_nothing_is_not_waited_for_longer_than_asked() -> None:
    """Whoever is looked at cannot hold up who looks."""
    async with answering(b"", hold=True) as place:
        with pytest.raises(Unreachable, match="timeout"):
            await look(place, seconds=0.2)


async def test_where_nobody_listens_it_is_said() -> None:
    """With the code of any connection."""
    async with answering(b"") as place:
        pass
    with pytest.raises(Unreachable, match="refused_connection"):
        await look(place)


async def test_what_a_stranger_says_is_fit_for_a_terminal() -> None:
    """No line that acts, none without end, no number below nothing."""
    wild = About(
        protocol=PROTOCOL, server="\x1b[2J" + "x" * 900, version="\u202e1", run="r\n", games=("\a",) * 900, people=-5
    )  # fmt: skip
    async with answering(encode(wild)) as place:
        about = (await look(place)).about

    assert all(text.isprintable() and len(text) <= LONGEST for text in (about.server, about.version, about.run))
    assert about.games == ("\\x07",) * MOST_GAMES
    assert about.people == 0


async def test_a_server_that_turns_everybody_away_says_why() -> None:
    """It is one of ours."""
    async with open_house(max_connections=1) as house:
        await house.connect()
        with pytest.raises(PeerError, match="server_full"):
            await look(Address(LOOPBACK, house.service.port))
