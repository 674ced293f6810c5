"""The app: the screen that fits what is known, what lies over it, and the keys that work everywhere."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from rich.text import Text
from textual.binding import BindingType
from textual.css.query import NoMatches
from textual.driver import Driver
from textual.drivers.linux_driver import LinuxDriver
from textual.events import Resize
from textual.geometry import Size
from textual.screen import Screen

from tuicards.crash import record_crash
from tuicards.records import PartyRecord
from tuicards.settings import Settings
from tuicards.tui import looking_back
from tuicards.tui.bindings import bound
from tuicards.tui.driver import ThriftyDriver, within_reason
from tuicards.tui.hangup import CutOff, can_go_on_after_a_stop
from tuicards.tui.link import LinkLike, Start
from tuicards.tui.linked import LinkedApp, close_in_time
from tuicards.tui.screens.base import ClientScreen
from tuicards.tui.screens.dialogs import ConfirmDialog, LeaveDialog, LostDialog, TooSmall
from tuicards.tui.screens.routes import route, screen_named

if TYPE_CHECKING:
    from tuicards.thinking.advice import Adviser
    from tuicards.tui.screens.commands import Command

SHEETS = ("home.tcss", "app.tcss", "table.tcss")
"""Style sheets of whoever goes beyond the home screen, which needs the first of them only. What lies over that needs
no table's."""


class TuiCards(LinkedApp):
    """The full-screen client. Screens read `state` and call `send`; none of them waits for the network."""

    TITLE = "tuicards"
    CSS_PATH = "home.tcss"
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

    def __init__(
        self, link: LinkLike | None = None, *, start: Start, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """`clock` tells the seconds by which the time at a table is counted on."""
        super().__init__(link, start=start, sheets=self.EARLY if link is None else SHEETS, clock=clock)
        self.console.size = within_reason(self, *self.console.size)
        self.person = start.name
        self.seek = start.seek
        """Whether the list of the servers around is still to be opened."""
        self.sought = ""
        """The address or join code that was typed last."""
        self._shown = ""
        self._cut_off = CutOff(self)
        self._adviser: Adviser | None = None

    # ---- for the screens --------------------------------------------------------------------------

    @property
    def route(self) -> str:
        """The name of the screen that fits the state; empty while one must wait for the picture."""
        return route(self.state, self.link is not None, self._plan.under_way)

    @property
    def adviser(self) -> "Adviser":
        """Whoever knows what a good bot would do; loaded when somebody first asks."""
        if self._adviser is None:
            from tuicards.thinking.advice import Adviser

            self._adviser = Adviser(own_machine=self.start.own_files)
        return self._adviser

    def action_disconnect(self) -> None:
        """Leaves the server: back to the home screen, or out when there is no other server to go to."""
        if self.start.backend is None:
            self.exit(self._exit_code)
            return
        self._drop_link()
        self.call_later(self._show_route)

    # ---- the beginning and the end ----------------------------------------------------------------

    def on_mount(self) -> None:
        self._cut_off.watch()
        self.set_keymap(self.settings.keys)
        for fault in self.start.faults:
            self.tell(fault.code, fault.params, warn=True)
        if self.link is not None:
            self.use(self.link, self.start)
        self.call_later(self._show_route)

    async def on_unmount(self) -> None:
        if self._adviser is not None:
            await self._adviser.close()
        if self.link is not None:
            await close_in_time(self.link, bye=not self._cut_off.happened)

    def _handle_exception(self, error: Exception) -> None:
        """A screen that opens while the app ends stays empty; what it misses in itself is no fault."""
        if not (self._exit and isinstance(error, NoMatches)):
            super()._handle_exception(error)

    def _fatal_error(self) -> None:
        """A fault ends the app with one line; the traceback goes to a file."""
        error = self._exception
        self.panic(Text(record_crash(error) if error is not None else "tuicards stopped"))

    # ---- which screen -----------------------------------------------------------------------------

    async def _show_route(self) -> None:
        """Puts the screen that fits in front, closing what lay over the last one."""
        name = self.route
        if name and name != self._shown:
            self._shown = name
            await self._change_screen(screen_named(name))
        await self._show_trouble()
        await self._fit(self.size)

    def _load_screen_css(self, screen: Screen[Any]) -> None:
        """What lies beyond the home screen has its sheets, whatever was read at the start. They are added here: for
        those that a screen brings along the toolkit reads all others again."""
        names = SHEETS if isinstance(screen, ClientScreen) else SHEETS[:-1]
        sheets = [Path(__file__).with_name(name) for name in names]
        unread = [sheet for sheet in sheets if not self.stylesheet.has_source(str(sheet))]
        if unread and not (isinstance(screen, ClientScreen) and screen.ROUTE == "home"):
            self.stylesheet.read_all(unread)
            self.stylesheet.parse()
            self.stylesheet.update(screen)
        super()._load_screen_css(screen)

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
