"""The link against servers that greet, break, stall, refuse and talk nonsense, over real sockets."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any, TypeVar

import pytest

from tests.client.server import PATIENCE, Visit, serving
from tests.ports import free_port
from tuicards.client import UNTOLD, Link
from tuicards.client_state import Connected, Disconnected, LinkEvent
from tuicards.timing import Timing
from tuicards.wire.codec import encode, pack
from tuicards.wire.frames import frame
from tuicards.wire.messages import (
    PROTOCOL,
    Bye,
    Closing,
    Done,
    Hello,
    MakeMove,
    Ping,
    Pong,
    Refused,
    Request,
    Said,
    Say,
    StartParty,
    Update,
)

QUICK = Timing(connect=2.0, quiet=0.02, silent=2.0, first_retry=0.001, last_retry=0.004, settled=60.0, farewell=0.2)
CALM = Timing(connect=2.0, quiet=60.0, silent=60.0, first_retry=0.001, last_retry=0.004, settled=60.0, farewell=0.2)
MOVE = {"move": "bid", "tricks": 3}

Kind = TypeVar("Kind")


class Listener:
    """Reads a link's events one by one."""

    def __init__(self, link: Link) -> None:
        self.link = link
        self._events = link.events()

    async def next(self) -> LinkEvent:
        async with asyncio.timeout(PATIENCE):
            return await anext(self._events)

    async def find(self, kind: type[Kind]) -> Kind:
        """The next event of that kind."""
        while not isinstance(event := await self.next(), kind):
            pass
        return event

    async def ended(self) -> bool:
        """Whether nothing more comes."""
        async with asyncio.timeout(PATIENCE):
            return await anext(self._events, None) is None


@contextlib.asynccontextmanager
async def linked(
    port: int, *, host: str = "127.0.0.1", timing: Timing = CALM, **more: Any
) -> AsyncIterator[Listener]:
    """A link to a port, closed at the end."""
    link = Link(host, port, name="Ana", timing=timing, jitter=lambda: 0.0, **more)
    try:
        yield Listener(link)
    finally:
        async with asyncio.timeout(PATIENCE):
            await link.close()


async def stays(visit: Visit) -> None:
    """Greets and answers pings until the client goes."""
    await visit.welcomed()
    await visit.until_left()


async def breaks(visit: Visit) -> None:
    """Greets and drops."""
    await visit.welcomed()


# ---- greeting and talking -----------------------------------------------------------------------------


async def test_it_says_hello_and_tells_what_comes() -> None:
    """Connected first, then the server's messages in order; the token is known from then on."""

    async def script(visit: Visit) -> None:
        hello = await visit.welcomed(token="k3y")
        assert (hello.protocol, hello.name, hello.token, hello.password) == (PROTOCOL, "Ana", "", "s3cret")
        visit.say(Said(name="Bo", text="hi"))
        say = await visit.next(Say)
        visit.say(Done(say.id))
        await visit.until_left()

    async with serving(script) as port, linked(port, password="s3cret") as listener:
        assert isinstance(await listener.next(), Connected)
        assert listener.link.token == "k3y"
        assert await listener.next() == Said(name="Bo", text="hi")
        number = listener.link.next_id()
        listener.link.send(Say(id=number, text="hello"))
        assert await listener.next() == Done(number)


async def test_what_is_sent_before_the_greeting_waits_for_it() -> None:
    """A program may ask at once; the order is kept."""

    async def script(visit: Visit) -> None:
        await visit.welcomed()
        for text in ("first", "second"):
            assert (await visit.next(Say)).text == text
        await visit.until_left()

    async with serving(script) as port, linked(port) as listener:
        for text in ("first", "second"):
            listener.link.send(Say(id=listener.link.next_id(), text=text))
        await listener.find(Connected)


async def test_leaving_says_goodbye() -> None:
    """The server hears Bye, the consumer's loop ends, and later messages go nowhere."""
    heard = asyncio.Event()

    async def script(visit: Visit) -> None:
        await visit.welcomed()
        await visit.next(Bye)
        heard.set()

    async with serving(script) as port, linked(port) as listener:
        await listener.find(Connected)
        await listener.link.close()
        await asyncio.wait_for(heard.wait(), PATIENCE)
        assert await listener.ended()
        listener.link.send(StartParty(id=1))
        assert await listener.ended()


