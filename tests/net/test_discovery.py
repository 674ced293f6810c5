"""Servers are found by the list, whatever the network is like."""

import asyncio
import contextlib
import logging
import socket
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from functools import partial

import pytest
from zeroconf import ServiceInfo
from zeroconf.asyncio import AsyncZeroconf

from tests.net.lines import lines_of
from tests.net.machines import PATIENCE, Machine, cable, machines, named, needs_namespaces, settled
from tuicards.address import Address
from tuicards.lan import MOST, Nearby, Neighbours
from tuicards.look import look
from tuicards.mdns import SERVICE
from tuicards.wire.messages import DEFAULT_PORT

pytestmark = needs_namespaces


@pytest.fixture
def lonely() -> Iterator[Machine]:
    """A machine in no network, not even its own: the loopback is down."""
    with machines(1) as (machine,):
        yield machine


def hosts(seen: Neighbours) -> list[str]:
    return [server.address.host for server in seen.servers]


async def test_a_server_in_one_network_is_found_from_another(pair: tuple[Machine, Machine]) -> None:
    """With what it says of itself, at an address that leads there; and gone from the list soon after it has ended."""
    here, there = pair
    async with here.watching() as view:
        async with there.serving(name="kitchen", password="moon") as service:
            (found,) = (await view.until(named("kitchen"))).servers

            assert (found.address.host, found.address.port) == ("10.1.0.2", service.port)
            assert found.about.locked
            assert found.about.games == ("rage", "goat")
            assert 0 < found.delay < PATIENCE
        await view.until(named())


@pytest.mark.thorough
async def test_two_servers_of_one_name_are_two(pair: tuple[Machine, Machine]) -> None:
    """On one machine even, and one of them on the machine that looks."""
    here, there = pair
    async with (
        there.serving(name="kitchen") as one,
        there.serving(name="kitchen") as other,
        here.serving(name="porch"),
    ):
        seen = await here.finds(named("kitchen", "kitchen", "porch"))

        assert {server.address.port for server in seen.servers[:2]} == {one.port, other.port}
        assert hosts(seen)[2] == "10.1.0.1"


async def test_nobody_hears_of_a_server_for_this_machine_alone(
    pair: tuple[Machine, Machine], caplog: pytest.LogCaptureFixture
) -> None:
    """It says so, and another one beside it is found."""
    here, there = pair
    caplog.set_level(logging.INFO)
    async with there.serving(name="attic", host="127.0.0.1"), there.serving(name="kitchen"):
        await here.finds(named("kitchen"))
    assert "not announced: only this machine reaches the server" in caplog.messages


@pytest.mark.thorough
async def test_servers_behind_every_interface_are_found_and_listed_once() -> None:
    """The way out is by one of five, there are two ways to one server, by IPv4 and IPv6, one link knows but its own
    addresses, and bridges for containers have the same address and a server at the same port on all machines."""
    with machines(5) as (here, left, right, bare, away):
        cable(here, left, "eth0", ("10.1.0.1/24", "10.1.0.2/24"))
        cable(here, right, "eth1", ("fd02::1/64", "fd02::2/64"))
        cable(here, right, "eth2", ("fd03::1/64", "fd03::2/64"))
        cable(here, bare, "eth3")
        cable(here, away, "eth4", ("10.4.0.1/24", "10.4.0.2/24"))
        for machine in (here, left, bare):
            machine.ip("link add docker0 type bridge", "link add veth0 type veth peer name inside", "link set lo up")
            machine.ip("link set veth0 master docker0 up", "link set inside up", "link set docker0 up")
            machine.ip("addr add 172.17.0.1/16 dev docker0")
        here.ip("route add default via 10.4.0.2")
        settled(here, left, right, bare, away)
        names = ("bare", "left", "mine", "right")
        async with contextlib.AsyncExitStack() as stack:
            for name, machine in zip(names, (bare, left, here, right), strict=True):
                await stack.enter_async_context(machine.serving(name=name, port=DEFAULT_PORT))
            seen = await here.finds(named(*names))
            again = [await here.do(partial(look, server.address)) for server in seen.servers]

        assert [server.about.run for server in again] == [server.about.run for server in seen.servers]
        assert hosts(seen)[0].startswith("fe80::")
        assert hosts(seen)[0].endswith("%eth3")
        assert hosts(seen)[1] == "10.1.0.2"
        assert hosts(seen)[3] in ("fd02::2", "fd03::2")


