"""What a match has shown, reckoned from its units."""

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from tuicards.arena.elo import Met, Pair, ratings
from tuicards.arena.estimates import Estimate, Pairs, mean, share
from tuicards.arena.match import Match
from tuicards.arena.results import PartyResult, Refusal, UnitResult, percentile

ANCHOR = "normal"
"""Rated 1000 where it plays, else the first bot named."""


class BidReport(msgspec.Struct, frozen=True):
    """All rounds in which a bot bid so much: how many, the mean of tricks taken, how often that was the bid."""

    bid: int
    times: int
    taken: float
    exact: float


class BotReport(msgspec.Struct, frozen=True):
    """How one bot did. `seats` counts its seats over all parties; figures are means over them.

    `firsts` is the share of first places (a tie is shared), `points` the score of its team at the end (penalty
    points in Goat), `ahead` how much better that is than the others' mean; `deals` the share of deals won in Goat,
    `exact` of bids met in Rage. `ms_p50` and `ms_p99` are processor time for a move where there was a choice.
    """

    bot: str
    seats: int
    firsts: Estimate
    points: Estimate
    ahead: Estimate | None
    deals: Estimate | None
    exact: Estimate | None
    elo: Estimate | None
    moves: int
    ms_p50: float
    ms_p99: float
    bids: tuple[BidReport, ...] = ()
    """Of the parties without teams."""


class PairReport(msgspec.Struct, frozen=True):
    """How often `bot` did better than `other` where they met: in Goat by deals, in Rage by rank; a draw is a half."""

    bot: str
    other: str
    better: Estimate


class Report(msgspec.Struct, frozen=True):
    """A whole match. `games` counts parties, `units` deals, `refused_moves` what was refused or a bot failed at.

    `interrupted`: there was more to play.
    """

    game: str
    games: int
    units: int
    seed: int
    seats: int | None
    """None where it differed from deal to deal."""
    bots: tuple[BotReport, ...]
    pairs: tuple[PairReport, ...]
    refused_moves: int
    refusals: tuple[Refusal, ...]
    moves: int
    seconds: float
    interrupted: bool = False


SHOWN = 20
"""So many refusals are told at most."""


def report_of(match: Match, units: Sequence[UnitResult], seconds: float, interrupted: bool = False) -> Report:
    """The report on these units, at least one."""
    parties = [party for unit in units for party in unit.parties]
    met = [_met(unit) for unit in units]
    refusals = [refusal for party in parties for refusal in party.refusals]
    seats = {len(party.lineup) for party in parties}
    return Report(
        game=match.game,
        games=len(parties),
        units=len(units),
        seed=match.seed,
        seats=seats.pop() if len(seats) == 1 else None,
        bots=tuple(_bots(match, units, met)),
        pairs=tuple(_pairs(match, met)),
        refused_moves=len(refusals),
        refusals=tuple(refusals[:SHOWN]),
        moves=sum(sum(party.moves) for party in parties),
        seconds=round(seconds, 3),
        interrupted=interrupted,
    )


def _bots(match: Match, units: Sequence[UnitResult], met: Sequence[Met]) -> Iterator[BotReport]:
    names = [bot.name for bot in match.bots]
    anchor = names.index(ANCHOR) if ANCHOR in names else 0
    elo = ratings(met, len(names), anchor) if any(met) else [None] * len(names)
    for which, name in enumerate(names):
        if any(which in party.lineup for unit in units for party in unit.parties):
            yield _bot(name, which, units, elo[which])


def _bot(name: str, which: int, units: Sequence[UnitResult], elo: Estimate | None) -> BotReport:
    own = [(unit, [(party, seat) for party in unit.parties for seat in _seats(party, which)]) for unit in units]
    here = [places for _, places in own if places]
    flat = [place for places in here for place in places]
    ahead = [lead for places in here if (lead := _summed([_ahead(*place) for place in places]))[1]]
    return BotReport(
        bot=name,
        seats=len(flat),
        firsts=share([_summed([(_first(*place), 1) for place in places]) for places in here]),
        points=mean([_summed([(party.scores[seat], 1) for party, seat in places]) for places in here]),
        ahead=mean(ahead) if ahead else None,
        deals=_share_of([[(party.games[seat], party.dealt) for party, seat in places] for places in here]),
        exact=_share_of([[(party.exact[seat], party.rounds) for party, seat in places] for places in here]),
        elo=elo,
        moves=sum(party.moves[seat] for party, seat in flat),
        ms_p50=round(percentile((party.times[seat] for party, seat in flat), 0.5), 4),
        ms_p99=round(percentile((party.times[seat] for party, seat in flat), 0.99), 4),
        bids=_bids([bid for party, seat in flat for bid in _own_bids(party, seat)]),
    )


