"""The two ends of a connection, talking to each other and to peers that keep to nothing."""

import json
from collections.abc import Callable
from typing import Any

import msgpack  # type: ignore[import-untyped]
import pytest

from tests.wire.samples import FROM_CLIENT, FROM_SERVER, HELLO, WELCOME, framed
from tuicards.wire.codec import encode, pack
from tuicards.wire.connection import FAULTS_ALLOWED, ClientEnd, ServerEnd
from tuicards.wire.frames import frame
from tuicards.wire.messages import (
    MAX_FROM_CLIENT,
    MAX_FROM_SERVER,
    PROTOCOL,
    About,
    Bye,
    Closing,
    Done,
    Hello,
    Look,
    Message,
    Ping,
    Pong,
    Refused,
    Say,
    ServerMessage,
    StartParty,
    Update,
    Welcome,
)

TALK = (HELLO, *(message for message in FROM_CLIENT if not isinstance(message, (Hello, Look, Ping, Bye))), Bye())
DEEP = json.loads("[" * 30 + "]" * 30)
"""More levels than a body may have."""
ANSWERS = (WELCOME, *(message for message in FROM_SERVER if not isinstance(message, (Welcome, About, Ping, Closing))))


def answers(end: ServerEnd) -> list[ServerMessage]:
    """What the server's end says by itself, as a client reads it."""
    client = ClientEnd()
    client.receive(encode(WELCOME))
    return client.receive(end.data_to_send())


def greeted_server() -> ServerEnd:
    end = ServerEnd()
    assert end.receive(encode(HELLO)) == [HELLO]
    return end


def greeted_client() -> ClientEnd:
    end = ClientEnd()
    assert end.receive(encode(WELCOME)) == [WELCOME]
    return end


# ---- conversations ------------------------------------------------------------------------------------


def test_a_conversation_cut_at_every_byte_reads_the_same_at_the_server() -> None:
    """One piece, or any two: the same messages, no answer, and closed after Bye."""
    stream = b"".join(encode(message) for message in TALK)
    for cut in range(len(stream) + 1):
        end = ServerEnd()
        assert end.receive(stream[:cut]) + end.receive(stream[cut:]) == list(TALK)
        assert end.closed
        assert end.data_to_send() == b""


def test_a_look_is_all_that_is_said_on_its_connection() -> None:
    """It is delivered, and nothing after it counts; at the client the answer ends the connection without a fault."""
    end = ServerEnd()
    assert end.receive(encode(Look()) + encode(HELLO)) == [Look()]
    assert end.closed

    about = next(message for message in FROM_SERVER if isinstance(message, About))
    client = ClientEnd()
    assert client.receive(encode(about) + encode(WELCOME)) == [about]
    assert client.closed
    assert client.error is None


def test_a_conversation_byte_by_byte_reads_the_same_at_the_client() -> None:
    """Each byte on its own: the same messages, and nothing to say."""
    end, read = ClientEnd(), list[ServerMessage]()
    for byte in b"".join(encode(message) for message in ANSWERS):
        read += end.receive(bytes([byte]))
    assert read == list(ANSWERS)
    assert not end.closed
    assert end.data_to_send() == b""


def test_both_ends_answer_pings_by_themselves() -> None:
    """A ping is never seen outside, and its pong carries the same number."""
    server, client = greeted_server(), greeted_client()
    assert client.receive(encode(Ping(7))) == []
    assert server.receive(client.data_to_send()) == [Pong(7)]
    assert server.receive(encode(Ping(8))) == []
    assert client.receive(server.data_to_send()) == [Pong(8)]


def test_answers_are_handed_out_once() -> None:
    """Data to send is gone once it has been taken."""
    end = greeted_server()
    end.receive(encode(Ping(1)))
    assert end.data_to_send()
    assert end.data_to_send() == b""


def test_nothing_counts_after_bye() -> None:
    """A client that has said goodbye has said all."""
    end = greeted_server()
    assert end.receive(encode(Bye()) + encode(Say(id=1, text="still here"))) == [Bye()]
    assert end.receive(encode(Say(id=2, text="and here"))) == []
    assert end.closed


# ---- the greeting -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("theirs", "shown"), [(0, 0), (999, 999), (-1, -1), ("x", "x"), (True, "True"), (None, "None"), ([1], "[1]")]
)
def test_another_version_is_told_both_versions(theirs: Any, shown: int | str) -> None:
    """Version before all else: the rest of such a hello is not looked at."""
    end = ServerEnd()
    assert end.receive(framed({"t": "hello", "protocol": theirs, "name": ["of", "another", "age"]})) == []
    assert answers(end) == [Closing(code="version", params={"ours": PROTOCOL, "yours": shown})]
    assert end.closed


