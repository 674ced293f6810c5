"""Where somebody wants to go, from what was typed: an address or a join code."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tuicards.address import Address, format_address
from tuicards.dial import Unreachable
from tuicards.errors import PeerError, SetupError, TuicardsError
from tuicards.join_code import THIS_MACHINE, JoinCode, check_addresses, read_join_code
from tuicards.look import Seen, look

SECONDS = 3.0
"""So long a server may take to answer before it is taken for none."""


@dataclass(frozen=True, slots=True)
class Destination:
    """A server, and perhaps a table there."""

    address: str
    """One or several, as `parse_addresses` reads them."""
    table: str = ""
    """The code of a table."""
    mark: int = 0
    """Or which of the public tables, see `tuicards.join_code.table_mark`; 0: none."""
    locked: bool = False
    """Whether the server is known to ask for a password."""


async def find(text: str, own: Iterable[str], seconds: float = SECONDS) -> Destination:
    """Where an address or a join code leads to; for a code the servers that may be meant are looked at.

    `own` are the IPv4 addresses of this machine. Raises what `check_destination` raises, Unreachable
    `code_unanswered`, and PeerError with the reason of a server that lets nobody in.
    """
    code = read_join_code(text)
    if code is None:
        return _typed(text)
    try:
        seen = await _look_for(text, code, code.hosts(own), seconds)
        return Destination(format_address(*seen.address[:3]), code.table, code.mark, seen.about.locked)
    except Unreachable:
        if code.sure:
            raise
    try:
        return _typed(text)
    except SetupError:
        raise Unreachable("code_unanswered", text=text.strip()) from None


def _typed(text: str) -> Destination:
    check_addresses(text)
    return Destination(text.strip())


async def _look_for(text: str, code: JoinCode, hosts: Sequence[str], seconds: float) -> Seen:
    """The first server that answers; this machine's own only where no other does."""
    others = [host for host in hosts if host != str(THIS_MACHINE) or code.whole]
    here = [host for host in hosts if host not in others]
    why: TuicardsError | None = None
    for places in (others, here):
        found = await _first([Address(host, code.port) for host in places], seconds)
        if isinstance(found, Seen):
            return found
        why = why or found
    raise why or Unreachable("code_unanswered", text=text.strip()[:40])


async def _first(places: Sequence[Address], seconds: float) -> Seen | PeerError | None:
    """The first server that answers, else why one turns everybody away, else nothing."""
    looks = [asyncio.create_task(_looked(place, seconds)) for place in places]
    refused: PeerError | None = None
    try:
        for done in asyncio.as_completed(looks):
            try:
                return await done
            except PeerError as error:
                refused = error if error.code != "not_tuicards" else refused
            except TuicardsError:
                continue
    finally:
        for task in looks:
            task.cancel()
        await asyncio.gather(*looks, return_exceptions=True)
    return refused


async def _looked(place: Address, seconds: float) -> Seen:
    """The server there, with encryption where that is needed. Raises what `look` raises."""
    try:
        return await look(place, seconds)
    except PeerError as error:
        if error.code != "tls_needed":
            raise
    return await look(place._replace(tls=True), seconds)
