"""The list of tables, as the lobby shows it: who sees which, in which order, and how many seats are free."""

from collections import defaultdict
from collections.abc import Collection

from server.mail import Listing
from tuicards.wire.messages import TableLine

ORDER = ("open", "over", "playing")
"""Tables that wait for people first."""


class Board:
    """What is known about every table, by its code. What is in no list is here, too."""

    def __init__(self) -> None:
        self._listings: dict[str, Listing] = {}

    def put(self, table: str, listing: Listing) -> None:
        self._listings[table] = listing

    def remove(self, table: str) -> None:
        self._listings.pop(table, None)

    def members(self, table: str) -> frozenset[str]:
        """Who is at a table, or expected back."""
        listing = self._listings.get(table)
        return listing.members if listing is not None else frozenset()

    def all(self) -> list[Listing]:
        """All tables, those that are in no list too."""
        return list(self._listings.values())

    def seats_of(self, name: str, *, besides: str = "") -> int:
        """At how many tables, besides that one, a person has a seat."""
        return sum(name in listing.holders for table, listing in self._listings.items() if table != besides)

    def public(self) -> list[TableLine]:
        """The public tables without the parties that nobody is at."""
        lines = [listing.line for listing in self._listings.values() if listing.public and not listing.deserted]
        return sorted(lines, key=lambda line: ORDER.index(line.state))

    def deserted_by(self) -> dict[str, list[TableLine]]:
        """The public parties that nobody is at, by who has a seat there: others have nothing to look for there."""
        lines: dict[str, list[TableLine]] = defaultdict(list)
        for listing in self._listings.values():
            for name in listing.holders if listing.public and listing.deserted else ():
                lines[name].append(listing.line)
        return lines

    def free_seats(self) -> int:
        """Free seats at public tables that have not begun."""
        return sum(line.seats - line.people - line.bots for line in self.public() if line.state == "open")

    def parties_running(self, besides: Collection[str] = ()) -> int:
        """Parties with somebody there, but for those at these tables."""
        running = (
            code for code, listing in self._listings.items() if listing.line.state == "playing" and listing.here
        )
        return sum(code not in besides for code in running)
