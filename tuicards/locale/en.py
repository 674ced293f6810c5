"""English phrases that belong to no single game: refusals, notices, common words.

Each game brings the phrases for its own codes in `Game.phrases`.
"""

from collections.abc import Mapping

PHRASES: Mapping[str, str] = {
    "word.none": "none",
    "word.seat": "seat {number}",
    # why a bot moves as it does, and the arena
    "unknown_level": "There is no level {level}. Levels: {known}.",
    "bots_for_seats": "{bots} bots for {seats} seats: name one level for each seat.",
    "why.any": "No reason: any legal move would do.",
    "why.only": "It is the only legal move.",
    "why.share": "About its share of the tricks.",
    "why.worth": "The hand is worth about {tricks} tricks, {sure} of them nearly certain.",
    "why.takes": "Still needs {need}; {card} wins in about {chance} of 100 cases.",
    "why.ducks": "Needs no more; {card} wins in about {chance} of 100 cases only.",
    "why.bid_gone": "The bid is gone; {card} makes the best of it.",
    "why.lead": "{cards} hold in about {chance} of 100 cases.",
    "why.beat": "{cards} take a trick with {points} points on the table.",
    "why.molodka": "Four cards of one suit are hard to beat.",
    "why.feed": "Points for the team's own trick, or the least for a doubtful one.",
    "why.spare": "The cards that are missed least.",
}
