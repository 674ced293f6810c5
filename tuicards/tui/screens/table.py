"""The table in play: everything at once, one card by a few keys or a click, nothing ever laid out anew."""

from typing import ClassVar

import msgspec
from textual import events, on
from textual.binding import BindingType
from textual.widgets import Input

from tuicards.tui.bindings import bound
from tuicards.tui.owning import can_change_game
from tuicards.tui.screens.scores import ScoreSheet
from tuicards.tui.screens.table_moves import TableMoves
from tuicards.tui.widgets import choosing, queueing
from tuicards.tui.widgets.arranging import next_order, order_code
from tuicards.tui.widgets.bar import Bar
from tuicards.tui.widgets.cards import typed_text
from tuicards.tui.widgets.hand import DIGITS, Hand
from tuicards.tui.widgets.pausing import can_pause, wishes
from tuicards.tui.widgets.scene import Choice, Pick, Question
from tuicards.tui.widgets.talk import Talk
from tuicards.wire.messages import LeaveTable, Pause, Rematch, Say, TakeSeat

replace = msgspec.structs.replace


class TableScreen(TableMoves):
    """Plays one's seat. Digits, arrows, Enter, Space, Tab and Escape do everything; letters are shortcuts; a mouse
    alone is enough too.

    A letter that stands on a card types it. Another letter of a card's code does so too, unless it is the first key
    of a command that is possible now: where a command has another key, the second one gives way to the cards.
    """

    ROUTE = "table"
    AUTO_FOCUS = ""

    BINDINGS: ClassVar[list[BindingType]] = [
        bound("table.left", "left", "step(-1)", show=False),
        bound("table.right", "right", "step(1)"),
        bound("table.enter", "enter", "enter"),
        bound("table.space", "space", "space"),
        bound("table.bar", "tab,down", "to_bar"),
        bound("table.hand", "shift+tab,up", "to_hand", show=False),
        bound("table.let_go", "escape", "let_go"),
        bound("table.untype", "backspace", "untype", show=False),
        bound("table.pass", "p", "pass"),
        bound("table.molodka", "m", "molodka"),
        bound("table.hint", "h", "hint"),
        bound("table.foolish", "n", "foolish"),
        bound("table.order", "z,o", "order"),
        bound("table.scores", "s", "scores"),
        bound("table.tricks", "l", "tricks"),
        bound("table.chat", "c", "chat"),
        bound("table.people", "i,w", "people"),
        bound("table.emote", "e", "emote"),
        bound("table.pause", "u,f", "pause"),
        bound("table.again", "r", "again"),
        bound("table.game", "g", "other_game"),
        bound("table.leave", "x", "leave"),
    ]

    # ---- keys and clicks ----------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys that can do nothing now are greyed in the help."""
        if self._scene is None or (self.focused is not None and action not in ("let_go", "read_back")):
            return False
        if action == "other_game":
            return True if self.scene.view.outcome is not None and can_change_game(self.scene.state) else None
        if action == "foolish":
            return self.client.start.own_files
        if action == "pause":
            return True if can_pause(self.scene) else None
        if (action == "hint" and self.scene.me is None) or (action == "order" and not self.scene.view.hand):
            return None
        names = {"pass": ("pass", "queue_pass"), "molodka": ("molodka",), "again": ("again",)}.get(action, ())
        return True if not names or any(map(self._choice_of, names)) else None

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """A letter on the reader's cards is that letter, wherever another layout has it."""
        if not character or character.isascii() or self._scene is None or self.focused is not None:
            return False
        return bool(self.face.card_letter(self.scene, character))

    def on_key(self, event: events.Key) -> None:
        """Digits and the letters of cards; all other keys are bindings. Any key puts the guide's hint away."""
        character = event.character or ""
        if self.focused is not None or self._scene is None:
            return
        self._put_guide_away()
        if self._took_seat_back() or (character and character.isprintable() and self._took(character)):
            event.stop()
            event.prevent_default()

    def _took_seat_back(self) -> bool:
        """Where a bot plays for oneself, the first key or click says that one is here; it does nothing else."""
        table = self.client.state.table
        if table is None or table.you is None or not self.client.state.stood_in:
            return False
        if self._coming_back is None:
            self._coming_back = self.client.next_id()
            self.client.send(TakeSeat(id=self._coming_back, seat=table.you))
        return True

    def _took(self, character: str) -> bool:
        pick = self.scene.pick
        question = choosing.asked(pick)
        shown = self.face.card_letter(self.scene, character)
        letter = shown or character.lower()
        if question is not None and not character.isdigit():
            choice = next((choice for choice in question.choices if letter in choice.keys), None)
            return self._answer(choice) if choice else False
        if question is None and self._types(letter, bool(shown)):
            typed = choosing.by_letters(self.scene, self.face, letter)
            self._choose(typed, self._no_card(typed))
            return True
        return self._took_digit(character)

    def _types(self, character: str, shown: bool) -> bool:
        """Whether a character belongs to a card that is being typed, or begins one. `shown`: it stands on cards."""
        if not character.isascii() or not self.scene.view.hand:
            return False
        typed = self.scene.pick.typed
        if typed and not self.face.complete(typed):
            return character in self.face.later_letters()
        return character in self.face.first_letters() and (shown or not self._is_command(character))

    def _is_command(self, key: str) -> bool:
        """Whether a key is the first one, of those that stand on no card, of a command that is possible now."""
        active = self.active_bindings.get(key)
        if active is None or not active.enabled:
            return False
        same = [other for other, one in self.active_bindings.items() if one.binding.id == active.binding.id]
        return key == next((other for other in same if not self.face.card_letter(self.scene, other)), key)

    def _no_card(self, pick: Pick) -> str:
        """That no card of the hand begins with what was typed; empty when one does."""
        missing = pick.typed and self.face.typed(self.scene.view, pick.typed) is None
        return self.scene.say("play.no_such_card", text=typed_text(self.scene, pick.typed)) if missing else ""

    def _took_digit(self, character: str) -> bool:
        if character not in DIGITS:
            return False
        chosen = choosing.by_digit(self.scene, self.face, character)
        if isinstance(chosen, Choice):
            return self._answer(chosen)
        if chosen is not None:
            self._choose(chosen)
        return True

    def _choice_of(self, name: str) -> Choice | None:
        """The choice of the bar with this name."""
        return next((choice for choice in self._choices(self.scene) if choice.command == name), None)

    def action_step(self, step: int) -> None:
        """The cursor one place on; or the trick before or after the one that is looked at."""
        peek = self.scene.pick.peek
        if peek is not None:
            self._look_at(peek + step)
        else:
            self._choose(choosing.moved(self.scene, step, len(self._choices(self.scene))))

    def action_to_bar(self) -> None:
        """From the cards to the bar; from there back."""
        pick = self.scene.pick
        self._choose(replace(pick, on_bar=not pick.on_bar, bar=0, typed="", place="", peek=None))

    def action_to_hand(self) -> None:
        """From the bar back to the cards."""
        self._choose(replace(self.scene.pick, on_bar=False, bar=0, typed="", place="", peek=None))

    def action_space(self) -> None:
        """Takes a card to the chosen ones, or answers in the bar."""
        pick = self.scene.pick
        if pick.on_bar or pick.question is not None:
            self.action_enter()
        elif self.face.several and self.scene.view.hand:
            self._choose(choosing.toggled(self.scene, pick.cursor))

    def action_enter(self) -> None:
        """Plays what is chosen, answers the question, or does what the bar says; out of turn the card waits."""
        pick, offered = self.scene.pick, self._choices(self.scene)
        if pick.on_bar or pick.question is not None:
            self._answer(offered[min(pick.bar, len(offered) - 1)])
        elif pick.peek is not None:
            self._choose(replace(pick, peek=None))
        elif self._no_card(pick):
            self._choose(pick, self._no_card(pick))
        else:
            self._play_chosen()

    def _play_chosen(self) -> None:
        meant = self.face.enter(self.scene)
        if isinstance(meant, Question):
            self._choose(replace(self.scene.pick, question=meant, bar=0, typed="", place=""))
        elif meant is not None:
            self._send_if_sure(meant)
        elif self.face.queueable(self.scene):
            self._choose(queueing.queued(self.scene, self.face))
        elif self.scene.view.my_turn:
            self._choose(self.scene.pick, self.face.promise(self.scene), calm=True)

    def action_let_go(self) -> None:
        """Closes the chat line, or goes one step back in choosing."""
        if self.has_class("-saying"):
            self._stop_saying()
        else:
            self._choose(choosing.let_go(self.scene.pick))

    def action_untype(self) -> None:
        """Forgets the letters and digits typed."""
        self._choose(replace(self.scene.pick, typed="", place=""))

    def action_pass(self) -> None:
        self._do_named("pass" if self._choice_of("pass") else "queue_pass")

    def action_queue_pass(self) -> None:
        """Before one's turn: the chosen cards wait, to be passed then."""
        self._choose(queueing.queued(self.scene, self.face, passing=True))

    def action_molodka(self) -> None:
        self._do_named("molodka")

    def _do_named(self, name: str) -> None:
        choice = self._choice_of(name)
        if choice is not None:
            self._answer(choice)

    @on(Hand.Clicked)
    def _hand_clicked(self, event: Hand.Clicked) -> None:
        self._put_guide_away()
        if self._took_seat_back():
            return
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
        self._put_guide_away()
        if self._took_seat_back():
            return
        pick = self.scene.pick
        question = choosing.asked(pick)
        offered = self._choices(self.scene)
        final = question is not None and not question.loose and event.index < len(question.choices)
        if final and event.index != pick.bar:
            self._choose(replace(pick, bar=event.index, typed=""))
        elif event.index < len(offered):
            self._answer(offered[event.index])

    # ---- what is done -------------------------------------------------------------------------------

    def _answer(self, choice: Choice) -> bool:
        """Does what a choice of the bar stands for."""
        if choice.barred:
            self._choose(self.scene.pick, choice.barred)
        elif choice.lacking:
            self._choose(self.scene.pick, choice.lacking, calm=True)
        elif choice.move is not None:
            self._send_if_sure(choice.move)
        else:
            self._command(choice.command)
        return True

    def _command(self, name: str) -> None:
        if name in (choosing.MENU, choosing.BACK, "stay"):
            self.action_to_bar() if name == choosing.MENU else self._choose(choosing.let_go(self.scene.pick))
        elif name == "go":
            self.client.send(LeaveTable(id=self.client.next_id()))
        elif name == choosing.ALL:
            self.client.action_menu()
        elif name in choosing.BINDINGS:
            getattr(self.client, f"action_{name}")()
        else:
            getattr(self, f"action_{name}")()

    def action_scores(self) -> None:
        """Opens the score sheet."""
        self.client.push_screen(ScoreSheet(self.scene))

    def action_tricks(self) -> None:
        """Looks at the last trick, from where the arrows go through all finished ones; again: back to the game."""
        if self.scene.pick.peek is None:
            self._look_at(len(self.scene.tricks) - 1)
        else:
            self._choose(replace(self.scene.pick, peek=None))

    def _look_at(self, number: int) -> None:
        count = len(self.scene.tricks)
        if not count:
            self._choose(self.scene.pick, self.scene.say("hand.no_trick"), calm=True)
            return
        number = max(0, min(number, count - 1))
        pick = replace(self.scene.pick, peek=number, on_bar=False, typed="", place="")
        self._choose(pick, self.scene.say("hand.looking", number=number + 1, count=count), calm=True)

    def action_order(self) -> None:
        """The next order of the hand; kept as a setting."""
        settings = next_order(self.client.settings)
        self.client.change(settings)
        self._tell(self.scene.say(order_code(settings)))

    def action_people(self) -> None:
        """Who is here."""
        self.client.action_people()

    def action_emote(self) -> None:
        """Says something by code."""
        self.client.action_emote()

    def action_pause(self) -> None:
        """Asks for a pause or agrees to one; takes that back, or lets the game go on."""
        if can_pause(self.scene):
            self.client.send(Pause(id=self.client.next_id(), on=not wishes(self.scene)))

    def action_again(self) -> None:
        """After a party, asks for another one."""
        self.client.send(Rematch(id=self.client.next_id()))
        self._choose(self.scene.pick, "")

    def action_other_game(self) -> None:
        """After a party the owner: another game for the same table."""
        self.client.action_other_game()

    def action_leave(self) -> None:
        """Asks whether to leave the table, unless the settings say not to."""
        if not self.client.settings.leave:
            self._command("go")
            return
        question = choosing.leaving(self.scene)
        self._choose(replace(self.scene.pick, question=question, bar=0, on_bar=False, typed="", place="", peek=None))

    # ---- chat ---------------------------------------------------------------------------------------

    def action_chat(self) -> None:
        """Opens the chat line in the bar's place, and the log in that of the felt; all said so far counts as read."""
        self.client.mark_read()
        self._show(replace(self.scene, back=0))
        line = self.query_one("#say", Input)
        self.add_class("-saying")
        line.focus()

    def action_read_back(self, lines: int) -> None:
        """So many lines further back in the log, or nearer to its end; not beyond either."""
        back = max(0, min(self.scene.back + lines, self.query_one(Talk).furthest()))
        self._show(replace(self.scene, back=back))

    @on(Talk.Scrolled)
    def _wheel_turned(self, event: Talk.Scrolled) -> None:
        self.action_read_back(event.lines)

    def _stop_saying(self) -> None:
        self.client.mark_read()
        self.remove_class("-saying")
        self.query_one("#say", Input).value = ""
        self.set_focus(None)

    @on(Input.Submitted, "#say")
    def _say(self, event: Input.Submitted) -> None:
        text = event.value.strip()
        if text:
            self.client.send(Say(id=self.client.next_id(), text=text))
        self._stop_saying()
