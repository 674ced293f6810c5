"""How long a link to a server waits for what."""

import msgspec


class Timing(msgspec.Struct, frozen=True):
    """The link's patience, in seconds."""

    connect: float = 5.0
    """From dialling to the greeting."""
    quiet: float = 3.0
    """After so long without a word the link pings."""
    silent: float = 8.0
    """After so long without a word the link is down."""
    hasty: float = 1.5
    """From dialling to the greeting where there are other places; if it is too short at all of them, `connect`."""
    wary: float = 4.0
    """The longest silence where there are other places; half of it is for the answer to a ping."""
    first_retry: float = 0.3
    last_retry: float = 8.0
    """The longest wait before the first try to reconnect, and before any; each wait doubles the one before."""
    settled: float = 5.0
    """A connection that lived so long starts the waits anew."""
    farewell: float = 0.5
    """So long the last bytes may take."""

    def for_greeting(self, places: int) -> float:
        """From dialling to the greeting at first, where a server has so many places."""
        return self.connect if places == 1 else min(self.connect, self.hasty)

    def before_ping(self, places: int) -> float:
        """How long without a word until the link pings, where a server has so many places."""
        return self.quiet if places == 1 else min(self.quiet, self.of_silence(places) / 2)

    def of_silence(self, places: int) -> float:
        """The longest silence, where a server has so many places."""
        return self.silent if places == 1 else min(self.silent, self.wary)
