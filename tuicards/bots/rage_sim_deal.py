"""The cards that a seat of Rage cannot see, dealt in agreement with what it knows: worlds for the simulator.

A plain and quick dealer, in the part of Python that numba compiles. Shown voids hold; and of some deals the one is
taken the more often, the better the other hands fit what was bid on them.
"""

from tuicards.bots.rage_sim_layout import BID, END, HAND, NEXT, SEAT, SIZE, SPECIALS, STYLE, WILD

STATE, OTHERS, BOUND, POOL, TURNS, DEALS, NUMBERS, REST = 0, 1, 2, 3, 4, 5, 6, 13
"""Slots of a dealer's facts: the state of its chance; how many seats to deal to, and how many of them have shown
voids (they come first); unseen cards; number cards that may still be turned from the pile; of how many deals one is
taken; how many cards of each colour are unseen, special cards last; and room for those that are not dealt yet."""

KNOWN, KNOWN_SLOTS = 20, 4
WHO, HOLDS, VOID, WORTH = range(KNOWN_SLOTS)
"""From `KNOWN` on the slots of each seat: its number; cards to deal; colours that it does not hold, as bits; what the
cards that it has played were worth."""

FACTS = KNOWN + 8 * KNOWN_SLOTS
"""Slots in all."""

ASTRAY = 640_000
"""How far bids lie from what hands are worth: the square of thousandths of a trick."""

NOISE = 1400
"""A bid that is not known lies less than this from what the hand is worth, in thousandths, mostly much less."""

ORDINARY = 80
"""How many of a hundred other seats are taken to play in the ordinary style: people and bots differ."""

TRIES = 300
"""Draws for a card that a seat may hold, before it is given any."""


def deal(
    base: list[int], rules: list[int], facts: list[int], pool: list[int], values: list[int], draft: list[int],
    s: list[int],
) -> None:  # fmt: skip
    """Deal some times and keep one of the deals in `s`.

    `base` is the table as its seat sees it, own hand and open bids in place; `values` what each card is worth in a
    bid, in thousandths of a trick. Bids that are not known are such as the hands would make.
    """
    total = 0.0
    for number in range(facts[DEALS]):
        draft[0:SIZE] = base
        odds = _deal_once(rules, facts, pool, values, draft)
        total += odds
        facts[STATE] = (facts[STATE] * 1103515245 + 12345) & 0x7FFFFFFF
        if number == 0 or facts[STATE] * total < odds * 2147483648.0:
            s[0:SIZE] = draft


def _deal_once(rules: list[int], facts: list[int], pool: list[int], values: list[int], s: list[int]) -> float:
    """Deal to the other seats and the pile; how likely the deal is, in proportion to others."""
    size, chance, start, odds = facts[POOL], facts[STATE], 0, 1.0
    for colour in range(7):
        facts[REST + colour] = facts[NUMBERS + colour]
    for other in range(facts[OTHERS]):
        at = KNOWN + other * KNOWN_SLOTS
        b, void, worth, end = facts[at + WHO] * SEAT, facts[at + VOID], facts[at + WORTH], start + facts[at + HOLDS]
        if void and facts[BOUND] > 1:
            odds *= _ways(facts, void, end - start, size - start)
        chance = (chance * 1103515245 + 12345) & 0x7FFFFFFF
        s[b + STYLE] = int(chance * 100 >> 31 < ORDINARY)
        tries = 0
        while start < end and start < size:
            chance = (chance * 1103515245 + 12345) & 0x7FFFFFFF
            place = start + (chance * (size - start) >> 31)
            card = pool[place]
            colour = card >> 4
            if void >> colour & 1 and tries < TRIES:
                tries += 1
                continue
            pool[place] = pool[start]
            pool[start] = card
            start += 1
            worth += values[card]
            if void:
                facts[REST + colour] -= 1
            if card < WILD:
                s[b + colour] |= 1 << (card & 15)
            else:
                s[b + SPECIALS + card - WILD] += 1
        if s[b + BID] >= 0:
            astray = 1000 * s[b + BID] - worth
            odds *= ASTRAY / (ASTRAY + astray * astray)
        else:
            chance = (chance * 1103515245 + 12345) & 0x7FFFFFFF
            worth += (chance * NOISE >> 31) + 500
            chance = (chance * 1103515245 + 12345) & 0x7FFFFFFF
            worth -= chance * NOISE >> 31
            s[b + BID] = min(max(worth, 0) // 1000, rules[HAND])
    end = s[NEXT]
    last = end + facts[TURNS]
    while start < size and end < last:
        chance = (chance * 1103515245 + 12345) & 0x7FFFFFFF
        place = start + (chance * (size - start) >> 31)
        card = pool[place]
        pool[place] = pool[start]
        pool[start] = card
        start += 1
        if card < WILD:
            s[end] = card >> 4
            end += 1
    s[END] = end
    facts[STATE] = chance
    return odds


def _ways(facts: list[int], void: int, holds: int, left: int) -> float:
    """In what share of all ways a seat can be dealt cards that it may hold: seats with voids compete for them."""
    allowed, share = 0, 1.0
    for colour in range(7):
        if not void >> colour & 1:
            allowed += facts[REST + colour]
    for card in range(holds):
        share *= max(allowed - card, 0) / max(left - card, 1)
    return share
