"""The Goat simulator: one deal played on from any point to its end, on masks of cards, with the whole rules.

A state is one flat list of whole numbers (`goat_sim_state` builds it); a card is one bit, turned so that trump is
suit 3; a move is a mask of cards with a flag for what is done with them. Everything is written so that it runs
as it stands on lists, and compiled on arrays, with equal results.
"""

from collections.abc import MutableSequence
from typing import TypeAlias

Ints: TypeAlias = MutableSequence[int]
Tables: TypeAlias = tuple[Ints, ...]
"""The fields of `goat_sim_tables.Tables`, in their order."""

HANDS, LAID, LEADER, TURN, DOWN, COUNT, BEST, WIN, LED, ATTEMPT = 0, 4, 8, 9, 10, 11, 12, 13, 14, 15
POINTS, TRICKS, STOCK, TOP, MUST, ANY_SUIT, ARMED, CHANCE, CARDS, SIZE = 16, 18, 20, 21, 22, 23, 24, 25, 26, 46
"""Places in a state: hands and sets on the table by seat, who led, whose turn, sets laid, cards in each, whose set is
best, that set, the suit led, the attempt; points and tricks by team; cards in the stock, the place of its top;
duty to beat, whether any suit makes a molodka, armed seats as bits; the generator's number; the stock, top first."""

BEAT, MOLODKA, FACE = 1 << 36, 1 << 37, (1 << 36) - 1
"""Flags of a move, and its cards. A lead and a pass have no flag."""

TRUMPS, PLAIN = 511 << 27, 1 << 27
NEVER = -(1 << 50)
RANDOM, RULES = 0, 1
"""Who chooses: chance, or the rules of thumb."""


def advance(s: Ints, tables: Tables, move: int, steps: int, mode: int) -> int:
    """Makes the move (none if it is negative), then so many more by chance or by the rules of thumb.

    Stops at the end of the deal; 1 once it is over. Long, because the work is in this loop: a call for every
    set laid would cost more than the rest.
    """
    points = tables[0]
    turn, down, count, best, win, led = s[TURN], s[DOWN], s[COUNT], s[BEST], s[WIN], s[LED]
    attempt, stock, top, armed = s[ATTEMPT], s[STOCK], s[TOP], s[ARMED]
    must, any_suit = s[MUST], s[ANY_SUIT]
    hand = s[turn]
    held = 0
    while hand:
        hand &= hand - 1
        held += 1
    on_table = 0
    for seat in range(4, 8):
        laid = s[seat]
        while laid:
            low = laid & -laid
            on_table += points[low % 37]
            laid ^= low
    while True:
        hand = s[turn]
        if hand == 0:
            break
        if armed and armed >> turn & 1 and count < 4 and attempt == 1:
            move = hand | MOLODKA
        elif move < 0:
            if steps == 0:
                break
            steps -= 1
            if mode == 0:
                move = random_move(s, tables, hand, count, win, led, must)
            elif down == 0:
                move = rule_lead(tables, hand, held, stock)
            else:
                tricks = (s[TRICKS] == 0) + (s[TRICKS + 1] == 0)
                closed = count == 4 or attempt == 2
                move = rule_answer(
                    tables, hand, held, count, down, best ^ turn ^ 1, win, led, on_table, stock, must, any_suit,
                    closed, tricks,
                )  # fmt: skip
        if move >= MOLODKA and down:
            for seat in range(4):
                s[seat] |= s[seat + 4]
                s[seat + 4] = 0
            hand = s[turn]
            on_table, down, attempt = 0, 0, 2
        mask = move & FACE
        s[turn] = hand ^ mask
        s[turn + 4] = mask
        if mask & (mask - 1):
            laid, more = mask, 0
            while laid:
                low = laid & -laid
                on_table += points[low % 37]
                laid ^= low
                more += 1
        else:
            on_table += points[mask % 37]
            more = 1
        if down == 0:
            count, best, win = more, turn, mask
            led = 3
            if mask < PLAIN:
                led = 0 if mask < 512 else 1 if mask < 262144 else 2
            if count == 4:
                armed = 0
        elif move & BEAT:
            best, win = turn, mask
        down += 1
        move = -1
        if down < 4:
            turn = (turn + 1) & 3
            continue
        s[POINTS + (best & 1)] += on_table
        s[TRICKS + (best & 1)] += 1
        s[4] = s[5] = s[6] = s[7] = 0
        held -= count
        if stock:
            drawn = min(count, stock >> 2)
            seat = best
            for _ in range(drawn):
                s[seat] |= s[top]
                s[(seat + 1) & 3] |= s[top + 1]
                s[(seat + 2) & 3] |= s[top + 2]
                s[(seat + 3) & 3] |= s[top + 3]
                top += 4
            stock -= drawn * 4
            held += drawn
        turn = best
        s[LEADER] = turn
        down, count, win, attempt, armed, on_table = 0, 0, 0, 1, 0, 0
    s[TURN], s[DOWN], s[COUNT], s[BEST], s[WIN], s[LED] = turn, down, count, best, win, led
    s[ATTEMPT], s[STOCK], s[TOP], s[ARMED] = attempt, stock, top, armed
    return 1 if s[turn] == 0 else 0


