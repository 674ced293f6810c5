"""A quick simulator of one round of Rage, by the whole rules: it plays cards until the round ends.

Everything is whole numbers in flat lists (`rage_sim_layout`), in the part of Python that numba compiles as it
stands: `tuicards.bots.compiled` gives these functions compiled where it can.
"""

from tuicards.bots.rage_sim_layout import (
    AHEAD,
    ANYTIME,
    BEST,
    BID,
    BONUS,
    CARD,
    CHANCE,
    CHANGE,
    END,
    EXACT,
    EXACT_ZERO,
    EXTRA,
    GAIN,
    HAND,
    LAID,
    LAST_WILD,
    LEADER,
    LED,
    LEFT,
    MAD,
    MISSED,
    NAMED,
    NAMES,
    NEXT,
    OUT,
    PILE,
    RANDOM,
    RESTORE,
    ROUND,
    RULE,
    SCOPE,
    SEAT,
    SEATS,
    SHOWN,
    SPECIALS,
    STOP,
    SUSPENDED,
    SWEEP,
    TABLE,
    TAKEN,
    TEAMS,
    TRUMP,
    TRUMPS,
    TURN,
    WILD,
)
from tuicards.bots.rage_sim_policy import rule


def below(s: list[int], count: int) -> int:
    """A number below `count`, by the simulator's own chance: 30 bits, which Python reckons with fastest."""
    s[CHANCE] = (s[CHANCE] * 438293613 + 12345) & 0x3FFFFFFF
    return s[CHANCE] * count >> 30


def turn_up(s: list[int], trump: int) -> int:
    """Turn the pile's next number card: the new trump; `trump` stays where there is none (R62, R64)."""
    if s[NEXT] >= s[END]:
        _reshuffle(s)
    if s[NEXT] >= s[END]:
        return trump
    s[CARD] = 1
    s[SUSPENDED] = -1
    s[NEXT] += 1
    return s[s[NEXT] - 1]


def _reshuffle(s: list[int]) -> None:
    """The turned cards become the pile, all but the trump card, which goes to the front (R64)."""
    first = PILE
    if s[CARD]:
        s[first], s[s[NEXT] - 1] = s[s[NEXT] - 1], s[first]
        first += 1
    for last in range(s[END] - 1, first, -1):
        other = first + below(s, last + 1 - first)
        s[other], s[last] = s[last], s[other]
    s[NEXT] = first


def _rerate(s: list[int], seats: int, trump: int, count: int, last_wild: int) -> None:
    """Who is ahead in a trick of so many cards, now that trump is another (R63)."""
    best, ahead, led = -1, s[LEADER], -1
    for at in range(count):
        card = s[TABLE + at]
        if card >= WILD and card < 256:
            continue
        colour, rank = (card >> 4, card & 15) if card < WILD else (card - 256, 16)
        if led < 0:
            led = colour
        power = rank + TRUMPS if colour == trump else rank if colour == led else -1
        if power > best or (power == best and last_wild and power >= 0):
            best = power
            ahead = (s[LEADER] + at) % seats
    s[BEST] = best
    s[AHEAD] = ahead


