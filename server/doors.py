"""Who is let in: the password, bans, and how often one may guess. And the note that is taken of it."""

import hmac

from server.audit import Audit, NoAudit
from server.bans import Bans
from server.clock import Clock
from server.guesses import Guesses
from server.limits import Bucket, Rate
from tuicards.errors import PlayerError, Refused
from tuicards.wire.messages import Hello

WRONG_PASSWORDS = 10
"""So many a minute from one place; the next one waits a minute."""

WRONG_CODES = 20
"""So many codes of tables that do not exist, a minute, by one person or from one place."""

REFUSALS_NOTED = Rate(2, 100)
"""So many refusals are noted, lest somebody fills the disk with them; then how many were left out."""


class Doors:
    """The doors of one server. `place` is where a connection comes from (`server.origins`)."""

    def __init__(self, password: str, clock: Clock, audit: Audit | None = None) -> None:
        self.password = password
        """May be set anew; those who are in stay in."""
        self.bans = Bans()
        self.audit: Audit = audit or NoAudit()
        self._passwords = Guesses(clock, WRONG_PASSWORDS)
        self._codes = Guesses(clock, WRONG_CODES)
        self._notes = Bucket(REFUSALS_NOTED, clock)
        self._left_out = 0

    def check(self, hello: Hello, host: str, place: str, known: bool) -> None:
        """Raises Refused: `banned`, `password_needed`, `wrong_password`, `too_many_guesses`.

        `known`: the greeting holds a token of this server. Nobody guesses one, so that the wrong guesses of others
        in the same place do not lock these people out.
        """
        self.bans.check_address(host)
        given, right = hello.password.encode(), self.password.encode()
        if not right:
            return
        if not given:
            raise Refused("password_needed")
        if not known:
            self._passwords.check(place)
        if not hmac.compare_digest(given, right):
            self._passwords.wrong(place)
            raise Refused("wrong_password")

    def check_code(self, name: str, place: str) -> None:
        """Whether this person may try a table's code now. Raises Refused `too_many_guesses`."""
        self._codes.check(*_guessers(name, place))

    def wrong_code(self, name: str, place: str) -> None:
        self._codes.wrong(*_guessers(name, place))

    def note_refusal(self, error: PlayerError, host: str, name: str = "", key: str = "") -> None:
        """For the operator: who was not let in, and why."""
        if not self._notes.take():
            self._left_out += 1
            return
        left_out, self._left_out = self._left_out or None, 0
        facts = {"address": host, "name": name or None, "key": key or None}
        self.audit.note("refused", code=error.code, **facts, left_out=left_out)


def _guessers(name: str, place: str) -> tuple[str, ...]:
    """Those of this machine are many, and not held to account for each other."""
    return (f"person {name}", f"place {place}") if place else (f"person {name}",)
