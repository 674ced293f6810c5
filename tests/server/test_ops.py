"""The port for whoever watches: counts, health, and patience with nobody."""

import asyncio
import contextlib
import json
import socket
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from server.cli import main
from server.health import LATE, LOOK_EVERY, LOOKS, Lateness
from server.operator import Operator
from server.ops import OpsPort, read_place
from server.orders import Drain
from server.store import MemoryStore
from tests.server.peer import House, open_house
from tuicards.errors import SetupError
from tuicards.wire.messages import CreateTable, JoinTable


class Watcher:
    """Somebody with an eye on a house."""

    def __init__(self, house: House, ops: OpsPort) -> None:
        assert ops.http is not None
        self.house, self.port = house, ops.http.port

    @property
    def operator(self) -> Operator:
        return self.house.service.operator()

    async def get(self, path: str, method: str = "GET") -> tuple[int, dict[str, str], bytes]:
        """Status, headers and content."""
        head, _, content = (await self.say(f"{method} {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())).partition(
            b"\r\n\r\n"
        )
        first, *lines = head.decode().split("\r\n")
        return int(first.split()[1]), dict(line.split(": ", 1) for line in lines), content

    async def say(self, data: bytes) -> bytes:
        """All that comes back."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write(data)
            async with asyncio.timeout(30):
                return await reader.read()
        except ConnectionError:
            return b""
        finally:
            writer.close()

    async def counts(self) -> dict[str, float]:
        """Every sample by its name and labels."""
        status, headers, content = await self.get("/metrics")
        assert (status, headers["Content-Type"].split(";")[0]) == (200, "text/plain")
        families = text_string_to_metric_families(content.decode())
        return {_name(sample): sample.value for family in families for sample in family.samples}


def _name(sample: Any) -> str:
    return " ".join([sample.name, *(f"{value}" for _, value in sorted(sample.labels.items()))])


@contextlib.asynccontextmanager
async def watched(store: MemoryStore | None = None) -> AsyncIterator[Watcher]:
    async with open_house(store) as house:
        ops = OpsPort("127.0.0.1:0")
        await ops.start(house.service)
        try:
            yield Watcher(house, ops)
        finally:
            await ops.stop()


@pytest.mark.together("each server counts what goes on at it")
async def test_what_goes_on_is_counted() -> None:
    """People, tables, a party from beginning to end, and what was refused; by game and by code."""
    async with watched() as watcher:
        ann = await watcher.house.enter("Ann")
        before = await watcher.counts()
        assert before["tuicards_people"] == 1
        await ann.create(bots=1)
        await ann.ask(JoinTable, table="NONE")
        await ann.start()
        await ann.play_to_the_end()
        after = await watcher.counts()

    assert after["tuicards_tables little over"] == 1
    assert after["tuicards_parties_begun_total little"] == 1
    assert after["tuicards_parties_over_total little"] == 1
    assert after["tuicards_moves_total little"] > 4
    assert after["tuicards_refusals_total at_a_table"] == 1
    assert after["tuicards_bytes_total in"] > before["tuicards_bytes_total in"] > 0
    assert after["tuicards_bytes_total out"] > before["tuicards_bytes_total out"] > 0
    assert after["tuicards_bot_thinking_seconds_count normal"] > 0
    assert after["tuicards_bot_workers"] == after["tuicards_bot_workers_lost_total"] == 0, "rules of thumb need none"
    assert after["tuicards_record_kept"] == 0, "it is in memory"
    assert after["process_open_fds"] > 0


async def test_counts_say_no_names() -> None:
    """Neither of people nor of tables: whoever may read them need not know who plays."""
    async with watched() as watcher:
        ann = await watcher.house.enter("Ann")
        code = await ann.create(title="kitchen")
        _, _, content = await watcher.get("/metrics")
    assert not any(word in content for word in (b"Ann", b"kitchen", code.encode(), ann.token.encode()))


async def test_health_is_a_verdict_with_reasons() -> None:
    """Well; not well where the record is not kept; and a server that runs dry is well but not ready."""
    store = MemoryStore()
    async with watched(store) as watcher:
        assert (await watcher.get("/health"))[::2] == (200, b"ok\n")
        assert (await watcher.get("/ready"))[::2] == (200, b"ok\n")
        ann = await watcher.house.enter("Ann")
        await ann.create(bots=1)
        await ann.start()
        await watcher.operator.do(Drain())
        assert (await watcher.get("/health"))[0] == 200
        status, headers, content = await watcher.get("/ready")
        assert (status, headers["Content-Type"], json.loads(content)) == (
            503, "application/json", {"reasons": ["draining"]},
        )  # fmt: skip
        store.keeping = "gone"
        status, _, content = await watcher.get("/health")
        assert (status, json.loads(content)) == (503, {"reasons": ["record_gone"]})
        await ann.ask(CreateTable, game="little", seats=2)


def test_one_hiccup_is_no_illness() -> None:
    """A machine that slept is late once; a loop that is late again and again is ill, until it is not."""
    lateness = Lateness()
    for seconds in [0.0] * LOOKS + [3600.0]:
        lateness.add(seconds)
    assert not lateness.lasting
    for _ in range(LOOKS):
        lateness.add(1.0)
    assert lateness.lasting
    for _ in range(LOOKS):
        lateness.add(0.001)
    assert not lateness.lasting


async def test_a_loop_that_lets_everybody_wait_again_and_again_is_ill(monkeypatch: pytest.MonkeyPatch) -> None:
    """However its long turns lie to the looks; here all is twenty times as fast."""
    monkeypatch.setattr("server.health.LOOK_EVERY", LOOK_EVERY / 20)
    monkeypatch.setattr("server.health.LATE", LATE / 20)
    lateness = Lateness()
    watch = asyncio.create_task(lateness.watch())
    for _ in range(LOOKS + 10):
        time.sleep(0.6 / 20)  # noqa: ASYNC251, a turn that takes long is what this is about
        await asyncio.sleep(0.001)
    watch.cancel()
    assert lateness.lasting


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"HEAD /health HTTP/1.1\r\n\r\n", b"200"),
        (b"GET /health?x=1 HTTP/1.0\r\n\r\n", b"200"),
        (b"GET / HTTP/1.1\r\n\r\n", b"404"),
        (b"GET /../../etc/passwd HTTP/1.1\r\n\r\n", b"404"),
        (b"POST /health HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc", b"405"),
        (b"\xff\xfe\x00 / HTTP/1.1\r\n\r\n", b"405"),
        (b"nonsense\r\n\r\n", b"400"),
        (b"GET /health\r\n\r\n", b"400"),
        (b"\r\n\r\n", b"400"),
        (b"GET /health HTTP/1.1\r\nX: " + b"y" * 20_000 + b"\r\n\r\n", b"431"),
    ],
    ids=lambda value: value[:24],
)
async def test_whatever_is_asked_is_answered_once(request_: bytes, status: bytes) -> None:
    """With a status, and the connection is over; HEAD has no content."""
    async with watched() as watcher:
        answer = await watcher.say(request_)
        if answer or status != b"431":  # what was sent too much may reset the way back
            assert answer.split(b" ", 2)[1] == status
        if request_.startswith(b"HEAD"):
            assert answer.endswith(b"\r\n\r\n")
        assert (await watcher.get("/health"))[0] == 200


async def test_who_is_slow_is_not_waited_for_and_too_many_are_not_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither keeps others from being answered, nor the server from stopping."""
    monkeypatch.setattr("server.tiny_http.PATIENCE", 0.1)
    monkeypatch.setattr("server.tiny_http.MOST_CALLERS", 2)
    async with watched() as watcher:
        slow = [await asyncio.open_connection("127.0.0.1", watcher.port) for _ in range(4)]
        for reader, writer in slow:
            with contextlib.suppress(ConnectionError):
                writer.write(b"GET /health")
                async with asyncio.timeout(30):
                    assert await reader.read() == b""
            writer.close()
        assert (await watcher.get("/health"))[0] == 200
        monkeypatch.setattr("server.tiny_http.PATIENCE", 60)
        two = [await asyncio.open_connection("127.0.0.1", watcher.port) for _ in range(2)]
        assert await watcher.say(b"GET /health HTTP/1.1\r\n\r\n") == b""
    for _, writer in two:
        writer.close()


@pytest.mark.parametrize(
    ("text", "place"),
    [("9110", "127.0.0.1:9110"), ("0.0.0.0:9110", "0.0.0.0:9110"), ("[::1]:9110", "[::1]:9110"),
     (":9110", "localhost:9110"), ("127.0.0.1:0", "127.0.0.1:0")],
)  # fmt: skip
def test_a_place_is_this_machine_unless_it_says_another(text: str, place: str) -> None:
    assert read_place(text) == place


@pytest.mark.parametrize("text", ["", "x", "99999", "-1", "::1", "host:", "host:x", "[::1", "[::1]", "a b:1"])
def test_what_is_no_place_is_refused(text: str) -> None:
    with pytest.raises(SetupError):
        read_place(text)


@pytest.mark.usefixtures("own_log")
def test_a_port_in_use_is_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The server does not start without what was asked for."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        flags = ("--host", "127.0.0.1", "--port", "0", "--memory", "--log-level", "error", "--no-announce")
        assert main((*flags, "--metrics", port), {}) == 1
    [line] = capsys.readouterr().err.splitlines()
    assert f"Port {port} is in use" in line
