"""Letters: each arrives once, and in the order in which its sender wrote them."""

import asyncio

import pytest

from server.cluster.facts import Gone
from server.cluster.inbox import Inbox
from server.cluster.keys import Keys
from server.cluster.letters import Departed, Letter, SentAway, Told
from server.cluster.post import sealed, written
from tests.cluster.lossy import lossy
from tests.cluster.neighbour import Neighbour, neighbours
from tests.cluster.redis_process import RedisProcess
from tuicards.wire.messages import Said


def letter(run: int, n: int) -> Told:
    return Told(f"Guest {run}", "CDFG", Said(text=str(n)))


def arrived(node: Neighbour, run: int) -> list[int]:
    """The numbers of the letters that have come from there."""
    told = [letter for letter in node.letters if isinstance(letter, Told) and letter.name == f"Guest {run}"]
    return [int(letter.message.text) for letter in told if isinstance(letter.message, Said)]


async def test_order(redis: RedisProcess, keys: Keys) -> None:
    """What two nodes write to a third one at once arrives once, and each one's letters in order."""
    async with neighbours(redis.url, keys, 1, 2, 3) as [one, two, reader]:
        for n in range(500):
            one.inbox.send(3, letter(1, n))
            two.inbox.send(3, letter(2, n))
            if n % 7 == 0:
                await asyncio.sleep(0)
        await reader.until(lambda: len(reader.letters) >= 1000)
        assert arrived(reader, 1) == arrived(reader, 2) == list(range(500))
        assert not one.letters
        assert not two.letters


async def write(node: Neighbour, over: asyncio.Event, reader: Neighbour) -> int:
    """Numbered letters until the reader has 400 of them and Redis was killed; how many it was."""
    n = 0
    while len(reader.letters) < 400 or not over.is_set():
        node.inbox.send(reader.run, letter(node.run, n))
        n += 1
        if n % 10 == 0:
            await node.inbox.settled()
    return n


async def test_redis_killed(own_redis: RedisProcess, keys: Keys) -> None:
    """Redis is killed and comes back while letters are under way: they arrive once and in order."""
    async with neighbours(own_redis.url, keys, 1, 2) as [writer, reader]:
        over = asyncio.Event()

        async def kill() -> None:
            for after in (50, 200):
                await reader.until(lambda after=after: len(reader.letters) >= after)  # type: ignore[misc]
                await asyncio.to_thread(own_redis.restart)
            over.set()

        total, _ = await asyncio.gather(write(writer, over, reader), kill())
        await reader.until(lambda: len(reader.letters) >= total)
        assert arrived(reader, 1) == list(range(total))


async def test_lost_answers(redis: RedisProcess, keys: Keys) -> None:
    """Where a node is not told that its letters lie in the inbox, it sends them again, and each is read once."""
    async with lossy(redis.port) as way, neighbours(way.url, keys, 1, 2) as [writer, reader]:
        way.losses = 0.2
        for n in range(30):
            writer.inbox.send(2, letter(1, n))
            await writer.inbox.settled()
        await reader.until(lambda: len(reader.letters) >= 30)
        assert arrived(reader, 1) == list(range(30))


@pytest.mark.thorough
async def test_redis_stopped(own_redis: RedisProcess, keys: Keys) -> None:
    """Redis stands still for longer than a node waits for an answer, and carries out what it was asked twice."""
    async with neighbours(own_redis.url, keys, 1, 2) as [writer, reader]:
        away = asyncio.Event()
        writer.link.changed = lambda gone: away.set() if gone else None
        own_redis.pause()
        for n in range(300):
            writer.inbox.send(2, letter(1, n))
        await away.wait()
        own_redis.go_on()
        await reader.until(lambda: len(reader.letters) >= 300)
        writer.inbox.send(2, letter(1, 300))
        await reader.until(lambda: len(reader.letters) >= 301)
        assert arrived(reader, 1) == list(range(301))


