"""Clients kept ready for an SSH door: each guest has one, and nothing is left of it when it ends."""

import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.client.guests import Door, Guest, house, is_there
from tuicards.linux import LOWEST_PRIORITY
from tuicards.visits import Began, Chosen

pytestmark = pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="clients for guests need Linux")

QUIT, ENTER, F3, F10 = b"\x11", b"\r", b"\x1bOR", b"\x1b[21~"
UP, DOWN, RIGHT, LEFT = (b"\x1b[" + letter for letter in (b"A", b"B", b"C", b"D"))


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with house() as where:
        yield where


@pytest.fixture(scope="module")
def door(address: str) -> Iterator[Door]:
    """One program for all guests of the module."""
    door = Door(address)
    try:
        door.until_ready()
        yield door
    finally:
        assert door.close() == 0


def test_a_first_visit_from_the_card_to_the_lobby_and_out(door: Door) -> None:
    """Enter alone goes on with what was guessed; that is told to the door; quitting ends with 0 and puts the terminal
    right."""
    guest = door.visit(name="", settings=None)
    guest.until("Which row looks right?")
    guest.press(b"Zoe" + ENTER)
    assert "Zoe" in guest.until("Tables")
    assert guest.until_told(Chosen).settings == {}
    guest.press(QUIT)

    assert guest.ended() == 0
    assert (
        guest.written.index(b"\x1b[?1049h") < guest.written.index(b"\x1b[?1049l") < guest.written.index(b"\x1b[?25h")
    )
    assert b"\x1b[?1000h" not in guest.written


@pytest.mark.thorough
def test_what_the_terminal_shows_is_chosen_on_the_card(door: Door) -> None:
    """Signs and colours, by arrows alone: what differs from the guess is told, and the game is drawn like that."""
    guest = door.visit(settings=None)
    guest.until("Which row looks right?")
    guest.press(UP + LEFT)
    guest.until("< plain letters >")
    guest.press(UP + RIGHT)
    guest.until("< 16 >")
    guest.press(F10)
    guest.until("+- Tables")

    assert guest.until_told(Chosen).settings == {"signs": "plain", "colour_depth": "16"}
    guest.stop()
    guest.ended()


@pytest.mark.thorough
def test_a_change_of_the_settings_is_told(door: Door) -> None:
    """The door keeps it with the key, and the guest is told so; what was remembered before is in force."""
    guest = door.visit(settings={"language": "en", "theme": "light", "signs": "no such", "moton": "on"})
    guest.until("Tables")
    guest.press(F3)
    guest.until("Kept with your SSH key")
    guest.press(DOWN + RIGHT)

    assert guest.until_told(Chosen).settings == {"language": "es", "theme": "light"}
    guest.stop()
    guest.ended()


@pytest.mark.thorough
def test_a_name_that_is_taken_comes_back_to_the_card(door: Door) -> None:
    """With the reason and what was typed; the next name is good."""
    first = door.visit(name="Bo")
    first.until("Tables")
    second = door.visit(name="", settings=None)
    second.until("Which row looks right?")
    second.press(b"Bo" + ENTER)
    assert re.search(r"Your name +Bo", second.until("Somebody here is called Bo already"))
    second.press(b"Boris" + ENTER)
    second.until("Boris ")
    for guest in (first, second):
        guest.stop()
        guest.ended()


@pytest.mark.thorough
def test_a_password_is_asked_for_on_the_card() -> None:
    """Once the server wants one; a wrong one is told."""
    with house(password="sesame") as address:
        door = Door(address)
        guest = door.visit()
        guest.until("This server asks for a password")
        guest.press(b"x" + ENTER)
        guest.until("That is not the server's password")
        guest.press(b"sesame" + ENTER)
        guest.until("Tables")
        door.close()


def test_a_game_s_name_leads_to_a_table(door: Door) -> None:
    """The first guest plays with bots at once, the second takes a bot's seat beside them; quitting asks first.
    Whatever they do, the server goes first."""
    first = door.visit("rage", name="Cai")
    first.until("TRUMP")
    assert os.getpriority(os.PRIO_PROCESS, first.until_told(Began).pid) == LOWEST_PRIORITY
    second = door.visit("RAGE", name="Dora")
    second.until("TRUMP")
    first.until("Dora")
    second.press(QUIT)
    second.until("Play on")
    second.press(QUIT)

    assert second.ended() == 0
    first.stop()
    first.ended()


@pytest.mark.thorough
def test_a_table_s_code_leads_there_and_other_words_are_told(door: Door) -> None:
    """A code that no table has, and a sentence with what is allowed."""
    stray = door.visit("zzzz")
    stray.until("There is no table ZZZZ")
    lost = door.visit("rm", "-rf", "/")
    lost.until("rm -rf / is neither a game")
    for guest in (stray, lost):
        guest.stop()
        guest.ended()


@pytest.mark.thorough
def test_a_terminal_that_goes_takes_the_client_with_it(door: Door) -> None:
    """In three seconds, without the door's word, and without using the processor (S01); the seat waits."""
    guest = door.visit("goat", name="Emil")
    guest.until("Emil")
    pid = guest.until_told(Began).pid
    guest.hang_up()
    guest.ended()

    assert not is_there(pid)
    again = door.visit(name="Emil", settings=None)
    again.until("Which row")
    again.press(ENTER)
    again.until("Somebody here is called Emil already")
    again.stop()
    again.ended()


