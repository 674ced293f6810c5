"""What the table shows: the newest picture of the party with what the person is choosing, in fixed regions."""

import os
import time
from collections.abc import Callable
from functools import cached_property
from math import ceil
from typing import ClassVar

import msgspec
from textual.app import ComposeResult
from textual.geometry import Size
from textual.timer import Timer

from tuicards.client_state import ClientState
from tuicards.games.api import Seat, TableView
from tuicards.speech import Speaker
from tuicards.state_folder import state_folder
from tuicards.tui.guiding import Guide, guide_file
from tuicards.tui.looks import LAYOUTS, Layout, layout_for
from tuicards.tui.notices import BELL, turn_notice
from tuicards.tui.screens.base import ClientScreen
from tuicards.tui.widgets import choosing, frame
from tuicards.tui.widgets.bar import Bar, draw_bar
from tuicards.tui.widgets.canvas import Canvas, wrapped
from tuicards.tui.widgets.cards import speaker_for
from tuicards.tui.widgets.face import Face
from tuicards.tui.widgets.faces import face_for
from tuicards.tui.widgets.ground import Across, Down
from tuicards.tui.widgets.hand import Hand, draw_hand
from tuicards.tui.widgets.log import Log
from tuicards.tui.widgets.motion import GLOW, just_laid
from tuicards.tui.widgets.panel import LOOKS, Panel
from tuicards.tui.widgets.pausing import draw_pause
from tuicards.tui.widgets.scene import Choice, Pick, Scene
from tuicards.tui.widgets.talk import SayLine, Talk, draw_talk
from tuicards.tui.widgets.time import running_out
from tuicards.wire.messages import CHAT_LENGTH

FaceDraws = Callable[[Face, Canvas, Scene], None]

replace = msgspec.structs.replace


