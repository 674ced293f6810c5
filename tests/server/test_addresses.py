"""Where the server listens."""

import select
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager

import pytest

from server.addresses import listen, local_addresses
from server.announcing import Announcer
from tuicards.errors import SetupError


def has_ipv6() -> bool:
    try:
        with socket.socket(socket.AF_INET6, socket.SOCK_STREAM) as probe:
            probe.bind(("::1", 0))
    except OSError:
        return False
    return True


BOTH = {"127.0.0.1", "::1"} if has_ipv6() else {"127.0.0.1"}


@contextmanager
def listening(host: str) -> Iterator[int]:
    """The one port of all sockets."""
    sockets = listen(host, 0)
    try:
        (port,) = {bound.getsockname()[1] for bound in sockets}
        yield port
    finally:
        for bound in sockets:
            bound.close()


def reachable(port: int) -> set[str]:
    """From which loopback addresses the port answers."""
    found = set()
    for family, host in ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")):
        try:
            with socket.socket(family, socket.SOCK_STREAM) as probe:
                probe.connect((host, port))
                found.add(host)
        except OSError:
            pass
    return found


@pytest.mark.parametrize(
    ("host", "answers"),
    [("", BOTH), ("0.0.0.0", {"127.0.0.1"}), ("127.0.0.1", {"127.0.0.1"}), ("::", BOTH - {"127.0.0.1"})],
)
def test_a_host_listens_where_the_help_says(host: str, answers: set[str]) -> None:
    """Everything by default; one family where that is asked for."""
    if not answers:
        pytest.skip("no IPv6 on this machine")
    with listening(host) as port:
        assert reachable(port) == answers


def test_localhost_is_this_machine() -> None:
    """At least by IPv4."""
    with listening("localhost") as port:
        assert "127.0.0.1" in reachable(port)


def test_a_port_in_use_is_refused_by_name() -> None:
    """Whichever family it is taken in."""
    with listening("127.0.0.1") as port, pytest.raises(SetupError) as refused:
        listen("", port)

    assert (refused.value.code, refused.value.params) == ("port_taken", {"port": port})


@pytest.mark.parametrize("host", ["256.256.256.256", "no such host", "x" * 300, "192.0.2.1"])
def test_a_host_that_is_not_here_is_refused(host: str) -> None:
    """With a code, whatever is wrong with it."""
    with pytest.raises(SetupError) as refused:
        listen(host, 0)

    assert refused.value.code in ("unknown_host", "cannot_listen")


def test_friends_are_told_addresses_that_others_can_reach() -> None:
    """No loopback among them, and each one is this machine's own."""
    for address in local_addresses():
        assert not address.startswith("127.")
        with closing(socket.socket()) as probe:
            probe.bind((address, 0))


def test_a_node_announces_the_addresses_at_which_it_listens() -> None:
    """As they are typed; none that leads nowhere else, and none while the port is not known."""
    assert Announcer(encrypted=True).doors("192.0.2.5", 7111) == ("tls://192.0.2.5:7111",)
    assert Announcer(encrypted=False).doors("127.0.0.1", 7111) == ()
    assert Announcer(encrypted=False).doors("192.0.2.5", 0) == ()
    doors = Announcer(encrypted=False).doors("0.0.0.0", 7111)
    assert doors == tuple(f"{address}:7111" for address in local_addresses())


@pytest.mark.skipif(sys.platform != "linux", reason="other systems keep no more than 128 waiting")
def test_a_crowd_that_comes_at_once_finds_room() -> None:
    """Though nobody is accepted yet: all people of a server that is gone come to the others in one moment."""
    with listening("127.0.0.1") as port, ExitStack() as stack:
        crowd = [stack.enter_context(closing(socket.socket())) for _ in range(300)]
        for one in crowd:
            one.setblocking(False)
            one.connect_ex(("127.0.0.1", port))
        _, connected, _ = select.select([], crowd, [], 0)
        assert len(connected) == len(crowd)
