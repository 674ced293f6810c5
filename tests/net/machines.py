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
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping
from contextlib import AbstractAsyncContextManager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import pytest

from server.announcing import Announcer
from server.companions import accompanied
from server.config import Settings
from server.service import Service, running
from server.store import MemoryStore
from tuicards.interfaces import interfaces
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
        self.expected: dict[str, int] = {}
        """How many addresses each interface has when it is up."""

    def unplug(self) -> None:
        """Give it back. It ends with the last thread in it."""
        os.close(self.network)

    @property
    def path(self) -> str:
        return f"/proc/{os.getpid()}/fd/{self.network}"

    def ip(self, *commands: str) -> None:
        """Each is what follows `ip`."""
        ran = subprocess.run(
            ["nsenter", f"--net={self.path}", "ip", "-batch", "-"],
            input="\n".join(commands), text=True, capture_output=True, check=False,
        )  # fmt: skip
        if "Unknown device type" in ran.stderr:
            pytest.skip(f"this kernel lacks what this needs: {commands[0]}")
        assert ran.returncode == 0, f"{commands}: {ran.stderr}"

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
    async def during(self, context: Callable[[], AbstractAsyncContextManager[Result]]) -> AsyncIterator[Result]:
        """What the context gives, which is entered and left on this machine."""
        ready: concurrent.futures.Future[tuple[Result, Callable[[], object]]] = concurrent.futures.Future()

        async def hold() -> None:
            loop, over = asyncio.get_running_loop(), asyncio.Event()
            async with context() as given:
                ready.set_result((given, lambda: loop.call_soon_threadsafe(over.set)))
                await over.wait()

        held = asyncio.create_task(self.do(hold))
        held.add_done_callback(lambda ended: ready.cancel())
        try:
            given, end = await asyncio.wait_for(asyncio.wrap_future(ready), PATIENCE)
        except asyncio.CancelledError:
            await held  # it has not begun, and says why
            raise
        try:
            yield given
        finally:
            end()
            await held

    def serving(self, announced: bool = True, **settings: Any) -> AbstractAsyncContextManager[Service]:
        """A server on this machine, at any port."""
        return self.during(partial(_serving, announced, Settings(**{"port": 0, **settings})))

    @contextlib.asynccontextmanager
    async def watching(self) -> AsyncIterator["View"]:
        """What one sees of the network around from this machine."""
        view, nearby = View(), Nearby()
        ours, began = asyncio.get_running_loop(), concurrent.futures.Future[Callable[[], object]]()

        async def watch() -> None:
            theirs, over = asyncio.get_running_loop(), asyncio.Event()
            began.set_result(lambda: theirs.call_soon_threadsafe(over.set))
            follow = asyncio.create_task(_follow(nearby, lambda seen: ours.call_soon_threadsafe(view.see, seen)))
            await over.wait()
            await nearby.close()
            await follow

        watched = asyncio.create_task(self.do(watch))
        end = await asyncio.wrap_future(began)
        try:
            yield view
        finally:
            end()
            await watched

    async def finds(self, like: Callable[[Neighbours], bool]) -> Neighbours:
        """What one sees of the network around, as soon as it is like that."""
        async with self.watching() as view:
            return await view.until(like)


async def _follow(nearby: Nearby, tell: Callable[[Neighbours], object]) -> None:
    async for seen in nearby.changes():
        tell(seen)


@contextlib.asynccontextmanager
async def _serving(announced: bool, settings: Settings) -> AsyncIterator[Service]:
    companions = [Announcer(encrypted=False)] if announced else []
    async with running(settings, MemoryStore()) as service, accompanied(service, companions):
        yield service


class View:
    """What is seen of a network, as it changes."""

    def __init__(self) -> None:
        self.seen: list[Neighbours] = []
        self._changed = asyncio.Event()

    def see(self, now: Neighbours) -> None:
        self.seen.append(now)
        self._changed.set()

    async def until(self, like: Callable[[Neighbours], bool]) -> Neighbours:
        """The first from the newest on that is like that."""
        async with asyncio.timeout(PATIENCE):
            while not (self.seen and like(self.seen[-1])):
                self._changed.clear()
                await self._changed.wait()
        return self.seen[-1]


def named(*names: str) -> Callable[[Neighbours], bool]:
    """Whether just these servers are seen."""
    return lambda seen: tuple(server.about.server for server in seen.servers) == names


def cable(one: Machine, other: Machine, name: str, *addresses: tuple[str, str]) -> None:
    """Join two machines by an interface of that name on each, up, with addresses of the one and of the other."""
    one.ip(f"link add {name} type veth peer name {name} netns {other.path}")
    for machine, side in ((one, 0), (other, 1)):
        given = [f"addr add {pair[side]} dev {name}" + (" nodad" if ":" in pair[side] else "") for pair in addresses]
        machine.ip(*given, f"link set {name} up")
        machine.expected[name] = len(given) + 1


def settled(*plugged: Machine) -> None:
    """Wait until all interfaces can be used: the kernel takes a moment for their own addresses."""
    for machine in plugged:
        machine.here(partial(_settle, machine.expected))


def _settle(expected: Mapping[str, int]) -> None:
    end = time.monotonic() + PATIENCE
    while {each.name: len(each.addresses) for each in interfaces() if each.name in expected} != expected:
        assert time.monotonic() < end, interfaces()
        time.sleep(0.01)


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
