"""What the owner of a table may do with it, as far as the client's state tells."""

from tuicards.client_state import ClientState
from tuicards.games import GAMES


def owns(state: ClientState) -> bool:
    """Whether the table is this person's."""
    return bool(state.table and state.welcome and state.table.owner == state.welcome.name)


def can_change_game(state: ClientState) -> bool:
    """Whether it is the person's table, no party runs there, and there is another game."""
    table = state.table
    return table is not None and owns(state) and table.state != "playing" and bool(other_games(state))


def other_games(state: ClientState) -> list[str]:
    """The games that server and program both know, save the one of the table."""
    here = state.table.game if state.table else ""
    return [name for name in (state.welcome.games if state.welcome else ()) if name in GAMES and name != here]
