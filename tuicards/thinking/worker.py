"""A process that thinks: one question at a time, from a socket, until the socket's other end is gone."""

import gc
import logging
import os
import select
import signal
import socket
import sys
import traceback
from collections.abc import Callable
from typing import TypeAlias

from tuicards.bots.api import BRAINS, Choice, Seen, Thinking, choose
from tuicards.games import GAMES
from tuicards.linux import die_with_parent, give_way, go_first
from tuicards.thinking.levels import searches
from tuicards.thinking.messages import HEADER, Answer, Question, Ready, Said, framed, read

Think: TypeAlias = Callable[[Question, Thinking], Choice]
"""How a worker finds its answers."""

WARMING = 0.05
"""Seconds of thought for each search before the first question: what it loads or compiles is there by then."""

UNSTARTED = 2
"""Exit code: this was started by nobody who asks."""


class Line:
    """The worker's end of the socket."""

    def __init__(self, sock: socket.socket) -> None:
        self._socket = sock
        self._poll = select.poll()
        self._poll.register(sock, select.POLLIN)

    def say(self, message: Said) -> None:
        self._socket.sendall(framed(message))

    def hear(self) -> Said | None:
        """The next message, however long it takes to come. None: the other end is gone."""
        head = self._read(HEADER)
        body = self._read(int.from_bytes(head)) if head else b""
        said: Said | None = read(body) if body else None
        return said

    def quiet(self) -> bool:
        """Whether the other end has said no more, and is there: then the answer is still wanted."""
        return not self._poll.poll(0)

    def _read(self, size: int) -> bytes:
        parts, missing = [], size
        while missing:
            part = self._socket.recv(missing)
            if not part:
                return b""
            parts.append(part)
            missing -= len(part)
        return b"".join(parts)


def chosen(question: Question, thinking: Thinking) -> Choice:
    """What the bot of the question's level plays."""
    return choose(GAMES[question.game], question.level, question.seen, question.seed, thinking)


def serve(line: Line, think: Think = chosen) -> None:
    """Answer until the other end is gone."""
    line.say(Ready())
    while (said := line.hear()) is not None:
        if isinstance(said, Question):
            line.say(_answered(said, think, line))


def _answered(question: Question, think: Think, line: Line) -> Answer:
    """A bot that breaks down is told of; the worker goes on."""
    try:
        return Answer(think(question, Thinking(question.budget, line.quiet)))
    except Exception:
        return Answer(None, traceback.format_exc())


def warm_up() -> None:
    """Have every search look at the first decision of a party once."""
    for name, level in BRAINS:
        if searches(level):
            _open(name, level)


def _open(name: str, level: str) -> None:
    game = GAMES[name]
    options = game.parse_options({})
    state = game.new(game.usual_seats, bytes(32), options)
    view = game.view(state, min(game.to_act(state)))
    choose(game, level, Seen(view, options, held=tuple(view.hand)), 0, Thinking(WARMING))


def own_line() -> Line | None:
    """The socket that the process was started with, its standard input; None: there is none.

    The process takes what processor time others leave, ends with who started it, and leaves it to them to judge
    what a key at their terminal means.
    """
    try:
        sock = socket.socket(fileno=os.dup(0))
    except OSError:
        return None
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    die_with_parent()
    give_way()
    go_first()
    return Line(sock)


def main() -> int:
    """Think for who started this, until they are gone. Returns 2 where nobody has."""
    line = own_line()
    if line is None:
        print("tuicards.thinking: programs that have bots think start this one", file=sys.stderr)
        return UNSTARTED
    logging.disable()
    try:
        warm_up()
        gc.collect()
        gc.freeze()
        serve(line)
    except OSError:
        pass  # nobody is there to be answered
    return 0
