"""How well a sampled world explains what the other seats have done, and exchanges that make it explain it better.

A world is a list of hidden cards, place by place; each place belongs to a seat (its hand, its face-down passes) or to
the stock. For each set that a seat has laid there is a record; how much its move fell short of what the rules of
thumb make the best one is the regret. Worlds are as likely as their regret is small.
"""

from tuicards.bots.goat_sim import BEAT, MOLODKA, NEVER, PLAIN, SIZE, Ints, Tables, price, rule_answer, topped

RECORD = 16
"""Numbers in a record of one set laid. 0: how many cards; 1: how many were drawn after it; 2: the move, with the
cards that are known; 3, 4: where its hidden cards begin, and how many; 5: sets laid before it; 6: odd where the own
team was winning; 7: the set to beat; 8: the suit led; 9: points that lay face up; 10: the stock; 11: duty to beat;
12: any suit makes a molodka; 13: none may be declared; 14: teams without a trick; 15: cards in the hand before it."""

SPANS = 36
"""Numbers that tell where the hidden cards are. By seat, from 5 * seat: known cards of the hand, where its hidden
ones begin, how many; its first record, how many. 20, 21: the stock; 22, 23: points known in the piles; from 24 and
2 * seat: the face-down set on the table; from 32: cards of that set which are known."""

MOST_REGRET = 12000
"""Nobody plays by these rules of thumb alone: a single move tells no more than this."""


def answer_worth(tables: Tables, hand: int, r: Ints, at: int, move: int) -> int:
    """What an answer promises by the rules of thumb; the record tells the situation."""
    held, count, down, ours = r[at + 15], r[at], r[at + 5], r[at + 6] & 1
    win, led, stock = r[at + 7], r[at + 8], r[at + 10]
    extras, scales = tables[8], tables[11]
    if move >= MOLODKA:
        suit = 3 if hand >= PLAIN else 0 if hand < 512 else 1 if hand < 262144 else 2
        return tables[5][(4096 if stock == 0 else 0) + 3072 + (hand >> 9 * suit) + (512 if suit == 3 else 0)]
    stake = 0
    if r[at + 14]:
        stake = r[at + 14] * scales[1] // (2 * ((stock >> 2) + held))
    if stock == 0:
        stake += scales[0]
    cards = move
    if move >= BEAT:
        cards = move ^ BEAT
        share = 1000
        if down < 3:
            can = topped(tables, cards, count, held, led, hand)
            share -= can * scales[2] // 1000
            if down == 1:
                share += (1000 - share) * can // 1000 * scales[3] // 1000
    else:
        share = 1000 if ours else 0
        if down == 1 or (down == 2 and ours):
            share = topped(tables, win, count, held, led, hand) * scales[2] // 1000
            if ours:
                share = 1000 - share
    sure = 2 * share - 1000
    value = sure * (r[at + 9] * 1000 + stake) // 1000
    place = (held * 5 + count) * 2
    least, fed = extras[place], extras[place + 1]
    if down == 1:
        value += sure * (least + fed) // 1000
    elif down == 2:
        value += (share * least - (1000 - share) * fed) // 1000
    return value - price(tables, hand, cards, sure)


def lead_regret(tables: Tables, hand: int, held: int, stock: int, lead: int) -> int:
    """How much less a lead promises than the best one."""
    place = held * 1024 - 1024 + (4096 if stock == 0 else 0)
    best = NEVER
    for suit in range(4):
        mine = hand >> 9 * suit & 511
        if mine:
            here = place + mine + (512 if suit == 3 else 0)
            if tables[5][here] > best:
                best = tables[5][here]
    suit = 3 if lead >= PLAIN else 0 if lead < 512 else 1 if lead < 262144 else 2
    trump = 512 if suit == 3 else 0
    mine, lead = hand >> 9 * suit & 511, lead >> 9 * suit
    kept = tables[10]
    return best - tables[9][place + trump + lead] - kept[trump + (mine ^ lead)] + kept[trump + mine]


def regret(tables: Tables, hand: int, r: Ints, at: int, move: int) -> int:
    """How much less the move promises than the best one, up to a bound."""
    if r[at + 5] == 0:
        less = lead_regret(tables, hand, r[at + 15], r[at + 10], move)
    else:
        best = rule_answer(
            tables, hand, r[at + 15], r[at], r[at + 5], r[at + 6], r[at + 7], r[at + 8], r[at + 9], r[at + 10],
            r[at + 11], r[at + 12], r[at + 13], r[at + 14],
        )  # fmt: skip
        if r[at + 11] and best & BEAT and not move & BEAT:
            return 1000000
        less = answer_worth(tables, hand, r, at, best) - answer_worth(tables, hand, r, at, move)
    return max(0, min(less, MOST_REGRET))


