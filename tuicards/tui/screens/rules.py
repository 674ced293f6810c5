"""The rules of the games, from the same pages that the documentation shows."""

from importlib.resources import files
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Button, Markdown

from tuicards.games import GAMES
from tuicards.tui.screens.base import Dialog

FOLDER = files("tuicards") / "rules"


def page_names() -> list[tuple[str, str]]:
    """File name and title of each page: the short ones of all games first."""
    short = [(f"{game.name}_guide.md", f"{game.title} guide") for game in GAMES.values()]
    whole = [(f"{game.name}.md", f"{game.title} rules") for game in GAMES.values()]
    return [(name, title) for name, title in (*short, *whole) if (FOLDER / name).is_file()]


class RulesScreen(Dialog[None]):
    """One page of rules at a time; Left and Right change the page, the other arrows move in it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "turn(-1)", "Page before", id="rules.before"),
        Binding("right", "turn(1)", "Next page", id="rules.next"),
    ]

    def __init__(self, game: str = "") -> None:
        super().__init__()
        self._pages = page_names()
        self._page = next((place for place, (name, _) in enumerate(self._pages) if name.startswith(game)), 0)

    def compose(self) -> ComposeResult:
        with Horizontal(id="pages"):
            for place, (_, title) in enumerate(self._pages):
                yield Button(title, action=f"screen.show({place})", compact=True, classes="page")
            yield Button("Back", action="screen.close", compact=True)
        with VerticalScroll(id="rules-text"):
            yield Markdown(open_links=False)

    async def on_mount(self) -> None:
        self.query_one("#rules-text").focus()
        await self.action_show(self._page)

    async def action_show(self, place: int) -> None:
        self._page = place
        for number, button in enumerate(self.query("Button.page")):
            button.set_class(number == place, "-shown")
        await self.query_one(Markdown).update((FOLDER / self._pages[place][0]).read_text("utf-8"))
        self.query_one("#rules-text").scroll_home(animate=False)

    async def action_turn(self, step: int) -> None:
        await self.action_show((self._page + step) % len(self._pages))

    async def on_markdown_link_clicked(self, event: Markdown.LinkClicked) -> None:
        names = [name for name, _ in self._pages]
        if event.href in names:
            await self.action_show(names.index(event.href))
