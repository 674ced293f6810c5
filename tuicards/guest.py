"""What a child of `tuicards.preloaded` does: it takes its terminal, forgets all else, and is somebody's client."""

import asyncio
import contextlib
import gc
import os
import resource
import signal
import socket
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from functools import partial

import msgspec

from tuicards.address import parse_addresses
from tuicards.errors import SetupError, TuicardsError
from tuicards.games import GAMES
from tuicards.guest_settings import GUEST, GuestKeeper, from_texts
from tuicards.identity import Identity
from tuicards.linux import die_with_parent, give_way
from tuicards.locale.languages import language_for
from tuicards.places import places_of
from tuicards.recording import RecordingLink
from tuicards.safe_text import safe_text
from tuicards.speech import Speaker
from tuicards.tui.guest_app import GuestApp
from tuicards.tui.link import Start
from tuicards.visits import Visit
from tuicards.wire.messages import NAME_LENGTH

USAGE, FAULT = 2, 70
"""Exit codes: what the guest asks for cannot be; a fault of this program."""

LET_THROUGH = ("TERM", "COLORTERM", "NO_COLOR", "LANG", "LANGUAGE", "TERM_PROGRAM", "TZ")
"""What of a guest's environment is taken over, besides LC_*: what says how to draw and in which language."""

LONGEST_VALUE = 256
MOST_MEMORY = 256 * 1024 * 1024
"""Bytes, three times what the largest picture takes: whoever types without end harms nobody else."""

CODE_LENGTH = 4
"""Letters of a table's code."""

COLLECT_AFTER = (700, 3, 2)
"""Thresholds of `gc`: younger and older objects are looked through more often than by default. What a program has
loaded before the fork is frozen, so that this is cheap; and a screen that was left is a tangle of cycles, whose
memory the next one can have instead of more."""


def be_guest(visit: Visit, terminal: int, settings: socket.socket) -> int:
    """Is the visit's client in the terminal of this descriptor until it ends, and answers the exit code.

    `settings` takes changes of the settings, as JSON objects, and the text of a fault, as a JSON string.
    Raises OSError where that is no terminal.
    """
    settle_in(terminal, settings.fileno(), visit.environ)
    try:
        return _play(visit, lambda texts: _tell(settings, texts))
    except TuicardsError as error:
        print(f"tuicards: {safe_text(Speaker(language=language_for()).error(error))}")
        return USAGE
    except Exception:
        _tell(settings, traceback.format_exc())
        return FAULT


def _tell(settings: socket.socket, said: object) -> None:
    with contextlib.suppress(OSError):
        settings.send(msgspec.json.encode(said))


# ---- a process of its own ------------------------------------------------------------------------------


def settle_in(terminal: int, kept: int, environ: Mapping[str, str]) -> None:
    """Makes this process the leader of a session at a terminal, with nothing of its parent's but one descriptor.

    Raises OSError where that is no terminal.
    """
    die_with_parent()
    for number in (signal.SIGHUP, signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    os.login_tty(terminal)
    os.closerange(3, kept)
    os.closerange(kept + 1, resource.getrlimit(resource.RLIMIT_NOFILE)[0])
    give_way()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))
    os.chdir("/")
    _take_over(environ)
    _reopen()
    gc.set_threshold(*COLLECT_AFTER)
    gc.enable()


def _take_over(environ: Mapping[str, str]) -> None:
    path = os.environ.get("PATH", os.defpath)
    os.environ.clear()
    os.environ["PATH"] = path
    for name, value in environ.items():
        if (name in LET_THROUGH or name.startswith("LC_")) and len(value) <= LONGEST_VALUE and "\0" not in value:
            os.environ[name] = value


def _reopen() -> None:
    """The terminal in place of the parent's streams. It is sent UTF-8: where that is not understood, the guest says
    so, and gets plain letters."""
    text = partial(os.fdopen, encoding="utf-8", errors="replace", closefd=False)
    sys.stdin = sys.__stdin__ = text(0)  # type: ignore[misc]
    sys.stdout = sys.__stdout__ = text(1, "w")  # type: ignore[misc]
    sys.stderr = sys.__stderr__ = text(2, "w")  # type: ignore[misc]


# ---- the client ----------------------------------------------------------------------------------------


def _play(visit: Visit, tell: Callable[[object], None]) -> int:
    """Raises TuicardsError where the terminal cannot show the client, or the address is none."""
    if os.environ.get("TERM") == "dumb":
        raise SetupError("guest.dumb_terminal")
    place, *others = places_of(parse_addresses(visit.address))

    def dial(name: str, password: str) -> RecordingLink:
        return RecordingLink(
            Identity(None), place.host, place.port, name=name[:NAME_LENGTH], password=password,
            ticket=visit.ticket, keeps_token=False, folder=None, trust=place.trust, others=others,
        )  # fmt: skip

    app = GuestApp(
        dial, start=start_of(visit, tell), asks=asks_first(visit), named=visit.keeps, report=tell,
        game=destination(visit.words)[0],
    )  # fmt: skip
    code = asyncio.run(app.run_async())
    with contextlib.suppress(OSError):
        sys.stderr.flush()
    return app.return_code or 0 if code is None else code


def asks_first(visit: Visit) -> bool:
    """Whether the guest is to be asked how to draw, or for a name, before anything else."""
    return visit.settings is None or (visit.keeps and not visit.name)


def start_of(visit: Visit, tell: Callable[[object], None]) -> Start:
    """Who comes, with what is remembered of them, and where they want to go."""
    _, table, faults = destination(visit.words)
    return Start(
        name=visit.name,
        join=table,
        settings=GUEST if visit.settings is None else from_texts(visit.settings),
        keeper=GuestKeeper(tell if visit.keeps else None, visit.environ),
        faults=faults,
        own_files=False,
    )


def destination(words: Sequence[str]) -> tuple[str, str, tuple[SetupError, ...]]:
    """The game or the code of a table that was typed after the host, and what is wrong with other words."""
    typed = " ".join(words).strip()
    word = typed.casefold()
    if word in GAMES or not word:
        return word, "", ()
    if len(word) == CODE_LENGTH and word.isascii() and word.isalnum():
        return "", word.upper(), ()
    return "", "", (SetupError("guest.words", text=typed[:40], known=tuple(GAMES)),)
