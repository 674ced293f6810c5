"""Rage on the screen: what its keys mean. What it looks like is drawn by `rage_panels`."""

from typing import Any, cast

import msgspec

from tuicards.client_state import ClientState
from tuicards.games.api import Move, TableView
from tuicards.games.rage import COLOUR_OF, COLOURS, SPECIALS, Bid, Card, Play, RageView
from tuicards.settings import Settings
from tuicards.tui.widgets import rage_panels, rage_sheet, rage_trick
from tuicards.tui.widgets.arranging import Kind, arranged
from tuicards.tui.widgets.cards import letter, seen_face
from tuicards.tui.widgets.finished import rage_looked, rage_tricks
from tuicards.tui.widgets.queueing import waiting_words
from tuicards.tui.widgets.rage_trump import rage_view
from tuicards.tui.widgets.scene import Choice, HandCard, Question, Scene
from tuicards.tui.widgets.seats import over_prompt, waiting


class RageFace:
    """One card at a time; a Wild asks for its colour, a round begins with a bid."""

    several = False

    draw_trump = staticmethod(rage_panels.draw_trump)
    draw_trick = staticmethod(rage_trick.draw_trick)
    draw_ledger = staticmethod(rage_panels.draw_ledger)
    draw_last = staticmethod(rage_trick.draw_last)
    draw_sheet = staticmethod(rage_sheet.draw_sheet)
    draw_chart = staticmethod(rage_sheet.draw_chart)
    sheet_height = staticmethod(rage_sheet.sheet_height)

    def heading(self, scene: Scene) -> str:
        view = rage_view(scene)
        if view.phase == "over":
            return scene.say("play.over")
        played = scene.say("play.rage.trick", number=min(view.tricks_done + 1, view.hand_size), tricks=view.hand_size)
        round_ = scene.say("play.rage.round", round=view.round, rounds=view.rounds)
        cards = scene.say("play.rage.cards", count=view.hand_size)
        return f" {scene.glyphs.dot} ".join([round_, cards, *([played] if view.phase == "play" else [])])

    def arranged(self, view: TableView, settings: Settings) -> tuple[str, ...]:
        kind = Kind(settings.colours, lambda code: COLOUR_OF[Card(code)] or "", lambda code: int(code[1:]))
        return arranged(view.hand, kind, cast(RageView, view).trump, settings)

    def hand(self, scene: Scene) -> tuple[HandCard, ...]:
        view = rage_view(scene)
        legal = self.playable(scene)
        cards = (seen_face(scene, code, legal=code in legal) for code in view.hand)
        return tuple(msgspec.structs.replace(card, trump=card.role == view.trump) for card in cards)

    def prompt(self, scene: Scene) -> str:
        view = rage_view(scene)
        if view.phase == "over":
            return over_prompt(scene)
        if not view.my_turn:
            if scene.pick.queued:
                return waiting_words(scene)
            return waiting(scene, "play.bidding" if view.phase == "bid" else "play.waiting")
        if view.phase == "bid":
            return scene.say("play.rage.your_bid", tricks=view.hand_size)
        if view.led is None:
            return scene.say("play.rage.your_lead" if not view.trick else "play.rage.open")
        if {move.card for move in view.legal if isinstance(move, Play)} == set(view.hand):
            follows = any(card[0] == view.led and card[1:].isdigit() for card in view.hand)
            return scene.say("play.rage.follow" if follows else "play.rage.void", led=view.led)
        return scene.say("play.rage.follow", led=view.led)

    def promise(self, scene: Scene) -> str:
        code = scene.hand_code()
        if code is None or scene.view.phase != "play":
            return ""
        if not scene.view.my_turn:
            waits = code in scene.pick.queued
            return scene.say("hand.enter_unqueues" if waits else "hand.enter_queues", card=code)
        if not any(isinstance(move, Play) and move.card == code for move in scene.view.legal):
            return scene.say("play.cannot", card=code)
        return scene.say("play.enter_asks_colour" if self._named(scene, code) else "play.enter_plays", card=code)

    def question(self, scene: Scene) -> Question | None:
        view = rage_view(scene)
        bids = [move for move in view.legal if isinstance(move, Bid)]
        if not bids:
            return None
        barred = [] if view.forbidden_bid is None else [view.forbidden_bid]
        numbers = sorted({bid.tricks for bid in bids} | set(barred))
        reason = scene.say("play.rage.barred", tricks=view.hand_size, bid=view.forbidden_bid)
        choices = tuple(
            Choice(str(n), (str(n),), Bid(tricks=n), barred=reason if n in barred else "") for n in numbers
        )
        return Question(self.prompt(scene), choices, loose=False)

    def actions(self, scene: Scene) -> tuple[Choice, ...]:
        return ()

    def enter(self, scene: Scene) -> Move | Question | None:
        code = scene.hand_code()
        if code is None or not scene.view.my_turn or scene.view.phase != "play":
            return None
        named = self._named(scene, code)
        if named:
            return self._colours(scene, named)
        return Play(card=Card(code), colour=COLOURS[0] if code == "WI" else None)

    def _named(self, scene: Scene, code: str) -> list[Play]:
        """The plays of a card that name a colour with it."""
        plays = [move for move in scene.view.legal if isinstance(move, Play) and move.card == code]
        return [play for play in plays if play.colour is not None]

    def _colours(self, scene: Scene, plays: list[Play]) -> Question:
        choices = tuple(
            Choice(
                f"{letter(scene.speaker, str(play.colour))} {scene.say(f'colour.{play.colour}')}",
                (str(number), str(play.colour).lower()),
                play,
                role=str(play.colour),
            )
            for number, play in enumerate(plays, 1)
        )
        return Question(scene.say("play.rage.name_colour", card=plays[0].card), choices)

    def plays(self, scene: Scene) -> bool:
        return scene.view.phase == "play"

    def queueable(self, scene: Scene) -> tuple[str, ...]:
        code = scene.hand_code()
        return (code,) if code is not None and self.plays(scene) and not scene.view.my_turn else ()

    def passed(self, scene: Scene) -> Move | None:
        return None

    def playable(self, scene: Scene) -> tuple[str, ...]:
        legal = {move.card for move in scene.view.legal if isinstance(move, Play)}
        return tuple(dict.fromkeys(code for code in scene.view.hand if code in legal))

    def finished(self, old: Scene | None, state: ClientState) -> tuple[Any, ...]:
        view = cast(RageView, state.view)
        if old is None or state.missed:
            return rage_tricks(view, (), (), ())
        again = (old.state.party, old.state.seq) == (state.party, state.seq)
        was, events = rage_view(old), () if again else state.events
        return rage_tricks(view, old.tricks, was.trick, events, anew=not was.tricks)

    def looked_at(self, scene: Scene, number: int) -> TableView:
        return rage_looked(rage_view(scene), scene.tricks[number], number + 1)

    def guide(self, scene: Scene) -> tuple[str, ...]:
        view = rage_view(scene)
        if view.phase == "bid" and view.my_turn:
            scored = ("hint.guide.rage.score",) if view.history else ()
            return (*scored, "hint.guide.rage.bid")
        if view.phase != "play" or not view.my_turn:
            return ()
        special = ("hint.guide.rage.special",) if any(card in SPECIALS for card in self.playable(scene)) else ()
        return ("hint.guide.rage.lead" if view.led is None else "hint.guide.rage.follow", *special)

    def card_letter(self, scene: Scene, character: str) -> str:
        wanted = character.casefold()
        shown = {letter(scene.speaker, colour).casefold(): colour for colour in COLOURS}
        return shown[wanted].lower() if wanted in shown else ""

    def typed(self, view: TableView, text: str) -> int | None:
        wanted = text.upper()
        exact = [index for index, code in enumerate(view.hand) if code == wanted]
        begun = [index for index, code in enumerate(view.hand) if code.startswith(wanted)]
        legal = {move.card for move in view.legal if isinstance(move, Play)}
        good = [index for index in begun if view.hand[index] in legal]
        return next(iter(exact or good or begun), None)

    def first_letters(self) -> str:
        return "".join({code[0].lower() for code in (*COLOURS, *SPECIALS)})

    def later_letters(self) -> str:
        return "0123456789" + "".join({code[1].lower() for code in SPECIALS})

    def complete(self, text: str) -> bool:
        """`G1` may become `G12`; all other values of one digit are complete."""
        return text.upper() in SPECIALS or (text[1:].isdigit() and text[1:] != "1")
