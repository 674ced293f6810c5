"""The colours of a terminal that shows fewer than were asked for."""

from functools import lru_cache

from rich.color import Color, ColorSystem

from tuicards.tui.looks import Colours
from tuicards.tui.pen import Pen

SYSTEMS = {"16": ColorSystem.STANDARD, "256": ColorSystem.EIGHT_BIT}


@lru_cache(4096)
def in_colours(pen: Pen, colours: Colours) -> Pen:
    """The pen that comes nearest where a terminal shows no more than these colours."""
    if colours == "truecolor":
        return pen
    return pen._replace(ink=nearest(pen.ink, colours), ground=nearest(pen.ground, colours))


def nearest(code: str, colours: Colours) -> str:
    """The SGR code of the nearest colour; empty, the terminal's own, where there are none."""
    system = SYSTEMS.get(colours)
    if not code or system is None:
        return ""
    kind, _, value = code.partition(";")
    if not value:
        return code
    numbers = [int(number) for number in value.split(";")[1:]]
    colour = Color.from_ansi(*numbers) if len(numbers) == 1 else Color.from_rgb(*numbers)
    return ";".join(colour.downgrade(system).get_ansi_codes(foreground=kind == "38"))
