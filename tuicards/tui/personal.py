"""What of the app follows the person: language, look and keys, and the settings that say so."""

import asyncio
import os
from collections import deque
from collections.abc import Sequence
from typing import Any, ClassVar

import msgspec
from textual.app import App
from textual.binding import Binding, BindingType
from textual.driver import Driver
from textual.events import Event, InputEvent, Key
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Input

from tuicards.errors import TuicardsError
from tuicards.locale.languages import LANGUAGES, Language, language_for
from tuicards.safe_text import safe_text
from tuicards.screen_size import LARGEST, LARGEST_OF_GUESTS
from tuicards.settings import Settings, Theme
from tuicards.speech import Speaker
from tuicards.tui.bindings import bound
from tuicards.tui.forgetting import forget_widgets
from tuicards.tui.layouts import on_latin_layout
from tuicards.tui.link import Start
from tuicards.tui.looks import Look, colours_of, look_for, next_presentation
from tuicards.tui.taste import tell_all
from tuicards.tui.themes import PREFIX, THEMES

PLAIN_KEYS = {"↑": "Up", "↓": "Down", "←": "Left", "→": "Right", "⏎": "Enter", "⌫": "Bksp", "space": "Space"}
"""Names of keys where their signs may not be shown."""


PATIENCE = 0.5
"""Seconds after which a key is not waited for any more."""


PASTING = 0.02
"""Seconds between two keys that no hand presses one after the other."""


class KeyDone(Message):
    """Follows a key through all that might take it, and comes to the app when that is over."""