def rule_lead(tables: Tables, hand: int, held: int, stock: int) -> int:
    """The lead that promises most, by suit."""
    worth, cards = tables[5], tables[6]
    place = held * 1024 - 1024
    if stock == 0:
        place += 4096
    best, pick = NEVER, 0
    for suit in range(4):
        mine = hand >> 9 * suit & 511
        if mine:
            here = place + mine + (512 if suit == 3 else 0)
            if worth[here] > best:
                best = worth[here]
                pick = cards[here] << 9 * suit
    return pick


def rule_answer(
    tables: Tables, hand: int, held: int, count: int, down: int, theirs: int, win: int, led: int, on_table: int,
    stock: int, must: int, any_suit: int, closed: int, trickless: int,
) -> int:  # fmt: skip
    """Beat, pass or molodka: whichever promises most points; odd `theirs` means that the own team is winning.

    Long, as it is asked three times in every trick: calls would cost more than they make clearer.
    """
    extras, scales = tables[8], tables[11]
    ours = theirs & 1
    place = (held * 5 + count) * 2
    least, fed = extras[place], extras[place + 1]
    stake = 0
    if trickless:
        stake = trickless * scales[1] // (2 * ((stock >> 2) + held))
    if stock == 0:
        stake += scales[0]
    share = 1000 if ours else 0
    if down == 1 or (down == 2 and ours):
        share = topped(tables, win, count, held, led, hand) * scales[2] // 1000
        if ours:
            share = 1000 - share
    known = on_table * 1000 + stake
    sure = 2 * share - 1000
    value = sure * known // 1000
    if down == 1:
        value += sure * (least + fed) // 1000
    elif down == 2:
        value += (share * least - (1000 - share) * fed) // 1000
    cards = hand
    if count < held:
        cards = cheapest(tables, hand, count, sure)
    value -= price(tables, hand, cards, sure)
    pick = cards
    cards = beating(tables, hand, win, count, led, 700 if down < 3 else 1000)
    if cards:
        share = 1000
        if down < 3:
            can = topped(tables, cards, count, held, led, hand)
            share -= can * scales[2] // 1000
            if down == 1:
                share += (1000 - share) * can // 1000 * scales[3] // 1000
        sure = 2 * share - 1000
        more = sure * known // 1000
        if down == 1:
            more += sure * (least + fed) // 1000
        elif down == 2:
            more += (share * least - (1000 - share) * fed) // 1000
        more -= price(tables, hand, cards, sure)
        if must or more > value:
            value = more
            pick = cards | BEAT
    if held == 4 and not closed:
        low = hand & -hand
        if hand ^ low == tables[2][low % 37] & hand and (any_suit or low >= PLAIN):
            suit = 3 if low >= PLAIN else 0 if low < 512 else 1 if low < 262144 else 2
            place = 3072 + (hand >> 9 * suit) + (512 if suit == 3 else 0)
            if stock == 0:
                place += 4096
            if tables[5][place] > value:
                pick = hand | MOLODKA
    return pick


def topped(tables: Tables, win: int, count: int, held: int, led: int, hand: int) -> int:
    """Chance in thousandths that a hand beats the set, going by the cards above its best and its last one."""
    count_of = tables[4]
    low = win & -win
    high = win
    while high & (high - 1):
        high &= high - 1
    seen = ~(hand | win)
    if high >= PLAIN:
        best = count_of[(-(high << 1) & TRUMPS & seen) >> 27]
    else:
        best = count_of[(TRUMPS & seen) >> 27] + count_of[(-(high << 1) & seen) >> 9 * led & 511]
    if count == 1:
        return tables[7][(held * 19 + best) * 19]
    if low >= PLAIN:
        last = count_of[(-(low << 1) & TRUMPS & seen) >> 27]
    else:
        last = count_of[(TRUMPS & seen) >> 27] + count_of[(-(low << 1) & seen) >> 9 * led & 511]
    can = tables[7][(held * 19 + best) * 19 + last]
    if count > 2:
        can = can // 3 if count == 3 else can // 8
    return can


