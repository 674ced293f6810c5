"""The colours: themes with the same variables, so that screens name meanings, not colours.

The six Rage colours stay apart for people with each of the three kinds of colour blindness, and keep six different
entries in a 256-colour palette. A colour is never the only mark.
"""

from textual.theme import Theme

PREFIX = "tuicards-"
"""Begins the name of each theme, so that none of the library's is meant."""

DARK_WORDS = {
    "suit-red": "#ff6b6b",
    "suit-black": "#e6e6e6",
    "rage-R": "#f65569",
    "rage-O": "#ffa319",
    "rage-Y": "#fff53c",
    "rage-G": "#96ffcb",
    "rage-B": "#83bfee",
    "rage-P": "#b868ff",
    "card-face": "#26323a",
    "card-back": "#1d2f3a",
    "legal": "#f5f5f5",
    "dim": "#84929c",
    "turn": "#ffd75f",
    "winning": "#5fffaf",
    "away": "#d7875f",
    "line": "#3f515c",
    "selected": "#274b5e",
    "banner-ink": "#10181d",
}

LIGHT_WORDS = {
    "suit-red": "#b00020",
    "suit-black": "#1a1a1a",
    "rage-R": "#c92843",
    "rage-O": "#742e09",
    "rage-Y": "#6c6000",
    "rage-G": "#247754",
    "rage-B": "#042381",
    "rage-P": "#9728b5",
    "card-face": "#ffffff",
    "card-back": "#d5dde2",
    "legal": "#101010",
    "dim": "#5c676e",
    "turn": "#8a5a00",
    "winning": "#006b3c",
    "away": "#9c4a1a",
    "line": "#a9b6bd",
    "selected": "#bcdcea",
    "banner-ink": "#f2f5f6",
}

SAFE_WORDS = {
    "suit-red": "#ff8095",
    "suit-black": "#ffffff",
    "rage-R": "#d94f60",
    "rage-O": "#e79745",
    "rage-Y": "#ffe200",
    "rage-G": "#9cffde",
    "rage-B": "#75add7",
    "rage-P": "#aa50ff",
    "card-face": "#000000",
    "card-back": "#303030",
    "legal": "#ffffff",
    "dim": "#b0b0b0",
    "turn": "#ffe200",
    "winning": "#9cffde",
    "away": "#e79745",
    "line": "#808080",
    "selected": "#004a8f",
    "banner-ink": "#000000",
}

TERMINAL_WORDS = {
    "suit-red": "ansi_bright_red",
    "suit-black": "ansi_default",
    "rage-R": "ansi_bright_red",
    "rage-O": "ansi_yellow",
    "rage-Y": "ansi_bright_yellow",
    "rage-G": "ansi_bright_green",
    "rage-B": "ansi_bright_cyan",
    "rage-P": "ansi_bright_magenta",
    "card-face": "ansi_default",
    "card-back": "ansi_default",
    "legal": "ansi_default",
    "dim": "ansi_default",
    "turn": "ansi_bright_yellow",
    "winning": "ansi_bright_green",
    "away": "ansi_yellow",
    "line": "ansi_default",
    "selected": "ansi_default",
    "banner-ink": "ansi_black",
}
"""The sixteen colours that every terminal has, as its owner has chosen them; the background stays the terminal's."""

DARK = Theme(
    name=PREFIX + "dark",
    dark=True,
    primary="#5fafd7",
    secondary="#87afaf",
    accent="#ffd75f",
    foreground="#e4e8ea",
    background="#10181d",
    surface="#172127",
    panel="#1f2c33",
    success="#5fd787",
    warning="#ffaf5f",
    error="#ff6b6b",
    variables={
        **DARK_WORDS,
        "border": "#3f515c",
        "border-blurred": "#3f515c",
        "footer-key-foreground": "#ffd75f",
        "footer-description-foreground": "#b4c0c7",
        "footer-background": "#172127",
        "block-cursor-background": "#5fafd7",
        "block-cursor-foreground": "#0b1115",
        "input-selection-background": "#5fafd7 40%",
    },
)

LIGHT = Theme(
    name=PREFIX + "light",
    dark=False,
    primary="#005f87",
    secondary="#3f6f78",
    accent="#8a5a00",
    foreground="#1b2226",
    background="#f2f5f6",
    surface="#e6ebee",
    panel="#d9e1e5",
    success="#006b3c",
    warning="#8a4b00",
    error="#b00020",
    variables={
        **LIGHT_WORDS,
        "border": "#a9b6bd",
        "border-blurred": "#a9b6bd",
        "footer-key-foreground": "#8a5a00",
        "footer-description-foreground": "#3b474e",
        "footer-background": "#e6ebee",
        "block-cursor-background": "#005f87",
        "block-cursor-foreground": "#ffffff",
        "input-selection-background": "#005f87 30%",
    },
)

SAFE = Theme(
    name=PREFIX + "safe",
    dark=True,
    primary="#75add7",
    secondary="#b0b0b0",
    accent="#ffe200",
    foreground="#ffffff",
    background="#000000",
    surface="#000000",
    panel="#262626",
    success="#9cffde",
    warning="#e79745",
    error="#ff8095",
    variables={
        **SAFE_WORDS,
        "border": "#808080",
        "border-blurred": "#808080",
        "footer-key-foreground": "#ffe200",
        "footer-description-foreground": "#ffffff",
        "footer-background": "#000000",
        "block-cursor-background": "#ffffff",
        "block-cursor-foreground": "#000000",
        "input-selection-background": "#75add7 50%",
    },
)

TERMINAL = Theme(
    name=PREFIX + "terminal",
    ansi=True,
    dark=True,
    primary="ansi_bright_cyan",
    secondary="ansi_cyan",
    accent="ansi_bright_yellow",
    foreground="ansi_default",
    background="ansi_default",
    surface="ansi_default",
    panel="ansi_default",
    boost="ansi_default",
    success="ansi_green",
    warning="ansi_yellow",
    error="ansi_bright_red",
    variables={
        **TERMINAL_WORDS,
        "ansi-background": "ansi_default",
        "ansi-foreground": "ansi_default",
        "border": "ansi_default",
        "border-blurred": "ansi_default",
        "footer-key-foreground": "ansi_bright_yellow",
        "footer-description-foreground": "ansi_default",
        "footer-background": "ansi_default",
        "block-cursor-background": "ansi_white",
        "block-cursor-foreground": "ansi_black",
        "input-selection-background": "ansi_cyan",
        "input-selection-foreground": "ansi_black",
        "scrollbar": "ansi_white",
        "scrollbar-hover": "ansi_white",
        "scrollbar-active": "ansi_white",
    },
)

THEMES = (DARK, LIGHT, SAFE, TERMINAL)
"""In the order in which a key goes through them."""
