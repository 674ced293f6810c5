"""Guests of the SSH door, without the door: what it would ask the server, and the client that it would start."""

from typing import Any

from server.porter import Admit, Admitted, FromPorter, KeepSettings, TurnedAway
from tests.server.peer import House, Peer

ANNS, BOS, CAIS = (f"SHA256:{letter * 43}" for letter in "abc")
"""Fingerprints of keys."""

HOME = "192.0.2.7"
"""Where guests are, if nothing else is said."""


def knock(house: House, key: str = "", name: str = "", address: str = HOME) -> FromPorter | None:
    """Somebody is at the door."""
    return house.service.porter().do(Admit(1, key, name, address))


def admitted(house: House, key: str = "", name: str = "", address: str = HOME) -> Admitted:
    """What the door is told of somebody who may come in."""
    answer = knock(house, key, name, address)
    assert isinstance(answer, Admitted), answer
    return answer


def turned_away(house: House, key: str = "", name: str = "", address: str = HOME) -> str:
    """The code for somebody who may not."""
    answer = knock(house, key, name, address)
    assert isinstance(answer, TurnedAway), answer
    return answer.code


async def by_ssh(house: House, key: str = "", name: str = "", address: str = HOME, **greeting: Any) -> Peer:
    """A guest who has come in by the door."""
    pass_in = admitted(house, key, name, address)
    return await house.enter(name=greeting.pop("call_me", pass_in.name), ticket=pass_in.ticket, **greeting)


def keep(house: House, key: str, **settings: str) -> None:
    """The guest with this key has chosen settings."""
    assert house.service.porter().do(KeepSettings(key, settings)) is None


def name_of(peer: Peer) -> str:
    """What the server calls them."""
    assert peer.welcome is not None
    return peer.welcome.name
