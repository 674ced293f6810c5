"""Scenes to paint without a screen: what a seat or a watcher sees, and the text that a painter makes of it."""

from collections.abc import Callable, Sequence

from rich.cells import cell_len

from tests.tui.party import PartyLink
from tuicards.client_state import ClientState
from tuicards.tui.glyphs import UNICODE, Glyphs
from tuicards.tui.widgets.canvas import Canvas
from tuicards.tui.widgets.cards import speaker_for
from tuicards.tui.widgets.scene import Scene

Painter = Callable[[Canvas, Scene], object]


def scene_of(link: PartyLink, glyphs: Glyphs = UNICODE) -> Scene:
    """What the link's own seat sees now."""
    over = link.game.outcome(link.state) is not None
    view = link.game.view(link.state, link.me)
    state = ClientState(connected=True, table=link.info("over" if over else "playing"), party=1, view=view)
    return Scene(state=state, speaker=speaker_for(state, None, glyphs=glyphs), glyphs=glyphs)


def rows(painter: Painter, scene: Scene, width: int, height: int) -> list[str]:
    """What a painter draws, line by line; every line is as wide as the canvas."""
    canvas = Canvas(width, height, scene.glyphs)
    painter(canvas, scene)
    lines = canvas.lines()
    assert all(cell_len(line) == width for line in lines)
    return lines


def painted(painter: Painter, scene: Scene, width: int, height: int) -> str:
    """What a painter draws, its blanks made one, so that sentences are found over line ends."""
    return " ".join(" ".join(rows(painter, scene, width, height)).split())


def column(lines: Sequence[str], word: str) -> int:
    """The cell at which a word stands in the first line that has it."""
    line = next(line for line in lines if word in line)
    return cell_len(line[: line.index(word)])
