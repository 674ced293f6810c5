"""How one reader is spoken to: in which language, and with cards as codes or in words."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec

from tuicards.client_state import ClientState
from tuicards.games.api import AnyGame, Move
from tuicards.locale.languages import ENGLISH, Language
from tuicards.speech import Speaker
from tuicards.text.spelling import local_code, local_verb

Manner: TypeAlias = Literal["codes", "words"]
"""Cards as they are typed (`G12`), or as they are spoken (`green 12`)."""


class Voice(msgspec.Struct, frozen=True):
    """A language and a manner of telling cards."""

    language: Language = ENGLISH
    cards: Manner = "codes"

    def speaker(self, state: ClientState) -> Speaker:
        """Says codes with the game and the names of the table one is at, from one's own seat."""
        table = state.table
        return self.speaker_at(state.game, state.seat_names, table.you if table else None)

    def speaker_at(self, game: AnyGame | None, seat_names: Sequence[str] = (), me: int | None = None) -> Speaker:
        """Says codes with a game's words and these names."""
        plain = Speaker(game, language=self.language)
        say_card = card_in_words if self.cards == "words" else local_code
        between = ", " if self.cards == "words" else " "
        return Speaker(game, seat_names, me, lambda code: say_card(code, plain), self.language, between)

    def move(self, game: AnyGame, move: Move) -> str:
        """A move as it is typed in the reader's language, or in words."""
        speaker = self.speaker_at(game)
        code = f"move.{move.__struct_config__.tag}"
        if self.cards == "words" and speaker.knows(code):
            return speaker.say(code, {name: getattr(move, name) for name in move.__struct_fields__})
        first, *rest = game.format_move(move).split(" ")
        verb = local_verb(first, speaker) if speaker.knows(f"verb.{first}") else local_code(first, speaker)
        return " ".join([verb, *(local_code(word, speaker) for word in rest)])

    def moves(self, game: AnyGame, moves: Sequence[Move]) -> str:
        """Several moves in one sentence."""
        return (", " if self.cards == "codes" else "; ").join(self.move(game, move) for move in moves)


def card_in_words(code: str, speaker: Speaker) -> str:
    """A card by its name; its code where the game has no words for it."""
    if speaker.knows(f"card.{code}"):
        return speaker.say(f"card.{code}")
    for suit, rank in ((code[:1], code[1:]), (code[-1:], code[:-1])):
        if rank and speaker.knows(f"card.{suit}"):
            named = speaker.say(f"rank.{rank}") if speaker.knows(f"rank.{rank}") else rank
            return speaker.say(f"card.{suit}", {"rank": named})
    return code
