"""Who comes in, who does not, and who is sent away: passwords, names, bans, kicks, and what nobody may claim."""

import asyncio
import logging
from pathlib import Path

import pytest

from server.audit import AuditFile
from server.bans import Bans
from server.doors import WRONG_CODES, WRONG_PASSWORDS, Doors
from server.guesses import REMEMBERED, Guesses
from server.records import Banned
from server.store import MemoryStore, SqliteStore
from tests.server.hand import Hand
from tests.server.little import Bid
from tests.server.peer import House, Peer, open_house
from tests.server.talk import Talk, refusal
from tuicards.errors import Refused, SetupError
from tuicards.wire.codec import encode
from tuicards.wire.messages import (
    Closing,
    Done,
    Emote,
    FreeSeat,
    JoinTable,
    Kick,
    LeftTable,
    Mute,
    Said,
    Say,
    TableInfo,
    Update,
    WatchTable,
)
from tuicards.wire.messages import Refused as Refusal


def code(answer: object) -> str:
    """With which code something was refused."""
    assert isinstance(answer, (Refusal, Closing)), answer
    return answer.code


def files_in(folder: Path) -> set[str]:
    return {path.name for path in folder.rglob("*")}


# ---- names


@pytest.mark.parametrize("name", ["Ann", "ANN", "\u0410nn", "\uff21nn"])
async def test_a_name_that_looks_like_one_in_use_is_taken(name: str) -> None:
    """The first one's game goes on, and nothing reaches them."""
    async with open_house() as house:
        ann = await house.enter("Ann")
        await ann.create(bots=1)
        assert code(await house.refused(name)) == "name_taken"
        await ann.start()


@pytest.mark.parametrize("name", ["NUL", "CON", "..", "a/b", "-", "__class__", "type", "players"])
async def test_a_name_is_never_a_key_or_a_file(name: str, tmp_path: Path) -> None:
    """It plays, talks and comes back like any other; nothing is made on the disk because of it."""
    store = SqliteStore(tmp_path)
    before = files_in(tmp_path)
    async with open_house(store) as house:
        peer = await house.enter(name)
        await peer.create(bots=1)
        assert isinstance(await peer.ask(Say, text="hi"), Done)
        await peer.start()
        again = await house.enter(token=peer.token)
        assert again.welcome is not None
        assert again.welcome.name == name
        assert files_in(tmp_path) == before


@pytest.mark.alone("the record is in its own store")
async def test_people_of_older_releases_come_back_by_their_token_whatever_they_are_called() -> None:
    """Two who look the same, from before that was looked at, are still two."""
    store = MemoryStore()
    async with open_house(store) as house:
        first = await house.enter("Ann")
    [kept] = store.load().people
    store.put([type(kept)("\u0410nn", b"another")])
    store.put([type(kept)("server", b"a third")])
    async with open_house(store) as house:
        again = await house.enter(token=first.token)
        assert again.welcome is not None
        assert again.welcome.name == "Ann"


# ---- nobody is who they claim to be


async def test_only_the_token_opens_a_seat() -> None:
    """A public name, a table and a seat, with a token that is missing, wrong or nearly right: never that seat."""
    async with open_house() as house:
        ann, bo = await house.enter("Ann"), await house.enter("Bo")
        table = await ann.create()
        await bo.join(table)
        await ann.start()
        await bo.picture()
        bo.hang_up()
        await ann.until(TableInfo, lambda info: not info.seats[1].here)

        for token in ("", "x", bo.token[:-1], bo.token + "x", bo.token.swapcase(), "Bo", "1"):
            assert code(await house.refused("Bo", token=token, table=table, seen=1)) == "name_taken"
        eve = await house.enter("Eve", token=bo.token[::-1], table=table, seen=1)
        assert eve.welcome is not None
        assert (eve.welcome.name, eve.welcome.table) == ("Eve", "")
        assert isinstance(await eve.ask(WatchTable, table=table), Done)
        assert (await eve.until(Update)).view["seat"] is None
        eve.play({"move": "bid", "tricks": 1})
        assert (await eve.until(Refusal)).code == "not_seated"


