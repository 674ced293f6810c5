"""A node's link with Redis: what is asked is done, in order, and answers find who asked."""

import asyncio
import sys

import pytest

from server.cluster.faults import Away, Refusal
from server.cluster.keys import Keys
from server.cluster.link import Link
from server.cluster.script import Script
from tests.cluster.redis_process import RedisProcess
from tests.cluster.watched import note, noted
from tuicards.errors import SetupError


async def reads_of(link: Link) -> int:
    """How often Redis has read something from anybody."""
    said = bytes(await link.ask("INFO", "stats")).decode()
    return int(said.partition("total_reads_processed:")[2].split()[0])


async def test_calls_are_carried_out_in_the_order_in_which_they_are_made(link: Link, keys: Keys) -> None:
    """Calls made at the same time that share a key keep their order."""
    await asyncio.gather(*(note(link, keys.facts, number) for number in range(100)))

    assert await noted(link, keys.facts) == list(range(100))


async def test_calls_made_at_the_same_time_go_out_together(own_link: Link, keys: Keys) -> None:
    """Of two hundred tables that append at once, Redis reads a few times, not two hundred."""
    before = await reads_of(own_link)

    await asyncio.gather(*(note(own_link, keys.log(str(table)), 1) for table in range(200)))

    assert await reads_of(own_link) - before < 20


async def test_more_calls_than_go_out_at_once_are_all_carried_out(link: Link, keys: Keys) -> None:
    """Each gets its own answer."""
    echo = Script("return ARGV[1]")

    answers = await asyncio.gather(*(link.call(echo, [keys.head(str(n))], [n]) for n in range(1200)))

    assert [int(answer) for answer in answers] == list(range(1200))


async def test_a_script_that_redis_has_forgotten_is_brought_again(link: Link, keys: Keys) -> None:
    """Calls and attempts go on where somebody has thrown all scripts away; order stays."""
    await note(link, keys.facts, 0)
    assert await link.attempt(Script("return 7"), []) == 7
    await link.ask("SCRIPT", "FLUSH")

    await asyncio.gather(*(note(link, keys.facts, number) for number in range(1, 20)))

    assert await noted(link, keys.facts) == list(range(20))
    assert await link.attempt(Script("return 7"), []) == 7
    assert not link.away


async def test_a_wrong_script_is_its_callers_fault_alone(link: Link, keys: Keys) -> None:
    """Who asks for what Redis cannot do hears so, each time; the others go on, and Redis is not away."""
    wrong = (Script("return redis.call('NOSUCH')"), Script("this is no Lua"))

    for _ in range(2):
        *failed, _, _ = await asyncio.gather(
            *(link.call(script, [keys.lock]) for script in wrong),
            note(link, keys.facts, 1),
            note(link, keys.log("a"), 1),
            return_exceptions=True,
        )
        assert [type(failure) for failure in failed] == [Refusal, Refusal]

    with pytest.raises(Refusal):
        await link.attempt(wrong[1], [])
    assert await noted(link, keys.facts) == await noted(link, keys.log("a")) == [1]
    assert not link.away


async def test_a_caller_who_gives_up_withdraws_nothing(link: Link, keys: Keys) -> None:
    """The call is carried out in its place, and those behind it get their own answers."""
    calls = [asyncio.create_task(note(link, keys.facts, number)) for number in range(10)]
    await asyncio.sleep(0)
    for call in calls[::2]:
        call.cancel()

    await asyncio.gather(*calls, return_exceptions=True)

    assert await noted(link, keys.facts) == list(range(10))


async def test_a_stream_is_read_from_where_one_is(link: Link, keys: Keys) -> None:
    """Entries after the id come with key, id and value; where none come in time the answer is empty."""
    for number in range(1, 4):
        await link.ask("XADD", keys.facts, f"{number}-0", "f", "v", "v", f"fact {number}")

    assert await link.read({keys.facts: "1-0", keys.inbox(7): "0-0"}, 1.0) == [
        (keys.facts, "2-0", b"fact 2"), (keys.facts, "3-0", b"fact 3"),
    ]  # fmt: skip
    assert await link.read({keys.facts: "3-0"}, 0.01) == []


async def test_whoever_reads_holds_nobody_up(link: Link, keys: Keys) -> None:
    """While a reader waits, calls and attempts are answered; the reader hears what they write; two may read."""
    readers = [asyncio.create_task(link.read({keys.facts: "0-0"}, 30.0)) for _ in range(2)]

    assert await link.attempt(Script("return 7"), []) == 7
    await link.ask("XADD", keys.facts, "1-0", "v", "said")

    assert await asyncio.gather(*readers) == [[(keys.facts, "1-0", b"said")]] * 2


async def test_a_reader_who_gives_up_leaves_no_answer_behind(link: Link, keys: Keys) -> None:
    """The next reader hears what was asked for now, not what another was waiting for."""
    reader = asyncio.create_task(link.read({keys.inbox(1): "0-0"}, 30.0))
    assert await link.read({keys.inbox(2): "0-0"}, 0.01) == []
    reader.cancel()
    await asyncio.gather(reader, return_exceptions=True)
    await link.ask("XADD", keys.inbox(1), "1-0", "v", "old")
    await link.ask("XADD", keys.inbox(2), "1-0", "v", "new")

    assert [await link.read({keys.inbox(2): "0-0"}, 1.0) for _ in range(2)] == [[(keys.inbox(2), "1-0", b"new")]] * 2


async def test_a_closed_link_does_nothing_more(redis: RedisProcess, keys: Keys) -> None:
    """Who asks then hears Away."""
    link = Link(redis.url)
    await link.open()
    await link.close()

    for asked in (note(link, keys.facts, 1), link.attempt(Script("return 7"), []), link.read({"a": "0-0"}, 0.1)):
        with pytest.raises(Away):
            await asked


async def test_a_redis_that_is_not_there_is_named_without_its_password(own_redis: RedisProcess) -> None:
    """The operator reads where and why; the password is told to nobody."""
    own_redis.kill()

    with pytest.raises(SetupError, match="cluster_unreachable") as told:
        await Link(own_redis.url.replace("//", "//me:secret@")).open()

    assert str(own_redis.port) in str(told.value)
    assert "secret" not in str(told.value)


async def test_a_wrong_password_is_told_at_the_start(redis: RedisProcess) -> None:
    """It is not tried again and again."""
    with pytest.raises(SetupError, match="cluster_locked") as told:
        await Link(redis.url.replace("//", "//me:secret@")).open()

    assert "secret" not in str(told.value)


@pytest.mark.parametrize("url", ["http://localhost", "redis://localhost:port", "redis://localhost?colour=red"])
async def test_an_address_that_is_none_is_refused(url: str) -> None:
    """Before anything is tried."""
    with pytest.raises(SetupError, match="bad_cluster_url"):
        await Link(url).open()


async def test_something_else_at_the_address_is_told() -> None:
    """A program that speaks another protocol is no Redis."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"SSH-2.0-OpenSSH\r\n")
        writer.close()
        await writer.wait_closed()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as door:
        with pytest.raises(SetupError, match="cluster_unreachable"):
            await Link(f"redis://127.0.0.1:{door.sockets[0].getsockname()[1]}/0").open()


async def test_what_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without redis-py the error says so, not a traceback."""
    monkeypatch.delitem(sys.modules, "server.cluster.line", raising=False)
    monkeypatch.setitem(sys.modules, "redis", None)
    monkeypatch.setitem(sys.modules, "redis.asyncio.connection", None)

    with pytest.raises(SetupError, match="no_cluster_extra"):
        await Link("redis://localhost").open()
