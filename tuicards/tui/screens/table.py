"""The table in play: everything at once, one card by a few keys or a click, nothing ever laid out anew."""

import time
from collections.abc import Callable
from typing import ClassVar

import msgspec
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.timer import Timer
from textual.widgets import Input

from tuicards.client_state import ClientState
from tuicards.games.api import Move, to_plain
from tuicards.tui.link import RequestRefused
from tuicards.tui.looks import LAYOUTS, layout_for
from tuicards.tui.screens.base import ClientScreen
from tuicards.tui.screens.scores import ScoreSheet
from tuicards.tui.widgets import choosing, frame
from tuicards.tui.widgets.bar import Bar, draw_bar
from tuicards.tui.widgets.canvas import Canvas
from tuicards.tui.widgets.cards import speaker_for
from tuicards.tui.widgets.face import Face
from tuicards.tui.widgets.faces import face_for
from tuicards.tui.widgets.hand import DIGITS, Hand, draw_hand
from tuicards.tui.widgets.log import Log
from tuicards.tui.widgets.panel import LOOKS, Panel
from tuicards.tui.widgets.scene import Choice, Pick, Question, Scene
from tuicards.wire.messages import CHAT_LENGTH, LeaveTable, MakeMove, Rematch, Say

HOLD = 1.2
"""Seconds for which a finished trick stays although the next one has begun. Any key ends them."""

FaceDraws = Callable[[Face, Canvas, Scene], None]


def _key(keys: str, action: str, text: str, tip: str, show: bool = True) -> Binding:
    return Binding(keys, action, text, id=f"table.{action.replace(' ', '_')}", tooltip=tip, show=show)


