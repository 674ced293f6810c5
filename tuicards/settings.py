"""What a person prefers, as one value: from the settings file, the environment and the command line."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, TypeAlias

import msgspec

Theme: TypeAlias = Literal["auto", "dark", "light", "safe", "terminal"]
Presentation: TypeAlias = Literal["auto", "wide", "compact", "poor"]
Depth: TypeAlias = Literal["auto", "truecolor", "256", "16", "none"]
Signs: TypeAlias = Literal["auto", "full", "plain"]
Notice: TypeAlias = Literal["off", "osc9", "osc777"]


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Every setting with its default. A field's name is its key in the file, without the section."""

    # [person]
    name: str = ""
    """Offered as one's name; empty: the login name."""
    language: str = ""
    """Code of the language; empty: as the locale says."""

    # [screen]
    theme: Theme = "auto"
    """`auto`: dark, or the terminal's own colours where it has but few."""
    presentation: Presentation = "auto"
    """`auto`: by the size and the powers of the terminal."""
    colour_depth: Depth = "auto"
    """How many colours the terminal shows; `auto`: as the environment tells."""
    signs: Signs = "auto"
    """Whether the terminal shows suits and lines or plain ASCII; `auto`: as its name and the locale tell."""
    mouse: bool = True
    """Whether the full screen takes the mouse; without it the terminal's own selecting of text works."""
    motion: bool = True
    """Whether cards may move and light up for a moment. Nothing waits for it."""
    pause: float = 1.2
    """Seconds for which a finished trick stays although the next one has begun, 0 to 10. Any key ends them."""

    # [hand]
    colours: str = "ROYGBP"
    """Order of Rage's colours in the hand: each of the six letters once."""
    suits: str = "shcd"
    """Order of Goat's suits in the hand: each of the four letters once."""
    ranks: Literal["up", "down"] = "up"
    """Whether low cards come first."""
    trump: Literal["first", "last", "in_place"] = "in_place"
    """Where the trump cards of the hand stand."""
    play_only_card: bool = False
    """Whether an only legal move is made by itself."""
    ask_before_slips: bool = False
    """Whether a move that a bot calls a costly slip asks once."""
    hints: bool = True
    """Whether `h` may show what a bot would do."""
    guide: bool = True
    """Whether a first game is accompanied by short hints."""

    # [notices]
    bell: bool = False
    """Whether the terminal's bell tells that it is one's turn."""
    notice: Notice = "off"
    """Whether the desktop tells it too, and by which of the two codes that terminals know."""

    # [text]
    cards: Literal["codes", "words"] = "codes"
    """Whether the text client tells cards as they are typed, or in words, for a screen reader."""

    # [confirm]
    leave: bool = True
    """Whether leaving a running party asks first."""
    bid: bool = False
    """Whether a bid asks once before it is made."""

    # [keys]
    keys: dict[str, str] = {}
    """Keys by the id of what they do, several separated by commas."""


DEFAULTS = Settings()
"""What holds where nobody chose."""

SECTIONS: Mapping[str, tuple[str, ...]] = MappingProxyType({
    "person": ("name", "language"),
    "screen": ("theme", "presentation", "colour_depth", "signs", "mouse", "motion", "pause"),
    "hand": ("colours", "suits", "ranks", "trump", "play_only_card", "ask_before_slips", "hints", "guide"),
    "notices": ("bell", "notice"),
    "text": ("cards",),
    "confirm": ("leave", "bid"),
})  # fmt: skip
"""The keys of each section of the settings file. The section `keys` has binding ids instead."""

NAMES = tuple(name for names in SECTIONS.values() for name in names)
"""Every setting but `keys`, in the order of the file."""
