"""An SSH key is an account: it opens what is its own, and its name is nobody else's."""

import asyncio
import logging
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server import keys, register
from server.addresses import local_addresses
from server.audit import AuditFile
from server.doors import Doors
from server.limits import Limits
from server.orders import ForgetKey, ListKeys, People
from server.porter import Admit, Admitted, KeepSettings, Porter, TurnedAway
from server.records import KeyBound
from server.register import Register
from server.store import MemoryStore, SqliteStore, Store
from server.tickets import Tickets
from tests.server.door import ANNS, BOS, CAIS, HOME, admitted, by_ssh, keep, name_of, turned_away
from tests.server.hand import Hand
from tests.server.peer import PATIENCE, House, open_house
from tests.server.test_audit import noted
from tuicards.errors import Refused
from tuicards.wire.messages import Closing, Done, Say, Update

pytestmark = pytest.mark.together("a ticket is good at the server whose door has issued it")

ELSEWHERE = "198.51.100.9"


def code(closing: Closing | None) -> str:
    assert closing is not None
    return closing.code


# ---- a key is an account


async def test_anns_key_opens_anns_seat() -> None:
    """In the middle of a party, from another place, whatever she calls herself there."""
    async with open_house() as house:
        ann = await by_ssh(house, ANNS, "Ann")
        table = await ann.create(bots=1)
        await ann.start()
        hand = (await ann.picture()).view["hand"]
        ann.hang_up()

        again = await by_ssh(house, ANNS, "Somebody", ELSEWHERE, call_me="Eve")
        assert again.welcome is not None
        assert (again.welcome.name, again.welcome.table) == ("Ann", table)
        assert (await again.until(Update)).view["hand"] == hand


async def test_ann_goes_on_in_the_terminal_she_came_in_last() -> None:
    """The older one is told so, and its token opens nothing any more."""
    async with open_house() as house:
        first = await by_ssh(house, ANNS, "Ann")
        second = await by_ssh(house, ANNS, "Ann")

        assert code(await first.until_over()) == "moved"
        assert isinstance(await second.ask(Say, text="here I am"), Done)
        assert code(await house.refused("Ann", token=first.token)) == "name_of_key"


async def test_a_connection_that_broke_comes_back_with_the_token() -> None:
    """The ticket has been used by then."""
    async with open_house() as house:
        ann = await by_ssh(house, ANNS, "Ann")
        table = await ann.create(bots=1)
        ann.hang_up()

        again = await house.enter("Ann", token=ann.token, table=table)
        assert name_of(again) == "Ann"
        assert again.table is not None
        assert again.table.table == table


async def test_a_key_that_comes_first_gets_the_name_that_its_guest_chooses() -> None:
    """The client may ask for it; the user name of SSH is no more than a proposal."""
    async with open_house() as house:
        assert admitted(house, ANNS).name == ""
        assert name_of(await by_ssh(house, ANNS, call_me="Ann")) == "Ann"
        assert name_of(await by_ssh(house, BOS, "bo", call_me="Bo Diddley")) == "Bo Diddley"
        assert admitted(house, ANNS, "anything").name == "Ann"


async def test_a_key_is_not_bound_before_its_guest_has_a_name() -> None:
    """Who has no key may go without one."""
    async with open_house() as house:
        ticket = admitted(house, ANNS).ticket
        assert code(await house.refused("", ticket=ticket)) == "bad_name"
        assert name_of(await house.enter("Ann", ticket=ticket)) == "Ann"
        assert name_of(await by_ssh(house)) == "Guest 1"


# ---- a name is its key's alone


@pytest.mark.parametrize("name", ["Ann", " ANN ", "\u0410nn"])
@pytest.mark.parametrize("here", [True, False], ids=["here", "away"])
async def test_another_key_cannot_take_the_name(name: str, here: bool) -> None:
    """Nor one without a key, nor a plain client, nor one that looks like it, whether Ann is here or not."""
    async with open_house() as house:
        ann = await by_ssh(house, ANNS, "Ann")
        if not here:
            ann.hang_up()
            await until_away(house, "Ann")

        assert turned_away(house, BOS, name) == "name_of_key"
        assert turned_away(house, "", name) == "name_of_key"
        assert code(await house.refused(name)) == "name_of_key"
        assert code(await house.refused(name, ticket=admitted(house, BOS).ticket)) == "name_of_key"
        assert name_of(await by_ssh(house, ANNS)) == "Ann"


