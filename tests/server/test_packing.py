"""Messages become bytes for their peers."""

import pytest

from server.packing import bytes_of
from tuicards.wire.codec import encode
from tuicards.wire.messages import MAX_FROM_SERVER, Lobby, Said

LONG = "x" * MAX_FROM_SERVER


def test_a_picture_of_the_lobby_is_packed_once_for_all() -> None:
    """Until there is another."""
    first, second = Lobby(tables=(), people=("Ann",)), Lobby(tables=(), people=("Ann", "Bo"))

    assert bytes_of(first) is bytes_of(first)
    assert [bytes_of(picture) for picture in (first, second, first)] == [*map(encode, (first, second, first))]


@pytest.mark.parametrize(
    "message", [Said(name="Ann", text=LONG), Lobby(tables=(), people=(LONG,))], ids=["said", "lobby"]
)
def test_what_cannot_be_sent_is_in_the_log_and_is_no_bytes(
    message: Said | Lobby, caplog: pytest.LogCaptureFixture
) -> None:
    """The connection has no fault."""
    assert bytes_of(message) == b""
    assert len(caplog.records) == 1
    assert caplog.records[0].message.startswith("a message cannot be sent: ")
