"""Clocks at a table: what is left to whom, what is played when nothing is, and who may think on after a restart."""

import pytest

from server.clocks import Clocks
from server.mail import BotMoved
from server.records import Moved, SavedTable
from server.store import MemoryStore
from server.table import Table
from tests.server.little import LITTLE, Bid, Mark, Play
from tests.server.talk import Talk, names, refusal
from tuicards.time_control import LEAST, read_clock
from tuicards.wire.messages import (
    Configure,
    Done,
    Emote,
    JoinTable,
    LeaveTable,
    MakeMove,
    Rematch,
    Say,
    StandUp,
    TableInfo,
    TakeSeat,
)


def two_at_play(clock: str) -> Talk:
    """Ann and Bo bid at once, then play in turn, Ann first."""
    return Talk(clock=clock).join("Ann", "Bo").start()


def in_turn(clock: str) -> Talk:
    """Both have bid at once: it is Ann's turn."""
    talk = two_at_play(clock)
    talk.move("Ann", Bid(0))
    talk.move("Bo", Bid(0))
    return talk


def play(talk: Talk, who: str) -> object:
    return talk.move(who, Play(talk.view(who).hand[0]))


def played_by(talk: Talk) -> list[tuple[int, str]]:
    """All moves so far, as seat and text."""
    assert talk.table.party is not None
    return [(entry.seat, entry.move) for entry in talk.table.party.entries]


def go_to_deadline(talk: Talk) -> None:
    """Let pass just as much time as the table waits for."""
    deadline = talk.table.deadline()
    assert deadline is not None
    talk.pass_time(deadline - talk.now)


def restarted(talk: Talk) -> Talk:
    """The same table in a server that has been restarted."""
    store = MemoryStore()
    for effects in talk.effects:
        store.put(effects.records)
    (saved,) = store.load().tables
    again = Talk()
    again.now = talk.now + 100
    again.table = Table.restored(saved, LITTLE, again.house, again.now)
    again.pass_time(0)
    return again


# ---- what is left


def test_a_table_without_a_clock_says_nothing_of_time() -> None:
    """No limit, no times, and nothing that the table waits for."""
    talk = two_at_play("none")

    assert talk.info.clock == "none"
    assert talk.left("Ann") == ()
    assert talk.table.deadline() is None


def test_everybody_sees_what_is_left_to_everybody() -> None:
    """Players and watchers alike, bots have no clock."""
    talk = Talk(seats=3, clock="turn:20").join("Ann", "Bo").bot(2)
    talk.watch("Cai")
    talk.start()

    assert talk.info.clock == "turn:20"
    assert [talk.left(name) for name in ("Ann", "Bo", "Cai")] == [(20_000, 20_000, None)] * 3


def test_several_clocks_run_where_several_seats_are_asked() -> None:
    """Who bids stops their own clock only."""
    talk = two_at_play("bank:60+5")
    talk.now += 10
    talk.move("Ann", Bid(0))
    talk.now += 10
    talk.watch("Cai")

    assert talk.left("Cai") == (55_000, 40_000)


def test_a_turn_has_its_full_time_again_the_next_time() -> None:
    """Each turn begins with the same time, however long the last one took."""
    talk = in_turn("turn:20")
    talk.now += 12
    play(talk, "Ann")

    assert talk.left("Bo") == (20_000, 20_000)


def test_a_bank_is_used_up_and_each_own_move_adds_the_increment() -> None:
    """Time counts only while the table waits for the seat; the increment comes after the move."""
    talk = in_turn("bank:60+5")
    assert talk.left("Ann") == (65_000, 65_000)
    talk.now += 20
    play(talk, "Ann")
    assert talk.left("Ann") == (50_000, 65_000)
    talk.now += 30
    play(talk, "Bo")

    assert talk.left("Ann") == (50_000, 40_000)


def test_a_private_step_changes_no_clock_and_nobody_else_hears_of_it() -> None:
    """Neither the time that is left, nor when the table acts, nor anything that others are sent."""
    talk = in_turn("turn:20")
    talk.now += 7
    before, due = len(talk.heard["Ann"]), talk.table.deadline()
    talk.move("Bo", Mark())

    assert talk.table.deadline() == due
    assert len(talk.heard["Ann"]) == before
    assert talk.left("Bo") == (13_000, 20_000)


