"""What a replay shows besides the table: where one is, what happened, and all hands."""

from collections.abc import Sequence

from rich.cells import cell_len

from tuicards.games.api import Seat
from tuicards.replay import Replay
from tuicards.text.replay import date_of
from tuicards.tui.widgets.canvas import Canvas
from tuicards.tui.widgets.cards import seen_face
from tuicards.tui.widgets.names import shortened
from tuicards.tui.widgets.replay_scene import ReplayScene
from tuicards.tui.widgets.seats import turn_sign

NAMES = 14
"""Cells for a name before a hand, at most."""


def draw_head(canvas: Canvas, scene: ReplayScene, replay: Replay) -> None:
    """The game, the table, that this is a replay, and when the party ended."""
    record, title = replay.record, scene.say("replay.title")
    x = canvas.put(0, 0, f" {scene.speaker.title_of(replay.game.name)} ", "banner") + 1
    left = max(x, (canvas.width - cell_len(title)) // 2)
    canvas.put(x, 0, record.title or record.table, "quiet", max(0, left - x - 1))
    x = canvas.put(left, 0, title, "strong") + 1
    canvas.right(x, 0, date_of(record), "quiet", canvas.width - x - 1)
    canvas.put(0, 1, canvas.glyphs.across * canvas.width, "line")


def draw_now(canvas: Canvas, scene: ReplayScene) -> None:
    """What happened in this step; when it is much, the first and the last of it."""
    canvas.put(0, 0, canvas.glyphs.across * canvas.width, "line")
    room = canvas.height - 1
    lines = scene.now if len(scene.now) <= room else (*scene.now[: room - 1], scene.now[-1])
    for y, line in enumerate(lines, 1):
        canvas.put(1, y, line, "strong" if y == 1 else "", canvas.width - 2)


def draw_place(canvas: Canvas, scene: ReplayScene) -> None:
    """Where one is, and with whose eyes one sees; or why something could not be done."""
    mark = canvas.glyphs.turn if scene.playing else " "
    canvas.put(0, 0, mark, "turn")
    x = canvas.put(2, 0, scene.notice or scene.place, "bad strong" if scene.notice else "turn", canvas.width - 3)
    room = canvas.width - x - 3
    if room > 0:
        canvas.right(x + 2, 0, scene.eyes, "label", room)


def draw_hands(canvas: Canvas, scene: ReplayScene, replay: Replay) -> None:
    """Every seat's hand in a line, and after it what the seat has laid face down in this round."""
    step = replay.steps[scene.state.seq]
    face_down = replay.face_down(scene.state.seq)
    seats = range(replay.record.header.seats)
    names = shortened([scene.name(seat) for seat in seats], NAMES, canvas.glyphs.cut)
    width = max(map(cell_len, names)) + 3
    hands = [replay.game.view(step.state, seat).hand for seat in seats]
    longest = max((_length(scene, hand) for hand in hands), default=0)
    for seat in seats:
        seen = scene.view.seat == seat
        role = "mine strong" if seen else ""
        canvas.put(0, seat, turn_sign(canvas, scene, seat), "turn")
        canvas.put(2, seat, names[seat], role, width - 2)
        _draw_cards(canvas, scene, (width, seat), hands[seat])
        _draw_face_down(canvas, scene, (width + longest + 2, seat), face_down[seat])


def _draw_face_down(canvas: Canvas, scene: ReplayScene, place: tuple[int, Seat], cards: Sequence[str]) -> None:
    if cards:
        x = canvas.put(*place, f"{scene.say('replay.face_down')} ", "quiet")
        _draw_cards(canvas, scene, (x, place[1]), cards)


def _draw_cards(canvas: Canvas, scene: ReplayScene, place: tuple[int, int], cards: Sequence[str]) -> None:
    x, y = place
    for code in cards:
        card = seen_face(scene, code)
        x = canvas.put(x, y, scene.speaker.word("card", code), card.role) + 1


def _length(scene: ReplayScene, cards: Sequence[str]) -> int:
    return sum(cell_len(scene.speaker.word("card", code)) + 1 for code in cards)
