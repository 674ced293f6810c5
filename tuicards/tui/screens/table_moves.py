"""Moves at the table: sent once and only on one's turn, doubted, hinted at, or made by themselves."""

import asyncio
from typing import NamedTuple

import msgspec
from rich.cells import cell_len
from textual import on, work

from tuicards.bots.choice import Choice
from tuicards.bots.seen import Seen, cards_of
from tuicards.bots.slips import slip
from tuicards.client_state import ClientState
from tuicards.foolish import Hinted
from tuicards.games.api import Move, to_plain
from tuicards.thinking.telling import LONG
from tuicards.tui.link import RequestRefused
from tuicards.tui.screens.table_picture import TablePicture
from tuicards.tui.widgets import choosing, hinting, queueing
from tuicards.tui.widgets.scene import Question, Scene
from tuicards.wire.messages import MakeMove

replace = msgspec.structs.replace

SLOW = 0.5
"""Seconds without an answer after which it is said that a move is on its way."""


class Asked(NamedTuple):
    """A move that has been sent: the number of the request, and the question that it answers."""

    id: int
    question: tuple[object, ...]

    def still(self, scene: Scene) -> bool:
        """Whether the table still asks the same, as it does when others bid at the same time."""
        return self.question == what_is_asked(scene)


def what_is_asked(scene: Scene) -> tuple[object, ...]:
    """What one may do, and with which cards: another as soon as one's move has been made."""
    view = scene.view
    return scene.state.party, view.my_turn, sorted(view.hand), view.legal


def still(state: ClientState) -> bool:
    """Whether no move is one's own to make: the party is paused, or a bot plays."""
    return state.paused or state.stood_in


