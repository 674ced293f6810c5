"""The dealer of the Rage simulator: its deals agree with what the seat knows, and fit the bids."""

from collections import Counter
from random import Random

from tests.bots.test_rage_sim import any_round
from tests.bots.views import rage_view
from tuicards.bots.rage_expert_facts import base_of, bid_values, facts_of
from tuicards.bots.rage_memory import Counting, counting
from tuicards.bots.rage_sim_deal import deal
from tuicards.bots.rage_sim_layout import BID, END, NEXT, PILE, SEAT, SIZE, SPECIALS, WILD
from tuicards.bots.rage_sim_setup import rules_of
from tuicards.bots.seen import Seen
from tuicards.games.rage import RAGE, Options, RageView


class Dealer:
    """Deals for one seat, one after the other."""

    def __init__(self, view: RageView, options: Options) -> None:
        seen = Seen(view, options)
        self.known: Counting = counting(seen)
        self.base = base_of(seen, self.known)
        self.rules = rules_of(options, len(view.counts), view.hand_size)
        self.values = bid_values(view)
        self.facts = facts_of(self.known, self.values, 1)
        self.pool = list(self.known.unseen)

    def deal(self) -> list[int]:
        s = [0] * SIZE
        deal(self.base, self.rules, self.facts, self.pool, self.values, [0] * SIZE, s)
        return s


def hand(s: list[int], seat: int) -> list[int]:
    """The cards that a seat was dealt."""
    base = seat * SEAT
    numbers = [colour * 16 + rank for colour in range(6) for rank in range(16) if s[base + colour] >> rank & 1]
    return numbers + [WILD + kind for kind in range(5) for _ in range(s[base + SPECIALS + kind])]


def test_every_deal_agrees_with_what_the_seat_knows() -> None:
    """Hand counts and shown voids hold, the own hand stays, no card is dealt that was seen, or twice."""
    for number in range(12):
        chance = Random(f"deal {number}")
        state = any_round(chance)
        for _ in range(chance.randrange(sum(map(len, state.hands)))):
            state, _ = RAGE.apply(state, state.turn, chance.choice(RAGE.legal(state, state.turn)))
        if state.phase != "play":
            continue
        view = RAGE.view(state, state.turn)
        dealer = Dealer(view, state.setup.options)
        known, unseen = dealer.known, Counter(dealer.known.unseen)
        for _ in range(5):
            s = dealer.deal()
            hands = [hand(s, seat) for seat in range(len(view.counts))]
            assert sorted(hands[known.seat]) == sorted(known.hand)
            others = Counter(card for seat, cards in enumerate(hands) if seat != known.seat for card in cards)
            assert others <= unseen
            assert [len(cards) for cards in hands] == list(view.counts)
            assert not any(known.voids[seat] >> (card >> 4) & 1 for seat, cards in enumerate(hands) for card in cards)
            colours = Counter(card >> 4 for card in (unseen - others).elements() if card < WILD)
            assert Counter(s[s[NEXT] : s[END]]) <= colours
            assert s[NEXT] >= PILE
            assert all(0 <= s[seat * SEAT + BID] <= view.hand_size for seat in range(len(view.counts)))


def test_whoever_bids_more_is_dealt_more() -> None:
    """Over many deals, the hand of who bid 4 is worth more than that of who bid none."""
    dealer = Dealer(rage_view("R2 O3 Y4 B5 P6 R7 O8 Y9", bids=(1, 0, 4, 2)), Options())
    worth = [0, 0]
    for _ in range(200):
        s = dealer.deal()
        worth[0] += sum(dealer.values[card] for card in hand(s, 1))
        worth[1] += sum(dealer.values[card] for card in hand(s, 2))
    assert worth[1] > 1.1 * worth[0]


def test_bids_to_come_fit_the_hands() -> None:
    """Who has not bid bids in every deal, and more on the better hands."""
    dealer = Dealer(rage_view("R2 O3 Y4 B5 P6 R7 O8 Y9", bidding=True), Options())
    by_bid: dict[int, list[int]] = {}
    for _ in range(300):
        s = dealer.deal()
        by_bid.setdefault(s[SEAT + BID], []).append(sum(dealer.values[card] for card in hand(s, 1)))
    few, many = by_bid[1], by_bid[2]
    assert sum(few) / len(few) < sum(many) / len(many)
    assert -1 not in by_bid
