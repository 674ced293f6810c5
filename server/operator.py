"""What the operator of a running server may ask of it, and what follows. How it is asked is not known here."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from server import orders
from server.clock import Clock
from server.doors import Doors
from server.drain import Drain
from server.lobby import Lobby
from server.mail import Shut
from server.names import clean_line
from server.orders import (
    LOOKING,
    Announce,
    AnyOrder,
    Ban,
    CloseTable,
    ForgetKey,
    KickOut,
    ListBans,
    ListKeys,
    Nodes,
    People,
    Quiet,
    Reload,
    Status,
    Tables,
    Unban,
    Unquiet,
)
from server.people import Person
from server.records import KeyBound
from server.state import State
from server.store import Store
from tuicards.errors import Refused
from tuicards.wire.messages import CHAT_LENGTH

LONGEST_QUIET = 60 * 24 * 365
"""Minutes."""

Reply: TypeAlias = dict[str, Any]
"""What is told of it: lists of rows by name, or nothing."""


class Operator:
    """The operator's rights over one server."""

    def __init__(
        self,
        lobby: Lobby,
        doors: Doors,
        store: Store,
        clock: Clock,
        reload: Callable[[], Reply],
        drain: Drain,
        state: Callable[[], State],
    ) -> None:
        self._lobby, self._doors, self._store, self._clock, self._reload = lobby, doors, store, clock, reload
        self._drain, self._state = drain, state

    async def do(self, order: AnyOrder) -> Reply:
        """Raises Refused, SetupError or StorageError, and then nothing has changed."""
        reply = await self._back_up(order) if isinstance(order, orders.Backup) else self._do(order)
        if not isinstance(order, LOOKING):
            self._doors.audit.note("operator", order=msgspec.json.encode(order).decode())
        return reply

    def _do(self, order: AnyOrder) -> Reply:
        match order:
            case Status():
                return {"status": msgspec.to_builtins(self._state())}
            case People():
                return {"people": [*map(self._person, self._lobby.here()), *self._people_elsewhere()]}
            case Tables():
                return {"tables": self._tables()}
            case Nodes():
                return {"nodes": self._nodes()}
            case ListBans():
                bans = self._doors.bans.all()
                return {"bans": [{"kind": ban.kind, "value": ban.value, "why": ban.why} for ban in bans]}
            case Announce(text=text):
                self._announce(text)
            case KickOut(name=name):
                self._lobby.send_away(self._connected(name), "kicked", {})
            case Quiet(name=name, minutes=minutes):
                if not 1 <= minutes <= LONGEST_QUIET:
                    raise Refused("bad_number", value=str(minutes)[:40], least="1", most=str(LONGEST_QUIET))
                self._lobby.quiet(self._lobby.find(name), 60 * minutes)
            case Unquiet(name=name):
                self._lobby.quiet(self._lobby.find(name), 0)
            case Ban():
                self._ban(order)
            case Unban(kind=kind, value=value):
                self._lobby.keep(self._doors.bans.lift(kind, value))
            case ListKeys():
                return {"keys": [self._key(bound) for bound in self._lobby.people.keys.all()]}
            case ForgetKey(whose=whose):
                self._forget_key(whose)
            case CloseTable(table=table):
                self._lobby.order(table.strip().upper(), Shut())
            case orders.Drain():
                return self._run_dry(order)
            case Reload():
                return self._reload()
        return {}

    async def _back_up(self, order: orders.Backup) -> Reply:
        """What waits for a disk that refuses is in no copy of the record."""
        made = msgspec.to_builtins(await self._store.back_up(Path(order.file)))
        return {"backup": {**made, "missing": self._store.waiting if self._store.keeping == "refused" else 0}}

    def _run_dry(self, order: orders.Drain) -> Reply:
        said = self._drain.cancel() if order.cancel else self._drain.begin(self._clock(), order.minutes)
        self._lobby.hear_all(said)
        return {"draining": self._drain.on, "parties_running": self._lobby.board.parties_running()}

    def _person(self, person: Person) -> Reply:
        assert person.peer is not None
        now = self._clock()
        return {
            "name": person.name,
            "address": person.peer.host,
            "seconds": int(now - person.came),
            "table": person.table,
            "ssh": bool(person.beyond_door),
            "key": person.key,
            "quiet_seconds": max(0, int(person.quiet_until - now)),
        }

    def _people_elsewhere(self) -> list[Reply]:
        """Those at other nodes of the cluster, which know more of them."""
        cluster, now = self._state().cluster, self._clock()
        names = {node.run: node.name for node in cluster.nodes} if cluster is not None else {}
        return [
            {
                "name": person.name,
                "node": names.get(person.elsewhere, ""),
                "table": person.table,
                "quiet_seconds": max(0, int(person.quiet_until - now)),
            }
            for person in sorted(self._lobby.people, key=lambda person: person.name)
            if person.elsewhere
        ]

    def _key(self, bound: KeyBound) -> Reply:
        return {"key": bound.fingerprint, "name": bound.name, "since": bound.since, "seen": bound.seen}

    def _forget_key(self, whose: str) -> None:
        keys = self._lobby.people.keys
        bound = keys.bound(whose) or keys.named(whose)
        if bound is None:
            raise Refused("no_such_person", name=whose[:60])
        self._lobby.people.forget_key(bound)

    def _tables(self) -> list[Reply]:
        rows = [(listing.line, listing.public) for listing in self._lobby.board.all()]
        return [{**msgspec.to_builtins(line), "public": public} for line, public in rows]

    def _nodes(self) -> list[Reply]:
        cluster = self._state().cluster
        if cluster is None:
            raise Refused("no_cluster")
        return [{**msgspec.to_builtins(node), "here": node.name == cluster.node} for node in cluster.nodes]

    def _announce(self, text: str) -> None:
        line = clean_line(text, CHAT_LENGTH)
        if not line:
            raise Refused("chat_empty")
        self._lobby.announce("announcement", text=line)

    def _connected(self, name: str) -> Person:
        person = self._lobby.find(name)
        if not person.here:
            raise Refused("no_such_person", name=name[:40])
        return person

    def _ban(self, order: Ban) -> None:
        why = clean_line(order.why, CHAT_LENGTH)
        self._lobby.keep(self._doors.bans.add(order.kind, order.value, why, order.even_loopback))
        self._lobby.turn_out_banned()
