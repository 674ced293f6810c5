"""What the kernel does about equal memory (KSM), where its owner lets it look for such."""

import contextlib
import os
from pathlib import Path
from typing import NamedTuple

from tests.bench.cores import use

TOLD = Path("/sys/kernel/mm/ksm")
PAGE = os.sysconf("SC_PAGE_SIZE")


class Merging(NamedTuple):
    """Bytes that need no room since equal ones are there, and seconds on a core spent on looking for them."""

    saved: int = 0
    ran: float = 0.0

    def since(self, before: "Merging", seconds: float) -> dict[str, float]:
        """MiB in all, and the part of a core that looking took."""
        return {"merged_mib": self.saved / 2**20, "merging_cores": (self.ran - before.ran) / seconds}


def merging() -> Merging:
    """So far; nothing where the kernel does not look, or does not tell."""
    with contextlib.suppress(OSError, ValueError):
        if int((TOLD / "run").read_text("ascii")) == 1:
            return Merging(int((TOLD / "pages_sharing").read_text("ascii")) * PAGE, use(*_workers()).ran)
    return Merging()


def _workers() -> list[int]:
    """The kernel's threads that look."""
    return [int(comm.parent.name) for comm in Path("/proc").glob("[0-9]*/comm") if _text(comm) == "ksmd\n"]


def _text(file: Path) -> str:
    try:
        return file.read_text("utf-8", "replace")
    except OSError:
        return ""