def _own_bids(party: PartyResult, seat: int) -> Sequence[tuple[int, int]]:
    alone = party.bids and len(set(party.teams)) == len(party.teams)
    return party.bids[party.teams[seat]] if alone else ()


def _bids(made: Sequence[tuple[int, int]]) -> tuple[BidReport, ...]:
    taken: dict[int, list[int]] = {}
    for bid, tricks in made:
        taken.setdefault(bid, []).append(tricks)
    return tuple(
        BidReport(bid, len(tricks), round(sum(tricks) / len(tricks), 3), round(tricks.count(bid) / len(tricks), 4))
        for bid, tricks in sorted(taken.items())
    )


def first_places(units: Sequence[UnitResult], which: int) -> Estimate | None:
    """The share of first places of one bot; None where it has not played."""
    here = [[(_first(party, seat), 1.0) for party in unit.parties for seat in _seats(party, which)] for unit in units]
    return share([_summed(places) for places in here if places]) if any(here) else None


def _seats(party: PartyResult, which: int) -> list[int]:
    return [seat for seat, bot in enumerate(party.lineup) if bot == which]


def _summed(places: Sequence[tuple[float, float]]) -> tuple[float, float]:
    return sum(value for value, _ in places), sum(weight for _, weight in places)


def _share_of(units: Sequence[Sequence[tuple[float, float]]]) -> Estimate | None:
    pairs: Pairs = [_summed(places) for places in units]
    return share(pairs) if any(weight for _, weight in pairs) else None


def _first(party: PartyResult, seat: int) -> float:
    """1 for a seat whose team won alone, 1/k where k teams share the first place."""
    if party.ranks[seat] != 1:
        return 0.0
    return 1 / len({team for team, rank in zip(party.teams, party.ranks, strict=True) if rank == 1})


def _ahead(party: PartyResult, seat: int) -> tuple[float, float]:
    """How far a seat is ahead of the mean of other bots' seats in other teams; nothing where there are none."""
    others = [
        party.scores[other]
        for other, bot in enumerate(party.lineup)
        if bot != party.lineup[seat] and party.teams[other] != party.teams[seat]
    ]
    if not others:
        return 0.0, 0.0
    lead = party.scores[seat] - sum(others) / len(others)
    return (-lead if party.dealt else lead), 1.0


def _met(unit: UnitResult) -> Met:
    """Who did how well against whom in one unit."""
    scores: dict[Pair, tuple[float, float]] = {}
    for party in unit.parties:
        for pair, (score, count) in _meetings(party):
            before = scores.get(pair, (0.0, 0.0))
            scores[pair] = (before[0] + score, before[1] + count)
    return scores


def _meetings(party: PartyResult) -> Iterator[tuple[Pair, tuple[float, float]]]:
    """Seats of different bots in different teams; the deals of a party count once, not for each pair of seats."""
    seats = range(len(party.lineup))
    found = [
        (one, other)
        for one in seats
        for other in seats
        if party.lineup[one] < party.lineup[other] and party.teams[one] != party.teams[other]
    ]
    of_pair = Counter((party.lineup[one], party.lineup[other]) for one, other in found)
    for one, other in found:
        pair = (party.lineup[one], party.lineup[other])
        if party.dealt:
            yield pair, (party.games[one] / of_pair[pair], party.dealt / of_pair[pair])
        else:
            lead = party.ranks[other] - party.ranks[one]
            yield pair, ((1 + (lead > 0) - (lead < 0)) / 2, 1.0)


def _pairs(match: Match, met: Sequence[Met]) -> Iterator[PairReport]:
    for one, bot in enumerate(match.bots):
        for other in range(one + 1, len(match.bots)):
            together = [unit[one, other] for unit in met if (one, other) in unit]
            if together:
                yield PairReport(bot.name, match.bots[other].name, share(together))
