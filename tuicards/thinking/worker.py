"""A process that thinks: one question at a time, from a socket, until the socket's other end is gone.

Where bots can be compiled, that takes a minute the first time. Meanwhile the process answers without, and a child of
it compiles; then the child answers, and the process only waits for its end.
"""

import contextlib
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
from tuicards.bots.compiled import available, switch_off
from tuicards.games import GAMES
from tuicards.linux import die_with_parent, give_way, go_first
from tuicards.thinking.levels import searches
from tuicards.thinking.messages import HEADER, Answer, Question, Ready, Said, framed, read

Think: TypeAlias = Callable[[Question, Thinking], Choice]
"""How a worker finds its answers."""

Compile: TypeAlias = Callable[[], None]
"""Does what takes long and makes thinking quicker."""

NOT_COMPILED = "NUMBA_DISABLE_JIT"
"""The environment's word, numba's own, that nothing is to be compiled."""

OVER = b"!"
"""Said between a worker and its child: now it is your turn."""

WARMING = 0.05
"""Seconds of thought for each search before the first question: what it loads or compiles is there by then."""

NICENESS = 10
"""The server comes first; yet on a machine that does other things, too, bots at the lowest priority never answer."""

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

    def wait(self, other: socket.socket) -> bool:
        """Until there is something to hear here, or on the other one: then False."""
        ready, _, _ = select.select([self._socket, other], [], [])
        return other not in ready

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
    while _answer_one(line, think):
        pass


def _answer_one(line: Line, think: Think) -> bool:
    """Whether the other end is still there."""
    said = line.hear()
    if isinstance(said, Question):
        line.say(_answered(said, think, line))
    return said is not None


def _answered(question: Question, think: Think, line: Line) -> Answer:
    """A bot that breaks down is told of; the worker goes on."""
    try:
        return Answer(think(question, Thinking(question.budget, line.quiet)))
    except Exception:
        return Answer(None, traceback.format_exc())


def warm_up() -> None:
    """Have every search look at the first decision of a party once. One that breaks down does so when it is asked."""
    for name, level in BRAINS:
        if searches(level):
            with contextlib.suppress(Exception):
                _open(name, level)


def _open(name: str, level: str) -> None:
    game = GAMES[name]
    options = game.parse_options({})
    state = game.new(game.usual_seats, bytes(32), options)
    view = game.view(state, min(game.to_act(state)))
    choose(game, level, Seen(view, options, held=tuple(view.hand)), 0, Thinking(WARMING))


def serve_until_compiled(line: Line, compile_all: Compile = warm_up, think: Think = chosen) -> None:
    """Answer without what is compiled, until a child has compiled it, and have the child answer from then on."""
    ours, childs = socket.socketpair()
    child = os.fork()
    if child == 0:
        ours.close()
        _be_child(line, childs, compile_all, think)
    childs.close()
    switch_off()
    begin(line)
    if _child_takes_over(line, ours, think):
        ours.sendall(OVER)
        os.waitpid(child, 0)
    else:
        serve(line, think)


def _child_takes_over(line: Line, child: socket.socket, think: Think) -> bool:
    """Answer until the child has compiled, or has ended without: then False. Also when nobody asks any more."""
    while line.wait(child):
        if not _answer_one(line, think):
            return False
    return child.recv(1) == OVER


def _be_child(line: Line, parent: socket.socket, compile_all: Compile, think: Think) -> None:
    """Never returns. The child ends with its parent, whatever it is doing; it has a priority of its own."""
    die_with_parent()
    try:
        os.setsid()
        give_way(NICENESS)
        compile_all()
        _settle()
        parent.sendall(OVER)
        if parent.recv(1) == OVER:
            serve(line, think)
    finally:
        os._exit(0)


def begin(line: Line) -> None:
    """Load everything, and from then on take only what processor time others leave."""
    warm_up()
    _settle()
    give_way(NICENESS)
    line.say(Ready())


def _settle() -> None:
    """What is loaded stays, and is looked through no more."""
    gc.collect()
    gc.freeze()


def own_line() -> Line | None:
    """The socket that the process was started with, its standard input; None: there is none.

    The process ends with who started it, and leaves it to them to judge what a key at their terminal means.
    """
    try:
        sock = socket.socket(fileno=os.dup(0))
    except OSError:
        return None
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    die_with_parent()
    go_first()
    return Line(sock)


def main() -> int:
    """Think for who started this, until they are gone. Returns 2 where nobody has."""
    line = own_line()
    if line is None:
        print("tuicards.thinking: programs that have bots think start this one", file=sys.stderr)
        return UNSTARTED
    logging.disable()
    with contextlib.suppress(OSError):  # nobody is there to be answered
        if available() and os.environ.get(NOT_COMPILED, "0") == "0":
            serve_until_compiled(line)
        else:
            switch_off()
            begin(line)
            serve(line)
    return 0
