"""The rules of thumb by which every seat plays in the simulator of Rage."""

from tuicards.bots.rage_sim_layout import (
    BID,
    BONUS,
    CHANGE,
    MAD,
    NAMED,
    NAMES,
    OUT,
    PATIENT,
    SEAT,
    SEATS,
    SPECIALS,
    TAKEN,
    TEAMS,
    TRUMPS,
    WILD,
)

SURE, TRUMP_TOP = 12, 4
"""From this number on a card of a side colour is led to win; trumps count so much more."""

WAITS = 2
"""A patient seat takes no trick with a trump, and leads no high card, before it needs one trick in so many."""

TRUMP_RISK, LOW = 8, 4
"""How much more a trump weighs than a side card when a low card is led; up to which weight it is led gladly."""

WILD_SPARED, SPECIAL_SPARED = 8, 3
"""Side cards from these numbers on are thrown away before a Wild, and before other special cards."""


def own_need(s: list[int], rules: list[int], p: int, left: int) -> int:
    """Tricks that a seat should still win: its own, less what its partners have won too many (R93)."""
    need = s[p * SEAT + BID] - s[p * SEAT + TAKEN]
    for seat in range(p % rules[TEAMS], rules[SEATS], rules[TEAMS]):
        if seat != p:
            theirs = s[seat * SEAT + BID] - s[seat * SEAT + TAKEN]
            need += theirs if theirs < 0 else theirs - left if theirs > left else 0
    return need


def rule(
    s: list[int], rules: list[int], high: list[int], p: int, k: int, led: int, trump: int, left: int, best: int,
    extra: int,
) -> int:  # fmt: skip
    """The move of seat `p`, the one after `k` cards of a trick."""
    b = p * SEAT
    need = s[b + BID] - s[b + TAKEN]
    if rules[TEAMS] != rules[SEATS]:
        need = own_need(s, rules, p, left)
    last = k == rules[SEATS] - 1
    mask = s[b + led] if led >= 0 else 0
    gone = need < 0 or need > left
    waits = s[b + PATIENT] > 0 and not gone and need * WAITS < left
    want = extra >= 0 if gone else need == left or (need > 0 and extra >= 0)
    if mask:
        base = led << 4
        if best >= TRUMPS and led != trump:
            return base + (high[mask & -mask] if want else high[mask])
        beaten = best - TRUMPS if best >= TRUMPS else best
        above = mask >> (beaten + 1) << (beaten + 1)
        if want:
            if not above:
                return base + high[mask & -mask]
            if last:
                return base + high[above & -above]
            return base + high[mask]
        under = mask ^ above
        if under:
            return base + high[under]
        return base + (high[mask] if last else high[mask & -mask])
    return (
        _lead(s, rules, high, b, trump, left, need, want, waits)
        if led < 0
        else _void(s, rules, high, b, led, trump, best, want, waits)
    )


def _lead(
    s: list[int], rules: list[int], high: list[int], b: int, trump: int, left: int, need: int, want: bool,
    waits: bool,
) -> int:  # fmt: skip
    top, top_move, low, low_move = -99, -1, 99, -1
    for colour in range(6):
        mask = s[b + colour]
        if mask:
            rank = high[mask]
            worth = rank + TRUMP_TOP if colour == trump else rank
            if worth > top:
                top, top_move = worth, (colour << 4) + rank
            rank = high[mask & -mask]
            worth = rank + TRUMP_RISK if colour == trump else rank
            if worth < low:
                low, low_move = worth, (colour << 4) + rank
    if want and not waits:
        if s[b + SPECIALS] and (need >= left or top < SURE):
            return WILD + NAMES + NAMES * (trump if trump >= 0 else 0)
        if top_move >= 0 and (top >= SURE or need >= left):
            return top_move
    special = _colourless(s, rules, b, trump)
    if special >= 0 and low > LOW:
        return special
    if low_move >= 0:
        return low_move
    return special if special >= 0 else WILD + NAMES


def _colourless(s: list[int], rules: list[int], b: int, trump: int) -> int:
    """A special card that cannot win, or -1."""
    b += SPECIALS
    if s[b + MAD - WILD]:
        return MAD
    if s[b + OUT - WILD]:
        return OUT
    if s[b + CHANGE - WILD]:
        return CHANGE + (NAMES + NAMES * (trump if trump >= 0 else 0) if rules[NAMED] else 0)
    return BONUS if s[b + BONUS - WILD] else -1


def _void(
    s: list[int], rules: list[int], high: list[int], b: int, led: int, trump: int, best: int, want: bool,
    waits: bool,
) -> int:  # fmt: skip
    """A card of a seat that cannot follow suit."""
    trumps = s[b + trump] if trump >= 0 else 0
    beaten = best - TRUMPS + 1 if best >= TRUMPS else 0
    above = trumps >> beaten << beaten
    if want and not waits:
        if above:
            return (trump << 4) + high[above & -above]
        if s[b + SPECIALS]:
            if trump >= 0:
                return WILD + NAMES + NAMES * trump
            return WILD + NAMES + NAMES * led
    top, top_move, low, low_move = -99, -1, 99, -1
    for colour in range(6):
        mask = s[b + colour]
        if mask and colour != trump:
            rank = high[mask]
            if rank > top:
                top, top_move = rank, (colour << 4) + rank
            rank = high[mask & -mask]
            if rank < low:
                low, low_move = rank, (colour << 4) + rank
    special = _colourless(s, rules, b, trump)
    if want:
        if waits and SURE > top >= 0:
            return top_move
        if special >= 0:
            return special
        if low_move >= 0:
            return low_move
        return (trump << 4) + high[trumps & -trumps]
    under = trumps ^ above
    if under:
        return (trump << 4) + high[under]
    if s[b + SPECIALS] and top < WILD_SPARED:
        return WILD + NAMES + NAMES * _other(led, trump)
    if special >= 0 and top < SPECIAL_SPARED:
        return special
    if top_move >= 0:
        return top_move
    return (trump << 4) + high[trumps & -trumps]


def _other(led: int, trump: int) -> int:
    """A colour that wins nothing."""
    for colour in range(6):
        if colour != led and colour != trump:
            return colour
    return 0
