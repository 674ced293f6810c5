"""How the weights of Rage's policy are improved: by cards that somebody played, and by rounds played out.

A style is taken to play each card that comes into question by chance, the more often the higher its sum of weights
(softmax). So it has slopes: which weights to raise, for a card to be played more often. In the part of Python that
numba compiles, like the simulator.
"""

from math import exp, log, sqrt

from tests.bench.rage_policy_cards import MORE, MOST, ONE, POINTS, SLOTS, candidates
from tuicards.bots.rage_sim import play_out
from tuicards.bots.rage_sim_deal import deal
from tuicards.bots.rage_sim_layout import (
    AHEAD,
    BEST,
    BID,
    CARD,
    CHANCE,
    FIRST,
    HAND,
    LEADER,
    LED,
    LEFT,
    NEXT,
    PILE,
    SEAT,
    SEATS,
    SHOWN,
    SIZE,
    STOP,
    SUSPENDED,
    TRUMP,
    TURN,
    WILD,
)
from tuicards.bots.rage_sim_policy import EXTRA as POINT_CARD
from tuicards.bots.rage_sim_policy import MOOD
from tuicards.bots.rage_sim_search import met, worth

LEARNER = 0
"""The seat that learns."""

RIVALS = 30
"""How many hundredths of what the others score on average are taken off."""

BEFORE = 2
"""So often is a round played before it counts: the points that it brought then are what it is held against."""

IDS = 101
"""Card ids."""

FARTHEST = 8.0
"""A weight goes no farther from 0."""


