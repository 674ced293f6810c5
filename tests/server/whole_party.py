"""A party of a real game with people on all seats, played by chance; anybody may drop out and come back."""

import random
from collections.abc import Mapping
from itertools import count

import msgspec

from server.mail import Asked, Back, Command, Effects, Lost
from server.table import Table
from tests.server.talk import Talk
from tuicards.games import GAMES
from tuicards.games.api import to_plain
from tuicards.time_control import read_clock
from tuicards.wire.codec import encode
from tuicards.wire.messages import Done, JoinTable, MakeMove, Plain, Request, StartParty, Update, WatchTable

PEOPLE = ("Ann", "Bo", "Cai", "Dee", "Eva", "Flo")
WATCHER = "Wim"


class WholeParty(Talk):
    """A table of a real game with a person on each seat and one who watches; chance makes the moves."""

    def __init__(
        self, game: str, seats: int, seed: int, options: Mapping[str, str] | None = None, clock: str = "none"
    ) -> None:
        super().__init__()
        self.table = Table(
            GAMES[game], self.house, uid="u1", code="KTCH", title="", owner="Ann", seats=seats,
            options=GAMES[game].parse_options(options or {}), clock=read_clock(clock),
        )  # fmt: skip
        self.people = PEOPLE[:seats]
        self.everybody = (*self.people, WATCHER)
        self.last: dict[str, Update] = {}
        """What each has been shown last."""
        self.told: dict[int, tuple[Plain, ...]] = {}
        """What happened at each sequence number, as the watcher was told when it happened."""
        self._chance = random.Random(seed)
        self._request = count(1)
        for name in self.people:
            self.carry_out(name, JoinTable(id=next(self._request), table="KTCH"))
        self.carry_out(WATCHER, WatchTable(id=next(self._request), table="KTCH"))
        self.carry_out("Ann", StartParty(id=next(self._request)))
        self.told.clear()

    def do(self, command: Command) -> Effects:
        effects = self.table.do(command, self.now)
        self.last.update(effects.updates)
        return effects

    def carry_out(self, who: str, request: Request) -> Effects:
        """What a request that must not be refused brings about."""
        effects = self.do(Asked(who, request))
        assert any(isinstance(message, Done) for _, message in effects.replies), effects.replies
        return effects

    @property
    def over(self) -> bool:
        return self.table.state == "over"

    def step(self) -> None:
        """One move of a seat, in turn most of the time; it may be one that nobody else sees."""
        assert self.table.party is not None
        party, seats = self.table.party, range(len(self.people))
        out_of_turn = [seat for seat in seats if party.game.legal(party.state, seat) and seat not in party.to_act]
        eager = bool(out_of_turn) and self._chance.random() < 0.1
        seat = self._chance.choice(out_of_turn if eager else sorted(party.to_act))
        move = to_plain(self._chance.choice(party.game.legal(party.state, seat)))
        request = MakeMove(id=next(self._request), table="KTCH", seq=party.seq, move=move)
        effects = self.carry_out(self.people[seat], request)
        for name, update in effects.updates:
            if name == WATCHER:
                self.told[update.seq] = update.events

    def rejoin(self, who: str, seen: int | None) -> Update:
        """What somebody gets who was cut off and comes back at once; nobody else gets a picture for that."""
        self.do(Lost(who))
        updates = self.do(Back(who, seen)).updates
        assert [name for name, _ in updates] == [who]
        return updates[0][1]

    def since(self, seen: int) -> tuple[Plain, ...]:
        """Everything that happened after a sequence number."""
        return tuple(event for seq in range(seen + 1, self.seq + 1) for event in self.told[seq])

    def earlier(self) -> int:
        """A sequence number that somebody may have seen last: mostly a late one."""
        first = min(self.told, default=self.seq)
        back = min(int(self._chance.expovariate(1 / 20)), self.seq - first)
        return self.seq - back


def without_events(update: Update) -> bytes:
    return encode(msgspec.structs.replace(update, events=(), missed=False))
