"""One table: coming and going, owner's rights, play, bots, time."""

import logging

import pytest

from server.mail import BotMoved
from server.records import Moved, PartyOver, SavedTable, TableClosed, TableKept
from server.store import MemoryStore
from server.table import Table
from tests.server.little import LITTLE, Bid, Mark, Play, Unmark
from tests.server.talk import Talk, names, refusal
from tuicards.errors import StorageError
from tuicards.games.api import Move
from tuicards.wire.messages import (
    AddBot,
    Configure,
    Done,
    FreeSeat,
    JoinTable,
    LeaveTable,
    LeftTable,
    MakeMove,
    Rematch,
    Said,
    Say,
    StandUp,
    StartParty,
    TakeSeat,
)


def two_at_play() -> Talk:
    return Talk().join("Ann", "Bo").start()


def play_out(talk: Talk) -> None:
    """Ann on seat 0 and Bo on seat 1 play their cards in order."""
    talk.move("Ann", Bid(0))
    talk.move("Bo", Bid(1))
    for _ in range(2):
        for who in ("Ann", "Bo"):
            talk.move(who, Play(talk.view(who).hand[0]))


# ---- before the start


def test_people_take_the_free_seats_in_turn() -> None:
    """Who joins without naming a seat gets the first free one, and everybody sees it."""
    talk = Talk().join("Ann", "Bo")

    assert names(talk.info.seats) == ["Ann", "Bo"]
    assert [info.you for _, info in talk.effects[-1].infos] == [0, 1]


def test_a_full_table_lets_nobody_sit_and_the_lobby_hears_who_is_not_there() -> None:
    """A refused guest has not come, and says so to nobody else."""
    talk = Talk().join("Ann", "Bo")

    answer = talk.ask("Cai", JoinTable(id=1, table="KTCH"))

    assert refusal(answer) == "table_full"
    assert talk.effects[-1].gone == ["Cai"]
    assert talk.effects[-1].infos == []


@pytest.mark.parametrize(
    ("seat", "code"), [(-1, "no_such_seat"), (2, "no_such_seat"), (2**53 - 1, "no_such_seat"), (0, "seat_taken")]
)
def test_only_a_free_seat_of_the_table_can_be_taken(seat: int, code: str) -> None:
    """Seats that do not exist and seats that are taken are refused."""
    talk = Talk().join("Ann")

    assert refusal(talk.ask("Bo", JoinTable(id=1, table="KTCH", seat=seat))) == code


def test_only_the_owner_arranges_the_table() -> None:
    """Bots, set-up, start and removal are the owner's."""
    talk = Talk(seats=3).join("Ann", "Bo")

    for request in (AddBot(id=1, seat=2), Configure(id=2, seats=2), StartParty(id=3), FreeSeat(id=4, seat=0)):
        assert refusal(talk.ask("Bo", request)) == "not_owner"


def test_a_party_needs_every_seat_taken() -> None:
    """The owner is told which seat is free."""
    talk = Talk().join("Ann")

    assert refusal(talk.ask("Ann", StartParty(id=9))) == "seat_free"
    assert talk.bot(1).ask("Ann", StartParty(id=10)) == Done(10)


def test_a_new_set_up_keeps_people_on_seats_that_still_exist() -> None:
    """Who sat on a seat that is gone gets a free one; without one they watch."""
    talk = Talk(seats=4).join("Ann", "Bo", "Cai", "Dee")

    talk.ask("Ann", Configure(id=1, seats=3, options={"cards": "3"}))

    assert names(talk.info.seats) == ["Ann", "Bo", "Cai"]
    assert talk.info.watchers == ("Dee",)
    assert talk.info.options == {"cards": "3"}


def test_a_bad_set_up_changes_nothing() -> None:
    """Numbers of seats and options that the game does not know are refused with its code."""
    talk = Talk().join("Ann")
    before = talk.info

    assert refusal(talk.ask("Ann", Configure(id=1, seats=9))) == "bad_seats"
    assert refusal(talk.ask("Ann", Configure(id=2, seats=2, options={"cards": "7"}))) == "bad_option_value"
    assert talk.info == before


def test_a_removed_person_is_told_and_cannot_come_back() -> None:
    """Removal bars from this table by whatever way."""
    talk = Talk().join("Ann", "Bo")

    talk.ask("Ann", FreeSeat(id=1, seat=1))

    assert talk.heard["Bo"][-1] == LeftTable(table="KTCH", code="removed")
    assert refusal(talk.ask("Bo", JoinTable(id=2, table="KTCH"))) == "barred"
    assert refusal(talk.watch("Bo")) == "barred"
    assert refusal(talk.watch("BO")) == "barred"
    assert refusal(talk.watch("B\u043e")) == "barred"


