"""Parts that several screens share: the line at the top, the chat, a menu of what can be done."""

from collections.abc import Sequence
from typing import NamedTuple

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.events import Key
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from tuicards.client_state import ClientState
from tuicards.safe_text import safe_text
from tuicards.speech import Speaker
from tuicards.tui.glyphs import ASCII, usual_glyphs
from tuicards.tui.screens.base import client_of
from tuicards.wire.messages import CHAT_LENGTH, Said, Say


class Marks(NamedTuple):
    """Signs for who has a seat, whether the link is up, and the program."""

    person: str
    bot: str
    free: str
    program: str


def marks() -> Marks:
    """The signs that this terminal can show."""
    return Marks("@", "*", "-", "#") if usual_glyphs() is ASCII else Marks("●", "▲", "○", "♠")


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
        link = client_of(self).link
        if not state.connected or link is None:
            return f"{marks().free} not connected"
        return marks().person if link.delay is None else f"{marks().person} {round(link.delay * 1000)} ms"

    def on_resize(self) -> None:
        self._draw()

    def _draw(self) -> None:
        place, person = self._words
        right = Content(person)
        room = max(0, self.size.width - right.cell_length)
        left = Content.assemble((f" {marks().program} ", "$accent"), (safe_text(place), "bold"))
        self.update(left.truncate(room, ellipsis=True, pad=True) + right)


class Chat(Vertical):
    """What was said, and a line to say more."""

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="said", can_focus=False):
            yield Static(id="lines", markup=False)
        yield Input(placeholder="Say something", id="say", max_length=CHAT_LENGTH, compact=True)

    def on_mount(self) -> None:
        self.border_title = "Chat"
        self.query_one("#said", VerticalScroll).anchor()

    def show(self, chat: Sequence[Said], speaker: Speaker) -> None:
        """Shows the lines, oldest first."""
        lines = Content("\n").join([said_line(said, speaker) for said in chat])
        self.query_one("#lines", Static).update(lines if chat else Content.styled("Nothing said yet.", "$dim"))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        text = event.value.strip()
        if text:
            client = client_of(self)
            client.send(Say(id=client.next_id(), text=text))
            event.input.clear()


def said_line(said: Said, speaker: Speaker) -> Content:
    """One line of chat, or a notice."""
    if not said.name:
        return Content.styled(safe_text(speaker.say(said.code, said.params)), "$dim italic")
    name = f"{safe_text(said.name)} (watching)" if said.watcher else safe_text(said.name)
    return Content.assemble((name, "bold $primary"), "  ", safe_text(said.text))


class Menu(OptionList):
    """A list to choose from with arrows and Enter, the mouse, or the digit before a line."""

    def fill(self, lines: Sequence[tuple[str, Content]]) -> None:
        """Shows the lines (id and text), and keeps the cursor on the same id, or else on the same place."""
        options = [Option(text, id=name) for name, text in lines]
        if self._same(options):
            return
        kept, place = self.chosen, self.highlighted
        self.clear_options()
        self.add_options(options)
        names = [name for name, _ in lines]
        if kept in names:
            self.highlighted = names.index(kept)
        elif names:
            self.highlighted = min(place or 0, len(names) - 1)

    def _same(self, options: Sequence[Option]) -> bool:
        return [(one.id, one.prompt) for one in self.options] == [(one.id, one.prompt) for one in options]

    @property
    def chosen(self) -> str:
        """The id of the line under the cursor; empty where there is none."""
        if self.highlighted is None or self.option_count == 0:
            return ""
        return self.get_option_at_index(self.highlighted).id or ""

    def on_key(self, event: Key) -> None:
        """A digit chooses the line with this number, counted from 1."""
        if event.character is None or event.character not in "123456789":
            return
        number = int(event.character)
        if number <= self.option_count:
            event.stop()
            self.highlighted = number - 1
            self.action_select()