def cheapest_of(tables: Tables, hand: int, among: int, sure: int) -> int:
    """The one card among these that the hand spares most easily; 0 where there is none."""
    points, worth, mates, company = tables[0], tables[1], tables[2], tables[3]
    best, chosen = NEVER, 0
    while among:
        low = among & -among
        among ^= low
        place = low % 37
        value = sure * points[place] - worth[place]
        if mates[place] & hand:
            value -= company[place]
        if value > best:
            best, chosen = value, low
    return chosen


def cheapest(tables: Tables, hand: int, count: int, sure: int) -> int:
    """The cards to pass, so many of them: worth little in the hand, and rich where the trick is surely ours."""
    pick = 0
    for _ in range(count):
        chosen = cheapest_of(tables, hand, hand, sure)
        pick |= chosen
        hand ^= chosen
    return pick


def price(tables: Tables, hand: int, cards: int, sure: int) -> int:
    """What the cards are worth in the hand, less what they bring the team in the trick."""
    points, worth, mates, company = tables[0], tables[1], tables[2], tables[3]
    total = 0
    while cards:
        low = cards & -cards
        cards ^= low
        place = low % 37
        total += worth[place] - sure * points[place]
        hand ^= low
        if mates[place] & hand:
            total += company[place]
    return total


def beating(tables: Tables, hand: int, win: int, count: int, led: int, sure: int) -> int:
    """The cheapest set that beats the winning one; 0 where none does.

    Whatever tops a strong card tops a weaker one, too: so the strongest is seen to first, each by the cheapest.
    """
    pick = 0
    for _ in range(count):
        high = win
        while high & (high - 1):
            high &= high - 1
        win ^= high
        able = -(high << 1) & hand
        if high < PLAIN:
            able &= 511 << 9 * led | TRUMPS
        chosen = cheapest_of(tables, hand, able, sure)
        if chosen == 0:
            return 0
        pick |= chosen
        hand ^= chosen
    return pick


def random_move(s: Ints, tables: Tables, hand: int, count: int, win: int, led: int, must: int) -> int:
    """A lead of some cards of one suit; or so many cards, beating half of the time where they can."""
    x = (s[CHANCE] * 1103515245 + 12345) & 0x7FFFFFFF
    s[CHANCE] = x
    x >>= 8
    if count:
        pick = beating(tables, hand, win, count, led, 0)
        if pick and (must or x & 1):
            return pick | BEAT
        x >>= 1
        pick = 0
        for _ in range(count):
            pick |= nth(hand ^ pick, x & 3)
            x >>= 2
        return pick
    first = nth(hand, x & 3)
    x >>= 2
    pick = first
    left = tables[2][first % 37] & hand
    while left:
        low = left & -left
        left ^= low
        if x & 1:
            pick |= low
        x >>= 1
    return pick


def nth(cards: int, number: int) -> int:
    """One of the cards, by a number that may be larger than there are."""
    left = cards
    for _ in range(number):
        left &= left - 1
        if left == 0:
            left = cards
    return left & -left


def moves_into(s: Ints, tables: Tables, out: Ints) -> int:
    """Every legal move of the seat whose turn it is: leads, or beats and passes, then molodka. -> how many."""
    count_of, mates = tables[4], tables[2]
    hand, count, win, led = s[s[TURN]], s[COUNT], s[WIN], s[LED]
    found, beats = 0, 0
    cards = hand
    while cards:
        low = cards & -cards
        if s[DOWN] == 0:
            if cards & mates[low % 37] == cards ^ low:
                out[found] = cards
                found += 1
        elif count_of[cards & 511] + count_of[cards >> 9 & 511] + count_of[cards >> 18 & 511] + count_of[
            cards >> 27
        ] == count and beating(tables, cards, win, count, led, 0):
            out[found] = cards | BEAT
            found += 1
            beats += 1
        cards = (cards - 1) & hand
    if s[DOWN] and not (beats and s[MUST]):
        cards = hand
        while cards:
            if (
                count_of[cards & 511] + count_of[cards >> 9 & 511] + count_of[cards >> 18 & 511]
                + count_of[cards >> 27] == count
            ):  # fmt: skip
                out[found] = cards
                found += 1
            cards = (cards - 1) & hand
    low = hand & -hand
    sizes = count_of[hand & 511] + count_of[hand >> 9 & 511] + count_of[hand >> 18 & 511] + count_of[hand >> 27]
    closed = s[DOWN] > 0 and count == 4
    if sizes == 4 and not closed and hand & mates[low % 37] == hand ^ low and (s[ANY_SUIT] or low >= PLAIN):
        out[found] = hand | MOLODKA
        found += 1
    return found
