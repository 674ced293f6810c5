"""Rage's options: their values, presets, what does not go together (section 5 and 6 of the rules)."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from tuicards.errors import BadOptions
from tuicards.games.api import OptionSpec, Seat
from tuicards.games.rage.cards import SHOWN

FEWEST_SEATS, USUAL_MOST_SEATS, MOST_SEATS = 2, 6, 8


TEAM_SEATS: Mapping[str, tuple[int, ...]] = {"pairs": (4, 6), "threes": (6,)}


MOST_DEALT = 95
"""So at least one number card is left for the pile (section 6)."""


MOST_HELD = MOST_DEALT // FEWEST_SEATS


MOST_ROUNDS = 100
"""Keeps the score sheet of a party within one message."""


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """Section 5 of the rules. The field's default is the option's."""

    edition: Literal["fundex110", "amigo112"] = "fundex110"
    extended_players: Literal["off", "on"] = "off"
    teams: Literal["none", "pairs", "threes"] = "none"
    round_plan: tuple[int, ...] = (10, 9, 8, 7, 6, 5, 4, 3, 2, 1)
    """Hand size of each round. Text: `down up down_up up_down` or a list such as `1,2,3`."""
    bid_mode: Literal["in_turn", "simultaneous", "secret"] = "in_turn"
    hook: Literal["off", "last_bidder"] = "off"
    rage_play: Literal["void_only", "anytime"] = "void_only"
    out_scope: Literal["round", "trick_restore", "trick_redraw"] = "round"
    change_source: Literal["pile", "player"] = "pile"
    two_wilds: Literal["first", "last"] = "first"
    scoring: Literal["fundex", "flat"] = "fundex"
    sweep: Literal["off", "double"] = "off"
    first_dealer: Seat | None = None
    """None: random."""


PLANS: Mapping[str, tuple[int, ...]] = {
    "down": tuple(range(10, 0, -1)),
    "up": tuple(range(1, 11)),
    "down_up": (*range(10, 0, -1), *range(2, 11)),
    "up_down": (*range(1, 11), *range(9, 0, -1)),
}
"""The named round plans (R14)."""


OPTION_SPECS = (
    OptionSpec("edition", ("fundex110", "amigo112")),
    OptionSpec("extended_players", ("off", "on")),
    OptionSpec("teams", ("none", "pairs", "threes")),
    OptionSpec("round_plan", tuple(PLANS), open=True),
    OptionSpec("bid_mode", ("in_turn", "simultaneous", "secret")),
    OptionSpec("hook", ("off", "last_bidder")),
    OptionSpec("rage_play", ("void_only", "anytime")),
    OptionSpec("out_scope", ("round", "trick_restore", "trick_redraw")),
    OptionSpec("change_source", ("pile", "player")),
    OptionSpec("two_wilds", ("first", "last")),
    OptionSpec("scoring", ("fundex", "flat")),
    OptionSpec("sweep", ("off", "double")),
    OptionSpec("first_dealer", ("random",), open=True),
)


_AMIGO = {"edition": "amigo112", "extended_players": "on", "two_wilds": "last", "scoring": "flat"}


PRESETS: Mapping[str, Mapping[str, str]] = {
    "fundex": {},
    "amigo": {**_AMIGO, "out_scope": "trick_restore"},
    "bga": {**_AMIGO, "out_scope": "trick_redraw"},
}
"""Section 5.2. `fundex` is the default game."""


AMIGO_FEWEST = 3
"""The fewest players of the presets `amigo` and `bga`."""


def number(text: str, most: int) -> int | None:
    """A whole number from 0 to `most` in plain digits without leading zeros, else None."""
    if not (text.isascii() and text.isdecimal()) or len(text) > len(str(most)) or text != str(int(text)):
        return None
    return int(text) if int(text) <= most else None


def format_options(options: Options) -> dict[str, str]:
    """Every option as text."""
    texts = {spec.name: str(getattr(options, spec.name)) for spec in OPTION_SPECS}
    texts["round_plan"] = _format_plan(options.round_plan)
    texts["first_dealer"] = "random" if options.first_dealer is None else str(options.first_dealer)
    return texts


def _bad_value(option: str, value: str, *known: str) -> BadOptions:
    return BadOptions("bad_option_value", option=option, value=value[:SHOWN], known=known)


def parse_plan(text: str) -> tuple[int, ...]:
    if text in PLANS:
        return PLANS[text]
    sizes = tuple(number(part.strip(), MOST_HELD) or 0 for part in text.split(","))
    if 0 in sizes or len(sizes) > MOST_ROUNDS:
        raise _bad_value("round_plan", text, *PLANS, "1,2,3")
    return sizes


def _format_plan(plan: tuple[int, ...]) -> str:
    return next((name for name, sizes in PLANS.items() if sizes == plan), ",".join(map(str, plan)))


def parse_dealer(text: str) -> Seat | None:
    if text == "random":
        return None
    seat = number(text, MOST_SEATS - 1)
    if seat is None:
        raise _bad_value("first_dealer", text, "random", *map(str, range(MOST_SEATS)))
    return seat


def _check_seats(seats: int, options: Options) -> None:
    """R10, section 5.2: 2 to 6, to 8 with `extended_players`, at least 3 in AMIGO's game."""
    texts = format_options(options)
    amigo = any(PRESETS[name].items() <= texts.items() for name in ("amigo", "bga"))
    fewest = AMIGO_FEWEST if amigo else FEWEST_SEATS
    most = MOST_SEATS if options.extended_players == "on" else USUAL_MOST_SEATS
    if seats < fewest:
        raise BadOptions("too_few_seats", number=seats, fewest=fewest)
    if seats > most:
        raise BadOptions("too_many_seats", number=seats, most=most)


def check(seats: int, options: Options) -> None:
    """The forbidden combinations of section 5.1 and the limits of section 6."""
    _check_seats(seats, options)
    if seats not in TEAM_SEATS.get(options.teams, (seats,)):
        raise BadOptions("teams_need_seats", teams=options.teams, number=seats, known=TEAM_SEATS[options.teams])
    if options.hook == "last_bidder" and options.bid_mode != "in_turn":
        raise BadOptions("hook_needs_in_turn", bid_mode=options.bid_mode)
    plan = options.round_plan
    if not 1 <= len(plan) <= MOST_ROUNDS or min(plan) < 1:
        raise _bad_value("round_plan", _format_plan(plan), *PLANS, "1,2,3")
    if seats * max(plan) > MOST_DEALT:
        raise BadOptions("too_many_cards", number=seats, hand_size=max(plan), most=MOST_DEALT // seats)
    if options.first_dealer is not None and not 0 <= options.first_dealer < seats:
        raise BadOptions("no_such_dealer", number=options.first_dealer, highest=seats - 1)


def teams_of(seats: int, teams: str) -> tuple[int, ...]:
    """Team of each seat, team mates spread out (R90, R91)."""
    number = {"none": seats, "pairs": seats // 2, "threes": 2}[teams]
    return tuple(seat % number for seat in range(seats))
