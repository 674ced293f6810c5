"""How a server is at a moment: what the operator, a supervisor and whoever measures are told."""

import os
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

try:
    import resource
except ImportError:
    resource = None  # type: ignore[assignment]

Keeping: TypeAlias = Literal["kept", "memory", "refused", "gone"]
"""The record is on the disk; in memory only; in memory since the disk refuses; in a file that was taken away."""


class NodeState(msgspec.Struct, frozen=True, kw_only=True):
    """A node of a cluster, as this one knows it."""

    name: str
    address: str
    version: str
    tables: int
    """That it owns."""
    since: int | None = None
    """When it was started, in seconds since 1970 by its own clock; None: it does not say."""
    run: int = 0
    """Its number, from its start to its end."""


class ClusterState(msgspec.Struct, frozen=True, kw_only=True):
    """Figures of the cluster of which a server is a node."""

    node: str
    """What this one is called."""
    nodes: tuple[NodeState, ...]
    """All that are alive, this one too."""
    tables_here: int
    away: bool
    """Whether Redis cannot be reached: tables wait."""


class State(msgspec.Struct, frozen=True, kw_only=True):
    """Figures of a running server."""

    name: str
    version: str
    pid: int
    uptime_seconds: int
    addresses: tuple[str, ...]
    connections: int
    people: int
    people_over_ssh: int
    tables: int
    parties_running: int
    """With somebody there; what has been deserted goes on after a restart."""
    draining: bool
    stops_in_seconds: int | None
    """At the latest, while it runs dry."""
    record: Keeping
    records_waiting: int
    memory_bytes: int | None
    descriptors: int | None
    cluster: ClusterState | None = None
    """None: it stands alone."""


def memory() -> int | None:
    """Bytes that this process holds, or has held at most where the system tells no more."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return None if resource is None else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def descriptors() -> int | None:
    """How many files and sockets are open, where the system tells."""
    for folder in ("/proc/self/fd", "/dev/fd"):
        try:
            return len(os.listdir(folder)) - 1
        except OSError:
            continue
    return None
