"""The settings of somebody who comes by an SSH door: remembered by their key as texts, and kept in no file."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from tuicards.errors import SetupError
from tuicards.preferences.values import checked_text
from tuicards.settings import DEFAULTS, NAMES, Settings

GUEST = msgspec.structs.replace(DEFAULTS, mouse=False, motion=False)
"""What holds where a guest chose nothing: the line is slow, and text is selected as in any other session."""

OURS = ("name",)
"""Settings that mean nothing here: the key says who it is."""


def from_texts(texts: Mapping[str, str]) -> Settings:
    """The settings that were remembered. What cannot be, or is not known any more, is left out."""
    values: dict[str, Any] = {}
    for name in NAMES:
        if name in texts and name not in OURS:
            try:
                values[name] = checked_text(name, texts[name], "")
            except SetupError:
                continue
    return msgspec.structs.replace(GUEST, **values)


def to_texts(settings: Settings) -> dict[str, str]:
    """What is to be remembered: all that is not as it would be by itself."""
    values = {name: getattr(settings, name) for name in NAMES if name not in OURS}
    return {name: _text(value) for name, value in values.items() if value != getattr(GUEST, name)}


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


class GuestKeeper:
    """Tells a change to whoever keeps it. `tell` None: nobody does, it holds until the guest leaves."""

    place = ""

    def __init__(self, tell: Callable[[dict[str, str]], None] | None, environ: Mapping[str, str]) -> None:
        self._tell = tell
        self._no_color = bool(environ.get("NO_COLOR"))

    @property
    def where(self) -> str:
        """Code of the sentence that says where changes are kept."""
        return "settings.kept_by_key" if self._tell is not None else "settings.kept_nowhere"

    def stronger(self, name: str) -> str:
        """What decides a setting at every start."""
        if name == "colour_depth" and self._no_color:
            return "NO_COLOR"
        return "SSH" if name in OURS else ""

    def checked(self, name: str, text: str) -> Any:
        """The value that a typed text means. Raises SetupError."""
        return checked_text(name, text, "")

    def keep(self, settings: Settings) -> None:
        """Never raises: where the door is gone, so is the guest."""
        if self._tell is not None:
            self._tell(to_texts(settings))
