"""The codec: every message there and back, and everything hostile refused with a code."""

import contextlib
import random
import struct
from typing import Any

import msgpack  # type: ignore[import-untyped]
import msgspec
import pytest

from tests.wire.samples import CLIENT_KINDS, FROM_CLIENT, FROM_SERVER, HELLO, SERVER_KINDS, tag
from tuicards.errors import Refused
from tuicards.wire.codec import (
    MAX_DEPTH,
    MAX_NUMBER,
    BadMessage,
    decode_client,
    decode_server,
    encode,
    pack,
    unpack,
)
from tuicards.wire.frames import HEADER
from tuicards.wire.messages import (
    MAX_FROM_CLIENT,
    MAX_FROM_SERVER,
    ClientMessage,
    MakeMove,
    Ping,
    Say,
    ServerMessage,
    Update,
)

HOSTILE: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", "bad_msgpack"),
    "a byte that means nothing": (b"\xc1", "bad_msgpack"),
    "half a message": (b"\x82\xa1t\xa4ping\xa1n", "bad_msgpack"),
    "a message and a half": (b"\x82\xa1t\xa4ping\xa1n\x01\x01", "bad_msgpack"),
    "a promise of billions of pairs": (b"\xdf\xff\xff\xff\xff", "bad_msgpack"),
    "a promise of billions of items": (b"\x81\xa1t\xdd\xff\xff\xff\xff", "bad_msgpack"),
    "a promise of billions of letters": (b"\x81\xa1t\xdb\xff\xff\xff\xff", "bad_msgpack"),
    "a promise of billions of bytes": (b"\x81\xa1t\xc6\xff\xff\xff\xff", "bad_msgpack"),
    "promises that fit one by one": (b"\xdc\x00\xff" * 1000, "bad_msgpack"),
    "arrays nested out of the stack": (b"\x91" * 4000, "bad_msgpack"),
    "arrays nested a thousand deep": (b"\x81\xa1t" + b"\x91" * 1000 + b"\xc0", "too_deep"),
    "maps nested a thousand deep": (b"\x81\xa1t" * 1000 + b"\xc0", "too_deep"),
    "a number": (b"\x2a", "not_a_map"),
    "text": (b"\xa5hello", "not_a_map"),
    "an array": (b"\x92\xa5hello\x01", "not_a_map"),
    "nil": (b"\xc0", "not_a_map"),
    "an array as a key": (b"\x81\x91\x01\x01", "bad_msgpack"),
    "a map as a key": (b"\x81\x81\xa1a\x01\x01", "bad_msgpack"),
    "a number as a key": (b"\x81\x01\x01", "bad_msgpack"),
    "a number as a key within": (b"\x81\xa1t\x81\x01\x01", "bad_msgpack"),
    "nil as a key": (b"\x81\xc0\x01", "bad_msgpack"),
    "a binary as a key": (b"\x81\xc4\x01a\x01", "bad_msgpack"),
    "an empty binary as a key": (b"\x81\xc4\x00\x01", "bad_value"),
    "text that is not UTF-8": (b"\x81\xa1t\xa2\xff\xfe", "bad_msgpack"),
    "a key that is not UTF-8": (b"\x81\xa2\xff\xfe\x01", "bad_msgpack"),
    "half a surrogate pair": (b"\x81\xa1t\xa3\xed\xa0\x80", "bad_msgpack"),
    "an overlong NUL": (b"\x81\xa1t\xa2\xc0\x80", "bad_msgpack"),
    "a binary": (b"\x81\xa1t\xc4\x01a", "bad_msgpack"),
    "an empty binary": (b"\x81\xa1t\xc4\x00", "bad_value"),
    "a timestamp": (b"\x81\xa1t\xd6\xff\0\0\0\0", "bad_msgpack"),
    "a timestamp without bytes": (b"\x81\xa1t\xc7\x00\xff", "bad_msgpack"),
    "a timestamp of an odd length": (b"\x81\xa1t\xc7\x05\xff\0\0\0\0\0", "bad_msgpack"),
    "an extension": (b"\x81\xa1t\xd4\x05\x00", "bad_msgpack"),
    "an empty extension": (b"\x81\xa1t\xc7\x00\x05", "bad_value"),
    "a float": (b"\x81\xa1n\xcb" + struct.pack(">d", 1.5), "bad_value"),
    "a whole float": (b"\x81\xa1n\xcb" + struct.pack(">d", 2.0), "bad_value"),
    "minus nought": (b"\x81\xa1n\xcb" + struct.pack(">d", -0.0), "bad_value"),
    "not a number": (b"\x81\xa1n\xcb" + struct.pack(">d", float("nan")), "bad_value"),
    "infinity": (b"\x81\xa1n\xcb" + struct.pack(">d", float("inf")), "bad_value"),
    "a short infinity": (b"\x81\xa1n\xca" + struct.pack(">f", float("-inf")), "bad_value"),
    "the largest number of 64 bits": (b"\x81\xa1n\xcf" + b"\xff" * 8, "bad_value"),
    "the smallest number of 64 bits": (b"\x81\xa1n\xd3\x80" + b"\0" * 7, "bad_value"),
    "no tag": (b"\x81\xa1n\x01", "unknown_message"),
    "a tag that is a number": (b"\x81\xa1t\x01", "unknown_message"),
    "a tag that is a list": (b"\x81\xa1t\x91\xa4ping", "unknown_message"),
    "a tag of another age": (b"\x81\xa1t\xa8teleport", "unknown_message"),
    "the other side's tag": (
        pack({"t": "update", "table": "K", "party": 1, "seq": 1, "view": {}}),
        "unknown_message",
    ),
    "a missing field": (pack({"t": "ping"}), "bad_field"),
    "a truth for a number": (pack({"t": "ping", "n": True}), "bad_field"),
    "text for a number": (pack({"t": "ping", "n": "3"}), "bad_field"),
    "nil for a number": (pack({"t": "ping", "n": None}), "bad_field"),
    "a request numbered 0": (pack({"t": "say", "id": 0, "text": "hi"}), "bad_field"),
    "a request numbered below 0": (pack({"t": "leave", "id": -1}), "bad_field"),
    "a list for a move": (pack({"t": "move", "id": 1, "table": "K", "seq": 1, "move": [1]}), "bad_field"),
    "a number among options": (
        pack({"t": "create", "id": 1, "game": "rage", "seats": 4, "options": {"a": 1}}),
        "bad_field",
    ),
}


