"""Whether what a carried-out request has changed can be seen yet.

An answer and the picture that goes with it are two messages, in either order.
"""

from tuicards.client_state import ClientState
from tuicards.wire.messages import (
    AddBot,
    CreateTable,
    JoinTable,
    LeaveTable,
    Rematch,
    Request,
    StandUp,
    StartParty,
    TableInfo,
    TakeSeat,
    WatchTable,
)


def settled(request: Request, before: ClientState, now: ClientState) -> bool:
    """Whether the picture is at least as new as the request."""
    table = now.table
    match request:
        case CreateTable() | JoinTable() | WatchTable():
            return at_table(now)
        case LeaveTable():
            return table is None
        case StartParty():
            return table is None or now.party > before.party
        case Rematch():
            return now.party > before.party or table is None or _asks_again(table)
        case TakeSeat(seat=seat):
            return table is None or table.you == seat
        case StandUp():
            return table is None or table.you is None
        case AddBot(seat=seat):
            return table is None or bool(table.seats[seat : seat + 1] and table.seats[seat].name)
        case _:
            return True


def at_table(state: ClientState) -> bool:
    """Whether one's table is known, and its party where there is one."""
    return state.table is not None and (state.table.state == "open" or state.view is not None)


def _asks_again(table: TableInfo) -> bool:
    return table.you is not None and table.seats[table.you].again