class TableMoves(TablePicture):
    """Sends moves. Which one, is for the subclass to say by its keys."""

    def __init__(self) -> None:
        super().__init__()
        self._asked: Asked | None = None
        """The move that is under way and not yet answered."""
        self._coming_back: int | None = None
        """The request by which one takes the seat back from a bot."""
        self._acted_on = ("", 0, 0)
        """The picture to which a move was last made by itself."""
        self._hinted: Hinted | None = None
        """The hint that was told last."""

    # ---- after each picture -------------------------------------------------------------------------

    def show_state(self, state: ClientState) -> None:
        was = self._scene.state if self._scene is not None else None
        super().show_state(state)
        if not state.stood_in or not state.connected:
            self._coming_back = None
        if was is not None and still(was) and not still(state):
            self.on_news()

    def on_news(self) -> None:
        """A new picture: what waited for it goes now."""
        connected = self.scene.state.connected
        if self._asked is not None and not (connected and self._asked.still(self.scene)):
            self._asked = None
            self._turn_told = self._turn_told and not connected
        if connected and not still(self.scene.state):
            self._act_by_itself()
        self.workers.cancel_group(self, "hint")

    def _act_by_itself(self) -> None:
        """The card that waits for one's turn, or the only move, where the settings say so. Once a picture."""
        state = self.scene.state
        picture = (state.table.table if state.table else "", state.party, state.seq)
        if picture == self._acted_on:
            return
        self._acted_on = picture
        if self.scene.pick.queued:
            self._take_queued()
        elif self._only_move() is not None:
            self._play_only_move()

    def _take_queued(self) -> None:
        """Plays the card that waits, asks what must be asked first, or says that it cannot go any more."""
        scene, found = self.scene, queueing.ripe(self.scene, self.face)
        if found == "waits":
            return
        pick = replace(scene.pick, queued=(), passing=False)
        if found == "dropped":
            code = "hand.pass_dropped" if scene.pick.passing else "hand.queue_dropped"
            self._show(replace(scene, pick=pick, notice=scene.say(code, cards=scene.pick.queued)))
        elif isinstance(found, Question):
            self._show(replace(scene, pick=replace(queueing.chosen_again(scene), question=found, bar=0)))
        elif isinstance(found, Move):
            self._show(replace(scene, pick=pick))
            self._send(found, by_itself=True)

    def _only_move(self) -> Move | None:
        """The one legal move of one's turn, where it may go by itself; never a bid."""
        view = self.scene.view
        single = self.client.settings.play_only_card and view.my_turn and len(view.legal) == 1
        only: Move | None = view.legal[0] if single and self.face.plays(self.scene) else None
        return only

    def _play_only_move(self) -> None:
        move = self._only_move()
        if move is not None:
            told = hinting.only(self.scene, move)
            self._note(told)
            self._tell(told(self.scene.speaker))
            self._send(move, by_itself=True)

    @on(RequestRefused)
    def _refused(self, event: RequestRefused) -> None:
        """Says which rule forbids it, and what would be legal, where the game has words for that."""
        event.stop()
        if self._asked is not None and self._asked.id == event.refused.id:
            self._asked = None
        if self._coming_back == event.refused.id:
            self._coming_back = None
        if self._scene is None:
            return
        code, params = event.refused.code, event.refused.params
        if self.scene.speaker.knows(f"{code}.legal"):
            code, params = f"{code}.legal", {**params, "playable": self.face.playable(self.scene)}
        self._tell(self.scene.speaker.say(code, params), calm=False)

    # ---- one's own moves ----------------------------------------------------------------------------

    def _send_if_sure(self, move: Move) -> None:
        """Sends a move; where the settings want it, asks once before a bid and before a slip."""
        doubt = "" if move == self.scene.pick.doubted else self._doubt(move)
        if doubt:
            self._choose(replace(self.scene.pick, doubted=move), doubt)
        else:
            self._send(move)

    def _doubt(self, move: Move) -> str:
        """The sentence that asks whether the move is meant; empty where nothing is to be asked."""
        scene, settings = self.scene, self.client.settings
        view = self.client.state.view
        better = slip(scene.game, view, move) if settings.ask_before_slips and view is not None else None
        if better is not None:
            self._note(lambda speaker: speaker.fact(better.why))
            return hinting.worded(scene, "hint.slip", better.move)
        bid = move.__struct_config__.tag == "bid"
        return scene.say("hand.sure_bid", **hinting.fields(scene, move)) if settings.bid and bid else ""

    def _send(self, move: Move, by_itself: bool = False) -> None:
        """Sends a move as the answer to the picture shown. While one is under way, no other is sent."""
        table = self.scene.state.table
        if self._asked is not None or table is None:
            return
        number = self.client.next_id()
        self._asked, self._turn_told = Asked(number, what_is_asked(self.scene)), True
        if not by_itself:
            loose = self.scene.pick.question is not None and self.scene.pick.question.loose
            pick = replace(self.scene.pick, typed="", place="", on_bar=False, peek=None)
            self._choose(choosing.let_go(pick) if loose else pick)
        request = MakeMove(id=number, table=table.table, seq=self.scene.state.seq, move=to_plain(move))
        self.client.send(request)
        asyncio.get_running_loop().call_later(SLOW, self.call_later, self._tell_on_its_way, number)

    def _tell_on_its_way(self, number: int) -> None:
        """Says that the move of this request waits for its answer, if it does and nothing else was said since."""
        waits = self._asked is not None and self._asked.id == number
        if waits and self.scene.state.connected and not self.scene.notice:
            self._tell(self.scene.say("hand.on_its_way"))

    # ---- hints --------------------------------------------------------------------------------------

    def action_hint(self) -> None:
        """What a bot would do, and why; or why there is no hint. Asked again it stays with what it has said."""
        refusal = hinting.refusal(self.scene)
        seen = self.client.state.seen
        if refusal is not None or seen is None:
            self._choose(self.scene.pick, self.scene.say(refusal or "hint.not_now"), calm=True)
        elif self._hinted is not None and self._hinted.seen.view is seen.view:
            self._tell_hint(seen, self._hinted.choice)
        else:
            self._find_hint(seen)

    @work(group="hint", exclusive=True)
    async def _find_hint(self, seen: Seen) -> None:
        """Has a bot think beside the screen; a hint that comes when the picture has changed is not told."""
        thinking = asyncio.ensure_future(self.client.adviser.advise(self.scene.game, seen))
        try:
            await asyncio.wait({thinking}, timeout=LONG)
            if not thinking.done() and self.client.state.view is seen.view:
                self._choose(self.scene.pick, self.scene.say("hint.thinking"), calm=True)
            self._tell_hint(seen, await thinking)
        finally:
            thinking.cancel()

    def _tell_hint(self, seen: Seen, choice: Choice) -> None:
        if self.client.state.view is seen.view:
            self._hinted = Hinted(seen, choice, self.client.adviser.level)
            pick = replace(self.scene.pick, hinted=cards_of(choice.move), advised=choice.move)
            said, rest = hinting.hint(self.scene, choice, self.size.width - 4)
            self._choose(pick, said, calm=True)
            if rest is not None:
                self._note(rest)

    def action_foolish(self) -> None:
        """Keeps the hint that is shown, or notes the newest move of a bot, as foolish."""
        told = self.client.foolish.note(self.client.state, self._hinted)
        said = self.scene.say(told.code, **told.params)
        self._tell(said, calm=not told.warn)
        if cell_len(said) > self.size.width - 4:
            self._note(lambda speaker: speaker.say(told.code, told.params))
