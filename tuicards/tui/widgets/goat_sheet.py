"""Goat's sheet: the games of a party, the piles of the last one counted, the penalties as lines over the games."""

from collections.abc import Sequence
from typing import cast

from tuicards.games.goat import POINTS, RANKS, GoatView
from tuicards.games.goat.events import GameScore
from tuicards.tui.widgets.canvas import Canvas, Role, wrapped
from tuicards.tui.widgets.cards import readable
from tuicards.tui.widgets.chart import Area, Series, draw_lines
from tuicards.tui.widgets.columns import Column, draw_columns
from tuicards.tui.widgets.names import shortened, team_name
from tuicards.tui.widgets.scene import Scene

FEW_POINTS = 31
"""Below this a lost game costs more (G49)."""

COUNTED = [rank for rank in reversed(RANKS) if POINTS[next(card for card in POINTS if card[0] == rank)]]
"""Ranks that count, the dearest first."""

CHART_WIDTH = 34
"""What a chart beside the sheet needs at least."""

GAMES_WIDTH = 62
"""Cells of the list of games, with reasons."""


def _view(scene: Scene) -> GoatView:
    return cast(GoatView, scene.view)


def sides(scene: Scene) -> tuple[int, int]:
    """The teams, one's own first."""
    return (1, 0) if scene.me is not None and scene.me % 2 else (0, 1)


def side_name(scene: Scene, team: int) -> str:
    """`we` and `they`; for a watcher the names."""
    if scene.me is None:
        return team_name(scene, team)
    return scene.say("play.goat.we" if team == scene.me % 2 else "play.goat.they")


def side_labels(scene: Scene, room: int) -> tuple[str, ...]:
    """Both sides, one's own first, each in at most `room` cells."""
    return shortened([side_name(scene, team) for team in sides(scene)], room, scene.glyphs.cut)


# ---- the games of the party ----------------------------------------------------------------------------


def draw_sheet(canvas: Canvas, scene: Scene) -> None:
    """By game: points, tricks, penalty points given and why, and their totals; then who has how far to go, and the
    piles of the last game counted.

    Where not all games fit, the newest do; what has no room below is left out. A wide sheet has the chart beside it.
    """
    view = _view(scene)
    if not view.history:
        canvas.put(1, 0, scene.say("play.sheet.empty"), "quiet", canvas.width - 1)
        _put_lines(canvas, 2, canvas.width, _standing(scene))
        return
    beside = canvas.width - GAMES_WIDTH - 3 >= CHART_WIDTH and canvas.height >= 6 and len(view.history) > 1
    room = GAMES_WIDTH if beside else canvas.width
    if beside:
        width = min(72, canvas.width - room - 3)
        draw_penalty_chart(canvas, scene, (room + 2, 0, width, min(16, canvas.height)))
    games = list(enumerate(view.history, 1))[-max(1, canvas.height - 4) :]
    y = draw_columns(canvas, (1, 0), room - 2, _game_columns(scene, games)) + 1
    y = _put_lines(canvas, y, room, _standing(scene)) + 1
    if canvas.height - y >= counting_height(scene):
        y = draw_counting(canvas, scene, 1, y) + 1
    _draw_piles(canvas, scene, y, room)


def _game_columns(scene: Scene, games: Sequence[tuple[int, GameScore]]) -> list[Column]:
    first, second = sides(scene)

    def pairs(word: str, values: Sequence[tuple[int, int]], role: Role = "") -> Column:
        left, right = (max(2, *(len(str(pair[side])) for pair in values)) for side in (first, second))
        cells = [(f"{pair[first]:>{left}} : {pair[second]:>{right}}", role) for pair in values]
        return Column(scene.say(f"play.goat.sheet.{word}"), cells)

    scores = [score for _, score in games]
    return [
        Column(scene.say("play.goat.sheet.game"), [(str(number), "label") for number, _ in games]),
        pairs("points", [score.points for score in scores]),
        pairs("tricks", [score.tricks for score in scores]),
        pairs("penalty", [score.penalties for score in scores]),
        pairs("total", [score.totals for score in scores], "strong"),
        Column("", [(scene.say(f"play.goat.reason.{_reason(score)}"), "quiet") for score in scores], left=True),
    ]


def _reason(score: GameScore) -> str:
    """Why a game cost what it cost (G49, G50)."""
    if score.points[0] == score.points[1]:
        return "eggs"
    loser = 0 if score.points[0] < score.points[1] else 1
    if not score.tricks[loser]:
        return "no_trick"
    return "few" if score.points[loser] < FEW_POINTS else "lost"


def _standing(scene: Scene) -> list[str]:
    """How far each side is from the limit, one's own first."""
    view = _view(scene)
    lines = [
        scene.say(
            "play.goat.standing",
            name=team_name(scene, team),
            penalty=view.totals[team],
            limit=view.limit,
            left=max(0, view.limit - view.totals[team]),
        )
        for team in sides(scene)
    ]
    return [*lines, scene.say("play.goat.sheet.sides", first=team_name(scene, sides(scene)[0]))]


def _put_lines(canvas: Canvas, y: int, room: int, texts: Sequence[str]) -> int:
    for text in texts:
        for line in wrapped(text, room - 2):
            canvas.put(1, y, line, "label", room - 1)
            y += 1
    return y


