"""Guests come by SSH: who they are, what their client is told, and what it is never asked to do."""

import asyncio
import json
import os
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import asyncssh
import pytest
import pytest_asyncio

from tests.server.ssh_house import Guest, OpenSshClient, SshHouse, needs_ssh, new_key, open_ssh_house

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.alone("all its tests share one server, which is opened once"),
]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def house() -> AsyncIterator[SshHouse]:
    """One door for all these tests."""
    async with open_ssh_house(keyless=True) as house:
        yield house


async def test_who_comes_with_a_key_is_at_a_client_of_their_own(house: SshHouse) -> None:
    """The client is told the name, that there is nothing to remember yet, and that choices will be kept."""
    guest = await house.guest("ann")
    visit = await guest.visit()
    assert (visit["name"], visit["settings"], visit["keeps"]) == ("ann", None, True)
    assert visit["address"] == f"127.0.0.1:{house.house.service.port}"


async def test_what_is_typed_reaches_the_client_and_its_exit_status_the_guest(house: SshHouse) -> None:
    """A session is a terminal, from the first key to the exit status."""
    guest = await house.guest()
    await guest.visit()
    guest.type("hello there")
    await guest.until("hello there\r\n")
    guest.type("exit 7")
    assert await guest.over() == ("", 7)


async def test_a_name_that_is_nobodys_is_asked_for_by_the_client(house: SshHouse) -> None:
    """`ssh play@host` says nothing about who comes."""
    assert (await (await house.guest("play")).visit())["name"] == ""


async def test_settings_are_remembered_with_the_key(house: SshHouse) -> None:
    """What a client has chosen is there at the next visit with the same key, once its name is bound."""
    key = new_key()
    guest = await house.guest("keeper", key)
    ticket = (await guest.visit())["ticket"]
    await house.house.enter("keeper", ticket=ticket)
    guest.type("choose")
    guest.type("exit 0")
    await guest.over()
    again = await (await house.guest("keeper", key)).visit()
    assert (again["name"], again["settings"]) == ("keeper", {"mouse": "on"})


async def test_another_key_cannot_take_a_name(house: SshHouse) -> None:
    """The guest hears it in one sentence, and the session ends with status 1."""
    ticket = (await (await house.guest("bo")).visit())["ticket"]
    await house.house.enter("bo", ticket=ticket)
    told, status = await (await house.guest("bo", new_key())).over()
    assert "bo" in told
    assert len(told.strip().splitlines()) == status == 1


@pytest.mark.parametrize("kind", ["ecdsa-sha2-nistp256", "ssh-rsa"])
async def test_any_kind_of_key_is_good(house: SshHouse, kind: str) -> None:
    """The usual kinds of keys all open the door."""
    assert (await (await house.guest("kim", new_key(kind))).visit())["keeps"]


async def test_a_guest_without_a_key_comes_where_that_is_allowed(house: SshHouse) -> None:
    """Nothing is kept for one who cannot be known again."""
    connection = await house.connect("cai")
    process = await connection.create_process(term_type="xterm", encoding=None)
    assert b'"keeps": false' in await process.stdout.readline()


async def test_nobody_gets_in_by_a_password(house: SshHouse) -> None:
    """Passwords are not asked for and not taken."""
    with pytest.raises(asyncssh.PermissionDenied):
        await house.connect("ann", password="guess", preferred_auth="password")


# ---- the terminal ------------------------------------------------------------------------------------------


async def test_the_client_hears_of_the_environment_what_it_knows(house: SshHouse) -> None:
    """Terminal and locale come through; what is unknown or looks odd does not."""
    sent = {
        "LANG": "ru_RU.UTF-8",
        "LC_TIME": "th_TH",
        "COLORTERM": "truecolor",
        "NO_COLOR": "1",
        "TZ": "Asia/Bangkok",
    }
    odd = {"LC_ALL": "x\x1b[2J", "LD_PRELOAD": "/tmp/x.so", "PATH": "/tmp", "LANGUAGE": "e" * 500, "LC_../x": "C"}
    visit = await (await house.guest(term="xterm-kitty", env={**sent, **odd})).visit()
    assert visit["environ"] == {"TERM": "xterm-kitty", **sent}


@pytest.mark.parametrize("term", ["\x1b[2J", "../../etc/passwd", "x" * 200, "-x"])
async def test_a_terminal_type_that_is_none_is_not_told(house: SshHouse, term: str) -> None:
    """No terminal description is looked up under a name that an enemy has made."""
    assert "TERM" not in (await (await house.guest(term=term)).visit())["environ"]


