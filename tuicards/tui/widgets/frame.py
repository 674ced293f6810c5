"""What frames the table whatever is played: the head line, the newest lines, the prompt."""

from rich.cells import cell_len

from tuicards.time_left import clock_face
from tuicards.tui.widgets.canvas import Canvas, wrapped
from tuicards.tui.widgets.cards import typed_text
from tuicards.tui.widgets.columns import Text
from tuicards.tui.widgets.face import Face
from tuicards.tui.widgets.pausing import paused_words, wish_words
from tuicards.tui.widgets.scene import Line, Scene
from tuicards.tui.widgets.time import prompt_time


def draw_head(canvas: Canvas, scene: Scene, face: Face) -> None:
    """The game, the table, how far the party has come, and the connection."""
    table, glyphs = scene.state.table, scene.glyphs
    title = f" {scene.speaker.title_of(scene.game.name)} "
    x = canvas.put(0, 0, title, "banner")
    name = (table.title or table.table) if table else ""
    heading = face.heading(scene)
    canvas.centre(0, 0, heading, "strong", canvas.width)
    size = min(canvas.width, cell_len(heading))
    left = (canvas.width - size) // 2
    canvas.put(x + 1, 0, name, "quiet", max(0, left - x - 2))
    text, role = link_text(scene)
    canvas.right(left + size + 1, 0, text, role, max(0, canvas.width - left - size - 2))
    canvas.put(0, 1, glyphs.across * canvas.width, "line")


def link_text(scene: Scene) -> tuple[str, str]:
    """The connection in words."""
    if not scene.state.connected:
        return scene.say("play.lost"), "bad strong"
    known = scene.say("play.connected") if scene.delay is None else scene.say("play.delay", delay=scene.delay)
    watching = f"{scene.say('play.watching')} " if scene.me is None else ""
    return f"{watching}{scene.glyphs.online} {known}", "quiet"


def draw_news(canvas: Canvas, scene: Scene) -> None:
    """The newest lines, the last one lowest and brightest."""
    canvas.put(0, 0, canvas.glyphs.across * canvas.width, "line")
    rows = _newest_rows(canvas, scene)
    for y, (text, role) in enumerate(rows, canvas.height - len(rows)):
        canvas.put(1, y, text, role)


def _newest_rows(canvas: Canvas, scene: Scene) -> list[Text]:
    """As much of the log as goes below one row; of the oldest line the beginning, where not all of it does."""
    rows: list[Text] = []
    for line in reversed(scene.log):
        room = canvas.height - 1 - len(rows)
        if room <= 0:
            break
        parts = wrapped(line.text, canvas.width - 2)
        if len(parts) > room:
            parts = [*parts[: room - 1], canvas.cut(" ".join(parts[room - 1 :]), canvas.width - 2)]
        rows += [(part, line_role(line, line is scene.log[-1])) for part in reversed(parts)]
    return rows[::-1]


def log_rows(scene: Scene, width: int, count: int | None = None) -> list[Text]:
    """The last `count` rows of the log, its long lines wrapped, each with its role; all of them without a count."""
    rows: list[Text] = []
    for line in reversed(scene.log):
        if count is not None and len(rows) >= count:
            break
        role = line_role(line, line is scene.log[-1])
        rows += [(part, role) for part in reversed(wrapped(line.text, width))]
    return rows[:count][::-1]


def draw_feed(canvas: Canvas, scene: Scene) -> None:
    """The log as a column, long lines wrapped; the newest lines where not all fit."""
    canvas.put(1, 0, scene.say("play.log"), "title")
    for y, (part, role) in enumerate(_newest_rows(canvas, scene), 1):
        canvas.put(1, y, part, role)


def line_role(line: Line, newest: bool) -> str:
    """Events are quiet, the newest one is not; what people say has a look of its own."""
    if line.kind == "event":
        return "" if newest else "quiet"
    return "mine" if line.kind == "chat" else "alert"


def draw_prompt(canvas: Canvas, scene: Scene, face: Face) -> None:
    """What is asked, or why the last try was refused; then what Enter will do, and at the end the time left."""
    mark = canvas.glyphs.turn if scene.view.my_turn and not scene.state.paused else " "
    canvas.put(0, 0, mark, "turn")
    time, time_role = prompt_time(scene)
    end = canvas.width - 1 - (cell_len(time) + 2 if time else 0)
    text, role = _asked(scene, face)
    x = canvas.put(2, 0, text, role, max(0, end - 2))
    right, right_role = _aside(scene, face)
    if right != text and x + cell_len(right) + 1 < end:
        canvas.right(x, 0, right, right_role, end - x)
    canvas.right(0, 0, time, time_role, canvas.width - 1)


def _asked(scene: Scene, face: Face) -> Text:
    """What the person is to know first."""
    if scene.notice:
        return scene.notice, "mine strong" if scene.calm else "bad strong"
    if scene.state.stood_in:
        return scene.say("play.stand_in"), "bad strong"
    if scene.state.paused:
        return paused_words(scene), "turn"
    asked = scene.pick.question.ask if scene.pick.question else face.prompt(scene)
    return asked, "turn" if scene.view.my_turn else "label"


def _aside(scene: Scene, face: Face) -> Text:
    """A pause that is asked for, a bot that is about to stand in, or what Enter will do."""
    wish, role = wish_words(scene)
    if wish:
        return wish, role
    if scene.state.paused or scene.state.stood_in:
        return "", ""
    if scene.bot_in is not None:
        soon = (
            scene.say("play.bot_soon", time=clock_face(scene.bot_in)) if scene.bot_in else scene.say("play.bot_now")
        )
        return soon, "alert"
    return promise_text(scene, face), "label"


def promise_text(scene: Scene, face: Face) -> str:
    """What Enter will do, after what has been typed of a card."""
    pick = scene.pick
    typed = scene.say("play.typed", text=typed_text(scene, pick.typed)) + "  " if pick.typed else ""
    question = None if pick.on_bar else pick.question
    if question is not None and pick.bar < len(question.choices):
        choice = question.choices[pick.bar]
        return typed + (choice.barred or scene.say("play.enter_chooses", choice=choice.label))
    return typed + ("" if pick.on_bar or question else face.promise(scene))
