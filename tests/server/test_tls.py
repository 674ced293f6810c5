"""Encrypted connections: who is trusted, what is told where two sides do not fit, and the same game inside."""

import asyncio
import contextlib
import socket
import ssl
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import trustme
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    PrivateFormat,
    load_pem_private_key,
)

from server.limits import Rate
from server.tls import Certificate
from tests.client.test_link import CALM, Listener
from tests.server.peer import House, Peer, open_house
from tuicards.client import Link
from tuicards.client_state import Connected, Disconnected
from tuicards.errors import SetupError
from tuicards.identity import Identity
from tuicards.keeping import KeepingLink
from tuicards.tls import Trust, any_certificate, fingerprint
from tuicards.wire.messages import Hello, Lobby, Rematch, TableInfo

CA = trustme.CA()


class Files:
    """A certificate for `localhost` and its key, as files."""

    def __init__(self, folder: Path, ca: trustme.CA = CA, *names: str) -> None:
        self.cert, self.key, self.ca = folder / "cert.pem", folder / "key.pem", folder / "ca.pem"
        self.renew(ca, *names)

    def renew(self, ca: trustme.CA = CA, *names: str) -> None:
        leaf = ca.issue_cert(*(names or ("localhost", "127.0.0.1")))
        leaf.cert_chain_pems[0].write_to_path(self.cert)
        leaf.private_key_pem.write_to_path(self.key)
        ca.cert_pem.write_to_path(self.ca)
        self.fingerprint = fingerprint(ssl.PEM_cert_to_DER_cert(leaf.cert_chain_pems[0].bytes().decode()))

    @property
    def certificate(self) -> Certificate:
        return Certificate(self.cert, self.key)


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return Files(tmp_path)


@contextlib.asynccontextmanager
async def calling(house: House, trust: Trust | None, host: str = "localhost") -> AsyncIterator[Listener]:
    """The program's own client on its way to the house."""
    link = Link(host, house.service.port, name="Ann", timing=CALM, trust=trust)
    try:
        yield Listener(link)
    finally:
        await link.close()


async def the_end(house: House, trust: Trust | None) -> Disconnected:
    """How a client fares that is not let in."""
    async with calling(house, trust) as listener:
        return await listener.find(Disconnected)


# ---- trust


async def test_a_client_plays_with_a_server_whose_authority_it_trusts(files: Files) -> None:
    """By name, and by an address that the certificate names."""
    async with open_house(tls=files.certificate) as house:
        for host in ("localhost", "127.0.0.1"):
            async with calling(house, Trust(ca=str(files.ca)), host) as listener:
                assert (await listener.find(Connected)).welcome.name == "Ann"
                await listener.find(Lobby)


async def test_a_certificate_that_nobody_vouches_for_is_shown_and_may_be_pinned(files: Files) -> None:
    """Nothing is said to such a server; what it shows is what one has to type to trust it."""
    async with open_house(tls=files.certificate) as house:
        lost = await the_end(house, Trust())
        assert (lost.code, lost.retry_in) == ("not_trusted", None)
        assert lost.params["fingerprint"] == files.fingerprint[:32]
        assert lost.params["address"] == f"tls://localhost:{house.service.port}"

        async with calling(house, Trust(pin=lost.params["fingerprint"])) as listener:
            await listener.find(Connected)


async def test_a_pinned_server_with_another_certificate_is_not_talked_to(files: Files, tmp_path: Path) -> None:
    """Even where an authority vouches for it: the pin is all that counts."""
    async with open_house(tls=files.certificate) as house:
        lost = await the_end(house, Trust(pin="ab" * 16, ca=str(files.ca)))

    assert (lost.code, lost.retry_in) == ("wrong_pin", None)
    assert lost.params == {"fingerprint": files.fingerprint[:32], "pin": "ab" * 16}


@pytest.mark.parametrize(("named", "asked"), [("elsewhere.example", "localhost"), ("localhost", "127.0.0.1")])
async def test_a_certificate_for_another_host_is_not_trusted(named: str, asked: str, tmp_path: Path) -> None:
    """The authority alone is not enough: the certificate has to name the host as it was typed."""
    files = Files(tmp_path, CA, named)
    async with (
        open_house(tls=files.certificate) as house,
        calling(house, Trust(ca=str(files.ca)), asked) as listener,
    ):
        assert (await listener.find(Disconnected)).code == "not_trusted"


