"""From what was typed to a server that answers, over real sockets."""

import socket
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.client.server import Visit, serving
from tests.server.peer import House, open_house
from tests.server.test_tls import Files
from tuicards.destination import Destination, find
from tuicards.dial import Unreachable
from tuicards.errors import PeerError, SetupError
from tuicards.join_code import check_destination, join_code, table_mark
from tuicards.wire.messages import Closing, Look

HERE = "127.0.0.1"


def code_of(house: House, table: str = "", *, public: bool = True) -> str:
    """How a house on this machine is told."""
    return join_code(HERE, house.service.port, table, public=public)


@pytest.fixture
async def house() -> AsyncIterator[House]:
    async with open_house() as house:
        yield house


async def test_a_code_leads_to_the_server_and_says_which_table(house: House) -> None:
    """A public table by its mark, another one by its code."""
    address = f"{HERE}:{house.service.port}"

    assert await find(code_of(house), ()) == Destination(address)
    assert await find(code_of(house, "BDFG"), ()) == Destination(address, mark=table_mark("BDFG"))
    assert await find(code_of(house, "BDFG", public=False).lower(), ()) == Destination(address, table="BDFG")


@pytest.mark.parametrize(
    "text", ["::1", "[::1]:4000", "fe80::1%lo", " host ", "tcp://host:1", "nas001", "tls://host", "a,b:1, nas001"]
)
async def test_an_address_is_taken_as_it_was_typed(text: str) -> None:
    """Nobody is asked before the connection is made."""
    assert await find(text, ()) == Destination(text.strip())


@pytest.mark.parametrize(
    "text", ["", "host:", "host:0", "host:99999", "a" * 300, "943-N7T", "a,", "a,943-N7S", "943-N7T,a", "a,tls://b"]
)
async def test_what_leads_nowhere_is_refused_at_once(text: str) -> None:
    """Before anything is asked, as `check_destination` does."""
    with pytest.raises(SetupError) as refused:
        check_destination(text)
    with pytest.raises(SetupError) as found:
        await find(text, ())

    assert found.value.code == refused.value.code


@pytest.fixture
def unused() -> Iterator[int]:
    """A port at which nobody listens, whose code has a digit."""
    while True:
        with socket.socket() as plug:
            plug.bind((HERE, 0))
            port: int = plug.getsockname()[1]
            if any(letter.isdigit() for letter in join_code(HERE, port)):
                yield port
                return


async def test_a_code_that_nobody_answers_says_so(unused: int) -> None:
    """With the code, so that it can be compared."""
    code = join_code(HERE, unused)
    with pytest.raises(Unreachable) as refused:
        await find(code, ())

    assert (refused.value.code, refused.value.params) == ("code_unanswered", {"text": code})


async def test_a_name_that_could_be_a_code_is_taken_for_a_name_where_no_server_answers(unused: int) -> None:
    """Without its dashes a code may be the name of a computer as well."""
    text = join_code(HERE, unused).replace("-", "")
    assert await find(text, ()) == Destination(text)


async def test_who_turns_everybody_away_is_found_and_says_why() -> None:
    """Where a server answers that it is full, the code is right and the network, too."""

    async def full(visit: Visit) -> None:
        await visit.next(Look)
        visit.say(Closing(code="server_full"))

    async with serving(full) as port:
        with pytest.raises(PeerError) as refused:
            await find(join_code(HERE, port), ())

    assert refused.value.code == "server_full"


async def test_an_encrypted_server_is_found_as_such(tmp_path: Path) -> None:
    """A code does not say whether a server encrypts; the server does."""
    async with open_house(tls=Files(tmp_path).certificate) as house:
        assert await find(code_of(house), ()) == Destination(f"tls://{HERE}:{house.service.port}")
