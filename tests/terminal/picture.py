"""A terminal's screen as a picture."""

import io

from rich.ansi import AnsiDecoder
from rich.console import Console
from rich.terminal_theme import DIMMED_MONOKAI


def picture(coloured: str, width: int, title: str) -> str:
    """An SVG of the screen, given as text with the codes of its colours."""
    console = Console(record=True, width=width, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    decoder = AnsiDecoder()
    for line in coloured.splitlines():
        shown = decoder.decode_line(line)
        shown.pad_right(max(0, width - shown.cell_len))
        console.print(shown, no_wrap=True, overflow="crop", soft_wrap=True)
    return console.export_svg(title=title, theme=DIMMED_MONOKAI)
