"""How things stand, read off what the client knows. Pure."""

from tuicards.client_state import ClientState
from tuicards.time_left import same_control
from tuicards.wire.messages import (
    AddBot,
    Configure,
    CreateTable,
    JoinTable,
    LeaveTable,
    Mute,
    Pause,
    Rematch,
    Request,
    StandUp,
    StartParty,
    TableInfo,
    TakeSeat,
    WatchTable,
)


def at_table(state: ClientState) -> bool:
    """Whether one's table is known, and its party where there is one."""
    return state.table is not None and (state.table.state == "open" or state.view is not None)


def playing(state: ClientState) -> bool:
    """Whether one has a seat in a party that goes on."""
    return state.running and state.table is not None and state.table.you is not None


def to_move(state: ClientState) -> bool:
    """Whether the table waits for oneself; in a pause it waits for nobody."""
    return state.running and not state.paused and state.view is not None and state.view.my_turn


def rematch_asked(state: ClientState) -> bool:
    """Whether one has asked for another party, which has not begun."""
    table = state.table
    return table is not None and table.you is not None and table.seats[table.you].again


def wants_pause(state: ClientState) -> bool:
    """Whether there is a pause, or one asks for it."""
    return state.paused or (state.own_seat is not None and state.own_seat.pause)


def settled(request: Request, before: ClientState, now: ClientState) -> bool:
    """Whether what a carried-out request has changed can be seen.

    An answer and the picture that goes with it are two messages, in either order.
    """
    table = now.table
    match request:
        case CreateTable() | JoinTable() | WatchTable():
            return at_table(now)
        case LeaveTable():
            return table is None
        case StartParty():
            return table is None or now.party > before.party
        case Rematch():
            return table is None or now.party > before.party or rematch_asked(now)
        case TakeSeat(seat=seat):
            return table is None or table.you == seat
        case StandUp():
            return table is None or table.you is None
        case Configure():
            return table is None or _as_configured(request, table)
        case Pause(on=on):
            return (
                table is None
                or not now.running
                or on in (now.paused, now.own_seat is not None and now.own_seat.pause)
            )
        case Mute(name=name, on=on):
            return table is None or on == (name in table.muted)
        case AddBot(seat=seat):
            return table is None or bool(table.seats[seat : seat + 1] and table.seats[seat].name)
        case _:
            return True


def _as_configured(request: Configure, table: TableInfo) -> bool:
    """Whether the table is as it was asked for. Options have many names, so they are taken for granted."""
    switches = request.hints in (None, table.hints) and request.watchers_talk in (None, table.watchers_talk)
    kept = (request.public, request.seats) == (table.public, len(table.seats))
    clock = request.clock is None or same_control(request.clock, table.clock)
    return switches and kept and clock and request.game in ("", table.game)