async def test_a_file_without_authorities_is_named(tmp_path: Path) -> None:
    """Missing, or no PEM."""
    empty = tmp_path / "empty"
    empty.write_text("")
    for file in (tmp_path / "none", empty):
        with pytest.raises(SetupError, match="bad_ca_file"):
            Trust(ca=str(file)).context()


def test_a_token_never_goes_from_an_encrypted_way_to_an_open_one() -> None:
    """The other way round it does: whose server begins to encrypt keeps their seats."""
    identity = Identity(None)
    identity.remember("host", "Ann", "open")
    assert KeepingLink(identity, "host", 7110, name="Ann", trust=Trust()).token == "open"

    identity.remember("host", "Ann", "")
    identity.remember("tls://host", "Ann", "sealed")
    assert KeepingLink(identity, "host", 7110, name="Ann").token == ""
    assert KeepingLink(identity, "host", 7110, name="Ann", trust=Trust()).token == "sealed"


# ---- two sides that do not fit


async def test_a_plain_client_hears_that_the_server_encrypts(files: Files) -> None:
    """And gives up, instead of trying for ever."""
    async with open_house(tls=files.certificate) as house:
        lost = await the_end(house, None)

    assert (lost.code, lost.retry_in) == ("tls_needed", None)


async def test_a_client_that_encrypts_hears_that_the_server_does_not() -> None:
    """It does not fall back to an open connection by itself."""
    async with open_house() as house:
        lost = await the_end(house, Trust())

    assert (lost.code, lost.retry_in) == ("no_tls", None)


async def test_a_server_that_hangs_up_in_the_handshake_is_tried_again() -> None:
    """It may be about to stop, or full."""

    def hang_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.transport.abort()

    server = await asyncio.start_server(hang_up, "127.0.0.1", 0)
    async with server:
        link = Link("127.0.0.1", server.sockets[0].getsockname()[1], name="Ann", timing=CALM, trust=Trust())
        lost = await Listener(link).find(Disconnected)
        await link.close()

    assert lost.code == "connection_lost"
    assert lost.retry_in is not None


@pytest.mark.parametrize("begin", [b"", b"\x16", b"\x16\x03\x01\x02\x00\x01"], ids=["silent", "one", "some"])
async def test_a_handshake_that_is_never_finished_ends_in_time(files: Files, begin: bytes) -> None:
    """Whoever does not finish it is nobody, and costs nobody anything."""
    async with open_house(tls=files.certificate, hello_within=0.1) as house:
        reader, writer = await asyncio.open_connection("127.0.0.1", house.service.port)
        writer.write(begin)
        async with asyncio.timeout(5):
            with contextlib.suppress(ConnectionError):
                await reader.read()
        writer.close()
        await house.enter("Ann")


