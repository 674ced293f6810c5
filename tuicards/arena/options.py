"""Options at random: any game's, so that bots can be tried under all of them."""

from collections.abc import Mapping
from random import Random

from tuicards.errors import BadOptions
from tuicards.games.api import AnyGame, OptionSpec, Seat

MOST_CARDS, MOST_ROUNDS = 30, 4


def any_options(game: AnyGame, random: Random, fixed: Mapping[str, str]) -> tuple[int, dict[str, str]]:
    """A number of seats and the value of every option that go together; the `fixed` ones are as they are."""
    while True:
        seats = random.choice(list(game.seats))
        chosen = {spec.name: _any_value(spec, seats, random) for spec in game.options} | dict(fixed)
        try:
            game.check(seats, game.parse_options(chosen))
        except BadOptions:
            continue
        return seats, chosen


def _any_value(spec: OptionSpec, seats: Seat, random: Random) -> str:
    if spec.open and random.random() < 0.9:
        return OPEN[spec.name](seats, random)
    return random.choice(spec.values)


def _plan(seats: int, random: Random) -> str:
    """A few rounds of any size: whole plans would take most of the time."""
    sizes = [1 + int(random.random() ** 2 * MOST_CARDS) for _ in range(random.randint(1, MOST_ROUNDS))]
    return ",".join(map(str, sizes))


def _dealer(seats: int, random: Random) -> str:
    return str(random.randrange(seats))


OPEN = {"round_plan": _plan, "first_dealer": _dealer}
"""Values of the options that take others than those they list."""
