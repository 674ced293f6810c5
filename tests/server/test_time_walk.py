"""Whatever people do, and however long it takes them: time at a table keeps its promises."""

import random

import pytest

from server.mail import BotMoved
from tests.server.talk import Talk, as_shown
from tuicards.wire.messages import (
    Configure,
    Emote,
    JoinTable,
    LeaveTable,
    MakeMove,
    Pause,
    Rematch,
    Request,
    StandUp,
    StartParty,
    TakeSeat,
    Update,
)

PEOPLE = ("Ann", "Bo", "Cai")
CLOCKS = ("none", "turn:5", "bank:10+0", "bank:10+3")


class Walk:
    """Random commands by random people at one table of three seats, one of them a bot's."""

    def __init__(self, number: int) -> None:
        self.chance = random.Random(number)
        self.talk = Talk(seats=3, clock=self.chance.choice(CLOCKS)).join("Ann", "Bo").bot(2).start()

    def go_on(self) -> None:
        talk, chance = self.talk, self.chance
        who = chance.choice(PEOPLE)
        match chance.randrange(8):
            case 0:
                talk.pass_time(chance.choice((0.1, 1, 4, 5, 20, 70)))
            case 1:
                talk.lose(who) if talk.table.seating.is_here(who) else talk.back(who)
            case 2:
                talk.let_bots_play()
            case 3 | 4:
                self.play(who)
            case 5:
                self.let_a_bot_be_late()
            case _:
                self.ask(who)

    def ask(self, who: str) -> None:
        number = self.talk.next_id()
        requests: list[Request] = [
            Pause(id=number, on=self.chance.random() < 0.5),
            JoinTable(id=number, table="KTCH"),
            LeaveTable(id=number),
            StandUp(id=number),
            TakeSeat(id=number, seat=self.chance.randrange(3)),
            Emote(id=number, code="hello"),
            Rematch(id=number),
            StartParty(id=number),
            Configure(id=number, seats=3, clock=self.chance.choice(CLOCKS)),
        ]
        self.talk.ask(who, self.chance.choice(requests))

    def play(self, who: str) -> None:
        updates = self.talk.updates(who)
        if updates and updates[-1].view["legal"]:
            update = updates[-1 - self.chance.randrange(min(2, len(updates)))]
            move = self.chance.choice(update.view["legal"] or [{}])
            self.talk.ask(who, MakeMove(id=self.talk.next_id(), table="KTCH", seq=update.seq, move=move))

    def let_a_bot_be_late(self) -> None:
        """A bot's answer that comes after whatever has happened meanwhile."""
        turn = self.talk.table.bot_turn(self.talk.now)
        if turn is not None:
            self.ask(self.chance.choice(PEOPLE))
            self.talk.do(BotMoved(turn, turn.seen.view.legal[0]))


def check(talk: Talk, before: int) -> None:
    """What holds after every command."""
    table, now = talk.table, talk.now
    waits = table.party.to_act if table.party and table.state == "playing" else frozenset()
    chairs = table.seating.chairs
    thinking = {seat for seat in waits if chairs[seat].person and not chairs[seat].bot}
    limited = table.info().clock != "none"
    assert table.clocks.running == (thinking if limited and not table.paused else frozenset())
    assert all(end > now for end in table.clocks.ends().values())
    assert not table.paused or table.state == "playing"
    for effects in talk.effects[before:]:
        for _, update in effects.updates:
            check_update(as_shown(update), limited)


def check_update(update: Update, limited: bool) -> None:
    assert all(left is None or left >= 0 for left in update.left)
    assert len(update.left) in (0, len(update.view["counts"]))
    if not limited:
        assert update.left == ()


@pytest.mark.parametrize("number", range(8))
def test_time_keeps_its_promises_whatever_people_do(number: int, thorough: bool) -> None:
    """The right clocks run, none is past its end, nobody is shown less than nothing, and a pause is in play only."""
    for step in range(200 if thorough else 4):
        walk = Walk(1000 * number + step)
        for _ in range(60):
            before = len(walk.talk.effects)
            walk.go_on()
            walk.talk.pass_time(0)
            if walk.talk.table.closed:
                break
            check(walk.talk, before)


def test_silence_alone_brings_a_party_to_its_end() -> None:
    """With a clock nobody waits for ever for people who are here and do nothing."""
    talk = Talk(seats=3, clock="turn:5").join("Ann", "Bo").bot(2).start()
    for _ in range(20):
        talk.let_bots_play()
        talk.pass_time(5)

    assert talk.table.state == "over"