def odds_of(weights: list[float], cards: list[int], odds: list[float], at: int, number: int) -> None:
    """Write the chances of so many cards, the first of which is number `at`."""
    most, total = -1e9, 0.0
    for card in range(at, at + number):
        one, points = cards[card * SLOTS + ONE], cards[card * SLOTS + POINTS]
        odds[card] = weights[one] + weights[cards[card * SLOTS + MORE]]
        odds[card] += points * weights[one // MOOD * MOOD + POINT_CARD]
        most = max(most, odds[card])
    for card in range(at, at + number):
        odds[card] = exp(odds[card] - most)
        total += odds[card]
    for card in range(at, at + number):
        odds[card] /= total


def lean(
    slopes: list[float], cards: list[int], odds: list[float], at: int, number: int, chosen: int, much: float
) -> None:
    """Add the slopes of the logarithm of the chance of card `chosen`, `much` times."""
    for card in range(at, at + number):
        by = much * (int(card == chosen) - odds[card])
        one = cards[card * SLOTS + ONE]
        slopes[one] += by
        slopes[cards[card * SLOTS + MORE]] += by
        slopes[one // MOOD * MOOD + POINT_CARD] += by * cards[card * SLOTS + POINTS]


def likest(odds: list[float], at: int, number: int) -> int:
    """The card with the best chance, the first of several."""
    best = at
    for card in range(at, at + number):
        if odds[card] > odds[best]:
            best = card
    return best


def imitate(
    states: list[int], moves: list[int], rules: list[int], high: list[int], count: list[int], weights: list[float],
    slopes: list[float], s: list[int], cards: list[int], odds: list[float], sums: list[float],
) -> None:  # fmt: skip
    """Add up, for moves in states: the logarithms of their chances, how many are the likeliest, and how many count.

    A move counts where it comes into question and is not the only one that does. The rest is scratch.
    """
    for row in range(len(moves)):
        s[0:SIZE] = states[row * SIZE : row * SIZE + SIZE]
        number, chosen = candidates(s, rules, high, count, cards, 0), -1
        for card in range(number):
            if cards[card * SLOTS] == moves[row]:
                chosen = card
        if chosen >= 0 and number > 1:
            odds_of(weights, cards, odds, 0, number)
            lean(slopes, cards, odds, 0, number, chosen, 1.0)
            sums[0] += log(max(odds[chosen], 1e-9))
            sums[1] += int(chosen == likest(odds, 0, number))
            sums[2] += 1


def climb(
    weights: list[float], slopes: list[float], first: list[float], second: list[float], step: int, length: float,
    memory: float, pull: float,
) -> None:  # fmt: skip
    """Step number `step`, from 1 on, up the slopes, each weight by about `length` (Adam); the last weight stays.

    `first` and `second` are the slopes and their squares as they were, zeros at first; squares fade by `memory`.
    `pull` is the slope back to 0, for a weight of 1.
    """
    for at in range(len(weights) - 1):
        slope = slopes[at] - pull * weights[at]
        first[at] = 0.9 * first[at] + 0.1 * slope
        second[at] = memory * second[at] + (1 - memory) * slope * slope
        by = first[at] / (1 - 0.9**step) / (sqrt(second[at] / (1 - memory**step)) + 1e-6)
        weights[at] = min(max(weights[at] + length * by, -FARTHEST), FARTHEST)


def draw(luck: list[int], number: int) -> int:
    """A number below `number`. Not the dealer's generator: choices would go along with the deal."""
    luck[0] = luck[0] * 48271 % 2147483647
    return luck[0] * number // 2147483647


def new_round(
    rules: list[int], facts: list[int], deck: list[int], values: list[int], luck: list[int], pool: list[int],
    base: list[int], draft: list[int], s: list[int],
) -> None:  # fmt: skip
    """Deal a round into `s`, trump turned, bids made as the hands are worth, before the first lead.

    `values` are what cards are worth in a bid, by trump. `pool`, `base` and `draft` are scratch.
    """
    for slot in range(SIZE):
        base[slot] = 0
    turned, card = 0, WILD
    while card >= WILD:
        turned = draw(luck, len(deck))
        card = deck[turned]
    trump, lead = card >> 4, draw(luck, rules[SEATS])
    pool[0:turned] = deck[0:turned]
    pool[turned : len(deck) - 1] = deck[turned + 1 : len(deck)]
    base[TRUMP], base[PILE], base[CARD], base[NEXT] = trump, trump, 1, PILE + 1
    base[SHOWN + trump] = 1 << (card & 15)
    base[SUSPENDED] = base[LED] = base[BEST] = -1
    base[LEADER] = base[TURN] = base[AHEAD] = lead
    base[LEFT], base[CHANCE] = rules[HAND], draw(luck, 2147483647)
    for seat in range(rules[SEATS]):
        base[seat * SEAT + BID] = -1
    deal(base, rules, facts, pool, values[trump * IDS : trump * IDS + IDS], draft, s)


def play_round(
    s: list[int], rules: list[int], high: list[int], count: list[int], theirs: list[float], mine: list[float],
    luck: list[int], cards: list[int], odds: list[float], picks: list[int], learns: int, sure: int,
) -> int:  # fmt: skip
    """Play the round out by chance, the learner by `mine`, or where it is `sure` always its likeliest card.

    Where it `learns`, its decisions are kept in `cards` and `odds`, and in `picks` how many cards came into question
    and which was played; how many decisions were kept.
    """
    kept = 0
    while s[LEFT] > 0:
        own, at = s[TURN] == LEARNER, kept * MOST
        number, chosen = candidates(s, rules, high, count, cards, at * SLOTS), at
        if number > 1:
            odds_of(mine if own else theirs, cards, odds, at, number)
            if own and sure:
                chosen = likest(odds, at, number)
            else:
                rest = draw(luck, 1000000) / 1000000
                while rest >= odds[chosen] and chosen < at + number - 1:
                    rest -= odds[chosen]
                    chosen += 1
            if own and learns:
                picks[2 * kept], picks[2 * kept + 1] = number, chosen
                kept += 1
        play_out(s, rules, high, count, FIRST, cards[chosen * SLOTS], STOP)
    return kept


def play_rounds(
    rounds: int, rules: list[int], facts: list[int], deck: list[int], values: list[int], high: list[int],
    count: list[int], theirs: list[float], mine: list[float], slopes: list[float], luck: list[int], learns: int,
    pool: list[int], base: list[int], draft: list[int], start: list[int], s: list[int], cards: list[int],
    odds: list[float], picks: list[int], sums: list[float],
) -> None:  # fmt: skip
    """Add up the learner's points in so many rounds, less a share of the others', and how often it met its bid.

    Where it `learns`, add also the slopes by which its cards would bring more than the same deal brought before.
    """
    for _ in range(rounds):
        new_round(rules, facts, deck, values, luck, pool, base, draft, start)
        before = 0.0
        if learns:
            for _ in range(BEFORE):
                s[0:SIZE] = start
                play_round(s, rules, high, count, theirs, mine, luck, cards, odds, picks, 0, 0)
                before += worth(s, rules, LEARNER, RIVALS, 0) / BEFORE / 100
        s[0:SIZE] = start
        kept = play_round(s, rules, high, count, theirs, mine, luck, cards, odds, picks, learns, 1 - learns)
        brought = worth(s, rules, LEARNER, RIVALS, 0) / 100
        for pick in range(kept):
            lean(slopes, cards, odds, pick * MOST, picks[2 * pick], picks[2 * pick + 1], brought - before)
        sums[0] += brought
        sums[1] += met(s, rules, LEARNER)
        sums[2] += 1
