"""Tables whose steps are kept in a cluster: what they put, and what a lost answer or a lost second of Redis does."""

from server.cluster.archiving import Archive
from server.cluster.journal import TableJournal, new_journal
from server.cluster.keys import Keys
from server.cluster.link import Link
from server.mail import Command, Effects
from server.records import Record
from server.store import MemoryStore, Store
from tests.cluster.audit import Logged, faults_of_logs, logged_now
from tests.server.whole_party import WholeParty
from tuicards.wire.messages import AddNonce, LeaveTable, Rematch

UID = "u1"


class KeptParty(WholeParty):
    """A party at a table, and what each step of the table has put into its journal."""

    def __init__(self, game: str = "rage", seats: int = 2, seed: int = 1, **options: str) -> None:
        self.steps: list[list[Record]] = []
        super().__init__(game, seats, seed, options or {"round_plan": "1"})

    def do(self, command: Command) -> Effects:
        effects = super().do(command)
        if effects.records:
            self.steps.append(effects.records)
        return effects

    def play(self) -> list[list[Record]]:
        """To the end of the party; the steps since this was asked last."""
        while not self.over:
            self.step()
        return self.new_steps()

    def again(self) -> "KeptParty":
        """All add a number to the next deal, and ask for it."""
        for seat, name in enumerate(self.people):
            self._add_nonce(name, f"{self.table.parties:016x}{seat:016x}")
        for name in self.people:
            self.carry_out(name, Rematch(id=next(self._request)))
        return self

    def _add_nonce(self, name: str, nonce: str) -> None:
        commitment = self.info.commitment
        self.carry_out(name, AddNonce(id=next(self._request), table="KTCH", commitment=commitment, nonce=nonce))

    def leave(self) -> list[list[Record]]:
        """All go, and the table closes."""
        for name in self.everybody:
            self.carry_out(name, LeaveTable(id=next(self._request)))
        assert self.table.closed
        return self.new_steps()

    def new_steps(self) -> list[list[Record]]:
        steps, self.steps = self.steps, []
        return steps


class Cluster:
    """A place in a Redis, and numbers for runs and fences as a cluster deals them out."""

    def __init__(self, link: Link, keys: Keys) -> None:
        self.link, self.keys = link, keys
        self._last = 0

    def number(self) -> int:
        self._last += 1
        return self._last

    def journal(self, store: Store | None = None, uid: str = UID) -> TableJournal:
        """Of a new table, on a new node."""
        archive = Archive(store or MemoryStore())
        return new_journal(self.link, self.keys, uid, self.number(), self.number(), archive)

    async def log(self) -> list[Logged]:
        """All that is there, which has no fault."""
        entries = await logged_now(self.link, self.keys)
        assert faults_of_logs(entries) == []
        return entries

    async def head(self, uid: str = UID) -> dict[str, bytes]:
        words = await self.link.ask("HGETALL", self.keys.head(uid))
        return {name.decode(): value for name, value in zip(words[::2], words[1::2], strict=True)}

    async def remembered(self, uid: str = UID) -> list[bytes | None]:
        """Head and log as they are, for `lose_since`."""
        return [await self.link.ask("DUMP", key) for key in (self.keys.head(uid), self.keys.log(uid))]

    async def lose_since(self, remembered: list[bytes | None], uid: str = UID) -> None:
        """Redis has been killed and comes back without what was done since then."""
        for key, content in zip((self.keys.head(uid), self.keys.log(uid)), remembered, strict=True):
            await self.link.ask("DEL", key)
            if content is not None:
                await self.link.ask("RESTORE", key, 0, content)


async def keep(journal: TableJournal, *steps: list[Record]) -> None:
    """As the table's actor does, one after the other."""
    for records in steps:
        journal.put(records)
        await journal.settled()