async def test_a_link_closed_before_it_began_tells_nothing() -> None:
    """Close, then listen: over at once."""
    link = Link("127.0.0.1", 1, name="Ana")
    await link.close()
    assert await Listener(link).ended()


async def test_a_stalled_server_does_not_delay_leaving() -> None:
    """Nobody reads, much is unsent, and close is back within the time for a farewell."""
    hold = asyncio.Event()

    async def script(visit: Visit) -> None:
        await visit.welcomed()
        await hold.wait()

    async with serving(script) as port, linked(port) as listener:
        await listener.find(Connected)
        await asyncio.wait_for(listener.link.close(), 1.0)
        hold.set()


async def test_too_much_at_once_is_refused_not_queued_for_ever() -> None:
    """A server that answers nothing gets a bounded number of requests; the rest hear why."""

    async def script(visit: Visit) -> None:
        await visit.welcomed()
        await visit.until_left()

    async with serving(script) as port, linked(port) as listener:
        await listener.find(Connected)
        for number in range(1, 101):
            listener.link.send(Say(id=number, text="x"))
        refused = await listener.find(Refused)
        assert (refused.code, refused.id) == ("link_busy", 65)


async def test_what_has_no_form_on_the_wire_comes_back() -> None:
    """Half surrogates and endless texts are refused here, and the link goes on."""
    async with serving(stays) as port, linked(port) as listener:
        await listener.find(Connected)
        listener.link.send(Say(id=1, text="\udcff"))
        listener.link.send(Say(id=2, text="x" * 5000))
        first, second = await listener.next(), await listener.next()
        assert isinstance(first, Refused)
        assert isinstance(second, Refused)
        assert [(first.id, first.code), (second.id, second.code)] == [(1, "unsendable"), (2, "message_too_long")]


async def test_half_frames_are_put_together() -> None:
    """A message may arrive byte by byte."""

    async def script(visit: Visit) -> None:
        await visit.welcomed()
        for byte in encode(Said(name="Bo", text="slowly")):
            visit.raw(bytes([byte]))
            await asyncio.sleep(0)
        await visit.until_left()

    async with serving(script) as port, linked(port) as listener:
        assert await listener.find(Said) == Said(name="Bo", text="slowly")


async def test_a_consumer_may_pause() -> None:
    """More events than the link holds: it stops reading, and nothing is lost."""
    texts = [str(number) for number in range(3 * UNTOLD)]

    async def script(visit: Visit) -> None:
        await visit.welcomed()
        visit.say(*(Said(name="Bo", text=text) for text in texts))
        await visit.until_left()

    async with serving(script) as port, linked(port) as listener:
        await listener.find(Connected)
        for text in texts:
            assert await listener.next() == Said(name="Bo", text=text)


async def test_another_consumer_goes_on_where_the_first_stopped() -> None:
    """A loop that is left does not end the link."""
    async with serving(stays) as port, linked(port) as listener:
        async for event in listener.link.events():
            assert isinstance(event, Connected)
            break
        listener.link.send(Say(id=1, text="\udcff"))
        assert isinstance(await listener.next(), Refused)


# ---- drops and returns --------------------------------------------------------------------------------


async def test_a_drop_is_told_and_mended_with_the_token() -> None:
    """The second hello carries the token, the table and the number last shown."""

    async def first(visit: Visit) -> None:
        await visit.welcomed(token="k3y", table="K7QX")
        visit.say(Update(table="K7QX", party=2, seq=41, view={}))

    async def second(visit: Visit) -> None:
        hello = await visit.welcomed(token="k3y", table="K7QX")
        assert (hello.token, hello.table, hello.seen) == ("k3y", "K7QX", 41)
        await visit.until_left()

    async with serving(first, second) as port, linked(port) as listener:
        await listener.find(Update)
        assert await listener.next() == Disconnected("connection_lost", retry_in=0.001)
        assert isinstance(await listener.next(), Connected)