def test_the_rights_pass_to_the_next_seated_person_and_then_to_a_watcher() -> None:
    """A table with people is never without an owner."""
    talk = Talk().join("Ann", "Bo")
    talk.watch("Cai")

    talk.ask("Ann", LeaveTable(id=1))
    assert talk.info.owner == "Bo"

    talk.ask("Bo", LeaveTable(id=2))
    assert talk.info.owner == "Cai"


def test_the_rights_of_a_lost_owner_wait_for_a_moment_only() -> None:
    """A short loss costs the owner nothing; after a while somebody who is here can go on."""
    talk = Talk().join("Ann", "Bo")

    talk.lose("Ann")
    talk.pass_time(9)
    assert talk.info.owner == "Ann"

    talk.pass_time(2)
    assert talk.info.owner == "Bo"


def test_an_open_table_that_everybody_left_is_closed() -> None:
    """Nobody has to tidy up."""
    talk = Talk().join("Ann")

    talk.ask("Ann", LeaveTable(id=1))

    assert talk.effects[-1].closed
    assert TableClosed("u1") in talk.effects[-1].records


def test_a_lost_connection_keeps_an_open_table_for_the_grace_time() -> None:
    """Whoever comes back in time finds the seat; later there is no table any more."""
    talk = Talk().join("Ann")

    talk.lose("Ann")
    assert not talk.pass_time(59).closed
    assert talk.pass_time(2).closed


# ---- play


def test_a_party_shows_each_seat_its_own_hand_and_a_watcher_none() -> None:
    """Everybody gets the picture of their own seat."""
    talk = Talk().join("Ann", "Bo")
    talk.watch("Cai")
    talk.start()

    assert talk.view("Ann").hand != talk.view("Bo").hand
    assert talk.view("Cai").hand == ()
    assert talk.view("Cai").legal == ()


def test_bids_made_at_once_are_not_stale() -> None:
    """Another seat's bid changes nothing about what a seat is asked."""
    talk = two_at_play()
    first = talk.seq

    assert isinstance(talk.move("Ann", Bid(1), seq=first), Done)
    assert isinstance(talk.move("Bo", Bid(0), seq=first), Done)
    assert talk.seq == first + 2


def test_an_answer_to_an_older_question_is_stale_and_brings_a_fresh_picture() -> None:
    """A move that was chosen before the question changed is not carried out."""
    talk = two_at_play()
    first = talk.seq
    talk.move("Ann", Bid(1))
    talk.move("Bo", Bid(0))
    pictures = len(talk.updates("Ann"))

    answer = talk.move("Ann", Play(talk.view("Ann").hand[0]), seq=first)

    assert refusal(answer) == "stale"
    assert len(talk.updates("Ann")) == pictures + 1
    assert talk.updates("Ann")[-1].seq == talk.seq


def test_an_answer_to_an_update_of_the_future_is_stale() -> None:
    """A number that was never sent is no answer to anything."""
    talk = two_at_play()

    assert refusal(talk.move("Ann", Bid(1), seq=talk.seq + 1)) == "stale"


def test_a_repeated_move_is_carried_out_once() -> None:
    """The second answer says that it had been done; nobody hears of it again."""
    talk = two_at_play()
    seq = talk.seq
    assert talk.move("Ann", Bid(1), seq=seq, request=77) == Done(77)
    heard = len(talk.heard["Bo"])

    assert talk.move("Ann", Bid(1), seq=seq, request=77) == Done(77, again=True)
    assert len(talk.heard["Bo"]) == heard
    assert refusal(talk.move("Ann", Bid(0), seq=seq, request=77)) == "stale"


def test_an_illegal_move_is_refused_to_its_sender_alone() -> None:
    """The game's own code comes back, and nothing has happened."""
    talk = two_at_play()

    answer = talk.move("Ann", Play("99"))

    assert refusal(answer) == "not_legal"
    assert {name for name, _ in talk.effects[-1].letters()} == {"Ann"}
    assert talk.effects[-1].records == []


