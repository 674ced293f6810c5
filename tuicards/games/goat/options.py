"""Goat's options (section 7 of the rules)."""

from typing import Literal, get_args, get_type_hints

import msgspec

from tuicards.games.api import OptionSpec


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """Section 7 of the rules. The field's default is the option's."""

    limit: Literal[12, 6, 8, 16, 24] = 12
    discards: Literal["face_down", "face_up"] = "face_down"
    trump_card: Literal["middle", "bottom"] = "middle"
    molodka_suit: Literal["any", "trump"] = "any"
    must_beat: Literal["off", "on"] = "off"
    eggs: Literal["title", "double_next", "two_each"] = "title"
    reveal: Literal["piles", "totals"] = "piles"


OPTIONS = tuple(
    OptionSpec(name, tuple(map(str, get_args(values)))) for name, values in get_type_hints(Options).items()
)
