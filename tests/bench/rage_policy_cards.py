"""The cards among which the policy of Rage's simulator chooses, each with the weights that it adds up for it.

The same cards in the same order as in `tuicards.bots.rage_sim_policy.rule`, but written down, so that weights can be
learned. In the part of Python that numba compiles, like the simulator.
"""

from tuicards.bots.rage_sim_layout import (
    BEST,
    CHANGE,
    EXTRA,
    LAID,
    LED,
    LEFT,
    LEVELS,
    NAMED,
    NAMES,
    ROW,
    SEAT,
    SEATS,
    SHOWN,
    SPECIALS,
    TRUMP,
    TRUMPS,
    TURN,
    WILD,
)
from tuicards.bots.rage_sim_policy import (
    DISCARD,
    DISCARD_LENGTH,
    LEAD,
    LEAD_LENGTH,
    LEAD_SPECIAL,
    LOSE,
    MOOD,
    RUFF,
    SPECIAL,
    STYLE_SIZE,
    TRUMP_LED,
    UNDER,
    WILD_WINS,
    WIN,
    _other,
    mood,
    own_need,
)

MOST = 20
"""Cards that can come into question at once: of each colour two, a trump more, five specials, a Wild in two ways."""

SLOTS = 4
MOVE, ONE, MORE, POINTS = range(SLOTS)
"""A card's slots: the move; the places of two weights in a style; how often the weight of point cards is added."""

NOTHING = STYLE_SIZE
"""The place behind the weights of a style; a weight of 0 stands there."""


def candidates(s: list[int], rules: list[int], high: list[int], count: list[int], cards: list[int], at: int) -> int:
    """Write the cards of the seat to play that come into question, the first to slot `at`; how many they are."""
    seat, left, led = s[TURN], s[LEFT], s[LED]
    row = LEVELS + ROW * left
    w = MOOD * mood(own_need(s, rules, seat, left), left)
    if led < 0:
        end = _leads(s, rules, high, count, cards, at, w, row)
    elif s[seat * SEAT + led]:
        end = _follows(s, rules, high, count, cards, at, w, row)
    else:
        end = _trumps(s, rules, high, count, cards, at, w, row)
        end = _discards(s, rules, high, count, cards, end, w, row)
        end = _specials(s, rules, cards, end, w)
    return (end - at) // SLOTS


def _put(cards: list[int], at: int, move: int, one: int, more: int, points: int) -> int:
    """Write a card; where the next one goes."""
    cards[at + MOVE], cards[at + ONE], cards[at + MORE], cards[at + POINTS] = move, one, more, points
    return at + SLOTS


def _ends(
    s: list[int], rules: list[int], high: list[int], count: list[int], cards: list[int], at: int, colour: int,
    mask: int, row: int, one: int, more: int, points: int,
) -> int:  # fmt: skip
    """Write the highest and the lowest card of a mask; `one` is the weight of level 0."""
    unseen = 65535 ^ (s[SHOWN + colour] | s[s[TURN] * SEAT + colour])
    rank, low = high[mask], high[mask & -mask]
    level = rules[row + count[unseen >> rank]]
    at = _put(cards, at, (colour << 4) + rank, one + level, more, points)
    if low != rank:
        level = rules[row + count[unseen >> low]]
        at = _put(cards, at, (colour << 4) + low, one + level, more, points)
    return at


def _named(rules: list[int], card: int, trump: int) -> int:
    """A special card as a move that names trumps, where it names a colour at all."""
    if card == WILD or (card == CHANGE and rules[NAMED]):
        return card + NAMES + NAMES * max(trump, 0)
    return card


def _leads(
    s: list[int], rules: list[int], high: list[int], count: list[int], cards: list[int], at: int, w: int, row: int
) -> int:
    b, trump = s[TURN] * SEAT, s[TRUMP]
    for colour in range(6):
        mask = s[b + colour]
        if mask:
            one, longer = w + LEAD + 8 * int(colour == trump), w + LEAD_LENGTH - 1 + min(count[mask], 3)
            at = _ends(s, rules, high, count, cards, at, colour, mask, row, one, longer, 0)
    for special in range(5):
        if s[b + SPECIALS + special]:
            at = _put(cards, at, _named(rules, WILD + special, trump), w + LEAD_SPECIAL + special, NOTHING, 0)
    return at


def _follows(
    s: list[int], rules: list[int], high: list[int], count: list[int], cards: list[int], at: int, w: int, row: int
) -> int:
    led, trump, best = s[LED], s[TRUMP], s[BEST]
    mask, above = s[s[TURN] * SEAT + led], 0
    if best < TRUMPS or led == trump:
        beaten = best - TRUMPS if best >= TRUMPS else best
        above = mask >> (beaten + 1) << (beaten + 1)
    if above:
        one, more = w + WIN + 8 * min(rules[SEATS] - 1 - s[LAID], 3), w + TRUMP_LED if led == trump else NOTHING
        at = _ends(s, rules, high, count, cards, at, led, above, row, one, more, s[EXTRA])
    if mask ^ above:
        at = _ends(s, rules, high, count, cards, at, led, mask ^ above, row, w + LOSE, NOTHING, 0)
    return at


def _trumps(
    s: list[int], rules: list[int], high: list[int], count: list[int], cards: list[int], at: int, w: int, row: int
) -> int:
    """Trumps of a seat that cannot follow suit: those that go ahead, and the highest of those that do not."""
    trump, best = s[TRUMP], s[BEST]
    mask = s[s[TURN] * SEAT + trump] if trump >= 0 else 0
    beaten = best - TRUMPS + 1 if best >= TRUMPS else 0
    above = mask >> beaten << beaten
    if above:
        one = w + RUFF + 8 * min(rules[SEATS] - 1 - s[LAID], 3)
        at = _ends(s, rules, high, count, cards, at, trump, above, row, one, NOTHING, s[EXTRA])
    if mask ^ above:
        at = _put(cards, at, (trump << 4) + high[mask ^ above], w + UNDER, NOTHING, 0)
    return at


def _discards(
    s: list[int], rules: list[int], high: list[int], count: list[int], cards: list[int], at: int, w: int, row: int
) -> int:
    for colour in range(6):
        mask = s[s[TURN] * SEAT + colour]
        if mask and colour != s[TRUMP]:
            longer = w + DISCARD_LENGTH - 1 + min(count[mask], 3)
            at = _ends(s, rules, high, count, cards, at, colour, mask, row, w + DISCARD, longer, 0)
    return at


def _specials(s: list[int], rules: list[int], cards: list[int], at: int, w: int) -> int:
    """Special cards of a seat that cannot follow suit; a Wild goes ahead, or is named so that it does not."""
    b, led, trump = s[TURN] * SEAT + SPECIALS, s[LED], s[TRUMP]
    if s[b]:
        wild, come = WILD + NAMES, min(rules[SEATS] - 1 - s[LAID], 3)
        at = _put(cards, at, wild + NAMES * (trump if trump >= 0 else led), w + WILD_WINS + come, NOTHING, s[EXTRA])
        at = _put(cards, at, wild + NAMES * _other(led, trump), w + SPECIAL, NOTHING, 0)
    for special in range(1, 5):
        if s[b + special]:
            at = _put(cards, at, _named(rules, WILD + special, trump), w + SPECIAL + special, NOTHING, 0)
    return at
