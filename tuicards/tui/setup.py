"""What a new table is to be: a value that the create screen changes and shows. No screen here."""

from collections.abc import Mapping

import msgspec

from tuicards.errors import BadOptions
from tuicards.games import GAMES
from tuicards.games.api import AnyGame, choose_options
from tuicards.locale.languages import ENGLISH, Language
from tuicards.safe_text import safe_text
from tuicards.speech import Speaker
from tuicards.time_control import TimeControl, read_clock
from tuicards.wire.messages import Configure, CreateTable, TableInfo

OWN = "own"
"""Shown as the preset when the options are nobody's but one's own."""


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """A table that could be made: `values` holds every option of the game as text."""

    game: str
    seats: int
    values: dict[str, str]
    title: str = ""
    public: bool = True
    clock: str = str(TimeControl())
    """The time control as it was typed."""

    @classmethod
    def usual(cls, game: str) -> "Setup":
        """The game as it is played when nobody chooses."""
        rules = GAMES[game]
        return cls(game=game, seats=rules.usual_seats, values=choose_options(rules.options, rules.presets, {}, None))

    @classmethod
    def of_table(cls, table: TableInfo) -> "Setup":
        """The table as it is."""
        values = Setup.usual(table.game).values | table.options
        return cls(
            game=table.game, seats=len(table.seats), values=values, title=table.title, public=table.public,
            clock=table.clock,
        )  # fmt: skip

    @property
    def rules(self) -> AnyGame:
        return GAMES[self.game]

    @property
    def preset(self) -> str:
        """The preset that these values are, `` for the game's defaults, OWN for neither."""
        for name in ("", *self.rules.presets):
            if self.values == choose_options(self.rules.options, self.rules.presets, {}, name or None):
                return name
        return OWN

    def with_game(self, game: str) -> "Setup":
        """The other game with its own usual seats and options, under the same title and with the same clock."""
        return msgspec.structs.replace(Setup.usual(game), title=self.title, public=self.public, clock=self.clock)

    def with_preset(self, preset: str) -> "Setup":
        values = choose_options(self.rules.options, self.rules.presets, {}, preset or None)
        return msgspec.structs.replace(self, values=values)

    def with_value(self, option: str, value: str) -> "Setup":
        return msgspec.structs.replace(self, values=self.values | {option: value})

    def with_seats(self, seats: int) -> "Setup":
        return msgspec.structs.replace(self, seats=seats)

    def with_public(self, public: bool) -> "Setup":
        return msgspec.structs.replace(self, public=public)

    def with_clock(self, clock: str) -> "Setup":
        return msgspec.structs.replace(self, clock=clock)

    def with_title(self, title: str) -> "Setup":
        return msgspec.structs.replace(self, title=title)

    def problem(self) -> BadOptions | None:
        """Why no party could start like this, or None."""
        try:
            read_clock(self.clock)
            self.rules.check(self.seats, self.rules.parse_options(self.values))
        except BadOptions as error:
            return error
        return None

    def differing(self) -> dict[str, str]:
        """The options that are not as the game has them by default."""
        return differing(self.game, self.values)

    def create(self, number: int) -> CreateTable:
        return CreateTable(
            id=number,
            game=self.game,
            seats=self.seats,
            options=self.differing(),
            title=self.title.strip(),
            public=self.public,
            clock=self.clock,
        )

    def configure(self, number: int) -> Configure:
        return Configure(id=number, seats=self.seats, options=self.differing(), public=self.public, clock=self.clock)


def differing(game: str, values: Mapping[str, str]) -> dict[str, str]:
    """The values that are not the game's defaults; all of them where the game is not known."""
    defaults = {spec.name: spec.default for spec in GAMES[game].options} if game in GAMES else {}
    return {name: value for name, value in values.items() if defaults.get(name) != value}


def speaker_of(game: str, language: Language = ENGLISH) -> Speaker:
    """Says the codes of a game that one is not at a table of."""
    return Speaker(GAMES.get(game), language=language)


def option_label(speaker: Speaker, option: str) -> str:
    """What people call an option."""
    return _phrase(speaker, f"option.{option}") or safe_text(option).replace("_", " ").capitalize()


def value_label(speaker: Speaker, option: str, value: str) -> str:
    """What people call a value of an option."""
    return _phrase(speaker, f"option.{option}.{value}") or safe_text(value).replace("_", " ")


def preset_label(speaker: Speaker, preset: str) -> str:
    """What people call a preset."""
    return _phrase(speaker, f"preset.{preset}") or preset


def _phrase(speaker: Speaker, code: str) -> str:
    return speaker.say(code) if speaker.knows(code) else ""