async def test_a_ticket_says_who_comes_until_the_server_has_given_a_token() -> None:
    """A greeting that was refused did not use it; under another name it counts too, and afterwards the token does."""

    async def refusing(visit: Visit) -> None:
        assert (await visit.next(Hello)).ticket == "t1"
        visit.say(Closing(code="name_taken"))

    async def first(visit: Visit) -> None:
        hello = await visit.welcomed(token="k3y")
        assert (hello.name, hello.token, hello.ticket) == ("Bo", "", "t1")

    async def second(visit: Visit) -> None:
        hello = await visit.welcomed(token="k3y")
        assert (hello.token, hello.ticket) == ("k3y", "")
        await visit.until_left()

    async with serving(refusing, first, second) as port, linked(port, ticket="t1") as listener:
        assert await listener.find(Disconnected) == Disconnected("name_taken")
        listener.link.retry(name="Bo")
        await listener.find(Connected)
        await listener.find(Connected)


async def test_a_move_without_an_answer_goes_again_and_nothing_else_does() -> None:
    """The move under its old id; other requests are given up, for they may have been carried out."""
    move = MakeMove(id=7, table="K7QX", seq=41, move=MOVE)

    async def first(visit: Visit) -> None:
        await visit.welcomed()
        assert (await visit.next(Say)).id == 6
        assert await visit.next(MakeMove) == move
        visit.cut()

    async def second(visit: Visit) -> None:
        await visit.welcomed()
        assert await visit.next(MakeMove) == move
        visit.say(Done(7, again=True))
        await visit.until_left()

    async with serving(first, second) as port, linked(port) as listener:
        await listener.find(Connected)
        listener.link.send(Say(id=6, text="hi"))
        listener.link.send(move)
        await listener.find(Disconnected)
        assert await listener.next() == Refused(id=6, code="answer_lost")
        assert isinstance(await listener.next(), Connected)
        assert await listener.next() == Done(7, again=True)


async def test_an_answered_move_does_not_go_again() -> None:
    """Done or Refused, it is settled."""

    async def first(visit: Visit) -> None:
        await visit.welcomed()
        visit.say(Done((await visit.next(MakeMove)).id), Refused(id=(await visit.next(MakeMove)).id, code="stale"))

    async def second(visit: Visit) -> None:
        await visit.welcomed()
        assert await visit.next(Request) == StartParty(id=3)  # type: ignore[type-var]
        visit.say(Said(code="seen"))
        await visit.until_left()

    async with serving(first, second) as port, linked(port) as listener:
        await listener.find(Connected)
        for number in (1, 2):
            listener.link.send(MakeMove(id=number, table="K7QX", seq=number, move=MOVE))
        await listener.find(Disconnected)
        listener.link.send(StartParty(id=3))
        assert await listener.find(Said) == Said(code="seen")


async def test_the_waits_double_up_to_the_longest() -> None:
    """Drop after drop the waits grow, chance takes at most half, and `retry` starts anew."""
    async with serving(breaks) as port, linked(port) as listener:
        waits = [(await listener.find(Disconnected)).retry_in for _ in range(5)]
        assert waits == [0.001, 0.002, 0.004, 0.004, 0.004]
        listener.link.retry()
        assert (await listener.find(Disconnected)).retry_in == 0.001


async def test_a_connection_that_has_settled_starts_the_waits_anew() -> None:
    """A good connection pays off the debts of the bad ones."""
    timing = Timing(connect=2.0, first_retry=0.001, last_retry=1.0, settled=0.0)
    async with serving(breaks) as port, linked(port, timing=timing) as listener:
        assert [(await listener.find(Disconnected)).retry_in for _ in range(3)] == [0.001] * 3


async def test_nobody_there_is_tried_again() -> None:
    """The server may not have started yet."""
    async with linked(free_port()) as listener:
        assert await listener.next() == Disconnected("refused_connection", retry_in=0.001)
        assert await listener.next() == Disconnected("refused_connection", retry_in=0.002)


async def test_retry_does_not_wait_out_the_pause() -> None:
    """A person who is impatient need not wait."""
    patient = Timing(first_retry=3600.0, last_retry=3600.0)
    async with serving(breaks, stays) as port, linked(port, timing=patient) as listener:
        await listener.find(Disconnected)
        listener.link.retry()
        assert isinstance(await listener.next(), Connected)