def refusal(body: bytes) -> BadMessage:
    """The error that a body from a client is refused with."""
    with pytest.raises(BadMessage) as caught:
        decode_client(body)
    return caught.value


@pytest.mark.parametrize("message", FROM_CLIENT, ids=lambda message: tag(message))
def test_a_client_message_survives_the_way(message: ClientMessage) -> None:
    """What a client encodes the server reads as an equal value."""
    assert decode_client(encode(message)[HEADER:]) == message


@pytest.mark.parametrize("message", FROM_SERVER, ids=lambda message: tag(message))
def test_a_server_message_survives_the_way(message: ServerMessage) -> None:
    """What a server encodes the client reads as an equal value; params and views come with lists for tuples."""
    assert decode_server(encode(message)[HEADER:]) == message


@pytest.mark.parametrize("message", [*FROM_CLIENT, *FROM_SERVER], ids=lambda message: tag(message))
def test_a_message_is_packed_as_short_as_its_plain_map(message: ClientMessage | ServerMessage) -> None:
    """Whether it is made a map first or not, the bytes are the same, those of the other library too."""
    assert encode(message)[HEADER:] == msgpack.packb(msgspec.to_builtins(message))


def test_every_kind_is_among_the_samples() -> None:
    """A new message needs a sample, so that it is tried here and everywhere the samples are."""
    assert {type(message) for message in FROM_CLIENT} == set(CLIENT_KINDS)
    assert {type(message) for message in FROM_SERVER} == set(SERVER_KINDS)


@pytest.mark.parametrize("message", [*FROM_CLIENT, *FROM_SERVER], ids=lambda message: tag(message))
def test_other_languages_can_read_it(message: ClientMessage | ServerMessage) -> None:
    """Every message unpacks with a decoder's defaults: text keys only, no extension types."""
    assert msgpack.unpackb(encode(message)[HEADER:])["t"] == tag(message)


