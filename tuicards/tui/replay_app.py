"""The app for a party that is looked at again, without a server."""

from tuicards.replay import Replay
from tuicards.tui.app import SHEETS, TuiCards
from tuicards.tui.link import Start
from tuicards.tui.screens.replay import ReplayScreen


class ReplayApp(TuiCards):
    """Shows one replay; leaving it ends the program."""

    EARLY = (*SHEETS, "replay.tcss")

    def __init__(self, replay: Replay, start: Start | None = None) -> None:
        """The start's name says with whose eyes to look, if it is that of one who played."""
        super().__init__(None, start=start or Start())
        self._replay = replay
        names = replay.record.names
        self._seat = names.index(self.person) if self.person in names else None

    async def _show_route(self) -> None:
        if len(self.screen_stack) == 1:
            await self.push_screen(ReplayScreen(self._replay, self._seat))
        await self._fit(self.size)
