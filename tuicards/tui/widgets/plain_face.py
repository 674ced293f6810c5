"""A face for games that have none of their own: facts as lines, legal moves as choices in the bar."""

from typing import Any

from tuicards.client_state import ClientState
from tuicards.games.api import Move, TableView, Topic
from tuicards.settings import Settings
from tuicards.tui.widgets.canvas import Canvas, wrapped
from tuicards.tui.widgets.cards import face_of
from tuicards.tui.widgets.scene import Choice, HandCard, Question, Scene
from tuicards.tui.widgets.seats import waiting


class PlainFace:
    """Plays any game of the registry; nothing of it knows a rule."""

    several = False

    def heading(self, scene: Scene) -> str:
        return scene.speaker.title_of(scene.game.name)

    def arranged(self, view: TableView, settings: Settings) -> tuple[str, ...]:
        return view.hand

    def hand(self, scene: Scene) -> tuple[HandCard, ...]:
        return tuple(face_of(code, scene.glyphs, legal=False) for code in scene.view.hand)

    def prompt(self, scene: Scene) -> str:
        if scene.view.outcome is not None:
            return scene.say("play.over")
        return scene.say("play.plain.your_turn") if scene.view.my_turn else waiting(scene, "play.waiting")

    def promise(self, scene: Scene) -> str:
        return ""

    def question(self, scene: Scene) -> Question | None:
        moves = scene.view.legal
        choices = tuple(Choice(scene.game.format_move(move), (), move) for move in moves)
        return Question(self.prompt(scene), choices, loose=False) if choices else None

    def actions(self, scene: Scene) -> tuple[Choice, ...]:
        return ()

    def enter(self, scene: Scene) -> Move | Question | None:
        return None

    def plays(self, scene: Scene) -> bool:
        return False

    def queueable(self, scene: Scene) -> tuple[str, ...]:
        return ()

    def passed(self, scene: Scene) -> Move | None:
        return None

    def playable(self, scene: Scene) -> tuple[str, ...]:
        return ()

    def finished(self, old: Scene | None, state: ClientState) -> tuple[Any, ...]:
        return ()

    def looked_at(self, scene: Scene, number: int) -> TableView:
        return scene.view

    def guide(self, scene: Scene) -> tuple[str, ...]:
        return ()

    def card_letter(self, scene: Scene, character: str) -> str:
        return ""

    def typed(self, view: TableView, text: str) -> int | None:
        wanted = text.lower()
        return next((index for index, code in enumerate(view.hand) if code.lower().startswith(wanted)), None)

    def first_letters(self) -> str:
        return ""

    def later_letters(self) -> str:
        return ""

    def complete(self, text: str) -> bool:
        return True

    def draw_trump(self, canvas: Canvas, scene: Scene) -> None:
        """Nothing is known of trump here."""

    def draw_trick(self, canvas: Canvas, scene: Scene) -> None:
        _draw_facts(canvas, scene, "table")

    def draw_ledger(self, canvas: Canvas, scene: Scene) -> None:
        _draw_facts(canvas, scene, "scores")

    def draw_last(self, canvas: Canvas, scene: Scene) -> None:
        _draw_facts(canvas, scene, "trick")

    def draw_sheet(self, canvas: Canvas, scene: Scene) -> None:
        _draw_facts(canvas, scene, "scores")

    def draw_chart(self, canvas: Canvas, scene: Scene) -> None:
        _draw_facts(canvas, scene, "scores")

    def sheet_height(self, scene: Scene, width: int) -> int:
        facts = map(scene.speaker.fact, scene.game.facts(scene.view, "scores"))
        return sum(len(wrapped(text, width - 1)) for text in facts)


def _draw_facts(canvas: Canvas, scene: Scene, topic: Topic) -> None:
    y = 0
    for fact in scene.game.facts(scene.view, topic):
        for line in wrapped(scene.speaker.fact(fact), canvas.width - 1):
            canvas.put(0, y, line)
            y += 1