def test_a_hello_without_a_version_is_told_both_versions() -> None:
    """No version at all is a wrong one too."""
    end = ServerEnd()
    end.receive(framed({"t": "hello", "client": "old/1"}))
    assert answers(end) == [Closing(code="version", params={"ours": PROTOCOL, "yours": "none"})]


FOREIGN = [
    {"scale": 1.5},
    {"key": b"\x00"},
    {"when": msgpack.Timestamp(1, 0)},
    {"big": 2**60},
    {7: 1},
    {"deep": DEEP},
    {"long": list(range(1, 1000))},
    {"wide": {str(n): n for n in range(300)}},
    {str(n): n for n in range(300)},
]


@pytest.mark.parametrize("more", FOREIGN, ids=lambda more: str(next(iter(more))))
def test_both_versions_are_told_whatever_another_version_may_write(more: dict[Any, Any]) -> None:
    """A later hello or welcome may hold what this version has no form for; it is no noise for that."""
    server, client = ServerEnd(), ClientEnd()

    server.receive(frame(msgpack.packb({"t": "hello", "protocol": 2, **more})))
    client.receive(frame(msgpack.packb({"t": "welcome", "protocol": 2, **more})))

    assert answers(server) == [Closing(code="version", params={"ours": PROTOCOL, "yours": 2})]
    assert client.error is not None
    assert (client.error.code, client.error.params) == ("version", {"ours": 2, "yours": PROTOCOL})


@pytest.mark.parametrize("theirs", [1.0, float("nan"), 2**60, -(2**63)])
def test_a_version_that_the_wire_has_no_form_for_is_told_as_text(theirs: Any) -> None:
    """A number of another type, or one too large, is another version and can be read in the answer."""
    end = ServerEnd()
    end.receive(frame(msgpack.packb({"t": "hello", "protocol": theirs})))
    assert answers(end) == [Closing(code="version", params={"ours": PROTOCOL, "yours": str(theirs)})]


@pytest.mark.parametrize("levels", [17, 500, 1000, 1020, 2000])
def test_a_version_of_very_many_levels_is_another_version_or_noise(levels: int) -> None:
    """However deep it is, the greeting is answered."""
    end = ServerEnd()
    end.receive(frame(pack({"t": "hello", "protocol": "x"})[:-2] + b"\x91" * levels + b"\x01"))
    (closing,) = answers(end)
    assert isinstance(closing, Closing)
    assert closing.code in ("version", "bad_msgpack")


@pytest.mark.parametrize(
    "message", [message for message in FROM_CLIENT if not isinstance(message, (Hello, Look))], ids=repr
)
def test_hello_comes_first(message: Message) -> None:
    """Whoever asks before greeting is shown out."""
    end = ServerEnd()
    assert end.receive(encode(message)) == []  # type: ignore[arg-type]
    assert answers(end) == [Closing(code="hello_first")]
    assert end.closed


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"\xc1", "bad_msgpack"),
        (b"\x01", "not_a_map"),
        (pack({"t": "hullo"}), "unknown_message"),
        (pack({"t": "hello", "protocol": PROTOCOL}), "bad_field"),
        (pack({"t": "hello", "protocol": PROTOCOL, "client": "x", "seen": "1"}), "bad_field"),
    ],
)
def test_a_bad_greeting_closes(body: bytes, code: str) -> None:
    """Before the greeting there is no second chance."""
    end = ServerEnd()
    assert end.receive(frame(body) + encode(HELLO)) == []
    [closing] = answers(end)
    assert isinstance(closing, Closing)
    assert closing.code == code
    assert end.closed


def test_a_second_hello_is_refused_and_changes_nothing() -> None:
    """One connection is one person."""
    end = greeted_server()
    assert end.receive(encode(HELLO)) == []
    assert answers(end) == [Refused(code="second_hello")]
    assert end.receive(encode(StartParty(id=1))) == [StartParty(id=1)]


# ---- faults after the greeting ------------------------------------------------------------------------


def test_a_bad_message_is_refused_by_its_id_and_the_talk_goes_on() -> None:
    """The frame was whole, so the next one is sound."""
    end = greeted_server()
    bad = framed({"t": "move", "id": 5, "table": "K7QX", "seq": "now", "move": {}})
    assert end.receive(bad + encode(StartParty(id=6))) == [StartParty(id=6)]
    [refused] = answers(end)
    assert isinstance(refused, Refused)
    assert (refused.id, refused.code, refused.params["kind"]) == (5, "bad_field", "move")


