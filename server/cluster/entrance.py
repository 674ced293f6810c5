"""What keeps a node from its Redis, as its operator is told of it."""

from server.cluster.faults import Away, Locked, Refusal, Untrusted
from tuicards.errors import SetupError

LONGEST = 200
"""Letters of what Redis, or the way to it, says."""

CODES: tuple[tuple[type[Exception], str], ...] = (
    (Locked, "cluster_locked"),
    (Untrusted, "cluster_untrusted"),
    (Refusal, "cluster_forbids"),
)


def kept_out(why: Away | Refusal, url: str = "") -> SetupError:
    """`cluster_locked`, `cluster_untrusted`, `cluster_forbids`, or else `cluster_unreachable`. `url`: what was
    tried, where nothing was ever heard there; it is not told."""
    code = next((code for kind, code in CODES if isinstance(why, kind)), "cluster_unreachable")
    said = str(why)[:LONGEST].rstrip(".?! ")
    return SetupError(code, why=said + (_doubt(url) if type(why) is Away else ""))


def _doubt(url: str) -> str:
    """One side may speak TLS, and the other not: neither says so."""
    if url.startswith("rediss://"):
        return " (if that port speaks no TLS, write redis://)"
    return " (if that port speaks TLS, write rediss://)" if url.startswith("redis://") else ""
