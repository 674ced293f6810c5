"""Who sits where: people who vanish, short losses, empty first seats, watchers, and the next party."""

import random
from typing import Any

import pytest

from server.house import House
from server.mail import Asked, BotMoved, Effects
from server.table import Table
from tests.server.little import Bid, Play
from tests.server.talk import SEED, Talk, as_shown, names, refusal
from tests.server.test_coming_back import public
from tuicards.games import GAMES
from tuicards.games.api import to_plain
from tuicards.wire.messages import (
    AddBot,
    Configure,
    JoinTable,
    LeaveTable,
    MakeMove,
    Rematch,
    StartParty,
    Update,
    WatchTable,
)


def play_on(talk: Talk, *people: str) -> None:
    """These people play the first card of their hand when they are asked, bots too, until the party is over."""
    while talk.info.state == "playing":
        before = talk.seq
        for who in people:
            view = talk.view(who)
            if view.my_turn:
                talk.move(who, Play(view.hand[0]) if view.phase == "play" else Bid(1))
        talk.let_bots_play()
        assert talk.seq > before, "the table waits for somebody who is not there"


# ---- lost


def test_who_drops_out_and_does_not_return_is_marked_and_the_others_finish() -> None:
    """A bot stands in under the person's name; at the end each is there once."""
    talk = Talk(seats=4).join("Ann", "Bo", "Cai", "Dee").start()
    talk.lose("Cai")
    talk.pass_time(61)
    seat = talk.info.seats[2]
    assert (seat.name, seat.here, seat.stand_in) == ("Cai", False, True)

    play_on(talk, "Ann", "Bo", "Dee")

    assert talk.table.finished is not None
    assert talk.table.finished.names == ("Ann", "Bo", "Cai", "Dee")
    assert len(talk.table.finished.outcome.ranks) == 4


@pytest.mark.parametrize("who", ["Ann", "Bo"], ids=["owner", "other"])
def test_a_loss_of_two_seconds_in_ones_turn_costs_nothing(who: str) -> None:
    """Same seat, same cards, same bid, same owner; nothing was played for it, and no bot came near."""
    talk = Talk(bot_delay=0).join("Ann", "Bo").start()
    other = "Bo" if who == "Ann" else "Ann"
    talk.move("Ann", Bid(1))
    talk.move("Bo", Bid(0))
    if who == "Bo":
        talk.move("Ann", Play(talk.view("Ann").hand[0]))
    before, seq = talk.view(who), talk.seq

    talk.lose(who)
    for _ in range(8):
        talk.pass_time(0.25)
        assert talk.let_bots_play() == 0
    talk.back(who)

    assert (talk.view(who), talk.seq, talk.info.owner) == (before, seq, "Ann")
    assert not any(seat.bot for seat in talk.info.seats)
    assert talk.codes(other)[-2:] == ["connection_lost", "connection_back"]
    play_on(talk, "Ann", "Bo")


# ---- watchers


def test_watchers_are_no_seats() -> None:
    """With all seats taken the owner starts; five watchers, one leaving and one lost, change nothing."""
    talk = Talk(seats=4).join("Ann", "Bo", "Cai", "Dee")
    for number in range(5):
        talk.watch(f"W{number}")
    assert refusal(talk.ask("W0", JoinTable(id=900, table="KTCH"))) == "table_full"
    talk.start()
    before = [talk.view(name) for name in ("Ann", "Bo", "Cai", "Dee")]

    talk.ask("W1", LeaveTable(id=901))
    talk.lose("W2")
    talk.pass_time(100)

    assert [talk.view(name) for name in ("Ann", "Bo", "Cai", "Dee")] == before
    assert talk.info.watchers == ("W0", "W3", "W4")
    play_on(talk, "Ann", "Bo", "Cai", "Dee")


def test_a_watcher_who_is_cut_off_holds_up_nobody_and_is_not_told_of() -> None:
    """No seat is kept, and no bot helps out."""
    talk = Talk().join("Ann", "Bo")
    talk.watch("Wim")
    talk.start()
    said = talk.codes("Ann")

    talk.lose("Wim")
    talk.back("Wim")

    assert talk.codes("Ann") == said


# ---- all see the same


