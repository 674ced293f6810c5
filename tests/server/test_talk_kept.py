"""What was said at a table is kept, and told again to whoever comes."""

from server.mail import Effects
from server.records import Spoken
from server.store import MemoryStore
from server.talk import TOLD_AGAIN
from tests.server.peer import open_house
from tests.server.talk import Talk
from tests.server.test_company import at_play
from tuicards.wire.messages import Emote, JoinTable, LeaveTable, Said, Say, TableInfo, WatchTable


def say(talk: Talk, who: str, *texts: str) -> None:
    for text in texts:
        talk.ask(who, Say(id=talk.next_id(), text=text))


def told_again(effects: Effects, who: str) -> list[Said]:
    """The old lines among what somebody is told."""
    return [message for name, message in effects.letters() if name == who and getattr(message, "old", False)]  # type: ignore[misc]


def texts(effects: Effects, who: str) -> list[str]:
    return [said.text or said.code for said in told_again(effects, who)]


def test_lines_and_emotes_are_numbered_and_kept() -> None:
    """From 1, each with a record of its own; everybody gets the same number."""
    talk = Talk().join("Ann", "Bo")
    say(talk, "Ann", "hi")
    talk.ask("Bo", Emote(id=talk.next_id(), code="hello"))

    assert [message.n for message in talk.heard["Ann"] if isinstance(message, Said) and message.name] == [1, 2]
    assert [record for effects in talk.effects for record in effects.records if isinstance(record, Spoken)] == [
        Spoken("u1", 1, "Ann", text="hi"),
        Spoken("u1", 2, "Bo", code="emote.hello"),
    ]


def test_who_arrives_gets_the_last_lines_after_the_card() -> None:
    """Seated or watching; the newest ones, oldest first, marked as old."""
    talk = Talk(seats=3).join("Ann")
    say(talk, "Ann", *(f"line {n}" for n in range(TOLD_AGAIN + 5)))

    for who, request in (("Bo", JoinTable(id=90, table="KTCH")), ("Cai", WatchTable(id=91, table="KTCH"))):
        talk.ask(who, request)
        letters = [message for name, message in talk.effects[-1].letters() if name == who]
        again = told_again(talk.effects[-1], who)
        assert [said.text for said in again] == [f"line {n}" for n in range(5, TOLD_AGAIN + 5)]
        assert [said.n for said in again] == list(range(6, TOLD_AGAIN + 6))
        assert letters.index(again[0]) > next(i for i, one in enumerate(letters) if isinstance(one, TableInfo))


def test_who_comes_back_gets_them_too_before_what_is_new() -> None:
    """A client that has seen a number knows it by that."""
    talk = Talk().join("Ann", "Bo")
    say(talk, "Ann", "before")
    talk.lose("Bo")
    say(talk, "Ann", "meanwhile")

    effects = talk.back("Bo")

    assert [(said.n, said.text) for said in told_again(effects, "Bo")] == [(1, "before"), (2, "meanwhile")]
    assert told_again(effects, "Ann") == []
    said = [message for name, message in effects.letters() if name == "Bo" and isinstance(message, Said)]
    assert [one.code for one in said] == ["", "", "connection_back"]


def test_what_watchers_said_apart_is_not_told_to_players_while_a_party_runs() -> None:
    """Not to one who comes back to a seat, nor to one who takes a bot's; to watchers it is."""
    talk = at_play()
    say(talk, "Cai", "Bo has the ace")
    say(talk, "Bo", "hm")

    talk.lose("Bo")
    assert texts(talk.back("Bo"), "Bo") == ["hm"]
    talk.lose("Dee")
    assert texts(talk.back("Dee"), "Dee") == ["Bo has the ace", "hm"]
    talk.ask("Ann", LeaveTable(id=talk.next_id()))
    talk.ask("Ann", JoinTable(id=talk.next_id(), table="KTCH"))
    assert texts(talk.effects[-1], "Ann") == ["hm"]


def test_what_watchers_said_apart_stays_apart_when_they_may_talk_later() -> None:
    """It was said among watchers: the next party's players do not read it while they play."""
    talk = at_play()
    say(talk, "Cai", "Bo has the ace")
    talk.table.watchers_talk = True

    talk.lose("Bo")
    assert texts(talk.back("Bo"), "Bo") == []


async def test_talk_and_its_numbers_go_on_after_a_restart() -> None:
    """What was said apart is still apart."""
    store = MemoryStore()
    async with open_house(store) as house:
        ann, cai = await house.enter("Ann"), await house.enter("Cai")
        code = await ann.create(bots=1)
        await ann.ask(Say, text="first")
        await ann.start()
        await cai.ask(WatchTable, table=code)
        await cai.ask(Say, text="apart")

    async with open_house(store) as house:
        ann = await house.enter(token=ann.token)
        await ann.ask(Say, text="second")
        said = await ann.until(Said, lambda said: said.text == "second")
        assert said.n == 3
        assert [one.text for one in ann.heard if isinstance(one, Said) and one.old] == ["first"]