async def test_with_no_network_both_start_and_say_so(lonely: Machine) -> None:
    """One line each, whether the loopback is up or not, and an address that is typed still works."""
    for state in ("down", "up"):
        lonely.ip(f"link set lo {state}")
        with lines_of("server.announcing") as log:
            async with lonely.serving(name="kitchen") as service:
                assert (await lonely.finds(lambda seen: bool(seen.trouble))).trouble == "lan.no_network"
                if state == "up":
                    await lonely.do(partial(look, Address("127.0.0.1", service.port)))
                await log.until("not announced: there is no network but this machine")
            assert len(log.seen) == 1


async def test_where_multicast_is_not_to_be_had_one_says_so(pair: tuple[Machine, Machine]) -> None:
    """Another program has the port of multicast DNS, and lets nobody share it."""
    here, _ = pair

    def take() -> socket.socket:
        taken = socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)
        taken.bind(("::", 5353))
        return taken

    with here.here(take), lines_of("server.announcing") as log:
        async with here.serving(name="kitchen"):
            assert (await here.finds(lambda seen: bool(seen.trouble))).trouble == "lan.no_multicast"
            await log.until("not announced: this network has no multicast, or another program keeps it")


async def test_without_the_library_one_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """And the list waits, as it does for servers, until it is closed."""
    monkeypatch.setitem(sys.modules, "zeroconf.asyncio", None)
    nearby = Nearby()
    seen = []
    async for now in nearby.changes():
        seen.append(now)
        if now.trouble:
            await nearby.close()

    assert seen == [Neighbours(), Neighbours(trouble="lan.not_installed")]


async def test_what_makes_no_sense_is_not_listed_and_hides_nobody(pair: tuple[Machine, Machine]) -> None:
    """A stranger announces more names than are followed, with ports, texts and addresses of every wrong kind."""
    here, there = pair
    async with there.serving(name="porch", announced=False) as porch:
        wrong = [
            announced(f"fake {number}", port, address, text)
            for number in range(MOST // 8 + 1)
            for port, address, text in (
                (0, "10.1.0.2", b""),
                (porch.port, "10.1.0.2", b"\x05run=x"),
                (porch.port, "127.0.0.1", b""),
                (1, "10.1.0.2", b"\xff\xff\xff"),
                (53, "8.8.8.8", b"\x04name"),
                (53, "224.0.0.1", b"\x02=="),
                (53, "0.0.0.0", b"\x08run=\x1b[2J"),
                (porch.port, "10.1.0.77", b"\x00"),
            )
        ]
        right = announced("porch", porch.port, "10.1.0.2", b"\x14run=" + porch.about().run.encode())
        async with there.during(partial(announcing, "10.1.0.2", [*wrong, right])), here.watching() as view:
            await view.until(named("porch"))
            async with there.serving(name="kitchen"):
                await view.until(named("kitchen", "porch"))

        assert {server.about.server for seen in view.seen for server in seen.servers} == {"kitchen", "porch"}


def announced(name: str, port: int, address: str, text: bytes) -> ServiceInfo:
    label = f"{name} {port} {address.replace('.', '-')}"
    return ServiceInfo(
        SERVICE, f"{label}.{SERVICE}", port=port, properties=text, parsed_addresses=[address],
        server=f"{label.replace(' ', '-')}.local.",
    )  # fmt: skip


@contextlib.asynccontextmanager
async def announcing(address: str, infos: Sequence[ServiceInfo]) -> AsyncIterator[None]:
    """Announcements of whatever it is, at the interface of the address."""
    zeroconf = AsyncZeroconf(interfaces=[address])
    await asyncio.gather(*(zeroconf.async_register_service(info, cooperating_responders=True) for info in infos))
    yield
    await zeroconf.async_close()


@pytest.mark.thorough
async def test_an_interface_that_comes_is_used_and_one_that_goes_is_let_go() -> None:
    """A cable that is plugged in later joins both; pulled out, the server is gone and the network with it."""
    with machines(2) as (here, there):
        async with there.serving(name="kitchen"), here.watching() as view:
            await view.until(lambda seen: seen.trouble == "lan.no_network")
            cable(here, there, "eth0", ("10.1.0.1/24", "10.1.0.2/24"))
            await view.until(named("kitchen"))
            here.ip("link set eth0 down")
            await view.until(lambda seen: not seen.servers and seen.trouble == "lan.no_network")
            here.ip("link set eth0 up")
            await view.until(named("kitchen"))


@pytest.mark.thorough
async def test_a_server_that_falls_silent_is_gone_and_comes_back() -> None:
    """No goodbye comes through a cable that is cut."""
    with machines(2) as (here, there):
        cable(here, there, "eth0", ("10.1.0.1/24", "10.1.0.2/24"))
        settled(here, there)
        async with there.serving(name="kitchen"), here.watching() as view:
            await view.until(named("kitchen"))
            there.ip("link set eth0 down")
            await view.until(named())
            there.ip("link set eth0 up")
            await view.until(named("kitchen"))
