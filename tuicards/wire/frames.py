"""Frames: a body's length in four bytes, big-endian, then the body."""

from tuicards.errors import PeerError

HEADER = 4


def frame(body: bytes) -> bytes:
    """The body with its length before it."""
    return len(body).to_bytes(HEADER) + body


class FrameReader:
    """Cuts a byte stream into bodies of 1 to `limit` bytes.

    A length outside these bounds is refused as soon as its four bytes are there. Nothing after it can be
    told apart any more, so the stream is dead from then on: `error` says why, and further bytes are
    dropped. Between two calls it holds less than one frame.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._buffer = bytearray()
        self.error: PeerError | None = None
        """`frame_too_long` or `frame_empty` once the stream is dead."""

    def feed(self, data: bytes) -> list[bytes]:
        """The bodies that are whole after these bytes, those before a fault among them. Never raises."""
        if self.error:
            return []
        if not self._buffer and 0 < len(data) - HEADER == int.from_bytes(data[:HEADER]) <= self._limit:
            return [data[HEADER:]]  # one whole frame, as nearly always
        self._buffer += data
        bodies, start = [], 0
        while (end := self._end_of_frame(start)) is not None:
            bodies.append(bytes(self._buffer[start + HEADER : end]))
            start = end
        del self._buffer[:start]
        if self.error:
            self._buffer.clear()
        return bodies

    def _end_of_frame(self, start: int) -> int | None:
        """Where the frame at `start` ends, or None when it is not whole or not allowed."""
        if len(self._buffer) < start + HEADER:
            return None
        length = int.from_bytes(self._buffer[start : start + HEADER])
        if length > self._limit:
            self.error = PeerError("frame_too_long", length=length, limit=self._limit)
        elif length == 0:
            self.error = PeerError("frame_empty")
        end = start + HEADER + length
        return None if self.error or len(self._buffer) < end else end
