"""Letters of one run of a node to another, as they lie in its inbox."""

from collections.abc import Sequence

import msgspec

from server.cluster.letters import Letter


class Post(msgspec.Struct, frozen=True):
    """Letters that were sent together. Each sender numbers what it sends to a receiver from 1, without a gap."""

    run: int
    number: int
    letters: tuple[msgspec.Raw, ...]
    """Each on its own, so that one which the receiver cannot read takes no other along."""


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Post)
_letters: msgspec.msgpack.Decoder[Letter] = msgspec.msgpack.Decoder(Letter)


def sealed(run: int, number: int, letters: Sequence[bytes]) -> bytes:
    """The post as bytes; `letters` as `written` gave them."""
    return _encoder.encode(Post(run, number, tuple(map(msgspec.Raw, letters))))


def opened(value: bytes) -> Post:
    """Raises msgspec.DecodeError."""
    return _decoder.decode(value)


def written(letter: Letter) -> bytes:
    """One letter as bytes."""
    return _encoder.encode(letter)


def read(letter: msgspec.Raw) -> Letter:
    """Raises msgspec.DecodeError."""
    return _letters.decode(letter)
