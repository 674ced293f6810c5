"""The servers on the network around, in a list that renews itself."""

import math
from collections.abc import Iterator, Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from tuicards import __version__
from tuicards.address import format_address
from tuicards.lan import Neighbours
from tuicards.look import Seen
from tuicards.safe_text import safe_text
from tuicards.speech import Speaker
from tuicards.tui.screens.base import client_of
from tuicards.tui.screens.parts import Menu, column
from tuicards.wire.messages import PROTOCOL

BESIDE = 3
"""Cells beside a line: a blank on each side, and the scroll bar."""

GAP = ("  ", "")

PATIENCE = 3.0
"""Seconds after which a search that has found nothing says so; it goes on."""


class Nearby(Vertical):
    """Looks for servers from when it is mounted until it is taken away, and shows those that were found."""

    def __init__(self) -> None:
        super().__init__(id="nearby")
        self._found = Neighbours()
        self._waited = False
        self._list = Menu(id="servers")
        self._list.can_focus = False

    def compose(self) -> ComposeResult:
        yield self._list
        yield Static(id="search", markup=False)

    def on_mount(self) -> None:
        self.run_worker(self._search(), group="nearby")
        self.set_timer(PATIENCE, self._stop_waiting)

    async def _search(self) -> None:
        backend = client_of(self).start.backend
        if backend is None:
            return
        nearby = backend.nearby()
        try:
            async for found in nearby.changes():
                self._found = found
                self.retell()
        finally:
            await nearby.close()

    def _stop_waiting(self) -> None:
        self._waited = True
        self.retell()

    def on_resize(self) -> None:
        self.retell()

    def retell(self) -> None:
        """Shows what is known, in the reader's language; the cursor stays on its server."""
        client = client_of(self)
        self.border_title = Content(client.say("nearby.title"))
        width = self.content_region.width - BESIDE
        speaker = client.speaker()
        self._list.fill(list(server_lines(self._found.servers, speaker, width)))
        words = self._words()
        search = self.query_one("#search", Static)
        search.display = bool(words)
        search.update(words)

    def _words(self) -> str:
        """What keeps servers from being found, or that there is none yet."""
        say = client_of(self).say
        if self._found.trouble:
            return say(self._found.trouble)
        if self._found.servers:
            return ""
        return say("nearby.none_yet" if self._waited else "nearby.searching")

    def step(self, by: int) -> bool:
        """Moves the cursor by so many servers; False where it cannot."""
        place = (self._list.highlighted or 0) + by
        if not 0 <= place < self._list.option_count:
            return False
        self._list.highlighted = place
        return True

    @property
    def chosen(self) -> Seen | None:
        """The server under the cursor."""
        run = self._list.chosen
        return next((seen for seen in self._found.servers if seen.about.run == run), None)


def server_lines(servers: Sequence[Seen], speaker: Speaker, width: int) -> Iterator[tuple[str, Content]]:
    """For each server what marks it out from others, and two lines: what it is and who is there; where, and what is
    special about it."""
    delays = [speaker.say("lobby.delay", {"delay": shown_delay(seen.delay)}) for seen in servers]
    wide = max((Content(delay).cell_length for delay in delays), default=0)
    for seen, delay in zip(servers, delays, strict=True):
        right = Content.assemble((f"  {_company(seen, speaker)}  ", ""), (f"{delay:>{wide}}", "$dim"))
        name = safe_text(seen.about.server) or written(seen)
        first = column(Content.styled(name, "bold"), width - right.cell_length) + right
        second = Content.assemble(f"  {written(seen)}", *_special(seen, speaker))
        yield seen.about.run, first.truncate(width) + "\n" + column(second, width)


def _company(seen: Seen, speaker: Speaker) -> str:
    about = seen.about
    if not about.people and not about.tables:
        return speaker.say("nearby.nobody")
    people = speaker.say("nearby.people", {"count": about.people})
    return f"{people}, {speaker.say('nearby.seats', {'count': about.seats})}"


def _special(seen: Seen, speaker: Speaker) -> Iterator[tuple[str, str]]:
    """Whether it asks for a password, another version than ours, and its games."""
    about = seen.about
    if about.locked:
        yield from (GAP, (speaker.say("nearby.locked"), "$accent"))
    if about.version != __version__ or about.protocol != PROTOCOL:
        version = speaker.say("nearby.version", {"version": safe_text(about.version)})
        yield from (GAP, (version, "$dim" if about.protocol == PROTOCOL else "$warning"))
    yield from (GAP, (safe_text(", ".join(speaker.title_of(game) for game in about.games)), "$dim"))


def written(seen: Seen) -> str:
    """The address as it is typed, and at how many others its club is."""
    more = f" +{len(seen.others)}" if seen.others else ""
    return format_address(seen.address.host, seen.address.port, seen.address.tls) + more


def shown_delay(seconds: float) -> int:
    """Milliseconds with one digit that counts, at least one: what changes from look to look is not shown."""
    exact = max(1.0, seconds * 1000)
    unit = int(10 ** math.floor(math.log10(exact)))
    return round(exact / unit) * unit