def test_too_many_bad_messages_close() -> None:
    """Patience has an end, and the last word says so."""
    end = greeted_server()
    for _ in range(FAULTS_ALLOWED):
        end.receive(frame(b"\xc1"))
    assert [type(answer) for answer in answers(end)] == [Refused] * FAULTS_ALLOWED
    assert not end.closed
    end.receive(frame(b"\xc1"))
    assert answers(end) == [Closing(code="too_many_faults", params={"last": "bad_msgpack"})]
    assert end.closed


@pytest.mark.parametrize("make", [ServerEnd, greeted_server], ids=["before hello", "after hello"])
@pytest.mark.parametrize("header", [b"\0\0\0\0", (MAX_FROM_CLIENT + 1).to_bytes(4), b"GET / HTTP/1.1\r\n\r\n"])
def test_broken_framing_closes_with_the_last_word(header: bytes, make: Callable[[], ServerEnd]) -> None:
    """Nothing can be read after it, so it is the end, before the greeting and after it."""
    end = make()
    assert end.receive(header) == []
    assert [type(answer) for answer in answers(end)] == [Closing]
    assert end.closed
    assert end.receive(encode(HELLO)) == []
    assert end.data_to_send() == b""


def test_messages_before_broken_framing_count() -> None:
    """What was said properly has been said."""
    end = greeted_server()
    assert end.receive(encode(StartParty(id=1)) + b"\xff" * 9) == [StartParty(id=1)]
    assert end.closed


# ---- the client's end ---------------------------------------------------------------------------------


@pytest.mark.parametrize("last", [Closing(code="full"), Refused(code="name_taken", params={"name": "Ana"})], ids=repr)
def test_a_server_may_decline(last: Closing | Refused) -> None:
    """Instead of a welcome comes the reason, and that is the end without an error."""
    end = ClientEnd()
    assert end.receive(encode(last) + encode(WELCOME)) == [last]
    assert end.closed
    assert end.error is None


@pytest.mark.parametrize("theirs", [0, 2, -1, "x", None])
def test_a_welcome_in_another_version_is_no_welcome(theirs: Any) -> None:
    """The client too compares versions, and names both as the server would."""
    end = ClientEnd()
    assert end.receive(framed({"t": "welcome", "protocol": theirs})) == []
    assert end.error is not None
    shown = theirs if isinstance(theirs, int) else str(theirs)
    assert (end.error.code, end.error.params) == ("version", {"ours": shown, "yours": PROTOCOL})


@pytest.mark.parametrize(
    "noise",
    [
        b"HTTP/1.1 400 Bad Request\r\n\r\n",
        b"SSH-2.0-OpenSSH_9.2\r\n",
        b"\0\0\0\1\xc1",
        b"\0\0\0\0",
        framed({"t": "welcome", "protocol": PROTOCOL}),
        framed({"t": "hallo"}),
        encode(Done(1)),
        encode(Update(table="K7QX", party=1, seq=1, view={})),
    ],
)
def test_who_does_not_greet_is_no_server_of_ours(noise: bytes) -> None:
    """Anything but Welcome, Refused or Closing first."""
    end = ClientEnd()
    assert end.receive(noise) == []
    assert end.closed
    assert end.error is not None
    assert end.error.code == "not_tuicards"


def test_a_message_that_is_not_understood_becomes_a_refusal() -> None:
    """A person hears of it, a request it names is not waited for, and the talk goes on."""
    end = greeted_client()
    assert end.receive(framed({"t": "teleport", "id": 4}) + framed({"t": "done", "id": "4"}) + encode(Done(5))) == [
        Refused(id=4, code="not_understood", params={"fault": "unknown_message"}),
        Refused(code="not_understood", params={"fault": "bad_field"}),
        Done(5),
    ]
    assert end.data_to_send() == b""


def test_a_server_that_cannot_be_understood_is_left() -> None:
    """Too many bad messages, or broken framing, and the client hangs up with the reason."""
    patient = greeted_client()
    patient.receive(frame(b"\xc1") * (FAULTS_ALLOWED + 1))
    assert patient.error is not None
    assert patient.error.code == "too_many_faults"
    broken = greeted_client()
    broken.receive((MAX_FROM_SERVER + 1).to_bytes(4))
    assert broken.error is not None
    assert broken.error.code == "frame_too_long"


def test_the_last_words_end_it() -> None:
    """After Closing nothing counts, and it is no error."""
    end = greeted_client()
    closing = Closing(code="stopping", again=True)
    assert end.receive(encode(closing) + encode(Done(1))) == [closing]
    assert end.closed
    assert end.error is None


def test_a_second_welcome_is_not_understood() -> None:
    """One connection is one greeting."""
    end = greeted_client()
    assert end.receive(encode(WELCOME)) == [Refused(code="not_understood", params={"fault": "second_welcome"})]
