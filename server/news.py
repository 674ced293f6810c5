"""The lobby's picture: who is shown what, and when."""

from collections.abc import Callable

from server.board import Board
from server.people import Person
from server.register import Register
from tuicards.wire.messages import Lobby, Said, TableLine

TABLES_SHOWN = 50
PEOPLE_SHOWN = 100
"""So many fit one message whatever their names and options are."""

COALESCE = 0.05
"""Seconds from a change to the picture that shows it, and what else has changed meanwhile."""
COALESCE_EACH = 0.001
"""So many more for each person who gets it: however many they are, telling them takes a small part of the time."""


class News:
    """Shows those in the lobby who is here and which tables there are, whenever that has changed."""

    def __init__(self, people: Register, board: Board, later: Callable[[float, Callable[[], None]], object]) -> None:
        self._people, self._board, self._later = people, board, later
        self._due = False
        """Whether those in the lobby are to be shown a new picture soon."""

    def readers(self) -> list[Person]:
        """Those who are connected here and at no table."""
        return [person for person in self._people if person.peer is not None and not person.table]

    def hear(self, said: Said) -> None:
        """A line to everybody who is in the lobby."""
        for person in self.readers():
            person.send(said)

    def picture_for(self, person: Person) -> Lobby:
        """How it is now, with the person's own parties."""
        return self._picture(self._board.deserted_by().get(person.name, []))

    def _picture(self, own: list[TableLine]) -> Lobby:
        """One's own parties and the public tables, those that wait for people first, and who is here."""
        here = [person.name for person in self._people if person.here]
        return Lobby((*own, *self._board.public())[:TABLES_SHOWN], tuple(sorted(here)[:PEOPLE_SHOWN]))

    def changed(self) -> None:
        """Show it soon."""
        if not self._due:
            self._due = True
            self._later(COALESCE + COALESCE_EACH * len(self.readers()), self._spread)

    def _spread(self) -> None:
        self._due = False
        picture, own = self._picture([]), self._board.deserted_by()
        for person in self.readers():
            person.send(self._picture(own[person.name]) if person.name in own else picture)
