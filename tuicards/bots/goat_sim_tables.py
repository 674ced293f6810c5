"""What the Goat simulator looks up: points, counts, and the worths that its rules of thumb go by.

Cards are single bits of a mask, 0 to 35: suit * 9 + rank, turned so that trump is suit 3 (see `goat_sim_state`). A
table by card has 37 places: a single bit's place is its value modulo 37, which is different for each of them.
"""

from functools import cache
from math import comb
from typing import NamedTuple

from tuicards.bots.goat_chances import chance_to_beat
from tuicards.games.goat import DECK, POINTS, RANKS

THOUSAND = 1000
"""Chances are in thousandths; worths, too, in thousandths of a point."""

LEAST = ((3.3,), (1.2, 6.6), (0.5, 3.1, 10.0), (0.2, 1.5, 5.4, 13.3))
MOST = ((3.3,), (5.5, 6.6), (7.0, 9.6, 10.0), (8.0, 11.9, 13.1, 13.3))
"""Points in the poorest and the richest n cards of a random hand, `LEAST[held - 1][n - 1]`."""


class Style(NamedTuple):
    """What the rules of thumb go by, in points."""

    plain: tuple[float, ...] = (-5.0, -5.0, -5.0, -4.5, -5.5, -5.5, -5.5, -4.0, -4.0)
    trump: tuple[float, ...] = (1.0, 1.5, 2.0, 3.0, 3.5, 6.0, 8.0, 16.0, 21.0)
    """What a kept card brings its team, by rank."""
    plain_company: float = 3.0
    trump_company: float = 4.0
    """What each further card of a suit adds."""
    lead: float = 5.0
    """What the lead is worth once the stock is gone."""
    no_trick: float = 12.0
    """What the first trick is worth when it can be had only now; less, the more cards are to come."""
    feeds: float = 0.6
    """How far a seat goes from its poorest to its richest cards for its own team's trick."""
    foe_will: float = 0.85
    won_back: float = 0.4
    """How gladly an opponent beats if it can, and a partner what has beaten its team's set."""


class Tables(NamedTuple):
    """All of them, each a flat list of whole numbers."""

    points: list[int]
    """Of a card, by its bit modulo 37."""
    worth: list[int]
    """What a card is worth in the hand, by its bit modulo 37."""
    mates: list[int]
    """The other cards of its suit, by its bit modulo 37."""
    company: list[int]
    """What a card loses when its last mate goes, by its bit modulo 37."""
    sizes: list[int]
    """How many bits a suit's nine have."""
    lead_worth: list[int]
    """What the best lead from the cards of a suit promises: `lead_place`."""
    lead_cards: list[int]
    """That lead."""
    can: list[int]
    """Chance that a hand tops a set, by hand size and the cards above its best and its last: `can_place`."""
    extras: list[int]
    """Points to come in a trick from one seat: thrown, then fed, by hand size and set size."""
    leads: list[int]
    """What one lead promises besides what the kept cards are worth: `lead_place`, by the cards led."""
    kept: list[int]
    """What cards of one suit are worth in the hand: 512 of a plain suit, then 512 of trumps."""
    scales: list[int]
    """The style's single numbers: lead, no trick, will of a foe, will of a partner."""


PLACES = 37
HELD = 4
SUIT_BITS = 9
SUBSETS = 1 << SUIT_BITS
ABOVE = 19
UNSEEN = 32


def lead_place(late: int, held: int, trump: int, cards: int) -> int:
    """Where a suit's cards are in `lead_worth` and `lead_cards`; late is 1 once the stock is gone."""
    return ((late * HELD + held - 1) * 2 + trump) * SUBSETS + cards


def can_place(held: int, best: int, last: int) -> int:
    """Where the chance to top a set is, by how many unseen cards are above its best card and its last; 0 for one."""
    return (held * ABOVE + best) * ABOVE + last


