"""Goat on the screen: what its keys mean. What it looks like is drawn by `goat_panels`."""

from typing import TypeVar, cast

from tuicards.games.api import Move, TableView
from tuicards.games.goat import Arm, Beat, Card, Disarm, GoatView, Lead, Molodka, Pass
from tuicards.tui.widgets import goat_panels
from tuicards.tui.widgets.cards import face_of, readable
from tuicards.tui.widgets.scene import Choice, HandCard, Question, Scene
from tuicards.tui.widgets.seats import over_prompt, waiting

WithCards = TypeVar("WithCards", Lead, Beat, Pass)


def goat_view(scene: Scene) -> GoatView:
    """The view by its own type."""
    return cast(GoatView, scene.view)


def meant(scene: Scene) -> tuple[Card, ...]:
    """The cards that a move would use: the chosen ones; without any, the whole hand when all of it is asked for,
    or the card under the cursor when one is enough."""
    view = goat_view(scene)
    if scene.pick.chosen:
        return tuple(Card(code) for code in view.hand if code in scene.pick.chosen)
    if view.needed > 1:
        return tuple(map(Card, view.hand)) if view.needed == len(view.hand) else ()
    code = scene.hand_code()
    return (Card(code),) if code is not None else ()


def legal_with(view: GoatView, kind: type[WithCards], cards: tuple[Card, ...]) -> WithCards | None:
    """The legal move of a kind that uses just these cards, in whatever order."""
    wanted = set(cards)
    return next((move for move in view.legal if isinstance(move, kind) and set(move.cards) == wanted), None)


def tried(view: GoatView, cards: tuple[Card, ...]) -> Lead | Beat:
    """The lead or the beat with these cards, legal or not."""
    if view.phase == "lead":
        return legal_with(view, Lead, cards) or Lead(cards=cards)
    return legal_with(view, Beat, cards) or Beat(cards=cards)


class GoatFace:
    """Cards are chosen one by one and go together; passing, molodka and arming stand in the bar."""

    several = True

    draw_trump = staticmethod(goat_panels.draw_trump)
    draw_trick = staticmethod(goat_panels.draw_trick)
    draw_ledger = staticmethod(goat_panels.draw_ledger)
    draw_last = staticmethod(goat_panels.draw_last)
    draw_sheet = staticmethod(goat_panels.draw_sheet)
    sheet_height = staticmethod(goat_panels.sheet_height)

    def heading(self, scene: Scene) -> str:
        view = goat_view(scene)
        if view.phase == "over":
            return scene.say("play.over")
        parts = [scene.say("play.goat.game", game=view.game), scene.say("play.goat.to", limit=view.limit)]
        return f" {scene.glyphs.dot} ".join(parts)

    def hand(self, scene: Scene) -> tuple[HandCard, ...]:
        moves = [move for move in goat_view(scene).legal if isinstance(move, Lead | Beat | Pass)]
        usable = {card for move in moves for card in move.cards}
        return tuple(face_of(code, scene.glyphs, legal=code in usable) for code in scene.view.hand)

    def prompt(self, scene: Scene) -> str:
        view = goat_view(scene)
        if view.phase == "over":
            return over_prompt(scene)
        if not view.my_turn:
            return waiting(scene, "play.armed" if view.armed else "play.waiting")
        if view.phase == "lead":
            return scene.say("play.goat.your_lead")
        code = _answer_asked(view)
        return scene.say(code if view.needed > 1 else f"{code}_one", count=view.needed)

    def promise(self, scene: Scene) -> str:
        view, cards = goat_view(scene), meant(scene)
        if not view.my_turn or view.phase == "over":
            return ""
        if view.phase == "respond" and len(cards) != view.needed:
            return scene.say("play.goat.choose", count=view.needed, chosen=len(cards))
        move = tried(view, cards)
        if move in view.legal:
            return scene.say("play.enter_leads" if isinstance(move, Lead) else "play.enter_beats", cards=cards)
        if legal_with(view, Pass, cards):
            return scene.say("play.goat.p_passes", cards=cards)
        return scene.say("play.goat.cannot_lead", cards=cards)

    def question(self, scene: Scene) -> Question | None:
        return None

    def actions(self, scene: Scene) -> tuple[Choice, ...]:
        view = goat_view(scene)
        choices: list[Choice] = []
        if any(isinstance(move, Pass) for move in view.legal):
            cards = meant(scene)
            move = legal_with(view, Pass, cards) or Pass(cards=cards)
            codes = " ".join(readable(card, scene.glyphs) for card in cards) if move in view.legal else ""
            choices.append(Choice(scene.say("play.goat.pass", codes=codes).strip(), ("p",), move))
        for kind, code in ((Molodka, "play.goat.molodka"), (Arm, "play.goat.arm"), (Disarm, "play.goat.disarm")):
            if any(isinstance(move, kind) for move in view.legal):
                choices.append(Choice(scene.say(code), ("m",), kind()))
        return tuple(choices)

    def enter(self, scene: Scene) -> Move | Question | None:
        view, cards = goat_view(scene), meant(scene)
        if not view.my_turn or not cards:
            return None
        return tried(view, cards)

    def typed(self, view: TableView, text: str) -> int | None:
        wanted = text.upper()
        return next((index for index, code in enumerate(view.hand) if code.upper().startswith(wanted)), None)

    def first_letters(self) -> str:
        """Ranks; the digits up to four choose by place."""
        return "6789tjqka"

    def later_letters(self) -> str:
        return "shdc"

    def complete(self, text: str) -> bool:
        return len(text) > 1


def _answer_asked(view: GoatView) -> str:
    """The code of what a responder is asked for: to beat, to pass, or either."""
    if not any(isinstance(move, Beat) for move in view.legal):
        return "play.goat.only_pass"
    if not any(isinstance(move, Pass) for move in view.legal):
        return "play.goat.only_beat"
    return "play.goat.respond"