async def test_what_is_typed_after_the_host_is_words_for_the_client(house: SshHouse) -> None:
    """`ssh -t host rage` asks for a game; nothing is carried out, and there are not too many words."""
    assert (await (await house.guest(command="rage")).visit())["words"] == ["rage"]
    long = await (await house.guest(command="sh -c \x1b$(reboot) " + "word " * 50 + "y" * 9000)).visit()
    assert long["words"] == ["sh", "-c", "$(reboot)", "word"]


async def test_the_client_is_told_of_each_new_size(house: SshHouse) -> None:
    """The first size and a later one are the terminal's."""
    guest = await house.guest(size=(100, 30))
    await guest.visit()
    guest.type("size")
    assert "100x30 after 0" in await guest.until("0\r\n")
    guest.process.change_terminal_size(120, 40)
    guest.type("size")
    assert "120x40 after 1" in await guest.until("1\r\n")


@pytest.mark.parametrize(
    ("claimed", "taken"),
    [((0, 0), "80x24"), ((1, 1), "1x1"), ((65535, 65535), "1000x500"), ((2**32 - 1, 3), "1000x3")],
)
async def test_sizes_out_of_reason_are_brought_into_it(house: SshHouse, claimed: tuple[int, int], taken: str) -> None:
    """At the start and later no size costs more than a screen can have; one of 0 is the usual one, or no news."""
    guest = await house.guest(size=claimed)
    await guest.visit()
    guest.process.change_terminal_size(*claimed)
    guest.type("size")
    assert taken in await guest.until(" after")


async def test_without_a_terminal_there_is_one_sentence(house: SshHouse) -> None:
    """It says how to get one, on stderr, and the status is not 0."""
    connection = await house.connect("ann", new_key())
    done = await connection.run("rage", check=False)
    assert (done.exit_status, done.stdout) == (1, "")
    assert "ssh -t" in done.stderr
    assert done.stderr.count("\n") == 1


async def test_the_sentence_is_in_the_guests_language(house: SshHouse) -> None:
    """What the door says itself follows the locale, as far as it is translated."""
    connection = await house.connect("ann", new_key())
    done = await connection.run("", check=False, env={"LANG": "es_ES.UTF-8"})
    assert "ssh -t" in done.stderr


@needs_ssh
async def test_openssh_comes_in_with_no_more_than_name_and_address(house: SshHouse, tmp_path: Path) -> None:
    """`ssh -p PORT NAME@host` is at a client; what its locale says comes along, and the status goes back."""
    ssh = OpenSshClient(tmp_path, house.door.port)
    told, status = await ssh.come("-tt", "kim@127.0.0.1", "goat", typed=b"exit 7\n", LC_ALL="ru_RU.UTF-8")
    visit = json.loads(told.splitlines()[0])
    assert (visit["name"], visit["words"], visit["keeps"], status) == ("kim", ["goat"], True, 7)
    assert visit["environ"]["LC_ALL"] == "ru_RU.UTF-8"


@needs_ssh
async def test_openssh_without_a_terminal_is_told_of_its_option(house: SshHouse, tmp_path: Path) -> None:
    """At once, and with a status that a script notices."""
    told, status = await OpenSshClient(tmp_path, house.door.port).come("kim@127.0.0.1", "goat")
    assert "ssh -t" in told
    assert status == 1


@needs_ssh
async def test_openssh_gets_no_forwarding(house: SshHouse, tmp_path: Path) -> None:
    """Neither what it asks for before the session nor a way through it."""
    ssh = OpenSshClient(tmp_path, house.door.port)
    told, status = await ssh.come("-o", "ExitOnForwardFailure=yes", "-R", "0:127.0.0.1:1", "-N", "kim@127.0.0.1")
    assert "forwarding failed" in told
    assert status == 255
    told, status = await ssh.come("-W", "127.0.0.1:1", "kim@127.0.0.1")
    assert status == 255


# ---- what is never allowed -----------------------------------------------------------------------------------


async def test_a_second_session_on_a_connection_is_refused(house: SshHouse) -> None:
    """The first one goes on."""
    guest = await house.guest()
    await guest.visit()
    with pytest.raises(asyncssh.ChannelOpenError):
        await guest.connection.create_process(term_type="xterm")
    guest.type("still here")
    await guest.until("still here")


