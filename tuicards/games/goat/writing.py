"""Moves in writing."""

from collections.abc import Mapping

from tuicards.games.goat.cards import DECK, SUITS, Card
from tuicards.games.goat.moves import Arm, Beat, Disarm, GoatMove, Lead, Molodka, Pass

WITH_CARDS: Mapping[str, type[Lead] | type[Beat] | type[Pass]] = {"lead": Lead, "beat": Beat, "pass": Pass}


ALONE: Mapping[str, GoatMove] = {"molodka": Molodka(), "arm": Arm(), "disarm": Disarm()}


CARD_NAMES: Mapping[str, Card] = {card.lower(): card for card in DECK} | {
    f"10{suit}": Card(f"T{suit}") for suit in SUITS
}


def read_move(text: str) -> GoatMove | None:
    words = text.lower().replace(",", " ").split() if text.isascii() else []
    if len(words) == 1 and words[0] in ALONE:
        return ALONE[words[0]]
    if len(words) < 2 or words[0] not in WITH_CARDS or not all(word in CARD_NAMES for word in words[1:]):
        return None
    return WITH_CARDS[words[0]](tuple(CARD_NAMES[word] for word in words[1:]))
