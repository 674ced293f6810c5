"""Addresses as people type them."""

import pytest

from tuicards.address import (
    MOST_ADDRESSES,
    Address,
    format_address,
    leads_here,
    parse_address,
    parse_addresses,
    told_on,
)
from tuicards.errors import SetupError
from tuicards.wire.messages import DEFAULT_PORT


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("host", "host", DEFAULT_PORT),
        ("host:4000", "host", 4000),
        (" host ", "host", DEFAULT_PORT),
        ("\thost:4000\n", "host", 4000),
        ("192.168.1.20:4000", "192.168.1.20", 4000),
        ("::1", "::1", DEFAULT_PORT),
        ("[::1]", "::1", DEFAULT_PORT),
        ("[::1]:4000", "::1", 4000),
        ("fe80::1%lo", "fe80::1%lo", DEFAULT_PORT),
        ("[fe80::1%lo]:4000", "fe80::1%lo", 4000),
        ("2001:db8:1234:5678:9abc:def0:1234:5678", "2001:db8:1234:5678:9abc:def0:1234:5678", DEFAULT_PORT),
        ("tcp://host:1", "host", 1),
        ("TCP://host/", "host", DEFAULT_PORT),
        ("tcp://[::1]:4000/", "::1", 4000),
        (":4000", "localhost", 4000),
        ("bücher.example", "bücher.example", DEFAULT_PORT),
        ("my_host-1.local:65535", "my_host-1.local", 65535),
    ],
)
def test_an_address_leads_somewhere(text: str, host: str, port: int) -> None:
    """Every usual way of writing an address is read, and written back so that it is read again."""
    assert parse_address(text) == Address(host, port)
    assert parse_address(format_address(host, port)) == Address(host, port)


@pytest.mark.parametrize(
    ("text", "host", "port", "pin"),
    [
        ("tls://host", "host", DEFAULT_PORT, ""),
        ("TLS://host:4000/", "host", 4000, ""),
        ("tls://[::1]:4000", "::1", 4000, ""),
        ("tls://host#sha256:" + "ab" * 16, "host", DEFAULT_PORT, "ab" * 16),
        ("tls://host:4000#SHA256:" + "AB:" * 31 + "AB", "host", 4000, "ab" * 32),
    ],
)
def test_an_address_may_ask_for_an_encrypted_way(text: str, host: str, port: int, pin: str) -> None:
    """And for the certificate that has to be at its end."""
    assert parse_address(text) == Address(host, port, tls=True, pin=pin)
    assert parse_address(format_address(host, port, tls=True)) == Address(host, port, tls=True)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "no_address"),
        ("  ", "no_address"),
        ("tcp://", "no_address"),
        ("tls://", "no_address"),
        ("tls://host#", "bad_pin"),
        ("tls://host#sha256:", "bad_pin"),
        ("tls://host#sha256:" + "ab" * 15, "bad_pin"),
        ("tls://host#sha256:" + "ab" * 33, "bad_pin"),
        ("tls://host#md5:" + "ab" * 16, "bad_pin"),
        ("host#sha256:" + "ab" * 16, "bad_host"),
        ("host/", "bad_host"),
        ("host:", "no_port"),
        ("[::1]:", "no_port"),
        ("host:0", "bad_port"),
        ("host:99999", "bad_port"),
        ("host:-1", "bad_port"),
        ("host:1e3", "bad_port"),
        ("host:٣", "bad_port"),
        ("host:" + "9" * 5000, "bad_port"),
        ("host:http", "bad_port"),
        ("a:b:c", "bad_host"),
        ("[::1", "bad_host"),
        ("[::1]4000", "bad_host"),
        ("[host]:4000", "bad_host"),
        ("http://host", "bad_host"),
        ("host/path", "bad_host"),
        ("user@host", "bad_host"),
        ("two words", "bad_host"),
        ("a,b", "one_address"),
        ("host..example", "bad_host"),
        ("..", "bad_host"),
        ("a" * 64, "bad_host"),
        ("a" * 300, "host_too_long"),
        ("host\x1b[2J", "bad_host"),
        ("ho\0st", "bad_host"),
        ("\udcff\udcfe", "bad_host"),
    ],
)
def test_what_is_no_address_is_refused_with_a_reason(text: str, code: str) -> None:
    """One code for each kind of slip, and nothing unprintable in it."""
    with pytest.raises(SetupError) as caught:
        parse_address(text)
    assert caught.value.code == code
    assert str(caught.value).isprintable()


