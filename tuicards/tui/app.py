"""The app: one state, one worker that folds the link's events into it, and the screen that fits the state."""

import asyncio
import contextlib
import os
import signal
import sys
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from rich.text import Text
from textual import work
from textual.binding import BindingType
from textual.css.query import NoMatches
from textual.driver import Driver
from textual.drivers.linux_driver import LinuxDriver
from textual.events import Resize
from textual.geometry import Size
from textual.reactive import var
from textual.screen import Screen
from textual.worker import Worker, WorkerState

from tuicards.client_state import ClientState, Connected, LinkEvent, Recorded
from tuicards.crash import record_crash
from tuicards.errors import TuicardsError
from tuicards.foolish import Foolish
from tuicards.positions import positions_folder
from tuicards.records import PartyRecord
from tuicards.safe_text import safe_text
from tuicards.settings import Settings
from tuicards.speech import Speaker
from tuicards.time_left import TimeLeft
from tuicards.tui import looking_back
from tuicards.tui.bindings import bound
from tuicards.tui.driver import ThriftyDriver, within_reason
from tuicards.tui.hangup import can_go_on_after_a_stop, end_for_sure, watch_terminal
from tuicards.tui.link import Backend, LinkLike, RequestRefused, Start
from tuicards.tui.personal import PersonalApp
from tuicards.tui.plan import Plan
from tuicards.tui.screens.base import ClientScreen
from tuicards.tui.screens.dialogs import ConfirmDialog, LeaveDialog, LostDialog, TooSmall
from tuicards.tui.screens.routes import route, screen_named
from tuicards.wire.messages import ClientMessage, Done, LeftTable, Lobby, Refused, TableInfo

if TYPE_CHECKING:
    from tuicards.thinking.advice import Adviser
    from tuicards.tui.screens.commands import Command

SHEETS = ("app.tcss", "table.tcss")
"""Style sheets of whoever is soon at a table: one that is read later makes the toolkit read all of them again."""

CLOSING_TIME = 1.0
"""Seconds that a goodbye may take."""


