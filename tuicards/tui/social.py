"""What can be done from lobby, room and table alike: see who is here, say something by code, change the game."""

from typing import TYPE_CHECKING

from textual.content import Content

from tuicards.games import GAMES
from tuicards.tui.owning import can_change_game, other_games
from tuicards.tui.screens.dialogs import Lines, MenuDialog
from tuicards.tui.screens.people import PeopleDialog
from tuicards.wire.messages import EMOTES, Configure, Emote, TableInfo

if TYPE_CHECKING:
    from tuicards.tui.app import TuiCards


def show_people(client: "TuiCards") -> None:
    """Opens the list of who is here."""
    client.push_screen(PeopleDialog())


def offer_emotes(client: "TuiCards") -> None:
    """Offers what can be said by code; a digit is enough."""

    def lines() -> Lines:
        return [(code, Content(client.say(f"emote.{code}"))) for code in EMOTES]

    def say(code: str | None) -> None:
        if code is not None:
            client.send(Emote(id=client.next_id(), code=code))

    client.push_screen(MenuDialog(lambda: client.say("chat.emotes"), lines), say)


def offer_games(client: "TuiCards") -> None:
    """Offers the owner another game for the table; people keep their seats where these still exist."""
    table = client.state.table
    if table is None or not can_change_game(client.state):
        return
    offered = other_games(client.state)

    def lines() -> Lines:
        return [(name, game_line(client, name, seats_for(name, table))) for name in offered]

    def change(name: str | None) -> None:
        if name is not None:
            seats = seats_for(name, table)
            client.send(Configure(id=client.next_id(), game=name, seats=seats, public=table.public))

    client.push_screen(MenuDialog(lambda: client.say("room.other_game"), lines), change)


def game_line(client: "TuiCards", name: str, seats: int) -> Content:
    return Content(client.say("room.game_line", {"game": name, "count": seats}))


def seats_for(name: str, table: TableInfo) -> int:
    """As many seats as the table has, or the nearest number that the game allows."""
    allowed = GAMES[name].seats
    return min(allowed, key=lambda number: abs(number - len(table.seats)))
