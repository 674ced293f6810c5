"""A join code leads to a server on another machine, where nothing announces it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

import pytest

from server.addresses import local_addresses
from server.invitation import spoken
from tests.net.machines import Machine, cable, machines, needs_namespaces, settled
from tuicards.destination import Destination, find
from tuicards.dial import Unreachable
from tuicards.join_code import join_code, table_mark
from tuicards.wire.codec import encode
from tuicards.wire.messages import DEFAULT_PORT, PROTOCOL, About

pytestmark = needs_namespaces


@asynccontextmanager
async def _slow(host: str) -> AsyncIterator[None]:
    """A server far away: what it says comes later than what any server nearby says."""

    async def meet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)
        await asyncio.sleep(0.3)
        writer.write(encode(About(protocol=PROTOCOL, server="far", version="1", run="far", games=("rage",))))
        writer.close()
        await writer.wait_closed()

    async with await asyncio.start_server(meet, host, DEFAULT_PORT):
        yield


async def _found(text: str) -> Destination:
    """Where a code leads to from the machine on which this is asked."""
    return await find(text, local_addresses())


async def test_six_letters_lead_to_another_machine_where_multicast_is_blocked(pair: tuple[Machine, Machine]) -> None:
    """The code that the server tells at its start, typed at another machine in its network."""
    here, there = pair
    async with there.serving(port=DEFAULT_PORT, announced=False) as service:
        (line,) = there.here(partial(spoken, service.addresses))
        code = line.split()[-1]

        assert len(code) == len("7KQ-2MX")
        assert await here.do(partial(_found, code)) == Destination("10.1.0.2")


async def test_a_code_reaches_any_port_and_says_the_table(pair: tuple[Machine, Machine]) -> None:
    """In twelve letters."""
    here, there = pair
    async with there.serving(announced=False) as service:
        code = join_code("10.1.0.2", service.port, "BCDF")

        found = await here.do(partial(_found, code))
        assert found == Destination(f"10.1.0.2:{service.port}", mark=table_mark("BCDF"))


async def test_a_code_is_tried_in_every_network_and_ones_own_server_is_not_taken_for_a_friends() -> None:
    """Two networks, the friend in the second; here runs a server at the same port."""
    with machines(3) as (here, empty, there):
        cable(here, empty, "eth0", ("10.1.0.1/24", "10.1.0.3/24"))
        cable(here, there, "eth1", ("172.20.0.2/24", "172.20.0.1/24"))
        here.ip("link set lo up")
        settled(here, empty, there)
        code = join_code("172.20.0.1", DEFAULT_PORT)
        async with (
            here.serving(host="127.0.0.1", port=DEFAULT_PORT, announced=False),
            there.during(partial(_slow, "172.20.0.1")),
        ):
            assert await here.do(partial(_found, code)) == Destination("172.20.0.1")


async def test_a_code_where_there_is_no_network_is_one_sentence() -> None:
    """And comes at once."""
    with machines(1) as (alone,), pytest.raises(Unreachable, match="code_unanswered"):
        await alone.do(partial(_found, join_code("192.168.1.20", DEFAULT_PORT)))
