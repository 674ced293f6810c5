"""Rage on the screen: what its keys mean. What it looks like is drawn by `rage_panels`."""

from tuicards.games.api import Move, TableView
from tuicards.games.rage import COLOURS, SPECIALS, Bid, Card, Play
from tuicards.tui.widgets import rage_panels, rage_sheet, rage_trick
from tuicards.tui.widgets.cards import face_of
from tuicards.tui.widgets.rage_trick import rage_view
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
    sheet_height = staticmethod(rage_sheet.sheet_height)

    def heading(self, scene: Scene) -> str:
        view = rage_view(scene)
        if view.phase == "over":
            return scene.say("play.over")
        played = scene.say("play.rage.trick", number=min(view.tricks_done + 1, view.hand_size), tricks=view.hand_size)
        round_ = scene.say("play.rage.round", round=view.round, rounds=view.rounds)
        cards = scene.say("play.rage.cards" if view.hand_size > 1 else "play.rage.card", count=view.hand_size)
        return f" {scene.glyphs.dot} ".join([round_, cards, *([played] if view.phase == "play" else [])])

    def hand(self, scene: Scene) -> tuple[HandCard, ...]:
        legal = {move.card for move in rage_view(scene).legal if isinstance(move, Play)}
        return tuple(face_of(code, scene.glyphs, legal=code in legal) for code in scene.view.hand)

    def prompt(self, scene: Scene) -> str:
        view = rage_view(scene)
        if view.phase == "over":
            return over_prompt(scene)
        if not view.my_turn:
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
        if code is None or not scene.view.my_turn or scene.view.phase != "play":
            return ""
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
                f"{play.colour} {scene.say(f'colour.{play.colour}')}",
                (str(number), str(play.colour).lower()),
                play,
                role=str(play.colour),
            )
            for number, play in enumerate(plays, 1)
        )
        return Question(scene.say("play.rage.name_colour", card=plays[0].card), choices)

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
