"""A link that lets a person come back."""

from pathlib import Path

from server.config import Settings
from server.service import running
from tuicards.client_state import Connected
from tuicards.identity import Identity
from tuicards.keeping import KeepingLink


async def greeted(link: KeepingLink) -> Connected:
    """The link's first event, which has to be that it is up; the link is left as by a lost terminal."""
    event = await anext(link.events())
    await link.close(bye=False)
    assert isinstance(event, Connected)
    return event


async def test_who_comes_back_to_a_server_is_the_same_person(tmp_path: Path) -> None:
    """The token is kept with the address and the name, and opens the same place after a new start."""
    path = tmp_path / "identity.json"
    async with running(Settings(host="127.0.0.1", port=0)) as service:
        first = await greeted(KeepingLink(Identity(path), "127.0.0.1", service.port, name="Ana"))
        again = await greeted(KeepingLink(Identity(path), "127.0.0.1", service.port, name="Ana"))

    assert again.welcome.token == first.welcome.token
    assert Identity(path).name == "Ana"


async def test_a_passing_server_leaves_the_name_only(tmp_path: Path) -> None:
    """A server that ends with the program gives nothing worth keeping."""
    identity = Identity(tmp_path / "identity.json")
    async with running(Settings(host="127.0.0.1", port=0)) as service:
        link = KeepingLink(identity, "127.0.0.1", service.port, name="Ana", keeps_token=False)
        connected = await greeted(link)

    assert connected.welcome.token not in (tmp_path / "identity.json").read_text()
    assert identity.name == "Ana"
