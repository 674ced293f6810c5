"""The colours of a terminal that shows fewer than were asked for."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product

from rich.color import Color, ColorSystem
from rich.color_triplet import ColorTriplet

from tuicards.tui.looks import Colours
from tuicards.tui.pen import Pen

STEPS = (0, 95, 135, 175, 215, 255)
PALETTE = dict(enumerate([*product(STEPS, repeat=3), *((grey,) * 3 for grey in range(8, 248, 10))], 16))
"""Those of the 256 colours that are the same in every terminal, by their number."""


@lru_cache(4096)
def in_colours(pen: Pen, colours: Colours) -> Pen:
    """The pen that comes nearest where a terminal shows no more than these colours."""
    if colours == "truecolor":
        return pen
    return pen._replace(ink=nearest(pen.ink, colours), ground=nearest(pen.ground, colours))


def nearest(code: str, colours: Colours) -> str:
    """The SGR code of the nearest colour; empty, the terminal's own, where there are none."""
    if not code or colours == "none":
        return ""
    kind, _, value = code.partition(";")
    if not value:
        return code
    numbers = [int(number) for number in value.split(";")[1:]]
    colour = Color.from_ansi(*numbers) if len(numbers) == 1 else Color.from_rgb(*numbers)
    fewer = of_256(colour) if colours == "256" else colour.downgrade(ColorSystem.STANDARD)
    return ";".join(fewer.get_ansi_codes(foreground=kind == "38"))


def of_256(colour: Color) -> Color:
    """The one that looks most alike. What is dark stays dark, with less of a hue; Rich would rather make it blue."""
    wanted = colour.triplet
    if wanted is None:
        return colour
    return Color.from_ansi(min(PALETTE, key=lambda number: _distance(wanted, PALETTE[number])))


def _distance(one: ColorTriplet, other: Sequence[int]) -> float:
    """How unlike two colours look: an eye sees a difference in green best."""
    red, green, blue = (a - b for a, b in zip(one, other, strict=True))
    mean = (one.red + other[0]) / 512
    return (2 + mean) * red**2 + 4 * green**2 + (3 - mean) * blue**2