class TablePicture(ClientScreen):
    """Shows a party that is played or just over. What keys and clicks do is for the subclass to say."""

    CSS_PATH = "../table.tcss"
    BLANK: ClassVar[bool] = True
    COMPONENT_CLASSES: ClassVar[set[str]] = LOOKS

    def __init__(self) -> None:
        super().__init__()
        self._scene: Scene | None = None
        self._offered: tuple[Scene, int, tuple[Choice, ...]] | None = None
        """The choices that were worked out last, and for what."""
        self._log = Log()
        self._guide = Guide(None)
        self._held_until = 0.0
        self._hold: Timer | None = None
        self._glow: Timer | None = None
        self._ticker: Timer | None = None
        self._turn_told = False
        """Whether the present turn has been told outside the window."""

    # ---- what is drawn ------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        self.add_class(f"-{self._layout(self.app.size)}", update=False)  # what comes later is styled all over again
        yield Panel(self._faced(lambda face, c, s: frame.draw_head(c, s, face)), id="head", choosing=False)
        with Across(id="felt"):
            with Down(id="left"):
                yield Panel(self._resting(lambda face, c, s: face.draw_trump(c, s)), id="trump", choosing=False)
                yield Panel(self._resting(lambda face, c, s: face.draw_last(c, s)), id="last", choosing=False)
            with Down(id="middle"):
                yield Panel(self._faced(draw_felt), id="trick", choosing=False)
                yield Panel(self._faced(lambda face, c, s: face.draw_sheet(c, s)), id="rounds", choosing=False)
            with Down(id="side"):
                yield Panel(
                    self._faced(lambda face, c, s: face.draw_ledger(c, s)), id="ledger", choosing=False, timed=True
                )
                yield Panel(frame.draw_feed, id="feed", choosing=False)
        yield Talk(draw_talk, id="talk")
        yield Panel(draw_news, id="news")
        yield Panel(self._faced(lambda face, c, s: frame.draw_prompt(c, s, face)), id="prompt", timed=True)
        yield Hand(self._resting(lambda face, c, s: draw_hand(c, s, face.hand(s), face.several)), id="hand")
        yield Bar(lambda c, s: draw_bar(c, s, self._choices(s)), id="bar")
        yield SayLine(id="say", max_length=CHAT_LENGTH)

    @staticmethod
    def _faced(draw: FaceDraws) -> Callable[[Canvas, Scene], None]:
        return lambda canvas, scene: draw(face_for(scene.game.name), canvas, scene)

    @classmethod
    def _resting(cls, draw: FaceDraws) -> Callable[[Canvas, Scene], None]:
        """A drawing that is quiet while the game stands still."""

        def painter(canvas: Canvas, scene: Scene) -> None:
            cls._faced(draw)(canvas, scene)
            if scene.state.paused:
                canvas.quieten()

        return painter

    @property
    def scene(self) -> Scene:
        """What is shown now. Only asked for once there is something to show."""
        assert self._scene is not None
        return self._scene

    @property
    def face(self) -> Face:
        return face_for(self.scene.game.name)

    def _choices(self, scene: Scene) -> tuple[Choice, ...]:
        """What the bar offers; time changes none of it."""
        scene, width = scene.timeless, self.size.width
        if self._offered is None or self._offered[:2] != (scene, width):
            self._offered = scene, width, choosing.choices(scene, face_for(scene.game.name), width)
        return self._offered[2]

    @cached_property
    def _bar(self) -> Bar:
        return self.query_one(Bar)

    @cached_property
    def _panels(self) -> tuple[Panel, ...]:
        """All there are: none comes or goes while the screen lives."""
        return tuple(self.query(Panel))

    def _show(self, scene: Scene) -> None:
        self._scene = scene
        self.set_class(handless(scene), "-handless")
        self._bar.choices = self._choices(scene)
        for panel in self._panels:
            panel.show(scene)

    def _tell(self, notice: str, calm: bool = True) -> None:
        """Says something in the prompt's place, until the next key or the next news."""
        self._show(replace(self.scene, notice=notice, calm=calm))

    def _note(self, words: Callable[[Speaker], str]) -> None:
        """Adds a line of the program's own to the log."""
        self._show(replace(self.scene, log=self._log.note(words, self.scene.speaker)))

    def _choose(self, pick: Pick, notice: str = "", calm: bool = False) -> None:
        """Shows another choice; a finished trick that was held gives way at once."""
        self._held_until = 0.0
        self._show(replace(self.scene, pick=pick, notice=notice, calm=calm, held=False))

    def on_mount(self) -> None:
        self._guide = Guide(guide_file(state_folder(os.environ)))

    def taste_changed(self) -> None:
        self._lay_out()
        super().taste_changed()

    def retell(self) -> None:
        self.query_one("#say", SayLine).placeholder = self.client.say("play.say")

    def on_resize(self) -> None:
        self._lay_out()

    def _layout(self, size: Size) -> Layout:
        """The arrangement that the window has room for, or that the person insists on."""
        return layout_for(size, self.client.look.layout)

    def _lay_out(self) -> None:
        layout = self._layout(self.size)
        for name in LAYOUTS:
            self.set_class(name == layout, f"-{name}")
        if self._scene is not None:
            self.show_state(self.client.state)

    # ---- the state ----------------------------------------------------------------------------------

    def show_state(self, state: ClientState) -> None:
        """Shows the new picture at once, and tells what happened."""
        old = self._scene
        scene = self._scene_of(state, old)
        news = old is None or (old.state.view, old.state.seq) != (scene.state.view, state.seq)
        pick = choosing.on_news(scene.pick) if news else scene.pick
        hand = old.view.hand if old else ()
        pick = choosing.after_update(pick, hand, scene, face_for(scene.game.name))
        pick = pick if news else still_asked(pick, scene.pick, old, scene)
        if pick.on_bar:
            pick = choosing.on_same_choice(pick, self._bar.choices, self._choices(replace(scene, pick=pick)))
        kept = old is not None and not news and old.speaker.language == scene.speaker.language
        notice, calm = (old.notice, old.calm) if old is not None and kept else ("", False)
        scene = replace(scene, pick=pick, notice=notice, calm=calm, held=self._hold_trick(state, old))
        scene = replace(scene, fresh=self._shining(state, old, scene.held))
        self._show(replace(scene, guide=self._guiding(scene)))
        if news or not state.connected:
            self.on_news()
        self._tell_turn()
        self._tick_on()

    def on_news(self) -> None:
        """Called when another picture is shown, or the connection is lost."""

    def _scene_of(self, state: ClientState, old: Scene | None) -> Scene:
        glyphs, settings = self.client.look.glyphs, self.client.settings
        speaker = speaker_for(state, old, self.client.language, glyphs)
        face = face_for(state.game.name if state.game else "")
        log = self._log.after(state, speaker)
        return Scene(
            state=with_own_order(state, face.arranged(state.view, settings) if state.view else ()),
            speaker=speaker,
            pick=old.pick if old else Pick(),
            log=log,
            back=old.back + len(log) - len(old.log) if old and old.back else 0,
            delay=self._delay(),
            glyphs=glyphs,
            settings=settings,
            tricks=face.finished(old, state),
            guide=old.guide if old else "",
            left=self.client.time_left.seconds(self.client.clock()),
            bot_in=self._bot_in(state),
        )

    def _delay(self) -> int | None:
        delay = self.client.link.delay if self.client.link is not None else None
        return None if delay is None else round(delay * 1000)

    def _hold_trick(self, state: ClientState, old: Scene | None) -> bool:
        """Whether the finished trick stays on the table although the picture has gone on."""
        now = time.monotonic()
        new = old is not None and (old.state.seq, old.state.party) != (state.seq, state.party)
        if new and any(event.__struct_config__.tag == "trick_won" for event in state.events):
            self._held_until = now + self.client.settings.pause
        if now >= self._held_until:
            return False
        if self._hold is not None:
            self._hold.stop()
        self._hold = self.set_timer(self._held_until - now, self._release)
        return True

    def _release(self) -> None:
        self._held_until = 0.0
        if self._scene is not None:
            self._show(replace(self._scene, held=False))

    def _shining(self, state: ClientState, old: Scene | None, held: bool) -> tuple[Seat, ...]:
        """The seats whose cards shine now; a moment later they do no longer."""
        if not self.client.settings.motion or old is None:
            return ()
        if (old.state.seq, old.state.party) == (state.seq, state.party):
            return old.fresh
        fresh = just_laid(state.events, held)
        if self._glow is not None:
            self._glow.stop()
        self._glow = self.set_timer(GLOW, self._calm_down) if fresh else None
        return fresh

    def _calm_down(self) -> None:
        if self._scene is not None:
            self._show(replace(self._scene, fresh=()))

    # ---- time -----------------------------------------------------------------------------------------

    def _tick_on(self) -> None:
        """Looks again when another number is to be shown; never, where nothing counts."""
        if self._ticker is not None:
            self._ticker.stop()
        due = self.client.time_left.next_second(self.client.clock(), self.scene.me)
        if due is None and self.scene.bot_in:
            due = 1.0
        self._ticker = None if due is None else self.set_timer(due, self._tick)

    def _tick(self) -> None:
        """Shows the time that is left now."""
        if self._scene is None or self.client.route != self.ROUTE:
            return
        was = running_out(self._scene)
        left = self.client.time_left.seconds(self.client.clock())
        self._show(replace(self._scene, left=left, bot_in=self._bot_in(self.client.state)))
        if running_out(self._scene) and not was and self.client.settings.bell:
            self._write_out(BELL)
        self._tick_on()

    def _bot_in(self, state: ClientState) -> int | None:
        """Seconds until a bot plays for the first seat that the table waits for in vain."""
        table, view = state.table, state.view
        if table is None or view is None or state.paused:
            return None
        awaited = [seat for place, seat in enumerate(table.seats) if place in view.to_act and not seat.here]
        times = [seat.bot_in for seat in awaited if seat.bot_in is not None and not seat.bot]
        return max(0, ceil(min(times) - self.client.seconds_since_table())) if times else None

    # ---- the first game, and the turn ---------------------------------------------------------------

    def _guiding(self, scene: Scene) -> str:
        """The hint for a first game that fits now: the one that is shown as long as it fits, else a new one."""
        if not scene.settings.guide or scene.me is None:
            return ""
        if scene.view.outcome is not None:
            self._guide.party_over(scene.game.name)
            return ""
        fitting = face_for(scene.game.name).guide(scene)
        if scene.guide in fitting:
            return scene.guide
        return self._guide.next(scene.game.name, fitting)

    def _put_guide_away(self) -> None:
        if self._scene is not None and self._scene.guide:
            self._guide.shown(self._scene.guide)
            self._show(replace(self._scene, guide=""))

    def _tell_turn(self) -> None:
        """The bell and the desktop's notice, once a turn."""
        if not self.scene.view.my_turn:
            self._turn_told = False
        elif not self._turn_told and not self.scene.state.stood_in:
            self._turn_told = True
            self._write_out(turn_notice(self.client.settings, "tuicards", self._turn_words()))

    def _turn_words(self) -> str:
        table = self.scene.state.table
        return self.scene.say("hand.your_turn", title=(table.title or table.table) if table else "")

    def _write_out(self, code: str) -> None:
        """Hands bytes to the terminal that draw nothing."""
        driver = self.client._driver
        if code and driver is not None:
            driver.write(code)
            driver.flush()