# ---- the count of a game -------------------------------------------------------------------------------


def counting_height(scene: Scene) -> int:
    """Lines of the count of the last game."""
    return (6 + len(COUNTED)) if _view(scene).last_piles else 5


def draw_counting(canvas: Canvas, scene: Scene, x: int, y: int) -> int:
    """The last game's piles counted, rank by rank: how many, and what they make; sum, tricks and penalty points.

    Returns the line after it. Piles that were not shown have only their sum.
    """
    view = _view(scene)
    if not view.history:
        return y
    score, order = view.history[-1], sides(scene)
    canvas.put(x, y, scene.say("play.goat.counted", game=len(view.history)), "title", canvas.width - x)
    rows = _counted_rows(scene)
    for word, pair in (("points", score.points), ("tricks", score.tricks), ("penalty", score.penalties)):
        role: Role = "label" if word == "tricks" else "strong"
        text = scene.say(f"play.goat.sheet.{word}")
        rows.append((text, [(str(pair[team]), role) for team in order]))
    columns = [Column("", [(text, "label") for text, _ in rows], left=True)]
    names = side_labels(scene, max(6, (canvas.width - x - columns[0].size - 3) // 2))
    columns += [Column(name, [cells[side] for _, cells in rows]) for side, name in enumerate(names)]
    return draw_columns(canvas, (x, y + 1), canvas.width - x - 1, columns)


def _counted_rows(scene: Scene) -> list[tuple[str, list[tuple[str, Role]]]]:
    """A row a rank that counts: `A 11` and `3 = 33`; then how many cards count nothing."""
    view = _view(scene)
    if not view.last_piles:
        return []
    piles = [view.last_piles[team] for team in sides(scene)]
    rows: list[tuple[str, list[tuple[str, Role]]]] = []
    for rank in COUNTED:
        worth = POINTS[next(card for card in POINTS if card[0] == rank)]
        counts = [sum(card[0] == rank for card in pile) for pile in piles]
        cells: list[tuple[str, Role]] = [(f"{count} = {count * worth:>2}", "") for count in counts]
        rows.append((scene.say("play.goat.worth", rank=rank.replace("T", "10"), count=worth), cells))
    rest = [sum(not POINTS[card] for card in pile) for pile in piles]
    return [*rows, (scene.say("play.goat.rest"), [(f"{count} =  0", "quiet") for count in rest])]


def _draw_piles(canvas: Canvas, scene: Scene, y: int, room: int) -> None:
    """The cards of both piles, where there is room for all of them."""
    lines = _pile_lines(scene, room)
    if y + len(lines) <= canvas.height:
        for row, (line, role) in enumerate(lines, y):
            canvas.put(1, row, line, role, room - 1)


def _pile_lines(scene: Scene, room: int) -> list[tuple[str, Role]]:
    """The cards of both piles; nothing where they were not shown."""
    piles = _view(scene).last_piles
    lines: list[tuple[str, Role]] = []
    for team in sides(scene) if piles else ():
        title = scene.say("play.goat.sheet.pile", name=team_name(scene, team), count=len(piles[team]))
        lines.append((title, "title"))
        text = " ".join(readable(card, scene.glyphs) for card in piles[team])
        lines += [(line, "") for line in wrapped(text, room - 2)]
    return lines


def sheet_height(scene: Scene, width: int) -> int:
    """Lines of the party's sheet."""
    room = min(width, GAMES_WIDTH)
    view, standing = _view(scene), sum(len(wrapped(text, room - 2)) for text in _standing(scene))
    if not view.history:
        return 2 + standing
    return len(view.history) + 2 + standing + 1 + counting_height(scene) + 1 + len(_pile_lines(scene, room))


# ---- the chart -----------------------------------------------------------------------------------------


def draw_chart(canvas: Canvas, scene: Scene) -> None:
    """The penalty points of both sides as lines over the games; below, how far each is from the limit."""
    canvas.put(1, 0, scene.say("play.chart.penalties"), "title", canvas.width - 1)
    lines = _standing(scene)[:2]
    draw_penalty_chart(canvas, scene, (1, 2, min(90, canvas.width - 2), canvas.height - 3 - len(lines)))
    _put_lines(canvas, canvas.height - len(lines), canvas.width, lines)


def draw_penalty_chart(canvas: Canvas, scene: Scene, place: tuple[int, int, int, int]) -> None:
    """The lines of the penalty points in a part of a canvas."""
    view, area = _view(scene), Area(*place)
    if not view.history:
        canvas.put(area.x, area.y, scene.say("play.sheet.empty"), "quiet", area.width)
        return
    names = side_labels(scene, max(6, area.width // 4))
    series = [
        Series(
            canvas.glyphs.marks[team],
            f"{name} {view.totals[team]}",
            (0, *(score.totals[team] for score in view.history)),
            "mine" if scene.me is not None and team == scene.me % 2 else "O" if team else "B",
        )
        for name, team in zip(names, sides(scene), strict=True)
    ]
    if not draw_lines(canvas, area, series):
        canvas.put(area.x, area.y, scene.say("play.chart.too_small"), "quiet", area.width)
