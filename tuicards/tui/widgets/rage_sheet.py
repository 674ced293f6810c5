"""Rage's score sheet: by round and team, the standing below it, and the totals as lines over the rounds."""

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len

from tuicards.games.rage import RoundLine, TeamRound
from tuicards.tui.widgets.canvas import Canvas, Role, wrapped
from tuicards.tui.widgets.chart import Area, Series, draw_lines
from tuicards.tui.widgets.columns import Column, draw_columns, numerals
from tuicards.tui.widgets.names import team_labels
from tuicards.tui.widgets.rage_standing import Standing, standing_lines, standings
from tuicards.tui.widgets.rage_trump import rage_view
from tuicards.tui.widgets.rage_words import SPECIAL_POINTS
from tuicards.tui.widgets.scene import Scene

LEFT = 8
"""Cells before the first team's column."""

LEAST_ROUNDS = 3
"""Rounds that are worth more than the sentences below them."""

TALL = 99
"""Lines when there is no limit."""

LEAST_COLUMN = 12
"""Cells that a team's column takes where there is room."""

CHART_HEIGHT = 8
"""Lines that a chart needs beside other things."""

LINE_ROLES: tuple[Role, ...] = ("B", "O", "G", "P", "R", "Y", "special", "quiet")
"""The looks of the lines; a sign at each tells them apart as well."""


class Form(NamedTuple):
    """How a round of one team is written: the width of its column, in one line or two, with words or signs."""

    width: int
    one_line: bool
    words: bool


