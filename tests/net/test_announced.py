"""What a stranger announces is read with care."""

import ipaddress

import pytest

from tuicards.announced import MOST_ADDRESSES, read_announcement
from tuicards.interfaces import Interface

HERE = (
    Interface("eth0", 2, (ipaddress.ip_interface("203.0.113.9/24"), ipaddress.ip_interface("fe80::9/64"))),
    Interface("wlan0", 3, (ipaddress.ip_interface("192.168.7.9/24"), ipaddress.ip_interface("fd07::9/64"))),
)


def hosts(*announced: str, port: int | None = 7110) -> list[str]:
    return [address.host for address in read_announcement(announced, port, {}, HERE).addresses]


def test_the_likeliest_address_comes_first() -> None:
    """IPv4 of a network that this machine is in, other IPv4, IPv6 likewise, and what holds on one link alone."""
    mixed = ("fe80::1%lo", "fd55::1", "10.9.9.9", "fd07::1", "192.168.7.1")

    assert hosts(*mixed) == ["192.168.7.1", "10.9.9.9", "fd07::1", "fd55::1", "fe80::1%lo"]


@pytest.mark.parametrize(
    "host",
    ["8.8.8.8", "2606:4700::1", "127.0.0.1", "::1", "0.0.0.0", "::", "224.0.0.1", "ff02::1", "kitchen", "1.2.3"],
)
def test_nothing_far_away_is_ever_tried(host: str) -> None:
    """Nor what is no address of another machine."""
    assert hosts(host) == []


def test_a_public_address_of_the_own_network_is_near() -> None:
    """Some networks have no others."""
    assert hosts("203.0.113.77") == ["203.0.113.77"]


def test_an_address_of_one_link_is_tried_by_each_interface_that_has_such() -> None:
    """Where nobody says by which one it was heard."""
    assert hosts("fe80::1") == ["fe80::1%eth0"]


@pytest.mark.parametrize("port", [None, 0, -1, 65536])
def test_a_port_that_is_none_leads_nowhere(port: int | None) -> None:
    """Resolvers would take it modulo 65536."""
    assert hosts("192.168.7.1", port=port) == []


def test_there_is_an_end_to_what_is_read() -> None:
    """However many addresses there are, and however long the text."""
    many = [f"192.168.7.{number}" for number in range(1, 200)]
    announced = read_announcement(many, 7110, {b"run": b"\xff" * 255, b"tls": b"1"}, HERE)

    assert len(announced.addresses) == MOST_ADDRESSES
    assert len(announced.run) == 64
    assert all(address.tls for address in announced.addresses)