@pytest.mark.parametrize(("body", "code"), HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_bytes_are_refused_with_a_code(body: bytes, code: str) -> None:
    """Whatever is wrong is a BadMessage, and nothing of the bytes is unprintable in it."""
    error = refusal(body)
    assert error.code == code
    assert str(error).isprintable()
    assert str(error).isascii()


def test_a_refusal_names_the_request() -> None:
    """A map that has a sane id can be answered under that id, whatever else is wrong with it."""
    assert refusal(pack({"t": "say", "id": 9, "text": 1})).request == 9
    assert refusal(pack({"t": "teleport", "id": 9})).request == 9
    assert refusal(msgpack.packb({"t": "move", "id": 9, "move": {"tricks": 1.5}})).request == 9


@pytest.mark.parametrize("number", [0, -1, True, "9", None, 2**60])
def test_a_refusal_does_not_repeat_a_mad_id(number: Any) -> None:
    """An id that no answer could carry is answered under 0."""
    assert refusal(msgpack.packb({"t": "say", "id": number})).request == 0


def test_fields_of_a_later_release_are_ignored() -> None:
    """A message may grow fields without breaking those who do not know them."""
    assert decode_client(pack({"t": "ping", "n": 1, "mood": {"good": [True]}})) == Ping(1)


@pytest.mark.parametrize("number", [MAX_NUMBER, -MAX_NUMBER])
def test_numbers_that_every_language_can_hold_pass(number: int) -> None:
    """53 bits and a sign."""
    assert decode_client(pack({"t": "ping", "n": number})) == Ping(number)


@pytest.mark.parametrize("number", [MAX_NUMBER + 1, -MAX_NUMBER - 1])
def test_the_first_number_beyond_is_refused(number: int) -> None:
    """A number that a double would round is not let in."""
    assert refusal(pack({"t": "ping", "n": number})).code == "bad_value"


def test_the_depth_allowed() -> None:
    """MAX_DEPTH levels pass and one more does not."""
    deep: Any = 1
    for _ in range(MAX_DEPTH - 1):
        deep = {"d": deep}
    assert unpack(pack({"d": deep}), MAX_FROM_CLIENT) == {"d": deep}
    with pytest.raises(BadMessage, match="too_deep"):
        unpack(pack({"d": {"d": deep}}), MAX_FROM_CLIENT)


def test_an_array_is_bounded_by_the_frame() -> None:
    """A header may not promise more items than a frame of that limit can be expected to hold."""
    assert unpack(pack({"a": [0] * 256}), MAX_FROM_CLIENT)
    with pytest.raises(BadMessage, match="bad_msgpack"):
        unpack(pack({"a": [0] * 257}), MAX_FROM_CLIENT)
    assert unpack(pack({"a": [0] * 257}), MAX_FROM_SERVER)


@pytest.mark.parametrize("seed", range(4))
def test_any_bytes_are_a_message_or_a_code(seed: int) -> None:
    """Noise, and valid messages with bytes changed, cut or doubled, raise nothing but BadMessage.

    What is accepted can be sent on.
    """
    chance = random.Random(seed)
    bodies = [encode(message)[HEADER:] for message in (*FROM_CLIENT, *FROM_SERVER)]
    for _ in range(1500):
        body = mutant(chance, chance.choice(bodies)) if chance.random() < 0.8 else chance.randbytes(40)
        for decode in (decode_client, decode_server):
            with contextlib.suppress(BadMessage):
                encode(decode(body))


def mutant(chance: random.Random, body: bytes) -> bytes:
    """The body with one to three small harms."""
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(body) + 1)
        body = (
            body[:at] + chance.choice((b"", chance.randbytes(1), body[:at][-5:])) + body[at + chance.randint(0, 2) :]
        )
    return body


@pytest.mark.parametrize(
    "value",
    ["\udcff\udcfe", 2**64, -(2**63) - 1, 1j, object],
    ids=["half surrogates", "too large", "too small", "complex", "a class"],
)
def test_what_has_no_form_on_the_wire_cannot_be_sent(value: Any) -> None:
    """Half surrogates, numbers beyond 64 bits and strange objects are refused, and leave no trace."""
    with pytest.raises(Refused, match="unsendable"):
        encode(MakeMove(id=1, table="K7QX", seq=1, move={"fine": 1, "not": value}))
    assert decode_client(encode(HELLO)[HEADER:]) == HELLO


def test_a_message_that_the_other_end_would_refuse_is_not_sent() -> None:
    """Each side keeps to its own limit."""
    with pytest.raises(Refused, match="message_too_long"):
        encode(Say(id=1, text="x" * MAX_FROM_CLIENT))
    with pytest.raises(Refused, match="message_too_long"):
        encode(Update(table="K", party=1, seq=1, view={"x": "x" * MAX_FROM_SERVER}))
    assert encode(Update(table="K", party=1, seq=1, view={"x": "x" * (MAX_FROM_SERVER - 100)}))
