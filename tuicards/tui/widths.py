"""How many cells texts take on a terminal."""

from functools import lru_cache

from rich.cells import get_character_cell_size

REMEMBERED = 1024
"""Texts of which something is remembered: more than any picture has."""


@lru_cache(REMEMBERED)
def one_cell_each(text: str) -> bool:
    """Whether each character of a text takes one cell."""
    return text.isascii() or all(get_character_cell_size(character) == 1 for character in text)