async def until_away(house: House, name: str) -> None:
    """A peer sees others go."""
    watch = await house.enter("Watch")
    while name in {person.name for person in house.service._lobby.here()}:
        await watch.hear()
    watch.hang_up()


async def test_who_plays_without_a_key_keeps_the_name_until_it_is_free() -> None:
    """A key does not take it away, and gets it afterwards."""
    async with open_house() as house:
        plain = await house.enter("Ann")
        ticket = admitted(house, ANNS, "Ann").ticket
        assert code(await house.refused("Ann", ticket=ticket)) == "name_taken"

        plain.hang_up()
        await until_away(house, "Ann")
        assert name_of(await house.enter("Ann", ticket=ticket)) == "Ann"
        assert code(await house.refused("Ann")) == "name_of_key"


@pytest.mark.parametrize("name", ["admin", "Bot 2", "x" * 21, "\u202enn", "\u0301nn"])
async def test_a_name_that_nobody_can_have_is_refused_at_the_door(name: str) -> None:
    """Before a client is started for it."""
    async with open_house() as house:
        assert turned_away(house, ANNS, name) == "bad_name"
        assert turned_away(house, "", name) == "bad_name"


async def test_a_name_of_a_key_outlives_the_server(tmp_path: Path) -> None:
    """With its seat, and with what was chosen."""
    async with open_house(SqliteStore(tmp_path)) as house:
        ann = await by_ssh(house, ANNS, "Ann")
        table = await ann.create(bots=1)
        keep(house, ANNS, colours="256")
    async with open_house(SqliteStore(tmp_path)) as house:
        assert turned_away(house, BOS, "Ann") == "name_of_key"
        assert code(await house.refused("Ann")) == "name_of_key"
        assert admitted(house, ANNS).settings == {"colours": "256"}
        ann = await by_ssh(house, ANNS)
        assert ann.table is not None
        assert ann.table.table == table


@pytest.mark.parametrize("on_disk", [True, False], ids=["disk", "memory"])
async def test_keys_are_kept_as_they_were_bound(on_disk: bool, tmp_path: Path) -> None:
    """Who, since when, and what was chosen; and those that were forgotten are not."""
    store: Store = SqliteStore(tmp_path) if on_disk else MemoryStore()
    bound = keys.Keys(store)
    for key, name in ((ANNS, "Ann"), (BOS, "Bo"), (CAIS, "Cai")):
        bound.bind(key, name)
    bound.keep_settings(BOS, {"glyphs": "ascii"})
    bound.forget(CAIS)
    bound.seen(ANNS)
    await store.settled()

    assert {kept.name: kept for kept in store.load().keys} == {kept.name: kept for kept in bound.all()}
    assert [kept.name for kept in bound.all()] == ["Bo", "Ann"]
    assert bound.settings(BOS) == {"glyphs": "ascii"}
    await store.close()


@pytest.mark.alone("the record is in its own store")
async def test_two_keys_of_a_record_with_one_name_do_not_share_it(caplog: pytest.LogCaptureFixture) -> None:
    """However that came about: the second opens nothing, and the log tells."""
    store = MemoryStore()
    store.put([KeyBound(ANNS, "Ann", 1, 1), KeyBound(BOS, "ANN", 2, 2)])
    async with open_house(store) as house:
        assert admitted(house, ANNS).name == "Ann"
        assert admitted(house, BOS).name == ""
    assert BOS in caplog.text