def test_a_private_step_in_turn_does_not_save_from_the_clock() -> None:
    """Only a step that others see ends a turn."""
    talk = in_turn("turn:20")
    talk.now += 19
    talk.move("Ann", Mark())
    talk.pass_time(1)

    assert "time_up" in talk.codes("Bo")


# ---- time is up


def test_whose_time_is_up_is_moved_for_and_nobody_else() -> None:
    """One move for that seat, a notice with the name; the other's clock and score are as they were."""
    talk = in_turn("turn:20")
    hand = talk.view("Ann").hand
    talk.pass_time(19.9)
    assert len(played_by(talk)) == 2

    talk.pass_time(0.1)

    assert played_by(talk)[2:] == [(0, f"play {min(hand)}")]
    assert talk.codes("Bo").count("time_up") == 1
    assert talk.view("Bo").to_act == (1,)
    assert talk.left("Bo") == (20_000, 20_000)
    assert talk.view("Bo").totals == (int(min(hand)), 0)


def test_a_time_out_move_is_kept_like_all_others() -> None:
    """With the request number 0 and what is left after it."""
    talk = in_turn("bank:60+5")
    go_to_deadline(talk)
    moved = [record for record in talk.effects[-1].records if isinstance(record, Moved)]

    assert [(record.entry.seat, record.id, record.left) for record in moved] == [(0, 0, 5_000)]


def test_each_accepted_move_is_kept_with_what_is_left() -> None:
    """Bots' moves, private steps and tables without a clock have none."""
    talk = Talk(clock="bank:60+5").join("Ann").bot(1).start()
    talk.now += 10
    talk.move("Ann", Mark())
    talk.move("Ann", Bid(0))
    talk.let_bots_play()
    kept = [record.left for effects in talk.effects for record in effects.records if isinstance(record, Moved)]

    assert kept[:3] == [None, 55_000, None]


def test_when_several_run_out_at_once_all_are_moved_for() -> None:
    """Each once; the play that follows has its time."""
    talk = two_at_play("turn:20")
    talk.pass_time(20)

    assert played_by(talk) == [(0, "bid 0"), (1, "bid 0")]
    assert talk.view("Ann").to_act == (0,)
    assert talk.left("Ann") == (20_000, 20_000)


def test_an_empty_bank_leaves_a_few_seconds_for_each_turn() -> None:
    """Nobody is moved for before there was time to act."""
    talk = in_turn("bank:60+0")
    go_to_deadline(talk)
    play(talk, "Bo")

    assert talk.left("Ann")[0] == 1000 * LEAST
    talk.pass_time(LEAST - 0.1)
    assert isinstance(play(talk, "Ann"), Done)


def test_whoever_takes_a_seat_over_has_the_few_seconds_too() -> None:
    """Ann stands up in her last second and a bot plays for her: Cai, who takes the seat, is not late at once."""
    talk = in_turn("bank:60+0")
    talk.pass_time(59)
    talk.ask("Ann", StandUp(id=talk.next_id()))
    talk.let_bots_play()
    talk.ask("Cai", JoinTable(id=talk.next_id(), table="KTCH", seat=0))

    assert talk.info.seats[0].name == "Cai"
    assert talk.left("Cai")[0] == 1000 * LEAST


def test_time_does_not_count_in_others_turns() -> None:
    """Ann's bank is untouched while Bo thinks."""
    talk = in_turn("bank:60+0")
    play(talk, "Ann")
    talk.now += 40
    play(talk, "Bo")

    assert talk.left("Ann") == (60_000, 20_000)


def test_requests_without_end_do_not_keep_time_from_running_out() -> None:
    """Time is looked at after each request, not only in silence."""
    talk = in_turn("turn:20")
    for n in range(21):
        talk.now += 1
        talk.ask("Bo", Emote(id=1000 + n, code="hurry"))

    assert played_by(talk)[2][0] == 0


# ---- a bot stands in


def silent_twice() -> Talk:
    """Ann's time was up in the bidding and in her first turn; Bo plays. A bot stands in for her."""
    talk = two_at_play("turn:20")
    talk.move("Bo", Bid(0))
    talk.pass_time(20)
    talk.pass_time(20)
    return talk


