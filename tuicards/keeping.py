"""A link that lets a person come back: it notes the name and the token that the server gives."""

from collections.abc import AsyncIterator

from tuicards.address import format_address
from tuicards.client import Link
from tuicards.client_state import Connected, LinkEvent
from tuicards.identity import Identity
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
    ) -> None:
        """`keeps_token` False: note the name only.

        A token that the server gave before it encrypted is good on an encrypted way, and never the other way round.
        """
        self._identity = identity
        self._address = format_address(host, port, trust is not None) if keeps_token else ""
        token = token or identity.token(self._address, name)
        if not token and keeps_token:
            token = identity.token(format_address(host, port), name)
        super().__init__(host, port, name=name, token=token, password=password, ticket=ticket, trust=trust)

    async def events(self) -> AsyncIterator[LinkEvent]:
        async for event in super().events():
            if isinstance(event, Connected):
                token = event.welcome.token if self._address else ""
                self._identity.remember(self._address, event.welcome.name, token)
            yield event
