"""Machines and the cables between them: network namespaces of this process, each used by threads of its own.

Needs root and Linux; `needs_namespaces` skips where that is missing.
"""

import asyncio
import concurrent.futures
import contextlib
import ctypes
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

from server.announcing import Announcer
from server.companions import accompanied
from server.config import Settings
from server.service import Service, running
from server.store import MemoryStore
from tuicards.lan import Nearby, Neighbours

Result = TypeVar("Result")

NEW_NETWORK = 0x40000000
"""CLONE_NEWNET."""

PATIENCE = 30.0
"""Seconds for what has to happen."""


def _missing() -> str:
    """What is missing for namespaces."""
    if not sys.platform.startswith("linux"):
        return "network namespaces need Linux"
    if shutil.which("ip") is None or shutil.which("nsenter") is None:
        return "needs ip (iproute2) and nsenter (util-linux)"
    try:
        Machine().unplug()
    except OSError as error:
        return f"network namespaces are not permitted: {error.strerror}"
    return ""


class Machine:
    """A machine with nothing but a loopback that is down."""

    def __init__(self) -> None:
        """Raises OSError where that is not permitted."""
        self.network = _in_thread(_unshared).result()
        """The namespace, as a descriptor."""

    def unplug(self) -> None:
        """Give it back. It ends with the last thread in it."""
        os.close(self.network)

    @property
    def path(self) -> str:
        return f"/proc/{os.getpid()}/fd/{self.network}"

    def ip(self, *commands: str) -> None:
        """Each is what follows `ip`."""
        subprocess.run(
            ["nsenter", f"--net={self.path}", "ip", "-batch", "-"],
            input="\n".join(commands), text=True, check=True, capture_output=True,
        )  # fmt: skip

    def here(self, act: Callable[[], Result]) -> Result:
        """What the act gives on this machine."""
        return self._begin(act).result()

    async def do(self, act: Callable[[], Coroutine[Any, Any, Result]]) -> Result:
        """What the act gives in an event loop of its own on this machine."""
        return await asyncio.wrap_future(self._begin(lambda: asyncio.run(act())))

    def _begin(self, act: Callable[[], Result]) -> "concurrent.futures.Future[Result]":
        def entered() -> Result:
            _check(_libc().setns(self.network, NEW_NETWORK))
            return act()

        return _in_thread(entered)

    def without_waiting_for_ipv6(self) -> None:
        """New addresses can be used at once: nobody is asked whether they are free."""

        def settle() -> None:
            for which in ("all", "default"):
                Path(f"/proc/sys/net/ipv6/conf/{which}/accept_dad").write_text("0")

        self.here(settle)

    @contextlib.asynccontextmanager
    async def serving(self, announced: bool = True, **settings: Any) -> AsyncIterator[Service]:
        """A server on this machine, at any port."""
        ready: concurrent.futures.Future[tuple[Service, Callable[[], object]]] = concurrent.futures.Future()

        async def serve() -> None:
            loop, over = asyncio.get_running_loop(), asyncio.Event()
            companions = [Announcer(encrypted=False)] if announced else []
            chosen = Settings(**{"port": 0, **settings})
            async with running(chosen, MemoryStore()) as service, accompanied(service, companions):
                ready.set_result((service, lambda: loop.call_soon_threadsafe(over.set)))
                await over.wait()

        served = asyncio.create_task(self.do(serve))
        served.add_done_callback(lambda ended: ready.cancel())
        try:
            service, stop = await asyncio.wait_for(asyncio.wrap_future(ready), PATIENCE)
        except asyncio.CancelledError:
            await served  # it has not begun, and says why
            raise
        try:
            yield service
        finally:
            stop()
            await served

    async def finds(self, like: Callable[[Neighbours], bool]) -> Neighbours:
        """What one sees of the network around, once it is like that; or what was seen last."""

        async def search() -> Neighbours:
            nearby, seen = Nearby(), Neighbours()
            try:
                async with asyncio.timeout(PATIENCE):
                    async for seen in nearby.changes():
                        if like(seen):
                            break
            except TimeoutError:
                pass
            finally:
                await nearby.close()
            return seen

        return await self.do(search)


def cable(one: Machine, other: Machine, name: str, *addresses: tuple[str, str]) -> None:
    """Join two machines by an interface of that name on each, up, with addresses of the one and of the other."""
    one.ip(f"link add {name} type veth peer name {name} netns {other.path}")
    for machine, side in ((one, 0), (other, 1)):
        given = [f"addr add {pair[side]} dev {name}" + (" nodad" if ":" in pair[side] else "") for pair in addresses]
        machine.ip(*given, f"link set {name} up")


@contextlib.contextmanager
def machines(count: int) -> Iterator[list[Machine]]:
    """So many machines, for as long as the block lasts."""
    with contextlib.ExitStack() as stack:
        made = []
        for _ in range(count):
            machine = Machine()
            stack.callback(machine.unplug)
            machine.without_waiting_for_ipv6()
            made.append(machine)
        yield made


def _in_thread(act: Callable[[], Result]) -> "concurrent.futures.Future[Result]":
    """What the act gives in a thread of its own, which may be in another network and is in nobody's way."""
    result: concurrent.futures.Future[Result] = concurrent.futures.Future()

    def run() -> None:
        try:
            result.set_result(act())
        except BaseException as error:
            result.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return result


def _unshared() -> int:
    _check(_libc().unshare(NEW_NETWORK))
    return os.open("/proc/thread-self/ns/net", os.O_RDONLY | os.O_CLOEXEC)


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _check(answer: int) -> None:
    if answer != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


MISSING = _missing()
needs_namespaces = pytest.mark.skipif(bool(MISSING), reason=MISSING)