def test_after_two_silent_turns_a_bot_stands_in() -> None:
    """Marked as such, told to all, and without a clock."""
    talk = silent_twice()

    assert talk.info.seats[0].stand_in
    assert talk.codes("Bo").count("stand_in") == 1
    assert talk.left("Bo") == (None, 20_000)


def test_one_silent_turn_is_forgiven_by_a_move() -> None:
    """Only turns in a row count."""
    talk = two_at_play("turn:20")
    talk.move("Bo", Bid(0))
    talk.pass_time(20)
    play(talk, "Ann")
    play(talk, "Bo")
    talk.pass_time(20)

    assert not talk.info.seats[0].stand_in


@pytest.mark.parametrize(
    "request_",
    [
        TakeSeat(id=77, seat=0),
        Say(id=77, text="here"),
        TakeSeat(id=77, seat=9),
        JoinTable(id=77, table="KTCH"),
        MakeMove(id=77, table="KTCH", seq=0, move={}),
    ],
    ids=["sit", "say", "refused", "join", "move"],
)
def test_whatever_the_person_asks_takes_the_seat_back(request_: TakeSeat | Say | JoinTable | MakeMove) -> None:
    """At once, and told to all; a refused request too shows that they are there."""
    talk = silent_twice()
    talk.ask("Ann", request_)

    shown = [message for message in talk.heard["Bo"] if isinstance(message, TableInfo)][-1]
    assert not shown.seats[0].stand_in
    assert "plays_again" in talk.codes("Bo")
    assert talk.left("Bo") == (20_000, 20_000)


def test_a_move_takes_the_seat_back_and_is_carried_out() -> None:
    """The bot's answer to the same question comes too late."""
    talk = silent_twice()
    play(talk, "Bo")
    talk.now += 10
    turn = talk.table.bot_turn(talk.now)
    assert turn is not None
    card = talk.view("Ann").hand[0]

    assert isinstance(talk.move("Ann", Play(card)), Done)
    talk.do(BotMoved(turn, turn.seen.view.legal[0]))
    assert [move for seat, move in played_by(talk) if seat == 0][-1] == f"play {card}"
    assert sum(seat == 0 for seat, _ in played_by(talk)) == 3


def test_after_coming_back_two_more_silent_turns_are_needed() -> None:
    """Who took the seat back begins anew."""
    talk = Talk(clock="turn:20")
    talk.ask("Ann", Configure(id=1, seats=2, options={"cards": "3"}))
    talk.join("Ann", "Bo")
    talk.ask("Ann", Configure(id=2, seats=2, options={"cards": "3"}))
    talk.start().move("Bo", Bid(0))
    talk.pass_time(20)
    talk.pass_time(20)
    talk.ask("Ann", Emote(id=50, code="sorry"))
    play(talk, "Bo")
    talk.pass_time(20)

    assert not talk.info.seats[0].stand_in


def test_leaving_does_not_take_the_seat_back() -> None:
    """The bot plays on."""
    talk = silent_twice()
    talk.ask("Ann", LeaveTable(id=77))

    assert talk.info.seats[0].stand_in
    assert "plays_again" not in talk.codes("Bo")


def test_an_away_seat_costs_the_others_one_turn_only() -> None:
    """From the second turn on missed while away a bot plays, without a wait; watchers are not warned."""
    talk = in_turn("turn:20")
    talk.watch("Cai")
    talk.lose("Ann")
    talk.pass_time(20)
    assert talk.info.seats[0].stand_in
    play(talk, "Bo")

    assert talk.let_bots_play() == 1
    assert not [code for code in talk.codes("Cai") if code.startswith("warn")]
    assert talk.codes("Cai").count("time_up") == 1


def test_who_comes_back_after_a_missed_turn_plays_the_next_one() -> None:
    """The bot that stood in gets up."""
    talk = in_turn("turn:20")
    talk.lose("Ann")
    talk.pass_time(20)
    talk.back("Ann")
    play(talk, "Bo")

    assert not talk.info.seats[0].stand_in
    assert talk.let_bots_play() == 0