async def test_no_token_is_told_to_others_nor_logged_nor_noted(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Not even at the level of debugging, over a whole conversation with all its faults."""
    caplog.set_level(logging.DEBUG)
    audit = AuditFile(tmp_path / "audit.jsonl")
    async with open_house(password="open sesame", audit=audit) as house:
        people = [await house.enter(name, password="open sesame") for name in ("Ann", "Bo", "Cai")]
        ann, bo, cai = people
        table = await ann.create()
        await bo.join(table)
        await cai.ask(WatchTable, table=table)
        await ann.start()
        await ann.picture()
        await bo.picture()
        bo.hang_up()
        again = await house.enter(token=bo.token, password="open sesame", table=table)
        await house.refused("Bo", token=ann.token[:-1], password="open sesame")
        await house.refused("Dee", password="a wrong guess")
        await cai.ask(Say, text="hi")
        await asyncio.gather(ann.play_to_the_end(), again.play_to_the_end())
        heard = {peer: b"".join(map(encode, peer.heard[1:])) for peer in (*people, again)}
        tokens = {peer: peer.token for peer in (*people, again)}
    audit.close()

    written = caplog.text + (tmp_path / "audit.jsonl").read_text()
    assert '"event": "came"' in written
    for secret in (*tokens.values(), "open sesame", "a wrong guess"):
        assert secret not in written
    for peer, data in heard.items():
        assert not [token for other, token in tokens.items() if token.encode() in data], peer


# ---- guesses


@pytest.mark.together("each server counts guesses for itself")
async def test_a_password_cannot_be_guessed_for_long() -> None:
    """After so many wrong ones even the right one waits; whoever has a token does not."""
    async with open_house(password="sesame") as house:
        ann = await house.enter("Ann", password="sesame")
        for _ in range(WRONG_PASSWORDS):
            assert code(await house.refused("Eve", password="open")) == "wrong_password"

        last = await house.refused("Eve", password="sesame")
        assert last is not None
        assert (last.code, last.again) == ("too_many_guesses", False)
        assert 50 <= last.params["seconds"] <= 60
        await house.enter(token=ann.token, password="sesame")


async def test_a_missing_password_is_no_guess() -> None:
    """A client that asks for the password first may do so as often as it likes."""
    async with open_house(password="sesame") as house:
        for _ in range(WRONG_PASSWORDS + 1):
            assert code(await house.refused("Ann")) == "password_needed"
        await house.enter("Ann", password="sesame")


async def test_the_code_of_a_private_table_cannot_be_guessed_for_long() -> None:
    """After so many wrong ones even the right one waits; others are not concerned."""
    async with open_house() as house:
        ann, bo, eve = [await house.enter(name) for name in ("Ann", "Bo", "Eve")]
        table = await ann.create(public=False)
        for _ in range(WRONG_CODES):
            assert code(await eve.ask(JoinTable, table="AAAA")) == "no_such_table"

        assert code(await eve.ask(JoinTable, table=table)) == "too_many_guesses"
        await bo.join(table)


def test_who_has_guessed_wrong_may_guess_again_after_a_while() -> None:
    """The pause counts from the last wrong guess; wrong guesses of long ago do not count."""
    clock = Hand()
    guesses = Guesses(clock, most=3)
    for _ in range(3):
        guesses.wrong("eve")
        clock.now += 10
    with pytest.raises(Refused) as refused:
        guesses.check("bo", "eve")
    assert refused.value.params == {"seconds": 50}
    guesses.check("bo")

    clock.now += 50
    guesses.check("eve")
    guesses.wrong("eve")
    guesses.check("eve")


def test_so_many_guessers_are_remembered_and_no_more() -> None:
    """Memory is bounded, and the one of long ago is forgotten first."""
    guesses = Guesses(Hand(), most=1)
    for number in range(REMEMBERED + 1):
        guesses.wrong(str(number))

    guesses.check("0")
    with pytest.raises(Refused, match="too_many_guesses"):
        guesses.check("1")


def test_people_of_this_machine_are_not_held_to_account_for_each_other() -> None:
    """Guests of an SSH door all come from here; those of another place share its measure."""
    doors = Doors("", Hand())
    for _ in range(WRONG_CODES):
        doors.wrong_code("Eve", "")
        doors.wrong_code("Mallory", "192.0.2.1")

    doors.check_code("Ann", "")
    for name, place in (("Eve", ""), ("Ann", "192.0.2.1")):
        with pytest.raises(Refused, match="too_many_guesses"):
            doors.check_code(name, place)


# ---- bans


@pytest.mark.parametrize(
    ("given", "kept", "inside", "outside"),
    [
        ("192.0.2.7", "192.0.2.7", "192.0.2.7", "192.0.2.8"),
        ("192.0.2.7/24", "192.0.2.0/24", "192.0.2.255", "192.0.3.0"),
        ("::ffff:192.0.2.7", "192.0.2.7", "192.0.2.7", "192.0.2.8"),
        ("::ffff:192.0.2.0/120", "192.0.2.0/24", "::ffff:192.0.2.9", "2001:db8::1"),
        ("2001:DB8::/32", "2001:db8::/32", "2001:db8:1::1", "2001:db9::1"),
        ("2001:db8:0:0::1", "2001:db8::1", "2001:db8::1", "2001:db8::2"),
        ("fe80::1%eth0", "fe80::1", "fe80::1%lo", "fe80::2%eth0"),
    ],
)
def test_a_ban_of_an_address_holds_however_it_is_written(given: str, kept: str, inside: str, outside: str) -> None:
    """IPv4 and IPv6, single or a network, and IPv4 in IPv6's clothes."""
    bans = Bans()
    assert bans.add("address", given) == Banned("address", kept)

    with pytest.raises(Refused, match="banned"):
        bans.check_address(inside)
    bans.check_address(outside)
    bans.check_address("no address")
    bans.lift("address", given)
    bans.check_address(inside)


@pytest.mark.parametrize("given", ["", "host", "1.2.3", "300.1.1.1", "10.0.0.0/33", "::/129", "1.2.3.4/x"])
def test_what_is_no_address_cannot_be_banned(given: str) -> None:
    """Nor lifted."""
    for act in (Bans().add, Bans().lift):
        with pytest.raises(SetupError, match="bad_network"):
            act("address", given)


@pytest.mark.parametrize("given", ["127.0.0.1", "127.1.0.0/16", "0.0.0.0/0", "::1", "::/0", "::ffff:127.0.0.1"])
def test_this_machine_is_not_banned_by_accident(given: str) -> None:
    """But on purpose it is."""
    with pytest.raises(SetupError, match="bans_this_machine"):
        Bans().add("address", given)
    Bans().add("address", given, even_loopback=True)


def test_a_ban_of_a_name_holds_for_names_that_look_like_it() -> None:
    """In any case and script. Lifting what is not there is said."""
    bans = Bans()
    bans.add("name", "Eve", "rude")
    for name in ("Eve", "EVE", "\u0415ve", "Ev\u0435"):
        with pytest.raises(Refused) as refused:
            bans.check_name(name)
        assert refused.value.params == {"reason": "rude"}
    bans.check_name("Eva")

    with pytest.raises(SetupError, match="no_such_ban"):
        bans.lift("name", "Eva")
    bans.lift("name", "eve")
    bans.check_name("Eve")


@pytest.mark.alone("the record is in its own store")
async def test_who_is_banned_stays_out_after_a_restart_too() -> None:
    """By name, with the token that was good before; the client is told not to come back."""
    store = MemoryStore()
    async with open_house(store) as house:
        eve = await house.enter("Eve")
    store.put([Banned("name", "eve", "rude")])
    async with open_house(store) as house:
        for last in (await house.refused(token=eve.token), await house.refused("Eve")):
            assert last is not None
            assert (last.code, last.params, last.again) == ("banned", {"reason": "rude"}, False)
        await house.enter("Ann")


@pytest.mark.alone("the record is in its own store")
async def test_a_connection_from_a_banned_address_is_closed_before_it_greets() -> None:
    """With the same words."""
    store = MemoryStore()
    store.put([Banned("address", "127.0.0.0/8")])
    async with open_house(store) as house:
        last = await (await house.connect()).until_over()
        assert last is not None
        assert (last.code, last.params, last.again) == ("banned", {}, False)


# ---- the owner's rights


async def test_who_is_kicked_cannot_walk_back_in_but_is_welcome_elsewhere() -> None:
    """Same connection, same token under the same name and under another: refused; another table works at once."""
    async with open_house() as house:
        ann, bo = await house.enter("Ann"), await house.enter("Bo")
        table = await ann.create()
        await bo.join(table)
        assert isinstance(await ann.ask(Kick, name="bo"), Done)
        assert (await bo.until(LeftTable)).code == "removed"

        assert code(await bo.ask(JoinTable, table=table)) == "barred"
        bo = await _again(house, bo, "Bo")
        assert code(await bo.ask(JoinTable, table=table)) == "barred"
        bo = await _again(house, bo, "Somebody Else")
        assert code(await bo.ask(WatchTable, table=table)) == "barred"
        await bo.create()


async def _again(house: House, peer: Peer, name: str) -> Peer:
    peer.hang_up()
    return await house.enter(name, token=peer.token)


def test_a_kick_in_play_gives_the_seat_to_a_bot_for_good() -> None:
    """The game goes on; the bot stands in for nobody."""
    talk = Talk().join("Ann", "Bo").start()
    talk.move("Ann", Bid(tricks=1))

    assert isinstance(talk.ask("Ann", Kick(id=50, name="Bo")), Done)

    seat = talk.info.seats[1]
    assert (seat.name, seat.bot, seat.stand_in) == ("Bot 2", "normal", False)
    assert talk.let_bots_play() == 1
    assert refusal(talk.ask("Bo", JoinTable(id=51, table="KTCH"))) == "barred"


def test_a_watcher_and_somebody_absent_can_be_kicked_too() -> None:
    """Whoever is there or has a seat, connected or not."""
    talk = Talk(seats=3).join("Ann", "Bo", "Cai")
    talk.watch("Dee")
    talk.start()
    talk.lose("Bo")

    for name in ("Bo", "Dee"):
        assert isinstance(talk.ask("Ann", Kick(id=talk.next_id(), name=name)), Done)
        assert refusal(talk.ask(name, WatchTable(id=talk.next_id(), table="KTCH"))) == "barred"

    assert talk.info.watchers == ()
    assert [seat.name for seat in talk.info.seats] == ["Ann", "Bot 2", "Cai"]


@pytest.mark.parametrize("name", ["Ann", "ann"])
def test_the_owner_can_do_neither_to_themselves(name: str) -> None:
    """Their table would be nobody's."""
    talk = Talk().join("Ann", "Bo")
    assert refusal(talk.ask("Ann", Kick(id=1, name=name))) == "own_seat"
    assert refusal(talk.ask("Ann", Mute(id=2, name=name))) == "not_yourself"
    assert refusal(talk.ask("Ann", FreeSeat(id=3, seat=0))) == "own_seat"


def test_only_the_owner_may_and_only_to_people_of_the_table() -> None:
    """A refused wish changes nothing."""
    talk = Talk().join("Ann", "Bo")
    before = talk.info
    for request in (Kick(id=1, name="Ann"), Mute(id=2, name="Ann")):
        assert refusal(talk.ask("Bo", request)) == "not_owner"
    for name in ("Zoe", "", "Bot 1", "x" * 3000):
        assert refusal(talk.ask("Ann", Kick(id=3, name=name))) == "no_such_person"
        assert refusal(talk.ask("Ann", Mute(id=4, name=name))) == "no_such_person"
    assert talk.info == before


def test_who_is_muted_reaches_nobody_until_that_is_taken_back() -> None:
    """Lines and emotes; everybody sees who it is, and it lasts over a restart."""
    talk = Talk().join("Ann", "Bo")
    assert isinstance(talk.ask("Ann", Mute(id=1, name="Bo")), Done)
    assert talk.info.muted == talk.table.snapshot().muted == ("Bo",)
    heard = len(talk.heard["Ann"])

    assert refusal(talk.ask("Bo", Say(id=2, text="hi"))) == "muted"
    assert refusal(talk.ask("Bo", Emote(id=3, code="hello"))) == "muted"
    assert len(talk.heard["Ann"]) == heard
    talk.ask("Ann", Mute(id=4, name="Bo", on=False))
    assert isinstance(talk.ask("Bo", Say(id=5, text="hi")), Done)

    notices = [said.code for said in talk.heard["Bo"] if isinstance(said, Said) and not said.name]
    assert notices[-2:] == ["silenced", "unsilenced"]
