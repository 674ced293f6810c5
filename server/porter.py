"""What the SSH door asks of the server and what it is answered: values only, JSON on a socket between the two.

The door has proved that the guest holds a key; who that is, and whether they come in, the server decides.
"""

from typing import TypeAlias

import msgspec

from tuicards.errors import Param
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
