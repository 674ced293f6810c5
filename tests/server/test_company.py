"""The company at a table: what is said and to whom, who is away for how long, what the owner may switch."""

import msgspec
import pytest

from server.house import House
from server.names import said_by
from server.records import SavedTable, Snapshot
from server.table import Table
from tests.server.little import LITTLE, Bid, Play
from tests.server.talk import SEED, Talk, names, refusal
from tuicards.errors import Refused
from tuicards.games import GAMES
from tuicards.locale.en import PHRASES
from tuicards.wire.messages import (
    EMOTES,
    AddBot,
    Configure,
    Done,
    Emote,
    Said,
    Say,
    ServerMessage,
    TableInfo,
)


def lines(talk: Talk, who: str) -> list[str]:
    """What people said, as somebody heard it: texts, and codes of emotes."""
    said = [message for message in talk.heard.get(who, []) if isinstance(message, Said) and message.name]
    return [message.text or message.code for message in said]


def at_play() -> Talk:
    """Ann, who owns the table, and Bo play; Cai and Dee watch."""
    talk = Talk().join("Ann", "Bo")
    talk.watch("Cai")
    talk.watch("Dee")
    return talk.start()


def switch(talk: Talk, *, hints: bool | None = None, watchers_talk: bool | None = None) -> ServerMessage:
    """The owner changes nothing but switches."""
    return talk.ask("Ann", Configure(id=talk.next_id(), seats=2, hints=hints, watchers_talk=watchers_talk))


# ---- emotes


@pytest.mark.parametrize("code", EMOTES)
def test_an_emote_reaches_everybody_as_a_code_that_can_be_said(code: str) -> None:
    """Who shows it and what it is; the words are the reader's."""
    talk = Talk().join("Ann", "Bo")

    talk.ask("Ann", Emote(id=1, code=code))

    assert talk.heard["Bo"][-1] == Said(name="Ann", code=f"emote.{code}", table="KTCH", n=1)
    assert f"emote.{code}" in PHRASES


@pytest.mark.parametrize("code", ["", "Hello", "wave", "x" * 3000])
def test_an_unknown_emote_is_refused_with_those_there_are(code: str) -> None:
    """Nothing else can be said by code."""
    with pytest.raises(Refused) as refused:
        said_by("Ann", Emote(id=1, code=code))

    assert refused.value.code == "unknown_emote"
    assert refused.value.params["known"] == EMOTES
    assert len(str(refused.value.params["emote"])) <= 40


# ---- watchers


def test_watchers_talk_among_themselves_while_a_party_runs() -> None:
    """Players do not see what watchers say, nor their emotes; who stood up in mid-party is a watcher too."""
    talk = at_play()

    talk.ask("Cai", Say(id=1, text="Bo has the ace"))
    talk.ask("Dee", Emote(id=2, code="oops"))

    for watcher in ("Cai", "Dee"):
        assert lines(talk, watcher) == ["Bo has the ace", "emote.oops"]
    assert lines(talk, "Ann") == lines(talk, "Bo") == []


def test_what_players_say_reaches_watchers_too() -> None:
    """Players have nothing to hide that they say themselves."""
    talk = at_play()

    talk.ask("Bo", Say(id=1, text="hm"))

    assert all(lines(talk, name) == ["hm"] for name in ("Ann", "Bo", "Cai", "Dee"))


def test_watchers_are_heard_by_all_when_the_owner_allows_it_and_when_no_party_runs() -> None:
    """The owner may allow it in the middle of a party, and players are told that it is so."""
    talk = Talk().join("Ann", "Bo")
    talk.watch("Cai")
    talk.ask("Cai", Say(id=1, text="before"))
    talk.start()
    talk.ask("Cai", Say(id=2, text="apart"))

    switch(talk, watchers_talk=True)
    talk.ask("Cai", Say(id=3, text="allowed"))

    assert lines(talk, "Bo") == ["before", "allowed"]
    assert "watchers_talk_on" in talk.codes("Bo")
    assert talk.info.watchers_talk


# ---- switches


