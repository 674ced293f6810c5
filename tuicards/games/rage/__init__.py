"""Rage: bids, six colours and special cards, 2 to 8 seats. The rules are tuicards/rules/rage.md (R1 to R95).

A card is its code: `R12` a number card, `WI BO MA CH OU` a special one. Moves are written `bid 3`,
`R12`, `WI:G` (a Wild named green) and `CH:B` (a Change that names blue, where the option allows it).

Values first: cards, moves, tricks, events, options, view, state. Then what happens, in the order of a round:
deal, bidding, play with its specials, scores. Then what is told of it: projection, telling, phrases; and
resampling, which proves that the view tells no more. `game` joins them.
"""

from tuicards.games.rage.cards import COLOUR_OF, COLOURS, COPIES, DECKS, SPECIALS, Card, Colour, effective_colour
from tuicards.games.rage.deal import deal_order, start_round
from tuicards.games.rage.events import (
    BidMade,
    BidsShown,
    CardPlayed,
    PartyEnded,
    PileShuffled,
    RageEvent,
    RoundScored,
    RoundStarted,
    TeamRound,
    TrickWon,
    TrumpGone,
    TrumpKept,
    TrumpNamed,
    TrumpRestored,
    TrumpTurned,
)
from tuicards.games.rage.game import RAGE
from tuicards.games.rage.moves import Bid, Play, RageMove
from tuicards.games.rage.options import OPTION_SPECS, PRESETS, Options, teams_of
from tuicards.games.rage.resampling import shown_voids
from tuicards.games.rage.scores import score, team_ranks
from tuicards.games.rage.state import Round, Setup, Sheet, State, Trump
from tuicards.games.rage.tricks import Played, Trick, trick_winner
from tuicards.games.rage.view import RageView, RoundLine, TrumpChange

__all__ = [
    "COLOURS",
    "COLOUR_OF",
    "COPIES",
    "DECKS",
    "OPTION_SPECS",
    "PRESETS",
    "RAGE",
    "SPECIALS",
    "Bid",
    "BidMade",
    "BidsShown",
    "Card",
    "CardPlayed",
    "Colour",
    "Options",
    "PartyEnded",
    "PileShuffled",
    "Play",
    "Played",
    "RageEvent",
    "RageMove",
    "RageView",
    "Round",
    "RoundLine",
    "RoundScored",
    "RoundStarted",
    "Setup",
    "Sheet",
    "State",
    "TeamRound",
    "Trick",
    "TrickWon",
    "Trump",
    "TrumpChange",
    "TrumpGone",
    "TrumpKept",
    "TrumpNamed",
    "TrumpRestored",
    "TrumpTurned",
    "deal_order",
    "effective_colour",
    "score",
    "shown_voids",
    "start_round",
    "team_ranks",
    "teams_of",
    "trick_winner",
]
