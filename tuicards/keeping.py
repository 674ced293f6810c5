"""A link that lets a person come back: it notes the name and the token that the server gives."""

from collections.abc import AsyncIterator

from tuicards.address import format_address
from tuicards.client import Link
from tuicards.client_state import Connected, LinkEvent
from tuicards.identity import Identity


class KeepingLink(Link):
    """A link that takes its token from an identity, unless one is given, and notes there what it is told."""

    def __init__(
        self, identity: Identity, host: str, port: int, *, name: str, token: str = "", password: str = ""
    ) -> None:
        self._identity = identity
        self._address = format_address(host, port)
        token = token or identity.token(self._address, name)
        super().__init__(host, port, name=name, token=token, password=password)

    async def events(self) -> AsyncIterator[LinkEvent]:
        async for event in super().events():
            if isinstance(event, Connected):
                self._identity.remember(self._address, event.welcome.name, event.welcome.token)
            yield event
