"""Goat on the screen: what its keys mean. What it looks like is drawn by `goat_panels`."""

from typing import Any, TypeVar, cast

import msgspec

from tuicards.client_state import ClientState
from tuicards.games.api import Move, TableView
from tuicards.games.goat import RANKS, Arm, Beat, Card, Disarm, GoatView, Lead, Molodka, Pass
from tuicards.settings import Settings
from tuicards.tui.widgets import goat_panels, goat_sheet, goat_trick
from tuicards.tui.widgets.arranging import Kind, arranged
from tuicards.tui.widgets.cards import face_of, readable
from tuicards.tui.widgets.finished import goat_looked
from tuicards.tui.widgets.queueing import waiting_words, waits
from tuicards.tui.widgets.scene import Choice, HandCard, Question, Scene
from tuicards.tui.widgets.seats import over_prompt, waiting

FULL_HAND = 4
"""Cards of a hand while the stock lasts: so many may be led at most."""

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
    draw_trick = staticmethod(goat_trick.draw_trick)
    draw_ledger = staticmethod(goat_panels.draw_ledger)
    draw_last = staticmethod(goat_trick.draw_last)
    draw_sheet = staticmethod(goat_sheet.draw_sheet)
    draw_chart = staticmethod(goat_sheet.draw_chart)
    sheet_height = staticmethod(goat_sheet.sheet_height)

    def heading(self, scene: Scene) -> str:
        view = goat_view(scene)
        if view.phase == "over":
            return scene.say("play.over")
        parts = [scene.say("play.goat.game", game=view.game), scene.say("play.goat.to", limit=view.limit)]
        return f" {scene.glyphs.dot} ".join(parts)

    def arranged(self, view: TableView, settings: Settings) -> tuple[str, ...]:
        kind = Kind(settings.suits, lambda code: code[-1], lambda code: RANKS.index(code[0]))
        return arranged(view.hand, kind, cast(GoatView, view).trump, settings)

    def hand(self, scene: Scene) -> tuple[HandCard, ...]:
        moves = [move for move in goat_view(scene).legal if isinstance(move, Lead | Beat | Pass)]
        usable = {card for move in moves for card in move.cards}
        trump = goat_view(scene).trump
        cards = (face_of(code, scene.glyphs, legal=code in usable) for code in scene.view.hand)
        return tuple(msgspec.structs.replace(card, trump=card.code[-1] == trump) for card in cards)

    def prompt(self, scene: Scene) -> str:
        view = goat_view(scene)
        if view.phase == "over":
            return over_prompt(scene)
        if not view.my_turn:
            if scene.pick.queued:
                return waiting_words(scene)
            return waiting(scene, "play.armed" if view.armed else "play.waiting")
        if view.phase == "lead":
            return _lead_asked(scene)
        return scene.say(_answer_asked(view), count=view.needed)

    def promise(self, scene: Scene) -> str:
        view, cards = goat_view(scene), meant(scene)
        if view.phase == "over" or not view.hand:
            return ""
        if not view.my_turn:
            code = "hand.enter_unqueues" if waits(scene, self) else "hand.enter_queues"
            return scene.say(code, card=self.queueable(scene))
        if not cards:
            return scene.say("play.goat.take_first", count=view.needed)
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
        if cards := self.queueable(scene):
            waiting = waits(scene, self, passing=True)
            codes = "" if waiting else " ".join(readable(card, scene.glyphs) for card in cards)
            label = scene.say("play.goat.pass_no_longer" if waiting else "play.goat.pass_later", codes=codes)
            choices.append(Choice(label, (scene.key("table.pass", "p"),), command="queue_pass"))
        if any(isinstance(move, Pass) for move in view.legal):
            cards = meant(scene)
            move = legal_with(view, Pass, cards) or Pass(cards=cards)
            codes = " ".join(readable(card, scene.glyphs) for card in cards) if move in view.legal else ""
            label = scene.say("play.goat.pass", codes=codes).strip()
            few = "" if len(cards) == view.needed else scene.say("play.goat.take_first", count=view.needed)
            choices.append(Choice(label, (scene.key("table.pass", "p"),), move, command="pass", lacking=few))
        for kind, code in ((Molodka, "play.goat.molodka"), (Arm, "play.goat.arm"), (Disarm, "play.goat.disarm")):
            if any(isinstance(move, kind) for move in view.legal):
                keys = (scene.key("table.molodka", "m"),)
                choices.append(Choice(scene.say(code), keys, kind(), command="molodka"))
        return tuple(choices)

    def enter(self, scene: Scene) -> Move | Question | None:
        view, cards = goat_view(scene), meant(scene)
        if not view.my_turn or not cards:
            return None
        return tried(view, cards)

    def plays(self, scene: Scene) -> bool:
        return scene.view.phase in ("lead", "respond")

    def queueable(self, scene: Scene) -> tuple[str, ...]:
        if scene.view.my_turn or not self.plays(scene):
            return ()
        here = scene.hand_code()
        return tuple(code for code in scene.view.hand if code in (scene.pick.chosen or (here,)))

    def passed(self, scene: Scene) -> Move | None:
        return legal_with(goat_view(scene), Pass, meant(scene))

    def playable(self, scene: Scene) -> tuple[str, ...]:
        usable = {card for move in goat_view(scene).legal if isinstance(move, Beat) for card in move.cards}
        return tuple(code for code in scene.view.hand if code in usable)

    def finished(self, old: Scene | None, state: ClientState) -> tuple[Any, ...]:
        """The last trick only: V7 lets nobody look at older ones while the game goes on."""
        last = cast(GoatView, state.view).last_trick
        return (last,) if last else ()

    def looked_at(self, scene: Scene, number: int) -> TableView:
        return goat_looked(goat_view(scene), scene.tricks[number])

    def guide(self, scene: Scene) -> tuple[str, ...]:
        view = goat_view(scene)
        if not view.my_turn or view.phase == "over":
            return ()
        molodka = ("hint.guide.goat.molodka",) if Molodka() in view.legal else ()
        scored = ("hint.guide.goat.score",) if view.history and any(view.history[-1].penalties) else ()
        moment = "hint.guide.goat.lead" if view.phase == "lead" else "hint.guide.goat.answer"
        return (*molodka, *scored, moment)

    def card_letter(self, scene: Scene, character: str) -> str:
        rank = character.lower()
        return rank if rank in self.first_letters() else ""

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


def _lead_asked(scene: Scene) -> str:
    """That one is to lead, and how many cards at most where one holds fewer than four."""
    most = len(scene.view.hand)
    if most == FULL_HAND:
        return scene.say("play.goat.your_lead")
    return scene.say("to_lead" if most > 1 else "to_lead_last", seat=scene.me, most=most)


def _answer_asked(view: GoatView) -> str:
    """The code of what a responder is asked for: to beat, to pass, or either."""
    if not any(isinstance(move, Beat) for move in view.legal):
        return "play.goat.only_pass"
    if not any(isinstance(move, Pass) for move in view.legal):
        return "play.goat.only_beat"
    return "play.goat.respond"