PIN = "sha256:" + "ab" * 16


@pytest.mark.parametrize(
    ("text", "addresses"),
    [
        ("a", [Address("a", DEFAULT_PORT)]),
        ("a, b:4000 ,[::1]:1", [Address("a", DEFAULT_PORT), Address("b", 4000), Address("::1", 1)]),
        ("::1,fe80::1%lo", [Address("::1", DEFAULT_PORT), Address("fe80::1%lo", DEFAULT_PORT)]),
        ("a,b,a:7110", [Address("a", DEFAULT_PORT), Address("b", DEFAULT_PORT)]),
        ("tcp://a,b,tcp://c", [Address(host, DEFAULT_PORT) for host in "abc"]),
        ("tls://a,b:1,TLS://c", [Address("a", DEFAULT_PORT, True), Address("b", 1, True), Address("c", 7110, True)]),
        (f"tls://a#{PIN},b", [Address("a", DEFAULT_PORT, True, "ab" * 16), Address("b", DEFAULT_PORT, True)]),
        (f"tls://a,b#{PIN}", [Address("a", DEFAULT_PORT, True), Address("b", DEFAULT_PORT, True, "ab" * 16)]),
    ],
)
def test_several_addresses_have_commas_between_them(text: str, addresses: list[Address]) -> None:
    """Each with its own port and certificate; tls:// before the first is for all that say nothing else."""
    assert parse_addresses(text) == tuple(addresses)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "no_address"),
        (",", "empty_address"),
        ("a,,b", "empty_address"),
        ("a,", "empty_address"),
        (", a", "empty_address"),
        ("a,b:", "no_port"),
        ("a,b c", "bad_host"),
        ("tls://a,b#sha256:1", "bad_pin"),
        ("a,b#sha256:" + "ab" * 16, "bad_host"),
        ("a,tls://b", "mixed_ways"),
        ("tls://a,tcp://b", "mixed_ways"),
        (",".join(f"h{number}" for number in range(MOST_ADDRESSES + 1)), "too_many_addresses"),
    ],
)
def test_a_bad_list_is_refused_with_a_reason(text: str, code: str) -> None:
    """Nothing is guessed, and no password goes out in the clear because one address of an encrypted list does."""
    with pytest.raises(SetupError) as caught:
        parse_addresses(text)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("text", "here"),
    [
        ("127.0.0.1", True),
        ("localhost:4000", True),
        ("[::1]:4000", True),
        ("192.168.1.5", False),
        ("kitchen", False),
        ("localhost,[::1]:4000", True),
        ("localhost,kitchen", False),
    ],
)
def test_an_address_that_nobody_else_can_use_is_known(text: str, here: bool) -> None:
    """Loopback leads whoever types it to their own machine."""
    assert leads_here(text) is here


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("a.example", ()),
        ("a.example, b.example:7111", ("a.example,b.example:7111",)),
        ("tls://a,b,c,d,e", ("tls://a,b,c",)),
    ],
)
def test_friends_are_told_the_first_of_several_addresses(typed: str, told: tuple[str, ...]) -> None:
    """In a list that is read again; of a single address nobody knows where else it leads there."""
    assert told_on(typed) == told
    assert [parse_addresses(text)[0] for text in told] == [parse_addresses(typed)[0] for _ in told]
