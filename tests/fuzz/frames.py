"""What no client should send: bytes by chance, and every message with something wrong about it."""

import random
import struct
from typing import Any

import msgpack  # type: ignore[import-untyped]
import msgspec

from tests.fuzz.views import some
from tests.wire.samples import FROM_CLIENT, FROM_SERVER
from tests.wire.test_codec import HOSTILE
from tuicards.wire.codec import encode
from tuicards.wire.frames import HEADER, frame
from tuicards.wire.messages import MAX_FROM_CLIENT, Hello, Plain

MESSAGES = [message for message in (*FROM_CLIENT, *FROM_SERVER) if len(encode(message)) < MAX_FROM_CLIENT]
ODD: tuple[Any, ...] = (
    float("nan"), float("inf"), 2**64 - 1, -(2**63), b"\xff\xfe", msgpack.ExtType(1, b"x"), msgpack.Timestamp(0, 0),
    {1: 1}, {"id": {"id": 1}}, [[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]], "\ud83d", "\x00", "x" * 3000, True, 1.0,
)  # fmt: skip


def plain_of(message: Any) -> Plain:
    """A message as the map that is sent."""
    plain: Plain = msgspec.to_builtins(message)
    return plain


def packed(plain: Any) -> bytes:
    """Whatever msgpack can write, in a frame; text that is not Unicode as the bytes that it would be."""
    return frame(msgpack.packb(plain, unicode_errors="surrogatepass"))


def nonsense(chance: random.Random) -> bytes:
    """One attack. Most are whole frames, so that what follows is read."""
    return chance.choice((_any_bytes, _hostile, _bits, _cut, _changed, _changed, _odd, _odd, _doubled))(chance)


def nonsense_in_frames(chance: random.Random) -> bytes:
    """One attack after which the stream is still whole."""
    return chance.choice((_hostile, _flipped_body, _changed, _changed, _odd, _odd))(chance)


def _any_bytes(chance: random.Random) -> bytes:
    return chance.randbytes(chance.choice((1, 4, 5, 40, 3000)))


def _hostile(chance: random.Random) -> bytes:
    body = chance.choice([body for body, _ in HOSTILE.values()])
    return frame(body) if body else frame(b"\xc0")


def _bits(chance: random.Random) -> bytes:
    data = bytearray(_frame(chance))
    for _ in range(chance.randint(1, 6)):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    return bytes(data)


def _flipped_body(chance: random.Random) -> bytes:
    data = bytearray(_frame(chance))
    for _ in range(chance.randint(1, 6)):
        data[chance.randrange(HEADER, len(data))] ^= 1 << chance.randrange(8)
    return bytes(data)


def _cut(chance: random.Random) -> bytes:
    data = _frame(chance)
    whole = data[: chance.randrange(1, len(data))]
    return whole if chance.random() < 0.5 else struct.pack(">I", chance.choice((0, 2**31, 2**32 - 1, 5000))) + whole


def _changed(chance: random.Random) -> bytes:
    """One field of another value or type."""
    changed = some(chance, plain_of(chance.choice(MESSAGES)), 1)
    return packed(changed[0][1]) if changed else packed({"t": "bye!"})


def _odd(chance: random.Random) -> bytes:
    """A value that the wire does not know, or a field that the message does not."""
    plain = plain_of(chance.choice(MESSAGES))
    field = chance.choice([*plain, "id", "surprise"])
    return packed({**plain, field: chance.choice(ODD)})


def _doubled(chance: random.Random) -> bytes:
    return _frame(chance) * chance.choice((2, 30))


def _frame(chance: random.Random) -> bytes:
    return encode(chance.choice([message for message in MESSAGES if not isinstance(message, Hello)]))
