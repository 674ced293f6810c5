"""Nobody hears of a change before it is in the journal: whatever is asked, while the disk works all is silent."""

from typing import Any

import pytest

from tests.server.gated import GatedStore
from tests.server.peer import House, Peer, open_house
from tuicards.wire.messages import (
    AddBot,
    Configure,
    Done,
    Emote,
    FreeSeat,
    JoinTable,
    Kick,
    LeaveTable,
    Lobby,
    MakeMove,
    Mute,
    Ping,
    Pong,
    Request,
    Say,
    ServerMessage,
    StandUp,
    StartParty,
    TakeSeat,
)


class Company:
    """Ann, whose table it is, Bo and Cai; each request is asked with the disk at work, then the disk is done."""

    def __init__(self, house: House, store: GatedStore, **peers: Peer) -> None:
        self._house, self._store, self._peers = house, store, peers

    async def ask(self, who: str, kind: type[Request], **fields: Any) -> None:
        """Raises AssertionError if anybody hears of it too early, or the answer is not Done."""
        await self._quiet()
        self._store.gate.clear()
        self._store.put_in.clear()
        peer = self._peers[who]
        request = kind(id=peer.next_id(), **fields)
        peer.send(request)
        await self._store.put_in.wait()
        early = await self._quiet()
        self._store.gate.set()
        assert await peer.until(Done) == Done(request.id)
        assert early == [], kind

    async def _quiet(self) -> list[ServerMessage]:
        """What all hear before the answer to a ping, which nothing holds up; the lobby's picture lags behind."""
        heard: list[ServerMessage] = []
        for number in (1, 2):
            for peer in self._peers.values():
                before = len(peer.heard)
                peer.send(Ping(number))
                await peer.until(Pong)
                heard += [message for message in peer.heard[before:] if not isinstance(message, Pong | Ping | Lobby)]
        return heard


@pytest.mark.alone("it holds up its own store")
async def test_nothing_is_told_before_it_is_in_the_journal() -> None:
    """Coming, sitting, arranging, talk, starts, moves, leaving: neither who asked nor anybody else hears of it."""
    store = GatedStore()
    async with open_house(store) as house:
        ann, bo, cai = [await house.enter(name) for name in ("Ann", "Bo", "Cai")]
        code = await ann.create(seats=3)
        company = Company(house, store, ann=ann, bo=bo, cai=cai)

        await company.ask("bo", JoinTable, table=code)
        await company.ask("bo", TakeSeat, seat=2)
        await company.ask("cai", JoinTable, table=code)
        await company.ask("cai", StandUp)
        await company.ask("cai", Say, text="hello")
        await company.ask("bo", Emote, code="hello")
        await company.ask("ann", AddBot, seat=1)
        await company.ask("ann", FreeSeat, seat=1)
        await company.ask("ann", Configure, seats=2, options={"cards": "3"}, public=False)
        await company.ask("ann", Mute, name="Cai")
        await company.ask("ann", StartParty)
        for who, tricks in (("ann", 1), ("bo", 0)):
            await company.ask(who, MakeMove, table=code, seq=1, move={"move": "bid", "tricks": tricks})
        await company.ask("bo", MakeMove, table=code, seq=3, move={"move": "mark"})
        await company.ask("ann", Kick, name="Cai")
        await company.ask("bo", LeaveTable)
