"""A Redis in a process of its own, what it has done and used, and a connection to it with nothing between."""

import contextlib
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, TypeAlias

from tests.bench.load import Process
from tests.cluster.redis_process import RedisProcess

Reply: TypeAlias = "bytes | int | list[Reply] | None"


def packed(*words: str | int | bytes) -> bytes:
    """An order as Redis reads it."""
    spelled = [word if isinstance(word, bytes) else str(word).encode() for word in words]
    return b"*%d\r\n" % len(spelled) + b"".join(b"$%d\r\n%b\r\n" % (len(word), word) for word in spelled)


class Plug:
    """One connection, used by one who waits for each answer."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._answers = self.socket.makefile("rb")

    def ask(self, *words: str | int | bytes) -> Reply:
        """The answer. Raises RuntimeError for a refusal."""
        self.socket.sendall(packed(*words))
        return self.answer()

    def answer(self) -> Reply:
        """The next one. Raises RuntimeError for a refusal."""
        line = self._answers.readline()
        kind, rest = line[:1], line[1:-2]
        if kind == b"-":
            raise RuntimeError(rest.decode())
        if kind == b"+":
            return rest
        number = int(rest)
        if kind == b":":
            return number
        if number < 0:
            return None
        if kind == b"*":
            return [self.answer() for _ in range(number)]
        return self._answers.read(number + 2)[:-2]

    def number(self, *words: str | int | bytes) -> int:
        """An answer that is one; 0 for none."""
        answer = self.ask(*words)
        return int(answer) if isinstance(answer, int | bytes) else 0

    def numbered(self, *words: str | int | bytes) -> dict[str, bytes]:
        """An answer of names and values in turns, or the lines of INFO."""
        answer = self.ask(*words)
        if isinstance(answer, list):
            flat = [part for part in answer if isinstance(part, bytes)]
            return {name.decode(): value for name, value in zip(flat[::2], flat[1::2], strict=True)}
        lines = answer.split(b"\r\n") if isinstance(answer, bytes) else []
        return {name.decode(): value for name, _, value in (line.partition(b":") for line in lines if b":" in line)}

    def close(self) -> None:
        self._answers.close()
        self.socket.close()


class Done(NamedTuple):
    """What a Redis has done since it began."""

    seconds: float
    """Of processor time."""
    bytes: int
    """In and out."""
    scripts: int
    reads: int
    appends: int
    """XADD, in scripts or not."""

    def since(self, before: "Done") -> "Done":
        return Done(
            seconds=self.seconds - before.seconds,
            bytes=self.bytes - before.bytes,
            scripts=self.scripts - before.scripts,
            reads=self.reads - before.reads,
            appends=self.appends - before.appends,
        )


class Redis:
    """One of them, looked at over a connection of its own."""

    def __init__(self, url: str, port: int) -> None:
        self.url, self.port = url, port
        self.plug = Plug(port)
        self.process = Process(int(self.plug.numbered("INFO", "server")["process_id"]), port)

    def done(self) -> Done:
        told = {**self.plug.numbered("INFO", "commandstats"), **self.plug.numbered("INFO", "stats")}
        traffic = int(told["total_net_input_bytes"]) + int(told["total_net_output_bytes"])
        scripts = _calls(told, "eval") + _calls(told, "evalsha")
        return Done(self.process.seconds(), traffic, scripts, _calls(told, "xread"), _calls(told, "xadd"))

    def memory(self) -> int:
        """Bytes."""
        return int(self.plug.numbered("INFO", "memory")["used_memory"])


def _calls(told: dict[str, bytes], command: str) -> int:
    stats = told.get(f"cmdstat_{command}", b"calls=0,")
    return int(stats.partition(b"calls=")[2].partition(b",")[0])


@contextlib.contextmanager
def redis(fsync: str) -> Iterator[Redis]:
    """A new one with `appendfsync` so."""
    with tempfile.TemporaryDirectory() as folder:
        process = RedisProcess(Path(folder) / "redis", "--appendfsync", fsync)
        process.start()
        seen = Redis(process.url, process.port)
        try:
            yield seen
        finally:
            seen.plug.close()
            process.kill()
