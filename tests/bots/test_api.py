"""Choosing for a seat: always legal, the same for the same seed, from a view alone."""

import msgspec
import pytest

from tests.bots.views import goat_view, lead, rage_view
from tuicards.bots.api import BRAINS, LEVELS, Choice, Seen, choose
from tuicards.bots.choice import Thinking
from tuicards.bots.seen import Recall
from tuicards.errors import BadOptions
from tuicards.games import GAMES
from tuicards.games.api import AnyGame, Move, TableView
from tuicards.games.goat import Arm
from tuicards.games.rage import Bid
from tuicards.locale.en import PHRASES
from tuicards.phrase import forms


class Stay(Move, frozen=True, tag="stay"):
    """A move of a game that has no bot of its own."""


class Resign(Move, frozen=True, tag="resign"):
    """A move that gives the game up."""


class Unknown:
    """A game that the bots have never heard of; only its name matters to them."""

    name = "patience"


def knowing(view: TableView, game: str = "rage") -> Seen:
    """What a seat goes by that has seen nothing but this."""
    return Seen(view, GAMES[game].parse_options({}))


def strange_game() -> AnyGame:
    return Unknown()  # type: ignore[return-value]


def strange_view(*legal: Move) -> TableView:
    return TableView(seat=0, teams=(0, 1), phase="play", to_act=(0,), legal=legal, counts=(1, 1), totals=(0, 0))


@pytest.mark.parametrize("level", LEVELS)
def test_a_game_without_a_bot_gets_a_legal_move(level: str) -> None:
    """A third game needs nothing here."""
    assert choose(strange_game(), level, knowing(strange_view(Stay())), seed=1).move == Stay()


@pytest.mark.parametrize("seed", range(20))
def test_it_never_resigns_while_it_can_play_on(seed: int) -> None:
    """Moves that give up are left to people."""
    assert choose(strange_game(), "easy", knowing(strange_view(Resign(), Stay())), seed).move == Stay()


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seed", range(10))
def test_it_never_arms_a_molodka_instead_of_leading(level: str, seed: int) -> None:
    """Arming brings the table no further."""
    view = goat_view("6d 7d 8c 9c", (Arm(), lead("6d"), lead("8c")))
    assert choose(GAMES["goat"], level, knowing(view, "goat"), seed).move != Arm()


def test_an_unknown_level_is_refused_by_name() -> None:
    """The refusal says which levels there are."""
    with pytest.raises(BadOptions) as refused:
        choose(GAMES["rage"], "genius", knowing(rage_view("R1")), seed=1)
    assert refused.value.code == "unknown_level"
    assert refused.value.params == {"level": "genius", "known": LEVELS}


def test_a_seat_that_may_do_nothing_is_not_asked() -> None:
    """Asking a bot out of turn is a mistake of the caller."""
    with pytest.raises(ValueError, match="no move"):
        choose(GAMES["rage"], "easy", knowing(rage_view("R1", legal=())), seed=1)


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_gives_the_same_move(level: str) -> None:
    """A choice depends on its arguments alone."""
    view = rage_view("R2 R14 G3 WI MA", trick="B7")

    def chosen() -> list[Choice]:
        return [choose(GAMES["rage"], level, knowing(view), seed, Thinking(worlds=8)) for seed in range(8)]

    assert chosen() == chosen()


def test_the_registry_names_known_games_and_levels_only() -> None:
    """A misspelt entry would silently play at random."""
    assert {name for name, _ in BRAINS} <= set(GAMES)
    assert {level for _, level in BRAINS} <= set(LEVELS)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_reason_of_a_whole_party_has_an_english_sentence(name: str, level: str) -> None:
    """Whatever a bot says can be shown, and its reason is plain data."""
    game = GAMES[name]
    state = game.new(game.usual_seats, b"reasons", game.parse_options({}))
    codes, recall = set(), Recall(game, game.usual_seats)
    for ply in range(80):
        if not game.to_act(state):
            break
        seat = min(game.to_act(state))
        seen = recall.seen(game.view(state, seat), game.parse_options({}))
        choice = choose(game, level, seen, ply, Thinking(worlds=2))
        codes.add(choice.why.code)
        for form in forms(PHRASES[choice.why.code]):
            form.format_map(choice.why.params)
        msgspec.convert(msgspec.to_builtins(choice.why), type(choice.why))
        state, events = game.apply(state, seat, choice.move)
        recall.after(seat, choice.move, events)
    assert codes


def test_an_easy_bid_is_near_its_share_of_the_tricks() -> None:
    """Eight cards and four seats: two, give or take."""
    view = rage_view("R1 R2 R3 R4 B1 B2 B3 B4", bidding=True)
    bids = [choose(GAMES["rage"], "easy", knowing(view), seed).move for seed in range(60)]
    tricks = [bid.tricks for bid in bids if isinstance(bid, Bid)]
    assert len(tricks) == 60
    assert 1.5 < sum(tricks) / 60 < 2.5
    assert max(tricks) - min(tricks) > 1
