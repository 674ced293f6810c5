"""The colours: a dark and a light theme with the same variables, so that screens name meanings, not colours.

The six Rage colours keep six different entries in a 256-colour palette. A colour is never the only mark.
"""

from textual.theme import Theme

DARK_WORDS = {
    "suit-red": "#ff6b6b",
    "suit-black": "#e6e6e6",
    "rage-R": "#ff5f5f",
    "rage-O": "#ff9f2f",
    "rage-Y": "#ffe14d",
    "rage-G": "#5fd75f",
    "rage-B": "#5fafff",
    "rage-P": "#d787ff",
    "card-face": "#26323a",
    "card-back": "#1d2f3a",
    "legal": "#f5f5f5",
    "dim": "#84929c",
    "turn": "#ffd75f",
    "winning": "#5fffaf",
    "away": "#d7875f",
    "line": "#3f515c",
    "selected": "#274b5e",
}

LIGHT_WORDS = {
    "suit-red": "#b00020",
    "suit-black": "#1a1a1a",
    "rage-R": "#c00000",
    "rage-O": "#a65300",
    "rage-Y": "#6f6200",
    "rage-G": "#00661a",
    "rage-B": "#0050b3",
    "rage-P": "#7a1fa2",
    "card-face": "#ffffff",
    "card-back": "#d5dde2",
    "legal": "#101010",
    "dim": "#5c676e",
    "turn": "#8a5a00",
    "winning": "#006b3c",
    "away": "#9c4a1a",
    "line": "#a9b6bd",
    "selected": "#bcdcea",
}

DARK = Theme(
    name="tuicards-dark",
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
    name="tuicards-light",
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
