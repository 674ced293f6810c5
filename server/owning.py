"""What the owner of a table may do with people, at any time: send away, silence. And how a table is shut."""

from server.mail import Act, Effects
from server.names import name_key
from server.records import TableClosed
from server.timing import TimedTable
from tuicards.errors import Refused
from tuicards.games.api import Seat
from tuicards.wire.messages import Kick, LeftTable, Mute

MOST_BARRED = 200
"""So many cannot come back to a table; with one more the first one can."""

MOST_MUTED = 50
"""So many are silenced at one table; with one more the first may talk again."""

LONGEST_NAME = 40


class OwnedTable(TimedTable):
    """The owner's rights over people."""

    def _free_seat(self, seat: Seat, out: Effects) -> None:
        self._check_not_playing()
        person = self._chair(seat).person
        if person:
            self._send_off(person, out)
        self.seating.empty(seat)

    def _kick(self, request: Kick, out: Effects) -> None:
        self._send_off(self._person_called(request.name), out)

    def _send_off(self, person: str, out: Effects) -> None:
        """Away for good: the person is barred, and the seat is free, or a bot's where there is a party.

        Raises Refused `own_seat` for the owner.
        """
        if person == self.owner:
            raise Refused("own_seat")
        self._barred = (*self._barred, person)[-MOST_BARRED:]
        seat = self.seating.seat_of(person)
        if seat is not None:
            self._vacate(seat)
        if person in self.seating.lost_at:
            del self.seating.lost_at[person]
            out.left.append((person, LeftTable(table=self.code, code="removed")))
            out.gone.append(person)
        self._notice(out, "removed", name=person)
        out.acts.append(Act("kicked", by=self.owner, name=person))

    def _mute(self, request: Mute, out: Effects) -> None:
        """Everybody sees who is silenced; only a change is told. Raises Refused `not_yourself`, `no_such_person`."""
        person = self._person_called(request.name, known=self._muted)
        if person == self.owner:
            raise Refused("not_yourself")
        if request.on == (person in self._muted):
            return
        others = tuple(name for name in self._muted if name != person)
        self._muted = (*others, person)[-MOST_MUTED:] if request.on else others
        self._notice(out, "silenced" if request.on else "unsilenced", name=person)
        out.acts.append(Act("muted" if request.on else "unmuted", by=self.owner, name=person))

    def _person_called(self, name: str, known: tuple[str, ...] = ()) -> str:
        """Somebody at the table, or with a seat at it. Raises Refused `no_such_person`."""
        key = name_key(name)
        for person in (*self.seating.members, *self.seating.holders, *known):
            if name_key(person) == key:
                return person
        raise Refused("no_such_person", name=name[:LONGEST_NAME])

    def _shut(self, out: Effects) -> None:
        """Close the table with whoever is at it."""
        for person in self.seating.members:
            out.left.append((person, LeftTable(table=self.code, code="closed")))
        self._close(out)

    def _vacate(self, seat: Seat) -> None:
        """Nobody's seat any more: free before the first party, a bot's from then on."""
        self.seating.empty(seat, bot="" if self.state == "open" else self.house.stand_in)

    def _close(self, out: Effects) -> None:
        out.gone += self.seating.members
        self.closed = out.closed = True
        out.records.append(TableClosed(self.uid))
