"""The score sheet of the whole party, over the table."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from tuicards.tui.screens.base import Dialog
from tuicards.tui.widgets.faces import face_for
from tuicards.tui.widgets.panel import LOOKS, Panel
from tuicards.tui.widgets.scene import Scene


class ScoreSheet(Dialog[None]):
    """Shows the sheet as it stood when it was opened; arrows scroll, Escape, Enter or `s` closes."""

    CSS_PATH = "../table.tcss"
    COMPONENT_CLASSES: ClassVar[set[str]] = LOOKS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "s,enter,space",
            "close",
            "key.scores.close",
            id="scores.close",
            show=False,
            tooltip="key.scores.close.tip",
        ),
    ]

    def __init__(self, scene: Scene) -> None:
        super().__init__()
        self._scene = scene

    def compose(self) -> ComposeResult:
        face = face_for(self._scene.game.name)
        panel = Panel(face.draw_sheet, id="sheet")
        panel.styles.height = face.sheet_height(self._scene)
        with Vertical(id="sheet-box"):
            yield Static(self._scene.say("play.sheet.title"), classes="title", markup=False)
            with VerticalScroll(id="sheet-scroll"):
                yield panel

    def on_mount(self) -> None:
        self.query_one("#sheet-scroll").focus()
        self.query_one(Panel).show(self._scene)
