"""What a seat of Rage knows, as the simulator's dealer takes it."""

from tuicards.bots.rage_bids import card_values
from tuicards.bots.rage_memory import CHANGE, OUT, Counting, colour_id
from tuicards.bots.rage_sim_deal import (
    BOUND,
    DEALS,
    FACTS,
    HOLDS,
    KNOWN,
    KNOWN_SLOTS,
    NUMBERS,
    OTHERS,
    POOL,
    STATE,
    TURNS,
    VOID,
    WHO,
    WORTH,
)
from tuicards.bots.rage_sim_setup import dealt, table_of
from tuicards.bots.seen import Seen
from tuicards.games.rage import RageView

CANDIDATES = 4
"""Deals of which one is taken, by how well it fits the bids."""


def base_of(seen: Seen, known: Counting) -> list[int]:
    """The table as the seat sees it: its own hand, and the bids that it knows."""
    view: RageView = seen.view
    hands = [known.hand if seat == known.seat else [] for seat in range(len(known.counts))]
    return dealt(table_of(view, seen.options), hands, (), [-1 if bid is None else bid for bid in view.bids])


def bid_values(view: RageView) -> list[int]:
    """What each card was worth when the round was bid on, in thousandths of a trick."""
    trump = view.trump_history[0].colour if view.trump_history else view.trump
    values = card_values(len(view.counts), view.hand_size, colour_id(trump))
    return [round(1000 * value) for value in values]


def facts_of(known: Counting, values: list[int], chance: int) -> list[int]:
    """The dealer's facts; `chance` seeds it, 0 to 2^31 - 1."""
    facts = [0] * FACTS
    others = sorted(
        (seat for seat in range(len(known.counts)) if seat != known.seat), key=lambda seat: not known.voids[seat]
    )
    facts[STATE], facts[OTHERS], facts[POOL], facts[DEALS] = chance, len(others), len(known.unseen), CANDIDATES
    facts[BOUND] = sum(known.voids[seat] > 0 for seat in others)
    facts[TURNS] = sum(card in (CHANGE, OUT) for card in (*known.unseen, *known.hand))
    for card in known.unseen:
        facts[NUMBERS + (card >> 4)] += 1
    for place, seat in enumerate(others):
        at = KNOWN + place * KNOWN_SLOTS
        facts[at + WHO], facts[at + HOLDS], facts[at + VOID] = seat, known.counts[seat], known.voids[seat]
        facts[at + WORTH] = sum(values[card] for card in known.played[seat])
    return facts