async def test_a_server_that_stops_says_whether_to_come_back() -> None:
    """Closing with `again` is a drop with a reason."""

    async def stops(visit: Visit) -> None:
        await visit.welcomed()
        visit.say(Closing(code="stopping", params={"seconds": 3}, again=True))
        await visit.until_left()

    async with serving(stops, stays) as port, linked(port) as listener:
        assert await listener.find(Disconnected) == Disconnected("stopping", {"seconds": 3}, retry_in=0.001)
        assert isinstance(await listener.next(), Connected)


async def test_too_many_messages_wait_for_a_connection() -> None:
    """A bounded number is kept; the next ones are refused at once."""
    async with linked(free_port()) as listener:
        for number in range(1, 40):
            listener.link.send(Say(id=number, text="x"))
        assert await listener.find(Refused) == Refused(id=33, code="not_connected")


# ---- silence ------------------------------------------------------------------------------------------


async def test_silence_is_met_with_pings_and_their_answers_measure_the_way() -> None:
    """A server that only answers pings stays connected, and the delay is known."""
    pings = asyncio.Event()

    async def script(visit: Visit) -> None:
        await visit.welcomed()
        for _ in range(6):
            await visit.next(Ping)
        pings.set()
        await visit.until_left()

    async with serving(script) as port, linked(port, timing=QUICK) as listener:
        await listener.find(Connected)
        await asyncio.wait_for(pings.wait(), PATIENCE)
        assert listener.link.delay is not None
        assert 0 <= listener.link.delay < 1


async def test_a_silent_server_is_left() -> None:
    """Pings without an answer end the connection, and the link comes back."""

    async def stalls(visit: Visit) -> None:
        await visit.welcomed()
        await visit.until_left_without_a_word()

    timing = Timing(connect=2.0, quiet=0.1, silent=0.2, first_retry=0.001)
    async with serving(stalls, stays) as port, linked(port, timing=timing) as listener:
        assert (await listener.find(Disconnected)).code == "silent"
        assert isinstance(await listener.next(), Connected)


async def test_the_servers_pings_are_answered() -> None:
    """The server too may ask whether one is there."""

    async def script(visit: Visit) -> None:
        await visit.welcomed()
        visit.say(Ping(99))
        assert (await visit.next(Pong)).n == 99
        visit.say(Said(code="alive"))
        await visit.until_left()

    async with serving(script) as port, linked(port) as listener:
        assert await listener.find(Said) == Said(code="alive")


async def test_a_server_that_does_not_greet_is_given_up_in_time() -> None:
    """It accepts and says nothing: the time for connecting ends it."""

    async def mute(visit: Visit) -> None:
        await visit.until_left_without_a_word()

    timing = Timing(connect=0.1, first_retry=60.0, last_retry=60.0)
    async with serving(mute) as port, linked(port, timing=timing) as listener:
        assert await listener.next() == Disconnected("timeout", retry_in=60.0)


# ---- refusals and nonsense ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "last",
    [
        Closing(code="version", params={"ours": 2, "yours": 1}),
        Closing(code="bad_password"),
        Refused(code="name_taken", params={"name": "Ana"}),
    ],
    ids=lambda last: last.code,
)
async def test_a_refused_greeting_is_final(last: Closing | Refused) -> None:
    """No storm of retries: the link waits for the person, and what was kept is given back."""
    visits = 0

    async def refuses(visit: Visit) -> None:
        nonlocal visits
        visits += 1
        await visit.next(Hello)
        visit.say(last)
        await visit.until_left()

    async with serving(refuses) as port, linked(port) as listener:
        listener.link.send(StartParty(id=1))
        assert await listener.next() == Disconnected(last.code, last.params, None)
        assert await listener.next() == Refused(id=1, code="not_connected")
        listener.link.send(StartParty(id=2))
        assert await listener.next() == Refused(id=2, code="not_connected")
        listener.link.retry()
        listener.link.send(StartParty(id=3))
        assert await listener.next() == Disconnected(last.code, last.params, None)
        assert visits == 2


