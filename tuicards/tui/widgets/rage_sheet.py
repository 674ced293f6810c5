"""Rage's score sheet: by round and team, and the running totals."""

from rich.cells import cell_len

from tuicards.games.rage import RoundLine, TeamRound
from tuicards.tui.widgets.canvas import Canvas, Role
from tuicards.tui.widgets.rage_trick import rage_view
from tuicards.tui.widgets.scene import Scene

LEFT = 8
"""Cells before the first team's column."""


def draw_sheet(canvas: Canvas, scene: Scene) -> None:
    """By round and team: bid and tricks, made or missed, Bonus and Mad, points, and the running total.

    Where not all rounds fit, the newest do.
    """
    view = rage_view(scene)
    width = min(14, (canvas.width - LEFT - 1) // max(1, len(view.totals)))
    canvas.put(1, 0, scene.say("play.sheet.round"), "title")
    for team in range(len(view.totals)):
        canvas.right(LEFT + width * team, 0, canvas.cut(team_name(scene, team), width - 1), "title", width)
    if not view.history:
        canvas.put(1, 1, scene.say("play.sheet.empty"), "quiet")
    rounds = list(enumerate(view.history, 1))[-((canvas.height - 1) // 2) :]
    for row, (number, line) in enumerate(rounds):
        _draw_round(canvas, 1 + 2 * row, number, line, width)
    key = scene.say("play.sheet.key")
    canvas.put(1, 2 + 2 * len(rounds), key if cell_len(key) < canvas.width else "", "quiet")


def _draw_round(canvas: Canvas, y: int, number: int, line: RoundLine, width: int) -> None:
    canvas.put(0, y, f"{number:>2}", "label")
    canvas.put(3, y, f"({line.hand_size})", "quiet")
    for team, score in enumerate(line.lines):
        _draw_score(canvas, LEFT + width * team, y, score, width)


def _draw_score(canvas: Canvas, x: int, y: int, score: TeamRound, width: int) -> None:
    """Bid and tricks above points and total; a narrow column leaves out what can be worked out."""
    marks = "+" * score.bonus + "-" * score.mad if width > 9 else ""
    role: Role = "good" if score.bid == score.taken else ""
    canvas.right(x, y, f"{marks} {score.bid}/{score.taken}{'=' if score.bid == score.taken else 'x'}", role, width)
    if width > 7:
        canvas.right(x, y + 1, f"{score.points:+d}".replace("-", canvas.glyphs.minus), "quiet", width - 4)
    canvas.right(x, y + 1, str(score.total).replace("-", canvas.glyphs.minus), "strong", width)


def sheet_height(scene: Scene) -> int:
    """Lines of the score sheet."""
    return 2 * max(1, len(rage_view(scene).history)) + 3


def team_name(scene: Scene, team: int) -> str:
    """The names of a team's members."""
    members = [seat for seat, of in enumerate(scene.view.teams) if of == team]
    return "+".join(scene.name(seat) for seat in members)
