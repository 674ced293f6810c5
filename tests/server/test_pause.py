"""A pause by agreement: who has to ask, what stands still, and how it ends."""

import pytest

from server.mail import BotMoved
from server.records import TableKept
from server.store import MemoryStore
from server.table import Table
from tests.server.little import LITTLE, Bid, Play
from tests.server.talk import Talk, refusal
from tuicards.wire.messages import Done, LeaveTable, Pause, Rematch, Say, ServerMessage, StandUp


def two_at_play(clock: str = "none") -> Talk:
    return Talk(clock=clock).join("Ann", "Bo").start()


def pause(talk: Talk, who: str, on: bool = True) -> ServerMessage:
    return talk.ask(who, Pause(id=talk.next_id(), on=on))


def paused(clock: str = "none") -> Talk:
    """Ann and Bo have agreed on a pause before their first bids."""
    talk = two_at_play(clock)
    pause(talk, "Ann")
    pause(talk, "Bo")
    return talk


def play_out(talk: Talk) -> None:
    for who in ("Ann", "Bo"):
        talk.move(who, Bid(0))
    for who in ("Ann", "Bo", "Ann", "Bo"):
        talk.move(who, Play(talk.view(who).hand[0]))


# ---- how a pause begins


def test_a_pause_needs_all_who_play_and_are_here() -> None:
    """One wish is shown and told, and stops nothing; the last one stops the game."""
    talk = two_at_play()

    assert isinstance(pause(talk, "Ann"), Done)
    assert [seat.pause for seat in talk.info.seats] == [True, False]
    assert not talk.info.paused
    assert talk.codes("Bo").count("pause_asked") == 1
    assert isinstance(talk.move("Ann", Bid(0)), Done)
    pause(talk, "Bo")
    assert talk.info.paused
    assert talk.codes("Ann").count("paused") == 1
    assert talk.codes("Ann").count("pause_asked") == 1


def test_asking_twice_is_one_wish() -> None:
    """It is not told again, and still wants the others."""
    talk = two_at_play()
    for _ in range(3):
        pause(talk, "Ann")

    assert not talk.info.paused
    assert talk.codes("Bo").count("pause_asked") == 1


def test_a_wish_can_be_taken_back() -> None:
    """Then the others' wish is not enough."""
    talk = two_at_play()
    pause(talk, "Ann")
    pause(talk, "Ann", on=False)
    pause(talk, "Bo")

    assert not talk.info.paused
    assert [seat.pause for seat in talk.info.seats] == [False, True]


def test_one_person_against_bots_pauses_at_once() -> None:
    """Nobody else has to be asked."""
    talk = Talk().join("Ann").bot(1).start()
    pause(talk, "Ann")

    assert talk.info.paused
    assert "pause_asked" not in talk.codes("Ann")


def test_who_is_not_here_and_who_only_watches_is_not_asked() -> None:
    """A wish becomes a pause when those who have not asked lose their connections."""
    talk = two_at_play()
    talk.watch("Cai")
    pause(talk, "Ann")
    talk.lose("Bo")

    assert talk.info.paused


def test_who_is_silent_while_a_bot_plays_is_not_asked() -> None:
    """Or else nobody could pause with them at the table."""
    talk = Talk(clock="turn:20").join("Ann", "Bo").start()
    talk.move("Bo", Bid(0))
    talk.pass_time(20)
    talk.pass_time(20)
    pause(talk, "Bo")

    assert talk.info.paused


@pytest.mark.parametrize(("who", "code"), [("Cai", "not_seated"), ("Dee", "not_at_table")])
def test_only_who_is_seated_may_ask(who: str, code: str) -> None:
    """Watchers and strangers are refused."""
    talk = two_at_play()
    talk.watch("Cai")

    assert refusal(pause(talk, who)) == code
    assert refusal(pause(talk, who, on=False)) == code


def test_without_a_party_there_is_nothing_to_pause() -> None:
    """Before it and after it."""
    talk = Talk().join("Ann", "Bo")
    assert refusal(pause(talk, "Ann")) == "not_playing"
    talk.start()
    play_out(talk)

    assert refusal(pause(talk, "Ann")) == "not_playing"


# ---- what stands still


def test_no_move_is_accepted_in_a_pause_and_talk_goes_on() -> None:
    """A move is refused as `paused`, and is accepted afterwards."""
    talk = paused()

    assert refusal(talk.move("Ann", Bid(0))) == "paused"
    assert isinstance(talk.ask("Ann", Say(id=1, text="tea?")), Done)
    pause(talk, "Ann", on=False)
    assert isinstance(talk.move("Ann", Bid(0)), Done)


def test_a_move_that_was_accepted_before_the_pause_is_answered_in_it() -> None:
    """Who sends it again after a drop learns that it was carried out once."""
    talk = two_at_play()
    seq = talk.seq
    talk.move("Ann", Bid(0), seq=seq, request=500)
    pause(talk, "Ann")
    pause(talk, "Bo")

    assert talk.move("Ann", Bid(0), seq=seq, request=500) == Done(500, again=True)