@pytest.mark.alone("the record is in its own store")
async def test_two_keys_of_an_older_record_whose_names_look_the_same_are_still_two() -> None:
    """Nobody loses an account to a better eye; others get neither name, nor when one of them is forgotten."""
    store = MemoryStore()
    store.put([KeyBound(ANNS, "Ann", 1, 1), KeyBound(BOS, "\u0410nn", 2, 2)])
    async with open_house(store) as house:
        assert name_of(await by_ssh(house, ANNS)) == "Ann"
        assert name_of(await by_ssh(house, BOS)) == "\u0410nn"
        await house.service.operator().do(ForgetKey(ANNS))
        assert turned_away(house, CAIS, "ANN") == "name_of_key"


async def test_settings_that_are_damaged_cost_nobody_a_name(tmp_path: Path) -> None:
    """The guest chooses anew."""
    store = SqliteStore(tmp_path)
    store.put([KeyBound(ANNS, "Ann", 1, 1, {"theme": "dark"})])
    await store.settled()
    store._database._db.execute("update keys set settings = '{\"theme\": 1}'")
    [kept] = store.load().keys

    assert kept == KeyBound(ANNS, "Ann", 1, 1)
    await store.close()


# ---- what is chosen is remembered


async def test_what_a_guest_has_chosen_is_there_next_time() -> None:
    """Whether it was chosen before the name or after it; other keys have their own."""
    async with open_house() as house:
        first = admitted(house, ANNS, "Ann")
        assert first.settings is None
        keep(house, ANNS, colours="16")
        await house.enter("Ann", ticket=first.ticket)
        assert admitted(house, ANNS).settings == {"colours": "16"}

        keep(house, ANNS)
        assert admitted(house, ANNS).settings == {}
        assert admitted(house, BOS, "Bo").settings is None


async def test_settings_are_plain_and_few(caplog: pytest.LogCaptureFixture) -> None:
    """What could reach a terminal as a control is left out; too much leaves those before as they were."""
    async with open_house() as house:
        await by_ssh(house, ANNS, "Ann")
        keep(house, ANNS, theme="dark", bad="a\x1b[2Jb", worse="\u202e")
        assert admitted(house, ANNS).settings == {"theme": "dark"}

        keep(house, ANNS, theme="x" * keys.SETTINGS_SIZE)
        assert admitted(house, ANNS).settings == {"theme": "dark"}
        assert ANNS in caplog.text


async def test_nothing_is_remembered_of_who_has_no_key() -> None:
    """They are asked anew."""
    async with open_house() as house:
        keep(house, "", theme="dark")
        assert admitted(house).settings is None


def test_settings_of_keys_without_a_name_are_few() -> None:
    """Strangers who never come in fill nothing."""
    bound = keys.Keys(MemoryStore())
    for number in range(keys.MOST_UNBOUND + 1):
        bound.keep_settings(f"SHA256:{number}", {"theme": "dark"})

    assert bound.settings("SHA256:0") is None
    assert bound.settings("SHA256:1") == {"theme": "dark"}


# ---- too many keys


def test_the_key_that_was_away_longest_gives_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not one whose guest is here or has a seat; without such a one all stay."""
    monkeypatch.setattr(keys, "KEYS_KEPT", 3)
    here = {"Ann"}
    people = Register(MemoryStore(), Limits(), Hand(), lambda person: person.name in here)
    for name in ("Ann", "Bo", "Cai", "Dan"):
        people.came(people.add(name, f"token of {name}", f"key of {name}"))

    assert [kept.name for kept in people.keys.all()] == ["Ann", "Cai", "Dan"]
    bo = people.named("Bo")
    assert bo is not None
    assert bo.key == ""

    here |= {"Cai", "Dan", "Eve"}
    people.came(people.add("Eve", "token of Eve", "key of Eve"))
    assert len(people.keys.all()) == 4


def test_a_name_of_a_key_stays_though_its_person_is_not_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many others come and go; the key opens the same name."""
    monkeypatch.setattr(register, "PEOPLE_KEPT", 2)
    people = Register(MemoryStore(), Limits(), Hand(), lambda person: False)
    people.came(people.add("Ann", "first", ANNS))
    for name in ("Bo", "Cai", "Dan"):
        people.came(people.add(name, name))
    assert people.named("Ann") is None

    bound = people.keys.named("ann")
    assert bound is not None
    ann = people.by_key(bound, "second")
    assert (ann.name, ann.key, people.holder("second")) == ("Ann", ANNS, ann)


