"""What Rage hands promise: chances that are chances, bids that pay, and predictions that come true."""

from random import Random

import msgspec
import pytest

from tests.bench.rage_bid_rounds import grouped, rounds
from tests.bots.views import rage_view
from tuicards.bots.rage_bids import bid_worths, card_values, likely_bid, outlook, strength_of
from tuicards.bots.rage_memory import IDS
from tuicards.bots.seen import Seen
from tuicards.games.rage import Bid, Options

GREEN = 3


def ids(text: str) -> list[int]:
    return [IDS[card] for card in text.split()]


def best(hand: str, options: Options | None = None, **more: object) -> int:
    """The bid that promises most."""
    view = rage_view(hand, bidding=True, **more)  # type: ignore[arg-type]
    worths = bid_worths(Seen(view, options or Options()), ids(hand))
    move = max(worths, key=worths.__getitem__)
    assert isinstance(move, Bid)
    return move.tricks


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("hand_size", [1, 2, 5, 10, 11])
def test_tricks_taken_are_a_distribution(seats: int, hand_size: int) -> None:
    """For every bid and strength the chances are between 0 and 1 and sum up to 1."""
    look = outlook(seats, hand_size)
    for bid in range(hand_size + 1):
        for strength in (-1.0, 0.0, 0.6, 2.5, float(hand_size)):
            chances = look.taken(bid, strength)
            assert len(chances) == hand_size + 1
            assert min(chances) >= 0
            assert sum(chances) == pytest.approx(1)
            assert chances[bid] == pytest.approx(look.met(bid, strength))


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
@pytest.mark.parametrize("hand_size", [3, 5, 10])
def test_high_cards_and_trumps_are_worth_more(seats: int, hand_size: int) -> None:
    """A value never falls with the number, and no number card of another colour is above the highest trump."""
    for values in (card_values(seats, hand_size, GREEN), tuple(outlook(seats, hand_size)._values[GREEN])):
        for colour in range(6):
            ranks = values[16 * colour : 16 * colour + 16]
            assert list(ranks) == sorted(ranks)
    assert card_values(seats, hand_size, GREEN)[ids("G15")[0]] > card_values(seats, hand_size, GREEN)[ids("R8")[0]]


def test_a_strong_hand_bids_more_than_a_weak_one() -> None:
    """Trumps, a Wild and high cards against low plain ones."""
    assert best("R1 O2 B0 Y3 P1") == 0
    assert best("WI G15 G14 R15 B15") >= 3


def test_flat_scoring_pays_a_bid_of_nothing_better() -> None:
    """Ten points for none instead of five (R70): a doubtful hand bids it."""
    hands = [" ".join(f"{colour}{rank}" for colour, rank in zip("ROYB", ranks, strict=True)) for ranks in RANKS]
    flat = [best(hand, Options(scoring="flat")) for hand in hands]
    fundex = [best(hand) for hand in hands]
    assert all(low <= high for low, high in zip(flat, fundex, strict=True))
    assert sum(flat) < sum(fundex)


RANKS = [(rank, rank - 1, rank - 3, rank - 5) for rank in range(5, 16)]


def test_a_sweep_that_counts_double_tempts_a_hand_of_trumps() -> None:
    """The same hand promises more for all tricks where they count double (R74)."""
    hand = "WI WI G15 G14"
    view = rage_view(hand, bidding=True, seats=2)
    plain, double = (bid_worths(Seen(view, Options(sweep=sweep)), ids(hand))[Bid(4)] for sweep in ("off", "double"))
    assert double > plain


def test_a_team_that_has_bid_is_not_paid_for_nothing() -> None:
    """A bid of none beside a partner's bid of one is no bid of nothing (R93): an exact team gets ten, not five."""
    hand = "R1 O2 B0 Y3 P1"
    pairs = rage_view(hand, bidding=True, teams=(0, 1, 0, 1), bids=(None, None, 1, None))
    alone = rage_view(hand, bidding=True)
    seen = Seen(pairs, Options(teams="pairs"))
    assert bid_worths(seen, ids(hand))[Bid(0)] > bid_worths(Seen(alone, Options()), ids(hand))[Bid(0)] + 3


def test_only_legal_bids_are_valued() -> None:
    """The number that the hook forbids is not among them (R26)."""
    legal = (Bid(0), Bid(2))
    view = rage_view("G15 R2", bidding=True, legal=legal, forbidden=1)
    assert set(bid_worths(Seen(view, Options(hook="last_bidder")), ids("G15 R2"))) == set(legal)


def test_bids_before_lessen_what_is_left() -> None:
    """The more others have bid, the less the same hand is good for."""
    low, high = (
        msgspec.structs.replace(rage_view("G12 R12 B9 Y4", bidding=True, bids=(None, bid, bid, bid)), dealer=0)
        for bid in (0, 3)
    )
    hand = ids("G12 R12 B9 Y4")
    assert strength_of(low, hand, 0) > strength_of(high, hand, 0)


def test_a_likely_bid_follows_the_hand() -> None:
    """On average about the sum of its cards' values, and never out of range."""
    values, chance = card_values(4, 5, GREEN), Random(1)
    for text in ("WI G15 G14 R15 B15", "R1 O2 B0 Y3 P1"):
        hand = ids(text)
        bids = [likely_bid(values, hand, chance) for _ in range(300)]
        assert set(bids) <= set(range(6))
        expected = min(max(sum(values[card] for card in hand), 0), 5)
        assert abs(sum(bids) / 300 - expected) < 0.35


@pytest.mark.parametrize(("seats", "hand_size"), [(4, 10), (4, 3), (6, 5), (2, 5)])
def test_predictions_come_true(seats: int, hand_size: int) -> None:
    """Of bids predicted to be met with some chance about that share is met, in rounds it was not learned from."""
    look = outlook(seats, hand_size)
    pairs = [
        (look.met(row.bid, look.strength(row.hand, row.trump, row.place, row.earlier)), row.bid == row.taken)
        for row in rounds(seats, hand_size, 400 // seats, Random(77), pure=True)
    ]
    for share in grouped(pairs, 4):
        assert abs(share.predicted - share.happened) < 0.17