@pytest.mark.parametrize(
    "move", [{}, {"move": "fly"}, {"move": "bid", "tricks": True}, {"move": "bid", "tricks": "1"}, {"move": 3}]
)
def test_what_is_no_move_of_the_game_is_refused(move: dict[str, object]) -> None:
    """Unknown kinds and wrong types get a code and leave the bid open."""
    talk = two_at_play()
    answer = talk.ask("Ann", MakeMove(id=5, table="KTCH", seq=talk.seq, move=move))

    assert refusal(answer) == "bad_move"
    assert isinstance(talk.move("Ann", Bid(1)), Done)


def test_rules_that_stumble_over_a_move_refuse_it(caplog: pytest.LogCaptureFixture) -> None:
    """One odd message is refused and logged; the table goes on."""
    talk = two_at_play()

    assert refusal(talk.move("Ann", Play("stumble"))) == "fault"
    assert "stumbled" in caplog.text
    assert isinstance(talk.move("Ann", Bid(1)), Done)


def test_a_private_step_is_told_to_nobody_else() -> None:
    """Marking out of turn reaches the own seat only, under the same number, and is in the record."""
    talk = Talk().join("Ann", "Bo")
    talk.watch("Cai")
    talk.start()
    seq, due = talk.seq, talk.table.bots_due()

    assert isinstance(talk.move("Bo", Mark()), Done)

    effects = talk.effects[-1]
    assert {name for name, _ in effects.letters()} == {"Bo"}
    assert talk.view("Bo").marked
    assert talk.seq == seq
    assert talk.table.bots_due() == due
    assert [record.entry.move for record in effects.records if isinstance(record, Moved)] == ["mark"]


def test_a_watcher_and_a_person_of_another_table_cannot_move() -> None:
    """Only a seat of this table moves."""
    talk = two_at_play()
    talk.watch("Cai")

    assert refusal(talk.move("Cai", Bid(1))) == "not_seated"
    assert refusal(talk.move("Dee", Bid(1))) == "not_at_table"


def test_a_finished_party_is_kept_with_its_outcome() -> None:
    """The last move, the end and the table's new state go to the store together."""
    talk = two_at_play()
    play_out(talk)

    kinds = [type(record) for record in talk.effects[-1].records]
    assert kinds == [Moved, PartyOver, TableKept]
    assert talk.info.state == "over"
    assert refusal(talk.move("Ann", Bid(0))) == "not_playing"


# ---- another party


def test_a_rematch_starts_when_everybody_who_is_here_has_asked() -> None:
    """Same seats, scores from zero, and no move of the old party counts."""
    talk = two_at_play()
    old = talk.seq
    play_out(talk)

    talk.ask("Ann", Rematch(id=1))
    assert talk.info.seats[0].again
    assert talk.info.state == "over"
    talk.ask("Bo", Rematch(id=2))

    assert (talk.info.state, talk.info.party) == ("playing", 2)
    assert talk.view("Ann").totals == (0, 0)
    assert refusal(talk.move("Ann", Bid(1), seq=old)) == "stale"


def test_a_rematch_does_not_wait_for_a_lost_connection_or_a_leaver() -> None:
    """Who is away cannot hold up the others; a bot takes a leaver's seat."""
    talk = two_at_play()
    play_out(talk)
    talk.ask("Ann", Rematch(id=1))

    talk.ask("Bo", LeaveTable(id=2))

    assert (talk.info.state, talk.info.party) == ("playing", 2)
    assert talk.info.seats[1].bot == "normal"
    assert not talk.info.seats[1].stand_in


def test_a_watcher_has_no_say_in_a_rematch() -> None:
    """Watching is watching."""
    talk = two_at_play()
    talk.watch("Cai")
    play_out(talk)

    assert refusal(talk.ask("Cai", Rematch(id=1))) == "not_seated"


def test_the_owner_may_set_up_anew_after_a_party() -> None:
    """Other options mean an open table again, with the same people."""
    talk = two_at_play()
    play_out(talk)
    seq = talk.seq

    talk.ask("Ann", Configure(id=1, seats=2, options={"cards": "3"}))
    assert talk.info.state == "open"

    talk.start()
    assert talk.view("Ann").counts == (3, 3)
    assert talk.seq == seq + 1


# ---- away and back


def test_a_bot_stands_in_at_once_for_a_person_who_leaves_and_gets_up_when_they_return() -> None:
    """The seat keeps its name, and the person gets it back by joining."""
    talk = two_at_play()

    talk.ask("Bo", LeaveTable(id=1))
    seat = talk.info.seats[1]
    assert (seat.name, seat.stand_in, seat.bot) == ("Bo", True, "normal")
    assert talk.let_bots_play() == 1

    talk.join("Bo")
    assert not talk.info.seats[1].stand_in
    assert talk.view("Bo").seat == 1


