"""What the server says at its start of who can reach it where is so."""

from functools import partial

import pytest

from server.invitation import invitations
from tests.net.machines import Machine, cable, machines, needs_namespaces, settled
from tuicards.address import Address, parse_address
from tuicards.dial import Unreachable
from tuicards.interfaces import interfaces
from tuicards.look import look

pytestmark = needs_namespaces

FRIENDS, ALONE = "friends type", "only this machine reaches it"
EVERYWHERE = ("10.1.0.2", "fd01::2")


@pytest.mark.parametrize(
    ("host", "told", "silent"),
    [
        ("", EVERYWHERE, ()),
        ("0.0.0.0", ("10.1.0.2",), ("fd01::2",)),
        ("::", ("fd01::2",), ("10.1.0.2",)),
        ("10.1.0.2", ("10.1.0.2",), ("fd01::2",)),
        ("localhost", (), EVERYWHERE),
        ("127.0.0.1", (), EVERYWHERE),
    ],
)
async def test_who_is_told_an_address_can_come_there(
    pair: tuple[Machine, Machine], host: str, told: tuple[str, ...], silent: tuple[str, ...]
) -> None:
    """From another machine, or from this one where it says that nobody else can; and at no other address."""
    here, there = pair
    async with there.serving(host=host, announced=False) as service:
        lines = there.here(partial(invitations, host, service.addresses, encrypted=False))
        said = [line.split(": tuicards join ") for line in lines]
        addresses = [parse_address(address) for _, address in said]

        assert {words for words, _ in said} == ({FRIENDS} if told else {ALONE})
        assert tuple(address.host for address in addresses) == told or not told
        for address in addresses:
            await (here if told else there).do(partial(look, address))
        for other in silent:
            with pytest.raises(Unreachable, match="refused"):
                await here.do(partial(look, Address(other, service.port)))


async def test_where_no_address_can_be_told_it_says_so() -> None:
    """With a network of one link's own addresses alone, and with none at all."""
    with machines(2) as (here, there):
        there.ip("link set lo up")
        for plugged in (False, True):
            if plugged:
                cable(here, there, "eth0")
                settled(here, there)
            async with there.serving(host="::", announced=False) as service:
                (line,) = there.here(partial(invitations, "::", service.addresses, encrypted=False))

                words, address = line.split(": tuicards join ")
                assert words.startswith("this machine has no address to tell friends")
                await there.do(partial(look, parse_address(address)))


def test_a_name_comes_first_where_a_certificate_may_name_it() -> None:
    """And is not told where nothing is encrypted: friends may not know it."""
    listening = [("192.0.2.7", 7110)]

    assert invitations("cards.example", listening, encrypted=True) == [
        "friends type: tuicards join tls://cards.example",
        "friends type: tuicards join tls://192.0.2.7",
    ]
    assert invitations("cards.example", listening, encrypted=False) == ["friends type: tuicards join 192.0.2.7"]


async def test_a_server_at_an_address_of_one_link_is_reached_by_it(pair: tuple[Machine, Machine]) -> None:
    """The link is the one that is named behind the address."""
    here, there = pair
    (eth0,) = (interface for interface in there.here(interfaces) if interface.name == "eth0")
    own = next(str(address.ip) for address in eth0.addresses if address.ip.is_link_local).partition("%")[0]
    async with there.serving(host=f"{own}%eth0", announced=False) as service:
        seen = await here.do(partial(look, Address(f"{own}%eth0", service.port)))

        assert seen.about.run == service.about().run
