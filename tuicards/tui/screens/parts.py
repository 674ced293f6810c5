"""Parts that several screens share: the line at the top, the chat, a menu of what can be done."""

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.events import Key
from textual.style import Style
from textual.widget import Widget
from textual.widgets import Button, Input, OptionList, Static
from textual.widgets.option_list import Option

from tuicards.chat import speaker_of_line, words_of
from tuicards.client_state import ClientState
from tuicards.safe_text import safe_text
from tuicards.speech import Speaker
from tuicards.tui.bindings import bound
from tuicards.tui.glyphs import ASCII, usual_glyphs
from tuicards.tui.screens.base import client_of
from tuicards.wire.messages import CHAT_LENGTH, Said, Say

DIGITS = "1234567890"
"""The keys that choose the first ten lines of a menu."""


class Marks(NamedTuple):
    """Signs for who has a seat, whether the link is up, and the program."""

    person: str
    bot: str
    free: str
    program: str


def marks(poor: bool | None = None) -> Marks:
    """The signs that this terminal can show; `poor`: plain ASCII, whatever the terminal can."""
    plain = usual_glyphs() is ASCII if poor is None else poor
    return Marks("@", "*", "-", "#") if plain else Marks("●", "▲", "○", "♠")


def marks_of(widget: Widget) -> Marks:
    """The signs that go with the look of the widget's app."""
    return marks(client_of(widget).look.poor)


def column(text: str | Content, width: int) -> Content:
    """The text in so many cells exactly: cut with a sign for it, or filled up."""
    content = Content(text) if isinstance(text, str) else text
    return content.truncate(max(0, width), ellipsis=True, pad=True)


def label_button(button: Button, words: str) -> None:
    """Says what a button does; it becomes as wide as that."""
    button.label = Content(words)
    button.refresh(layout=True)


class TopBar(Static):
    """The first line of a screen: where one is on the left, who one is and the connection on the right."""

    def __init__(self) -> None:
        super().__init__(markup=False, id="top")
        self._words = ("", "")

    def show(self, place: str, state: ClientState) -> None:
        """Names the place; the rest follows from the state."""
        name = safe_text(state.welcome.name) if state.welcome else ""
        self._words = (place, f"{name}  {self._link_words(state)} " if name else "")
        self._draw()

    def _link_words(self, state: ClientState) -> str:
        client = client_of(self)
        signs = marks_of(self)
        if not state.connected or client.link is None:
            return f"{signs.free} {client.say('lobby.not_connected')}"
        if client.link.delay is None:
            return signs.person
        return f"{signs.person} {client.say('lobby.delay', {'delay': round(client.link.delay * 1000)})}"

    def on_resize(self) -> None:
        self._draw()

    def _draw(self) -> None:
        place, person = self._words
        right = Content(person)
        left = Content.assemble((f" {marks_of(self).program} ", "$accent"), (safe_text(place), "bold"))
        self.update(column(left, self.size.width - right.cell_length) + right)