class Real:
    """A table of Rage spoken to with plain calls; what everybody was shown at each step is compared."""

    def __init__(self, seats: int, **options: str) -> None:
        house = House(("easy", "normal"), bot_delay=0, seed=lambda: SEED)
        game = GAMES["rage"]
        self.table = Table(
            game, house, uid="u1", code="KTCH", title="", owner="Ann", seats=seats,
            options=game.parse_options(options),
        )  # fmt: skip
        self.now, self.ids = 0.0, 0
        self.last: dict[str, Update] = {}

    def ask(self, who: str, kind: Any, **fields: Any) -> Effects:
        self.ids += 1
        return self._heard(self.table.do(Asked(who, kind(id=self.ids, **fields)), self.now))

    def _heard(self, effects: Effects) -> Effects:
        """Raises AssertionError unless all who are shown something are shown the same, save their own hands."""
        shown = {who: as_shown(update) for who, update in effects.updates}
        parts = [(update.seq, public(update)) for update in shown.values()]
        assert all(one == parts[0] for one in parts)
        self.last.update(shown)
        return effects

    def play(self, chance: random.Random) -> None:
        """One move of whoever is asked."""
        self.now += 100
        turn = self.table.bot_turn(self.now)
        if turn is not None:
            self._heard(self.table.do(BotMoved(turn, turn.seen.view.legal[0]), self.now))
            return
        party = self.table.party
        assert party is not None
        seat = min(party.to_act)
        move = to_plain(chance.choice(party.game.legal(party.state, seat)))
        self.ask(self.table.seating.chairs[seat].person, MakeMove, table="KTCH", seq=party.seq, move=move)


def test_an_empty_first_seat_puts_nobody_out_of_step() -> None:
    """Three people on the last seats, a bot on the first: after every message all see the same game."""
    table, chance = Real(4, round_plan="3,2"), random.Random(9)
    for seat, who in ((1, "Ann"), (2, "Bo"), (3, "Cai")):
        table.ask(who, JoinTable, table="KTCH", seat=seat)
    table.ask("Ann", AddBot, seat=0)
    table.ask("Ann", StartParty)
    assert {who: update.view["seat"] for who, update in table.last.items()} == {"Ann": 1, "Bo": 2, "Cai": 3}

    while table.table.state == "playing":
        table.play(chance)
        assert len({update.seq for update in table.last.values()}) == 1


def test_another_party_starts_from_nothing_and_keeps_its_company() -> None:
    """Scores, trick and history are empty, watchers watch, and no move of the old party counts."""
    table, chance = Real(3, round_plan="2,1"), random.Random(2)
    for who in ("Ann", "Bo", "Cai"):
        table.ask(who, JoinTable, table="KTCH")
    for who in ("Wim", "Xia"):
        table.ask(who, WatchTable, table="KTCH")
    table.ask("Ann", StartParty)
    first = table.last["Ann"]
    while table.table.state == "playing":
        table.play(chance)
    last = table.last["Ann"]
    assert any(last.view["totals"])

    for who in ("Ann", "Bo", "Cai"):
        table.ask(who, Rematch)

    update = table.last["Ann"]
    assert (update.party, update.seq) == (2, last.seq + 1)
    assert not any(update.view["totals"])
    assert not any(update.view[name] for name in ("trick", "tricks", "history", "last_trick", "outcome"))
    assert table.table.info().watchers == ("Wim", "Xia")
    assert names(table.table.info().seats) == ["Ann", "Bo", "Cai"]
    assert table.last["Wim"].seq == update.seq
    for old in (first.seq, last.seq):
        move = {"move": "bid", "tricks": 0}
        effects = table.ask("Ann", MakeMove, table="KTCH", seq=old, move=move)
        assert refusal(effects.replies[0][1]) == "stale"


def test_another_set_up_after_a_party_starts_from_nothing_too() -> None:
    """Other options: an open table, then a party of its own."""
    table, chance = Real(3, round_plan="1"), random.Random(2)
    for who in ("Ann", "Bo", "Cai"):
        table.ask(who, JoinTable, table="KTCH")
    table.ask("Ann", StartParty)
    while table.table.state == "playing":
        table.play(chance)

    table.ask("Ann", Configure, seats=3, options={"round_plan": "2"})
    table.ask("Ann", StartParty)

    view = table.last["Bo"].view
    assert (view["round"], view["totals"], len(view["hand"])) == (1, (0, 0, 0), 2)
