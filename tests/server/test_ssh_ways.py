"""The SSH door from its opening to its end: its key, its limits, its falls, and what is left of its guests."""

import asyncio
import json
import os
import signal
import socket
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import asyncssh
import pytest
import pytest_asyncio

from server.addresses import listen
from server.audit import AuditFile
from tests.server.peer import PATIENCE
from tests.server.ssh_house import Guest, SshHouse, new_key, open_ssh_house
from tuicards.errors import SetupError

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.alone("all its tests share one server, which is opened once"),
]

FEW = 10


class Told(asyncssh.SSHClient):
    """Remembers the banner."""

    def __init__(self) -> None:
        self.banner = ""

    def auth_banner_received(self, msg: str, lang: str) -> None:
        self.banner += msg

    def kbdint_auth_requested(self) -> str | None:
        """Tries it once."""
        return None if self.banner else ""


class Stubborn(asyncssh.SSHClient):
    """Tries the same for ever."""

    def kbdint_auth_requested(self) -> str:
        return ""


@dataclass
class Strict:
    """A door, and what is noted at it."""

    house: SshHouse
    audit: AuditFile
    folder: Path

    def noted(self) -> list[dict[str, object]]:
        return [json.loads(line) for line in (self.folder / "audit.jsonl").read_text().splitlines()]


def host_key_of(guest: Guest) -> str:
    """The fingerprint that the guest has seen."""
    key = guest.connection.get_server_host_key()
    assert key is not None
    return key.get_fingerprint()


def is_there(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


def descriptors(pid: int) -> int:
    return len(os.listdir(f"/proc/{pid}/fd"))


def children(pid: int) -> list[int]:
    listed = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in listed.read_text().split()]


async def until_equal(measure: object, expected: object) -> None:
    """Waits until what is measured is as expected; the difference fails the test."""
    assert callable(measure)
    try:
        async with asyncio.timeout(PATIENCE):
            while measure() != expected:  # noqa: ASYNC110, /proc tells nobody of changes
                await asyncio.sleep(0.01)
    except TimeoutError:
        assert measure() == expected


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def strict(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Strict]:
    """A door for a few guests, who all need a key; what happens is noted."""
    folder = tmp_path_factory.mktemp("strict")
    audit = AuditFile(folder / "audit.jsonl")
    async with open_ssh_house(folder, audit=audit, sessions=FEW) as house:
        yield Strict(house, audit, folder)
    audit.close()


async def test_who_has_no_key_is_told_how_to_make_one(strict: Strict) -> None:
    """Where everybody needs a key the refusal says what to do."""
    told = Told()
    with pytest.raises(asyncssh.PermissionDenied):
        await strict.house.connect("ann", client_factory=lambda: told)
    assert "ssh-keygen" in told.banner


async def test_trying_over_and_over_ends_the_connection(strict: Strict) -> None:
    """Nobody keeps the door busy by that."""
    with pytest.raises(asyncssh.DisconnectError, match="Too many"):
        await strict.house.connect("ann", client_factory=Stubborn)


async def test_one_guest_too_many_is_told_so(strict: Strict) -> None:
    """The sentence, status 1, and room again once somebody has left."""
    guests = [await strict.house.guest(f"guest{number}") for number in range(FEW)]
    for guest in guests:
        await guest.visit()
    told, status = await (await strict.house.guest("bo")).over()
    assert ("room" in told, status) == (True, 1)
    for guest in guests:
        guest.type("exit 0")
        await guest.over()
    assert (await (await strict.house.guest("bo")).visit())["name"] == "bo"


async def test_sessions_that_are_cut_off_leave_nothing(strict: Strict, thorough: bool) -> None:
    """Children, descriptors and the server's tasks are as before."""
    await (await strict.house.guest()).visit()
    await strict.house.all_leave()
    door = strict.house.door.pid
    assert door is not None
    (program,) = children(door)

    def left() -> tuple[int, ...]:
        return descriptors(door), len(children(program)), descriptors(program), len(asyncio.all_tasks())

    await until_equal(lambda: len(children(program)), 0)
    before = left()
    for _ in range(10 if thorough else 1):
        guests = [await strict.house.guest(f"guest{number}") for number in range(FEW)]
        for guest in guests:
            await guest.visit()
        assert len(children(program)) == len(guests)
        for number, guest in enumerate(guests):
            guest.connection.abort() if number % 2 else guest.connection.close()
            await guest.connection.wait_closed()
        await until_equal(lambda: [max(pair) for pair in zip(left(), before, strict=True)], list(before))


async def test_the_audit_log_tells_who_came_and_went(strict: Strict) -> None:
    """By name, key and address."""
    key = new_key()
    guest = await strict.house.guest("ann", key)
    await guest.visit()
    guest.type("exit 0")
    await guest.over()
    known = {"name": "ann", "key": key.get_fingerprint(), "address": "127.0.0.1"}
    await until_equal(
        lambda: [line["event"] for line in strict.noted() if line.items() >= known.items()], ["ssh_came", "ssh_went"]
    )


async def test_a_door_that_has_fallen_is_opened_anew(strict: Strict) -> None:
    """Its port stays open meanwhile: who comes only waits. Its host key is the one that it has kept."""
    guest = await strict.house.guest()
    await guest.visit()
    shown = host_key_of(guest)
    pid = strict.house.door.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    await guest.connection.wait_closed()
    again = await strict.house.guest("bo")
    assert (await again.visit())["name"] == "bo"
    assert strict.house.door.pid != pid
    assert host_key_of(again) == shown


async def test_guests_hear_that_the_server_stops() -> None:
    """In one sentence, on a terminal that is as it was; nothing is left of the door."""
    async with open_ssh_house() as house:
        guest = await house.guest()
        await guest.visit()
        pid = house.door.pid
        assert pid is not None
        await house.door.stop()
        told, status = await guest.over()
        assert "stopping" in told
        assert "\x1b[?25h" in told
        assert status == 1
        assert not is_there(pid)


async def test_what_keeps_the_door_from_opening_is_told_at_the_start(tmp_path: Path) -> None:
    """The server does not start without the door that was asked for."""
    with pytest.raises(SetupError, match="bad_host_key"):
        async with open_ssh_house(host_key=tmp_path):
            pass


async def test_a_port_in_use_is_told() -> None:
    """As for the server's own port."""
    (taken,) = listen("127.0.0.1", 0)
    with taken, pytest.raises(SetupError, match="port_taken"):
        async with open_ssh_house(port=taken.getsockname()[1]):
            pass


@pytest.mark.thorough
async def test_connections_that_never_greet_do_not_shut_others_out() -> None:
    """There are so many at most, and each is closed after a while."""
    async with open_ssh_house(sessions=1) as house:
        idle = [socket.create_connection(("127.0.0.1", house.door.port)) for _ in range(40)]
        async with asyncio.timeout(60):
            while not await _comes_in(house):  # noqa: ASYNC110, nobody tells when there is room
                await asyncio.sleep(1)
        for each in idle:
            each.close()


async def _comes_in(house: SshHouse) -> bool:
    try:
        await (await house.guest()).visit()
    except (OSError, asyncssh.Error):
        return False
    return True
