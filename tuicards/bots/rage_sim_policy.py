"""The learned policy by which every seat plays in the simulator of Rage.

Each card that comes into question gets a sum of a few weights (`rage_sim_weights`), and the highest sum is played.
Of a colour only the highest and the lowest card come into question, of those that win and those that do not. Which
weights count depends on how many tricks the seat still needs, and on how many higher cards of the colour the others
are likely to hold.
"""

from tuicards.bots.rage_sim_layout import (
    BID,
    CHANGE,
    LEVELS,
    NAMED,
    NAMES,
    ROW,
    SEAT,
    SEATS,
    SHOWN,
    SPECIALS,
    STYLE,
    TAKEN,
    TEAMS,
    TRUMPS,
    WEIGHTS,
    WILD,
)

LEAD, LEAD_LENGTH, LEAD_SPECIAL, WIN, EXTRA, LOSE, RUFF, WILD_WINS = 0, 16, 19, 24, 56, 57, 65, 97
DISCARD, DISCARD_LENGTH, UNDER, SPECIAL, TRUMP_LED, MOOD = 101, 109, 112, 113, 118, 120
"""Where the weights of a mood begin: of a lead, by level, trumps 8 further on; of the length of its colour, 1, 2 or
more; of a special card that is led; of a card that goes ahead, by seats to come times 8 and by level; of each point
card in the trick, for going ahead; of a card that follows suit and loses; of a ruff, as `WIN`; of a Wild that goes
ahead, by seats to come; of a discard, and the length of its colour; of a trump that does not win, and a special card;
of going ahead where trumps are led; and how many weights there are."""

STYLE_SIZE = 8 * MOOD
"""Weights of a style: its eight moods."""

NONE = -(10**9)


def own_need(s: list[int], rules: list[int], p: int, left: int) -> int:
    """Tricks that a seat should still win: its own, less what its partners have won too many (R93)."""
    need = s[p * SEAT + BID] - s[p * SEAT + TAKEN]
    for seat in range(p % rules[TEAMS], rules[SEATS], rules[TEAMS]):
        if seat != p:
            theirs = s[seat * SEAT + BID] - s[seat * SEAT + TAKEN]
            need += theirs if theirs < 0 else theirs - left if theirs > left else 0
    return need


def mood(need: int, left: int) -> int:
    """How a seat stands to its bid: past it, out of reach, met, to win all that is left; or by quarters."""
    if need < 0:
        return 0
    if need > left:
        return 1
    if need == 0:
        return 2
    return 3 if need == left else 4 + need * 4 // left


def rule(
    s: list[int], rules: list[int], high: list[int], count: list[int], p: int, k: int, led: int, trump: int,
    left: int, best: int, extra: int,
) -> int:  # fmt: skip
    """The move of seat `p`, the one after `k` cards of a trick."""
    b = p * SEAT
    if left == 1:
        move = _only(s, high, b)
        if move != WILD and (move != CHANGE or not rules[NAMED]):
            return move
    need = s[b + BID] - s[b + TAKEN]
    if rules[TEAMS] != rules[SEATS]:
        need = own_need(s, rules, p, left)
    w = WEIGHTS + s[b + STYLE] * STYLE_SIZE + MOOD * mood(need, left)
    row = LEVELS + ROW * left
    if led < 0:
        return _lead(s, rules, high, count, b, trump, left, w, row)
    come = rules[SEATS] - 1 - k
    if come > 3:
        come = 3
    mask = s[b + led]
    if not mask:
        return _void(s, rules, high, count, b, led, trump, left, best, extra, w, row, come)
    unseen = 65535 ^ (s[SHOWN + led] | mask)
    if best >= TRUMPS and led != trump:
        above = 0
    else:
        beaten = best - TRUMPS if best >= TRUMPS else best
        above = mask >> (beaten + 1) << (beaten + 1)
    under = mask ^ above
    move, most = -1, NONE
    if above:
        f = w + WIN + 8 * come
        rank = high[above]
        move, most = rank, rules[f + rules[row + count[unseen >> rank]]]
        rank = high[above & -above]
        if rank != move:
            value = rules[f + rules[row + count[unseen >> rank]]]
            if value > most:
                move, most = rank, value
        most += rules[w + EXTRA] * extra
        if led == trump:
            most += rules[w + TRUMP_LED]
    if under:
        f = w + LOSE
        rank = high[under]
        value = rules[f + rules[row + count[unseen >> rank]]]
        if value > most:
            move, most = rank, value
        rank = high[under & -under]
        value = rules[f + rules[row + count[unseen >> rank]]]
        if value > most:
            move = rank
    return (led << 4) + move