class PersonalApp(App[int]):
    """An app that goes over to other settings at once, and keeps them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bound("app.presentation", "f6", "next_presentation", show=False),
        bound("app.theme", "ctrl+t", "next_theme", show=False),
        bound("app.settings", "f3", "settings", show=False),
        bound("app.palette", "ctrl+p", "palette", show=False, priority=True),
    ]

    settings: reactive[Settings] = reactive(Settings, init=False)
    """What the person prefers. Set it with `change`, which also keeps it."""
    language: reactive[Language] = reactive(language_for, init=False)
    """What everything is said in; follows the settings."""
    look: Look
    """How everything is drawn at present; follows the settings."""

    def __init__(self, start: Start, sheets: Sequence[str] = ()) -> None:
        forget_widgets()
        self.environ = dict(os.environ)
        colours = colours_of(self.environ, start.settings.colour_depth)
        os.environ["COLORTERM"] = "truecolor"  # what the terminal cannot show is taken away last of all
        super().__init__(css_path=[*sheets] or None, ansi_color=True if colours == "none" else None)
        for theme in THEMES:
            self.register_theme(theme)
        self.start = start
        self.largest = LARGEST if start.own_files else LARGEST_OF_GUESTS
        """Columns and rows of the largest picture."""
        self._kept_back: deque[InputEvent] = deque()
        self._key_under_way = False
        self._patience: asyncio.TimerHandle | None = None
        self._line_ended = -PASTING
        self.set_reactive(PersonalApp.settings, start.settings)
        self.set_reactive(PersonalApp.language, language_of(start.settings))
        self._dress()

    def change(self, settings: Settings) -> None:
        """Goes over to other settings: everything on the screen follows at once. Keeps them, or says why not."""
        self.settings = settings
        if self.start.keeper is None:
            return
        try:
            self.start.keeper.keep(settings)
        except TuicardsError as error:
            self.notify(safe_text(Speaker(language=self.language).error(error)), severity="warning", markup=False)

    def change_one(self, **values: Any) -> None:
        """Changes some settings by name."""
        self.change(msgspec.structs.replace(self.settings, **values))

    def action_set(self, name: str, value: str) -> None:
        """Sets one setting to one of its values."""
        self.change(msgspec.convert({**msgspec.structs.asdict(self.settings), name: value}, Settings))

    @property
    def driver(self) -> Driver | None:
        """What writes to the terminal; None before the start and after the end."""
        return self._driver

    def watch_settings(self, settings: Settings) -> None:
        before = self.look.colours
        self._dress()
        if self.look.colours != before:
            self.refresh(repaint=True, layout=True)
        self.set_keymap(settings.keys)
        language = language_of(settings)
        if self.language == language:
            tell_all(self.screen_stack)
        self.language = language

    def watch_language(self) -> None:
        tell_all(self.screen_stack)

    def _dress(self) -> None:
        self.look = look_for(self.settings, self.environ)
        self._wear(self.look.theme)
        self.set_class(self.look.poor, "-ascii")
        self.set_class(self.look.plain, "-plain")

    def _wear(self, name: str) -> None:
        """Goes over to a theme. Where the first one changes nothing but the colours' names, it is there before the
        style sheets are read: the toolkit reads them all a second time for every change."""
        theme = self.get_theme(name)
        if self.is_running or theme is None or theme.ansi or not theme.dark:
            self.theme = name
            return
        self.set_reactive(PersonalApp.theme, name)
        self.stylesheet.set_variables(self.get_css_variables())
        self.update_classes({f"-theme-{name}": True, "-dark-mode": True, "-light-mode": False}, update=False)

    # ---- keys ---------------------------------------------------------------------------------------

    async def on_event(self, event: Event) -> None:
        """Input goes on in the order in which it came: what a key does is done before the next one is looked at.

        By itself the toolkit gives letters and digits to whatever has the focus at once, and looks for a binding
        when nothing there has taken the key: `Enter 5` that arrive together, over a slow link, would be `5 Enter`.
        """
        if not isinstance(event, InputEvent) or event.is_forwarded:
            await super().on_event(event)
        elif self._key_under_way:
            self._kept_back.append(event)
        else:
            await self._put_in(event)

    async def _put_in(self, event: InputEvent) -> None:
        if not isinstance(event, Key):
            await super().on_event(event)
            return
        taker = self.focused or self.screen
        if self._comes_with_a_line(event):
            return
        if isinstance(taker, Input) and event.key == "enter":
            self._line_ended = event.time
        self._key_under_way = True
        self._patience = asyncio.get_running_loop().call_later(PATIENCE, self.call_later, self.next_input)
        await super().on_event(_meant(event, taker))
        taker.post_message(KeyDone())

    def _comes_with_a_line(self, event: Key) -> bool:
        """Whether a character or Enter came so soon after the end of a line of text, or after another such key, that
        nobody typed it: the rest of a text that was pasted plays no card and answers no question.
        """
        of_a_text = event.is_printable or event.key == "enter"
        if not of_a_text or event.time - self._line_ended > PASTING:
            return False
        self._line_ended = event.time
        return True

    async def on_key_done(self) -> None:
        await self.next_input()

    async def next_input(self) -> None:
        """The key is through, or was lost with its screen: what came after it goes on."""
        self._key_under_way = False
        if self._patience is not None:
            self._patience.cancel()
        while self._kept_back and not self._key_under_way:
            await self._put_in(self._kept_back.popleft())

    def get_key_display(self, binding: Binding) -> str:
        """How a key is written: by its sign, or by its name where only ASCII can be shown."""
        shown = super().get_key_display(binding)
        return PLAIN_KEYS.get(shown, shown) if self.look.poor else shown

    def action_next_theme(self) -> None:
        """The next of our themes; kept as a setting."""
        names = [theme.name for theme in THEMES]
        following = names[(names.index(self.theme) + 1) % len(names)].removeprefix(PREFIX)
        self.change_one(theme=msgspec.convert(following, Theme))

    def action_next_presentation(self) -> None:
        """By itself, wide, compact, poor, and round again; kept as a setting."""
        following = next_presentation(self.settings.presentation)
        self.change_one(presentation=following)
        said = Speaker(language=self.language).say(f"settings.presentation.{following}")
        self.notify(said, markup=False)


def _meant(event: Key, taker: Widget) -> Key:
    """A shortcut is a place on the keyboard: letters of other layouts count as the Latin ones on their keys.

    Not where the focus, or the screen, takes the character for what it is: a text field, a card's letter.
    """
    taken = taker.check_consume_key(event.key, event.character)
    return event if taken else on_latin_layout(event) or event


def language_of(settings: Settings) -> Language:
    """The language that the settings name, or else the one of the locale."""
    return LANGUAGES.get(settings.language) or language_for()
