"""One server at several addresses: how the link goes from one to the next, over real sockets."""

import asyncio
import contextlib
import json
import os
import sys
from asyncio.subprocess import PIPE
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from server.config import Settings
from server.service import running
from tests.client.cable import Cable, cable
from tests.client.server import PATIENCE, Visit, serving
from tests.client.test_link import MOVE, Listener, linked, stays
from tests.ports import free_port
from tuicards.client_state import ClientState, Connected, Disconnected, LinkEvent, Recorded, Trying
from tuicards.games.api import to_plain
from tuicards.identity import Identity
from tuicards.keeping import KeepingLink
from tuicards.lost import Cause, Lost, of_all
from tuicards.places import Place, in_order
from tuicards.recording import RecordingLink
from tuicards.text.commands import AnyRequest
from tuicards.timing import Timing
from tuicards.wire.messages import (
    AddBot,
    Closing,
    CreateTable,
    Done,
    Hello,
    MakeMove,
    StartParty,
    TableInfo,
    Update,
)

HERE = "127.0.0.1"
HASTY = Timing(connect=2.0, hasty=0.05, quiet=60.0, silent=60.0, first_retry=60.0, last_retry=60.0, farewell=0.2)


def place(port: int) -> Place:
    return Place(HERE, port)


def trying(port: int, number: int, count: int) -> Trying:
    return Trying(f"{HERE}:{port}", number, count)


# ---- on the way in --------------------------------------------------------------------------------------


async def test_who_does_not_answer_is_passed_over_at_once() -> None:
    """Each address that is tried is told, and no failure before one has answered."""
    nobody = free_port()
    async with serving(stays) as port, linked(nobody, others=[place(port)]) as listener:
        assert await listener.next() == trying(nobody, 1, 2)
        assert await listener.next() == trying(port, 2, 2)
        assert isinstance(await listener.next(), Connected)
        assert listener.link.address == f"{HERE}:{port}"


async def test_a_mute_server_holds_nobody_up_where_there_is_another() -> None:
    """It accepts and says nothing: the short time for one of several is over long before that for the only one."""

    async def mute(visit: Visit) -> None:
        await visit.until_left_without_a_word()

    timing = Timing(connect=PATIENCE, hasty=0.05)
    async with (
        serving(mute) as silent,
        serving(stays) as port,
        linked(silent, others=[place(port)], timing=timing) as listener,
    ):
        await listener.find(Connected)


async def test_where_nobody_answers_that_is_told_once_for_all() -> None:
    """With how many were asked; then they are tried anew, in the same order."""
    ports = [free_port(), free_port(), free_port()]
    async with linked(ports[0], others=[place(port) for port in ports[1:]]) as listener:
        for retry_in in (0.001, 0.002):
            for number, port in enumerate(ports, 1):
                assert await listener.next() == trying(port, number, 3)
            assert await listener.next() == Disconnected("none_answers", {"count": 3}, retry_in)


async def test_who_is_only_slow_has_more_time_when_nobody_was_quick() -> None:
    """On a slow line none would ever be in time; no failure is told before."""

    async def slow(visit: Visit) -> None:
        await visit.until_left_without_a_word()

    timing = Timing(connect=PATIENCE, hasty=0.05)
    nobody = free_port()
    async with serving(slow, stays) as port, linked(port, others=[place(nobody)], timing=timing) as listener:
        for tried, number in ((port, 1), (nobody, 2), (port, 1)):
            assert await listener.next() == trying(tried, number, 2)
        assert isinstance(await listener.next(), Connected)


async def test_a_refusal_of_the_person_holds_at_every_address() -> None:
    """A name that is taken is taken on all servers that are one: no other is asked."""

    async def refuses(visit: Visit) -> None:
        await visit.next(Hello)
        visit.say(Closing(code="name_taken", params={"name": "Ana"}))
        await visit.until_left()

    async def nobody_comes(visit: Visit) -> None:
        raise AssertionError("was asked, too")

    async with (
        serving(refuses) as port,
        serving(nobody_comes) as other,
        linked(port, others=[place(other)]) as listener,
    ):
        assert await listener.find(Disconnected) == Disconnected("name_taken", {"name": "Ana"}, None)


@pytest.mark.parametrize(
    "last",
    [
        Closing(code="server_full"),
        Closing(code="server_stopping", again=True),
        Closing(code="version", params={"ours": 2, "yours": 1}),
        Closing(code="tls_needed"),
    ],
    ids=lambda last: last.code,
)
async def test_a_server_that_cannot_take_anybody_is_passed_over(last: Closing) -> None:
    """Another may have room, or the right version."""

    async def refuses(visit: Visit) -> None:
        await visit.next(Hello)
        visit.say(last)
        await visit.until_left()

    async with serving(refuses) as port, serving(stays) as other, linked(port, others=[place(other)]) as listener:
        assert await listener.next() == trying(port, 1, 2)
        assert await listener.next() == trying(other, 2, 2)
        assert isinstance(await listener.next(), Connected)


