"""What is said about the people at the table, the same for every game."""

from tuicards.games.api import Seat
from tuicards.tui.widgets.canvas import Canvas, Role
from tuicards.tui.widgets.scene import Scene


def name_role(scene: Scene, seat: Seat) -> Role:
    """Oneself and whoever is to act stand out."""
    if seat in scene.view.to_act:
        return "strong"
    return "mine" if seat == scene.me else ""


def turn_sign(canvas: Canvas, scene: Scene, seat: Seat) -> str:
    """The arrow before whom the table waits for."""
    return canvas.glyphs.turn if seat in scene.view.to_act else " "


def presence(scene: Scene, seat: Seat) -> str:
    """`bot` or `away`, or nothing to say."""
    table = scene.state.table
    if table is None or seat >= len(table.seats):
        return ""
    info = table.seats[seat]
    if info.bot:
        return scene.say("play.bot")
    return "" if info.here else scene.say("play.away")


def ready_again(scene: Scene, seat: Seat) -> bool:
    """Whether the person has asked for another party."""
    table = scene.state.table
    return table is not None and seat < len(table.seats) and table.seats[seat].again


def waiting(scene: Scene, code: str) -> str:
    """The sentence that names whom the table waits for."""
    names = [scene.speaker.seat_name(seat) for seat in scene.view.to_act]
    return scene.say(code, names=", ".join(names))
