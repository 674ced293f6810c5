"""What one may ask for: presets, places that connections come from, rates, idle people and idle tables."""

import asyncio
from dataclasses import replace

import pytest

from server.addresses import local_addresses
from server.cli import main
from server.limits import LAN, PUBLIC, Limits, Rate, chosen
from server.origins import REMEMBERED, Origin, Origins, place_of
from tests.server.hand import Hand
from tests.server.little import Bid
from tests.server.peer import House, open_house
from tests.server.talk import Talk, refusal
from tuicards.errors import Refused as RefusedError
from tuicards.wire.messages import (
    PROTOCOL,
    Closing,
    CreateTable,
    Done,
    Hello,
    JoinTable,
    LeaveTable,
    LeftTable,
    Lobby,
    Ping,
    Refused,
    Say,
    WatchTable,
    Welcome,
)

QUICK = Rate(1000.0, 1000)


def code(answer: Done | Refused) -> str:
    return answer.code if isinstance(answer, Refused) else ""


# ---- presets


def test_strangers_are_let_do_no_more_than_friends() -> None:
    """Each limit of `public` is at most that of `lan`; only there are idle people sent away."""
    for name in Limits.__dataclass_fields__:
        friends, strangers = getattr(LAN, name), getattr(PUBLIC, name)
        if isinstance(friends, Rate):
            friends, strangers = (friends.a_second, friends.burst), (strangers.a_second, strangers.burst)
        assert name == "idle_person" or strangers <= friends, name
    assert (LAN.idle_person, PUBLIC.idle_person > 0) == (0, True)


