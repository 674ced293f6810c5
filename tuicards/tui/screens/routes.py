"""Which screen fits a state. Screens are imported when first shown, to keep the start short."""

from importlib import import_module

from tuicards.client_state import ClientState
from tuicards.tui.screens.base import ClientScreen

SCREENS = {
    "first_visit": "FirstVisitScreen",
    "home": "HomeScreen",
    "connect": "ConnectScreen",
    "lobby": "LobbyScreen",
    "room": "RoomScreen",
    "table": "TableScreen",
}


def route(state: ClientState, linked: bool, passing: bool = False) -> str:
    """The name of the screen that fits; empty while the table one is at, or the picture that a running party
    needs, is still to come.

    While one is only `passing` through lobby and room, neither is shown: a key pressed too early does nothing there.

    A table of a game that this program does not know can be seen from the outside only: its room.
    """
    if not linked:
        return "home"
    if state.table is None:
        if state.welcome is None or passing:
            return "connect"
        return "" if state.awaited else "lobby"
    if state.game is None or state.table.state == "open" or (state.table.state == "over" and state.view is None):
        return "connect" if passing else "room"
    return "table" if state.view is not None else ""


def screen_named(name: str) -> ClientScreen:
    """A new screen of that route."""
    screen: ClientScreen = getattr(import_module(f"tuicards.tui.screens.{name}"), SCREENS[name])()
    return screen
