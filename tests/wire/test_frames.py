"""Frames: lengths, cuts, limits."""

import tracemalloc

import pytest

from tuicards.wire.frames import HEADER, FrameReader, frame

BODIES = [b"a", b"bc" * 100, b"d" * 256, b"e"]
STREAM = b"".join(frame(body) for body in BODIES)


def test_a_frame_is_its_length_and_its_body() -> None:
    """Four bytes, big-endian, count the body only."""
    assert frame(b"abc") == b"\0\0\0\3abc"


@pytest.mark.parametrize("size", [1, 2, 3, 5, 7, 100, len(STREAM)])
def test_pieces_of_any_size_give_the_same_bodies(size: int) -> None:
    """How the network cuts a stream does not matter."""
    reader = FrameReader(256)
    pieces = [STREAM[at : at + size] for at in range(0, len(STREAM), size)]
    assert [body for piece in pieces for body in reader.feed(piece)] == BODIES
    assert reader.error is None


@pytest.mark.parametrize(
    ("header", "code"),
    [
        (b"\0\0\1\1", "frame_too_long"),
        (b"\0\1\0\0", "frame_too_long"),
        (b"\xff\xff\xff\xff", "frame_too_long"),
        (b"GET / HTTP/1.1\r\n\r\n", "frame_too_long"),
        (b"SSH-2.0-OpenSSH_9.2\r\n", "frame_too_long"),
        (b"\x16\x03\x01\x02\0\x01", "frame_too_long"),
        (b"\0\0\0\0", "frame_empty"),
    ],
)
def test_a_length_that_is_not_allowed_ends_the_stream(header: bytes, code: str) -> None:
    """What came before is kept; what comes after is dropped."""
    reader = FrameReader(256)
    assert reader.feed(STREAM + header + STREAM) == BODIES
    assert reader.error is not None
    assert reader.error.code == code
    assert reader.feed(STREAM) == []


def test_the_longest_frame_is_allowed() -> None:
    """The limit itself is within the limit."""
    reader = FrameReader(256)
    assert reader.feed(frame(b"x" * 256)) == [b"x" * 256]


def test_a_promise_costs_nothing() -> None:
    """Memory grows with the bytes that came, never with the length that was announced."""
    readers = [FrameReader(64 * 1024) for _ in range(100)]
    tracemalloc.start()
    for reader in readers:
        reader.feed((64 * 1024).to_bytes(HEADER) + b"x")
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert used < 100 * 1024
