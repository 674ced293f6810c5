"""Whatever shows what language and settings decide follows them at once, on every screen that is open."""

from collections.abc import Iterable
from typing import Any

from textual.screen import Screen
from textual.widget import Widget


class Tasteful:
    """A screen or a widget that shows such things."""

    def taste_changed(self) -> None:
        """Says and draws them anew. Called after every change, from the moment it is mounted."""


def tell_all(screens: Iterable[Screen[Any]]) -> None:
    """Language or settings have changed."""
    for screen in screens:
        for node in screen.walk_children(Widget, with_self=True):
            if isinstance(node, Tasteful) and node.is_mounted:
                node.taste_changed()
