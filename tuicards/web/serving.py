"""Serves the pages until a signal comes."""

import asyncio
import contextlib
import signal
import socket
from collections.abc import AsyncIterator, Iterable, Sequence

try:
    from aiohttp import web
    from yarl import URL

    from tuicards.web.site import Offer, Site
except ModuleNotFoundError as missing:
    from tuicards.errors import SetupError

    raise SetupError("extra_needed", extra="web") from missing

from tuicards.locale.languages import LANGUAGES
from tuicards.preferences.values import Clean
from tuicards.web.command import Wish
from tuicards.web.doorway import Doorway
from tuicards.web.memories import Memories

REMEMBERED = 10
"""For so many times the visitors that may be here at once it is remembered who they are."""


@contextlib.asynccontextmanager
async def serving(wish: Wish, address: str, clean: Clean, sockets: Sequence[socket.socket]) -> AsyncIterator[Site]:
    """The pages at these sockets, for the server at the address; afterwards no client is left."""
    with Memories(wish.most * REMEMBERED) as memories:
        site = Site(_offer(wish, address, clean), memories)
        runner = web.AppRunner(site.application(), access_log=None, handle_signals=False)
        await runner.setup()
        try:
            for bound in sockets:
                await web.SockSite(runner, bound).start()
            yield site
        finally:
            await site.close()
            await runner.cleanup()


def _offer(wish: Wish, address: str, clean: Clean) -> Offer:
    language = next((flag.partition("=")[2] for flag in wish.arguments if flag.startswith("--language=")), "")
    return Offer(
        title=wish.title,
        arguments=("join", address, "--visitor", *wish.arguments),
        clean=clean,
        doorway=Doorway(URL(wish.public_url) if wish.public_url else None, socket.gethostname()),
        language=LANGUAGES.get(language),
        password=wish.password,
        most=wish.most,
    )


def pages(wish: Wish, hosts: Iterable[str], port: int) -> list[str]:
    """What friends open, for the hosts under which they reach this machine."""
    if wish.public_url:
        return [wish.public_url]
    return [f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/" for host in hosts]


async def until_told() -> None:
    """Returns with the first signal to stop. More of them change nothing: the end takes some seconds at most."""
    loop, told = asyncio.get_running_loop(), asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:
            loop.add_signal_handler(number, told.set)
    await told.wait()