def test_a_kept_seat_is_nobody_elses() -> None:
    """While a bot stands in, the seat cannot be taken, nor watched around."""
    talk = two_at_play()
    talk.ask("Bo", LeaveTable(id=1))

    assert refusal(talk.ask("Cai", JoinTable(id=2, table="KTCH"))) == "table_full"
    assert refusal(talk.ask("Cai", JoinTable(id=3, table="KTCH", seat=1))) == "seat_taken"


def test_a_short_loss_costs_nothing() -> None:
    """Nothing is played for a seat that comes back within the grace time, and nothing happens to it later."""
    talk = two_at_play()
    talk.lose("Bo")
    assert not talk.info.seats[1].here

    talk.pass_time(3)
    talk.back("Bo")
    talk.pass_time(1000)

    assert talk.info.seats[1].here
    assert not talk.info.seats[1].stand_in
    assert talk.let_bots_play() == 0


def test_a_bot_stands_in_when_the_table_has_waited_long_enough() -> None:
    """The time counts from when the table waits for the lost seat, and ends with the person's return."""
    talk = two_at_play()
    talk.move("Bo", Bid(1))
    talk.lose("Bo")
    talk.pass_time(500)
    assert not talk.info.seats[1].stand_in

    talk.move("Ann", Bid(0))
    talk.move("Ann", Play(talk.view("Ann").hand[0]))
    assert talk.table.deadline() == talk.now + 60
    talk.pass_time(60)
    assert talk.info.seats[1].stand_in
    assert talk.let_bots_play() == 1

    talk.back("Bo")
    assert not talk.info.seats[1].stand_in


def test_a_connection_that_comes_back_is_told_what_it_missed() -> None:
    """Events since the number that it has shown; where they are not known, it is told that some are missing."""
    talk = two_at_play()
    seen = talk.seq
    talk.lose("Bo")
    talk.move("Ann", Bid(0))

    talk.back("Bo", seen)
    assert talk.updates("Bo")[-1].events == ({"event": "bid_made", "seat": 0},)
    assert not talk.updates("Bo")[-1].missed

    talk.back("Bo", seen - 1)
    assert talk.updates("Bo")[-1].missed


def test_nobody_looks_into_two_hands() -> None:
    """Who has played a seat may take no other one in the same party, but may take that one again."""
    talk = Talk(seats=3).join("Ann", "Bo").bot(2).start()
    assert refusal(talk.ask("Bo", TakeSeat(id=1, seat=2))) == "seated_here"

    talk.ask("Bo", StandUp(id=2))
    assert talk.info.watchers == ("Bo",)
    assert talk.view("Bo").hand == ()
    assert refusal(talk.ask("Bo", TakeSeat(id=3, seat=2))) == "held_another"
    assert talk.ask("Bo", TakeSeat(id=4, seat=1)) == Done(4)
    assert talk.view("Bo").seat == 1


def test_a_watcher_takes_over_a_bots_own_seat_in_play() -> None:
    """A bot in nobody's place gives way to a person."""
    talk = Talk().join("Ann").bot(1).start()
    talk.watch("Cai")

    assert talk.ask("Cai", TakeSeat(id=1, seat=1)) == Done(1)
    assert names(talk.info.seats) == ["Ann", "Cai"]
    assert talk.let_bots_play() == 0


def test_a_party_without_people_is_kept_for_a_while_and_does_not_play_on() -> None:
    """They may come back to where it was; after that the table is closed."""
    talk = Talk(keep=600).join("Ann").bot(1).start()
    talk.ask("Ann", LeaveTable(id=1))
    assert talk.let_bots_play() == 0
    assert talk.info.state == "playing"

    assert not talk.pass_time(590).closed
    assert talk.pass_time(10).closed


# ---- bots


def test_bots_wait_a_moment_and_longer_after_a_trick() -> None:
    """The pause depends on public facts only."""
    talk = Talk(bot_delay=0.5).join("Ann").bot(1).start()
    assert talk.table.bot_turn(talk.now) is None
    assert talk.table.bots_due() == talk.now + 0.5

    talk.now += 0.5
    assert talk.let_bots_play() == 1
    talk.move("Ann", Bid(0))
    talk.move("Ann", Play(talk.view("Ann").hand[0]))
    talk.now += 1
    turn = talk.table.bot_turn(talk.now)
    assert turn is not None
    talk.do(BotMoved(turn, turn.seen.view.legal[0]))
    assert talk.updates("Ann")[-1].events[-1]["event"] == "trick_won"
    assert talk.table.house.pace(True) == 1.25