@cache
def tables(style: Style = Style()) -> Tables:  # noqa: B008
    """The tables of a style; made once, in some 50 ms."""
    leads, lead_worth, lead_cards = _leads(style)
    return Tables(
        points=_by_card([POINTS[card] for card in DECK]),
        worth=_by_card([_milli(style.plain[n % 9] if n < 27 else style.trump[n % 9]) for n in range(36)]),
        mates=_by_card([(511 << n // 9 * 9) ^ (1 << n) for n in range(36)]),
        company=_by_card([_milli(style.plain_company if n < 27 else style.trump_company) for n in range(36)]),
        sizes=[bin(bits).count("1") for bits in range(SUBSETS)],
        lead_worth=lead_worth,
        lead_cards=lead_cards,
        can=_can(),
        extras=_extras(style),
        leads=leads,
        kept=[_milli(_kept(style, trump, cards)) for trump in (0, 1) for cards in range(SUBSETS)],
        scales=[_milli(style.lead), _milli(style.no_trick), _milli(style.foe_will), _milli(style.won_back)],
    )


def _milli(number: float) -> int:
    return round(number * THOUSAND)


def _by_card(values: list[int]) -> list[int]:
    table = [0] * PLACES
    for number, value in enumerate(values):
        table[(1 << number) % PLACES] = value
    return table


def _extras(style: Style) -> list[int]:
    """By (hand size * 5 + set size) * 2: points thrown on the others' trick, and fed to the own team's."""
    table = [0] * 50
    for held in range(1, 5):
        for count in range(1, held + 1):
            least, most = LEAST[held - 1][count - 1], MOST[held - 1][count - 1]
            place = (held * 5 + count) * 2
            table[place] = _milli(least)
            table[place + 1] = _milli(least + style.feeds * (most - least))
    return table


def _can() -> list[int]:
    """The unseen cards are taken for the 32 outside a full hand."""
    table = [0] * (5 * ABOVE * ABOVE)
    for held in range(1, 5):
        for best in range(ABOVE):
            table[can_place(held, best, 0)] = _milli(1 - comb(UNSEEN - best, held) / comb(UNSEEN, held))
            for last in range(max(1, best), ABOVE):
                table[can_place(held, best, last)] = _milli(_tops_two(held, best, last))
    return table


def _tops_two(held: int, best: int, last: int) -> float:
    """Chance that of so many cards one is among the `best` above the best card, and another among the `last`."""
    none = comb(UNSEEN - best, held)
    alone = best * comb(UNSEEN - last, held - 1)
    return 1 - (none + alone) / comb(UNSEEN, held)


def _leads(style: Style) -> tuple[list[int], list[int], list[int]]:
    """Each lead by itself; then, for the cards of a suit, the worth of the best lead from them, and that lead."""
    size = 2 * HELD * 2 * SUBSETS
    alone, worth, cards = [0] * size, [0] * size, [0] * size
    for suit in range(1, SUBSETS):
        for held in range(bin(suit).count("1"), HELD + 1):
            for late in (0, 1):
                for trump in (0, 1):
                    place = lead_place(late, held, trump, 0)
                    alone[place + suit] = _lead_worth(style, late, held, trump, suit)
                    whole = _kept(style, trump, suit)
                    worth[place + suit], cards[place + suit] = max(
                        (alone[place + lead] + _milli(_kept(style, trump, suit ^ lead) - whole), lead)
                        for lead in _subsets(suit)
                    )
    return alone, worth, cards


def _subsets(cards: int) -> list[int]:
    found, lead = [], cards
    while lead:
        found.append(lead)
        lead = (lead - 1) & cards
    return found


def _lead_worth(style: Style, late: int, held: int, trump: int, lead: int) -> int:
    """Points to expect from leading some cards of a suit."""
    count = bin(lead).count("1")
    can = _chance(trump, lead, held)
    ours = 1 - can * style.foe_will
    ours += (1 - ours) * can * style.won_back
    ours -= ours * can * style.foe_will
    known = sum(POINTS[DECK[rank]] for rank in range(SUIT_BITS) if lead >> rank & 1)
    least, most = LEAST[held - 1][count - 1], MOST[held - 1][count - 1]
    fed = least + style.feeds * (most - least)
    value = ours * (known + 2 * least + fed) - (1 - ours) * (known + least + 2 * fed)
    return _milli(value + (2 * ours - 1) * style.lead * late)


def _kept(style: Style, trump: int, cards: int) -> float:
    ranks = [rank for rank in range(len(RANKS)) if cards >> rank & 1]
    worth, company = (style.trump, style.trump_company) if trump else (style.plain, style.plain_company)
    return sum(worth[rank] for rank in ranks) + company * max(0, len(ranks) - 1)


@cache
def _chance(trump: int, lead: int, held: int) -> float:
    """Chance that one other hand beats these cards of the trump suit, or of a plain one."""
    mine = [DECK[rank] for rank in range(SUIT_BITS) if lead >> rank & 1]
    pool = [card for card in DECK if card not in mine][: 36 - HELD + max(0, HELD - len(mine))]
    return chance_to_beat(mine, "s", "s" if trump else "h", pool, held)
