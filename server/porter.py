"""What the SSH door asks of the server, and what it is answered: JSON on a socket between the two.

The door has proved that the guest holds a key; who that is, and whether they come in, the server decides.
"""

from typing import TypeAlias

import msgspec

from server.doors import Doors
from server.names import clean_name
from server.register import Register
from server.tickets import Guest, Tickets
from tuicards.errors import Param, PlayerError
from tuicards.secrecy import told_without


class Admit(msgspec.Struct, frozen=True, tag="admit"):
    """Somebody is at the door."""

    number: int
    """Names the question, for the door."""
    key: str
    """The fingerprint of the key that the guest holds, as OpenSSH writes it (`SHA256:…`); empty: of none."""
    name: str
    """The user name of SSH; empty: the guest is to be asked for one."""
    address: str
    """Where the guest is."""


class KeepSettings(msgspec.Struct, frozen=True, tag="settings"):
    """Remember with a key what its guest has chosen, as texts by setting. Not answered."""

    key: str
    settings: dict[str, str]


class Admitted(msgspec.Struct, frozen=True, tag="admitted"):
    """Let the guest in: a client that greets with the ticket is that guest's."""

    number: int
    ticket: str
    name: str
    """Whose key it is, or the name asked for; empty: the client is to ask for one."""
    settings: dict[str, str] | None
    """What is remembered of the key; None: nothing yet."""

    def __repr__(self) -> str:
        return told_without(self, "ticket")


class TurnedAway(msgspec.Struct, frozen=True, tag="turned_away"):
    """Tell the guest why not: a code of PROTOCOL.md section 5, with its parameters."""

    number: int
    code: str
    params: dict[str, Param]


ToPorter: TypeAlias = Admit | KeepSettings
FromPorter: TypeAlias = Admitted | TurnedAway


class Porter:
    """Answers the SSH door."""

    def __init__(self, people: Register, doors: Doors, tickets: Tickets) -> None:
        self._people, self._doors, self._tickets = people, doors, tickets

    def do(self, order: ToPorter) -> FromPorter | None:
        """Never raises. A guest is turned away where they would be refused whatever they answered then."""
        if isinstance(order, KeepSettings):
            self._people.keys.keep_settings(order.key, order.settings)
            return None
        try:
            return self._admit(order)
        except PlayerError as error:
            self._doors.note_refusal(error, order.address, order.name, order.key)
            return TurnedAway(order.number, error.code, error.params)

    def _admit(self, order: Admit) -> Admitted:
        self._doors.bans.check_address(order.address)
        keys = self._people.keys
        bound = keys.bound(order.key)
        name = bound.name if bound is not None else self._free(order.name)
        self._doors.bans.check_name(name)
        ticket = self._tickets.issue(Guest(order.key, name, order.address))
        return Admitted(order.number, ticket, name, keys.settings(order.key))

    def _free(self, name: str) -> str:
        """The name as it is shown, if it can be one and is no other key's; empty where none was asked for."""
        if not name.strip():
            return ""
        name = clean_name(name)
        self._people.keys.check_free(name)
        return name
