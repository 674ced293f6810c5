"""Why a connection is over, or never was; and what to say when none of several could be made."""

from collections.abc import Sequence
from enum import Enum, auto
from typing import Any

OF_THE_PLACE = frozenset({"tls_needed", "hello_late", "version", "server_full"})
"""Last words after which another address of the same server may be better, though that one is none for us."""


class Cause(Enum):
    NOBODY = auto()
    """No answer."""
    PLACE = auto()
    """Who is there cannot take us in; at another address somebody may."""
    PERSON = auto()
    """Whoever asks so is taken in nowhere."""


class Lost(Exception):
    """The connection is over, or never was. `again`: trying once more makes sense."""

    def __init__(
        self, code: str, params: dict[str, Any] | None = None, *, again: bool = True, cause: Cause = Cause.NOBODY
    ) -> None:
        super().__init__(code)
        self.code = code
        self.params = params or {}
        self.again = again
        self.cause = cause


def told_by_server(code: str, params: dict[str, Any], again: bool) -> Lost:
    """For a server's last words."""
    person = not again and code not in OF_THE_PLACE
    return Lost(code, params, again=again, cause=Cause.PERSON if person else Cause.PLACE)


def of_all(failures: Sequence[Lost]) -> Lost:
    """One reason for all the addresses that were tried: where somebody answered, what they said."""
    if len(failures) == 1:
        return failures[0]
    again = any(lost.again for lost in failures)
    for lost in failures:
        if lost.cause is not Cause.NOBODY:
            return Lost(lost.code, lost.params, again=again, cause=lost.cause)
    return Lost("none_answers", {"count": len(failures)})