def test_who_comes_is_known_however_many_are_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where all others are in use nobody is forgotten, whoever has just come least of all, nor is their key."""
    monkeypatch.setattr(register, "PEOPLE_KEPT", 2)
    monkeypatch.setattr(keys, "KEYS_KEPT", 2)
    here: set[str] = set()
    people = Register(MemoryStore(), Limits(), Hand(), lambda person: person.name in here)
    for name in ("Ann", "Bo", "Cai", "Dan"):
        people.came(people.add(name, f"token of {name}", f"key of {name}"))
        assert people.named(name) is not None
        here.add(name)
    assert len(people.keys.all()) == 4

    here.remove("Bo")
    people.came(people.add("Eve", "token of Eve"))
    assert [person.name for person in people] == ["Ann", "Cai", "Dan", "Eve"]


def test_a_guest_has_the_first_number_that_nobody_has_and_none_looks_like(monkeypatch: pytest.MonkeyPatch) -> None:
    """A number is free again as soon as its person is forgotten."""
    monkeypatch.setattr(register, "PEOPLE_KEPT", 3)
    people = Register(MemoryStore(), Limits(), Hand(), lambda person: False)
    for name in ("Guest 1", "Guest Z", "guest l2"):
        people.came(people.add(name, f"token of {name}"))
    assert people.guest_name() == "Guest 2"
    people.came(people.add("Guest 2", "two"))
    assert people.guest_name() == "Guest 1"


def test_a_guest_is_given_no_name_that_looks_like_anothers_or_is_a_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key's name is its own even when its person is not remembered any more."""
    monkeypatch.setattr(register, "PEOPLE_KEPT", 1)
    people = Register(MemoryStore(), Limits(), Hand(), lambda person: False)
    people.came(people.add("Guest 2", "of the key", ANNS))
    people.came(people.add("Guest l", "of somebody"))
    assert people.named("Guest 2") is None

    assert people.guest_name() == "Guest 3"


# ---- the operator


async def test_the_operator_sees_whose_keys_have_names_and_who_came_by_ssh() -> None:
    """With the key and the place of each, who was here last at the end; others have neither."""
    async with open_house() as house:
        operator = house.service.operator()
        await by_ssh(house, ANNS, "Ann")
        await by_ssh(house, "", "Bo", ELSEWHERE)
        await house.enter("Cai")

        people = (await operator.do(People()))["people"]
        assert [(person["name"], person["ssh"], person["address"], person["key"]) for person in people] == [
            ("Ann", True, HOME, ANNS),
            ("Bo", True, ELSEWHERE, ""),
            ("Cai", False, "127.0.0.1", ""),
        ]
        await by_ssh(house, BOS, "Dan")
        await by_ssh(house, ANNS)
        keys = (await operator.do(ListKeys()))["keys"]
        assert [(key["name"], key["key"]) for key in keys] == [("Dan", BOS), ("Ann", ANNS)]
        assert all(0 < key["since"] <= key["seen"] for key in keys)


@pytest.mark.parametrize("whose", ["ann", ANNS], ids=["by name", "by fingerprint"])
async def test_a_key_that_is_forgotten_opens_nothing(whose: str, tmp_path: Path) -> None:
    """Who is in by it stays, the name is free once it is unused, and so it is after a restart."""
    async with open_house(SqliteStore(tmp_path)) as house:
        operator = house.service.operator()
        ann = await by_ssh(house, ANNS, "Ann")
        await operator.do(ForgetKey(whose))
        with pytest.raises(Refused, match="no_such_person"):
            await operator.do(ForgetKey(whose))

        assert isinstance(await ann.ask(Say, text="still here"), Done)
        assert admitted(house, ANNS).name == ""
        assert code(await house.refused("Ann")) == "name_taken"
        ann.hang_up()
        await until_away(house, "Ann")
        assert name_of(await by_ssh(house, BOS, "Ann")) == "Ann"
    async with open_house(SqliteStore(tmp_path)) as house:
        assert admitted(house, BOS).name == "Ann"
        assert admitted(house, ANNS).name == ""


