"""Moves tried by the simulator of Rage in many worlds: what each brings in each."""

from tuicards.bots.rage_sim import play_out, points
from tuicards.bots.rage_sim_deal import STATE, deal
from tuicards.bots.rage_sim_layout import BID, CHANCE, FIRST, RULE, SEAT, SEATS, SIZE, TAKEN, TEAMS, TOTAL


def worth(s: list[int], rules: list[int], team: int, rivals: int, stake: int) -> int:
    """Hundredths of points of a team, less `rivals` hundredths of what the others score on average.

    Where the team is first by the totals then, it is worth `stake` hundredths more; half of that, where it shares.
    """
    own, other, first = points(s, rules, team), 0, stake
    for one in range(rules[TEAMS]):
        if one != team:
            theirs = points(s, rules, one)
            other += theirs
            ahead = s[team * SEAT + TOTAL] + own - s[one * SEAT + TOTAL] - theirs
            if ahead < 0:
                first = 0
            elif ahead == 0 and first:
                first = stake // 2
    return 100 * own - rivals * other // (rules[TEAMS] - 1) + first


def met(s: list[int], rules: list[int], team: int) -> int:
    """Whether a team has met its bid (R71, R93)."""
    short = 0
    for seat in range(team, rules[SEATS], rules[TEAMS]):
        short += s[seat * SEAT + BID] - s[seat * SEAT + TAKEN]
    return int(short == 0)


def try_moves(
    base: list[int], number: int, rules: list[int], facts: list[int], pool: list[int], values: list[int],
    high: list[int], count: list[int], moves: list[int], seat: int, rivals: int, stake: int,
    draft: list[int], world: list[int], brought: list[int], meets: list[int],
) -> None:  # fmt: skip
    """Play out every move in each of so many worlds; what the seat's team gets for it, world by world.

    A move below 0 is a bid: -1 bids none, -2 one. `draft` and `world` are scratch.
    """
    team, at = seat % rules[TEAMS], 0
    for _ in range(number):
        deal(base, rules, facts, pool, values, draft, world)
        for move in moves:
            draft[0:SIZE] = world
            draft[CHANCE] = facts[STATE]
            if move < 0:
                draft[seat * SEAT + BID] = -1 - move
                play_out(draft, rules, high, count, RULE, 0, RULE)
            else:
                play_out(draft, rules, high, count, FIRST, move, RULE)
            brought[at] = worth(draft, rules, team, rivals, stake)
            meets[at] = met(draft, rules, team)
            at += 1
