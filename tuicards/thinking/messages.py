"""What is said between one who asks and a worker, both of the same program and version: each a frame of its own.

A frame holds a pickled value: nobody else ever has an end of the socket on which it goes.
"""

import pickle
from typing import Any, TypeAlias

import msgspec

from tuicards.bots.choice import Choice
from tuicards.bots.seen import Seen
from tuicards.wire.frames import HEADER, frame

__all__ = ["HEADER", "Answer", "Question", "Ready", "Said", "Stop", "framed", "read"]


class Question(msgspec.Struct, frozen=True):
    """What would a bot of this level play, after `budget` seconds of thought?"""

    game: str
    level: str
    seen: Seen
    seed: int
    budget: float


class Stop(msgspec.Struct, frozen=True):
    """Whatever has been asked needs no thought any more, only an end."""


class Ready(msgspec.Struct, frozen=True):
    """The worker has loaded everything and can be asked."""


class Answer(msgspec.Struct, frozen=True):
    """To the question that was asked last. Without a choice, `fault` tells what went wrong."""

    choice: Choice | None
    fault: str = ""


Said: TypeAlias = Question | Stop | Ready | Answer


def framed(message: Said) -> bytes:
    """The message as it goes over the socket."""
    return frame(pickle.dumps(message, pickle.HIGHEST_PROTOCOL))


def read(body: bytes) -> Any:
    """The message of a frame's body."""
    return pickle.loads(body)
