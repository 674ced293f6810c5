"""What can still be made of a Rage party, by what one may see: the most points of a team, the most it can gain.

Counts of tricks, bids and cards decide; who might hold which card is left open.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate
from typing import NamedTuple

from tuicards.games.rage import COPIES, Card, Options, RageView, score

BONUS, MAD = Card("BO"), Card("MA")


class Part(NamedTuple):
    """A team's part in a round: the bids that it may have made or may make, and what it has won so far."""

    bids: frozenset[int]
    taken: int = 0
    bonus: int = 0
    mad: int = 0


class Course(NamedTuple):
    """A round, played or to come: its size, the tricks left, the Bonus and Mad cards that may still be won."""

    options: Options
    seats: int
    size: int
    left: int
    bonus: int
    mad: int

    def best(self, part: Part, won: int) -> int:
        """The most points of a team that wins so many of the tricks left (R70-R74)."""
        bonus = part.bonus + min(self.bonus, won * self.seats)
        return max(self._scores(part, part.taken + won, bonus, part.mad))

    def worst(self, part: Part, won: int) -> int:
        """The fewest points of a team that wins so many of the tricks left."""
        mad = part.mad + min(self.mad, won * self.seats)
        return min(self._scores(part, part.taken + won, part.bonus, mad))

    def _scores(self, part: Part, taken: int, bonus: int, mad: int) -> Iterator[int]:
        return (score(self.options, self.size, bid, taken, bonus, mad) for bid in part.bids)

    def most(self, part: Part) -> int:
        """The most points of a team."""
        return max(self.best(part, won) for won in range(self.left + 1))

    def gain(self, part: Part, rival: Part) -> int:
        """The most points of a team above those of a rival: tricks that it leaves may bring that one Mad cards."""
        bests = [self.best(part, won) for won in range(self.left + 1)]
        worsts = accumulate((self.worst(rival, lost) for lost in range(self.left + 1)), min)
        return max(best - worst for best, worst in zip(reversed(bests), worsts, strict=True))


def most_points(view: RageView, options: Options, team: int) -> int:
    """The most points that a team can still make, in the round that is not scored yet and in those to come."""
    now = _present(view, options).most(_part(view, team))
    return now + sum(_most_later(*later) for later in _later(view, options, team))


def most_gained(view: RageView, options: Options, team: int, rival: int) -> int:
    """The most points that a team can still make more than a rival."""
    now = _present(view, options).gain(_part(view, team), _part(view, rival))
    return now + sum(_gain_later(*later) for later in _later(view, options, team))


def _present(view: RageView, options: Options) -> Course:
    copies, out = COPIES[options.edition], list(view.turned)
    return Course(
        options=options,
        seats=len(view.teams),
        size=view.hand_size,
        left=view.hand_size - view.tricks_done,
        bonus=copies[BONUS] - sum(view.bonus) - out.count(BONUS),
        mad=copies[MAD] - sum(view.mad) - out.count(MAD),
    )


def _part(view: RageView, team: int) -> Part:
    seats = [seat for seat, of in enumerate(view.teams) if of == team]
    taken, bonus, mad = (sum(count[seat] for seat in seats) for count in (view.taken, view.bonus, view.mad))
    return Part(_bids(view, seats), taken, bonus, mad)


def _bids(view: RageView, seats: Sequence[int]) -> frozenset[int]:
    """Every sum of bids that these seats may come to: those not known may be any, save what the hook forbids."""
    free = range(view.hand_size + 1)
    sums = {0}
    for seat in seats:
        bid = view.bids[seat]
        barred = None if view.has_bid[seat] else view.forbidden_bid
        may = [number for number in free if number != barred] if bid is None else [bid]
        sums = {before + number for before in sums for number in may}
    return frozenset(sums)


def _later(view: RageView, options: Options, team: int) -> Iterator[tuple[Options, int, int, int]]:
    """The rounds to come, as the arguments of the reckoning for one."""
    for size in options.round_plan[len(view.history) + 1 :]:
        yield options, len(view.teams), view.teams.count(team), size


def _to_come(options: Options, seats: int, members: int, size: int) -> tuple[Course, Part]:
    copies = COPIES[options.edition]
    return Course(options, seats, size, size, copies[BONUS], copies[MAD]), Part(frozenset(range(members * size + 1)))


@cache
def _most_later(options: Options, seats: int, members: int, size: int) -> int:
    course, part = _to_come(options, seats, members, size)
    return course.most(part)


@cache
def _gain_later(options: Options, seats: int, members: int, size: int) -> int:
    """All teams have equally many members."""
    course, part = _to_come(options, seats, members, size)
    return course.gain(part, part)