def test_an_operators_choice_takes_the_place_of_the_presets() -> None:
    """Also a choice of 0, which means never."""
    assert chosen("public", max_tables=7, idle_table=0.0, max_connections=None) == replace(
        PUBLIC, max_tables=7, idle_table=0.0
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ("--max-connections", "1" + "0" * 30),
        ("--max-connections", "0"),
        ("--max-per-address", "-1"),
        ("--max-tables", "many"),
        ("--idle-table", "1.5"),
        ("--limits", "wan"),
    ],
)
def test_a_limit_that_makes_no_sense_is_refused_in_one_line(
    arguments: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    """It names the flag and what was given."""
    with pytest.raises(SystemExit, match="2"):
        main(arguments, {})

    (line,) = capsys.readouterr().err.splitlines()
    assert arguments[0] in line
    assert arguments[1][:40] in line


# ---- places


@pytest.mark.parametrize(
    ("host", "place"),
    [
        ("127.0.0.1", ""),
        ("127.8.8.8", ""),
        ("::1", ""),
        ("::ffff:127.0.0.1", ""),
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::1"),
    ],
)
def test_a_place_is_an_address_or_what_one_customer_has(host: str, place: str) -> None:
    """All of a LAN share the link-local prefix, so there each address counts."""
    assert place_of(host) == place


def arrivals(origins: Origins, host: str, number: int) -> list[Origin]:
    return [origins.arrive(host) for _ in range(number)]


def test_one_place_has_so_many_connections_and_gets_room_again() -> None:
    """Others do not feel it, and this machine's own guests are not counted."""
    origins = Origins(Limits(max_per_address=2, address_connects=QUICK), Hand())
    (first, _) = arrivals(origins, "2001:db8::1", 2)
    with pytest.raises(RefusedError, match="too_many_here"):
        origins.arrive("2001:db8::2")

    arrivals(origins, "2001:db8:0:1::1", 2)
    arrivals(origins, "::1", 100)
    origins.leave(first)
    origins.arrive("2001:db8::3")


def test_connections_of_one_place_have_a_rate() -> None:
    """Hanging up and coming again is no way round it."""
    hand = Hand()
    origins = Origins(Limits(address_connects=Rate(1, 3)), hand)
    for origin in arrivals(origins, "192.0.2.7", 3):
        origins.leave(origin)
    with pytest.raises(RefusedError, match="too_fast"):
        origins.arrive("192.0.2.7")

    hand.now += 1
    origins.arrive("192.0.2.7")


def test_places_are_forgotten_but_not_those_that_are_at_their_limit() -> None:
    """However many there are, a place with connections keeps its count."""
    hand = Hand()
    origins = Origins(Limits(max_per_address=1), hand)
    origins.arrive("192.0.2.7")
    for number in range(3 * REMEMBERED):
        origins.leave(origins.arrive(f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}"))

    assert len(origins._known) <= REMEMBERED
    with pytest.raises(RefusedError, match="too_many_here"):
        origins.arrive("192.0.2.7")


@pytest.mark.together("each server has room for so many of one address")
async def test_too_many_from_one_address_are_told_so() -> None:
    """Before they have said a word; who is in plays on, and there is room when one has gone."""
    addresses = local_addresses()
    if not addresses:
        pytest.skip("this machine has no address but its own")
    async with open_house(host="", max_per_address=1) as house:
        ann = await house.connect(host=addresses[0])
        ann.send(Hello(protocol=PROTOCOL, client="test", name="Ann"))
        await ann.until(Lobby)
        last = await (await house.connect(host=addresses[0])).until_over()
        assert last == Closing(code="too_many_here", params={"limit": 1}, again=True)

        await ann.create()
        ann.hang_up()
        await until_let_in(house, addresses[0])


async def until_let_in(house: House, host: str) -> None:
    """Tries again as long as the server has no room."""
    heard = None
    while not isinstance(heard, Welcome):
        peer = await house.connect(host=host)
        peer.send(Hello(protocol=PROTOCOL, client="test"))
        heard = await peer.hear()


# ---- rates


async def test_tables_are_made_at_a_limited_rate() -> None:
    """What is over it is refused as too fast, and makes no table."""
    async with open_house(creates=Rate(0.001, 2)) as house:
        ann = await house.enter("Ann")
        answers = []
        for _ in range(3):
            answers.append(code(await ann.ask(CreateTable, game="little", seats=2)))
            await ann.ask(LeaveTable)

        assert answers == ["", "", "too_fast"]


async def test_who_joins_and_leaves_in_a_loop_is_slowed_and_the_party_starts_all_the_same() -> None:
    """Each join over the rate has a clear answer; the owner puts a bot on the seat and begins."""
    async with open_house(joins=Rate(0.001, 3)) as house:
        ann, eve = await house.enter("Ann"), await house.enter("Eve")
        table = await ann.create()
        answers = []
        for _ in range(6):
            answers.append(code(await eve.ask(JoinTable, table=table)))
            await eve.ask(LeaveTable)
        assert answers == ["", "", "", "too_fast", "too_fast", "too_fast"]

        await ann.bot(1)
        await ann.start()
        await ann.play_to_the_end()


async def test_rates_of_an_address_hold_whatever_name_one_takes() -> None:
    """Another name is no way round them, save on the machine itself."""
    hand = Hand()
    stranger, guest = (
        Origins(Limits(address_joins=Rate(0.001, 2), address_creates=Rate(0.001, 1)), hand).arrive(host)
        for host in ("192.0.2.7", "127.0.0.1")
    )

    assert [stranger.may_join() for _ in range(3)] == [True, True, False]
    assert [stranger.may_create() for _ in range(2)] == [True, False]
    assert all(guest.may_join() and guest.may_create() for _ in range(100))


# ---- idle people


async def test_who_wants_nothing_in_the_lobby_is_sent_away_and_who_has_a_table_is_not() -> None:
    """Answering pings is no wish."""
    async with open_house(ping_every=0.03, idle_person=0.2) as house:
        ann, bo = await house.enter("Ann"), await house.enter("Bo")
        await ann.create()

        ending = asyncio.create_task(bo.until_over())
        for _ in range(8):
            await ann.until(Ping)
        assert await ending == Closing(code="idle")
        assert isinstance(await ann.ask(Say, text="still here"), Done)


# ---- idle tables


def at_play() -> Talk:
    talk = Talk(idle=600.0).join("Ann", "Bo")
    talk.watch("Cai")
    return talk.start()


def test_a_table_whose_people_do_nothing_lets_them_go_and_closes() -> None:
    """Players and watchers are told why, and no bot goes on for nobody."""
    talk = Talk(idle=600.0).join("Ann").bot(1)
    talk.watch("Cai")
    assert talk.table.deadline() == talk.now + 600

    talk.pass_time(599.0)
    assert not talk.table.closed
    talk.pass_time(1.0)

    for name in ("Ann", "Cai"):
        assert LeftTable(table="KTCH", code="idle") in talk.heard[name]
    assert talk.table.closed


def test_whatever_a_person_does_keeps_a_table_alive() -> None:
    """A line of chat, a move, a return; a request that is refused is no sign of life."""
    talk = at_play()
    for act in (
        lambda: talk.ask("Cai", Say(id=50, text="well?")),
        lambda: talk.move("Ann", Bid(1)),
        lambda: talk.lose("Bo") and talk.back("Bo"),
    ):
        talk.pass_time(500.0)
        act()
        assert talk.table.deadline() == talk.now + 600

    talk.pass_time(500.0)
    assert refusal(talk.move("Ann", Bid(1), request=77)) != ""
    talk.pass_time(100.0)
    assert LeftTable(table="KTCH", code="idle") in talk.heard["Ann"]


def test_a_party_that_nobody_plays_on_waits_for_its_people() -> None:
    """They have left, bots stand in and rest, and either may come back to the own seat for a while."""
    talk = at_play()
    talk.pass_time(600.0)

    assert not talk.table.closed
    assert [seat.stand_in for seat in talk.info.seats] == [True, True]
    assert talk.table.bots_due() is None
    talk.join("Bo")
    assert talk.info.seats[1].name == "Bo"
    assert not talk.info.seats[1].stand_in


def test_who_was_cut_off_is_not_idle() -> None:
    """A lost connection has its own, longer patience."""
    talk = at_play()
    talk.lose("Ann", "Bo", "Cai")

    talk.pass_time(3600.0)

    assert not talk.table.closed
    assert not [message for message in talk.heard["Ann"] if isinstance(message, LeftTable)]


def test_so_many_may_watch_one_table() -> None:
    """The next one is refused with the number; who watches already may ask again, and who leaves makes room."""
    talk = Talk(watchers=2).join("Ann")
    talk.watch("Cai")
    talk.watch("Dee")

    refused = talk.watch("Eve")
    assert isinstance(refused, Refused)
    assert (refused.code, refused.params) == ("too_many_watchers", {"limit": 2})
    assert isinstance(talk.watch("Dee"), Done)
    talk.ask("Cai", LeaveTable(id=99))
    assert isinstance(talk.watch("Eve"), Done)


async def test_a_refused_watcher_is_still_in_the_lobby() -> None:
    """And may go to another table."""
    async with open_house(watchers_each=0) as house:
        ann, bo = await house.enter("Ann"), await house.enter("Bo")
        refused = await bo.ask(WatchTable, table=await ann.create())

        assert code(refused) == "too_many_watchers"
        await bo.create()
