"""What the end of a deal is worth to a team in the party: the chance to win it, by penalty points (G48-G53)."""

from functools import cache

from tuicards.games.goat import GoatView, Options, penalties

CHANCES = ((2, 0.395), (4, 0.095), (6, 0.01))
"""How likely a team gets so many penalty points in a deal between equals."""

UNIT = 1_000_000
"""The values are whole numbers; winning the party for sure is worth so much more than losing it."""

PER_POINT = 0.03
"""What a card point is worth besides, as a share of what four penalty points are: it tells near deals apart."""


def values(view: GoatView, options: Options) -> list[int]:
    """The worth of each end of the deal to the viewing seat's team.

    By its points, 0 to 120; then the same if it has no trick, and if the other team has none (see
    `goat_sim_trials`). Under `eggs=double_next` a deal after eggs counts double.
    """
    team = (view.seat or 0) % 2
    ours, theirs = view.totals[team], view.totals[1 - team]
    double = 2 if options.eggs == "double_next" and view.history and _eggs(view.history[-1].points) else 1
    step = abs(standing(ours + 2, theirs, options.limit) - standing(ours, theirs + 2, options.limit))
    found = []
    for tricks in ((1, 1), (0, 1), (1, 0)):
        for points in range(121):
            mine, other = penalties((points, 120 - points), tricks, options)
            worth = standing(ours + mine * double, theirs + other * double, options.limit)
            found.append(round(UNIT * (worth + PER_POINT * step * (points - 60))))
    return found


def slope(worths: list[int]) -> float:
    """What one point more than the other team is worth, on the whole."""
    return (worths[90] - worths[30]) / 120


def _eggs(points: tuple[int, int]) -> bool:
    return points[0] == points[1]


@cache
def standing(ours: int, theirs: int, limit: int) -> float:
    """Chance to win the party with so many penalty points, between equals."""
    if max(ours, theirs) >= limit and ours != theirs:
        return float(ours < theirs)
    ours, theirs = min(ours, limit), min(theirs, limit)
    if ours == theirs:
        return 0.5
    return sum(
        chance * (standing(ours + more, theirs, limit) + standing(ours, theirs + more, limit))
        for more, chance in CHANCES
    )
