"""What the screen may look like here: from the terminal's powers and what the person prefers."""

import os
from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec
from textual.geometry import Size

from tuicards.settings import Depth, Presentation, Settings
from tuicards.tui.glyphs import ASCII, UNICODE, Glyphs, usual_glyphs
from tuicards.tui.themes import PREFIX

Colours: TypeAlias = Literal["none", "16", "256", "truecolor"]
"""How many colours a terminal shows."""

RICH_TERMINALS = ("kitty", "ghostty", "alacritty", "wezterm", "foot", "contour", "iterm", "-direct")
"""Parts of TERM by which terminals are known that show every colour, though COLORTERM got lost on the way."""

MONOCHROME_TERMINALS = ("vt100", "vt102", "vt220", "dumb", "ansi-m", "xterm-mono", "linux-m")

Layout: TypeAlias = Literal["low", "usual", "broad"]
"""How the table is arranged: for few lines, for 80x24, or with the log, the last trick and the sheet at once."""

LAYOUTS: tuple[Layout, ...] = ("low", "usual", "broad")


class Look(msgspec.Struct, frozen=True):
    """How everything is drawn. `layout` is the table's, where the person insists; else it goes by the window."""

    theme: str
    glyphs: Glyphs
    poor: bool
    """Signs of plain ASCII and the terminal's own colours."""
    plain: bool = False
    """Too few colours to mark anything by a background."""
    colours: Colours = "truecolor"
    """What the terminal is sent; all else becomes the nearest of these."""
    layout: Literal["", "wide", "compact"] = ""


def colours_of(environ: Mapping[str, str], depth: Depth = "auto") -> Colours:
    """How many colours the terminal shows: `NO_COLOR` wants none, then `depth` counts, then the terminal's name."""
    term = environ.get("TERM", "")
    if environ.get("NO_COLOR"):
        return "none"
    if depth != "auto":
        return depth
    if term in MONOCHROME_TERMINALS:
        return "none"
    if environ.get("COLORTERM", "").lower() in ("truecolor", "24bit") or any(part in term for part in RICH_TERMINALS):
        return "truecolor"
    return "256" if "256" in term else "16"


def look_for(settings: Settings, environ: Mapping[str, str] = os.environ) -> Look:
    """The look that fits: a poor one has the terminal's own colours and signs of plain ASCII."""
    glyphs = usual_glyphs(environ) if settings.signs == "auto" else UNICODE if settings.signs == "full" else ASCII
    colours = colours_of(environ, settings.colour_depth)
    few = colours in ("none", "16")
    poor = settings.presentation == "poor" or (settings.presentation == "auto" and glyphs is ASCII)
    plain = "terminal" if few or poor else "dark"
    theme = plain if settings.theme == "auto" else settings.theme
    chosen = settings.presentation
    layout = chosen if chosen in ("wide", "compact") else ""
    signs = ASCII if poor else glyphs
    return Look(
        theme=PREFIX + theme,
        glyphs=signs,
        poor=poor,
        plain=few or theme == "terminal",
        colours=colours,
        layout=layout,
    )


def layout_for(size: Size, wish: str) -> Layout:
    """The arrangement for a window. `wide` is content with less room, `compact` never takes more."""
    width, height = (100, 30) if wish == "wide" else (112, 34)
    if wish != "compact" and size.width >= width and size.height >= height:
        return "broad"
    return "usual" if size.height >= 24 else "low"


def next_presentation(presentation: Presentation) -> Presentation:
    """The one that a key changes to, round and round."""
    order: tuple[Presentation, ...] = ("auto", "wide", "compact", "poor")
    return order[(order.index(presentation) + 1) % len(order)]
