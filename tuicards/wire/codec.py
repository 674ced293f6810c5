"""Bodies to maps to messages, and back. The only module that packs and unpacks.

The wire knows maps with text keys, arrays, text, whole numbers, booleans and nil: what every language
has. Binaries, extension types, numbers with a point and numbers that do not fit 53 bits are refused.
"""

from collections.abc import Mapping
from typing import Any, get_args

import msgpack  # type: ignore[import-untyped]
import msgspec

from tuicards import errors
from tuicards.wire.frames import frame
from tuicards.wire.messages import (
    MAX_FROM_CLIENT,
    MAX_FROM_SERVER,
    ClientMessage,
    Message,
    Plain,
    ServerMessage,
)

MAX_DEPTH = 16
"""Levels of maps and arrays in a body."""

MAX_NUMBER = 2**53 - 1
"""Numbers lie between plus and minus this: what a double can tell apart."""

BYTES_PER_ITEM = 16
"""An array or map may hold one item for so many bytes of the frame limit, however much its header promises."""

DETAIL_LENGTH = 200

LONG_HEAD = 15
"""Packed as it is, a message of so many fields would have a long head even where it leaves most of them out."""

_ENCODER = msgspec.msgpack.Encoder()


class BadMessage(errors.PeerError):
    """A whole frame that holds no message of the protocol; the stream itself is sound.

    `request` is the id of the request that it seems to be, or 0. Codes: `bad_msgpack`, `not_a_map`,
    `bad_value`, `too_deep`, `unknown_message`, `bad_field`.
    """

    request: int = 0


def pack(value: Mapping[str, Any] | msgspec.Struct) -> bytes:
    """The bytes of a map, or of a message as the map of its fields, with whatever structs are in it.

    Raises Refused `unsendable` when it holds what MessagePack has no form for. What the wire allows besides is for
    the receiver to check: senders make their maps of typed messages.

    Each call packs from nothing, so a failed one leaves no trace in the next.
    """
    try:
        return _ENCODER.encode(value)
    except (ValueError, TypeError, OverflowError, RecursionError) as error:
        raise errors.Refused("unsendable", detail=_printable(error)) from None


def unpack(body: bytes, limit: int) -> Plain:
    """The map in a body that came in a frame of at most `limit` bytes. Raises BadMessage, and nothing else."""
    try:
        plain = msgpack.unpackb(
            body,
            raw=False,
            strict_map_key=True,
            max_str_len=len(body),
            max_array_len=limit // BYTES_PER_ITEM,
            max_map_len=limit // BYTES_PER_ITEM,
            max_bin_len=0,
            max_ext_len=0,
        )
    except (ValueError, TypeError, OverflowError) as error:
        raise BadMessage("bad_msgpack", detail=_printable(error)) from None
    if type(plain) is not dict:
        raise BadMessage("not_a_map")
    fault = _fault_in(plain, MAX_DEPTH)
    if fault:
        raise _named(BadMessage(fault), plain)
    return plain


def glance(body: bytes, limit: int) -> Plain:
    """The kind and the version of what another version of the protocol may have written; nothing where it has none.

    Whatever else is in the map is passed over, and not made: it may hold what this version does not allow.
    """
    most = limit // BYTES_PER_ITEM
    unpacker = msgpack.Unpacker(raw=False, strict_map_key=False, max_array_len=most, max_map_len=most)
    unpacker.feed(body)
    found: Plain = {}
    try:
        for _ in range(unpacker.read_map_header()):
            key = unpacker.unpack()
            if key in ("t", "protocol"):
                found[key] = unpacker.unpack()
            else:
                unpacker.skip()
    except (ValueError, TypeError, OverflowError, msgpack.UnpackException):
        return {}
    return found


def decode_client(body: bytes) -> ClientMessage:
    """The message of a client in a body. Raises BadMessage."""
    return read_client(unpack(body, MAX_FROM_CLIENT))


def decode_server(body: bytes) -> ServerMessage:
    """The message of a server in a body. Raises BadMessage."""
    return read_server(unpack(body, MAX_FROM_SERVER))


def read_client(plain: Plain) -> ClientMessage:
    """The message of a client in an unpacked map. Fields it does not know are ignored. Raises BadMessage."""
    message: ClientMessage = _read(plain, _FROM_CLIENT)
    return message


def read_server(plain: Plain) -> ServerMessage:
    """The message of a server in an unpacked map. Fields it does not know are ignored. Raises BadMessage."""
    message: ServerMessage = _read(plain, _FROM_SERVER)
    return message


def encode(message: ClientMessage | ServerMessage) -> bytes:
    """The message as a frame.

    Raises Refused: `unsendable` for text that is not Unicode or a value that the wire has no form for,
    `message_too_long` for a body that the other end would refuse.
    """
    limit, as_it_is = _SENT[type(message)]
    body = pack(message if as_it_is else _plain(message))
    if len(body) > limit:
        raise errors.Refused("message_too_long", length=len(body), limit=limit)
    return frame(body)


def _plain(message: Message) -> Plain:
    try:
        plain: Plain = msgspec.to_builtins(message)
    except TypeError as error:
        raise errors.Refused("unsendable", detail=_printable(error)) from None
    return plain


def _by_tag(kinds: tuple[type[Message], ...]) -> dict[str, type[Message]]:
    return {str(kind.__struct_config__.tag): kind for kind in kinds}


_FROM_CLIENT = _by_tag(get_args(ClientMessage))
_FROM_SERVER = _by_tag(get_args(ServerMessage))
_SENT: dict[type[Message], tuple[int, bool]] = {
    kind: (limit, len(kind.__struct_fields__) < LONG_HEAD)
    for kinds, limit in ((_FROM_SERVER, MAX_FROM_SERVER), (_FROM_CLIENT, MAX_FROM_CLIENT))
    for kind in kinds.values()
}
"""How long a message of each kind may be (of what both ends send, what a client may), and whether it is packed as it
is."""


def _read(plain: Plain, kinds: dict[str, type[Message]]) -> Any:
    tag = plain.get("t", "")
    kind = kinds.get(tag) if type(tag) is str else None
    if kind is None:
        raise _named(BadMessage("unknown_message", kind=_printable(tag)), plain)
    try:
        return msgspec.convert(plain, kind)
    except msgspec.ValidationError as error:
        raise _named(BadMessage("bad_field", kind=tag, detail=_printable(error)), plain) from None


def _fault_in(value: object, levels: int) -> str | None:
    """The code of the first thing in a value that the wire does not allow."""
    kind = type(value)
    if kind is str or kind is bool or value is None:
        return None
    if kind is int:
        return None if -MAX_NUMBER <= value <= MAX_NUMBER else "bad_value"  # type: ignore[operator]
    if kind is not dict and kind is not list:
        return "bad_value"
    return _fault_among(value, levels - 1) if levels else "too_deep"


def _fault_among(items: Any, levels: int) -> str | None:
    if type(items) is dict:
        if not set(map(type, items)) <= {str}:
            return "bad_value"
        items = items.values()
    for item in items:
        if type(item) is not str and (fault := _fault_in(item, levels)):
            return fault
    return None


def _named(error: BadMessage, plain: Plain) -> BadMessage:
    """The error with the id of the request, where the map holds one that can be answered."""
    number = plain.get("id")
    if type(number) is int and 0 < number <= MAX_NUMBER:
        error.request = number
    return error


def _printable(text: object) -> str:
    """What a peer sent, or was told about it, cut short and safe to send, log and show."""
    return str(text)[:DETAIL_LENGTH].encode("unicode_escape").decode("ascii")[:DETAIL_LENGTH]
