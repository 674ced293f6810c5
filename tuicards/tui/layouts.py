"""Key presses of other keyboard layouts, as a Latin layout would have made them."""

from textual.events import Key
from textual.keys import _character_to_key as key_of_character

from tuicards.layouts import latin


def on_latin_layout(event: Key) -> Key | None:
    """The key press as a Latin layout would have made it; None where that is no other one."""
    character = latin(event.character or "")
    return Key(key_of_character(character), character) if character else None
