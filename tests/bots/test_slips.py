"""Clear slips by the normal bots' reckoning, and moves that are none."""

from tests.bots.views import rage_plays, rage_view
from tests.games.goat_helpers import table
from tests.games.tiny import TINY
from tuicards.bots.slips import slip
from tuicards.games import GAMES
from tuicards.games.goat import Card, Pass
from tuicards.games.rage import Bid, Play
from tuicards.games.rage import Card as RageCard


def test_taking_a_trick_that_misses_the_bid_is_a_slip() -> None:
    """The bid is met, and the 15 takes one more. The 2 keeps it, and the reason is told."""
    view = rage_view("R2 R15 B0", trick="R7 R12 R3", legal=rage_plays("R2 R15"), taken=(1, 0, 0, 0), winning=2)
    better = slip(GAMES["rage"], view, Play(RageCard("R15")))
    assert better is not None
    assert better.move == Play(RageCard("R2"))
    assert better.why.code == "why.ducks"


def test_the_best_move_and_its_equals_are_no_slip() -> None:
    """Only a great loss asks."""
    view = rage_view("R2 R3 B0", trick="R7 R12 R5", bids=(0, 1, 1, 1), legal=rage_plays("R2 R3"), winning=2)
    assert slip(GAMES["rage"], view, Play(RageCard("R2"))) is None
    assert slip(GAMES["rage"], view, Play(RageCard("R3"))) is None


def test_a_bid_far_from_what_the_hand_is_worth_is_a_slip() -> None:
    """Nothing, with the two highest trumps."""
    view = rage_view("R15 G15 G14 B1 Y0", bidding=True)
    better = slip(GAMES["rage"], view, Bid(0))
    assert better is not None
    assert isinstance(better.move, Bid)
    assert better.move.tricks in (2, 3)


def test_passing_the_richest_cards_to_a_lost_trick_is_a_slip() -> None:
    """Goat: an ace of trumps thrown away under an opponent's trick."""
    game = GAMES["goat"]
    state = table("Ad 6c 8h 6s | Qs 7s Ah 6h | 8d Kc Th 7h | Jd 9s Ac Jh", leader=3, trump="d")
    state, _ = game.apply(state, 3, game.parse_move("lead 9s"))
    view = game.view(state, 0)
    better = slip(game, view, Pass((Card("Ad"),)))
    assert better is not None
    assert better.move != Pass((Card("Ad"),))


def test_what_is_not_legal_or_has_no_reckoning_is_no_slip() -> None:
    """The server says what is not legal; a game without a scale asks nothing."""
    view = rage_view("R2 R15", trick="R7", legal=rage_plays("R2 R15"))
    assert slip(GAMES["rage"], view, Play(RageCard("G9"))) is None
    tiny = TINY.view(TINY.new(2, b"t", TINY.parse_options({})), 0)
    assert all(slip(TINY, tiny, move) is None for move in tiny.legal)