@pytest.mark.parametrize("size", [(0, 0), (1, 1), (65535, 65535)])
@pytest.mark.thorough
def test_sizes_that_no_screen_has(door: Door, size: tuple[int, int]) -> None:
    """Nothing breaks, memory stays in bounds, and a sane size is followed (S04)."""
    guest = door.visit(size=size)
    guest.until(lambda screen: bool(screen.strip()))
    guest.resize(80, 24)
    guest.until("New table")
    guest.stop()
    guest.ended()


@pytest.mark.thorough
@pytest.mark.parametrize("environ", [{}, {"TERM": "no-such", "LANG": "C"}, {"TERM": "vt100", "NO_COLOR": "1"}])
def test_terminals_without_a_name(door: Door, environ: dict[str, str]) -> None:
    """The card is whole in plain letters, and a game can be played (S08, T23)."""
    guest = door.visit("rage", environ=environ, settings=None)
    screen = guest.until("Which row looks right?")
    assert "+- Welcome" in screen
    assert ("Which row shows its colours best?" in screen) == ("NO_COLOR" not in environ)
    guest.press(ENTER)
    guest.until("Your bid")
    guest.stop()
    guest.ended()


@pytest.mark.thorough
def test_a_terminal_that_cannot_show_it_is_told(door: Door) -> None:
    """One sentence and an exit code, nothing drawn."""
    guest = door.visit(environ={"TERM": "dumb"})

    assert guest.ended() == 2
    door.wait(lambda: "TERM=xterm" in guest.text)
    assert b"\x1b" not in guest.written


def test_what_cannot_be_understood_ends_nobody(door: Door) -> None:
    """Neither nonsense from the door, nor a visit without a terminal or with several, nor one that is nowhere."""
    for nonsense in (b"{", b"[]", b'{"type":"visit"}', b'{"type":"stop","number":99}', bytes(70000)):
        door.say_bytes(nonsense)
    assert door.visit(terminals=0).ended() == 70
    nowhere = door.visit(terminals=3, address="127.0.0.1:1")
    nowhere.until("no server listens there")
    nowhere.stop()
    nowhere.ended()


def test_equal_memory_of_guests_may_be_kept_once(door: Door) -> None:
    """Where the machine's owner lets the kernel look for it."""
    guest = door.visit()
    told = Path(f"/proc/{guest.until_told(Began).pid}/ksm_stat")
    known = told.read_text("utf-8") if told.exists() else ""
    if "ksm_merge_any" not in known:
        pytest.skip("this kernel does not tell whose equal memory it may keep once")

    assert "ksm_merge_any: yes" in known
    guest.stop()
    guest.ended()


def test_nothing_is_left_of_a_guest(door: Door) -> None:
    """Visits that were stopped, hung up and killed: descriptors and children are as before (S06)."""
    before = door.belongings
    guests = [door.visit() for _ in range(3)]
    pids = [guest.until_told(Began).pid for guest in guests]
    guests[0].stop()
    guests[1].hang_up()
    os.kill(pids[2], signal.SIGKILL)

    assert [guest.ended() for guest in guests][2] == -signal.SIGKILL
    assert door.belongings == before
    assert not any(is_there(pid) for pid in pids)
    for guest in guests:
        guest.hang_up()


@pytest.mark.thorough
def test_a_client_that_hears_nothing_is_killed(door: Door) -> None:
    """A stopped process does not hang up by itself; after the grace it is gone."""
    guest = door.visit()
    guest.until("Tables")
    os.kill(guest.until_told(Began).pid, signal.SIGSTOP)
    guest.stop()

    assert guest.ended() == -signal.SIGKILL


@pytest.mark.thorough
def test_a_hundred_visits_leave_nothing(door: Door) -> None:
    """Opened and cut, ten at a time (S06)."""
    before = door.belongings
    for _ in range(10):
        guests: list[Guest] = [door.visit() for _ in range(10)]
        for guest in guests:
            guest.until_told(Began)
            guest.hang_up()
            guest.stop()
        for guest in guests:
            guest.ended()

    assert door.belongings == before


@pytest.mark.thorough
def test_thirty_resizes_in_two_seconds(door: Door) -> None:
    """Every one is survived, and the last one is drawn (S03)."""
    guest = door.visit("rage")
    guest.until("Your bid")
    for step in range(30):
        guest.resize(80 + step, 24 + step % 9)
        door.wait(lambda: False, seconds=0.06)
    guest.resize(80, 24)
    guest.until("Your bid")
    guest.press(QUIT + QUIT)

    assert guest.ended() == 0


def test_when_the_door_goes_all_go(address: str) -> None:
    """The clients, and the program itself, whether its socket ends or it is told to."""
    door = Door(address)
    guest = door.visit()
    guest.until("Tables")
    pid = guest.until_told(Began).pid
    door.program.terminate()
    guest.ended()

    assert door.close() == 0
    assert not is_there(pid)
