"""A server that runs dry: nothing new begins, what runs is played to its end, and everybody knows."""

import asyncio
from pathlib import Path

import pytest

from server.drain import LOOK_BACK, Drain
from server.operator_command import operator_main
from server.orders import Drain as RunDry
from tests.server.peer import Peer, open_house
from tests.server.talk import Talk, refusal
from tests.server.test_cli import server
from tests.server.test_operator import at_the_desk
from tests.server.test_operator import refusal as refused
from tuicards.errors import Refused
from tuicards.wire.messages import CreateTable, Done, Rematch, Said, StartParty, WatchTable
from tuicards.wire.messages import Refused as Refusal

# ---- what is said, and when


def told(drain: Drain, now: float, until: float) -> list[tuple[float, str, dict[str, int]]]:
    """What everybody hears while the seconds go by: after how many, and what."""
    heard = []
    begun = now
    while now < until:
        now += 1
        news = drain.news(now, running=1)
        if news is not None:
            heard.append((now - begun, news.code, news.params))
    return heard


def test_the_end_is_counted_down() -> None:
    """Every five minutes, and at two, one and a half; nothing is said twice."""
    drain = Drain()
    said = drain.begin(1000, 12)
    assert (said.code, said.params) == ("drain_begun", {"minutes": 12})
    assert told(drain, 1000, 1720) == [
        (120, "drain_left", {"minutes": 10}),
        (420, "drain_left", {"minutes": 5}),
        (600, "drain_left", {"minutes": 2}),
        (660, "drain_left", {"minutes": 1}),
        (690, "drain_soon", {"seconds": 30}),
    ]


def test_after_a_gap_only_the_last_notice_is_given() -> None:
    """A server that was asleep does not catch up on them."""
    drain = Drain()
    drain.begin(0, 60)
    news = drain.news(60 * 58.5, running=1)
    assert news is not None
    assert news.params == {"minutes": 2}
    assert drain.news(60 * 58.6, running=1) is None


def test_without_a_time_nothing_is_counted_down() -> None:
    """It ends with the last party."""
    drain = Drain()
    assert drain.begin(0, None).params == {}
    assert told(drain, 0, 4000) == []
    assert drain.left(4000) is None
    assert not drain.over(4000, running=1, people=1)


def test_people_hear_that_no_game_runs_any_more() -> None:
    """Once, before the server goes; and again where a game that somebody came back to has ended after all."""
    drain = Drain()
    drain.begin(0, 60)
    said = []
    for now, running in enumerate([1, 0, 0, 1, 0]):
        news = drain.news(now, running)
        said.append(news and news.code)
        drain.over(now, running, people=2)
    assert said == [None, "drain_empty", None, None, "drain_empty"]


def test_it_is_over_when_no_party_runs_or_time_is_up() -> None:
    """People have some seconds to look at how their party ended; where nobody is, there is nothing to wait for."""
    drain = Drain()
    assert not drain.over(0, running=0, people=0)
    drain.begin(0, 1)
    assert not drain.over(1, running=1, people=2)
    assert not drain.over(2, running=0, people=2)
    assert not drain.over(3, running=1, people=2)
    assert not drain.over(4, running=0, people=2)
    assert drain.over(4 + LOOK_BACK, running=0, people=2)
    assert drain.over(5, running=0, people=0)
    assert drain.over(60, running=1, people=2)


def test_it_is_begun_anew_and_taken_back() -> None:
    """With another time; what is taken back ends nothing, and can be begun again."""
    drain = Drain()
    with pytest.raises(Refused, match="not_draining"):
        drain.cancel()
    drain.begin(0, 5)
    drain.begin(10, 20)
    assert drain.left(10) == 1200
    assert drain.cancel().code == "drain_cancelled"
    assert (drain.on, drain.left(20), drain.news(1190, 0), drain.over(2000, 0, 0)) == (False, None, None, False)
    for minutes in (0, -1, 1441):
        with pytest.raises(Refused, match="bad_number"):
            drain.begin(0, minutes)
        assert not drain.on


# ---- at a table


def test_no_party_begins_and_none_is_disturbed() -> None:
    """One that runs goes on; the next one is refused, also where somebody had asked for it before."""
    talk = Talk().join("Ann", "Bo").start()
    talk.house.drain.begin(0, None)
    play_out(talk)
    answer = talk.ask("Ann", Rematch(id=talk.next_id()))
    assert refusal(answer) == "draining"
    assert refusal(talk.ask("Ann", StartParty(id=talk.next_id()))) == "draining"

    talk.house.drain.cancel()
    assert isinstance(talk.ask("Ann", Rematch(id=talk.next_id())), Done)
    talk.house.drain.begin(0, None)
    talk.lose("Bo")
    talk.pass_time(talk.house.grace)
    assert talk.info.party == 1, "Bo's leaving does not begin the rematch that Ann asked for"
    talk.house.drain.cancel()
    talk.pass_time(1)
    assert talk.info.party == 2


