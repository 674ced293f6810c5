"""What only holds other widgets, which cover it wholly: for it nothing is drawn, whatever happens above it."""

from typing import ClassVar

from textual.containers import Horizontal, Vertical


class Across(Horizontal):
    """Widgets side by side."""

    BLANK: ClassVar[bool] = True


class Down(Vertical):
    """Widgets one below the other."""

    BLANK: ClassVar[bool] = True
