"""What the operator of a running server may ask of it: plain values, as they come over the control socket."""

from typing import Literal, TypeAlias, get_args

import msgspec


class Order(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """Base of all orders."""


class Status(Order, frozen=True, tag="status"):
    """How the server is, in figures."""


class People(Order, frozen=True, tag="people"):
    """Who is connected."""


class Tables(Order, frozen=True, tag="tables"):
    """All tables, private ones too."""


class Nodes(Order, frozen=True, tag="nodes"):
    """The nodes of the cluster."""


class Announce(Order, frozen=True, tag="say"):
    """Tell everybody who is here."""

    text: str


class KickOut(Order, frozen=True, tag="kick"):
    """End somebody's connection; they leave their table, and may come back."""

    name: str


class Quiet(Order, frozen=True, tag="mute"):
    """For so many minutes nobody hears what somebody says, wherever; not beyond a restart."""

    name: str
    minutes: int = 60


class Unquiet(Order, frozen=True, tag="unmute"):
    name: str


class Ban(Order, frozen=True, tag="ban"):
    """Let a name or an address, or all of a network, in no more; those concerned are sent away."""

    kind: Literal["name", "address"]
    value: str
    why: str = ""
    even_loopback: bool = False
    """This machine too: with it everybody who comes through an SSH server here, or by the server's own SSH door."""


class Unban(Order, frozen=True, tag="unban"):
    kind: Literal["name", "address"]
    value: str


class ListBans(Order, frozen=True, tag="bans"):
    """All bans."""


class ListKeys(Order, frozen=True, tag="keys"):
    """All SSH keys that have a name."""


class ForgetKey(Order, frozen=True, tag="forget-key"):
    """Let an SSH key open nothing any more; its name is free as soon as it is unused."""

    whose: str
    """The key's name, or its fingerprint."""


class CloseTable(Order, frozen=True, tag="close"):
    """Close a table with whoever is at it. Its record so far is kept."""

    table: str


class Drain(Order, frozen=True, tag="drain"):
    """Begin no further party, and stop when the last one is over; or, `cancel`, take that back."""

    minutes: int | None = None
    """In so many at the latest; None: however long it takes."""
    cancel: bool = False


class Backup(Order, frozen=True, tag="backup"):
    """Copy the record into a file on the server's machine, or into a new one in a folder there."""

    file: str


class Reload(Order, frozen=True, tag="reload"):
    """Read again what may change while the server runs."""


AnyOrder: TypeAlias = (
    Status | People | Tables | Nodes | Announce | KickOut | Quiet | Unquiet | Ban | Unban | ListBans | ListKeys
    | ForgetKey | CloseTable | Drain | Backup | Reload
)  # fmt: skip

ORDERS: tuple[str, ...] = tuple(order.__struct_config__.tag for order in get_args(AnyOrder))
"""What each is called."""

LOOKING = (Status, People, Tables, Nodes, ListBans, ListKeys)
"""What changes nothing, and is not noted."""