class TableScreen(ClientScreen):
    """Shows a party that is played or just over, and plays one's seat. Digits, arrows, Enter, Space, Tab and
    Escape do everything; letters are shortcuts; a mouse alone is enough too."""

    ROUTE = "table"
    CSS_PATH = "../table.tcss"
    COMPONENT_CLASSES: ClassVar[set[str]] = LOOKS
    AUTO_FOCUS = ""

    BINDINGS: ClassVar[list[BindingType]] = [
        _key("left", "step(-1)", "Choose", "The card to the left", False),
        _key("right", "step(1)", "Choose", "The card to the right"),
        _key("enter", "enter", "Play", "Play what is chosen"),
        _key("space", "space", "Take", "Take a card to those that go together, or let it go"),
        _key("tab,down", "to_bar", "Menu", "Go to the line of moves and commands"),
        _key("shift+tab,up", "to_hand", "Hand", "Go back to the cards", False),
        _key("escape", "let_go", "Let go", "Let go of what is chosen; never leaves the table"),
        _key("backspace", "untype", "Untype", "Forget the letters typed", False),
        _key("p", "key('p')", "Pass", "Goat: pass with the chosen cards"),
        _key("m", "key('m')", "Molodka", "Goat: declare molodka, or arm it out of turn"),
        _key("s", "scores", "Scores", "The score sheet"),
        _key("l", "last", "Last trick", "Look at the last trick"),
        _key("c", "chat", "Chat", "Say something to the table"),
        _key("r", "again", "Again", "After the party: ask for another one"),
        _key("x", "leave", "Leave", "Leave the table; asks first"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._scene: Scene | None = None
        self._log = Log()
        self._asked = False
        """Whether a move is under way and not yet answered."""
        self._held_until = 0.0
        self._hold: Timer | None = None

    # ---- what is drawn ------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        yield Panel(self._faced(lambda face, c, s: frame.draw_head(c, s, face)), id="head")
        with Horizontal(id="felt"):
            with Vertical(id="left"):
                yield Panel(self._faced(lambda face, c, s: face.draw_trump(c, s)), id="trump")
                yield Panel(self._faced(lambda face, c, s: face.draw_last(c, s)), id="last")
            with Vertical(id="middle"):
                yield Panel(self._faced(lambda face, c, s: face.draw_trick(c, s)), id="trick")
                yield Panel(self._faced(lambda face, c, s: face.draw_sheet(c, s)), id="rounds")
            with Vertical(id="side"):
                yield Panel(self._faced(lambda face, c, s: face.draw_ledger(c, s)), id="ledger")
                yield Panel(frame.draw_feed, id="feed")
        yield Panel(frame.draw_news, id="news")
        yield Panel(self._faced(lambda face, c, s: frame.draw_prompt(c, s, face)), id="prompt")
        yield Hand(self._faced(lambda face, c, s: draw_hand(c, s, face.hand(s), face.several)), id="hand")
        yield Bar(lambda c, s: draw_bar(c, s, self._choices(s)), id="bar")
        yield Input(id="say", max_length=CHAT_LENGTH)

    @staticmethod
    def _faced(draw: FaceDraws) -> Callable[[Canvas, Scene], None]:
        return lambda canvas, scene: draw(face_for(scene.game.name), canvas, scene)

    @property
    def scene(self) -> Scene:
        """What is shown now. Only asked for once there is something to show."""
        assert self._scene is not None
        return self._scene

    @property
    def face(self) -> Face:
        return face_for(self.scene.game.name)

    def _choices(self, scene: Scene) -> tuple[Choice, ...]:
        return choosing.choices(scene, face_for(scene.game.name), self.has_class("-broad"))

    def _show(self, scene: Scene) -> None:
        self._scene = scene
        self.query_one(Bar).choices = self._choices(scene)
        for panel in self.query(Panel):
            panel.show(scene)

    def _choose(self, pick: Pick, notice: str = "") -> None:
        """Shows another choice; a finished trick that was held gives way at once."""
        self._held_until = 0.0
        self._show(msgspec.structs.replace(self.scene, pick=pick, notice=notice, held=False))

    def on_mount(self) -> None:
        super().on_mount()
        self.watch(self.client, "settings", self._lay_out, init=False)

    def on_resize(self) -> None:
        self._lay_out()

    def _lay_out(self) -> None:
        """The arrangement that the window has room for, or that the person insists on."""
        layout = layout_for(self.size, self.client.look.layout)
        for name in LAYOUTS:
            self.set_class(name == layout, f"-{name}")
        if self._scene is not None:
            self.show_state(self.client.state)

    # ---- the state ----------------------------------------------------------------------------------

    def show_state(self, state: ClientState) -> None:
        """Shows the new picture at once, and tells what happened."""
        old, glyphs = self._scene, self.client.look.glyphs
        scene = Scene(
            state=state,
            speaker=speaker_for(state, old, self.client.language, glyphs),
            pick=old.pick if old else Pick(),
            delay=self._delay(),
            glyphs=glyphs,
        )
        log = self._log.after(state, scene.speaker)
        scene = msgspec.structs.replace(scene, log=log, held=self._hold_trick(state, old))
        hand = old.view.hand if old else ()
        pick = choosing.after_update(scene.pick, hand, scene, face_for(scene.game.name))
        news = old is None or old.state.view != state.view or old.state.seq != state.seq
        if news or not state.connected:
            self._asked = False
        notice = "" if news or old is None else old.notice
        self._show(msgspec.structs.replace(scene, pick=pick, notice=notice))

    def _delay(self) -> int | None:
        delay = self.client.link.delay if self.client.link is not None else None
        return None if delay is None else round(delay * 1000)

    def _hold_trick(self, state: ClientState, old: Scene | None) -> bool:
        """Whether the finished trick stays on the table although the picture has gone on."""
        now = time.monotonic()
        new = old is not None and (old.state.seq, old.state.party) != (state.seq, state.party)
        if new and any(event.__struct_config__.tag == "trick_won" for event in state.events):
            self._held_until = now + HOLD
        if now >= self._held_until:
            return False
        if self._hold is not None:
            self._hold.stop()
        self._hold = self.set_timer(self._held_until - now, self._release)
        return True

    def _release(self) -> None:
        self._held_until = 0.0
        if self._scene is not None:
            self._show(msgspec.structs.replace(self._scene, held=self._scene.pick.peek))

    @on(RequestRefused)
    def _refused(self, event: RequestRefused) -> None:
        event.stop()
        self._asked = False
        if self._scene is not None:
            notice = self.scene.speaker.say(event.refused.code, event.refused.params)
            self._show(msgspec.structs.replace(self.scene, notice=notice))

    # ---- keys and clicks ----------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys that can do nothing now are greyed in the help."""
        if self._scene is None or (self.focused is not None and action != "let_go"):
            return False
        if action == "key":
            return True if self._choice_of(str(parameters[0])) else None
        if action == "again":
            return True if self._choice_of("r") else None
        return True

    def on_key(self, event: events.Key) -> None:
        """Digits and the letters of cards; all other keys are bindings."""
        character = event.character or ""
        if self.focused is not None or self._scene is None or not character.isprintable() or not character:
            return
        if self._took(character):
            event.stop()
            event.prevent_default()

    def _took(self, character: str) -> bool:
        pick = self.scene.pick
        question = choosing.asked(pick)
        if question is not None and not character.isdigit():
            choice = next((choice for choice in question.choices if character.lower() in choice.keys), None)
            return self._do(choice) if choice else False
        if question is None and self._types(character):
            typed = choosing.by_letters(self.scene, self.face, character)
            self._choose(typed, self._no_card(typed))
            return True
        return self._took_digit(character)

    def _types(self, character: str) -> bool:
        """Whether a character belongs to a card that is being typed, or begins one."""
        if not character.isascii() or not self.scene.view.hand:
            return False
        typed = self.scene.pick.typed
        if typed and not self.face.complete(typed):
            return character.lower() in self.face.later_letters()
        taken = [key for choice in self._choices(self.scene) for key in choice.keys]
        return character.lower() in self.face.first_letters() and character not in taken

    def _no_card(self, pick: Pick) -> str:
        """That no card of the hand begins with what was typed; empty when one does."""
        missing = pick.typed and self.face.typed(self.scene.view, pick.typed) is None
        return self.scene.say("play.no_such_card", text=pick.typed.upper()) if missing else ""

    def _took_digit(self, character: str) -> bool:
        if character not in DIGITS:
            return False
        chosen = choosing.by_digit(self.scene, self.face, character)
        if isinstance(chosen, Choice):
            return self._do(chosen)
        if chosen is not None:
            self._choose(chosen)
        return True

    def _choice_of(self, key: str) -> Choice | None:
        """What a key chooses in the bar."""
        return next((choice for choice in self._choices(self.scene) if key in choice.keys), None)

    def action_step(self, step: int) -> None:
        """The cursor one place on."""
        self._choose(choosing.moved(self.scene, step, len(self._choices(self.scene))))

    def action_to_bar(self) -> None:
        """From the cards to the bar; from there back."""
        pick = self.scene.pick
        self._choose(msgspec.structs.replace(pick, on_bar=not pick.on_bar, bar=0, typed=""))

    def action_to_hand(self) -> None:
        """From the bar back to the cards."""
        self._choose(msgspec.structs.replace(self.scene.pick, on_bar=False, bar=0, typed=""))

    def action_space(self) -> None:
        """Takes a card to the chosen ones, or answers in the bar."""
        pick = self.scene.pick
        if pick.on_bar or pick.question is not None:
            self.action_enter()
        elif self.face.several and self.scene.view.hand:
            self._choose(choosing.toggled(self.scene, pick.cursor))

    def action_enter(self) -> None:
        """Plays what is chosen, answers the question, or does what the bar says."""
        pick, offered = self.scene.pick, self._choices(self.scene)
        if pick.on_bar or pick.question is not None:
            self._do(offered[min(pick.bar, len(offered) - 1)])
            return
        if self._no_card(pick):
            self._choose(pick, self._no_card(pick))
            return
        meant = self.face.enter(self.scene)
        if isinstance(meant, Question):
            self._choose(msgspec.structs.replace(pick, question=meant, bar=0, typed=""))
        elif meant is not None:
            self._send(meant)

    def action_let_go(self) -> None:
        """Closes the chat line, or goes one step back in choosing."""
        if self.has_class("-saying"):
            self._stop_saying()
        else:
            self._choose(choosing.let_go(self.scene.pick))

    def action_untype(self) -> None:
        """Forgets the letters typed."""
        self._choose(msgspec.structs.replace(self.scene.pick, typed=""))

    def action_key(self, key: str) -> None:
        """Chooses what the key stands for in the bar."""
        choice = self._choice_of(key)
        if choice is not None:
            self._do(choice)

    @on(Hand.Clicked)
    def _hand_clicked(self, event: Hand.Clicked) -> None:
        pick = self.scene.pick
        if pick.question is not None and pick.question.loose:
            pick = choosing.let_go(pick)
        if self.face.several:
            self._choose(choosing.toggled(self.scene, event.index))
        elif event.index == pick.cursor and not pick.on_bar and pick.question is None:
            self.action_enter()
        else:
            self._choose(choosing.pointed(pick, event.index))

    @on(Bar.Clicked)
    def _bar_clicked(self, event: Bar.Clicked) -> None:
        """A click answers; a bid, which cannot be taken back, is chosen by the first and made by the second."""
        pick = self.scene.pick
        question = choosing.asked(pick)
        offered = self._choices(self.scene)
        final = question is not None and not question.loose and event.index < len(question.choices)
        if final and event.index != pick.bar:
            self._choose(msgspec.structs.replace(pick, bar=event.index, typed=""))
        elif event.index < len(offered):
            self._do(offered[event.index])

    # ---- what is done -------------------------------------------------------------------------------

    def _do(self, choice: Choice) -> bool:
        if choice.barred:
            self._choose(self.scene.pick, choice.barred)
        elif choice.move is not None:
            self._send(choice.move)
        else:
            self._command(choice.command)
        return True

    def _send(self, move: Move) -> None:
        """Sends a move as the answer to the picture shown. While one is under way, no other is sent."""
        table = self.scene.state.table
        if self._asked or table is None:
            return
        self._asked = True
        loose = self.scene.pick.question is not None and self.scene.pick.question.loose
        pick = msgspec.structs.replace(self.scene.pick, typed="", on_bar=False)
        self._choose(choosing.let_go(pick) if loose else pick)
        request = MakeMove(id=self.client.next_id(), table=table.table, seq=self.scene.state.seq, move=to_plain(move))
        self.client.send(request)

    def _command(self, name: str) -> None:
        if name in (choosing.MENU, choosing.BACK, "stay"):
            self.action_to_bar() if name == choosing.MENU else self._choose(choosing.let_go(self.scene.pick))
        elif name == "go":
            self.client.send(LeaveTable(id=self.client.next_id()))
        elif name == "help":
            self.client.action_help()
        else:
            getattr(self, f"action_{name}")()

    def action_scores(self) -> None:
        """Opens the score sheet."""
        self.client.push_screen(ScoreSheet(self.scene))

    def action_last(self) -> None:
        """Looks at the last trick until the next key."""
        pick = msgspec.structs.replace(self.scene.pick, peek=not self.scene.pick.peek, on_bar=False)
        self._choose(pick)
        self._show(msgspec.structs.replace(self.scene, held=pick.peek))

    def action_again(self) -> None:
        """After a party, asks for another one."""
        self.client.send(Rematch(id=self.client.next_id()))
        self._choose(self.scene.pick, "")

    def action_leave(self) -> None:
        """Asks whether to leave the table."""
        say = self.scene.say
        playing = self.scene.view.outcome is None and self.scene.me is not None
        stay = Choice(say("play.leave.stay"), ("1",), command="stay")
        go = Choice(say("play.leave.go"), ("2",), command="go")
        question = Question(say("play.leave.ask" if playing else "play.leave.ask_over"), (stay, go))
        self._choose(msgspec.structs.replace(self.scene.pick, question=question, bar=0, on_bar=False, typed=""))

    # ---- chat ---------------------------------------------------------------------------------------

    def action_chat(self) -> None:
        """Opens the chat line in the bar's place."""
        line = self.query_one("#say", Input)
        line.placeholder = self.scene.say("play.say")
        self.add_class("-saying")
        line.focus()

    def _stop_saying(self) -> None:
        self.remove_class("-saying")
        self.query_one("#say", Input).value = ""
        self.set_focus(None)

    @on(Input.Submitted, "#say")
    def _say(self, event: Input.Submitted) -> None:
        text = event.value.strip()
        if text:
            self.client.send(Say(id=self.client.next_id(), text=text))
        self._stop_saying()
