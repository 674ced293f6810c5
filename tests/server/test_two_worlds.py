"""Nobody peeks: what a person is sent depends on what they may see, byte for byte and moment for moment."""

import msgspec
import pytest

from server.house import House
from server.mail import Asked, Back, Lost, Tick
from server.table import Table
from tests.games.goat_helpers import table as goat_position
from tests.server.little import Little, LittleView, State
from tests.server.worlds import CODE, LATE, LOBBY, WATCHER, Difference, World, begun, try_positions
from tuicards.games import GAMES
from tuicards.games.api import AnyGame, Move, Seat
from tuicards.games.cards import Dice
from tuicards.games.goat import GOAT
from tuicards.wire.messages import JoinTable, StartParty, WatchTable

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: str(game.name))

POSITIONS = 100
THOROUGH_POSITIONS = 10_000


@every_game
def test_two_worlds_that_look_the_same_sound_the_same(game: AnyGame, thorough: bool) -> None:
    """Every frame and every waking time is equal, whatever the cards are that the observer cannot see."""
    count = THOROUGH_POSITIONS if thorough else POSITIONS
    tried = list(try_positions(game, count, "two worlds"))

    assert len(tried) == count
    assert sum(position.differed for position in tried) > 0.8 * count
    assert sum(position.moved for position in tried) > 0.7 * count


# ---- the proof can fail


class Dealt(Little):
    """The little game, with its unseen cards dealt anew in another world."""

    def resample(self, state: State, seat: Seat | None, seed: bytes) -> State:
        others = [other for other in range(len(state.hands)) if other != seat]
        cards = Dice(seed, 0).shuffled([card for other in others for card in state.hands[other]])
        hands, left = list(state.hands), list(cards)
        for other in others:
            hands[other] = tuple(left.pop() for _ in state.hands[other])
        return msgspec.structs.replace(state, hands=tuple(hands), marked=state.marked & {seat})


class Leaky(Dealt):
    """Its view tells something of everybody's cards: the size of the smallest."""

    def view(self, state: State, seat: Seat | None) -> LittleView:
        view = super().view(state, seat)
        least = min((card for hand in state.hands[:1] for card in hand), default="")
        return msgspec.structs.replace(view, phase=f"{view.phase}{least}")


class Telltale(Dealt):
    """It tells the others when somebody has marked themselves."""

    def view(self, state: State, seat: Seat | None) -> LittleView:
        return msgspec.structs.replace(super().view(state, seat), phase=str(len(state.marked)))


def hands_of(table: Table) -> tuple[tuple[str, ...], ...]:
    hands: tuple[tuple[str, ...], ...] = table.party.state.hands if table.party else ((),) * 9
    return hands


class Hesitant(Table):
    """Its bots think longer the more they hold."""

    def bots_due(self) -> float | None:
        due = super().bots_due()
        return None if due is None else due + sum(map(int, hands_of(self)[min(self._bots_to_act())]))


class Impatient(Table):
    """It waits less long for a person who holds low cards."""

    def _stand_ins(self) -> dict[Seat, float]:
        return {seat: due + sum(map(int, hands_of(self)[seat])) for seat, due in super()._stand_ins().items()}


class Chatty(Table):
    """What it tells of itself, after somebody has moved, depends on the cards of one seat."""

    def _text(self, move: Move) -> str:
        self.title = min(hands_of(self)[1], default="")
        return super()._text(move)


def test_the_little_game_keeps_its_secrets() -> None:
    """What is tried below finds nothing where nothing leaks."""
    assert len(list(try_positions(Dealt(), 40, "little"))) == 40


@pytest.mark.parametrize(
    ("game", "table"),
    [(Leaky(), Table), (Telltale(), Table), (Dealt(), Hesitant), (Dealt(), Impatient), (Dealt(), Chatty)],
    ids=["view", "secret-move", "bots-pace", "patience", "table"],
)
def test_a_leak_is_found(game: AnyGame, table: type[Table]) -> None:
    """A view, a time or a message that depends on hidden cards makes the worlds differ."""
    with pytest.raises(Difference):
        list(try_positions(game, 400, "leaks", table))


# ---- goat W4


OTHERS = "7c Kc 8s 9h | 9c 6s 7s Qh | Jc Ts 8d Tc"
MOLODKA = "Ad Kd 9d 6d"
OTHER_HANDS = ("Ad Kd 9d 8h", "Ah Kh Js 6c", "7d Jd Td Qd")


def goat_world(hand: str) -> World:
    """Four people and a watcher, S0's turn to lead, and this hand for S3."""
    house = House(("easy",), seed=lambda: bytes(32))
    table = Table(
        GOAT, house, uid="u1", code=CODE, title="kitchen", owner="P0", seats=4, options=GOAT.parse_options({})
    )
    world = World(table)
    for seat in range(4):
        world.ask(f"P{seat}", JoinTable(id=1, table=CODE, seat=seat))
    world.ask(WATCHER, WatchTable(id=1, table=CODE))
    world.ask("P0", StartParty(id=2))
    state = goat_position(f"{OTHERS} | {hand}", trump="h", stock=8)
    return begun(world, state, ["P0", "P1", "P2", WATCHER, LATE, LOBBY])


def play_until_s3(world: World, *, arming: tuple[str, ...] = ()) -> None:
    """S3 does what only S3 may know; then S0 and S1 play, one comes and goes, one watches, time passes."""
    for text in arming:
        world.move(3, GOAT.parse_move(text))
        world.times.pop()
    for seat, text in ((0, "lead 7c"), (1, "beat 9c")):
        world.move(seat, GOAT.parse_move(text))
        world.now += 3
    world.do(Lost("P2"))
    world.now += world.table.house.grace - 1
    world.do(Tick())
    world.do(Back("P2", 1))
    world.do(Asked(LATE, WatchTable(id=5, table=CODE)))


@pytest.mark.parametrize("example", ["W4"])
@pytest.mark.parametrize("arming", [(), ("arm",), ("arm", "disarm", "arm")], ids=len)
@pytest.mark.parametrize("hand", OTHER_HANDS)
def test_a_molodka_in_waiting_is_neither_seen_nor_timed(example: str, arming: tuple[str, ...], hand: str) -> None:
    """Up to S3's turn, frames and times of all others equal those with any other hand of S3's, armed or not."""
    holding, other = goat_world(MOLODKA), goat_world(hand)
    play_until_s3(holding, arming=arming)
    play_until_s3(other)

    assert holding.heard == other.heard
    assert holding.times == other.times
    assert all(holding.heard[name] for name in ("P0", "P1", "P2", WATCHER, LATE))