def test_bots_rest_in_a_pause() -> None:
    """None is asked, and an answer that was on its way does not count."""
    talk = Talk().join("Ann").bot(1).start()
    talk.now += 10
    turn = talk.table.bot_turn(talk.now)
    assert turn is not None
    pause(talk, "Ann")
    before = talk.seq

    talk.do(BotMoved(turn, turn.seen.view.legal[0]))
    assert talk.let_bots_play() == 0
    assert talk.table.bots_due() is None
    assert talk.seq == before
    pause(talk, "Ann", on=False)
    assert talk.let_bots_play() == 1


def test_clocks_stand_in_a_pause_and_go_on_from_where_they_stood() -> None:
    """All are shown at its beginning and at its end what is left."""
    talk = two_at_play("turn:20")
    talk.now += 5
    pause(talk, "Ann")
    talk.now += 3
    pause(talk, "Bo")
    assert talk.left("Ann") == (12_000, 12_000)
    talk.pass_time(3600)
    assert talk.table.party is not None
    assert talk.table.party.moves == 0
    pause(talk, "Bo", on=False)
    assert talk.left("Ann") == (12_000, 12_000)
    talk.pass_time(11.9)
    assert talk.table.party.moves == 0
    talk.pass_time(0.1)

    assert talk.table.party.moves == 2


def test_no_bot_stands_in_during_a_pause() -> None:
    """Who is lost in it is waited for; afterwards the countdown begins anew."""
    talk = paused()
    talk.lose("Bo")
    talk.pass_time(3600)
    assert not talk.info.seats[1].stand_in
    pause(talk, "Ann", on=False)
    talk.pass_time(59)
    assert not talk.info.seats[1].stand_in
    talk.pass_time(1)

    assert talk.info.seats[1].stand_in


def test_the_table_waits_for_no_time_in_a_pause() -> None:
    """Nothing is due, so the table does no work."""
    assert paused("turn:20").table.deadline() is None


# ---- how it ends


def test_any_one_of_those_seated_lets_the_game_go_on() -> None:
    """It is told, and all wishes are gone."""
    talk = paused()
    pause(talk, "Bo", on=False)

    assert not talk.info.paused
    assert [seat.pause for seat in talk.info.seats] == [False, False]
    assert talk.codes("Ann").count("goes_on") == 1


def test_a_watcher_does_not_end_a_pause() -> None:
    """Nor does one who comes to watch."""
    talk = paused()
    talk.watch("Cai")

    assert refusal(pause(talk, "Cai", on=False)) == "not_seated"
    assert talk.info.paused


def test_who_comes_back_into_a_pause_may_end_it() -> None:
    """They had not asked for it."""
    talk = two_at_play()
    pause(talk, "Ann")
    talk.lose("Bo")
    talk.back("Bo")
    assert talk.info.paused
    pause(talk, "Bo", on=False)

    assert not talk.info.paused


def test_when_all_players_have_left_the_game_goes_on_for_who_watches() -> None:
    """Or else nobody could ever end the pause."""
    talk = paused()
    talk.watch("Cai")
    talk.ask("Ann", LeaveTable(id=1))
    assert talk.info.paused
    talk.ask("Bo", StandUp(id=2))

    assert not talk.info.paused
    assert talk.let_bots_play() > 0


def test_a_paused_table_that_all_have_left_is_closed_like_any_other() -> None:
    """A pause keeps no table for ever."""
    talk = paused()
    talk.lose("Ann", "Bo")
    talk.pass_time(talk.house.keep_lost)

    assert talk.table.closed


def test_the_end_of_a_party_ends_all_wishes() -> None:
    """The next one begins without any."""
    talk = two_at_play()
    pause(talk, "Ann")
    play_out(talk)
    assert not any(seat.pause for seat in talk.info.seats)
    talk.ask("Ann", Rematch(id=1))
    talk.ask("Bo", Rematch(id=2))

    assert not talk.info.paused
    assert not any(seat.pause for seat in talk.info.seats)


def test_a_pause_outlives_a_restart() -> None:
    """The table is still paused, nobody's clock runs, and it goes on when somebody says so."""
    talk = paused("turn:20")
    store = MemoryStore()
    for effects in talk.effects:
        store.put(effects.records)
    (saved,) = store.load().tables
    again = Talk()
    again.table = Table.restored(saved, LITTLE, again.house, again.now)
    again.back("Ann")
    again.back("Bo")
    again.pass_time(3600)
    assert again.info.paused
    assert again.table.party is not None
    assert again.table.party.moves == 0
    pause(again, "Ann", on=False)

    assert again.left("Ann") == (20_000, 20_000)
    assert any(isinstance(record, TableKept) and not record.snapshot.paused for record in again.effects[-1].records)
