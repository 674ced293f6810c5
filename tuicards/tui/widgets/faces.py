"""Which face a game has on the screen."""

from tuicards.tui.widgets.face import Face
from tuicards.tui.widgets.goat_face import GoatFace
from tuicards.tui.widgets.plain_face import PlainFace
from tuicards.tui.widgets.rage_face import RageFace


def face_for(game: str) -> Face:
    """The face of a game by its name; the plain one for a game that has none of its own."""
    faces: dict[str, Face] = {"rage": RageFace(), "goat": GoatFace()}
    return faces.get(game, PlainFace())