def seat_regret(tables: Tables, slots: Ints, spans: Ints, records: Ints, seat: int, c: Ints) -> int:
    """The regrets of all that the seat has laid, the latest first, if it held these hidden cards.

    Which of its cards it had drawn since is left to chance.
    """
    first = seat * 5
    hand = spans[first]
    for place in range(spans[first + 1], spans[first + 1] + spans[first + 2]):
        hand |= slots[place]
    total = 0
    for number in range(spans[first + 3], spans[first + 3] + spans[first + 4]):
        at = number * 16
        left = records[at + 1]
        while left:
            x = (c[0] * 1103515245 + 12345) & 0x7FFFFFFF
            c[0] = x
            skip = (x >> 8) * (records[at + 15] - records[at] + left) >> 23
            cards = hand
            while skip:
                cards &= cards - 1
                skip -= 1
            hand ^= cards & -cards
            left -= 1
        move = records[at + 2]
        for place in range(records[at + 3], records[at + 3] + records[at + 4]):
            move |= slots[place]
        hand |= move & (BEAT - 1)
        total += regret(tables, hand, records, at, move)
    return total


def stroll(
    tables: Tables, slots: Ints, owners: Ints, spans: Ints, records: Ints, regrets: Ints, c: Ints, steps: int,
    logs: Ints,
) -> int:  # fmt: skip
    """So many tries to exchange two hidden cards, each kept as likely as the moves made it. -> exchanges kept."""
    kept = 0
    count = len(slots)
    if count == 0:
        return 0
    for _ in range(steps):
        x = (c[0] * 1103515245 + 12345) & 0x7FFFFFFF
        one = x * count >> 31
        x = (x * 1103515245 + 12345) & 0x7FFFFFFF
        other = x * count >> 31
        x = (x * 1103515245 + 12345) & 0x7FFFFFFF
        c[0] = x
        allowed = logs[x >> 23]
        here, there = owners[one], owners[other]
        if here < 0 or there < 0 or one == other or (here == 4 and there == 4):
            continue
        swapped = slots[one]
        slots[one] = slots[other]
        slots[other] = swapped
        new_here, new_there = 0, 0
        if here < 4:
            new_here = seat_regret(tables, slots, spans, records, here, c)
        if there < 4 and there != here:
            new_there = seat_regret(tables, slots, spans, records, there, c)
        before = regrets[here]
        if there != here:
            before += regrets[there]
        if new_here + new_there <= before + allowed:
            regrets[here] = new_here
            if there != here:
                regrets[there] = new_there
            kept += 1
        else:
            swapped = slots[one]
            slots[one] = slots[other]
            slots[other] = swapped
    return kept


def settle(state: Ints, slots: Ints, spans: Ints, piles: Ints, tables: Tables) -> int:
    """Writes the hidden cards into a state: hands, stock, sets on the table, and points of the piles."""
    for seat in range(4):
        first = seat * 5
        if spans[first + 2]:
            hand = spans[first]
            for place in range(spans[first + 1], spans[first + 1] + spans[first + 2]):
                hand |= slots[place]
            state[seat] = hand
    start, count = spans[20], spans[21]
    for place in range(count):
        state[26 + place] = slots[start + place]
    state[16], state[17] = spans[22], spans[23]
    for place in range(len(slots)):
        if piles[place] < 2:
            state[16 + piles[place]] += tables[0][slots[place] % 37]
    for seat in range(4):
        if spans[24 + seat * 2 + 1]:
            laid = spans[32 + seat]
            for place in range(spans[24 + seat * 2], spans[24 + seat * 2] + spans[24 + seat * 2 + 1]):
                laid |= slots[place]
            state[4 + seat] = laid
    return state[16]


def begin_chain(tables: Tables, slots: Ints, spans: Ints, records: Ints, regrets: Ints, c: Ints) -> int:
    """Reckons the regret of each seat in a fresh world. -> their sum."""
    total = 0
    for seat in range(4):
        regrets[seat] = seat_regret(tables, slots, spans, records, seat, c)
        total += regrets[seat]
    return total


def draw_states(
    template: Ints, states: Ints, count: int, steps: int, slots: Ints, owners: Ints, piles: Ints, spans: Ints,
    records: Ints, regrets: Ints, c: Ints, logs: Ints, work: Ints, tables: Tables,
) -> int:  # fmt: skip
    """So many worlds, each after so many tries to exchange, as states one after another. -> exchanges kept."""
    kept = 0
    for world in range(count):
        kept += stroll(tables, slots, owners, spans, records, regrets, c, steps, logs)
        work[:] = template
        settle(work, slots, spans, piles, tables)
        start = world * SIZE
        for place in range(SIZE):
            states[start + place] = work[place]
    return kept
