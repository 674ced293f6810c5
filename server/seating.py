"""Who is at a table and who sits where. People, chairs and bots; nothing of the game."""

from collections.abc import Iterable
from dataclasses import dataclass

from server.records import SeatKept
from tuicards.wire.messages import SeatInfo


@dataclass(slots=True)
class Chair:
    """A seat: a person's, a bot's, or a person's with a bot standing in."""

    person: str = ""
    bot: str = ""
    again: bool = False
    pause: bool = False
    missed: int = 0
    """In how many turns in a row the person's time was up."""
    nonce: str = ""
    """What the person has added to the next deal."""

    @property
    def free(self) -> bool:
        return not self.person and not self.bot

    def wake(self) -> None:
        """The person plays again."""
        self.bot, self.missed = "", 0

    @property
    def bots_own(self) -> bool:
        """Whether a bot plays here in nobody's place."""
        return bool(self.bot) and not self.person

    @property
    def stand_in(self) -> bool:
        return bool(self.bot and self.person)


class Seating:
    """The chairs of a table and the people at it, in the order in which they came."""

    def __init__(self, seats: int) -> None:
        self.chairs = [Chair() for _ in range(seats)]
        self._seat_of: dict[str, int] = {}
        self._find_seats()
        self.lost_at: dict[str, float | None] = {}
        """Everybody at the table; since when their connection is gone, or None while they are here."""

    @classmethod
    def restored(cls, seats: Iterable[SeatKept], members: Iterable[str], now: float) -> "Seating":
        """The seating of a kept table: everybody's connection is gone since `now`."""
        seating = cls(0)
        seating.chairs = [Chair(seat.person, seat.bot) for seat in seats]
        seating._find_seats()
        seating.lost_at = dict.fromkeys(members, now)
        return seating

    @property
    def members(self) -> tuple[str, ...]:
        return tuple(self.lost_at)

    @property
    def here(self) -> tuple[str, ...]:
        """Those whose connection stands."""
        return tuple([name for name, lost in self.lost_at.items() if lost is None])

    @property
    def anybody_here(self) -> bool:
        """Whether the connection of at least one stands."""
        return None in self.lost_at.values()

    @property
    def all_here(self) -> bool:
        """Whether of all who are at the table the connection stands."""
        return list(self.lost_at.values()).count(None) == len(self.lost_at)

    @property
    def holders(self) -> frozenset[str]:
        """Those to whom a chair belongs, at the table or not."""
        return frozenset(chair.person for chair in self.chairs if chair.person)

    @property
    def watchers(self) -> tuple[str, ...]:
        return tuple(name for name in self.here if self.seat_of(name) is None)

    def is_here(self, name: str) -> bool:
        return name in self.lost_at and self.lost_at[name] is None

    def seat_of(self, name: str) -> int | None:
        return self._seat_of.get(name)

    def _find_seats(self) -> None:
        """Asked of every message, so it is looked up anew only when somebody sits down or gets up."""
        self._seat_of = {chair.person: seat for seat, chair in enumerate(self.chairs) if chair.person}

    def first(self, takeable: bool) -> int | None:
        """The first free seat, or where `takeable` else the first that a bot has for itself."""
        free = [seat for seat, chair in enumerate(self.chairs) if chair.free]
        bots = [seat for seat, chair in enumerate(self.chairs) if takeable and chair.bots_own]
        return next(iter(free + bots), None)

    def empty(self, seat: int, bot: str = "") -> None:
        """Nobody's chair any more, or that of a bot."""
        self.chairs[seat] = Chair(bot=bot)
        self._find_seats()

    def sit(self, name: str, seat: int) -> None:
        """The chair is this person's, and the one they had is free."""
        before = self.seat_of(name)
        if before is not None:
            self.empty(before)
        self.chairs[seat] = Chair(person=name)
        self._find_seats()

    def resize(self, seats: int) -> None:
        """So many chairs. Who sat on one that is gone gets a free one or a bot's, or watches."""
        gone = [chair.person for chair in self.chairs[seats:] if chair.person]
        self.chairs = [*self.chairs[:seats], *(Chair() for _ in range(seats - len(self.chairs)))]
        self._find_seats()
        for name in gone:
            seat = self.first(takeable=True)
            if seat is not None:
                self.sit(name, seat)

    def heir(self, owner: str) -> str | None:
        """Who is next to own the table: a seated person who is here, else a watcher, else a seated one."""
        others = [name for name in self.lost_at if name != owner]

        def claim(name: str) -> tuple[bool, bool]:
            return not self.is_here(name), self.seat_of(name) is None

        return min(others, key=claim, default=None)

    def info(self, seat: int) -> SeatInfo:
        """What everybody may know about a seat."""
        chair = self.chairs[seat]
        if not chair.person:
            return SeatInfo(name=bot_name(seat), bot=chair.bot) if chair.bot else SeatInfo()
        here = self.is_here(chair.person)
        return SeatInfo(
            name=chair.person, bot=chair.bot, stand_in=chair.stand_in, here=here, again=chair.again, pause=chair.pause
        )

    def kept(self) -> tuple[SeatKept, ...]:
        return tuple(SeatKept(chair.person, chair.bot) for chair in self.chairs)


def bot_name(seat: int) -> str:
    """No person may be called like this; see `server.names`."""
    return f"Bot {seat + 1}"
