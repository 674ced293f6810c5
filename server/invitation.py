"""What an operator is told of who can reach the server where."""

import ipaddress
from collections.abc import Sequence

from server.addresses import for_friends, is_loopback
from tuicards.address import format_address
from tuicards.join_code import join_code


def invitations(asked: str, listening: Sequence[tuple[str, int]], encrypted: bool) -> list[str]:
    """One line for each command that leads to the server.

    `asked` is the host that was asked for, `listening` where it listens now.
    """
    hosts = [host for host, _ in listening]
    port = listening[0][1]
    told = for_friends(hosts)
    if told and encrypted and _is_name(asked):
        told.insert(0, asked)  # the certificate may be made out to it
    if told:
        return [f"friends type: tuicards join {format_address(host, port, encrypted)}" for host in told]
    here = format_address({"0.0.0.0": "127.0.0.1", "::": "::1"}.get(hosts[0], hosts[0]), port, encrypted)
    if all(map(is_loopback, hosts)):
        return [f"only this machine reaches it: tuicards join {here}"]
    return [f"this machine has no address to tell friends at present; here type: tuicards join {here}"]


def spoken(listening: Sequence[tuple[str, int]]) -> list[str]:
    """A line with the join code, which is easier to say than an address; none where no address has one."""
    hosts, port = [host for host, _ in listening], listening[0][1]
    codes = [code for host in for_friends(hosts) if (code := join_code(host, port))]
    return [f"friends in the same network may type its join code: tuicards join {code}" for code in codes[:1]]


def _is_name(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return bool(host)
    return False
