"""A game without a face of its own can still be played: its facts as lines, its moves as choices."""

import pytest

from tests.tui.party import PartyLink, at_table, sees, table_screen
from tuicards.games import GAMES
from tuicards.tui.glyphs import UNICODE
from tuicards.tui.widgets.canvas import Canvas
from tuicards.tui.widgets.faces import face_for
from tuicards.tui.widgets.plain_face import PlainFace


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_the_plain_face_offers_every_legal_move_and_tells_every_fact(game: str) -> None:
    """Whatever the game, nothing is left out that one needs to play it."""
    link = PartyLink(game, 4, seed=b"plain")
    link.tell(link.update(link.others_play()))
    async with at_table(link) as pilot:
        await sees(pilot, "Your")
        scene, face = table_screen(pilot.app).scene, PlainFace()
        question = face.question(scene)
        assert question is not None
        assert [choice.move for choice in question.choices] == list(scene.view.legal)
        canvas = Canvas(200, 30, UNICODE)
        face.draw_trick(canvas, scene)
        told = "\n".join(canvas.lines())
        assert all(scene.speaker.fact(fact) in told for fact in scene.game.facts(scene.view, "table"))


def test_a_game_that_is_unknown_to_the_screen_gets_the_plain_face() -> None:
    """A third game needs no widget."""
    assert isinstance(face_for("third"), PlainFace)