async def test_what_one_server_says_counts_more_than_that_others_are_silent() -> None:
    """`server_full` tells more than that nobody answers; and it is worth another try."""

    async def full(visit: Visit) -> None:
        await visit.next(Hello)
        visit.say(Closing(code="server_full"))
        await visit.until_left()

    async with serving(full) as port, linked(free_port(), others=[place(port)], timing=HASTY) as listener:
        assert await listener.find(Disconnected) == Disconnected("server_full", {}, 60.0)


def test_where_no_address_is_any_good_it_is_given_up() -> None:
    """Wrong versions everywhere do not change by waiting."""
    old = Lost("version", {"ours": 2}, again=False, cause=Cause.PLACE)
    other = Lost("not_tuicards", again=False, cause=Cause.PLACE)

    told = of_all([old, other])
    assert (told.code, told.params, told.again) == ("version", {"ours": 2}, False)


# ---- when a connection ends -----------------------------------------------------------------------------


async def test_a_connection_that_ends_goes_on_at_the_next_address() -> None:
    """With the same token, table and number, and with the move that has no answer yet, under its old id."""
    move = MakeMove(id=7, table="K7QX", seq=41, move=MOVE)

    async def breaks(visit: Visit) -> None:
        await visit.welcomed(token="k3y", table="K7QX")
        visit.say(Update(table="K7QX", party=2, seq=41, view={}))
        assert await visit.next(MakeMove) == move

    async def goes_on(visit: Visit) -> None:
        hello = await visit.welcomed(token="k3y", table="K7QX")
        assert (hello.token, hello.table, hello.seen) == ("k3y", "K7QX", 41)
        assert await visit.next(MakeMove) == move
        visit.say(Done(7))
        await visit.until_left()

    async with serving(breaks) as port, serving(goes_on) as other, linked(port, others=[place(other)]) as listener:
        await listener.find(Update)
        listener.link.send(move)
        assert await listener.next() == Disconnected("connection_lost", retry_in=0.001)
        assert await listener.next() == trying(other, 1, 2)
        assert isinstance(await listener.next(), Connected)
        assert await listener.next() == Done(7)


async def test_a_silent_server_is_left_sooner_where_there_is_another() -> None:
    """A machine that is gone says nothing; the seat is waited for elsewhere."""

    async def falls_silent(visit: Visit) -> None:
        await visit.welcomed()
        await visit.until_left_without_a_word()

    timing = Timing(connect=2.0, quiet=0.02, silent=PATIENCE, wary=0.06, first_retry=0.001, last_retry=0.004)
    async with (
        serving(falls_silent) as port,
        serving(stays) as other,
        linked(port, others=[place(other)], timing=timing) as listener,
    ):
        assert (await listener.find(Disconnected)).code == "silent"
        assert await listener.next() == trying(other, 1, 2)
        await listener.find(Connected)


def test_a_silent_server_has_time_to_answer_a_ping() -> None:
    """Wherever the link is wary, half of its patience is left when it asks."""
    timing = Timing()
    assert timing.before_ping(1) == timing.quiet
    assert 2 * timing.before_ping(3) <= timing.of_silence(3) < timing.of_silence(1)


# ---- which one comes first ------------------------------------------------------------------------------


def test_the_first_address_is_any_and_later_the_one_used_last() -> None:
    """So people spread over the servers, and find theirs again; behind it the others come as chance has it."""
    places = [Place(host, 7110) for host in ("a", "b", "c")]
    orders = [tuple(place.host for place in in_order(places, "")) for _ in range(300)]
    later = [tuple(place.host for place in in_order(places, "b")) for _ in range(100)]

    assert len(Counter(orders)) == 6
    assert set(later) == {("b", "a", "c"), ("b", "c", "a")}


@contextlib.asynccontextmanager
async def kept(identity: Identity, *ports: int) -> AsyncIterator[Listener]:
    """A link that remembers, to a server at these ports of this machine."""
    link = KeepingLink(identity, HERE, ports[0], name="Ana", others=[place(port) for port in ports[1:]])
    try:
        yield Listener(link)
    finally:
        await link.close(bye=False)


