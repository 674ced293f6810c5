"""Goat drawn: trump and stock, and how both sides and all seats stand."""

from tuicards.tui.widgets.canvas import Canvas, Role, wrapped
from tuicards.tui.widgets.cards import draw_caption, draw_card, seen_face
from tuicards.tui.widgets.columns import Column, draw_columns, total_width
from tuicards.tui.widgets.goat_sheet import counting_height, draw_counting, side_labels, sides
from tuicards.tui.widgets.goat_trick import goat_view
from tuicards.tui.widgets.names import seat_labels
from tuicards.tui.widgets.scene import Scene
from tuicards.tui.widgets.seats import draw_people, mate_sign, name_role, presence
from tuicards.tui.widgets.time import time_columns

SMALL = (5, 3)
LARGE = (7, 5)

LEAST_NAME = 6
"""Cells of a name at least."""

WIDEST = 44
"""Cells of the ledger's columns at most."""


def _suit_role(suit: str) -> Role:
    return "redsuit" if suit in "hd" else "black"


# ---- trump and stock -----------------------------------------------------------------------------------


def draw_trump(canvas: Canvas, scene: Scene) -> None:
    """The card that showed trump, the suit in words, how many cards are still to be drawn, and the eggs."""
    view = goat_view(scene)
    size = LARGE if canvas.width >= 20 else SMALL
    canvas.put(1, 0, scene.say("play.trump"), "title", canvas.width - 1)
    draw_card(canvas, 1, 1, size, seen_face(scene, view.indicator))
    y = draw_caption(canvas, size, scene.say(f"colour.{view.trump}"), f"{_suit_role(view.trump)} strong")
    for text, role in _stock_lines(scene):
        for line in wrapped(text, canvas.width - 2):
            canvas.put(1, y, line, role)
            y += 1


def _stock_lines(scene: Scene) -> list[tuple[str, Role]]:
    view = goat_view(scene)
    lines: list[tuple[str, Role]] = [
        (scene.say("play.goat.shown"), "quiet"),
        (scene.say("play.goat.stock", count=view.stock), "" if view.stock else "quiet"),
        (scene.say("play.goat.eggs", count=view.eggs), "label" if view.eggs else "quiet"),
    ]
    return [*lines, (scene.say("play.goat.attempt"), "alert")] if view.attempt > 1 else lines


# ---- the ledger ----------------------------------------------------------------------------------------


def draw_ledger(canvas: Canvas, scene: Scene) -> None:
    """Penalties, tricks and cards won of each side; dealer and cards held of each seat; the last game's score.

    Where there is room, the count of that game.
    """
    view = goat_view(scene)
    room = min(WIDEST, canvas.width - 2)
    y = draw_columns(canvas, (1, 0), room, _side_columns(scene, room), filled=True)
    y = draw_people(canvas, scene, (0, y), room + 1, _seat_columns(scene, room), filled=True)
    if view.history:
        lines = wrapped(_last_game(scene), canvas.width - 2)
        y += canvas.height > y + len(lines)
        for row, line in enumerate(lines, y):
            canvas.put(1, row, line, "label")
        y += len(lines) - 1
    y += 2
    if view.history and canvas.height - y >= counting_height(scene):
        draw_counting(canvas, scene, 1, y)


def _side_columns(scene: Scene, room: int) -> list[Column]:
    view, order = goat_view(scene), sides(scene)
    own = None if scene.me is None else scene.me % 2
    roles: list[Role] = ["mine" if team == own else "" for team in order]
    numbers = [
        Column(
            scene.say(f"play.goat.{word}"), [(str(pair[team]), role) for team, role in zip(order, roles, strict=True)]
        )
        for word, pair in (("penalty", view.totals), ("tricks", view.tricks), ("pile", view.pile_counts))
    ]
    left = room - total_width(numbers) - 1
    names = side_labels(scene, max(LEAST_NAME, left))
    return [Column("", list(zip(names, roles, strict=True)), left=True), *numbers]


def _seat_columns(scene: Scene, room: int) -> list[Column]:
    view, seats = goat_view(scene), range(4)
    marks = [mate_sign(scene, seat) for seat in seats]
    held = Column(scene.say("play.goat.cards"), [(str(view.counts[seat]), name_role(scene, seat)) for seat in seats])
    dealer = scene.say("play.dealer")
    others = [
        Column("", [(dealer if seat == view.dealer else "", "label") for seat in seats]),
        Column("", [(presence(scene, seat), "quiet") for seat in seats], left=True),
        held,
        *time_columns(scene),
    ]
    left = room - sum(column.size + 1 for column in others) - max(map(len, marks)) - 4
    names = seat_labels(scene, max(LEAST_NAME, left))
    return [Column("", [(marks[seat] + names[seat], name_role(scene, seat)) for seat in seats], left=True), *others]


def _last_game(scene: Scene) -> str:
    """The score of the game before, one's own side first."""
    view = goat_view(scene)
    score, (first, second) = view.history[-1], sides(scene)
    return scene.say(
        "play.goat.last_game",
        points=f"{score.points[first]}:{score.points[second]}",
        penalties=f"{score.penalties[first]}:{score.penalties[second]}",
    )
