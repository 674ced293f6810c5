"""The two clients, from a link to their end: the full screen, and lines of text. Loaded only when they are used."""

import argparse
import contextlib
import os
import sys
from collections.abc import Coroutine, Sequence
from typing import TYPE_CHECKING, Any

from tuicards.collector import undisturbed
from tuicards.identity import identity_path
from tuicards.plain_file import check_plain
from tuicards.positions import positions_folder
from tuicards.text.commands import AnyRequest

if TYPE_CHECKING:
    from tuicards.client import Link
    from tuicards.preferences.sources import Preferences


async def full_screen(asked: argparse.Namespace, link: "Link | None", **start: Any) -> int:
    """The full screen, until it is left; its exit code. `start` is what `Start` has besides the settings."""
    with undisturbed():
        from tuicards.tui.app import TuiCards
        from tuicards.tui.link import Start

    preferences: Preferences = asked.preferences
    chosen = Start(
        settings=preferences.settings, keeper=asked.keeper(), faults=preferences.faults,
        own_files=not (asked.guest or asked.visitor), **start,
    )  # fmt: skip
    app = TuiCards(link, start=chosen)
    code = await app.run_async()
    return app.return_code or 0 if code is None else code


class Lines:
    """The terminal, or whatever stands in its place, by lines."""

    def __init__(self) -> None:
        from tuicards.text.terminal import LineReader, LineWriter

        source, sink = sys.stdin, sys.stdout
        self.typed = source is not None and source.isatty()
        prompt = "> " if self.typed and sink is not None and sink.isatty() else ""
        self.reader = LineReader(source.fileno(), source.encoding) if source else LineReader(None)
        self.writer = LineWriter(sink.fileno(), prompt, sink.encoding) if sink else LineWriter(None)


async def by_lines(
    asked: argparse.Namespace, link: "Link", opening: Sequence[AnyRequest], told: Sequence[str] = (),
    lines: Lines | None = None, mark: int = 0, addresses: Sequence[str] = (),
) -> int:  # fmt: skip
    """The client by lines, until it is left; its exit code. `told` are lines to begin with."""
    from tuicards.text.client import TextClient

    lines = lines or Lines()
    client = TextClient(
        link, lines.reader, lines.writer, scripted=not lines.typed, opening=opening, told=told, mark=mark,
        addresses=addresses, language=asked.spoken, settings=asked.preferences.settings, keeper=asked.keeper(),
        own_machine=not (asked.guest or asked.visitor),
        positions=None if asked.guest or asked.visitor else positions_folder(os.environ),
    )  # fmt: skip
    return await client.run()


def run_async(main: Coroutine[Any, Any, int]) -> int:
    """Runs a client to its end. What a server beside it has to report is kept off the screen."""
    import asyncio

    _log_to_file()
    return asyncio.run(main)


def _log_to_file() -> None:
    """The log goes to a file beside the names."""
    import logging

    logging.raiseExceptions = False
    path = identity_path(os.environ)
    handler: logging.Handler = logging.NullHandler()
    if path is not None:
        with contextlib.suppress(OSError):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            log = path.with_name("client.log")
            if log.exists():
                check_plain(log)
            handler = logging.FileHandler(log, delay=True, encoding="utf-8")
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(handlers=[handler], level=logging.WARNING)
