"""A finished party, step by step, with the eyes of any seat or with all hands open."""

from collections.abc import Callable
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.timer import Timer

from tuicards.errors import PlayerError
from tuicards.foolish import Told
from tuicards.games.api import Seat
from tuicards.replay import Replay
from tuicards.tui.bindings import bound, written_key
from tuicards.tui.looks import LAYOUTS, layout_for
from tuicards.tui.screens.base import client_of
from tuicards.tui.screens.scores import ScoreSheet
from tuicards.tui.taste import Tasteful
from tuicards.tui.widgets import frame, replay_panels
from tuicards.tui.widgets.bar import Bar, draw_bar
from tuicards.tui.widgets.canvas import Canvas
from tuicards.tui.widgets.faces import face_for
from tuicards.tui.widgets.ground import Across, Down
from tuicards.tui.widgets.hand import Hand, draw_hand
from tuicards.tui.widgets.panel import LOOKS, Painter, Panel
from tuicards.tui.widgets.replay_scene import ReplayScene, Scenes
from tuicards.tui.widgets.scene import Choice, Pick, Question, Scene

PACE = 1.2
"""Seconds from step to step when it goes on by itself."""

NO_CURSOR = Pick(cursor=-1)
"""Nothing is to be chosen from the hand."""

LEAST_HANDS = 6
"""Lines that the hands take, as many as the hand in their place."""

BUTTONS = ("round_back", "trick_back", "card_back", "card_on", "trick_on", "round_on")
"""Steps that have a button in the bar, told by signs alone."""

WORDS = ("seat", "hands", "round", "play", "back", "scores", "export", "help")
"""What else stands in the bar, the most important first."""


