"""Keys and what they do, by one id each: it is what the settings name, and the words for it hang on it."""

from typing import Any

from textual.binding import Binding
from textual.screen import Screen


def bound(
    name: str, keys: str, action: str, *, show: bool = True, tip: bool = True, priority: bool = False,
    display: str | None = None,
) -> Binding:  # fmt: skip
    """A binding of that id, said by the codes `key.ID` and, with `tip`, `key.ID.tip`.

    Those without a tip stand neither in the help nor in the palette.
    """
    code = f"key.{name}"
    return Binding(
        keys, action, code, id=name, tooltip=f"{code}.tip" if tip else "", show=show, priority=priority,
        key_display=display,
    )  # fmt: skip


def written_key(screen: Screen[Any], name: str) -> str:
    """How the first key of an id is written that does something on a screen, as the person has it set; empty without
    one."""
    found = (active.binding for active in screen.active_bindings.values() if active.binding.id == name)
    binding = next(found, None)
    return "" if binding is None else screen.app.get_key_display(binding)