def _only(s: list[int], high: list[int], b: int) -> int:
    """The card of a hand of one."""
    for colour in range(6):
        if s[b + colour]:
            return (colour << 4) + high[s[b + colour]]
    special = 0
    while special < 4 and not s[b + SPECIALS + special]:
        special += 1
    return WILD + special


def _lead(
    s: list[int], rules: list[int], high: list[int], count: list[int], b: int, trump: int, left: int, w: int, row: int
) -> int:
    move, most, held, plain, long = -1, NONE, 0, w + LEAD, w + LEAD_LENGTH - 1
    for colour in range(6):
        mask = s[b + colour]
        if mask:
            length = count[mask]
            held += length
            unseen = 65535 ^ (s[SHOWN + colour] | mask)
            f = plain + 8 if colour == trump else plain
            more = rules[long + length] if length < 3 else rules[long + 3]
            rank = high[mask]
            value = more + rules[f + rules[row + count[unseen >> rank]]]
            if value > most:
                move, most = (colour << 4) + rank, value
            if length > 1:
                rank = high[mask & -mask]
                value = more + rules[f + rules[row + count[unseen >> rank]]]
                if value > most:
                    move, most = (colour << 4) + rank, value
            if held == left:
                return move
    for special in range(5):
        if s[b + SPECIALS + special] and rules[w + LEAD_SPECIAL + special] > most:
            move, most = WILD + special, rules[w + LEAD_SPECIAL + special]
    if move == WILD or (move == CHANGE and rules[NAMED]):
        move += NAMES + NAMES * (trump if trump >= 0 else 0)
    return move


def _void(
    s: list[int], rules: list[int], high: list[int], count: list[int], b: int, led: int, trump: int, left: int,
    best: int, extra: int, w: int, row: int, come: int,
) -> int:  # fmt: skip
    """A card of a seat that cannot follow suit."""
    move, most, held = -1, NONE, 0
    more = rules[w + EXTRA] * extra
    trumps = s[b + trump] if trump >= 0 else 0
    if trumps:
        held = count[trumps]
        unseen = 65535 ^ (s[SHOWN + trump] | trumps)
        beaten = best - TRUMPS + 1 if best >= TRUMPS else 0
        above = trumps >> beaten << beaten
        if above:
            f = w + RUFF + 8 * come
            rank = high[above]
            move, most = rank, rules[f + rules[row + count[unseen >> rank]]]
            rank = high[above & -above]
            value = rules[f + rules[row + count[unseen >> rank]]]
            if value > most:
                move, most = rank, value
            move += trump << 4
            most += more
        under = trumps ^ above
        if under and rules[w + UNDER] > most:
            move, most = (trump << 4) + high[under], rules[w + UNDER]
        if held == left:
            return move
    f, long = w + DISCARD, w + DISCARD_LENGTH - 1
    for colour in range(6):
        mask = s[b + colour]
        if mask and colour != trump:
            length = count[mask]
            held += length
            unseen = 65535 ^ (s[SHOWN + colour] | mask)
            longer = rules[long + length] if length < 3 else rules[long + 3]
            rank = high[mask]
            value = longer + rules[f + rules[row + count[unseen >> rank]]]
            if value > most:
                move, most = (colour << 4) + rank, value
            if length > 1:
                rank = high[mask & -mask]
                value = longer + rules[f + rules[row + count[unseen >> rank]]]
                if value > most:
                    move, most = (colour << 4) + rank, value
            if held == left:
                return move
    if s[b + SPECIALS]:
        if rules[w + WILD_WINS + come] + more > most:
            move, most = WILD + NAMES + NAMES * (trump if trump >= 0 else led), rules[w + WILD_WINS + come] + more
        if rules[w + SPECIAL] > most:
            move, most = WILD + NAMES + NAMES * _other(led, trump), rules[w + SPECIAL]
    for special in range(1, 5):
        if s[b + SPECIALS + special] and rules[w + SPECIAL + special] > most:
            move, most = WILD + special, rules[w + SPECIAL + special]
    if move == CHANGE and rules[NAMED]:
        move += NAMES + NAMES * (trump if trump >= 0 else 0)
    return move


def _other(led: int, trump: int) -> int:
    """A colour that wins nothing."""
    for colour in range(6):
        if colour != led and colour != trump:
            return colour
    return 0
