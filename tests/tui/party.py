"""A table for screen tests: a link behind which a game is really played, other seats by their first legal move."""

import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

from textual.app import App
from textual.pilot import Pilot

from tests.tui.idle import comes_to_be
from tests.tui.scripted import ScriptedLink, welcome
from tuicards.errors import PlayerError
from tuicards.games import GAMES
from tuicards.games.api import AnyGame, Move, Seat, from_plain, to_plain
from tuicards.settings import Settings
from tuicards.tui.app import TuiCards
from tuicards.tui.link import Start
from tuicards.tui.screens.table import TableScreen
from tuicards.tui.widgets.panel import Panel
from tuicards.wire.messages import ClientMessage, Done, MakeMove, Refused, SeatInfo, TableInfo, Update

NAMES = ("Ana", "Boris", "Cai", "Dora", "Emil", "Fay", "Gus", "Hana")

USUAL = Settings(guide=False, motion=False)
"""Somebody who has played before, and likes it still."""

Chooser = Callable[[Any], Move]


def first_move(view: Any) -> Move:
    """A bot that takes the first legal move."""
    move: Move = view.legal[0]
    return move


class PartyLink(ScriptedLink):
    """Answers moves as a server would; `me` is None for a watcher."""

    def __init__(
        self,
        game: str,
        seats: int,
        *,
        me: Seat | None = 0,
        seed: bytes = b"seed",
        options: Mapping[str, str] | None = None,
        names: Sequence[str] = NAMES,
        others: Chooser = first_move,
        clock: str = "none",
    ) -> None:
        self.game: AnyGame = GAMES[game]
        self.me = me
        self.seq = 1
        self.clock = clock
        self.left: tuple[int | None, ...] = ()
        """Milliseconds left of each seat, as the next update tells them."""
        self.names = tuple(names[:seats])
        self._others = others
        self._options = self.game.parse_options(options or {})
        self.state = self.game.new(seats, seed, self._options)
        super().__init__(welcome(self.names[me or 0], table="kitchen"), self.info(), self.update(()))

    def info(self, state: str = "playing", **seats: SeatInfo) -> TableInfo:
        """What is public about the table; `seat0=...` says otherwise who sits there."""
        people = [SeatInfo(name=name) for name in self.names]
        for place, info in seats.items():
            people[int(place.removeprefix("seat"))] = info
        return TableInfo(
            table="kitchen",
            game=self.game.name,
            title="kitchen",
            options=self.game.format_options(self._options),
            seats=tuple(people),
            owner=self.names[0],
            public=True,
            state=state,  # type: ignore[arg-type]
            party=1,
            you=self.me,
            clock=self.clock,
        )

    def update(self, events: Sequence[Any]) -> Update:
        """The picture as it is now."""
        view = to_plain(self.game.view(self.state, self.me))
        told = tuple(to_plain(event) for event in events)
        return Update(table="kitchen", party=1, seq=self.seq, view=view, events=told, left=self.left)

    @property
    def moves(self) -> list[str]:
        """The moves sent, in their text form."""
        sent = [message for message in self.sent if isinstance(message, MakeMove)]
        return [self.game.format_move(from_plain(message.move, self.game.move_type)) for message in sent]

    def send(self, message: ClientMessage) -> None:
        super().send(message)
        if isinstance(message, MakeMove):
            self._answer(message)

    def _answer(self, message: MakeMove) -> None:
        try:
            events = self.play(self.me or 0, from_plain(message.move, self.game.move_type))
        except PlayerError as error:
            self.tell(Refused(id=message.id, code=error.code, params=error.params))
            return
        self.tell(Done(message.id))
        self.tell(self.update((*events, *self.others_play())))

    def play(self, seat: Seat, move: Move) -> tuple[Any, ...]:
        """One move of any seat; tells nobody."""
        self.state, events = self.game.apply(self.state, seat, move)
        self.seq += 1
        return tuple(events)

    def others_play(self) -> list[Any]:
        """All that happens until the own seat is to act."""
        events: list[Any] = []
        while (waiting := self.game.to_act(self.state)) and self.me not in waiting:
            seat = min(waiting)
            events.extend(self.play(seat, self._others(self.game.view(self.state, seat))))
        return events

    def play_text(self, seat: Seat, text: str) -> tuple[Any, ...]:
        """One move, written."""
        return self.play(seat, self.game.parse_move(text))


def table_screen(app: App[Any]) -> TableScreen:
    """The table, which must be in front or below a dialog."""
    return next(screen for screen in app.screen_stack if isinstance(screen, TableScreen))


def panel(pilot: Pilot[Any], name: str) -> str:
    """What a region of the table shows, as text."""
    return "\n".join(table_screen(pilot.app).query_one(f"#{name}", Panel).text())


def shown(pilot: Pilot[Any]) -> str:
    """Everything that the table shows, region after region."""
    panels = [widget for widget in table_screen(pilot.app).query(Panel) if widget.region.height]
    return "\n".join(line for widget in panels for line in widget.text())


async def until(pilot: Pilot[Any], holds: Callable[[], bool]) -> None:
    """Lets the app work until something holds. Fails when it never does."""
    if await comes_to_be(pilot, holds):
        return
    raise AssertionError(f"never came to be; the screen shows:\n{shown(pilot)}")


async def sees(pilot: Pilot[Any], text: str) -> None:
    """Waits until a text is on the table."""
    await until(pilot, lambda: text in shown(pilot))


@asynccontextmanager
async def at_table(
    link: PartyLink,
    size: tuple[int, int] = (80, 24),
    settings: Settings = USUAL,
    clock: Callable[[], float] = time.monotonic,
    own_files: bool = False,
) -> AsyncIterator[Pilot[Any]]:
    """The client at the link's table, drawn once; as a guest's, which starts no process for hints."""
    app = TuiCards(link, start=Start(name="Ana", settings=settings, own_files=own_files), clock=clock)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        await sees(pilot, "kitchen")
        yield pilot
