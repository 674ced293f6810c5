"""Where the cards of a table's next party come from: the table's secret, and a number of each person seated."""

from collections.abc import Callable

from server.records import SavedTable, Snapshot
from server.seating import Seating
from tuicards.errors import Refused
from tuicards.fair_deal import Dealt, commitment_of, is_nonce
from tuicards.games.api import Seat


class NextDeal:
    """The secret behind the next party of a table. What people add to it lies with their chairs, and goes with them.

    Nobody is told the secret before that party is over.
    """

    def __init__(self, draw: Callable[[], bytes]) -> None:
        """`draw` gives 32 bytes that nobody can guess."""
        self._draw = draw
        self._fix(draw().hex())

    def _fix(self, secret: str) -> None:
        self.secret = secret
        self.commitment = commitment_of(secret)
        """What everybody is told of the secret before anybody adds to it."""

    def anew(self, seating: Seating) -> None:
        """Another secret, to which nobody has added anything."""
        self._fix(self._draw().hex())
        for chair in seating.chairs:
            chair.nonce = ""

    def add(self, seating: Seating, seat: Seat, commitment: str, nonce: str) -> None:
        """Raises Refused: `stale` where the person has seen another commitment, `bad_nonce`."""
        if commitment.lower() != self.commitment:
            raise Refused("stale")
        if not is_nonce(nonce.lower()):
            raise Refused("bad_nonce")
        seating.chairs[seat].nonce = nonce.lower()

    def dealt(self, seating: Seating) -> Dealt:
        """What a party that begins now is dealt from."""
        return Dealt(self.secret, nonces_of(seating))

    def restore(self, kept: Snapshot, seating: Seating) -> None:
        """Go on with what was kept, if anything was."""
        if kept.secret and Dealt(kept.secret, kept.nonces).well_formed(len(seating.chairs)):
            self._fix(kept.secret)
            for chair, nonce in zip(seating.chairs, kept.nonces, strict=True):
                chair.nonce = nonce


def nonces_of(seating: Seating) -> tuple[str, ...]:
    """What each seat has added; empty for bots and free seats."""
    return tuple(chair.nonce for chair in seating.chairs)


def kept_deal(saved: SavedTable) -> Dealt:
    """What the kept party was dealt from; nothing where an older release, or nobody, has noted it."""
    dealt = Dealt(saved.secret, saved.nonces)
    return dealt if saved.header is not None and dealt.well_formed(saved.header.seats) else Dealt()
