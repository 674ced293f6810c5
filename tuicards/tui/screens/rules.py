"""The rules of the games, from the same pages that the documentation shows."""

from typing import ClassVar

from rich.table import Table
from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.events import Mount
from textual.widgets import Button, Static

from tuicards.games.api import AnyGame
from tuicards.rule_pages import Page, marked, pages
from tuicards.safe_text import safe_text
from tuicards.speech import Speaker
from tuicards.tui.bindings import bound
from tuicards.tui.rule_text import Piece, pieces
from tuicards.tui.screens.base import Dialog
from tuicards.tui.screens.parts import label_button


class RulesScreen(Dialog[None]):
    """One page of rules at a time; Left and Right change the page, the other arrows move in it.

    With `rule` the whole rules open, at that rule. Where one is at a table, its options are marked.
    """

    PLACE = "rules"
    BINDINGS: ClassVar[list[BindingType]] = [
        bound("rules.before", "left", "turn(-1)"),
        bound("rules.next", "right", "turn(1)"),
    ]

    def __init__(self, game: str = "", rule: str = "", *, whole: bool = False) -> None:
        super().__init__()
        self._pages = pages()
        self._rule = rule
        fits = [page.game.name == game and page.whole == (whole or bool(rule)) for page in self._pages]
        self._page = fits.index(True) if True in fits else 0

    def compose(self) -> ComposeResult:
        with Horizontal(id="pages"):
            for place in range(len(self._pages)):
                yield Button(action=f"screen.show({place})", compact=True, classes="page")
            yield Button(action="screen.close", compact=True, id="back")
        yield VerticalScroll(id="rules-text")

    @on(Mount)
    def _open(self) -> None:
        self.query_one("#rules-text").focus()

    def retell(self) -> None:
        say = self.client.say
        for page, button in zip(self._pages, self.query("Button.page").results(Button), strict=True):
            label_button(button, say(page.title, {"game": page.game.name}))
        label_button(self.query_one("#back", Button), say("rules.back"))
        self._show_again()

    @work(group="page", exclusive=True)
    async def _show_again(self) -> None:
        await self.action_show(self._page, keep=bool(self._rule))

    async def action_show(self, place: int, keep: bool = False) -> None:
        """Turns to a page, and to the rule that was asked for when `keep`."""
        self._page = place
        for number, button in enumerate(self.query("Button.page")):
            button.set_class(number == place, "-shown")
        box = self.query_one("#rules-text", VerticalScroll)
        await box.remove_children()
        drawn = pieces(self._text(self._pages[place]), poor=self.client.look.poor, rule=self._rule if keep else "")
        await box.mount_all(Static(piece.drawn, classes=classes_of(piece)) for piece in drawn)
        box.scroll_home(animate=False)
        if keep:
            self.call_after_refresh(self._go_to_rule)

    def _text(self, page: Page) -> str:
        table, language = self.client.state.table, self.client.language
        if table is None or table.game != page.game.name:
            return page.text(language)
        known: AnyGame = page.game
        return safe_lines(marked(page, table.options, Speaker(known, language=language)))

    def _go_to_rule(self) -> None:
        for piece in self.query(".asked"):
            self.query_one("#rules-text").scroll_to_widget(piece, top=True, animate=False)

    async def action_turn(self, step: int) -> None:
        await self.action_show((self._page + step) % len(self._pages))


def classes_of(piece: Piece) -> str:
    """How the style sheet knows a piece: the rule that was asked for, and a table, which keeps off what follows."""
    return " ".join(["asked"] * bool(piece.rule) + ["table"] * isinstance(piece.drawn, Table))


def safe_lines(text: str) -> str:
    """Every line safe to show: a table's options come from elsewhere."""
    return "\n".join(safe_text(line) for line in text.split("\n"))
