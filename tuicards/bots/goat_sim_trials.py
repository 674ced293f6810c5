"""Many play-outs at once: each move in each sampled world, and what the deal is then worth."""

from tuicards.bots.goat_sim import POINTS, SIZE, TRICKS, Ints, Tables, advance

PLACES_OF_VALUE = 3 * 121
"""A table of values: by the own team's points; the same where it has no trick; and where the others have none."""


def play_outs(
    states: Ints, count: int, moves: Ints, team: int, values: Ints, results: Ints, work: Ints, tables: Tables
) -> int:
    """Every move in so many worlds (states one after another), by the rules of thumb to the end of the deal.

    What the end is worth to the team goes to `results`, world by world. How many play-outs they were.
    """
    place = 0
    for world in range(count):
        start = world * SIZE
        for choice in range(len(moves)):
            work[:] = states[start : start + SIZE]
            advance(work, tables, moves[choice], 99, 1)
            without = 0
            if work[TRICKS + team] == 0:
                without = 121
            elif work[TRICKS + 1 - team] == 0:
                without = 242
            results[place] = values[without + work[POINTS + team]]
            place += 1
    return place


def random_deals(count: int, seed: int, mode: int, work: Ints, tables: Tables) -> int:
    """Deals and plays so many games by chance (mode 0) or by the rules of thumb (1). The points of team A."""
    total = 0
    deck = work[SIZE : SIZE + 36]
    for card in range(36):
        deck[card] = 1 << card
    x = seed & 0x7FFFFFFF
    for _ in range(count):
        for card in range(35, 0, -1):
            x = (x * 1103515245 + 12345) & 0x7FFFFFFF
            other = x * (card + 1) >> 31
            swapped = deck[card]
            deck[card] = deck[other]
            deck[other] = swapped
        for place in range(26):
            work[place] = 0
        for card in range(16):
            work[card & 3] |= deck[card]
        for card in range(20):
            work[26 + card] = deck[16 + card]
        work[15], work[20], work[21], work[23], work[25] = 1, 20, 26, 1, x
        advance(work, tables, -1, 99, mode)
        total += work[POINTS]
    return total
