"""A language that nobody speaks: some words of its own, and for the rest English."""

from collections.abc import Mapping
from dataclasses import dataclass
from gettext import NullTranslations
from types import MappingProxyType

from tuicards.locale.languages import Language

WORDS: Mapping[str, str] = MappingProxyType({
    "verb.hand": "mano cartas",
    "verb.bid": "apostar",
    "verb.say": "decir",
    "verb.lead": "salir",
    "letter.O": "N",
    "letter.Y": "A",
    "letter.G": "\u0417",
    "letter.B": "Z",
    "letter.P": "M",
    "emote.hello": "¡Hola!",
    "bid_made.you": "Apuestas {tricks}.",
    "bid_made": "{seat}: apuesta de {tricks}.",
    "hand_cards": "Tienes {number}: {cards}.",
    "card.G": "verde {rank}",
    "card.WI": "Comodín",
    "card.s": "{rank} de picas",
    "rank.Q": "dama",
    "text.your_turn": "Te toca. Puedes: {moves}.",
})  # fmt: skip


class _Invented(NullTranslations):
    def pgettext(self, context: str, message: str) -> str:
        return WORDS.get(context, message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return WORDS.get(context, msgid1 if n == 1 else msgid2)


@dataclass(frozen=True)
class InventedLanguage(Language):
    """Its catalogue is WORDS."""

    def catalogue(self, domain: str) -> NullTranslations:
        return _Invented()


INVENTED = InventedLanguage("xx", "Inventado")