async def test_one_that_came_twice(redis: RedisProcess, keys: Keys) -> None:
    """An entry that Redis took in twice, since its answer was lost, is read once."""
    async with neighbours(redis.url, keys, 1) as [reader]:
        for number in (1, 2, 1, 2, 3):
            post = sealed(9, number, [written(letter(9, number))])
            await reader.link.ask("XADD", keys.inbox(1), "*", "v", post)
        await reader.until(lambda: len(reader.letters) >= 3)
        assert arrived(reader, 9) == [1, 2, 3]


async def test_one_that_is_missing(redis: RedisProcess, keys: Keys) -> None:
    """A node that misses letters, since it was too slow to read them in time, gives itself up."""
    async with neighbours(redis.url, keys, 1) as [reader]:
        await reader.link.ask("XADD", keys.inbox(1), "*", "v", sealed(9, 2, [written(letter(9, 2))]))
        await reader.until(lambda: reader.lapses > 0)
        assert not reader.letters


async def test_a_sender_that_is_gone(redis: RedisProcess, keys: Keys) -> None:
    """What a node sent before it said that it is gone still arrives; what it sends after it was given up does not."""
    async with neighbours(redis.url, keys, 1, 2) as [sender, reader]:
        sender.inbox.send(2, letter(1, 0))
        await sender.inbox.settled()
        sender.commons.state(Gone(1))
        await sender.commons.settled()
        await reader.until(lambda: bool(reader.heard(Gone)))
        sender.inbox.send(2, letter(1, 1))
        await sender.inbox.settled()
        reader.inbox.send(2, letter(2, 0))
        await reader.until(lambda: bool(arrived(reader, 2)))
        assert arrived(reader, 1) == [0]


async def test_last_letters(redis: RedisProcess, keys: Keys) -> None:
    """A node that reads late finds a letter and the end of its sender at once: the letter was written before."""
    async with neighbours(redis.url, keys, 1, 2) as [sender, reader]:
        await reader.following.close()
        sender.inbox.send(2, letter(1, 0))
        await sender.inbox.settled()
        sender.commons.state(Gone(1))
        await sender.commons.settled()
        reader.following.start(reader.begun)
        await reader.until(lambda: bool(reader.heard(Gone)))
        assert arrived(reader, 1) == [0]


async def test_a_letter_that_nobody_can_read(
    redis: RedisProcess, keys: Keys, caplog: pytest.LogCaptureFixture
) -> None:
    """A letter of a kind that this release does not know is named in the log; those around it are read."""
    good: list[Letter] = [Departed("Ann", "CDFG"), SentAway("Bob", "kicked", {})]
    unknown = written(good[0]).replace(b"Departed", b"Promoted")
    async with neighbours(redis.url, keys, 1) as [reader]:
        letters = [written(good[0]), unknown, written(good[1])]
        await reader.link.ask("XADD", keys.inbox(1), "*", "v", sealed(9, 1, letters))
        await reader.until(lambda: len(reader.letters) == 2)
        assert reader.letters == good
    assert "cannot be read" in caplog.text


async def test_a_receiver_that_is_gone(own_redis: RedisProcess, keys: Keys) -> None:
    """What still waited for a node that is gone goes nowhere; others get theirs."""
    async with neighbours(own_redis.url, keys, 1, 2) as [sender, reader]:
        own_redis.kill()
        sender.inbox.send(3, letter(1, 0))
        sender.inbox.send(2, letter(1, 0))
        sender.inbox.gone(3)
        own_redis.start()
        await reader.until(lambda: bool(reader.letters))
        await sender.inbox.settled()
        assert await sender.link.ask("XLEN", keys.inbox(3)) == 0


async def test_inboxes_end(redis: RedisProcess, keys: Keys) -> None:
    """An inbox that nobody writes to any more ends by itself."""
    async with neighbours(redis.url, keys, 1) as [sender]:
        other = Inbox(sender.link, keys, 1)
        other.send(5, letter(1, 0))
        await other.settled()
        assert 0 < await sender.link.ask("TTL", keys.inbox(5)) <= 3600
