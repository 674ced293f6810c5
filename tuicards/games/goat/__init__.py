"""Goat (Burkozel): two pairs, 36 cards, secret passes, molodka. The rules are tuicards/rules/goat.md (G1 to G54).

A card is its code, rank then suit: `6s`, `Th` (the ten of hearts), `Ad`. Moves are written
`lead Qs 7s`, `beat 9d Js`, `pass 6c`, `molodka`, `arm` and `disarm`.

Values first: cards, moves, events, options, view, state. Then what happens: deal, legal, play, endings with
scores. Then what is told of it: telling, writing, phrases; and resampling, which proves that the view tells
no more. `game` joins them.
"""

from tuicards.games.goat.cards import DECK, POINTS, RANKS, SUITS, VALUES, Card, Suit, beats, points
from tuicards.games.goat.deal import begin_game, position
from tuicards.games.goat.events import (
    Drew,
    GameEnded,
    GameScore,
    GameStarted,
    Led,
    MolodkaDeclared,
    PartyEnded,
    Returned,
    TrickWon,
)
from tuicards.games.goat.game import GOAT
from tuicards.games.goat.moves import Arm, Beat, Disarm, GoatMove, Lead, Molodka, Pass
from tuicards.games.goat.options import Options
from tuicards.games.goat.scores import penalties
from tuicards.games.goat.state import Party, State
from tuicards.games.goat.view import GoatView, Laid, Trick

__all__ = [
    "DECK",
    "GOAT",
    "POINTS",
    "RANKS",
    "SUITS",
    "VALUES",
    "Arm",
    "Beat",
    "Card",
    "Disarm",
    "Drew",
    "GameEnded",
    "GameScore",
    "GameStarted",
    "GoatMove",
    "GoatView",
    "Laid",
    "Lead",
    "Led",
    "Molodka",
    "MolodkaDeclared",
    "Options",
    "Party",
    "PartyEnded",
    "Pass",
    "Returned",
    "State",
    "Suit",
    "Trick",
    "TrickWon",
    "beats",
    "begin_game",
    "penalties",
    "points",
    "position",
]
