"""What these tests do not draw on the way is drawn when the program rests."""

import pytest
from textual.app import App, ComposeResult
from textual.widget import Widget


class Breaks(Widget, can_focus=True):
    """Cannot be drawn once a key has been pressed."""

    pressed = False

    def render(self) -> str:
        return str(1 // (not self.pressed))

    def on_key(self) -> None:
        self.pressed = True
        self.refresh()


class Broken(App[None]):
    """Nothing but that."""

    def compose(self) -> ComposeResult:
        yield Breaks()


async def test_what_cannot_be_drawn_fails_although_nobody_looks() -> None:
    """One key, and the fault is that of the test."""
    with pytest.raises(ZeroDivisionError):
        async with Broken().run_test() as pilot:
            await pilot.press("x")
