"""Every party as the tables' logs have it, and whether what people were shown is what they were to see of it."""

from collections.abc import Iterable, Iterator

from server.records import Moved, PartyBegun, PartyOver, Snapshot, TableKept
from tests.cluster.audit import Logged
from tests.cluster.chaos.ledger import Picture, digest
from tuicards.games import GAMES
from tuicards.games.api import to_plain
from tuicards.games.history import Header, replay


class LoggedParty:
    """One party."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.first_seq = 0
        self.moves: dict[int, Moved] = {}
        self.seats: set[tuple[str, int | None]] = set()
        """Who has sat where."""
        self.over = False

    def take(self, snapshot: Snapshot) -> None:
        self.first_seq = self.first_seq or snapshot.seq
        self.seats.update((kept.person, seat) for seat, kept in enumerate(snapshot.seats) if kept.person)
        self.seats.update(snapshot.held.items())

    def pictures(self, wanted: set[tuple[int, int | None]]) -> Iterator[tuple[int, int | None, bytes]]:
        """Of these numbers and seats, each as it may have been shown: number, seat, digest."""
        game, seq = GAMES[self.header.game], self.first_seq
        state = replay(game, self.header, ())
        seats = {seat for _, seat in wanted}
        for index in range(len(self.moves) + 1):
            for seat in seats:
                if (seq, seat) in wanted:
                    yield seq, seat, digest(to_plain(game.view(state, seat)))
            if index < len(self.moves):
                entry = self.moves[index].entry
                state, events = game.apply(state, entry.seat, game.parse_move(entry.move))
                seq += bool(events)


class LoggedParties:
    """All of them, by the table's code and the party's number. A code may have been given twice."""

    def __init__(self, entries: Iterable[Logged]) -> None:
        self.by_table: dict[tuple[str, int], list[LoggedParty]] = {}
        self._by_uid: dict[tuple[str, int], LoggedParty] = {}
        for entry in entries:
            self._read(entry)

    def _read(self, entry: Logged) -> None:
        snapshots = [record.snapshot for record in entry.records if isinstance(record, TableKept)]
        for record in entry.records:
            match record:
                case PartyBegun():
                    self._begin(record, snapshots[-1].code)
                case Moved():
                    self._by_uid[record.uid, record.party].moves[record.index] = record
                case PartyOver():
                    self._by_uid[record.uid, record.party].over = True
                case _:
                    pass
        for snapshot in snapshots:
            party = self._by_uid.get((snapshot.uid, snapshot.party))
            if party is not None and snapshot.state != "open":
                party.take(snapshot)

    def _begin(self, begun: PartyBegun, code: str) -> None:
        if (begun.uid, begun.party) not in self._by_uid:
            party = self._by_uid[begun.uid, begun.party] = LoggedParty(begun.header)
            self.by_table.setdefault((code, begun.party), []).append(party)

    @property
    def finished(self) -> int:
        return sum(party.over for party in self._by_uid.values())

    def unfinished(self) -> list[str]:
        """Those that began and did not end."""
        return [
            f"party {number} of table {code}"
            for (code, number), parties in self.by_table.items()
            if not all(party.over for party in parties)
        ]

    def untrue(self, pictures: Iterable[Picture]) -> list[str]:
        """Pictures that are none of their party, or were not for whoever was shown them."""
        by_party: dict[tuple[str, int], list[Picture]] = {}
        for picture in pictures:
            by_party.setdefault((picture.table, picture.party), []).append(picture)
        return [fault for (table, party), some in by_party.items() for fault in self._untrue(table, party, some)]

    def _untrue(self, table: str, number: int, pictures: list[Picture]) -> Iterator[str]:
        parties = self.by_table.get((table, number), [])
        wanted = {(picture.seq, picture.seat) for picture in pictures}
        true = {shown for party in parties for shown in party.pictures(wanted)}
        seats = {place for party in parties for place in party.seats}
        for picture in pictures:
            where = (
                f"picture {picture.seq} of party {number} of table {table}, seat {picture.seat}, to {picture.name}"
            )
            if (picture.seq, picture.seat, picture.digest) not in true:
                yield f"{where}: it never was so"
            if picture.seat is not None and (picture.name, picture.seat) not in seats:
                yield f"{where}: it was somebody else's seat"
