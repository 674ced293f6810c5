"""A pause by agreement: who asks for one, how to agree, and how to go on."""

from collections.abc import Iterator

from tuicards.tui.widgets.canvas import Canvas, wrapped
from tuicards.tui.widgets.columns import Text
from tuicards.tui.widgets.scene import Choice, Scene
from tuicards.wire.messages import SeatInfo

KEY = ("table.pause", "u")
"""The binding and its usual key."""


def can_pause(scene: Scene) -> bool:
    """Whether one may ask for a pause or end one: who has a seat in a party that goes on."""
    return scene.me is not None and scene.view.outcome is None


def wishes(scene: Scene) -> bool:
    """Whether one asks for a pause, or has agreed to the one that is."""
    own = scene.state.own_seat
    return scene.state.paused or (own is not None and own.pause)


def asking(scene: Scene) -> list[str]:
    """The names of others who ask for a pause."""
    return [seat.name for seat in _others(scene) if seat.pause]


def _others(scene: Scene) -> Iterator[SeatInfo]:
    """The seats of people, save one's own."""
    for place, seat in enumerate(scene.state.table.seats if scene.state.table is not None else ()):
        if seat.name and not seat.bot and place != scene.me:
            yield seat


def paused_words(scene: Scene) -> str:
    """That the game stands still, and for the players how it goes on."""
    if scene.me is None:
        return scene.say("play.pause.watching")
    return scene.say("play.pause.go_on", key=scene.key(*KEY))


def wish_words(scene: Scene) -> Text:
    """Who asks for a pause and how to agree, or who has still to agree; nothing where nobody asks."""
    if scene.state.paused or scene.view.outcome is not None:
        return "", ""
    names = asking(scene)
    if scene.me is not None and wishes(scene):
        missing = [seat.name for seat in _others(scene) if seat.here and not seat.pause]
        return scene.say("play.pause.asked", names=", ".join(missing)) if missing else "", "label"
    if not names:
        return "", ""
    code = "play.pause.asks_watched" if scene.me is None else "play.pause.asks"
    words = scene.say(code, names=", ".join(names), count=len(names), key=scene.key(*KEY))
    return words, "label" if scene.me is None else "alert"


def pause_choices(scene: Scene) -> tuple[Choice, ...]:
    """What the bar offers while there is a pause or somebody asks for one."""
    if not can_pause(scene):
        return ()
    if scene.state.paused:
        code = "end"
    elif wishes(scene):
        code = "not"
    elif asking(scene):
        code = "agree"
    else:
        return ()
    label = scene.say(f"play.do.pause_{code}", names=", ".join(asking(scene)))
    return (Choice(label, (scene.key(*KEY),), command="pause"),)


def draw_pause(canvas: Canvas, scene: Scene) -> None:
    """In the middle of an empty felt, that nothing happens."""
    lines = wrapped(scene.say("play.pause.still"), canvas.width - 4)
    top = max(0, (canvas.height - len(lines) - 2) // 2)
    canvas.centre(0, top, scene.say("play.pause.title"), "turn", canvas.width)
    for y, line in enumerate(lines, top + 2):
        canvas.centre(0, y, line, "label", canvas.width)