def test_hints_are_switched_off_by_the_owner_alone_and_everybody_is_told() -> None:
    """In the middle of a party too: the cards stay as they are."""
    talk = at_play()
    view = talk.view("Bo")

    assert refusal(talk.ask("Bo", Configure(id=1, seats=2, hints=False))) == "not_owner"
    assert isinstance(switch(talk, hints=False), Done)

    assert not talk.info.hints
    assert talk.info.state == "playing"
    assert talk.codes("Bo")[-1] == "hints_off"
    assert talk.view("Bo") == view


def test_a_set_up_that_says_nothing_of_a_switch_leaves_it() -> None:
    """A client that knows no switches turns none."""
    talk = Talk().join("Ann", "Bo")
    switch(talk, hints=False, watchers_talk=True)

    talk.ask("Ann", Configure(id=5, seats=2, options={"cards": "3"}))

    assert (talk.info.hints, talk.info.watchers_talk) == (False, True)
    assert talk.codes("Bo").count("hints_off") == 1


def test_the_game_itself_does_not_change_while_a_party_runs() -> None:
    """Neither seats nor options nor the game."""
    talk = in_house("little", "rage")
    talk.join("Ann", "Bo").start()

    for request in (
        Configure(id=1, seats=3),
        Configure(id=2, seats=2, options={"cards": "3"}),
        Configure(id=3, seats=4, game="rage"),
    ):
        assert refusal(talk.ask("Ann", request)) == "party_running"


def test_switches_survive_a_restart() -> None:
    """As the owner left them."""
    talk = Talk().join("Ann")
    switch(talk, hints=False, watchers_talk=True)

    kept = msgspec.json.decode(msgspec.json.encode(talk.table.snapshot()), type=Snapshot)
    again = Table.restored(SavedTable(kept), LITTLE, talk.house, talk.now)

    assert (again.info().hints, again.info().watchers_talk) == (False, True)


# ---- the same table, another game


def in_house(*games: str, seats: int = 2) -> Talk:
    """A table of the little game in a house with several games."""
    talk = Talk(seats)
    known = {**GAMES, "little": LITTLE}
    talk.house = House(("easy", "normal"), seed=lambda: SEED, games={name: known[name] for name in games})
    talk.table = Table(
        LITTLE, talk.house, uid="u1", code="KTCH", title="kitchen", owner="Ann", seats=seats,
        options=LITTLE.parse_options({}),
    )  # fmt: skip
    return talk


def test_the_owner_changes_the_game_and_people_stay_where_they_sit() -> None:
    """The new game has its own usual options; a party of it can begin at once."""
    talk = in_house("little", "rage", "goat").join("Ann", "Bo")

    assert talk.ask("Ann", Configure(id=1, seats=4, game="goat")) == Done(1)
    talk.bot(2, 3).start()

    assert (talk.info.game, talk.info.state) == ("goat", "playing")
    assert names(talk.info.seats)[:2] == ["Ann", "Bo"]
    assert talk.info.options == GAMES["goat"].format_options(GAMES["goat"].parse_options({}))
    assert talk.updates("Bo")[-1].view["phase"] == "lead"
    assert Said(code="game_changed", params={"game": "goat"}, table="KTCH") in talk.heard["Bo"]


def test_the_game_changes_after_a_party_and_its_numbers_go_on() -> None:
    """The next update is newer than all of the game before."""
    talk = in_house("little", "goat").join("Ann", "Bo").start()
    for who in ("Ann", "Bo"):
        talk.move(who, Bid(1))
    for who in ("Ann", "Bo") * 2:
        talk.move(who, Play(talk.view(who).hand[0]))
    seq = talk.seq
    assert talk.info.state == "over"

    talk.ask("Ann", Configure(id=90, seats=4, game="goat"))
    assert (talk.info.state, talk.info.party) == ("open", 1)
    talk.bot(2, 3).start()

    assert talk.updates("Ann")[-1].seq == seq + 1
    assert talk.updates("Ann")[-1].party == 2


