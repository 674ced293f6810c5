"""What a node makes of the facts that it hears: its lobby becomes the same as everybody else's."""

import logging
from collections.abc import Callable, Sequence

from server.clock import Clock
from server.cluster.facts import Came, Closed, Directory, Fact, Gone, Heard, Kept, Listed, Quieted, Went
from server.cluster.remote_table import RemoteTable
from server.doors import Doors
from server.lobby import Lobby
from server.mail import Asked, Back, Command
from server.people import Person
from server.records import (
    Banned,
    KeyBound,
    KeyForgotten,
    PersonForgotten,
    PersonKept,
    Saved,
    Unbanned,
)
from tuicards.errors import SetupError
from tuicards.wire.messages import Emote, Refused, Say, WatchTable

log = logging.getLogger(__name__)


class Hearing:
    """Takes in facts, in their order. Those of one's own have happened here already."""

    def __init__(
        self, lobby: Lobby, doors: Doors, clock: Clock, me: int, remote: Callable[[str, int], RemoteTable]
    ) -> None:
        """`me`: this node's run; `remote` makes a table that runs elsewhere."""
        self._lobby, self._doors, self._clock, self._me, self._remote = lobby, doors, clock, me, remote
        self.listed: dict[str, Listed] = {}
        """What is known of each table that runs anywhere, by its code."""
        self.remote: dict[str, RemoteTable] = {}
        self.gone: Callable[[int], None] = lambda run: None
        """Called for each node that is no more, when its people are known to be gone."""

    def begin(self, directory: Directory) -> None:
        """All facts before the first one that is heard."""
        self._lobby.restore(Saved(people=directory.people, bans=directory.bans, keys=directory.keys))
        for came in directory.present:
            self._came(came)
        for listed in directory.tables:
            self._listed(listed)

    def hear(self, run: int, fact: Fact) -> None:
        """A fact that this run of a node has stated."""
        if isinstance(fact, Gone):
            self._gone(fact.run)
        elif run != self._me:
            self._hear(fact)

    def _hear(self, fact: Fact) -> None:
        match fact:
            case Kept():
                self._kept(fact)
            case Came():
                self._came(fact)
            case Went(name=name, session=session):
                person = self._lobby.people.named(name)
                if person is not None and person.session == session and person.elsewhere:
                    self._lobby.left_elsewhere(person)
            case Listed():
                self._listed(fact)
            case Closed():
                self._closed(fact)
            case Heard(said=said):
                self._lobby.hear_all(said) if fact.all else self._lobby.hear(said)
            case Quieted(name=name, seconds=seconds):
                person = self._lobby.people.named(name)
                if person is not None:
                    person.quiet_until = self._clock() + seconds
            case _:
                pass

    # ---- people ----------------------------------------------------------------------------------------

    def _kept(self, kept: Kept) -> None:
        people, bans = self._lobby.people, self._doors.bans
        match kept.record:
            case PersonKept() as person:
                people.restore(person)
            case PersonForgotten(name=name):
                known = people.named(name)
                if known is not None:
                    people.drop(known)
            case KeyBound() as bound:
                people.keys.restore(bound)
                people.bind(bound)
            case KeyForgotten(fingerprint=key):
                forgotten = people.keys.bound(key)
                if forgotten is not None:
                    people.keys.drop(key)
                    people.unbind(forgotten)
            case Banned() as ban:
                bans.restore([ban])
                self._lobby.turn_out_banned()
            case Unbanned(kind=kind, value=value):
                try:
                    bans.lift(kind, value)
                except SetupError:
                    log.debug("a ban of %s is lifted that is not known here", value)

    def _came(self, came: Came) -> None:
        person = self._lobby.people.named(came.name)
        if person is not None and came.session > person.session:
            for table in self.remote.values():
                table.forget(person.name)
            self._lobby.moved_away(person, came.session, came.run)

    # ---- tables ----------------------------------------------------------------------------------------

    def _listed(self, listed: Listed) -> None:
        before = self.listed.get(listed.code)
        if before is not None and before.uid == listed.uid and listed.fence < before.fence:
            return
        self.listed[listed.code] = listed
        waiting = self._lobby.tables.abandon(listed.code)
        table = self.remote_table(listed)
        same = before is not None and before.uid == listed.uid
        table.fence = max(table.fence, listed.fence) if same else listed.fence
        another = before is not None and (before.run, before.fence) != (listed.run, listed.fence)
        if listed.listing is not None:
            self._lobby.attendance.listed_elsewhere(listed.code, table, listed.listing)
        if another:
            self.another_owner(table, listed)
        self.ask_again(listed.code, waiting)

    def remote_table(self, listed: Listed) -> RemoteTable:
        table = self.remote.get(listed.code)
        if table is None:
            table = self.remote[listed.code] = self._remote(listed.code, listed.run)
            table.fence = listed.fence
        return table

    def another_owner(self, table: RemoteTable, listed: Listed) -> None:
        """People here go on with the table where it runs now; what was on its way goes there again."""
        coming = self.coming(listed, table)
        unanswered = () if listed.handed else table.lost()
        table.moved(listed.run)
        self.come_back(listed, coming)
        self.ask_again(listed.code, unanswered)

    def ask_again(self, code: str, waiting: Sequence[Command]) -> None:
        """What a table's last owner has not answered; for who is elsewhere it is asked again there.

        What may be there already and would be said twice is refused.
        """
        for asked in waiting:
            person = self._lobby.people.named(asked.who) if isinstance(asked, Asked) else None
            if person is None or person.elsewhere or not isinstance(asked, Asked):
                continue
            twice = isinstance(asked.request, Say | Emote)
            if twice or code not in self._lobby.tables or not self._lobby.tables.post(code, asked):
                self._lobby.attendance.tell(asked.who, code, Refused(id=asked.request.id, code="busy"))

    def coming(self, listed: Listed, table: RemoteTable | None) -> list[Person]:
        """Those at the table who are connected here, save who has only asked to come to it.

        Who is not shown it yet has come back to it, which its last owner may never have heard.
        """
        return [
            person
            for person in self._lobby.here()
            if person.table == listed.code and (person.following or table is None or not table.expects(person.name))
        ]

    def come_back(self, listed: Listed, people: Sequence[Person]) -> None:
        """They are shown the table by its new owner."""
        holders = listed.listing.holders if listed.listing is not None else frozenset()
        for person in people:
            self._lobby.tables.post(listed.code, _coming(person, person.name in holders))

    def _closed(self, closed: Closed) -> None:
        known = self.listed.get(closed.code)
        if known is not None and known.uid == closed.uid:
            del self.listed[closed.code]
            self.remote.pop(closed.code, None)
            self._lobby.attendance.closed_elsewhere(closed.code)

    def _gone(self, run: int) -> None:
        """A node is no more: its people are lost at the tables that run here."""
        for person in self._lobby.people:
            if person.elsewhere == run:
                self._lobby.lost_elsewhere(person)
        for table in self.remote.values():
            if table.run == run:
                table.run = 0
        self.gone(run)


def _coming(person: Person, seated: bool) -> Back | Asked:
    """Who watched asks to watch again; who sits is there all the time."""
    if seated:
        return Back(person.name, person.seen, quiet=True)
    return Asked(person.name, WatchTable(id=0, table=person.table))