def test_the_grace_may_end_before_the_clock() -> None:
    """Whichever ends first acts: with a long clock a bot stands in, and is told of in the same way as without."""
    talk = in_turn("turn:90")
    talk.lose("Ann")
    info = next(info for _, info in talk.effects[-1].infos)
    assert info.seats[0].bot_in == 60
    talk.pass_time(60)

    assert talk.info.seats[0].stand_in
    assert "time_up" not in talk.codes("Bo")


def test_the_clock_may_end_before_the_grace() -> None:
    """The countdown that the table shows is the shorter one."""
    talk = in_turn("turn:20")
    talk.now += 5
    talk.lose("Ann")
    info = next(info for _, info in talk.effects[-1].infos)

    assert info.seats[0].bot_in == 15


# ---- connections that break


def test_a_broken_connection_changes_no_clock() -> None:
    """Ten drops in one turn: what is left goes down like a stop watch, and the limit still ends the turn."""
    talk = in_turn("turn:20")
    begun = talk.now
    for _ in range(10):
        talk.now += 0.9
        talk.lose("Ann")
        talk.now += 0.9
        talk.back("Ann")
        (left, _) = talk.left("Ann")
        assert left == round(1000 * (20 - (talk.now - begun)))
    go_to_deadline(talk)

    assert talk.now == pytest.approx(begun + 20)
    assert len(played_by(talk)) == 3


def test_a_drop_of_seconds_costs_nothing() -> None:
    """The same seat and hand, and nothing was played."""
    talk = in_turn("turn:20")
    hand = talk.view("Ann").hand
    talk.lose("Ann")
    talk.pass_time(2)
    talk.back("Ann")

    assert talk.view("Ann").hand == hand
    assert len(played_by(talk)) == 2
    assert not talk.info.seats[0].stand_in


def test_the_old_countdown_does_not_throw_out_who_came_back() -> None:
    """Back after three seconds, then idle in another's turn for as long as the table waits."""
    talk = in_turn("turn:90")
    play(talk, "Ann")
    talk.lose("Ann")
    talk.pass_time(3)
    talk.back("Ann")
    talk.pass_time(60)

    assert talk.info.seats[0].here
    assert not talk.info.seats[0].stand_in


def test_where_all_are_gone_the_server_acts_at_the_limit() -> None:
    """Nothing stands at no time left, and nobody is shown less than nothing."""
    talk = in_turn("turn:20")
    talk.lose("Ann", "Bo")
    talk.pass_time(20)
    assert len(played_by(talk)) == 3
    talk.pass_time(20)
    assert len(played_by(talk)) == 4
    talk.back("Ann")

    assert all(left is None or left > 0 for left in talk.left("Ann"))


def test_a_late_tick_shows_nobody_less_than_nothing() -> None:
    """A move that came in before the table looked at the time counts, and costs what there was."""
    talk = in_turn("bank:60+5")
    talk.now += 70
    assert isinstance(play(talk, "Ann"), Done)

    assert talk.left("Bo") == (5_000, 65_000)


def test_what_was_moved_before_the_drop_stands() -> None:
    """Neither a drop nor the clock takes back what was played."""
    talk = in_turn("turn:20")
    play(talk, "Ann")
    moved = played_by(talk)
    talk.lose("Ann")
    talk.back("Ann")
    talk.pass_time(0)

    assert played_by(talk) == moved


# ---- setting up


def test_the_owner_sets_the_clock_before_a_party() -> None:
    """Left out it stays as it is; a party that runs keeps its own."""
    talk = Talk(clock="turn:20").join("Ann", "Bo")
    talk.ask("Ann", Configure(id=1, seats=2))
    assert talk.info.clock == "turn:20"
    talk.ask("Ann", Configure(id=2, seats=2, clock=" BANK:60+5 "))
    assert talk.info.clock == "bank:60+5"
    talk.start()

    assert talk.left("Bo") == (60_000, 60_000)
    assert refusal(talk.ask("Ann", Configure(id=3, seats=2, clock="none"))) == "party_running"
    assert talk.ask("Ann", Configure(id=4, seats=2, clock="bank:60+5")) == Done(4)
    assert talk.info.clock == "bank:60+5"


