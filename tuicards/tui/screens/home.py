"""The first screen: the title, one's name, and what one may do. What leads to other servers is imported when it is
asked for, to keep the start short."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Center, Horizontal, Middle, Vertical
from textual.content import Content
from textual.widgets import Input, OptionList, Static

from tuicards.games import GAMES
from tuicards.tui.bindings import bound
from tuicards.tui.link import Backend, LinkLike, Start
from tuicards.tui.screens.base import ClientScreen
from tuicards.tui.screens.choice import label_width
from tuicards.tui.screens.keyline import KeyLine
from tuicards.tui.screens.parts import Menu
from tuicards.tui.setup import Setup
from tuicards.wire.messages import NAME_LENGTH

if TYPE_CHECKING:
    from tuicards.tui.screens.join import Wish

BOTS = "normal"
WIDTH = 66
"""Cells of a line of the menu."""

OTHERS = ("host", "join", "watch", "rules", "settings")
"""What one may do besides playing at once and quitting."""

LETTERS = (
    "▀█▀ █ █ █ █▀▀ █▀█ █▀█ █▀▄ █▀▀",
    " █  █ █ █ █   █▀█ █▀▄ █ █ ▀▀█",
    " ▀  ▀▀▀ ▀ ▀▀▀ ▀ ▀ ▀ ▀ ▀▀  ▀▀▀",
)
SIGNS = (
    ("♠ ", "$suit-black"),
    ("♥ ", "$suit-red"),
    ("♣ ", "$suit-black"),
    ("♦   ", "$suit-red"),
    ("■ ", "$rage-R"),
    ("■ ", "$rage-O"),
    ("■ ", "$rage-Y"),
    ("■ ", "$rage-G"),
    ("■ ", "$rage-B"),
    ("■", "$rage-P"),
)


class HomeScreen(ClientScreen):
    """Where one starts without a server."""

    ROUTE = "home"
    BINDINGS: ClassVar[list[BindingType]] = [
        bound("home.menu", "escape", "to_menu", show=False),
        bound("home.name", "f2", "edit_name"),
        bound("app.settings", "f3", "app.settings"),
    ]

    def compose(self) -> ComposeResult:
        with Middle(), Center(), Vertical(id="home"):
            yield Static(id="title")
            with Horizontal(id="name-row"):
                yield Static(classes="label", markup=False)
                yield Input(self.client.person, max_length=NAME_LENGTH, compact=True, id="name")
            yield Menu(id="menu")
        yield KeyLine()

    def on_mount(self) -> None:
        menu = self.query_one(Menu)
        (menu if self.client.person else self.query_one("#name")).focus()
        if self.client.seek:
            self.client.seek = False
            start = self.client.start
            self._ask_where(watch=start.watch, table=start.join)

    def retell(self) -> None:
        self.query_one("#title", Static).update(title_art(self.client.look.poor))
        label = self.query_one("#name-row .label", Static)
        label.update(self.client.say("home.name"))
        label.styles.width = label_width([self.client.say("home.name")]) + 3
        name = self.query_one("#name", Input)
        if name.value.strip() != self.client.person:
            name.value = self.client.person
        menu = self.query_one(Menu)
        menu.fill(menu_lines(self._choices()))
        menu.highlighted = menu.highlighted or 0

    def _choices(self) -> list[tuple[str, str, str]]:
        """Id, words and a note for each line."""
        say = self.client.say
        play = [
            (
                f"play:{game.name}",
                say("home.play", {"game": game.name}),
                say("home.play.note", {"count": game.usual_seats - 1}),
            )
            for game in GAMES.values()
        ]
        others = [(name, say(f"home.{name}"), say(f"home.{name}.note")) for name in OTHERS]
        return [*play, *others, ("quit", say("home.quit"), "")]

    def action_to_menu(self) -> None:
        self.query_one(Menu).focus()

    def action_edit_name(self) -> None:
        self.query_one("#name").focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        self.client.person = event.value.strip()

    def on_input_submitted(self) -> None:
        self.action_to_menu()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        name = event.option_id or ""
        if name == "quit":
            self.app.exit(0)
        elif name == "rules":
            self.client.action_rules()
        elif name == "settings":
            self.client.action_settings()
        elif not self.client.person:
            self.client.tell("home.name_first")
            self.action_edit_name()
        else:
            self._go(name)

    def _go(self, name: str) -> None:
        if name == "host":
            from tuicards.tui.screens.join import HostDialog

            self.app.push_screen(HostDialog(), self._host)
        elif name in ("join", "watch"):
            self._ask_where(watch=name == "watch")
        else:
            self._play(name.removeprefix("play:"))

    def _play(self, game: str) -> None:
        start = Start(create=Setup.usual(game).create(0), bots=BOTS, start=True)
        person = self.client.person
        self.client.reach(lambda backend: backend.solo(person), start)

    def _host(self, password: str | None) -> None:
        if password is not None:
            person = self.client.person
            self.client.reach(lambda backend: backend.host(person, password), Start(), hosted=True)

    def _ask_where(self, *, watch: bool, table: str = "") -> None:
        from tuicards.tui.screens.join import JoinDialog

        self.app.push_screen(JoinDialog(watch=watch, table=table), self._join)

    def _join(self, wish: "Wish | None") -> None:
        if wish is None:
            return
        person = self.client.person

        async def dial(backend: Backend) -> LinkLike:
            return backend.dial(wish.address, person, wish.password)

        self.client.reach(dial, Start(join=wish.table, mark=wish.mark, watch=wish.watch, where=wish.address))


def title_art(poor: bool) -> Content:
    """The name of the program over a row of the signs that its cards bear; the name alone in plain ASCII."""
    if poor:
        return Content.styled("T U I C A R D S", "bold")
    return Content("\n").join(
        [*(Content.styled(line, "bold $foreground") for line in LETTERS), Content(""), Content.assemble(*SIGNS)]
    )


def menu_lines(choices: Sequence[tuple[str, str, str]]) -> list[tuple[str, Content]]:
    """Id and line of each choice: its digit, what it does, and a word about it, below each other."""
    width = label_width([words for _, words, _ in choices])
    lines = []
    for number, (name, words, note) in enumerate(choices, 1):
        label = Content.styled(words, "bold").truncate(width, ellipsis=True, pad=True)
        line = Content.assemble((f" {number}  ", "$accent"), label, (f"  {note}", "$dim"))
        lines.append((name, line.truncate(WIDTH, ellipsis=True)))
    return lines
