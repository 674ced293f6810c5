"""A link that lets a person come back: it notes the name and the token that the server gives."""

from collections.abc import AsyncIterator, Sequence

from tuicards.client import Link
from tuicards.client_state import Connected, LinkEvent, Trying
from tuicards.identity import Identity
from tuicards.places import Place, in_order
from tuicards.tls import Trust


class KeepingLink(Link):
    """A link that takes its token from an identity, unless one is given, and notes there what it is told."""

    def __init__(
        self,
        identity: Identity,
        host: str,
        port: int,
        *,
        name: str,
        token: str = "",
        password: str = "",
        ticket: str = "",
        keeps_token: bool = True,
        trust: Trust | None = None,
        others: Sequence[Place] = (),
    ) -> None:
        """`keeps_token` False: note the name only. `others` are further places of the server.

        It begins where the server was the last time, or at any of its places. A token that the server gave before it
        encrypted is good on an encrypted way, and never the other way round.
        """
        self._identity = identity
        places = [Place(host, port, trust), *others]
        self._addresses = tuple(place.address for place in places) if keeps_token else ()
        open_ways = tuple(place._replace(trust=None).address for place in places) if keeps_token else ()
        token = token or identity.token(self._addresses, name) or identity.token(open_ways, name)
        first, *others = in_order(places, identity.last_used(self._addresses))
        self._tried = first.address
        super().__init__(
            first.host, first.port, name=name, token=token, password=password, ticket=ticket, trust=first.trust,
            others=others,
        )  # fmt: skip

    async def events(self) -> AsyncIterator[LinkEvent]:
        async for event in super().events():
            match event:
                case Trying(address=address):
                    self._tried = address
                case Connected(welcome=welcome):
                    self._remember(welcome.name, welcome.token)
            yield event

    def _remember(self, name: str, token: str) -> None:
        if not self._addresses:
            self._identity.remember("", name, "")
            return
        others = tuple(address for address in self._addresses if address != self._tried)
        self._identity.remember(self._tried, name, token, others)
