"""The servers around, in a list that renews itself, and the ways to a server that is not in it."""

from tests.tui.shell import ScriptedBackend
from tuicards import __version__
from tuicards.address import Address
from tuicards.look import Seen
from tuicards.wire.messages import DEFAULT_PORT, PROTOCOL, About


def seen(
    name: str, host: str, *, port: int = DEFAULT_PORT, people: int = 0, seats: int = 0, locked: bool = False,
    version: str = __version__, protocol: int = PROTOCOL, games: tuple[str, ...] = ("rage", "goat"), delay: float = 0.002,
) -> Seen:  # fmt: skip
    """A server that was found."""
    about = About(
        protocol=protocol, server=name, version=version, run=f"{name}{port}", games=games, locked=locked,
        people=people, tables=1, seats=seats,
    )  # fmt: skip
    return Seen(Address(host, port), about, delay)