@pytest.mark.parametrize("noise", [b"\x16" + bytes(600), b"\x16\x03\x01\x00\x04abcd", b"GET / HTTP/1.1\r\n\r\n"])
async def test_bytes_that_are_no_handshake_end_the_connection_alone(
    files: Files, noise: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    """No traceback, and the neighbour plays on."""
    async with open_house(tls=files.certificate) as house:
        ann = await house.enter("Ann")
        reader, writer = await asyncio.open_connection("127.0.0.1", house.service.port)
        writer.write(noise)
        async with asyncio.timeout(5):
            with contextlib.suppress(ConnectionError):
                await reader.read()
        writer.close()
        await ann.create()

    assert not [record for record in caplog.records if record.exc_info or record.levelname in ("WARNING", "ERROR")]


# ---- the same game inside


@pytest.mark.together("one server stops, and the other goes on")
async def test_the_game_is_the_same_inside(files: Files) -> None:
    """Two people and a bot play to the end; a broken connection is resumed; the end is told."""
    async with open_house(tls=files.certificate) as house:
        ann, bo = await house.enter("Ann"), await house.enter("Bo")
        await bo.join(await ann.create("little", 3, bots=1))
        await ann.start()
        await bo.picture()
        bo.hang_up()
        bo = await house.enter(token=bo.token)
        ends = await asyncio.gather(ann.play_to_the_end(), bo.play_to_the_end())
        closing = asyncio.create_task(house.service.close())
        last = await ann.until_over()
        await closing

    assert ends[0].view["outcome"] == ends[1].view["outcome"]
    assert last is not None
    assert (last.code, last.again) == ("server_stopping", True)


@pytest.mark.thorough
async def test_a_peer_that_does_not_read_is_dropped_here_too(files: Files) -> None:
    """And the others see it."""
    async with open_house(tls=files.certificate, ping_every=0.1, messages=Rate(1e6, 10**6)) as house:
        ann, slow = await house.enter("Ann"), await house.enter("Bo", receive_buffer=4096)
        await slow.join(await ann.create())
        await ann.start()
        slow.stop_reading()

        flood = asyncio.create_task(slow.flood(Rematch(id=1)))
        await ann.until(TableInfo, lambda info: not info.seats[1].here)
        await flood


async def test_closing_does_not_wait_for_peers_that_say_nothing(files: Files) -> None:
    """In the middle of a handshake, and after it."""
    async with open_house(tls=files.certificate) as house:
        await house.enter("Ann")
        await house.connect()
        _, writer = await asyncio.open_connection("127.0.0.1", house.service.port)
        async with asyncio.timeout(4):
            await house.service.close()
        writer.close()


# ---- the certificate's files


async def test_a_renewed_certificate_is_shown_to_those_who_come_then(files: Files) -> None:
    """Those who are in stay in; a file that is no good changes nothing."""
    certificate = files.certificate
    async with open_house(tls=certificate) as house:
        ann = await house.enter("Ann")
        before = await _shown(house)
        files.renew()
        assert await _shown(house) == before
        certificate.read_again()
        assert await _shown(house) == files.fingerprint != before

        files.cert.write_text("nothing")
        with pytest.raises(SetupError, match="tls_bad_file"):
            certificate.read_again()
        assert await _shown(house) == files.fingerprint
        await ann.create()


async def _shown(house: House) -> str:
    _, writer = await asyncio.open_connection(
        "127.0.0.1", house.service.port, ssl=any_certificate(), server_hostname="localhost"
    )
    shown = writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
    writer.transport.abort()
    return fingerprint(shown)


def test_files_that_are_no_good_are_each_told_apart(files: Files, tmp_path: Path) -> None:
    """Missing, no PEM, a key of another certificate, a key behind a password."""
    missing, noise = tmp_path / "missing", tmp_path / "noise"
    noise.write_bytes(bytes(range(256)))
    other = Files(tmp_path_below(tmp_path, "other"))
    locked = tmp_path / "locked"
    key = load_pem_private_key(files.key.read_bytes(), None)
    locked.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"x")))
    tried = {
        "tls_unreadable": (missing, files.key),
        "tls_bad_file": (noise, noise),
        "tls_mismatch": (files.cert, other.key),
        "tls_key_encrypted": (files.cert, locked),
    }

    for code, (cert, key_file) in tried.items():
        with pytest.raises(SetupError, match=code):
            Certificate(cert, key_file)


def tmp_path_below(folder: Path, name: str) -> Path:
    made = folder / name
    made.mkdir()
    return made


async def test_the_first_byte_alone_decides(files: Files) -> None:
    """It is looked at and left where it is, so that the handshake finds it."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.setblocking(False)
        theirs.send(b"\x16")
        assert isinstance(await files.certificate.expect(ours), ssl.SSLContext)
        assert ours.recv(10) == b"\x16"


async def test_a_peer_that_greets_inside_is_heard_whole(files: Files) -> None:
    """A greeting right behind the handshake is not lost."""
    async with open_house(tls=files.certificate) as house:
        peer = Peer(
            *await asyncio.open_connection(
                "127.0.0.1", house.service.port, ssl=any_certificate(), server_hostname="localhost"
            )
        )
        peer.send(Hello(protocol=1, client="test", name="Ann"))
        await peer.until(Lobby)
        await peer.close()
