"""Points of a round, and who wins (R70-R94)."""

from collections.abc import Mapping, Sequence

from tuicards.games.api import Fact, Outcome, Seat
from tuicards.games.rage.bidding import all_made
from tuicards.games.rage.events import PartyEnded, TeamRound
from tuicards.games.rage.options import Options
from tuicards.games.rage.state import Sheet, State

BID_POINTS: Mapping[str, tuple[int, int, int]] = {"fundex": (10, 5, 0), "flat": (10, 10, -5)}
"""By `scoring`: points for an exact bid of 1 or more, an exact bid of 0, a missed bid (R70)."""


def score(options: Options, hand_size: int, bid: int, taken: int, bonus: int = 0, mad: int = 0) -> int:
    """Points of one player or team in one round (R70, R71, R74)."""
    exact, exact_zero, missed = BID_POINTS[options.scoring]
    bid_part = missed if taken != bid else exact if bid else exact_zero
    swept = options.sweep == "double" and taken == hand_size > 1
    return taken * (2 if swept else 1) + bid_part + 5 * bonus - 5 * mad


def round_lines(state: State) -> tuple[TeamRound, ...]:
    """One line a team: bids, tricks, Bonus and Mad are the sums over its members (R92, R93)."""
    setup, hand_size = state.setup, state.round.hand_size
    totals, bids = state.sheet.totals, all_made(state.bids)
    teams = len(totals)
    lines = []
    for team, before in enumerate(totals):
        own = slice(team, None, teams)
        bid, taken, bonus, mad = sum(bids[own]), sum(state.taken[own]), sum(state.bonus[own]), sum(state.mad[own])
        points = score(setup.options, hand_size, bid, taken, bonus, mad)
        lines.append(TeamRound(bid, taken, bonus, mad, points, before + points))
    return tuple(lines)


def team_ranks(totals: Sequence[int], exact: Sequence[int], teams: Sequence[int]) -> tuple[int, ...]:
    """Rank of each seat: by its team's total, then by rounds with an exact bid; else shared (R80-R82)."""
    keys = [(totals[team], exact[team]) for team in teams]
    return tuple(1 + sum(other > key for other in keys) for key in keys)


def _winning_seats(sheet: Sheet, teams: tuple[int, ...]) -> tuple[Seat, ...]:
    return tuple(seat for seat, rank in enumerate(team_ranks(sheet.totals, sheet.exact, teams)) if rank == 1)


def party_ended(sheet: Sheet, teams: tuple[int, ...]) -> PartyEnded:
    seats = _winning_seats(sheet, teams)
    return PartyEnded(tuple(sorted({teams[seat] for seat in seats})), seats)


def outcome(state: State) -> Outcome | None:
    if state.phase != "over":
        return None
    sheet, teams = state.sheet, state.setup.teams
    seats = _winning_seats(sheet, teams)
    shared = len({teams[seat] for seat in seats}) > 1
    result = Fact("party_shared" if shared else "party_won", {"seats_named": seats, "points": max(sheet.totals)})
    return Outcome(team_ranks(sheet.totals, sheet.exact, teams), tuple(sheet.totals[team] for team in teams), result)
