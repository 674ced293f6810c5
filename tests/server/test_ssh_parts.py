"""Parts of the SSH door, each by itself."""

import asyncio
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from server.service import Service
from server.ssh.asked import check_installed
from server.ssh.attendant import Attendant
from server.ssh.clients import Clients
from server.ssh.host_key import host_key
from server.ssh.process import passed_on
from tests.server.peer import PATIENCE, open_house
from tests.server.ssh_house import ECHOING, new_key
from tests.server.test_tls import Files
from tuicards.errors import SetupError
from tuicards.visits import Visit


def locked_key() -> bytes:
    return new_key().export_private_key("pkcs8-pem", passphrase="secret")


def test_the_host_key_is_made_once_and_kept(tmp_path: Path) -> None:
    """Only its owner may read it."""
    file = tmp_path / "folder" / "key"
    made = host_key(file)
    assert host_key(file).get_fingerprint() == made.get_fingerprint()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [found.name for found in file.parent.iterdir()] == ["key"]
    assert host_key(None).get_fingerprint() != host_key(None).get_fingerprint()


@pytest.mark.parametrize("content", [b"", b"no key", b"\xff" * 100_000, locked_key()])
def test_a_host_key_that_is_none_is_told_and_left_alone(tmp_path: Path, content: bytes) -> None:
    """The file is as it was: with another key all friends would be warned."""
    file = tmp_path / "key"
    file.write_bytes(content)
    with pytest.raises(SetupError, match="bad_host_key"):
        host_key(file)
    assert file.read_bytes() == content


def test_a_door_without_its_package_says_how_to_get_it() -> None:
    """One who installed the game without the extra reads what to type."""
    with pytest.raises(SetupError, match="extra_needed"):
        check_installed(lambda name: None)


def test_the_doors_process_is_for_the_server_only() -> None:
    """Started by hand it says so in one line."""
    command = [sys.executable, "-m", "server.ssh"]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "tuicards-server --ssh" in done.stderr


def test_nothing_secret_is_passed_on_to_the_doors_programs() -> None:
    """Neither the server's settings nor its operator's terminal."""
    environ = {"PATH": "/bin", "TUICARDS_PASSWORD": "x", "SSH_AUTH_SOCK": "/x", "TERM": "x", "HOME": "/root"}
    assert passed_on(environ) == {"PATH": "/bin"}


async def test_clients_find_a_server_that_encrypts(tmp_path: Path) -> None:
    """They are told its certificate, so that they need nobody to vouch for it."""
    certificate = Files(tmp_path).certificate
    async with open_house(tls=certificate) as house:
        told = Attendant(house.service, certificate).address
        assert told == f"tls://127.0.0.1:{house.service.port}#sha256:{certificate.fingerprint}"


@pytest.mark.parametrize(
    ("listens", "found"), [("0.0.0.0", "127.0.0.1:7"), ("::", "[::1]:7"), ("192.0.2.1", "192.0.2.1:7")]
)
async def test_clients_find_a_server_wherever_it_listens(listens: str, found: str) -> None:
    """On this machine, or at the one address that it has."""
    async with open_house() as house:
        service: Service = house.service
        service.addresses = ((listens, 7), *service.addresses)
        assert Attendant(service, None).address == found


async def test_a_program_that_cannot_be_started_ends_the_visit_only() -> None:
    """The guest hears of it at once."""
    clients = Clients(("/no/such/program",), lambda number, settings: None)
    ours, theirs = os.openpty()
    ended = clients.begin(Visit(number=1, address="x", ticket="t"), theirs)
    clients.start()
    async with asyncio.timeout(PATIENCE):
        assert await ended is None
    await clients.stop()
    os.close(ours)


async def test_a_visit_begun_before_the_program_is_ready_waits_for_it() -> None:
    """The first guest after a start is not turned away."""
    clients = Clients(ECHOING, lambda number, settings: None)
    ours, theirs = os.openpty()
    ended = clients.begin(Visit(number=1, address="x", ticket="t"), theirs)
    clients.start()
    os.write(ours, b"exit 5\n")
    async with asyncio.timeout(PATIENCE):
        assert await ended == 5
    await clients.stop()
    os.close(ours)
