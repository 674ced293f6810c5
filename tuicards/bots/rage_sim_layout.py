"""Where the simulator of Rage keeps what: one flat list of whole numbers per round in progress.

Colours are 0 to 5 in the order of `COLOURS`, -1 is none. A card is colour * 16 + number, or one of the five specials
from `WILD` on. A move is a card, plus 128 * (colour + 1) where it names a colour.
"""

SEAT = 16
"""Slots of a seat: those of seat 3 begin at 3 * 16. The first six are masks of its number cards, one a colour."""

SPECIALS = 6
"""First of the five slots of a seat that count its special cards, in the order of their ids."""

BID, TAKEN, GAIN, STYLE, TOTAL = 11, 12, 13, 14, 15
"""Further slots of a seat: bid (-1: not made yet), tricks, Bonus less Mad cards; by which weights it plays; and at
the seat with a team's number, the team's total before the round."""

TURN, LAID, LEADER, LED, TRUMP, SUSPENDED, CARD, LEFT = 128, 129, 130, 131, 132, 133, 134, 135
"""Whose turn it is; cards on the table; who led; led colour; trump; the trump that an Out put out of force for this
trick only; whether a trump card lies out; how many cards the seat to play holds."""

EXTRA, BEST, AHEAD, NEXT, END, CHANCE = 136, 137, 138, 139, 140, 141
"""Bonus less Mad on the table; the power of the best card, -1 without any; who played it, or led; the slot of the
pile's next number card and the one behind its last; the state of the simulator's own chance, 0 to 2^31 - 1."""

TABLE = 144
"""First slot of the cards on the table, in play order: a card, or 256 + colour for a Wild."""

PILE = 152
"""First slot of the colours of the pile's number cards, those that were turned before `NEXT` (R64)."""

SHOWN = 250
"""First of six slots, by colour: the number cards that everybody has seen, as masks."""

SIZE = 256
"""Slots in all."""

WILD, CHANGE, OUT, BONUS, MAD = 96, 97, 98, 99, 100
NAMES = 128
"""Added to a card, times one more than the colour that is named with it."""

SEATS, TEAMS, HAND, ANYTIME, SCOPE, NAMED, LAST_WILD, EXACT, EXACT_ZERO, MISSED, SWEEP, FORBIDDEN = range(12)
"""The rules' slots: seats, teams, cards dealt to each; options that are on; points for bids; whether a number is
forbidden to the last bidder (R26)."""

LEVELS, ROW, LARGEST, WEIGHTS = 12, 17, 55, 964
"""Further slots of the rules: the levels of cards, a row for each number of cards that the seat to play holds, up to
`LARGEST`, and in it by how many higher ones are unseen; and the weights by which seats play."""

ROUND, RESTORE, REDRAW = range(3)
"""Values of `SCOPE`: how long an Out counts (R66)."""

STOP, RANDOM, RULE, FIRST = range(4)
"""How the next card is chosen: none, the play ends here; any legal one; by the policy; the one that is given."""

TRUMPS = 32
"""Added to a trump's rank, so that it beats every card of the led colour."""