def play_out(
    s: list[int], rules: list[int], high: list[int], count: list[int], how: int, move: int, then: int
) -> None:  # fmt: skip
    """Play on until the round is over, or until `STOP`.

    `how` says how the first card is chosen (`move`, where it is `FIRST`), `then` how all later ones are. `high` and
    `count` are the tables of `rage_sim_tables`. One long loop: calls would cost more than all the rest.
    """
    seats, last_wild, anytime = rules[SEATS], rules[LAST_WILD], rules[ANYTIME]
    p, k, led, trump, left = s[TURN], s[LAID], s[LED], s[TRUMP], s[LEFT]
    best, ahead, extra, chance = s[BEST], s[AHEAD], s[EXTRA], s[CHANCE]
    b = p * SEAT
    while left and how:
        while k < seats:
            if how == RULE:
                mask = s[b + led] if led >= 0 else 0
                if mask and not mask & mask - 1:
                    move = (led << 4) + high[mask]
                else:
                    move = rule(s, rules, high, count, p, k, led, trump, left, best, extra)
            elif how == RANDOM:
                mask = s[b + led] if led >= 0 else 0
                chance = (chance * 438293613 + 12345) & 0x3FFFFFFF
                if mask:
                    cards = count[mask]
                    at = cards
                    if anytime:
                        for slot in range(b + SPECIALS, b + SPECIALS + 5):
                            at += s[slot]
                    at = chance * at >> 30
                    move = led << 4
                    if at >= cards:
                        at -= cards
                        mask = 0
                else:
                    at = chance * left >> 30
                    move = 0
                    for mask in s[b : b + SPECIALS]:
                        cards = count[mask]
                        if at < cards:
                            break
                        at -= cards
                        move += 16
                    else:
                        mask = 0
                if mask:
                    while at:
                        mask &= mask - 1
                        at -= 1
                    move += high[mask & -mask]
                else:
                    slot = b + SPECIALS
                    while at >= s[slot]:
                        at -= s[slot]
                        slot += 1
                    move = WILD - SPECIALS + slot - b
                    if move == WILD or (move == CHANGE and rules[NAMED]):
                        chance = (chance * 438293613 + 12345) & 0x3FFFFFFF
                        move += NAMES + NAMES * (chance * 6 >> 30)
            elif how == STOP:
                break
            how = then
            if move < WILD:
                colour = move >> 4
                rank = move & 15
                s[b + colour] ^= 1 << rank
                s[SHOWN + colour] |= 1 << rank
                s[TABLE + k] = move
                if led < 0:
                    led = colour
                if colour == trump:
                    rank += TRUMPS
                    if rank > best:
                        best = rank
                        ahead = p
                elif colour == led and rank > best:
                    best = rank
                    ahead = p
            else:
                card = move & 127
                s[b + card - WILD + SPECIALS] -= 1
                s[TABLE + k] = card
                if card == WILD:
                    colour = (move >> 7) - 1
                    s[TABLE + k] = 256 + colour
                    if led < 0:
                        led = colour
                    rank = 16 + TRUMPS if colour == trump else 16 if colour == led else -1
                    if rank > best or (rank == best and last_wild and rank >= 0):
                        best = rank
                        ahead = p
                elif card == BONUS:
                    extra += 1
                elif card == MAD:
                    extra -= 1
                else:
                    if card == OUT:
                        if trump >= 0:
                            s[SUSPENDED] = -1 if rules[SCOPE] == ROUND else trump
                            if rules[SCOPE] != RESTORE:
                                s[CARD] = 0
                            trump = -1
                    elif move > NAMES:
                        trump = (move >> 7) - 1
                        s[SUSPENDED] = -1
                        s[CARD] = 0
                    else:
                        s[CHANCE] = chance
                        trump = turn_up(s, trump)
                        chance = s[CHANCE]
                    s[LEADER] = p - k if p >= k else p - k + seats
                    _rerate(s, seats, trump, k + 1, last_wild)
                    best = s[BEST]
                    ahead = s[AHEAD]
            k += 1
            p += 1
            b += SEAT
            if p == seats:
                p = b = 0
        if k == seats:
            b = ahead * SEAT
            s[b + TAKEN] += 1
            if extra:
                s[b + GAIN] += extra
            p = ahead
            k = extra = 0
            led = best = -1
            left -= 1
            if s[SUSPENDED] >= 0 and left:
                if rules[SCOPE] == RESTORE:
                    trump = s[SUSPENDED]
                else:
                    s[CHANCE] = chance
                    trump = turn_up(s, trump)
                    chance = s[CHANCE]
                s[SUSPENDED] = -1
    s[TURN], s[LAID], s[LED], s[TRUMP], s[LEFT] = p, k, led, trump, left
    s[BEST], s[AHEAD], s[EXTRA], s[CHANCE] = best, ahead, extra, chance
    s[LEADER] = p - k if p >= k else p - k + seats


def legal_moves(s: list[int], rules: list[int], moves: list[int]) -> int:
    """Write the moves that the seat to play may make, each kind of special card once; how many they are (R40-R52)."""
    b, led, found = s[TURN] * SEAT, s[LED], 0
    follows = led >= 0 and s[b + led] > 0
    for card in range(WILD):
        if s[b + (card >> 4)] >> (card & 15) & 1 and (not follows or card >> 4 == led):
            moves[found] = card
            found += 1
    for card in range(WILD, MAD + 1):
        if s[b + card - WILD + SPECIALS] and (not follows or rules[ANYTIME]):
            ways = 6 if card == WILD or (card == CHANGE and rules[NAMED]) else 0
            for colour in range(ways):
                moves[found] = card + NAMES + NAMES * colour
                found += 1
            if not ways:
                moves[found] = card
                found += 1
    return found


def points(s: list[int], rules: list[int], team: int) -> int:
    """What a team scores in the round (R70, R74, R93)."""
    b, teams = team * SEAT, rules[TEAMS]
    bid, taken, gain = s[b + BID], s[b + TAKEN], s[b + GAIN]
    if teams != rules[SEATS]:
        for seat in range(team + teams, rules[SEATS], teams):
            b = seat * SEAT
            bid += s[b + BID]
            taken += s[b + TAKEN]
            gain += s[b + GAIN]
    made = rules[MISSED] if taken != bid else rules[EXACT] if bid else rules[EXACT_ZERO]
    swept = rules[SWEEP] and taken == rules[HAND] > 1
    return (taken * 2 if swept else taken) + made + 5 * gain


def points_of_others(s: list[int], rules: list[int], team: int) -> int:
    """What all other teams score together."""
    others = 0
    for one in range(rules[TEAMS]):
        if one != team:
            others += points(s, rules, one)
    return others