@pytest.mark.parametrize(
    "clock", ["turn", "turn:4", "turn:3601", "bank:60", "bank:60+61", "turn:-5", "turn:5.5", "x" * 999]
)
def test_a_bad_clock_changes_nothing(clock: str) -> None:
    """It is refused with its bounds."""
    talk = Talk(clock="turn:20").join("Ann")

    assert refusal(talk.ask("Ann", Configure(id=1, seats=2, clock=clock))) == "bad_clock"
    assert talk.info.clock == "turn:20"


def test_a_rematch_begins_with_full_clocks() -> None:
    """Nothing of the last party's time is left over, and its silent turns are forgotten."""
    talk = in_turn("bank:60+5")
    for who in ("Ann", "Bo", "Ann"):
        play(talk, who)
    talk.pass_time(90)
    assert talk.table.state == "over"
    assert talk.left("Ann") == ()
    talk.ask("Ann", Rematch(id=1))
    talk.ask("Bo", Rematch(id=2))
    assert talk.left("Ann") == (60_000, 60_000)
    talk.move("Ann", Bid(0))
    talk.pass_time(60)

    assert not talk.info.seats[1].stand_in


# ---- after a restart


def test_banks_outlive_a_restart_and_the_turn_begins_anew() -> None:
    """What a seat had after its last move is what it has."""
    talk = in_turn("bank:60+5")
    talk.now += 20
    play(talk, "Ann")
    talk.now += 30
    again = restarted(talk)
    again.back("Bo")

    assert again.left("Bo") == (50_000, 65_000)
    assert names(again.info.seats) == ["Ann", "Bo"]


def test_after_a_restart_a_clock_waits_for_its_person() -> None:
    """Nobody pays for the time in which there was no server."""
    again = restarted(in_turn("turn:20"))
    again.pass_time(30)
    assert len(played_by(again)) == 2
    again.back("Ann")
    assert again.left("Ann") == (20_000, 20_000)
    again.pass_time(20)

    assert len(played_by(again)) == 3


def test_after_a_restart_a_bot_stands_in_for_who_does_not_come_back() -> None:
    """After the usual grace, so that nobody is stuck."""
    again = restarted(in_turn("turn:20"))
    again.back("Bo")
    again.pass_time(60)

    assert again.info.seats[0].stand_in
    assert again.let_bots_play() == 1


def test_a_table_restored_shows_the_same_clock() -> None:
    """The kind of clock is kept with the table, in play and before."""
    assert restarted(in_turn("bank:300+10")).info.clock == "bank:300+10"
    assert restarted(Talk(clock="turn:40").join("Ann", "Bo")).info.clock == "turn:40"


def test_moves_kept_by_older_releases_leave_full_banks() -> None:
    """Where nothing is kept of the time, nobody has used any."""
    talk = in_turn("bank:60+5")
    table = talk.table
    assert table.party is not None
    entries = [(entry.seat, entry) for entry in table.party.entries]
    moves = tuple(Moved("u1", 1, n, entry, 0, 1) for n, (_, entry) in enumerate(entries))
    saved = SavedTable(table.snapshot(), table.party.header, moves)
    again = Table.restored(saved, LITTLE, talk.house, talk.now)

    assert [again.clocks.left(seat, talk.now) for seat in (0, 1)] == [60, 60]


# ---- the clocks by themselves


def test_a_clock_that_stands_keeps_what_it_has() -> None:
    """Stopping and going on costs nothing."""
    clocks = Clocks(read_clock("turn:20"), 2)
    clocks.run([0], 100)
    clocks.run([], 105)
    assert clocks.left(0, 200) == 15
    clocks.run([0, 1], 200)

    assert clocks.ends() == {0: 215, 1: 220}
    assert clocks.expired(219.9) == [0]
    assert clocks.expired(220) == [0, 1]


def test_clocks_of_no_limit_never_run() -> None:
    """Nothing runs out."""
    clocks = Clocks(read_clock("none"), 2)
    clocks.run([0, 1], 0)

    assert clocks.running == frozenset()
    assert clocks.expired(1e9) == []


def test_a_move_by_a_bot_costs_and_brings_nothing() -> None:
    """The increment is for own moves."""
    clocks = Clocks(read_clock("bank:60+5"), 2)
    clocks.run([0], 0)
    clocks.run([], 10)
    clocks.moved(0, 20, own=False)

    assert clocks.left(0, 20) == 50