# ---- the server's password


async def test_a_key_that_has_a_name_needs_no_password() -> None:
    """Its guest gave it when they came first; nor does their token, when a connection broke."""
    async with open_house(password="open sesame") as house:
        ticket = admitted(house, ANNS, "Ann").ticket
        assert code(await house.refused("Ann", ticket=ticket)) == "password_needed"
        assert code(await house.refused("Ann", ticket=ticket, password="x")) == "wrong_password"
        await house.enter("Ann", ticket=ticket, password="open sesame")

        again = await by_ssh(house, ANNS)
        assert name_of(await house.enter(token=again.token)) == "Ann"


async def test_who_has_no_key_or_a_new_one_is_asked_for_the_password() -> None:
    """A name at the door opens nothing, and no key is bound by trying."""
    async with open_house(password="open sesame") as house:
        for key in ("", BOS):
            assert code(await house.refused("Bo", ticket=admitted(house, key, "Bo").ticket)) == "password_needed"
        assert house.service._lobby.people.keys.all() == []


@pytest.mark.parametrize(("first", "second"), [(HOME, ELSEWHERE), ("127.0.0.1", "127.0.0.1")])
async def test_who_guesses_passwords_locks_out_nobody_else(first: str, second: str) -> None:
    """Wrong ones count where the guest really is; on this machine, by key."""
    async with open_house(password="open sesame") as house:
        guesses = [code(await guess(house, ANNS, first)) for _ in range(11)]
        assert guesses == ["wrong_password"] * 10 + ["too_many_guesses"]

        assert code(await guess(house, BOS, second)) == "wrong_password"
        assert code(await house.refused("Cai", password="x")) == "wrong_password"


async def guess(house: House, key: str, address: str) -> Closing | None:
    return await house.refused("Eve", ticket=admitted(house, key, "Eve", address).ticket, password="x")


# ---- where guests really are


async def test_a_ban_of_an_address_meets_the_guests_there() -> None:
    """At the door, at the greeting and when a connection comes back; others of the door are not concerned."""
    async with open_house() as house:
        ann = await by_ssh(house, ANNS, "Ann")
        tickets = [admitted(house, key, name).ticket for key, name in ((ANNS, "Ann"), (BOS, "Bo"))]
        await by_ssh(house, CAIS, "Cai", ELSEWHERE)
        house.service.doors.bans.add("address", HOME)

        assert turned_away(house, ANNS) == turned_away(house, "") == "banned"
        assert [code(await house.refused("Bo", ticket=ticket)) for ticket in tickets] == ["banned"] * 2
        assert code(await house.refused(token=ann.token)) == "banned"
        assert name_of(await by_ssh(house, CAIS, address=ELSEWHERE)) == "Cai"


async def test_a_ban_of_a_name_meets_its_key() -> None:
    """At the door, and at the greeting of who was at the door before."""
    async with open_house() as house:
        await by_ssh(house, ANNS, "Ann")
        ticket = admitted(house, ANNS).ticket
        house.service.doors.bans.add("name", "Ann")

        assert turned_away(house, ANNS) == "banned"
        assert code(await house.refused(ticket=ticket)) == "banned"


async def test_limits_of_a_place_hold_for_guests_of_the_door() -> None:
    """They count where they really are, and are counted off when they go; the door itself has no limit."""
    async with open_house(max_per_address=1) as house:
        ann = await by_ssh(house, ANNS, "Ann")
        ticket = admitted(house, BOS, "Bo").ticket
        refusal = await house.refused("Bo", ticket=ticket)
        assert refusal == Closing(code="too_many_here", params={"limit": 1}, again=True)
        await by_ssh(house, CAIS, "Cai", ELSEWHERE)

        ann.hang_up()
        await until_away(house, "Ann")
        await until_counted(house, HOME, 0)
        await house.enter("Bo", ticket=ticket)
        await until_counted(house, HOME, 1)
        await until_counted(house, ELSEWHERE, 1)
        await until_counted(house, "", 0)


