"""What is asked of Redis: a Lua script, or one command."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

Word: TypeAlias = str | int | bytes


@dataclass(frozen=True)
class Script:
    """A Lua script, which Redis runs as one step that nothing else comes between.

    It must be such that running it twice is the same as running it once, whatever ran in between: when an answer
    is lost, it runs again, and what was sent over a connection since given up may be run at any later time.
    """

    text: str

    @cached_property
    def digest(self) -> str:
        """The name under which Redis remembers it."""
        return hashlib.sha1(self.text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Order:
    """A script with what it works on, or (`script` None) a command; its words are in `args` then, keys too."""

    script: Script | None
    keys: Sequence[str]
    args: Sequence[bytes]

    def words(self, known: set[str]) -> Sequence[bytes]:
        """As a command. A script whose digest is not among the `known` goes out in full, and is known then."""
        if self.script is None:
            return self.args
        digest = self.script.digest
        head = (b"EVALSHA", digest) if digest in known else (b"EVAL", self.script.text)
        known.add(digest)
        return (*spelled((*head, len(self.keys), *self.keys)), *self.args)


def spelled(words: Iterable[Word]) -> tuple[bytes, ...]:
    """Words as Redis takes them. Raises UnicodeEncodeError."""
    return tuple(word if isinstance(word, bytes) else str(word).encode() for word in words)


def packed(words: Sequence[bytes]) -> bytes:
    """A command as it goes over the connection."""
    return b"*%d\r\n" % len(words) + b"".join([b"$%d\r\n%b\r\n" % (len(word), word) for word in words])