async def test_another_name_may_be_better() -> None:
    """After `name_taken` the next hello says the new name."""

    async def refuses(visit: Visit) -> None:
        await visit.next(Hello)
        visit.say(Closing(code="name_taken", params={"name": "Ana"}))

    async def accepts(visit: Visit) -> None:
        hello = await visit.welcomed()
        assert (hello.name, hello.password) == ("Bo", "s3cret")
        await visit.until_left()

    async with serving(refuses, accepts) as port, linked(port) as listener:
        assert (await listener.find(Disconnected)).retry_in is None
        listener.link.retry(name="Bo", password="s3cret")
        assert (await listener.find(Connected)).welcome.name == "Bo"


@pytest.mark.parametrize(
    "noise",
    [
        b"HTTP/1.1 400 Bad Request\r\n\r\n",
        b"SSH-2.0-OpenSSH_9.2\r\n",
        frame(b"\xc1"),
        frame(pack({"t": "hallo"})),
        encode(Done(1)),
    ],
    ids=["http", "ssh", "no msgpack", "another message", "no welcome"],
)
async def test_another_kind_of_server_is_final(noise: bytes) -> None:
    """What does not greet is not asked again."""

    async def other(visit: Visit) -> None:
        visit.raw(noise)
        await visit.until_left_without_a_word()

    async with serving(other) as port, linked(port) as listener:
        lost = await listener.find(Disconnected)
        assert (lost.code, lost.retry_in) == ("not_tuicards", None)


async def test_a_server_of_another_version_is_final() -> None:
    """A newer server that greets all the same is told apart by its welcome."""

    async def newer(visit: Visit) -> None:
        visit.raw(frame(pack({"t": "welcome", "protocol": 2, "motd": "new"})))
        await visit.until_left_without_a_word()

    async with serving(newer) as port, linked(port) as listener:
        assert await listener.find(Disconnected) == Disconnected("version", {"ours": 2, "yours": PROTOCOL}, None)


async def test_nonsense_after_the_greeting_is_told_and_survived() -> None:
    """A message of an unknown kind, or with wrong fields, is a notice; broken framing is a drop."""

    async def babbles(visit: Visit) -> None:
        await visit.welcomed()
        visit.raw(frame(pack({"t": "teleport"})) + frame(pack({"t": "update", "seq": "x"})) + b"\xff" * 4)
        await visit.until_left_without_a_word()

    async with serving(babbles, stays) as port, linked(port) as listener:
        await listener.find(Connected)
        faults = [(await listener.find(Refused)).params["fault"] for _ in range(2)]
        assert faults == ["unknown_message", "bad_field"]
        lost = await listener.find(Disconnected)
        assert (lost.code, lost.retry_in) == ("frame_too_long", 0.001)
        await listener.find(Connected)


async def test_a_name_that_cannot_be_sent_is_final() -> None:
    """It is not tried again and again."""

    async def hears_nothing(visit: Visit) -> None:
        await visit.until_left_without_a_word()

    async with serving(hears_nothing) as port:
        link = Link("127.0.0.1", port, name="\udcff\udcfe", timing=CALM)
        lost = await Listener(link).find(Disconnected)
        assert (lost.code, lost.retry_in) == ("unsendable", None)
        await link.close()


@pytest.mark.parametrize("host", ["no-such-host.invalid", "a" * 64, "..", "\udcff", "a\0b", ""])
async def test_a_host_that_is_none(host: str) -> None:
    """Whatever is in the name: a code, never an exception."""
    async with linked(1, host=host) as listener:
        assert (await listener.find(Disconnected)).code in ("no_such_host", "refused_connection")


async def test_a_port_that_is_none() -> None:
    """A number that is no port is a code too, and final."""
    async with linked(99999) as listener:
        assert await listener.find(Disconnected) == Disconnected("bad_port", {"port": "99999"}, None)


async def test_localhost_finds_a_server_on_either_address() -> None:
    """The first address may refuse; the next one is tried."""
    async with serving(stays) as port, linked(port, host="localhost") as listener:
        assert isinstance(await listener.next(), Connected)


async def test_ids_of_two_runs_differ() -> None:
    """A program that resumes does not use the ids of the one before it."""
    first, second = Link("h", 1, name="Ana"), Link("h", 1, name="Ana")
    assert first.next_id() + 1 == first.next_id()
    assert first.next_id() != second.next_id()
