"""`tuicards bot`: a bot that is a client like any other."""

import asyncio
import contextlib
import signal
import sys
from collections.abc import AsyncIterator, Callable

import pytest

from server.orders import CloseTable
from tests.client.cable import cable
from tests.server.peer import House, Peer, open_house
from tuicards.bot_command import Wish
from tuicards.bot_command_player import play_as
from tuicards.cli import main
from tuicards.client import Link
from tuicards.destination import Destination
from tuicards.errors import PeerError, Refused
from tuicards.wire.messages import Done, FreeSeat, Kick, Rematch, TableInfo, Update

PATIENCE = 20.0
SHORT = {"rage": {"round_plan": "2,1"}, "goat": {"limit": "6"}}


def wish(**fields: object) -> Wish:
    """A bot of level normal that answers at once, under the names that are free."""
    usual = {
        "where": "", "table": "", "seat": None, "level": "normal", "names": ("normal bot", "normal bot 2"),
        "named": False, "budget": None, "delay": 0.0, "parties": None, "verbose": False,
    }  # fmt: skip
    return Wish(**{**usual, **fields})  # type: ignore[arg-type]


@contextlib.asynccontextmanager
async def bot(port: int, table: str, **fields: object) -> AsyncIterator["asyncio.Task[None]"]:
    """A bot on its way to a table; it is gone at the end."""
    place = Destination("", table)
    links: Callable[[str], Link] = lambda name: Link("127.0.0.1", port, name=name)  # noqa: E731
    task = asyncio.create_task(play_as(links, wish(**fields), place))
    try:
        async with asyncio.timeout(PATIENCE):
            yield task
    finally:
        task.cancel()
        await asyncio.wait({task})


async def seated(owner: Peer, seat: int = 1) -> None:
    await owner.until(TableInfo, lambda table: bool(table.seats[seat].name))


async def play(owner: Peer, once: Callable[[], None] | None = None) -> Update:
    """The owner's party to its end; `once` happens when the second seat is to move for the first time."""
    update = await owner.picture()
    while not update.view["outcome"]:
        if 0 in update.view["to_act"]:
            owner.play(update.view["legal"][0])
            await owner.until(Done)
        elif once is not None and 1 in update.view["to_act"]:
            once = once()
        update = await owner.until(Update)
    return update


async def host(house: House, game: str, bots: int) -> tuple[Peer, str]:
    owner = await house.enter("Ana")
    return owner, await owner.create(game, seats=4, bots=bots, options=SHORT[game])


async def test_bots_play_as_many_parties_as_were_asked_for_and_go() -> None:
    """Two of them, whose names tell them apart, ask for a rematch as people do."""
    async with open_house() as house:
        owner, code = await host(house, "rage", 1)
        port = house.service.port
        async with bot(port, code, parties=2) as one:
            await seated(owner)
            async with bot(port, code, parties=2) as two:
                await seated(owner, 2)
                assert owner.table is not None
                assert [seat.name for seat in owner.table.seats[1:3]] == ["normal bot", "normal bot 2"]
                await owner.start()
                await play(owner)
                owner.update = None
                assert isinstance(await owner.ask(Rematch), Done)
                await owner.until(TableInfo, lambda table: table.party == 2)
                await owner.until(Update)
                await play(owner)
                await asyncio.gather(one, two)


async def test_a_bot_comes_back_after_its_connection_broke() -> None:
    """By its token, to its own seat, and makes the move that the table waits for."""
    async with open_house() as house, cable(house.service.port) as line:
        owner, code = await host(house, "rage", 2)
        async with bot(line.port, code, parties=1) as playing:
            await seated(owner)
            await owner.start()
            await play(owner, line.pull)
            await playing
        codes = [getattr(message, "code", "") for message in owner.heard]
        assert (line.used, "stand_in" in codes, "time_up" in codes) == (2, False, False)