class ReplayScreen(Tasteful, Screen[None]):
    """Shows a replay. Arrows step, Tab turns to the next seat, digits lead to a round; a mouse is enough too."""

    CSS_PATH = ["../table.tcss", "../replay.tcss"]  # noqa: RUF012
    COMPONENT_CLASSES: ClassVar[set[str]] = LOOKS
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        bound("replay.card_on", "right", "card_on"),
        bound("replay.card_back", "left", "card_back"),
        bound("replay.trick_on", "down,pagedown", "trick_on"),
        bound("replay.trick_back", "up,pageup", "trick_back"),
        bound("replay.round_on", "end", "round_on"),
        bound("replay.round_back", "home", "round_back"),
        bound("replay.round", "r", "round"),
        bound("replay.seat", "tab", "seat"),
        bound("replay.seat_back", "shift+tab", "seat_back", show=False),
        bound("replay.hands", "a,enter", "hands"),
        bound("replay.play", "space", "play"),
        bound("replay.scores", "s", "scores"),
        bound("replay.export", "d", "export"),
        bound("replay.foolish", "n", "foolish"),
        bound("replay.back", "q,escape", "back"),
    ]

    def __init__(self, replay: Replay, seat: Seat | None = None) -> None:
        """Opens at the beginning, as the seat sees it; None: as a watcher, and with all hands open."""
        super().__init__()
        self.replay = replay
        self.at = 0
        self.seat = seat
        self._opened = seat is None
        self._pick = Pick()
        self._typed = ""
        self._notice = ""
        self._player: Timer | None = None
        self._scenes: Scenes | None = None

    # ---- what is drawn --------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        face, replay = face_for(self.replay.game.name), self.replay
        yield Panel(_own(lambda c, s: replay_panels.draw_head(c, s, replay)), id="head")
        with Across(id="felt"):
            with Down(id="left"):
                yield Panel(face.draw_trump, id="trump")
                yield Panel(face.draw_last, id="last")
            with Down(id="middle"):
                yield Panel(face.draw_trick, id="trick")
                yield Panel(face.draw_sheet, id="rounds")
            with Down(id="side"):
                yield Panel(face.draw_ledger, id="ledger")
                yield Panel(frame.draw_feed, id="feed")
        yield Panel(_own(replay_panels.draw_now), id="news")
        yield Panel(_own(replay_panels.draw_place), id="prompt")
        yield Hand(lambda c, s: draw_hand(c, s, face.hand(s), face.several), id="hand")
        yield Panel(_own(lambda c, s: replay_panels.draw_hands(c, s, replay)), id="hands")
        yield Bar(lambda c, s: draw_bar(c, s, self._choices(s)), id="bar")

    def on_mount(self) -> None:
        self.query_one("#hands").styles.height = max(LEAST_HANDS, self.replay.record.header.seats)
        self._dress()

    def taste_changed(self) -> None:
        self._dress()

    def on_resize(self) -> None:
        self._lay_out()

    def _dress(self) -> None:
        """Says and draws everything anew: the language or the look is another one."""
        client = client_of(self)
        self._scenes = Scenes(self.replay, client.language, client.look.glyphs, client.settings)
        self._notice = ""
        self._lay_out()
        self._show()

    def _lay_out(self) -> None:
        layout = layout_for(self.size, client_of(self).look.layout)
        for name in LAYOUTS:
            self.set_class(name == layout, f"-{name}")

    def _show(self) -> None:
        if self._scenes is None:
            return
        scene = self._scenes.scene(
            self.at,
            self.seat,
            opened=self._opened,
            playing=self._player is not None,
            pick=self._pick if self._pick.question is not None else NO_CURSOR,
            notice=self._notice,
        )
        self.set_class(self._opened, "-open")
        self.query_one(Bar).choices = self._choices(scene)
        for panel in self.query(Panel):
            panel.show(scene)

    # ---- the bar --------------------------------------------------------------------------------------

    def _choices(self, scene: Scene) -> tuple[Choice, ...]:
        if self._pick.question is not None:
            return (*self._pick.question.choices, self._word(scene, "back"))
        buttons = [Choice(scene.say(f"replay.do.{name}"), command=name, role="strong") for name in BUTTONS]
        return (*buttons, *(self._word(scene, name) for name in WORDS))

    def _word(self, scene: Scene, name: str) -> Choice:
        said = "stop" if name == "play" and self._player is not None else name
        key = written_key(self, "app.help" if name == "help" else f"replay.{name}")
        return Choice(scene.say(f"replay.do.{said}"), (key,) if key else (), command=name)

    @on(Bar.Clicked)
    def _bar_clicked(self, event: Bar.Clicked) -> None:
        if self._scenes is not None:
            self._do(self.query_one(Bar).choices[event.index])

    def _do(self, choice: Choice) -> None:
        if choice.command.isdecimal():
            self._pick = Pick()
            self._to_round(int(choice.command))
        elif choice.command == "help":
            client_of(self).action_help()
        else:
            getattr(self, f"action_{choice.command}")()

    # ---- steps ----------------------------------------------------------------------------------------

    def _go(self, at: int) -> None:
        self.at, self._notice, self._typed = at, "", ""
        self._show()

    def _stepped(self, on: int) -> bool:
        """Whether an arrow has moved in the bar instead of the party."""
        question = self._pick.question
        if question is not None:
            count = len(question.choices) + 1
            self._pick = Pick(question=question, bar=(self._pick.bar + on) % count)
            self._show()
        return question is not None

    def action_card_on(self) -> None:
        """One card on."""
        if not self._stepped(1):
            self._stop()
            self._go(self.replay.by_card(self.at, 1))

    def action_card_back(self) -> None:
        """One card back."""
        if not self._stepped(-1):
            self._stop()
            self._go(self.replay.by_card(self.at, -1))

    def action_trick_on(self) -> None:
        """To the next end of a trick."""
        self._stop()
        self._go(self.replay.by_trick(self.at, 1))

    def action_trick_back(self) -> None:
        """To the last end of a trick."""
        self._stop()
        self._go(self.replay.by_trick(self.at, -1))

    def action_round_on(self) -> None:
        """To the next round, or the end."""
        self._stop()
        self._go(self.replay.by_round(self.at, 1))

    def action_round_back(self) -> None:
        """To the beginning of this round, or of the one before."""
        self._stop()
        self._go(self.replay.by_round(self.at, -1))

    def action_round(self) -> None:
        """Asks in the bar which round to go to."""
        numbers = range(1, self.replay.rounds + 1)
        choices = tuple(Choice(str(number), (str(number),), command=str(number)) for number in numbers)
        self._pick = Pick(question=Question("", choices), bar=self.replay.round_at(self.at) - 1)
        self._show()

    def on_key(self, event: events.Key) -> None:
        """Digits are the number of a round; those of a longer one come one after the other."""
        character = event.character or ""
        if character.isascii() and character.isdigit():
            event.stop()
            typed = self._typed + character
            self._pick = Pick()
            self._to_round(int(typed if int(typed) <= self.replay.rounds else character))
            self._typed = typed if int(typed) <= self.replay.rounds else character

    def _to_round(self, number: int) -> None:
        self._stop()
        try:
            self._go(self.replay.round_begins(number))
        except PlayerError as error:
            self._notice = self._scenes.speaker.error(error) if self._scenes else ""
            self._show()

    # ---- seats and hands ------------------------------------------------------------------------------

    def action_seat(self) -> None:
        """The next seat's eyes, and after the last one a watcher's."""
        self._turn(1)

    def action_seat_back(self) -> None:
        """The eyes of the seat before."""
        self._turn(-1)

    def _turn(self, way: int) -> None:
        seats = self.replay.record.header.seats
        place = (seats if self.seat is None else self.seat) + way
        self.seat = None if place % (seats + 1) == seats else place % (seats + 1)
        self._show()

    def action_hands(self) -> None:
        """Opens all hands, or closes them; answers in the bar while that asks."""
        if self._pick.question is not None:
            self._do(self._choices_now()[self._pick.bar])
            return
        self._opened = not self._opened
        self._show()

    def _choices_now(self) -> tuple[Choice, ...]:
        return self.query_one(Bar).choices

    # ---- by itself ------------------------------------------------------------------------------------

    def action_play(self) -> None:
        """Goes on by itself, or stops. Where nothing is to move by itself it is one card on."""
        if self._player is not None:
            self._stop()
            self._show()
        elif not client_of(self).settings.motion:
            self.action_card_on()
        else:
            self._player = self.set_interval(PACE, self._next)
            self._next()

    def _next(self) -> None:
        at = self.replay.by_card(self.at, 1)
        if at == self.replay.last:
            self._stop()
        self._go(at)

    def _stop(self) -> None:
        if self._player is not None:
            self._player.stop()
            self._player = None

    # ---- the rest -------------------------------------------------------------------------------------

    def action_scores(self) -> None:
        """The score sheet as it stands here."""
        scene = self.query_one("#ledger", Panel).scene
        if scene is not None:
            self.app.push_screen(ScoreSheet(scene))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("export", "foolish"):
            return client_of(self).start.own_files
        return super().check_action(action, parameters)

    def action_export(self) -> None:
        """Writes the record into a file."""
        client_of(self).export(self.replay.record)

    def action_foolish(self) -> None:
        """Keeps the position before the move that is shown."""
        client, step = client_of(self), self.replay.steps[self.at]
        told = client.foolish.keep(self.replay.record, self.at - 1) if step.events else Told("foolish.no_move", {})
        client.tell(told.code, told.params, warn=told.warn)

    def action_back(self) -> None:
        """Closes the question, or the replay; quits where nothing else was open."""
        if self._pick.question is not None:
            self._pick = Pick()
            self._show()
        elif len(self.app.screen_stack) == 2 and self.is_active:
            self.app.exit(0)
        elif self.is_active:
            self.dismiss()


def _own(painter: Callable[[Canvas, ReplayScene], None]) -> Painter:
    """A painter of scenes that are those of a replay."""

    def draw(canvas: Canvas, scene: Scene) -> None:
        if isinstance(scene, ReplayScene):
            painter(canvas, scene)

    return draw