def draw_sheet(canvas: Canvas, scene: Scene) -> None:
    """By round and team: bid and tricks, made or missed, Bonus and Mad, points, and the running total.

    Below, who leads and what the others need. Where not all rounds fit, the newest do.
    """
    room = canvas.width
    view = rage_view(scene)
    form = _form(scene, room)
    names = team_labels(scene, form.width - 1)
    canvas.put(1, 0, scene.say("play.sheet.round"), "title", LEFT - 1)
    for team, name in enumerate(names):
        canvas.right(LEFT + form.width * team, 0, name, "title", form.width)
    if not view.history:
        canvas.put(1, 1, scene.say("play.sheet.empty"), "quiet", room - 1)
        return
    lines = 1 if form.one_line else 2
    below = _below(
        scene, room, canvas.height - 1 - lines * len(view.history), canvas.height - 1 - lines * LEAST_ROUNDS
    )
    shown = max(1, (canvas.height - 1 - len(below)) // lines)
    rounds = list(enumerate(view.history, 1))[-shown:]
    for row, (number, line) in enumerate(rounds):
        _draw_round(canvas, scene, 1 + lines * row, (number, line), form)
    for row, (text, role) in enumerate(below, 1 + lines * len(rounds)):
        canvas.put(1, row, text, role, room - 1)


def _below(scene: Scene, room: int, free: int, most: int) -> list[tuple[str, Role]]:
    """What stands below the rounds: the standing in sentences, in up to `most` lines, and where all rounds fit
    what the signs mean as well."""
    standing = [(line, "label") for text in standing_lines(scene) for line in wrapped(text, room - 2)]
    key = [(line, "quiet") for line in wrapped(scene.say("play.sheet.key", minus=scene.glyphs.minus), room - 2)]
    if free > len(standing) + len(key):
        return [("", ""), *standing, *key]
    return [("", ""), *standing] if standing and most > len(standing) else []


def _one_line(scene: Scene) -> int:
    """Cells that a round of one team needs in one line."""
    scores = [score for line in rage_view(scene).history for score in line.lines]
    bid, marks, points, total = _sizes(scene, scores)
    return 2 + bid + 2 + (marks + 1 if marks else 0) + points + 1 + total


def _sizes(scene: Scene, scores: Sequence[TeamRound]) -> tuple[int, int, int, int]:
    return (
        max((len(_bid(score)) for score in scores), default=3),
        max((len(_marks(scene, score)) for score in scores), default=0),
        max((len(f"{score.points:+d}") for score in scores), default=3),
        max((len(str(score.total)) for score in scores), default=3),
    )


def _word(scene: Scene) -> int:
    """Cells of the words for a bid made or missed."""
    return max(cell_len(scene.say(f"play.sheet.{word}")) for word in ("made", "missed"))


def _form(scene: Scene, room: int) -> Form:
    width = (room - LEFT - 1) // len(rage_view(scene).totals)
    needed = _one_line(scene) + 2
    word = _word(scene)
    widest = max(needed + word + 3, LEAST_COLUMN)
    one_line = width >= needed
    bid, marks, _, _ = _sizes(scene, [score for line in rage_view(scene).history for score in line.lines])
    return Form(min(width, widest), one_line, width >= (needed if one_line else bid + marks + 4) + word + 1)


def _draw_round(canvas: Canvas, scene: Scene, y: int, numbered: tuple[int, RoundLine], form: Form) -> None:
    number, line = numbered
    canvas.right(0, y, str(number), "label", 3)
    canvas.put(4, y, f"({line.hand_size})", "quiet", LEFT - 4)
    for team, score in enumerate(line.lines):
        _draw_score(canvas, scene, (LEFT + form.width * team, y), score, form)


def _draw_score(canvas: Canvas, scene: Scene, place: tuple[int, int], score: TeamRound, form: Form) -> None:
    """Bid and tricks, whether they agree, Bonus and Mad; then points and total, beside or below."""
    x, y = place
    made = score.bid == score.taken
    sign = "=" if made else "x"
    word = f" {scene.say('play.sheet.made' if made else 'play.sheet.missed')}" if form.words else ""
    marks = _marks(scene, score)
    role: Role = "good" if made else ""
    points = f"{score.points:+d}".replace("-", scene.glyphs.minus)
    total = str(score.total).replace("-", scene.glyphs.minus)
    if form.one_line:
        scores = [score for line in rage_view(scene).history for score in line.lines]
        bid, _, width, last = _sizes(scene, scores)
        x_end = canvas.put(x + 3 + bid - len(_bid(score)), y, f"{_bid(score)} {sign}{word}", role)
        canvas.right(x, y, total, "strong", form.width)
        canvas.right(x, y, points, "label", form.width - last - 1)
        canvas.right(x_end, y, marks, "alert", x + form.width - last - width - 2 - x_end)
        return
    said = f"{_bid(score)} {sign}{word}" if word else f"{_bid(score)}{sign}"
    canvas.right(x, y, said, role, form.width)
    room = form.width - cell_len(said) - 2
    canvas.right(x, y, marks if len(marks) <= room else _brief_marks(scene, score), "alert", room + 1)
    canvas.right(x, y + 1, points if form.width > 8 else "", "label", form.width - len(total) - 1)
    canvas.right(x, y + 1, total, "strong", form.width)


def _bid(score: TeamRound) -> str:
    return f"{score.bid}/{score.taken}"


def _marks(scene: Scene, score: TeamRound) -> str:
    """Points of Bonus and Mad."""
    bonus = f"+{SPECIAL_POINTS * score.bonus}" if score.bonus else ""
    return bonus + (f"{scene.glyphs.minus}{SPECIAL_POINTS * score.mad}" if score.mad else "")


def _brief_marks(scene: Scene, score: TeamRound) -> str:
    """A plus a Bonus, a minus a Mad."""
    return "+" * score.bonus + scene.glyphs.minus * score.mad


def sheet_height(scene: Scene, width: int) -> int:
    """Lines of the whole score sheet."""
    lines = 1 if _form(scene, width).one_line else 2
    return 1 + lines * max(1, len(rage_view(scene).history)) + len(_below(scene, width, TALL, TALL))


# ---- the chart -----------------------------------------------------------------------------------------


def draw_chart(canvas: Canvas, scene: Scene) -> None:
    """The totals of all teams as lines over the rounds, and their standing below where there is room."""
    canvas.put(1, 0, scene.say("play.chart.totals"), "title", canvas.width - 1)
    teams = len(rage_view(scene).totals)
    chart = max(teams, CHART_HEIGHT) + 2
    lines = [line for text in standing_lines(scene) for line in wrapped(text, canvas.width - 2)]
    table = teams + 2 if canvas.height >= chart + teams + 3 else 0
    below = table or (len(lines) + 1 if canvas.height >= chart + len(lines) + 1 else 0)
    draw_totals_chart(canvas, scene, Area(1, 1, canvas.width - 2, canvas.height - 1 - below))
    if table:
        _draw_standing(canvas, scene, canvas.height - table)
    for row, line in enumerate(lines if below and not table else (), canvas.height - below + 1):
        canvas.put(1, row, line, "label")


def draw_totals_chart(canvas: Canvas, scene: Scene, area: Area) -> None:
    """The lines of the totals in a part of a canvas; before the first round that there are none."""
    view = rage_view(scene)
    if not view.history:
        canvas.put(area.x, area.y, scene.say("play.sheet.empty"), "quiet", area.width)
        return
    order = standings(scene)
    names = team_labels(scene, max(6, area.width // 4))
    totals = numerals([item.total for item in order], scene.glyphs.minus)
    width = max(cell_len(names[item.team]) for item in order)
    series = [
        Series(
            canvas.glyphs.marks[item.team % len(LINE_ROLES)],
            names[item.team] + " " * (width - cell_len(names[item.team]) + 1) + total,
            (0, *(line.lines[item.team].total for line in view.history)),
            LINE_ROLES[item.team % len(LINE_ROLES)],
        )
        for item, total in zip(order, totals, strict=True)
    ]
    if not draw_lines(canvas, area, series):
        canvas.put(area.x, area.y, scene.say("play.chart.too_small"), "quiet", area.width)


def _draw_standing(canvas: Canvas, scene: Scene, y: int) -> None:
    """A line a team, the best first: rank, total, how far behind, and rounds in which the bid was met."""
    order = standings(scene)
    names = team_labels(scene, max(8, canvas.width // 3))
    minus = canvas.glyphs.minus
    columns = [
        Column("", [(f"{item.rank}.", "label") for item in order]),
        Column("", [(names[item.team], "strong" if item.rank == 1 else "") for item in order], left=True),
        Column(scene.say("play.points"), [(text, "") for text in numerals([item.total for item in order], minus)]),
        Column(scene.say("play.chart.behind"), [(_behind(item, minus), "label") for item in order]),
        Column(scene.say("play.chart.exact"), [(str(item.exact), "label") for item in order]),
    ]
    draw_columns(canvas, (1, y), canvas.width - 2, columns)


def _behind(item: Standing, minus: str) -> str:
    return f"{minus}{item.behind}" if item.behind else "="