class TuiCards(PersonalApp):
    """The full-screen client. Screens read `state` and call `send`; none of them waits for the network."""

    TITLE = "tuicards"
    CSS_PATH = "app.tcss"
    EARLY: ClassVar[Sequence[str]] = ()
    """Style sheets to read at the start even without a link, in place of that one."""
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        bound("app.quit", "ctrl+q,ctrl+c", "leave_app", show=False, priority=True),
        bound("app.redraw", "ctrl+l", "redraw", show=False, priority=True),
        bound("app.pause", "ctrl+z", "suspend_process", show=False),
        bound("app.help", "f1,question_mark", "help", display="?"),
        bound("app.look_back", "v", "look_back", show=False),
        bound("app.export", "d", "export", show=False),
    ]

    state: var[ClientState] = var(ClientState, init=False)

    def __init__(
        self, link: LinkLike | None = None, *, start: Start, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """`clock` tells the seconds by which the time at a table is counted on."""
        super().__init__(start, self.EARLY if link is None else SHEETS)
        self.clock = clock
        self.console.size = within_reason(self, *self.console.size)
        self.link = link
        self.person = start.name
        self.seek = start.seek
        """Whether the list of the servers around is still to be opened."""
        self.sought = ""
        """The address or join code that was typed last."""
        self._plan = Plan.of(start)
        self._shown = ""
        self._cut_off = False
        self._hosted = True
        self._table_told = 0.0
        self.time_left = TimeLeft()
        """The seats' time at the table."""
        self._adviser: Adviser | None = None
        self.foolish = Foolish(positions_folder(os.environ) if start.own_files else None)
        """What the person calls foolish."""

    # ---- for the screens --------------------------------------------------------------------------

    @property
    def route(self) -> str:
        """The name of the screen that fits the state; empty while one must wait for the picture."""
        return route(self.state, self.link is not None, self._plan.under_way)

    @property
    def addresses(self) -> tuple[str, ...]:
        """Where friends reach the server one is on; empty unless this program hosts it."""
        return self.start.backend.addresses() if self.start.backend and self._hosted else ()

    @property
    def adviser(self) -> "Adviser":
        """Whoever knows what a good bot would do; loaded when somebody first asks."""
        if self._adviser is None:
            from tuicards.thinking.advice import Adviser

            self._adviser = Adviser(own_machine=self.start.own_files)
        return self._adviser

    def send(self, message: ClientMessage) -> None:
        """Hands a message to the link; without a link it does nothing."""
        if self.link is not None:
            self.link.send(message)

    def next_id(self) -> int:
        """A number for the next request."""
        return self.link.next_id() if self.link is not None else 0

    def speaker(self) -> Speaker:
        """Says codes with the names and the game of the table one is at, from one's own seat."""
        game, table = self.state.game, self.state.table
        return Speaker(game, self.state.seat_names, table.you if table else None, language=self.language)

    def say(self, code: str, params: Mapping[str, Any] | None = None) -> str:
        """The sentence for a code, safe to show whoever chose its words."""
        return safe_text(self.speaker().say(code, params))

    def worded(self, text: str) -> str:
        """The phrase for a code such as `key.app.quit`; a text that is no code stays as it is."""
        speaker = self.speaker()
        return speaker.say(text) if speaker.knows(text) else text

    def tell(self, code: str, params: Mapping[str, Any] | None = None, *, warn: bool = False) -> None:
        """Shows the sentence for a code in a toast."""
        self.notify(self.say(code, params), severity="warning" if warn else "information", markup=False)

    def mark_read(self) -> None:
        """The person has seen all that was said so far."""
        self.state = self.state.read()

    def ignore(self, name: str, ignore: bool = True) -> None:
        """From now on what somebody says is not shown, or is again; until the program ends."""
        self.state = self.state.ignoring(name, ignore)

    def seconds_since_table(self) -> float:
        """Age of the newest card of the table: what it tells of time is to be counted on from there."""
        return self.clock() - self._table_told

    def use(self, link: LinkLike, start: Start) -> None:
        """Goes over to a link, and then to what the start asks for."""
        self.link = link
        self._plan = Plan.of(start)
        self._follow(link)

    @work(group="reach", exclusive=True, exit_on_error=False)
    async def reach(
        self, opening: Callable[[Backend], Awaitable[LinkLike]], start: Start, *, hosted: bool = False
    ) -> None:
        """Opens a link by way of the backend and goes over to it; says why when that cannot be.

        `hosted`: the server is this program's own, and friends may come.
        """
        if self.start.backend is not None:
            self.use(await opening(self.start.backend), start)
            self._hosted = hosted

    def action_disconnect(self) -> None:
        """Leaves the server: back to the home screen, or out when there is no other server to go to."""
        if self.start.backend is None:
            self.exit(self._exit_code)
            return
        self._drop_link()
        self.call_later(self._show_route)

    # ---- the link ---------------------------------------------------------------------------------

    def on_mount(self) -> None:
        self._end_with_signals()
        self.set_keymap(self.settings.keys)
        for fault in self.start.faults:
            self.tell(fault.code, fault.params, warn=True)
        if self.link is not None:
            self.use(self.link, self.start)
        self.call_later(self._show_route)

    @work(group="link", exclusive=True, exit_on_error=False)
    async def _follow(self, link: LinkLike) -> None:
        async for event in link.events():
            if link is self.link:
                self._take(event)
                self.call_later(self._show_route)
                await asyncio.sleep(0)  # a flood of events does not hold up the keys

    def _take(self, event: LinkEvent) -> None:
        try:
            self._learn(event, self.state.after(event))
        except TuicardsError as error:
            self.tell(error.code, error.params, warn=True)
        match event:
            case Connected(welcome=welcome):
                self._ask(self._plan.begin(self.next_id, bool(welcome.table)))
            case Lobby():
                self._go_to_marked(event)
            case Done():
                self._ask(self._plan.after(event, self.next_id))
            case Refused():
                self._ask(self._plan.after(event, self.next_id))
                self.screen.post_message(RequestRefused(event))
            case TableInfo(state=state) if state != "open":
                self._plan.party_begun()
            case Recorded():
                self._tell_recorded(event)
            case LeftTable(table=table, code=code) if code != "left":
                self.tell(f"left.{code}", {"table": table}, warn=True)

    def _learn(self, event: LinkEvent, state: ClientState) -> None:
        """Goes over to what is known now; what it tells of time is to be counted on from this moment."""
        now = self.clock()
        if isinstance(event, TableInfo):
            self._table_told = now
        self.time_left = self.time_left.after(event, state, now)
        self.state = state
        for told in self.foolish.after(event, state):
            self.tell(told.code, told.params, warn=told.warn)

    def _go_to_marked(self, lobby: Lobby) -> None:
        """To the table that a join code means, now that there is a list of them."""
        try:
            self._ask(self._plan.in_lobby(lobby, self.next_id))
        except TuicardsError as error:
            self.tell(error.code, error.params, warn=True)

    def _tell_recorded(self, event: Recorded) -> None:
        """Whether the deal was fair, and what is wrong with the record."""
        if event.verdict is not None:
            self.tell(event.verdict.code, event.verdict.params, warn=not event.verdict.right)
        if event.code:
            self.tell(event.code, event.params, warn=True)

    def _ask(self, request: ClientMessage | None) -> None:
        if request is not None:
            self.send(request)

    def on_request_refused(self, event: RequestRefused) -> None:
        self.tell(event.refused.code, event.refused.params, warn=True)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        if event.state is WorkerState.ERROR and event.worker.error is not None:
            self._worker_failed(event.worker.error)

    def _worker_failed(self, error: BaseException) -> None:
        if isinstance(error, TuicardsError):
            self.tell(error.code, error.params, warn=True)
        elif isinstance(error, Exception):
            self._handle_exception(error)

    def _drop_link(self) -> None:
        link, self.link = self.link, None
        self._plan = Plan()
        self.state = ClientState(ignored=self.state.ignored)
        if link is not None:
            self._close(link)

    @work(group="close")
    async def _close(self, link: LinkLike) -> None:
        await close_in_time(link)

    async def on_unmount(self) -> None:
        if self._adviser is not None:
            await self._adviser.close()
        if self.link is not None:
            await close_in_time(self.link, bye=not self._cut_off)

    # ---- which screen -----------------------------------------------------------------------------

    async def _show_route(self) -> None:
        """Puts the screen that fits in front, closing what lay over the last one."""
        name = self.route
        if name and name != self._shown:
            self._shown = name
            await self._change_screen(screen_named(name))
        await self._show_trouble()
        await self._fit(self.size)

    async def _change_screen(self, screen: ClientScreen) -> None:
        while len(self.screen_stack) > 2:
            await self.pop_screen()
        if len(self.screen_stack) == 1:
            await self.push_screen(screen)
        else:
            await self.switch_screen(screen)

    async def _show_trouble(self) -> None:
        """Covers the screen while the connection is lost; only here does the cover come and go, in order."""
        lost = self.state.trouble is not None and self._shown not in ("home", "connect")
        covered = any(isinstance(screen, LostDialog) for screen in self.screen_stack)
        if lost and not covered:
            await self.push_screen(LostDialog())
        elif covered and not lost:
            while not isinstance(self.screen, LostDialog):
                await self.pop_screen()
            await self.pop_screen()

    async def on_resize(self, event: Resize) -> None:
        self._forget_terminal()
        await self._fit(event.size)

    def get_driver_class(self) -> type[Driver]:
        """The usual way to the terminal, with less said; others (a browser, a test) as they are."""
        usual = super().get_driver_class()
        return ThriftyDriver if usual is LinuxDriver else usual

    def watch_settings(self, settings: Settings) -> None:
        super().watch_settings(settings)
        if isinstance(self._driver, ThriftyDriver):
            self._driver.use_mouse(settings.mouse)

    def _forget_terminal(self) -> None:
        """What the terminal shows may be anything now: the next picture goes out whole."""
        if isinstance(self._driver, ThriftyDriver):
            self._driver.forget()

    async def _fit(self, size: Size) -> None:
        """Covers everything while the window is too small for it."""
        small = size.width < TooSmall.WIDTH or size.height < TooSmall.HEIGHT
        if small and not isinstance(self.screen, TooSmall):
            await self.push_screen(TooSmall())
        elif not small and isinstance(self.screen, TooSmall):
            await self.pop_screen()

    @property
    def _background_screens(self) -> list[Screen[Any]]:
        """None below the notice of a window that is too small: in a few cells their layout would never settle."""
        return [] if isinstance(self.screen, TooSmall) else super()._background_screens

    # ---- keys -------------------------------------------------------------------------------------

    def action_leave_app(self) -> None:
        """Out at once, save from a running party: there it asks, unless the settings say not to, and the same key
        again answers yes."""
        table = self.state.table
        playing = table is not None and table.state == "playing" and table.you is not None and self.settings.leave
        if not playing or isinstance(self.screen, LeaveDialog):
            self._go_out(self._exit_code)
        else:
            self.push_screen(LeaveDialog(), self._leave_if)

    @property
    def _exit_code(self) -> int:
        """1 where the server to go to has let nobody in, and never will."""
        trouble = self.state.trouble
        never = trouble is not None and trouble.retry_in is None and self.state.welcome is None
        return 1 if never else 0

    def _leave_if(self, sure: bool | None) -> None:
        if sure:
            self._go_out(0)

    def _go_out(self, code: int) -> None:
        """Ends the program; what is lost with a party that still runs is told below it."""
        lost = self.foolish.leave() if self.state.running else ()
        said = "\n".join(self.say(told.code, told.params) for told in lost)
        self.exit(code, message=Text(said) if said else None)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "suspend_process":
            return can_go_on_after_a_stop()
        if action in ("look_back", "export"):
            return self.state.just_over is not None and (action != "export" or self.start.own_files)
        return super().check_action(action, parameters)

    def action_look_back(self) -> None:
        """The party that has just ended, once more."""
        if self.state.just_over is not None:
            looking_back.look_back(self, self.state.just_over)

    def action_export(self) -> None:
        """The record of the party that has just ended, as a file."""
        if self.state.just_over is not None:
            self.export(self.state.just_over)

    def export(self, record: PartyRecord) -> None:
        """Writes a record into a file of the current folder, and says where."""
        looking_back.export(self, record)

    def action_retry(self) -> None:
        if self.link is not None:
            self.link.retry()

    def action_rules(self, game: str = "", rule: str = "", whole: bool = False) -> None:
        """Opens the rules of a game, or of the one at one's table; at a rule, if one is named."""
        from tuicards.tui.screens.rules import RulesScreen

        here = self.state.table.game if self.state.table else ""
        self.push_screen(RulesScreen(game or here, rule, whole=whole))

    def action_menu(self) -> None:
        """What can be done now, for those who know no key."""
        from tuicards.tui.screens.help import ActionsDialog

        dialog = ActionsDialog(self.screen)

        async def run(choice: str | None) -> None:
            if choice is not None:
                await self._run_command(dialog.command(choice))

        self.push_screen(dialog, run)

    def action_people(self) -> None:
        """Who is here."""
        from tuicards.tui.social import show_people

        show_people(self)

    def action_emote(self) -> None:
        """Says something by code, which each reader has in their own language."""
        from tuicards.tui.social import offer_emotes

        offer_emotes(self)

    def action_other_game(self) -> None:
        """The owner: another game for this table, while no party runs."""
        from tuicards.tui.social import offer_games

        offer_games(self)

    def action_redraw(self) -> None:
        self._forget_terminal()
        self.refresh(repaint=True, layout=True)

    def action_help(self) -> None:
        from tuicards.tui.screens.help import HelpScreen

        if not isinstance(self.screen, HelpScreen | ConfirmDialog | TooSmall):
            self.push_screen(HelpScreen(self.screen))

    def action_settings(self) -> None:
        """Opens the settings over whatever is there; once."""
        from tuicards.tui.screens.settings import SettingsScreen

        covered = isinstance(self.screen, ConfirmDialog | TooSmall)
        if not covered and not any(isinstance(screen, SettingsScreen) for screen in self.screen_stack):
            self.push_screen(SettingsScreen())

    def action_palette(self) -> None:
        """Everything that can be done here, found by its name."""
        from tuicards.tui.screens.palette import Palette

        if not isinstance(self.screen, Palette | ConfirmDialog | TooSmall):
            self.push_screen(Palette(self.screen), self._run_command)

    async def _run_command(self, command: "Command | None") -> None:
        if command is not None:
            await self.run_action(command.action, command.node)

    # ---- the end ----------------------------------------------------------------------------------

    def _end_with_signals(self) -> None:
        loop = asyncio.get_running_loop()
        for number, ending in ((signal.SIGTERM, self._end_cut_off), (signal.SIGHUP, self._end_hung_up)):
            with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
                loop.add_signal_handler(number, ending)
        if not self.is_headless and sys.__stdin__ is not None:
            watch_terminal(sys.__stdin__.fileno(), lambda: self._hung_up(loop))

    def _hung_up(self, loop: asyncio.AbstractEventLoop) -> None:
        """Called by the thread that watches the terminal."""
        end_for_sure()
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(self._end_cut_off)

    def _end_hung_up(self) -> None:
        if not self.is_headless:
            end_for_sure()
        self._end_cut_off()

    def _end_cut_off(self) -> None:
        """A closed terminal or a machine going down is not leaving on purpose: the seat waits."""
        self._cut_off = True
        self.exit(0)

    def _handle_exception(self, error: Exception) -> None:
        """A screen that opens while the app ends stays empty; what it misses in itself is no fault."""
        if not (self._exit and isinstance(error, NoMatches)):
            super()._handle_exception(error)

    def _fatal_error(self) -> None:
        """A fault ends the app with one line; the traceback goes to a file."""
        error = self._exception
        self.panic(Text(record_crash(error) if error is not None else "tuicards stopped"))


async def close_in_time(link: LinkLike, bye: bool = True) -> None:
    """Says goodbye, where it is one, but waits no longer than CLOSING_TIME for it."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(CLOSING_TIME):
            await link.close(bye)
