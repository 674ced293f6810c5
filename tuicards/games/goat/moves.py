"""What a seat may do."""

from collections.abc import Mapping
from typing import TypeAlias

from tuicards.games.api import Move
from tuicards.games.goat.cards import DECK, Card


class Lead(Move, frozen=True, gc=False, tag="lead"):
    """Lead 1 to 4 cards of one suit (G15)."""

    cards: tuple[Card, ...]


class Beat(Move, frozen=True, gc=False, tag="beat"):
    """Beat every card of the winning set (G19-G21)."""

    cards: tuple[Card, ...]


class Pass(Move, frozen=True, gc=False, tag="pass"):
    """Lay as many cards face down (G22)."""

    cards: tuple[Card, ...]


class Molodka(Move, frozen=True, gc=False, tag="molodka"):
    """Declare four cards of one suit on one's own turn (G30-G37)."""


class Arm(Move, frozen=True, gc=False, tag="arm"):
    """Ask for molodka as soon as one's turn comes (G41); nobody else learns of it."""


class Disarm(Move, frozen=True, gc=False, tag="disarm"):
    """Withdraw it."""


GoatMove: TypeAlias = Lead | Beat | Pass | Molodka | Arm | Disarm


LEADS: Mapping[Card, Lead] = {card: Lead((card,)) for card in DECK}


BEATS: Mapping[Card, Beat] = {card: Beat((card,)) for card in DECK}


PASSES: Mapping[Card, Pass] = {card: Pass((card,)) for card in DECK}
"""The moves of one card, made once: most moves are of one card."""