async def test_one_token_is_kept_for_all_addresses(tmp_path: Path) -> None:
    """It is found again in whatever order they stand, and where one of them is named alone."""
    path = tmp_path / "identity.json"
    async with (
        running(Settings(host=HERE, port=0)) as service,
        cable(service.port) as one,
        cable(service.port) as two,
    ):
        tokens = set()
        for ports in ((one.port, two.port), (two.port, one.port), (one.port,), (two.port,)):
            async with kept(Identity(path), *ports) as listener:
                tokens.add((await listener.find(Connected)).welcome.token)

    assert len(tokens) == 1


async def test_it_begins_where_the_server_was_the_last_time(tmp_path: Path) -> None:
    """Also when that is not the first one of the list."""
    identity = Identity(tmp_path / "identity.json")
    async with (
        running(Settings(host=HERE, port=0)) as service,
        cable(service.port) as one,
        cable(service.port) as two,
    ):
        async with kept(identity, one.port, two.port) as listener:
            used = (await listener.find(Trying)).address
            await listener.find(Connected)
        for _ in range(5):
            async with kept(identity, one.port, two.port) as listener:
                assert (await listener.find(Trying)).address == used
                await listener.find(Connected)


async def test_the_command_finds_a_server_at_whichever_address_it_answers(tmp_path: Path) -> None:
    """Nobody is at one of two: what is said names the other, and the token is kept for both."""
    nobody = f"{HERE}:{free_port()}"
    async with running(Settings(host=HERE, port=0)) as service:
        there = f"{HERE}:{service.port}"
        client = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tuicards", "join", f"{nobody},{there}", "--text", "--name", "Ana",
            env={**os.environ, "XDG_STATE_HOME": str(tmp_path)}, stdin=PIPE, stdout=PIPE,
        )  # fmt: skip
        told, _ = await client.communicate(b"quit\n")

    assert client.returncode == 0
    assert f"at {there} as Ana" in told.decode()
    (key,) = json.loads((tmp_path / "tuicards" / "identity.json").read_text())["keys"]
    assert (key["address"], key["others"]) == (there, [nobody])


# ---- a party that goes on -------------------------------------------------------------------------------


class Player:
    """A person who makes a table for two with a bot, and plays the first legal move whenever it is their turn.

    `cables` lead to one server; the one in use is cut for good at the third turn.
    """

    def __init__(self, *cables: Cable) -> None:
        first, *others = cables
        self._cables = cables
        self.link = RecordingLink(
            Identity(None), HERE, first.port, name="Ana", others=[place(line.port) for line in others], folder=None
        )
        self.state = ClientState()
        self.heard: list[LinkEvent] = []
        self.turns: list[int] = []
        """The numbers of the pictures that were answered."""
        self.cut: Cable | None = None

    async def plays(self) -> Recorded:
        """To the end of the party."""
        async for event in self.link.events():
            self.heard.append(event)
            self.state = self.state.after(event)
            match event:
                case Connected() if not event.welcome.table:
                    self._ask(CreateTable(id=0, game="rage", seats=2, options={"round_plan": "2,2"}))
                case TableInfo(state="open", seats=(_, bot)):
                    self._ask(StartParty(id=0) if bot.name else AddBot(id=0, seat=1))
                case Update():
                    self._answer()
                case Recorded():
                    return event
        raise AssertionError("the link ended")

    def _answer(self) -> None:
        view, table = self.state.view, self.state.table
        if view is None or table is None or not view.my_turn or self.state.seq in self.turns:
            return
        self.turns.append(self.state.seq)
        if len(self.turns) == 3:
            self.cut = next(line for line in self._cables if line.used)
            self.cut.cut()
        self._ask(MakeMove(id=0, table=table.table, seq=self.state.seq, move=to_plain(view.legal[0])))

    def _ask(self, request: AnyRequest) -> None:
        self.link.send(msgspec.structs.replace(request, id=self.link.next_id()))


async def test_a_party_goes_on_by_another_address() -> None:
    """The way in use is cut in the middle of it: same seat, same cards, nothing lost, no bot stands in."""
    async with (
        running(Settings(host=HERE, port=0, bot_delay=0.0)) as service,
        cable(service.port) as one,
        cable(service.port) as two,
        asyncio.timeout(PATIENCE),
    ):
        player = Player(one, two)
        record = await player.plays()
        await player.link.close()

    assert player.cut is not None
    assert (one.used, two.used) == (1, 1)
    assert [type(event) for event in player.heard].count(Connected) == 2
    assert record.record is not None
    assert record.verdict is not None
    assert record.verdict.right
    assert "stand_in" not in {getattr(event, "code", "") for event in player.heard}
    assert player.state.table is not None
    assert player.state.table.you == 0