def play_out(talk: Talk) -> None:
    """Whoever is asked plays the first card, to the end of the party."""
    while talk.info.state == "playing":
        party = talk.table.party
        assert party is not None
        seat = min(party.to_act)
        move = talk.table.game.legal(party.state, seat)[0]
        assert isinstance(talk.move(talk.info.seats[seat].name, move), Done)


# ---- a whole server


async def heard(peer: Peer, code: str) -> Said:
    return await peer.until(Said, lambda said: said.code == code)


@pytest.mark.together("each server runs dry for itself")
async def test_a_party_is_played_to_its_end_and_then_the_server_stops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who is there and who comes is told; no table is made; the state says it."""
    monkeypatch.setattr("server.drain.LOOK_BACK", 0)
    async with at_the_desk(tmp_path) as desk:
        ended = asyncio.Event()
        desk.house.service.when_drained = ended.set
        ann = await desk.house.enter("Ann")
        table = await ann.create(bots=1)
        await ann.start()
        answer = await desk.order(do="drain", minutes=10)
        assert answer["done"] == {"draining": True, "parties_running": 1}
        assert (await heard(ann, "drain_begun")).params == {"minutes": 10}

        bo = await desk.house.enter("Bo")
        assert [said.code for said in bo.heard if isinstance(said, Said)] == ["drain_left"]
        made = await bo.ask(CreateTable, game="little", seats=2)
        assert isinstance(made, Refusal)
        assert made.code == "draining"
        assert isinstance(await bo.ask(WatchTable, table=table), Done)
        status = (await desk.order(do="status"))["done"]["status"]
        assert (status["draining"], status["parties_running"]) == (True, 1)
        assert 0 < status["stops_in_seconds"] <= 600

        assert not ended.is_set()
        await ann.play_to_the_end()
        async with asyncio.timeout(30):
            await ended.wait()


@pytest.mark.together("each server runs dry for itself")
async def test_a_deserted_party_holds_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is in the record, and goes on after the restart."""
    monkeypatch.setattr("server.drain.LOOK_BACK", 0)
    async with open_house() as house:
        ended = asyncio.Event()
        house.service.when_drained = ended.set
        ann = await house.enter("Ann")
        await ann.create(bots=1)
        await ann.start()
        await house.service.operator().do(RunDry())
        await heard(ann, "drain_begun")
        ann.hang_up()
        async with asyncio.timeout(30):
            await ended.wait()


@pytest.mark.together("each server runs dry for itself")
async def test_it_is_taken_back_with_a_notice(tmp_path: Path) -> None:
    """And what nobody has begun cannot be."""
    async with at_the_desk(tmp_path) as desk:
        ann = await desk.house.enter("Ann")
        await desk.order(do="drain")
        await heard(ann, "drain_begun")
        assert (await desk.order(do="drain", cancel=True))["done"]["draining"] is False
        await heard(ann, "drain_cancelled")
        await ann.create()
        assert refused(await desk.order(do="drain", cancel=True)) == "not_draining"
        assert refused(await desk.order(do="drain", minutes=0)) == "bad_number"


@pytest.mark.thorough
async def test_a_process_that_has_run_dry_ends_well_and_by_a_signal_at_once(tmp_path: Path) -> None:
    """Exit code 0 both ways; by a signal the table waits in the record."""
    data = tmp_path / "data"
    flags = ("--data", str(data))
    async with server(tmp_path, *flags) as running:
        ann = await running.enter("Ann")
        await ann.create("rage", 3, bots=2)
        await ann.start()
        await ann.picture()
        assert await _ordered(data, "drain") == 0
        code, log = await running.end()
        assert code == 0
        assert "run dry" not in log
    async with server(tmp_path, *flags) as running:
        assert await _ordered(data, "drain") == 0
        async with asyncio.timeout(30):
            assert await running.process.wait() == 0
        again = await _log_of(running.process)
    await ann.close()
    assert "run dry" in again


async def _ordered(data: Path, *words: str) -> int:
    return await asyncio.to_thread(operator_main, ["--data", str(data), *words], {})


async def _log_of(process: asyncio.subprocess.Process) -> str:
    assert process.stderr is not None
    return (await process.stderr.read()).decode()