def test_people_on_seats_that_are_gone_come_before_bots() -> None:
    """Who sat beyond the new game's seats takes a free one, or a bot's."""
    talk = in_house("little", "rage", "goat", seats=3).join("Ann", "Bo")
    talk.ask("Ann", Configure(id=1, seats=6, game="rage"))
    talk.ask("Ann", AddBot(id=2, seat=2))
    talk.ask("Ann", AddBot(id=3, seat=3))
    talk.join("Cai", "Dee")
    assert names(talk.info.seats) == ["Ann", "Bo", "Bot 3", "Bot 4", "Cai", "Dee"]

    talk.ask("Ann", Configure(id=4, seats=4, game="goat"))

    assert names(talk.info.seats) == ["Ann", "Bo", "Cai", "Dee"]


def test_a_game_with_fewer_seats_than_people_is_refused_with_both_numbers() -> None:
    """Nobody loses a seat by surprise, and nothing has changed."""
    talk = in_house("little", "rage", "goat").join("Ann", "Bo")
    talk.ask("Ann", Configure(id=1, seats=5, game="rage"))
    talk.join("Cai", "Dee", "Eva")
    before = talk.info

    answer = talk.ask("Ann", Configure(id=2, seats=4, game="goat"))

    assert refusal(answer) == "too_many_people"
    assert getattr(answer, "params", {}) == {"people": 5, "most": 4}
    assert talk.info == before


@pytest.mark.parametrize(("seats", "game", "code"), [(3, "goat", "wrong_seats"), (4, "chess", "unknown_game")])
def test_a_game_that_cannot_be_is_refused(seats: int, game: str, code: str) -> None:
    """With the code that a new table would get."""
    talk = in_house("little", "goat").join("Ann")
    before = talk.info

    assert refusal(talk.ask("Ann", Configure(id=1, seats=seats, game=game))) == code
    assert talk.info == before


# ---- away


def cards(talk: Talk, who: str) -> list[TableInfo]:
    """The cards of the table that somebody got, the newest last."""
    return [message for message in talk.heard[who] if isinstance(message, TableInfo)]


def test_a_lost_connection_counts_from_the_moment_of_the_loss() -> None:
    """Whoever comes later gets the seconds so far; who stays gets no card for each second."""
    talk = at_play()
    talk.lose("Bo")
    first = len(cards(talk, "Ann"))
    assert (cards(talk, "Ann")[-1].seats[1].here, cards(talk, "Ann")[-1].seats[1].away) == (False, 0)

    talk.pass_time(17.8)
    talk.watch("Eva")

    assert cards(talk, "Eva")[-1].seats[1].away == 17
    assert len(cards(talk, "Ann")) == first + 1
    talk.back("Bo")
    assert cards(talk, "Ann")[-1].seats[1].away == 0


def test_it_is_told_when_a_bot_stands_in_as_soon_as_that_is_known() -> None:
    """The table waits for Bo's bid at once."""
    talk = at_play()
    talk.lose("Bo")
    talk.pass_time(20)
    talk.watch("Eva")
    assert cards(talk, "Eva")[-1].seats[1].bot_in == 40

    talk.pass_time(41)
    assert cards(talk, "Ann")[-1].seats[1].stand_in


def test_a_move_that_makes_it_the_turn_of_somebody_who_is_lost_begins_their_time() -> None:
    """While the table waits for Ann alone, Bo's time has not begun; her move tells everybody that it has."""
    talk = at_play()
    talk.move("Ann", Bid(0))
    talk.move("Bo", Bid(0))
    talk.lose("Bo")
    talk.pass_time(20)
    assert cards(talk, "Ann")[-1].seats[1].bot_in is None

    talk.move("Ann", Play(talk.view("Ann").hand[0]))
    assert cards(talk, "Ann")[-1].seats[1].bot_in == 60


def test_no_time_is_told_where_a_bot_need_not_stand_in() -> None:
    """Before a party the seat is kept for a while, and no bot is near."""
    talk = Talk().join("Ann", "Bo")
    talk.lose("Bo")
    talk.pass_time(5)
    talk.watch("Cai")

    assert (cards(talk, "Cai")[-1].seats[1].away, cards(talk, "Cai")[-1].seats[1].bot_in) == (5, None)
