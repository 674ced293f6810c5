"""The first screen: the title, one's name, and what one may do."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, Horizontal, Middle, Vertical
from textual.content import Content
from textual.widgets import Input, OptionList, Static

from tuicards.games import GAMES
from tuicards.tui.glyphs import ASCII, usual_glyphs
from tuicards.tui.link import Backend, LinkLike, Start
from tuicards.tui.screens.base import ClientScreen
from tuicards.tui.screens.join import HostDialog, JoinDialog, Wish
from tuicards.tui.screens.keyline import KeyLine
from tuicards.tui.screens.parts import Menu
from tuicards.tui.setup import Setup
from tuicards.wire.messages import NAME_LENGTH

BOTS = "normal"

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
        Binding("escape", "to_menu", "Menu", id="home.menu", show=False),
        Binding("f2", "edit_name", "Your name", id="home.name", tooltip="Change the name others see"),
    ]

    def compose(self) -> ComposeResult:
        with Middle(), Center(), Vertical(id="home"):
            yield Static(title_art(), id="title")
            with Horizontal(id="name-row"):
                yield Static("Your name", classes="label")
                yield Input(self.client.person, max_length=NAME_LENGTH, compact=True, id="name")
            yield Menu(id="menu")
        yield KeyLine()

    def on_mount(self) -> None:
        menu = self.query_one(Menu)
        menu.fill([(name, menu_line(number, *words)) for number, (name, *words) in enumerate(self._choices(), 1)])
        menu.highlighted = 0
        (menu if self.client.person else self.query_one("#name")).focus()

    def _choices(self) -> list[tuple[str, str, str]]:
        play = [
            (f"play:{game.name}", f"Play {game.title} now", seats_words(game.usual_seats)) for game in GAMES.values()
        ]
        return [
            *play,
            ("host", "Host on the LAN", "friends join from their own terminals"),
            ("join", "Join a server", "with its address, or a table's code"),
            ("watch", "Watch a table", "sit behind the players"),
            ("rules", "Rules", "of both games, on a page each"),
            ("quit", "Quit", ""),
        ]

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
        elif not self.client.person:
            self.notify("Say your name first: others will see it.", markup=False)
            self.action_edit_name()
        else:
            self._go(name)

    def _go(self, name: str) -> None:
        if name == "host":
            self.app.push_screen(HostDialog(), self._host)
        elif name in ("join", "watch"):
            self.app.push_screen(JoinDialog(watch=name == "watch"), self._join)
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

    def _join(self, wish: Wish | None) -> None:
        if wish is None:
            return
        person = self.client.person

        async def dial(backend: Backend) -> LinkLike:
            return backend.dial(wish.address, person, wish.password)

        self.client.reach(dial, Start(join=wish.table, watch=wish.watch))


def title_art() -> Content:
    """The name of the program over a row of the signs that its cards bear; the name alone in plain ASCII."""
    if usual_glyphs() is ASCII:
        return Content.styled("T U I C A R D S", "bold")
    return Content("\n").join(
        [*(Content.styled(line, "bold $foreground") for line in LETTERS), Content(""), Content.assemble(*SIGNS)]
    )


def menu_line(number: int, label: str, note: str) -> Content:
    """One choice: its digit, what it does, and a word about it."""
    return Content.assemble((f" {number}  ", "$accent"), (label.ljust(18), "bold"), (f"  {note}", "$dim"))


def seats_words(seats: int) -> str:
    return f"you and {seats - 1} bots"
