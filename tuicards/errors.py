"""One tree of errors. The class says whose fault it is; the code goes on the wire.

TuicardsError
├── PlayerError        a person asked for something that cannot be; nothing has changed
│   ├── IllegalMove    the rules of the game forbid it
│   ├── BadOptions     the game cannot be set up like this
│   └── Refused        the lobby or the table says no
├── PeerError          the program at the other end broke the protocol
├── SetupError         a command line, a configuration file or the environment is wrong
└── StorageError       the disk refused, or holds something that cannot be read

An error is a code with parameters, never a sentence: who shows it writes the sentence in the
reader's language (`tuicards.speech`).
"""

from typing import TypeAlias

Param: TypeAlias = str | int | tuple[str | int, ...]


class TuicardsError(Exception):
    """Base of all errors that this project raises on purpose; use a leaf."""

    def __init__(self, code: str, /, **params: Param) -> None:
        super().__init__(code, params)
        self.code = code
        self.params: dict[str, Param] = params

    def __str__(self) -> str:
        inside = ", ".join(f"{name}={value}" for name, value in self.params.items())
        return f"{self.code} ({inside})" if inside else self.code


class PlayerError(TuicardsError):
    """A person asked for something that cannot be; nothing has changed."""


class IllegalMove(PlayerError):
    """The rules of the game forbid the move; the state is as it was."""


class BadOptions(PlayerError):
    """The game cannot be set up with these options or this number of seats."""


class Refused(PlayerError):
    """The lobby or the table says no: a name in use, a full table, a right one does not have."""


class PeerError(TuicardsError):
    """The program at the other end sent bytes that the protocol does not allow."""


class SetupError(TuicardsError):
    """A command line, a configuration file or the environment is wrong."""


class StorageError(TuicardsError):
    """The disk refused, or holds something that cannot be read."""
