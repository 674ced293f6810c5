"""What nodes know of each other."""

import msgspec

FORMAT = 1
"""Of facts, letters and logs. A node works beside others whose number is one lower or one higher."""


class NodeInfo(msgspec.Struct, frozen=True):
    """One run of a node: from its start to its end it has one number, and the next start another."""

    run: int
    name: str
    address: str
    """Where its clients connect, for the operator."""
    version: str
    format: int = FORMAT
    since: int = 0
    """When it was started, in seconds since 1970 by its own clock."""
    doors: tuple[str, ...] = ()
    """The addresses that it announces to the network around, as they are typed."""
