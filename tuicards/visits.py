"""What an SSH door says to the program that keeps clients ready, and what that answers: values only.

The door opens a pseudo-terminal for each session and hands its inner end over with a Visit; the program
forks itself, and the child is the ordinary full-screen client in that terminal. Each message is one datagram
of JSON on a Unix socket of whole messages (SOCK_SEQPACKET); a Visit carries the terminal's descriptor.
"""

from typing import TypeAlias

import msgspec

from tuicards.secrecy import told_without


class Visit(msgspec.Struct, frozen=True, kw_only=True, tag="visit"):
    """Be a client for somebody, in the terminal whose descriptor comes along."""

    number: int
    """Names the visit, for the door."""
    address: str
    """The server's, or a list of them, as `tuicards.address` reads it."""
    ticket: str
    """For one greeting: it tells the server who comes. What the guest types tells nobody anything."""
    name: str = ""
    """Whose key it is, or the name asked for; empty: the client asks for one."""
    environ: dict[str, str] = {}
    """TERM, LANG, LC_*, COLORTERM, NO_COLOR and the like, as far as the door lets them through."""
    settings: dict[str, str] | None = None
    """What is remembered of this key, as texts by setting; None: a first visit."""
    keeps: bool = False
    """Whether the door keeps changes of the settings."""
    words: tuple[str, ...] = ()
    """What was typed after the host: a game, or the code of a table."""

    def __repr__(self) -> str:
        return told_without(self, "ticket")


class Stop(msgspec.Struct, frozen=True, tag="stop"):
    """End the visit's client: its session is over. First as if the terminal had gone, then for sure."""

    number: int


class Began(msgspec.Struct, frozen=True, tag="began"):
    number: int
    pid: int


class Chosen(msgspec.Struct, frozen=True, tag="chosen"):
    """The guest's settings from now on, as texts by setting: what differs from the defaults."""

    number: int
    settings: dict[str, str]


class Ended(msgspec.Struct, frozen=True, tag="ended"):
    """The client is gone, and everything of it."""

    number: int
    code: int


FromDoor: TypeAlias = Visit | Stop
ToDoor: TypeAlias = Began | Chosen | Ended