def handless(scene: Scene) -> bool:
    """Whether no hand will be shown for long: one watches, or the party is over. Its room goes to the rest."""
    return scene.me is None or (scene.view.outcome is not None and not scene.held)


def draw_felt(face: Face, canvas: Canvas, scene: Scene) -> None:
    """The trick on the table, or the finished one that is looked at; in a pause that nothing happens."""
    if scene.state.paused:
        draw_pause(canvas, scene)
    else:
        face.draw_trick(canvas, looked(scene, face))


def with_own_order(state: ClientState, hand: tuple[str, ...]) -> ClientState:
    """The state with the own cards in this order. Only what is shown changes: the server keeps its own."""
    view: TableView | None = state.view
    if view is None or view.hand == hand:
        return state
    return replace(state, view=replace(view, hand=hand))


def still_asked(pick: Pick, before: Pick, old: Scene | None, scene: Scene) -> Pick:
    """With the question that a chosen card has raised: what is said at the table does not answer it. In another
    language it is to be asked anew."""
    loose = before.question is not None and before.question.loose
    if not loose or old is None or old.speaker.language != scene.speaker.language:
        return pick
    return replace(pick, question=before.question, bar=before.bar)


def looked(scene: Scene, face: Face) -> Scene:
    """The scene for the trick's region: with the finished trick that is looked at, if any, as the last one."""
    peek = scene.pick.peek
    if peek is None or not 0 <= peek < len(scene.tricks):
        return scene
    return replace(scene, held=True, state=replace(scene.state, view=face.looked_at(scene, peek)))


def draw_news(canvas: Canvas, scene: Scene) -> None:
    """The newest lines; above them, in a first game, a hint in as much room as it needs."""
    frame.draw_news(canvas, scene)
    if not scene.guide:
        return
    lines = wrapped(scene.say(scene.guide), canvas.width - 3)[: max(1, canvas.height - 1)]
    for y, line in enumerate(lines):
        canvas.put(0, y, " " * canvas.width)
        canvas.put(1, y, line, "mine strong")
