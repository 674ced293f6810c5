"""The client's part in a fair deal: it adds a number to each deal in time, and notes what was promised."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass

from tuicards.client_state import Disconnected, LinkEvent
from tuicards.fair_deal import NONCE_BYTES, is_secret
from tuicards.records import Witness
from tuicards.requests import LATER
from tuicards.wire.messages import AddNonce, Done, Refused, TableInfo

REMEMBERED = 4
"""So many parties back: the record of one comes soon after its end."""


def new_nonce() -> str:
    """A number that nobody can guess."""
    return secrets.token_hex(NONCE_BYTES)


@dataclass(slots=True)
class _Coming:
    """A party that has not begun: what the server has promised for it, and what has been added."""

    party: tuple[str, int]
    commitment: str
    nonce: str
    sent_from: int | None = None
    """The seat from which the number was sent."""
    taken_at: int | None = None
    """The seat for which the server has accepted it."""


class DealWitness:
    """Waits for nothing; `wish` says what to send, `seen` what was noted."""

    def __init__(self, draw: Callable[[], str] = new_nonce) -> None:
        self._draw = draw
        self._coming: _Coming | None = None
        self._seen: dict[tuple[str, int], Witness] = {}
        self._request = 0

    def seen(self, table: str, party: int) -> Witness | None:
        """What was noted before a party began; None where one was not there in time."""
        return self._seen.get((table, party))

    def owns(self, event: LinkEvent) -> bool:
        """Whether it is the answer to a number that was sent, and nobody else's business."""
        return isinstance(event, Done | Refused) and 0 < event.id == self._request

    def wish(self, event: LinkEvent, request: Callable[[], int]) -> AddNonce | None:
        """Take in what has happened; what is to be sent now, if anything. `request` gives the id for that."""
        match event:
            case TableInfo(state="playing"):
                self._begun(event)
            case TableInfo():
                return self._before(event, request)
            case Done() if self.owns(event) and self._coming is not None:
                self._coming.taken_at = self._coming.sent_from
            case Refused(code=code) if self.owns(event) and code in LATER:
                self._send_again()
            case Disconnected():
                self._send_again()
        return None

    def _send_again(self) -> None:
        if self._coming is not None:
            self._coming.sent_from = None

    def _before(self, table: TableInfo, request: Callable[[], int]) -> AddNonce | None:
        """A deal is promised: from a seat it gets a number, unless it has it already."""
        party = (table.table, table.party + 1)
        coming = self._coming
        if coming is None or (coming.party, coming.commitment) != (party, table.commitment):
            coming = _Coming(party, table.commitment, self._draw()) if is_secret(table.commitment) else None
            self._coming = coming
        if coming is None:
            return None
        if table.you is None or _counts(table, coming.nonce):
            coming.sent_from = coming.taken_at = table.you
            return None
        if coming.sent_from == table.you and coming.taken_at is None:
            return None
        coming.sent_from, coming.taken_at = table.you, None
        self._request = request()
        return AddNonce(id=self._request, table=table.table, commitment=coming.commitment, nonce=coming.nonce)

    def _begun(self, table: TableInfo) -> None:
        """The party has begun. What was promised for it counts only where that was seen before."""
        coming, self._coming = self._coming, None
        party = (table.table, table.party)
        if coming is None or (coming.party, coming.commitment) != (party, table.commitment):
            return
        witness = Witness(table.commitment)
        if table.you is not None and (_counts(table, coming.nonce) or coming.taken_at == table.you):
            witness = Witness(table.commitment, coming.nonce, table.you)
        self._seen[party] = witness
        for old in list(self._seen)[:-REMEMBERED]:
            del self._seen[old]


def _counts(table: TableInfo, nonce: str) -> bool:
    """Whether the table shows the number for one's own seat."""
    return table.you is not None and table.nonces[table.you : table.you + 1] == (nonce,)
