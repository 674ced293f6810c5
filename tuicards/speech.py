"""From codes with parameters to sentences, for one reader.

A phrase is a template such as `{seat} plays {card}`. What a parameter is follows from its name: see
`Speaker.word`. A code may have a second phrase, `CODE.you`, used when its `seat` is the reader's own, and
`CODE.bare` (`CODE.bare.you`), used when a parameter that the fuller one names is absent, None or an empty list.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from string import Formatter
from typing import Any

from tuicards.errors import TuicardsError
from tuicards.games import GAMES
from tuicards.games.api import AnyGame, Event, Fact
from tuicards.locale.languages import ENGLISH, Language, vocabulary

SEAT_NAMES = frozenset({"seat", "winner", "dealer", "leader", "owner_seat"})
SEATS_NAMES = frozenset({"seats_named", "winners"})
CARD_NAMES = frozenset({"card", "cards", "indicator", "playable", "skipped"})
WORD_NAMES = frozenset({"colour", "trump", "led", "suit", "phase", "why", "server"})
NOTHING: tuple[object, ...] = (None, (), [])


@cache
def _named_in(template: str) -> tuple[str, ...]:
    """The parameters that a phrase names; none where it is no template."""
    try:
        return tuple(name for _, name, _, _ in Formatter().parse(template) if name)
    except ValueError:
        return ()


def _listed(value: Any) -> Sequence[Any]:
    """A list as it is, anything else as a list of one."""
    return value if isinstance(value, (list, tuple)) else [value]


class Speaker:
    """Says codes in one language, with the words of one game, the names of its table, from the place of one seat.

    `seat_names` and `me` may be set anew whenever people change. `card` makes a card's code readable;
    `between_cards` stands between two of them.
    """

    def __init__(
        self,
        game: AnyGame | None = None,
        seat_names: Sequence[str] = (),
        me: int | None = None,
        card: Callable[[str], str] = str,
        language: Language = ENGLISH,
        between_cards: str = " ",
    ) -> None:
        self.language = language
        self._between_cards = between_cards
        self._words = vocabulary(language, game)
        self._card = card
        self.seat_names = tuple(seat_names)
        self.me = me

    def knows(self, code: str) -> bool:
        return code in self._words

    def say(self, code: str, params: Mapping[str, Any] | None = None) -> str:
        """The sentence for a code. An unknown code is said as it is, with its parameters: nothing is swallowed."""
        params = params or {}
        template = self._template(code, params)
        if template is None:
            inside = ", ".join(f"{name}: {self.word(name, value)}" for name, value in params.items())
            return f"{code} ({inside})" if inside else code
        words = {name: self.word(name, value) for name, value in params.items()}
        try:
            return template.format_map(words)
        except (KeyError, IndexError, ValueError):
            return f"{code} {words}"

    def event(self, event: Event) -> str:
        """The sentence for what everybody saw happen."""
        fields = {name: getattr(event, name) for name in event.__struct_fields__}
        return self.say(str(event.__struct_config__.tag), fields)

    def fact(self, fact: Fact) -> str:
        """The sentence for a line about a view."""
        return self.say(fact.code, fact.params)

    def error(self, error: TuicardsError) -> str:
        """The sentence for a refusal or a fault."""
        return self.say(error.code, error.params)

    def _template(self, code: str, params: Mapping[str, Any]) -> str | None:
        full = self._for_reader(code, params)
        if full is None or all(params.get(name) not in NOTHING for name in _named_in(full)):
            return full
        return self._for_reader(f"{code}.bare", params) or full

    def _for_reader(self, code: str, params: Mapping[str, Any]) -> str | None:
        if self.me is not None and params.get("seat") == self.me and f"{code}.you" in self._words:
            code = f"{code}.you"
        return self._words.template(code, params)

    def _word(self, code: str, otherwise: str) -> str:
        return self._words.template(code, {}) or otherwise

    def word(self, name: str, value: Any) -> str:
        """A parameter as the reader should see it.

        Names in SEAT_NAMES are seats and become people's names; those in CARD_NAMES are card codes;
        names in WORD_NAMES are looked up as the phrase `NAME.VALUE` of the same vocabulary (`colour.R`);
        `game` is a game by its name on the wire and becomes its title;
        lists are joined by commas; all else, and what is not of the kind that its name promises, is written as it is.
        """
        if value is None:
            return self._word("word.none", "none")
        if name in SEAT_NAMES and isinstance(value, int):
            return self.seat_name(value)
        if name in SEATS_NAMES:
            return self.join([self.word("seat", seat) for seat in _listed(value)])
        if name in CARD_NAMES:
            return self.join([self._card(str(code)) for code in _listed(value)], self._between_cards)
        if name in WORD_NAMES:
            kind = "colour" if name in ("trump", "led", "suit") else name
            return self._word(f"{kind}.{value}", str(value))
        if name == "game" and isinstance(value, str):
            return self.title_of(value)
        if isinstance(value, (list, tuple)):
            return self.join([str(item) for item in value])
        return str(value)

    def title_of(self, game: str) -> str:
        """What people call a game, by its name on the wire; a game that is not known here keeps that name."""
        known: Any = GAMES.get(game)
        return vocabulary(self.language, known).template("game.title", {}) or game

    def seat_name(self, seat: int) -> str:
        """The name of who sits there, or the seat's number from 1 where nobody does."""
        if 0 <= seat < len(self.seat_names) and self.seat_names[seat]:
            return self.seat_names[seat]
        return self.say("word.seat", {"number": seat + 1})

    @staticmethod
    def join(words: Sequence[str], between: str = ", ") -> str:
        return between.join(words)
