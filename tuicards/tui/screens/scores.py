"""The score sheet of the whole party, over the table."""

from typing import ClassVar

import msgspec
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content

from tuicards.tui.bindings import bound
from tuicards.tui.screens.base import Dialog
from tuicards.tui.screens.keyline import KeyLine
from tuicards.tui.widgets.cards import speaker_for
from tuicards.tui.widgets.faces import face_for
from tuicards.tui.widgets.panel import LOOKS, Panel
from tuicards.tui.widgets.scene import Scene
from tuicards.tui.widgets.sheet import Sheet

replace = msgspec.structs.replace


class ScoreSheet(Dialog[None]):
    """Shows the sheet as it stood when it was opened, and on a second page the scores as lines.

    Arrows scroll, Tab turns the page, Escape, Enter or `s` closes.
    """

    CSS_PATH = "../table.tcss"
    COMPONENT_CLASSES: ClassVar[set[str]] = LOOKS
    BINDINGS: ClassVar[list[BindingType]] = [
        bound("scores.close", "s,enter,space", "close"),
        bound("scores.turn", "tab", "turn"),
    ]

    def __init__(self, scene: Scene) -> None:
        super().__init__()
        self._scene = scene

    def compose(self) -> ComposeResult:
        face = face_for(self._scene.game.name)
        with Vertical(id="sheet-box"):
            yield Sheet(face, id="sheet")
            yield Panel(face.draw_chart, id="chart")
        yield KeyLine()

    def on_mount(self) -> None:
        self.query_one("#chart").display = False
        self.query_one(Sheet).focus()

    def retell(self) -> None:
        state, look = self._scene.state, self.client.look
        speaker = speaker_for(state, None, self.client.language, look.glyphs)
        self._scene = replace(self._scene, speaker=speaker, glyphs=look.glyphs, settings=self.client.settings)
        self.query_one("#sheet-box").border_title = Content(self._scene.say("play.sheet.title"))
        for panel in self.query(Panel):
            panel.show(self._scene)

    def action_turn(self) -> None:
        """From the sheet to the lines, and back."""
        sheet, chart = self.query_one(Sheet), self.query_one("#chart")
        sheet.display, chart.display = chart.display, sheet.display
        if sheet.display:
            sheet.focus()