async def until_counted(house: House, place: str, number: int) -> None:
    """So many connections come from there."""
    async with asyncio.timeout(PATIENCE):
        while house.service._origins._known[place].connections != number:  # noqa: ASYNC110, nobody is told of it
            await asyncio.sleep(0)


async def test_a_connection_that_comes_back_counts_where_its_guest_is() -> None:
    """From this machine, as all of the door's do."""
    async with open_house(max_per_address=1) as house:
        ann = await by_ssh(house, ANNS, "Ann")
        ann.hang_up()
        await until_away(house, "Ann")
        await until_counted(house, HOME, 0)

        await house.enter(token=ann.token)
        [person] = house.service._lobby.here()
        assert person.peer is not None
        assert person.peer.host == HOME


async def test_no_ticket_is_logged_or_noted(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Not even at the level of debugging; nor is it told to anybody, or kept."""
    caplog.set_level(logging.DEBUG)
    path, store = tmp_path / "audit.jsonl", MemoryStore()
    audit = AuditFile(path)
    async with open_house(store, audit=audit, password="open sesame") as house:
        ticket = admitted(house, ANNS, "Ann").ticket
        assert code(await house.refused("Ann", ticket=ticket)) == "password_needed"
        ann = await house.enter("Ann", ticket=ticket, password="open sesame")
        assert code(await house.refused("Ann", ticket=ticket)) == "bad_ticket"
    audit.close()

    assert len(noted(path)) == 4
    assert ticket not in caplog.text + path.read_text() + repr(ann.heard) + repr(store.load())


async def test_who_came_by_ssh_may_come_back_without_it() -> None:
    """Then they are where their connection comes from, then and later."""
    addresses = local_addresses()
    if not addresses:
        pytest.skip("this machine has no address but its own")
    async with open_house(host="") as house:
        ann = await by_ssh(house, ANNS, "Ann")
        plain = await house.connect(host=addresses[0])
        await plain.greet(token=ann.token)
        await house.enter(token=ann.token)

        [person] = house.service._lobby.here()
        assert person.peer is not None
        assert person.peer.host == "127.0.0.1"


async def test_the_audit_names_key_and_place(tmp_path: Path) -> None:
    """Of those who came, went, and were not let in; and no ticket."""
    path = tmp_path / "audit.jsonl"
    audit = AuditFile(path)
    async with open_house(audit=audit) as house:
        ann = await by_ssh(house, ANNS, "Ann")
        turned_away(house, BOS, "Ann", ELSEWHERE)
        await house.refused("Ann", ticket=admitted(house, CAIS, "Cai", ELSEWHERE).ticket)
        ann.hang_up()
        await until_away(house, "Ann")
    audit.close()

    told = [line for line in noted(path) if line["name"] == "Ann"]
    assert [(line["event"], line["address"], line["key"]) for line in told] == [
        ("came", HOME, ANNS),
        ("refused", ELSEWHERE, BOS),
        ("refused", ELSEWHERE, CAIS),
        ("went", HOME, ANNS),
    ]


GUESTS = st.builds(Admit, st.just(1), st.sampled_from([ANNS, BOS, ""]), st.text(max_size=40), st.text(max_size=40))
CHOICES = st.builds(KeepSettings, st.sampled_from([ANNS, BOS, ""]), st.dictionaries(st.text(), st.text()))


@settings(max_examples=50)
@given(st.lists(GUESTS | CHOICES, max_size=10))
def test_whatever_comes_to_the_door_is_answered(orders: list[Admit | KeepSettings]) -> None:
    """Never with a fault; who is let in has a name that can be shown, or none yet."""
    people = Register(MemoryStore(), Limits(), Hand(), lambda person: False)
    people.add("Ann", "token", ANNS)
    porter = Porter(people, Doors("", Hand()), Tickets(Hand()))
    for order in orders:
        answer = porter.do(order)
        assert isinstance(answer, Admitted | TurnedAway) == isinstance(order, Admit)
        if isinstance(order, Admit) and isinstance(answer, Admitted):
            assert answer.name.isprintable()
            assert (answer.name == "Ann") == (order.key == ANNS)
