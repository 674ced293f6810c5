"""The client of somebody who comes by an SSH door: one server, no files, and a card to settle how things look."""

import traceback
from collections.abc import Callable
from typing import Protocol

import msgspec
from rich.text import Text

from tuicards.client_state import Disconnected, LinkEvent
from tuicards.tui.app import SHEETS, TuiCards
from tuicards.tui.link import LinkLike, Start
from tuicards.tui.looks import colours_of
from tuicards.tui.quick_plan import QuickPlan
from tuicards.tui.themes import TERMINAL

NAME_REFUSED = ("bad_name", "name_taken", "name_of_key")
"""Refusals that another name helps against."""

ASKED_AGAIN = (*NAME_REFUSED, "password_needed", "wrong_password", "too_many_guesses")
"""Refusals that another name, or a password, helps against."""


class GuestLink(LinkLike, Protocol):
    """A link that can be tried again under another name."""

    def retry(self, *, name: str | None = None, password: str | None = None) -> None: ...


class GuestApp(TuiCards):
    """With `asks` the card of the first visit comes before all else; it comes again when the server refuses the name.

    `dial` makes the link for a name and a password. `named`: the guest needs a name; others may be given one.
    `report` takes the text of a fault. `game`: sit down to it at once.
    """

    EARLY = SHEETS

    def __init__(
        self, dial: Callable[[str, str], GuestLink], *, start: Start, asks: bool, named: bool,
        report: Callable[[str], None], game: str = "",
    ) -> None:  # fmt: skip
        self._dial, self._report, self._game = dial, report, game
        self._ticketed = None if asks else dial(start.name, "")
        self.asking = asks
        """Whether the card is in front."""
        self.named = named
        self.refusal: Disconnected | None = None
        """Why the server did not let the guest in, where the card can help."""
        super().__init__(self._ticketed, start=start)

    @property
    def route(self) -> str:
        return "first_visit" if self.asking else super().route

    @property
    def knows_no_colour(self) -> bool:
        """Whether the guest's environment wants none, whatever is chosen here."""
        return bool(self.environ.get("NO_COLOR"))

    def settle(self, name: str, password: str) -> None:
        """The card is filled in: on to the server."""
        self.asking, self.person = False, name
        self.change(self.settings)
        self._dress()
        self._go(password)
        self.call_later(self._show_route)

    def _go(self, password: str) -> None:
        if self._ticketed is None:
            self._ticketed = self._dial(self.person, password)
            self.use(self._ticketed, self.start)
        else:
            self.state = msgspec.structs.replace(self.state, trouble=None)
            self._ticketed.retry(name=self.person, password=password)

    def use(self, link: LinkLike, start: Start) -> None:
        super().use(link, start)
        if self._game:
            self._plan = QuickPlan(self._game)

    def _take(self, event: LinkEvent) -> None:
        refused = isinstance(event, Disconnected) and event.retry_in is None and self.state.welcome is None
        if isinstance(event, Disconnected) and refused and event.code in ASKED_AGAIN:
            self.asking, self.refusal = True, event
            self._dress()
        super()._take(event)

    async def _show_trouble(self) -> None:
        if not self.asking:
            await super()._show_trouble()

    def _dress(self) -> None:
        """On the card nothing is drawn but what every terminal shows, save the samples, which go out as they are."""
        super()._dress()
        if self.asking:
            colours = "none" if colours_of(self.environ) == "none" and self.knows_no_colour else "truecolor"
            self.look = msgspec.structs.replace(self.look, theme=TERMINAL.name, plain=True, colours=colours)
            self.theme = self.look.theme
            self.set_class(True, "-plain")

    # ---- what a guest has not -----------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "suspend_process":
            return False
        return super().check_action(action, parameters)

    def _fatal_error(self) -> None:
        """A fault is told to whoever runs the server; the guest learns that there was one."""
        if self._exception is not None:
            self._report("".join(traceback.format_exception(self._exception)))
        self.panic(Text(self.say("guest.fault")))
