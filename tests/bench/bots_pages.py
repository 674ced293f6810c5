"""The tables of docs/bots.md, made of the arenas' reports: no figure in it is typed by hand."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise

from tuicards.arena.estimates import Estimate
from tuicards.arena.report import BotReport, Report
from tuicards.bots.api import LEVELS

Reports = Mapping[str, Report]

MARK = re.compile(r"(<!-- figures: ([a-z-]+) -->\n).*?(<!-- end -->)", re.DOTALL)

TITLES = {
    "rage-expert-normal": "Rage, one expert and three normals",
    "goat-expert-normal": "Goat, experts against normals",
    "rage-hard-normal": "Rage, one hard and three normals",
    "goat-hard-normal": "Goat, hard against normals",
    "rage-expert-hard": "Rage, one expert and three hard",
    "rage-expert-easy": "Rage, one expert and three easy",
    "goat-expert-easy": "Goat, experts against easy",
    "rage-expert-counter": "Rage, one expert and three of another mind",
    "goat-expert-grabber": "Goat, experts against two of another mind",
    "rage-mixed": "Rage, one of each level",
    "goat-mixed": "Goat, an expert with a normal partner, against normals",
}

COMPILED = {"rage": "rage-steps-4", "goat": "goat-steps"}
"""Where levels play with compiled simulators, if there are any here."""

STEPS = {"rage-steps-2": "Rage, 2", "rage-steps-4": "Rage, 4", "rage-steps-6": "Rage, 6", "goat-steps": "Goat"}
"""The matches of each level against the one below, and the game with its seats."""


def filled(page: str, reports: Reports) -> str:
    """The page with the tables between its marks made anew. Raises KeyError for a mark that nothing fills."""
    return MARK.sub(lambda found: f"{found[1]}{TABLES[found[2]](reports)}{found[3]}", page)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown; numbers stand to the right. Without rows: a line that says so."""
    found = list(rows)
    if not found:
        return "Not measured.\n"
    rule = ["---"] + ["---:"] * (len(head) - 1)
    return "".join(f"| {' | '.join(cells)} |\n" for cells in (head, rule, *found))


def share(figure: Estimate | None) -> str:
    """In per cent, with its interval."""
    if figure is None or figure.low is None or figure.high is None:
        return ""
    return f"{figure.value:.1%} ({100 * figure.low:.1f} to {100 * figure.high:.1f})"


def number(figure: Estimate | None, digits: int = 1) -> str:
    """With its interval, where there is one."""
    if figure is None:
        return ""
    if figure.low is None or figure.high is None:
        return f"{figure.value:.{digits}f}"
    return f"{figure.value:.{digits}f} ({figure.low:.{digits}f} to {figure.high:.{digits}f})"


def strength(reports: Reports) -> str:
    """Every match of one line-up."""
    head = ("match", "bot", "parties", "first", "points ahead", "deals won", "bids met")
    return table(head, (
        (title, bot.bot, str(report.games), share(bot.firsts), number(bot.ahead), share(bot.deals), share(bot.exact))
        for name, title in TITLES.items() if (report := reports.get(name)) for bot in report.bots
    ))  # fmt: skip


def steps(reports: Reports) -> str:
    """How often each level does better than the one below."""
    rows = []
    for name, title in STEPS.items():
        if report := reports.get(name):
            better = {pair.other: pair.better for pair in report.pairs}
            rows.append([title, *(share(_turned(better.get(level))) for level in LEVELS[1:])])
    return table(("game, seats", *(f"{level} before {below}" for below, level in pairwise(LEVELS))), rows)


def _turned(figure: Estimate | None) -> Estimate | None:
    """Seen from the other side: of a pair the report tells the lower level's share."""
    if figure is None or figure.low is None or figure.high is None:
        return None
    return Estimate(1 - figure.value, 1 - figure.high, 1 - figure.low)


def elo(reports: Reports) -> str:
    """The ratings."""
    rows = []
    for name, title in STEPS.items():
        if report := reports.get(name):
            by_name = _by_name(report)
            rows.append([title, *(number(by_name[level].elo, 0) if level in by_name else "" for level in LEVELS)])
    return table(("game, seats", *LEVELS), rows)


def cost(reports: Reports) -> str:
    """Milliseconds for a move, plain and compiled."""
    rows = []
    for game in ("rage", "goat"):
        plain, quick = (_by_name(reports.get(name)) for name in (f"{game}-cost", COMPILED[game]))
        for level in LEVELS:
            if level in plain:
                rows.append([f"{game.title()}, {level}", str(plain[level].moves), *_times(plain[level]),
                             *_times(quick.get(level))])  # fmt: skip
    return table(("bot", "moves", "median, ms", "99th percentile", "compiled: median, ms", "99th percentile"), rows)


def _by_name(report: Report | None) -> dict[str, BotReport]:
    return {bot.bot: bot for bot in report.bots} if report else {}


def _times(bot: BotReport | None) -> tuple[str, str]:
    return (f"{bot.ms_p50:.2f}", f"{bot.ms_p99:.2f}") if bot else ("", "")


def worlds(reports: Reports) -> str:
    """Strength against normals by the number of worlds."""
    head = ("game", "worlds", "parties", "first", "points ahead", "deals won", "median, ms", "99th percentile, ms")
    return table(head, (
        (report.game.title(), str(count), str(report.games), share(bot.firsts), number(bot.ahead), share(bot.deals),
         f"{bot.ms_p50:.1f}", f"{bot.ms_p99:.1f}")
        for report, count, bot in by_worlds(reports)
    ))  # fmt: skip


def by_worlds(reports: Reports) -> list[tuple[Report, int, BotReport]]:
    """The matches of different numbers of worlds, the fewest first."""
    found = []
    for name, report in reports.items():
        _, marked, count = name.partition("-worlds-")
        if marked:
            found.append((report, int(count), report.bots[0]))
    return sorted(found, key=lambda row: (row[0].game, row[1]))


def bids(reports: Reports) -> str:
    """What each bid of each level was worth, in Rage with four."""
    report = reports.get("rage-steps-4")
    made = {bot.bot: {bid.bid: bid for bid in bot.bids} for bot in report.bots} if report else {}
    known = sorted({bid for bot in made.values() for bid, told in bot.items() if told.times >= FEWEST})
    return table(("bid", *made), (
        (str(bid), *(
            f"{made[bot][bid].taken:.2f} tricks, met {made[bot][bid].exact:.0%}" if bid in made[bot] else ""
            for bot in made
        ))
        for bid in known
    ))  # fmt: skip


FEWEST = 20
"""A bid that was made more seldom is not told of."""


def legality(reports: Reports) -> str:
    """Refused moves and failures under all options."""
    return table(("game", "bots", "parties", "moves", "refused or failed"), (
        (report.game.title(), ", ".join(bot.bot for bot in report.bots), str(report.games), str(report.moves),
         str(report.refused_moves))
        for name, report in reports.items() if "all-options" in name
    ))  # fmt: skip


TABLES: Mapping[str, Callable[[Reports], str]] = {
    "strength": strength, "steps": steps, "elo": elo, "cost": cost, "worlds": worlds, "bids": bids,
    "legality": legality,
}  # fmt: skip
