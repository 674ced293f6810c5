"""A report for people."""

import json

import msgspec

from tuicards.arena.estimates import Estimate
from tuicards.arena.report import BotReport, Report
from tuicards.arena.results import Refusal

NAME = 24
"""So much of the end of a bot's name is shown."""

REFUSALS = 3
"""So many are told; --json tells more."""


def table(report: Report) -> str:
    """Lines for each bot, each pair of bots and each refusal."""
    goat = any(bot.deals for bot in report.bots)
    lines = [
        _whole(report),
        "",
        f"{'bot':<{NAME}}{'seats':>7}{'first':>8}{'95 %':>14}{'ahead':>8}{'95 %':>16}"
        f"{'penalty' if goat else 'points':>9}{'deals' if goat else 'exact':>8}{'95 %':>14}"
        f"{'Elo':>7}{'95 %':>12}{'ms p50':>9}{'p99':>9}",
        *(_line(bot) for bot in report.bots),
    ]
    if len(report.pairs) > 1:
        lines += ["", *(f"{pair.bot} before {pair.other}: {_share(pair.better)}" for pair in report.pairs)]
    lines += [line for refusal in report.refusals[:REFUSALS] for line in ("", *_refusal(refusal))]
    return "\n".join(lines)


def _whole(report: Report) -> str:
    parties, deals = _counted(report.games, "party", "parties"), _counted(report.units, "deal", "deals")
    seats = "any number of" if report.seats is None else report.seats
    return (
        f"{report.game}: {parties} on {deals}, {seats} seats, seed {report.seed}; "
        f"{report.moves} moves in {report.seconds:.1f} s, {report.refused_moves} refused"
    )


def _counted(number: int, one: str, more: str) -> str:
    return f"{number} {one if number == 1 else more}"


def _line(bot: BotReport) -> str:
    quality = bot.deals or bot.exact
    return (
        f"{bot.bot[-NAME:]:<{NAME}}{bot.seats:>7}{_percent(bot.firsts)}{_number(bot.ahead, 8, 2)}"
        f"{bot.points.value:>9.2f}{_percent(quality)}{_number(bot.elo, 7, 0)}{bot.ms_p50:>9.2f}{bot.ms_p99:>9.2f}"
    )


def _percent(figure: Estimate | None) -> str:
    if figure is None:
        return f"{'-':>8}{'':>14}"
    return f"{figure.value:>8.1%}" + f"{f'{figure.low:.1%}-{figure.high:.1%}':>14}"


def _number(figure: Estimate | None, width: int, digits: int) -> str:
    """The wider column of bounds goes with more digits."""
    bounds = 16 if digits else 12
    if figure is None or figure.low is None or figure.high is None:
        shown = "-" if figure is None else f"{figure.value:.{digits}f}"
        return f"{shown:>{width}}{'':>{bounds}}"
    between = f"{figure.low:.{digits}f}..{figure.high:.{digits}f}"
    return f"{figure.value:>{width}.{digits}f}{between:>{bounds}}"


def _share(figure: Estimate) -> str:
    return f"{figure.value:.1%} ({figure.low:.1%}-{figure.high:.1%})"


def _refusal(refusal: Refusal) -> tuple[str, str]:
    """What happened, and the position as one line of JSON."""
    return (
        f"refused, seat {refusal.seat + 1} ({refusal.bot}): {refusal.fault}; chosen: {refusal.move or 'nothing'}",
        json.dumps(msgspec.to_builtins(refusal)),
    )