async def test_no_subsystem_is_there(house: SshHouse) -> None:
    """No files are served."""
    connection = await house.connect("ann", new_key())
    with pytest.raises(asyncssh.ChannelOpenError):
        await connection.start_sftp_client()


async def test_nothing_is_copied(house: SshHouse, tmp_path: Path) -> None:
    """`scp` of old asks for a command without a terminal, and is told as everybody is."""
    connection = await house.connect("ann", new_key())
    with suppress(asyncssh.SFTPError):
        await asyncssh.scp((connection, "/etc/passwd"), tmp_path)
    assert not os.listdir(tmp_path)


async def test_nothing_is_forwarded_outwards(house: SshHouse) -> None:
    """Neither to a port nor to a Unix socket."""
    connection = await house.connect("ann", new_key())
    with pytest.raises(asyncssh.ChannelOpenError):
        await connection.open_connection("127.0.0.1", house.house.service.port)
    with pytest.raises(asyncssh.ChannelOpenError):
        await connection.open_unix_connection("/run/x")


async def test_nothing_is_forwarded_inwards(house: SshHouse) -> None:
    """No port and no Unix socket is opened for a guest."""
    connection = await house.connect("ann", new_key())
    with pytest.raises(asyncssh.ChannelListenError):
        await connection.start_server(lambda *_: None, "127.0.0.1", 0)
    with pytest.raises(asyncssh.ChannelListenError):
        await connection.start_unix_server(lambda *_: None, "/tmp/never")


async def test_neither_screens_nor_agents_are_forwarded(house: SshHouse) -> None:
    """Both requests are refused; a session asked for with them is none the worse."""
    connection = await house.connect("ann", new_key(), agent_forwarding=True)
    with pytest.raises(asyncssh.ChannelOpenError):
        await connection.create_process(term_type="xterm", x11_forwarding=True, x11_display="127.0.0.1:0")


async def test_a_connection_that_floods_is_cut_off(house: SshHouse) -> None:
    """Requests without end fill no memory."""
    guest = await house.guest()
    await guest.visit()
    async with asyncio.timeout(30):
        while not guest.connection.is_closed():
            guest.connection.send_debug("x" * 30_000)
            await asyncio.sleep(0.001)


# ---- when a session ends ---------------------------------------------------------------------------------------


async def test_a_client_that_was_killed_leaves_a_sentence_and_a_sound_terminal(house: SshHouse) -> None:
    """The screen is given back as it was, since the client could not do that."""
    guest = await house.guest()
    await guest.visit()
    guest.type("die")
    told, status = await guest.over()
    assert "\x1b[?1049l" in told
    assert "\x1b[?7h" in told
    assert "broken" in told
    assert status == 1


async def test_when_nothing_more_can_be_typed_the_client_ends(house: SshHouse) -> None:
    """The end of what is typed, or a break, is the end of the session."""
    guest = await house.guest()
    await guest.visit()
    guest.process.stdin.write_eof()
    assert (await guest.over())[1] == 3
    guest = await house.guest()
    await guest.visit()
    guest.process.send_break(100)
    assert (await guest.over())[1] == 3


async def test_who_can_type_nothing_from_the_beginning_gets_no_client(house: SshHouse) -> None:
    """`ssh -tt host </dev/null` is told at once that a terminal is needed, and takes up no room."""
    connection = await house.connect("ann", new_key())
    process = await connection.create_process(term_type="xterm", encoding=None)
    process.stdin.write_eof()
    told, status = await Guest(connection, process).over()
    assert "ssh -t" in told
    assert status == 1


async def test_a_large_output_comes_whole(house: SshHouse) -> None:
    """What the client writes at once arrives to the last byte, also when it ends right after."""
    guest = await house.guest()
    await guest.visit()
    guest.type("write 300000")
    guest.type("exit 0")
    told, status = await guest.over()
    assert (told.count("."), status) == (300_000, 0)


async def test_the_door_opens_again_when_its_clients_program_falls(house: SshHouse) -> None:
    """Those who are there hear it in a sentence; the next guest only waits a little."""
    one, two = await house.guest(), await house.guest()
    await one.visit()
    await two.visit()
    one.type("fall")
    told, status = await two.over()
    assert ("broken" in told, status) == (True, 1)
    await (await house.guest()).visit()
