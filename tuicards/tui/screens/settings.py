"""The settings: each with what it does; a change holds at once and is kept."""

from collections.abc import Sequence
from typing import Any

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.events import DescendantFocus
from textual.widgets import Button, Static

from tuicards.errors import TuicardsError
from tuicards.locale.languages import LANGUAGES
from tuicards.preferences.values import KINDS, LETTERS, checked_text, possible
from tuicards.settings import DEFAULTS, NAMES, SECTIONS
from tuicards.tui.screens.base import Dialog
from tuicards.tui.screens.choice import Choice, label_width
from tuicards.tui.screens.create import ValueDialog
from tuicards.tui.screens.join import FORM_KEYS
from tuicards.tui.screens.parts import label_button

TYPED = ("name", "seconds", "letters")
"""Kinds of settings for which one may type a value of one's own."""

PAUSES = ("0.0", "0.5", "1.2", "2.0", "3.0", "5.0", "10.0")


class SettingsScreen(Dialog[None]):
    """Every setting on a line; Left and Right change it, Enter too. Nothing has to be confirmed."""

    PLACE = "settings"
    AUTO_FOCUS = ""
    BINDINGS = FORM_KEYS[:2]

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog wide", id="settings-box"):
            with VerticalScroll(id="choices", can_focus=False):
                for section, names in SECTIONS.items():
                    yield Static(classes="section", id=f"section-{section}", markup=False)
                    for name in names:
                        yield Choice(name, open_=KINDS[name] in TYPED)
            yield Static(id="about", markup=False)
            with Horizontal(classes="buttons"):
                yield Button(id="back", variant="primary", action="screen.close")
                yield Static(id="kept", markup=False)

    def on_mount(self) -> None:
        self.query(Choice).first().focus(scroll_visible=False)

    def retell(self) -> None:
        say = self.client.say
        self.query_one("#settings-box").border_title = Content(say("settings.title"))
        label_button(self.query_one("#back", Button), say("settings.back"))
        for section in SECTIONS:
            self.query_one(f"#section-{section}", Static).update(say(f"settings.{section}"))
        self.query_one("#kept", Static).update(self._where())
        width = label_width([say(f"settings.{name}") for name in NAMES])
        for choice in self.query(Choice):
            choice.call(say(f"settings.{choice.option}"), width)
            self._show(choice)
        self._explain()

    def _where(self) -> str:
        keeper = self.client.start.keeper
        if keeper is None:
            return self.client.say("settings.no_place")
        return self.client.say(keeper.where, {"place": keeper.place})

    def _show(self, choice: Choice) -> None:
        name = choice.option
        value = getattr(self.client.settings, name)
        text = text_of(value)
        offered = [(one, self._label(name, one)) for one in offered_values(name)]
        if text not in [one for one, _ in offered]:
            offered.append((text, self._label(name, text)))
        choice.show(text, offered, marked=value != getattr(DEFAULTS, name))

    def _label(self, name: str, text: str) -> str:
        """What people call a value."""
        say = self.client.say
        match KINDS[name]:
            case "bool":
                return say("settings.on" if text == "true" else "settings.off")
            case "choice":
                return say(f"settings.{name}.{text}")
            case "seconds":
                return say(f"settings.{name}.value", {"seconds": text})
            case "language" if text:
                return LANGUAGES[text].name
            case "letters":
                return text
        return text or say(f"settings.{name}.empty")

    # ---- what a line means ------------------------------------------------------------------------

    @on(DescendantFocus)
    def _explain(self) -> None:
        if isinstance(self.focused, Choice):
            self.query_one("#about", Static).update(self._about(self.focused))

    def _about(self, choice: Choice) -> Content:
        say, keeper = self.client.say, self.client.start.keeper
        lines = [Content(say(f"settings.{choice.option}.about"))]
        if keeper is not None and (variable := keeper.stronger(choice.option)):
            lines.insert(0, Content.styled(say("settings.stronger", {"variable": variable}), "$warning"))
        if choice.open:
            lines.append(Content.styled(say("settings.type"), "$dim"))
        return Content("\n").join(lines)

    # ---- what the person does ---------------------------------------------------------------------

    def on_choice_changed(self, event: Choice.Changed) -> None:
        self._set(event.choice.option, event.value)

    def on_choice_asked(self, event: Choice.Asked) -> None:
        choice = event.choice

        def answered(text: str | None) -> None:
            if text is not None:
                self._set(choice.option, text)

        self.app.push_screen(ValueDialog(choice), answered)

    def _set(self, name: str, text: str) -> None:
        """Changes a setting, or says why it cannot be that."""
        try:
            value = self._checked(name, text)
        except TuicardsError as error:
            self.client.tell(error.code, error.params, warn=True)
            return
        if name == "name" and value and self.client.link is None:
            self.client.person = value
        self.client.change_one(**{name: value})

    def _checked(self, name: str, text: str) -> Any:
        keeper, place = self.client.start.keeper, self.client.say("settings.title")
        return keeper.checked(name, text) if keeper is not None else checked_text(name, text, place)


def text_of(value: object) -> str:
    """A value as text, as the environment would have it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def offered_values(name: str) -> Sequence[str]:
    """The values that the arrows go through; of letters, every colour or suit first once."""
    match KINDS[name]:
        case "letters":
            usual = getattr(DEFAULTS, name)
            return [usual[place:] + usual[:place] for place in range(len(LETTERS[name]))]
        case "seconds":
            return PAUSES
        case "language":
            return ("", *LANGUAGES)
        case "name":
            return ("",)
    return possible(name)
