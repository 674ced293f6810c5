"""The plots of docs/bots.md, made of the arenas' reports."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import matplotlib

from tests.bench.bots_pages import FEWEST, STEPS, Reports, by_worlds
from tuicards.arena.estimates import Estimate
from tuicards.bots.api import LEVELS

matplotlib.use("svg")
matplotlib.rcParams |= {
    "svg.hashsalt": "tuicards", "svg.fonttype": "none", "font.size": 9, "axes.spines.top": False,
    "axes.spines.right": False, "axes.grid": True, "grid.alpha": 0.3,
}  # fmt: skip

from matplotlib import pyplot  # noqa: E402, after the choice of what draws

COLOURS: Mapping[str, str] = dict(zip(LEVELS, ("#888888", "#0072b2", "#e69f00", "#cc3311", "#117733"), strict=False))
MARKS: Mapping[str, str] = dict(zip(LEVELS, "osD^v", strict=False))


def draw(reports: Reports, folder: Path) -> None:
    """All plots for which there are figures, each a file in the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, plot in {"elo": elo, "bids": bids, "worlds": worlds}.items():
        if figure := plot(reports):
            figure.savefig(folder / f"bots-{name}.svg", metadata={"Date": None}, bbox_inches="tight")
            pyplot.close(figure)


def _margins(figure: Estimate) -> list[list[float]]:
    """How far the interval reaches down and up."""
    low = figure.value if figure.low is None else figure.low
    high = figure.value if figure.high is None else figure.high
    return [[figure.value - low], [high - figure.value]]


def _dot(axes: Any, x: float, figure: Estimate, level: str, scale: float = 1) -> None:
    down, up = _margins(figure)
    axes.errorbar(
        [x], [scale * figure.value], [[scale * down[0]], [scale * up[0]]], fmt=MARKS.get(level, "o"), capsize=3,
        color=COLOURS.get(level, "black"),
    )  # fmt: skip


def elo(reports: Reports) -> Any:
    """A column for each game and number of seats, a mark for each level."""
    known = [name for name in STEPS if name in reports]
    if not known:
        return None
    figure, axes = pyplot.subplots(figsize=(6.5, 3.5))
    for column, name in enumerate(known):
        for bot in reports[name].bots:
            if bot.elo is not None:
                _dot(axes, column, bot.elo, bot.bot)
                axes.annotate(f"{bot.bot} {bot.elo.value:.0f}", (column + 0.08, bot.elo.value), va="center")
    axes.set_xticks(range(len(known)), [STEPS[name] for name in known])
    axes.set_xlim(-0.4, len(known) - 0.2)
    axes.set_ylabel("Elo, normal = 1000")
    return figure


def bids(reports: Reports) -> Any:
    """Tricks taken by the bid, and how often just so many; the dashed line is a bid that is always met."""
    report = reports.get("rage-steps-4")
    if report is None:
        return None
    figure, (mean, met) = pyplot.subplots(1, 2, figsize=(6.5, 3))
    for bot in report.bots:
        told = [bid for bid in bot.bids if bid.times >= FEWEST]
        look = {"marker": MARKS.get(bot.bot, "o"), "color": COLOURS.get(bot.bot, "black"), "label": bot.bot}
        mean.plot([bid.bid for bid in told], [bid.taken for bid in told], **look)
        met.plot([bid.bid for bid in told], [100 * bid.exact for bid in told], **look)
    most = max((bid.bid for bot in report.bots for bid in bot.bids if bid.times >= FEWEST), default=1)
    mean.plot([0, most], [0, most], "--", color="black", linewidth=0.8)
    mean.set(xlabel="bid", ylabel="tricks taken, mean")
    met.set(xlabel="bid", ylabel="bids met, per cent", ylim=(0, 100))
    mean.legend(frameon=False)
    figure.tight_layout()
    return figure


def worlds(reports: Reports) -> Any:
    """Strength against normals by worlds, and by the median time for a move."""
    rows = by_worlds(reports)
    if not rows:
        return None
    figure, grid = pyplot.subplots(2, 2, figsize=(6.5, 5), squeeze=False, sharey="row")
    for report, count, bot in rows:
        down = ("rage", "goat").index(report.game)
        strength = bot.deals or bot.firsts
        for axes, x in ((grid[down][0], count), (grid[down][1], max(bot.ms_p50, 0.01))):
            _dot(axes, x, strength, "expert", 100)
    counts = sorted({count for _, count, _ in rows})
    for down, what in enumerate(("Rage: first places, per cent", "Goat: deals won, per cent")):
        grid[down][0].set(ylabel=what, xlabel="worlds", xscale="log")
        grid[down][0].set_xticks(counts, [str(count) for count in counts], minor=False)
        grid[down][1].set(xlabel="median of a move, ms (compiled)", xscale="log")
    figure.tight_layout()
    return figure