class Chat(Vertical):
    """What was said, a line to say more, and how much is new since one was last in it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bound("chat.up", "up", "scroll(-1)", show=False, tip=False),
        bound("chat.down", "down", "scroll(1)", show=False, tip=False),
        bound("chat.page_up", "pageup", "scroll(-4)", show=False, tip=False),
        bound("chat.page_down", "pagedown", "scroll(4)", show=False, tip=False),
    ]

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="said", can_focus=False):
            yield Static(id="lines", markup=False)
        yield Input(id="say", max_length=CHAT_LENGTH, compact=True)

    def on_mount(self) -> None:
        self.query_one("#said", VerticalScroll).anchor()

    @property
    def _line(self) -> Input:
        return self.query_one("#say", Input)

    def show(self, state: ClientState, speaker: Speaker) -> None:
        """Shows what was said, oldest first, and how much of it is unread."""
        said = state.heard
        lines = Content("\n").join([said_line(one, speaker) for one in said])
        self.query_one("#lines", Static).update(lines if said else Content.styled(speaker.say("chat.empty"), "$dim"))
        self._line.placeholder = speaker.say("chat.say")
        self._show_unread(0 if self._line.has_focus else state.unread, speaker)

    def _show_unread(self, unread: int, speaker: Speaker) -> None:
        new = f" {speaker.say('chat.new', {'count': unread})} " if unread else ""
        self.border_title = Content.assemble(speaker.say("chat.title"), (new, "bold $accent"))

    def say(self) -> None:
        """Goes to the line where one can say something; with that all has been seen."""
        self._line.focus()

    def on_descendant_focus(self) -> None:
        client_of(self).mark_read()
        self._show_unread(0, client_of(self).speaker())

    def on_descendant_blur(self) -> None:
        client_of(self).mark_read()

    def on_click(self) -> None:
        self.say()

    def action_scroll(self, lines: int) -> None:
        self.query_one("#said", VerticalScroll).scroll_relative(y=lines, animate=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        text = event.value.strip()
        if text:
            client = client_of(self)
            client.send(Say(id=client.next_id(), text=text))
            event.input.clear()


def said_line(said: Said, speaker: Speaker) -> Content:
    """One line of chat, or a notice."""
    words = safe_text(words_of(said, speaker))
    if not said.name:
        return Content.styled(words, "$dim italic")
    name = safe_text(speaker_of_line(said, speaker))
    if said.old:
        return Content.styled(f"{name}  {words}", "$dim")
    return Content.assemble((name, "bold $primary"), "  ", (words, "italic" if said.code else ""))


class Menu(OptionList):
    """A list to choose from with arrows and Enter, the mouse, or a digit for one of the first ten lines."""

    DEFAULT_CSS = "Menu { text-wrap: nowrap; text-overflow: ellipsis; }"

    def fill(self, lines: Sequence[tuple[str, Content]]) -> None:
        """Shows the lines (id and text), and keeps the cursor on the same id, or else on the same place.

        Of several lines with the same id the last one counts.
        """
        options = [Option(text, id=name) for name, text in dict(lines).items()]
        if self._same(options):
            return
        if [one.id for one in self.options] == [option.id for option in options]:
            self._reword(options)
            return
        kept, place = self.chosen, self.highlighted
        self.clear_options()
        self.add_options(options)
        names = [option.id for option in options]
        if kept in names:
            self.highlighted = names.index(kept)
        elif names:
            self.highlighted = min(place or 0, len(names) - 1)

    def _reword(self, options: Sequence[Option]) -> None:
        """The same lines in other words: nothing else moves, the scroll bar neither."""
        for index, option in enumerate(options):
            if self.options[index].prompt != option.prompt:
                self.replace_option_prompt_at_index(index, option.prompt)

    def _same(self, options: Sequence[Option]) -> bool:
        return [(one.id, one.prompt) for one in self.options] == [(one.id, one.prompt) for one in options]

    @property
    def chosen(self) -> str:
        """The id of the line under the cursor; empty where there is none."""
        if self.highlighted is None or self.option_count == 0:
            return ""
        return self.get_option_at_index(self.highlighted).id or ""

    def get_visual_style(self, *component_classes: str, partial: bool = False) -> Style:
        """As the style sheet says, reversed cells too: the toolkit leaves them out, and without colours nothing else
        tells where the cursor is."""
        style = super().get_visual_style(*component_classes, partial=partial)
        turned = any(self.get_component_styles(name).text_style.reverse for name in component_classes)
        return style + Style(reverse=True) if turned else style

    def on_key(self, event: Key) -> None:
        """A digit chooses the line of this number, counted from 1; 0 is the tenth."""
        place = DIGITS.find(event.character) if event.character else -1
        if 0 <= place < self.option_count:
            event.stop()
            self.highlighted = place
            self.action_select()


def numbered(lines: Sequence[tuple[str, Content]]) -> list[tuple[str, Content]]:
    """Each line with the digit before it that chooses it."""
    digits = DIGITS.ljust(len(lines))
    return [(name, Content.styled(f" {digits[n]} ", "$dim") + text) for n, (name, text) in enumerate(lines)]
