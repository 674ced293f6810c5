"""Between a guest's terminal and their channel nothing is lost, and nobody is drowned."""

import asyncio
import os
from collections.abc import Iterator

import pytest

from server.ssh.bridge import BLOCK, SHOWN, TYPED, Bridge
from server.ssh.terminal import open_terminal
from tests.server.peer import PATIENCE


class Channel:
    """What a guest's program is sent, and whether it may send."""

    def __init__(self) -> None:
        self.shown = bytearray()
        self.listened_to = True
        self.news = asyncio.Event()

    def write(self, data: bytes) -> None:
        self.shown += data
        self.news.set()

    def pause_reading(self) -> None:
        self.listened_to = False

    def resume_reading(self) -> None:
        self.listened_to = True
        self.news.set()

    async def until(self, so_much: int) -> None:
        async with asyncio.timeout(PATIENCE):
            while len(self.shown) < so_much:
                self.news.clear()
                await self.news.wait()


class Client:
    """The client's end of the terminal; it never waits."""

    def __init__(self, terminal: int) -> None:
        self.terminal = terminal
        os.set_blocking(terminal, False)

    def write_all_it_can(self) -> int:
        """Bytes that the terminal has taken."""
        written = 0
        try:
            while True:
                written += os.write(self.terminal, b"." * 1024)
        except BlockingIOError:
            return written

    def read_all_there_is(self) -> bytes:
        data = b""
        try:
            while True:
                data += os.read(self.terminal, 4096)
        except BlockingIOError:
            return data


@pytest.fixture
def ends() -> Iterator[tuple[int, Client]]:
    ours, theirs = open_terminal(80, 24)
    client = Client(theirs)
    yield ours, client
    os.close(theirs)


def nobody_is_deaf() -> None:
    raise AssertionError


async def test_a_client_waits_for_a_guest_who_takes_nothing(ends: tuple[int, Client]) -> None:
    """While the channel is held, what the client writes stays in the terminal; then it comes, all of it."""
    ours, client = ends
    channel = Channel()
    bridge = Bridge(ours, channel, nobody_is_deaf)
    bridge.hold("channel")
    bridge.hold("network")
    written = client.write_all_it_can()
    bridge.release("channel")
    await asyncio.sleep(0)
    assert not channel.shown
    bridge.release("network")
    await channel.until(written)
    assert len(channel.shown) == written
    bridge.close()


async def test_a_guest_who_takes_nothing_for_long_is_given_up(ends: tuple[int, Client]) -> None:
    """Only the one who does not read is; one who has begun again is not."""
    given_up: list[str] = []
    over = asyncio.Event()
    spare, theirs = open_terminal(80, 24)

    def tell(who: str) -> None:
        given_up.append(who)
        over.set()

    slow = Bridge(spare, Channel(), lambda: tell("slow"), patience=0.01)
    deaf = Bridge(ends[0], Channel(), lambda: tell("deaf"), patience=0.02)
    slow.hold("channel")
    deaf.hold("channel")
    slow.release("channel")
    async with asyncio.timeout(PATIENCE):
        await over.wait()
    assert given_up == ["deaf"]
    slow.close()
    deaf.close()
    os.close(theirs)


async def test_a_chatty_client_is_slowed_down(ends: tuple[int, Client]) -> None:
    """After so many bytes at once a client writes no faster than the budget lets it."""
    ours, client = ends
    channel, loop = Channel(), asyncio.get_running_loop()
    bridge, began = Bridge(ours, channel, nobody_is_deaf), loop.time()
    enough = SHOWN.burst + 2 * BLOCK
    while len(channel.shown) < enough:
        client.write_all_it_can()
        await asyncio.sleep(0)
    assert len(channel.shown) <= SHOWN.burst + 2 * BLOCK + SHOWN.a_second * (loop.time() - began)
    bridge.close()


async def test_what_is_typed_while_the_client_is_busy_waits(ends: tuple[int, Client]) -> None:
    """A long paste is not cut: the guest's program is stopped until the client takes it."""
    ours, client = ends
    channel = Channel()
    bridge = Bridge(ours, channel, nobody_is_deaf)
    pasted = b"".join(b"%d," % number for number in range(4000))
    bridge.typed(pasted)
    assert not channel.listened_to
    taken = b""
    async with asyncio.timeout(PATIENCE):
        while len(taken) < len(pasted):
            taken += client.read_all_there_is()
            await asyncio.sleep(0)
        while not channel.listened_to:
            channel.news.clear()
            await channel.news.wait()
    assert taken == pasted
    bridge.close()


async def test_who_pastes_too_much_is_read_more_slowly(ends: tuple[int, Client]) -> None:
    """More than the budget stops the guest's program for a while, even if the client takes all at once."""
    ours, client = ends
    channel = Channel()
    bridge = Bridge(ours, channel, nobody_is_deaf)
    taken = 0
    for _ in range(TYPED.burst // 1024 + 1):
        bridge.typed(b"x" * 1024)
        taken += len(client.read_all_there_is())
    assert not channel.listened_to
    bridge.close()


async def test_the_end_of_the_client_is_noticed_when_all_is_passed_on() -> None:
    """The last thing that a client has written is there before its end is."""
    ours, theirs = open_terminal(80, 24)
    channel = Channel()
    bridge = Bridge(ours, channel, nobody_is_deaf)
    os.write(theirs, b"good-bye")
    os.close(theirs)
    async with asyncio.timeout(PATIENCE):
        await bridge.drained()
    assert bytes(channel.shown) == b"good-bye"
    bridge.close()