async def test_a_bot_takes_the_seat_that_was_asked_for() -> None:
    """Counted from the first one."""
    async with open_house() as house:
        owner, code = await host(house, "goat", 0)
        async with bot(house.service.port, code.lower(), seat=3):
            await seated(owner, 3)


@pytest.mark.parametrize(
    ("away", "code"),
    [({"kind": FreeSeat, "seat": 1}, "left.removed"), ({"kind": Kick, "name": "normal bot"}, "left.removed")],
)
async def test_a_bot_that_is_sent_away_says_so(away: dict[str, object], code: str) -> None:
    """It does not come back by itself."""
    async with open_house() as house:
        owner, table = await host(house, "rage", 0)
        async with bot(house.service.port, table) as playing:
            await seated(owner)
            assert isinstance(await owner.ask(**away), Done)  # type: ignore[arg-type]
            with pytest.raises(Refused) as refused:
                await playing
    assert (refused.value.code, refused.value.params) == (code, {"table": table})


async def test_where_there_is_no_such_table_the_bot_says_so() -> None:
    """And a server that wants a password says that."""
    async with open_house(password="xyzzy") as house, bot(house.service.port, "BCDF") as playing:
        with pytest.raises(PeerError, match="password_needed"):
            await playing
    async with open_house() as house, bot(house.service.port, "BCDF") as playing:
        with pytest.raises(Refused, match="no_such_table"):
            await playing


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["localhost"], "add --table CODE"),
        (["host:"], "a port is missing"),
        (["a,b,", "--table", "BCDF"], "an address is missing before or after a comma"),
        (["localhost", "--table", "BCDF", "--level", "god"], "There are: easy, normal"),
        (["localhost", "--table", "BCDF", "--seat", "0"], "counted from 1"),
        (["localhost", "--table", "BCDF", "--budget", "0"], "above 0 and at most 60"),
        (["localhost", "--table", "BCDF", "--budget", "soon"], "above 0 and at most 60"),
        (["localhost", "--table", "BCDF", "--parties", "0"], "1 or more"),
        (["localhost", "--table", "BCDF", "--delay", "-1"], "seconds from 0 to 60"),
        (["localhost", "--table", "BCDF", "--name", "Bot 2"], "would be taken for something else"),
        (["localhost", "--table", "BCDF", "--name", "n" * 21], "too long"),
    ],
)
def test_what_is_wrong_is_said_with_what_is_right(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """In one line, exit code 2, and nothing has begun."""
    code = main(["bot", *arguments])
    shown = capsys.readouterr()
    (line,) = shown.err.splitlines()

    assert (code, shown.out) == (2, "")
    assert says in line


async def test_the_command_plays_and_goes_when_it_is_told_to() -> None:
    """As a process, which tells on its error output what it does; SIGTERM frees the seat."""
    async with open_house() as house, asyncio.timeout(PATIENCE):
        owner, table = await host(house, "rage", 2)
        command = ["bot", f"127.0.0.1:{house.service.port}", "--table", table, "--delay", "0", "--verbose"]
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tuicards", *command, stderr=asyncio.subprocess.PIPE
        )
        await seated(owner)
        await owner.start()
        await play(owner)
        process.send_signal(signal.SIGTERM)
        _, told = await process.communicate()
        assert process.returncode == 0
        assert b"at table " + table.encode() in told
        assert b"party 1 is over" in told


async def test_where_nobody_answers_the_bot_does_not_try_again() -> None:
    """A first connection that fails is told at once."""
    async with open_house() as house:
        port = house.service.port
    async with bot(port, "BCDF") as playing:
        with pytest.raises(PeerError, match="refused_connection"):
            await playing


async def test_a_bot_goes_with_its_table() -> None:
    """A table that the operator closes is no fault of anybody."""
    async with open_house() as house:
        owner, table = await host(house, "goat", 0)
        async with bot(house.service.port, table) as playing:
            await seated(owner)
            await house.service.operator().do(CloseTable(table))
            await playing