def test_a_bot_sees_its_own_seat_and_nothing_else() -> None:
    """It is asked with the view of its seat."""
    talk = Talk(bot_delay=0).join("Ann").bot(1).start()

    turn = talk.table.bot_turn(talk.now)

    assert turn is not None
    assert turn.seen.view.seat == 1
    assert set(turn.seen.view.hand).isdisjoint(talk.view("Ann").hand)


@pytest.mark.parametrize("move", [None, Play("99"), Mark()], ids=["none", "illegal", "private"])
def test_a_bot_without_a_useful_move_does_not_stall_the_table(
    move: Move | None, caplog: pytest.LogCaptureFixture
) -> None:
    """Its first legal move is played for it, and a refused one is logged."""
    talk = Talk(bot_delay=0).join("Ann").bot(1).start()
    turn = talk.table.bot_turn(talk.now)
    assert turn is not None

    with caplog.at_level(logging.ERROR):
        talk.do(BotMoved(turn, move))

    assert talk.view("Ann").to_act == (0,)
    assert ("refused" in caplog.text) == isinstance(move, Play)


def test_a_bots_answer_does_not_count_when_its_seat_has_a_person_again() -> None:
    """The person is asked, not moved for."""
    talk = Talk(bot_delay=0).join("Ann", "Bo").start()
    talk.ask("Bo", LeaveTable(id=1))
    turn = talk.table.bot_turn(talk.now)
    assert turn is not None
    talk.join("Bo")

    talk.do(BotMoved(turn, Bid(1)))

    assert talk.view("Bo").to_act == (0, 1)


# ---- chat, and the record


def test_what_is_said_reaches_everybody_at_the_table() -> None:
    """A line tells who said it, and whether they watch."""
    talk = Talk().join("Ann", "Bo")
    talk.watch("Cai")

    talk.ask("Cai", Say(id=1, text="[hello]"))

    said = Said(name="Cai", text="[hello]", table="KTCH", watcher=True, n=1)
    assert all(said in talk.heard[name] for name in ("Ann", "Bo", "Cai"))


def test_a_table_is_restored_from_its_record_as_it_was() -> None:
    """Seats, owner, numbers, hands, the last accepted requests: all but who is here."""
    talk = two_at_play()
    seq = talk.seq
    talk.move("Bo", Mark())
    talk.move("Ann", Bid(1), seq=seq, request=77)

    again = restored(talk)

    assert again.seq == talk.seq
    assert again.table.snapshot() == talk.table.snapshot()
    assert again.table.party is not None
    assert talk.table.party is not None
    assert again.table.party.state == talk.table.party.state
    assert not any(seat.here for seat in again.info.seats)
    again.back("Ann", seq)
    assert again.updates("Ann")[-1].events == ({"event": "bid_made", "seat": 0},)
    assert again.move("Ann", Bid(1), seq=seq, request=77) == Done(77, again=True)


def restored(talk: Talk) -> Talk:
    """The same conversation with the table that its record makes."""
    store = MemoryStore()
    for effects in talk.effects:
        store.put(effects.records)
    (saved,) = store.load().tables
    again = Talk()
    again.table = Table.restored(saved, LITTLE, again.house, again.now)
    return again


def test_a_record_with_a_gap_is_refused() -> None:
    """A move that is missing would make all later ones mean something else."""
    talk = two_at_play()
    talk.move("Ann", Bid(1))
    talk.move("Bo", Bid(1))
    moves = tuple(r for effects in talk.effects for r in effects.records if isinstance(r, Moved))
    header = next(r.header for effects in talk.effects for r in effects.records if hasattr(r, "header"))
    saved = SavedTable(talk.table.snapshot(), header, moves[1:])

    with pytest.raises(StorageError, match="record_with_gaps"):
        Table.restored(saved, LITTLE, talk.house, talk.now)


def test_unmarking_after_marking_leaves_no_trace_for_others() -> None:
    """Two private steps, and still nobody else has heard anything."""
    talk = two_at_play()
    heard = len(talk.heard["Ann"])

    talk.move("Bo", Mark())
    talk.move("Bo", Unmark())

    assert len(talk.heard["Ann"]) == heard
