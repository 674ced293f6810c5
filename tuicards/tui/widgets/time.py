"""The seats' time on the screen: a column beside the scores, and one's own at the end of the prompt."""

from tuicards.errors import BadOptions
from tuicards.games.api import Seat
from tuicards.time_control import TimeControl, read_clock
from tuicards.time_left import LITTLE, clock_face
from tuicards.tui.widgets.columns import Column, Text
from tuicards.tui.widgets.scene import Scene

LONGEST = 5
"""Cells of the time of a bank."""


def time_columns(scene: Scene) -> list[Column]:
    """The time of every seat, as wide during the whole party; no column where time is not limited.

    Where each turn has a time of its own, only that of the present ones.
    """
    control = _control(scene)
    if control.kind == "none" or scene.view.outcome is not None:
        return []
    width = len(clock_face(control.seconds)) if control.kind == "turn" else LONGEST
    shown = scene.view.to_act if control.kind == "turn" else range(len(scene.view.counts))
    cells = [_cell(scene, seat) if seat in shown else ("", "") for seat in range(len(scene.view.counts))]
    return [Column(scene.say("play.time"), [(f"{text:>{width}}", role) for text, role in cells])]


def _cell(scene: Scene, seat: Seat) -> Text:
    seconds = scene.left[seat] if seat < len(scene.left) else None
    runs = seat in scene.view.to_act and not scene.state.paused
    if seconds is None:
        return "", ""
    if seconds == 0:
        return scene.say("play.time.up"), "bad" if runs else "quiet"
    return clock_face(seconds), "strong" if runs else "quiet"


def _control(scene: Scene) -> TimeControl:
    table = scene.state.table
    try:
        return read_clock(table.clock if table is not None else "")
    except BadOptions:
        return TimeControl()


def running_out(scene: Scene) -> bool:
    """Whether one is to move and has little time left."""
    seconds = _shown(scene)
    return scene.view.my_turn and not scene.state.paused and seconds is not None and seconds <= LITTLE


def prompt_time(scene: Scene) -> Text:
    """One's own time if one is to move, else that of the only seat that is; nothing without a clock."""
    seconds = _shown(scene)
    if scene.state.paused:
        return ("", "") if seconds is None else (scene.say("play.paused"), "quiet")
    if seconds is None:
        return "", ""
    mine = scene.view.my_turn
    if seconds == 0:
        return scene.say("play.time_is_up"), "bad strong" if mine else "label"
    text = clock_face(seconds)
    return (f"! {text}", "bad strong") if running_out(scene) else (text, "strong" if mine else "label")


def _shown(scene: Scene) -> int | None:
    """The time that the prompt tells of."""
    acting = scene.view.to_act
    seat = scene.me if scene.me in acting else acting[0] if len(acting) == 1 else None
    return None if seat is None or seat >= len(scene.left) else scene.left[seat]
