"""What the server does when its SSH door asks."""

from server.porter import Admit, Admitted, KeepSettings
from server.service import Service
from server.ssh.messages import FromDoor, Noted, Said, ToDoor, WayIn
from server.tls import Certificate
from tuicards.address import format_address

ANYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""Where this machine reaches what listens everywhere."""


class Attendant:
    """Answers for a service. `certificate`: what its clients are shown."""

    def __init__(self, service: Service, certificate: Certificate | None) -> None:
        self._service, self._certificate = service, certificate
        self._porter = service.porter()

    def __call__(self, message: FromDoor) -> ToDoor | None:
        """The answer, if it wants one."""
        match message:
            case Admit() | KeepSettings():
                return self._ask_porter(message)
            case Noted(event=event, facts=facts):
                self._service.doors.audit.note(event, **facts)
            case Said():
                message.log()
        return None

    def _ask_porter(self, order: Admit | KeepSettings) -> ToDoor | None:
        answer = self._porter.do(order)
        return WayIn(answer, self.address) if isinstance(answer, Admitted) else answer

    @property
    def address(self) -> str:
        """Where a client on this machine finds the server."""
        host, port = self._service.addresses[0]
        address = format_address(ANYWHERE.get(host, host), port, self._certificate is not None)
        return f"{address}#sha256:{self._certificate.fingerprint}" if self._certificate else address
