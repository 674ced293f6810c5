"""A link that brings home the record of each party that ends before one's eyes, and keeps it."""

import asyncio
import contextlib
import time
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import msgspec

from tuicards.client_state import Disconnected, LinkEvent, Recorded
from tuicards.deal_witness import DealWitness
from tuicards.errors import StorageError
from tuicards.keeping import KeepingLink
from tuicards.kept import keep_record
from tuicards.records import LONGEST_FILE, MOST_PARTS, PartyRecord, from_bytes
from tuicards.requests import LATER
from tuicards.verify import Verdict, verify
from tuicards.wire.messages import Done, GetRecord, RecordPart, Refused, TableInfo

LAST_WAIT = 2.0
"""Seconds that a record on its way is waited for where somebody goes: over a bad line it takes that long."""


class Recorder:
    """Finds out when to ask for a record, and puts its parts together. Waits for nothing."""

    def __init__(self) -> None:
        self._wanted: tuple[str, int] | None = None
        """The table and the party whose record is not here yet."""
        self._settled: tuple[str, int] | None = None
        self._request = 0
        self._texts: list[str] = []
        self.watched: tuple[str, int] | None = None
        """The party that was seen running."""

    @property
    def waits(self) -> bool:
        """Whether a record has been asked for and has not come."""
        return self._request != 0

    def wish(self, event: LinkEvent) -> int:
        """The party whose record is to be asked for now; 0: none."""
        if isinstance(event, Disconnected):
            self._request = 0
        if not isinstance(event, TableInfo):
            return 0
        party = (event.table, event.party)
        if event.state == "playing":
            self.watched = party
        if event.state != "over" or party == self._settled or (self._request and party == self._wanted):
            return 0
        self._wanted = party
        return event.party

    def asked(self, request: int) -> None:
        """The request has been sent."""
        self._request, self._texts = request, []

    def owns(self, event: LinkEvent) -> bool:
        """Whether it concerns records only, and is nobody else's business."""
        answer = isinstance(event, Done | Refused) and 0 < event.id == self._request
        return answer or isinstance(event, RecordPart)

    def take(self, event: LinkEvent) -> str:
        """The whole text, once its last part has come; else empty."""
        if isinstance(event, Refused) and event.id == self._request:
            self._request = 0
            self._settled = self._settled if event.code in LATER else self._wanted
        if not isinstance(event, RecordPart) or (event.table, event.party) != self._wanted:
            return ""
        if event.part != len(self._texts) + 1 or not event.part <= event.parts <= MOST_PARTS:
            return ""
        self._texts.append(event.text)
        if event.part < event.parts or sum(map(len, self._texts)) > LONGEST_FILE:
            return ""
        self._settled, self._request = self._wanted, 0
        return "".join(self._texts)


class RecordingLink(KeepingLink):
    """Asks for the record when a party is over, checks it, keeps it in a folder, and tells `Recorded`.

    Before a party it adds a number to the deal: to each that the server promises, as soon as that is known.
    """

    def __init__(self, *link: Any, folder: Path | None, **settings: Any) -> None:
        """All but the folder goes to KeepingLink. Without a folder nothing is kept, but told all the same."""
        super().__init__(*link, **settings)
        self._folder = folder
        self._recorder = Recorder()
        self._witness = DealWitness()
        self._troubled = False
        self._heard = False
        """Whether somebody waits for the next event."""
        self._keeping = False
        """Whether a record that has come is being checked and kept, and is not told yet."""
        self._home = asyncio.Event()

    async def events(self) -> AsyncGenerator[LinkEvent]:
        self._heard = True
        try:
            async for event in self._with_records():
                self._heard = False
                yield event
                self._heard = True
        finally:
            self._heard = False

    async def _with_records(self) -> AsyncGenerator[LinkEvent]:
        async for event in super().events():
            own = self._recorder.owns(event) or self._witness.owns(event)
            number = self._witness.wish(event, self.next_id)
            if number is not None:
                self.send(number)
            if not own:
                yield event
            party = self._recorder.wish(event)
            if party:
                self._ask(party)
            text = self._recorder.take(event)
            if text:
                yield await self._kept(text)
            if not self._on_its_way:
                self._home.set()

    @property
    def _on_its_way(self) -> bool:
        """Whether a record has been asked for and is not told yet."""
        return self._recorder.waits or self._keeping

    async def close(self, bye: bool = True) -> None:
        """As any link; a record on its way is waited for a moment, and told to who still listens."""
        if self._on_its_way:
            self._home.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LAST_WAIT):
                    await (self._home.wait() if self._heard else self._record_home())
        await super().close(bye)

    async def _record_home(self) -> None:
        async with contextlib.aclosing(self.events()) as events:
            async for _ in events:
                if not self._on_its_way:
                    return

    def _ask(self, party: int) -> None:
        request = GetRecord(id=self.next_id(), party=party)
        self._recorder.asked(request.id)
        self.send(request)

    async def _kept(self, text: str) -> Recorded:
        self._keeping = True
        try:
            return await asyncio.to_thread(self._keep, text)
        finally:
            self._keeping = False

    def _keep(self, text: str) -> Recorded:
        """Where the disk refuses, that is told once; nothing else comes to harm."""
        record = verdict = None
        try:
            record = self._as_seen(from_bytes(text.encode(), self.host))
            verdict = self._verdict(record)
            if self._folder is not None:
                keep_record(self._folder, record, time.time())
        except StorageError as error:
            code = "record_not_kept" if error.code == "record_unwritable" else error.code
            told, self._troubled = self._troubled, True
            said = ("", {}) if told else (code, error.params)
            return Recorded(record, *said, verdict=verdict)
        return Recorded(record, verdict=verdict)

    def _as_seen(self, record: PartyRecord) -> PartyRecord:
        """With what was seen here: the time of its end, where that was just now, and what was promised before it."""
        seen = self._recorder.watched == (record.table, record.party)
        witness = self._witness.seen(record.table, record.party)
        return msgspec.structs.replace(record, played=int(time.time()) if seen else None, witness=witness)

    def _verdict(self, record: PartyRecord) -> Verdict | None:
        """None for a record that cannot be checked here: of another game, or of other rules."""
        try:
            return verify(record, file=self.host)
        except StorageError:
            return None
