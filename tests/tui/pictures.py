"""Pictures of screens: compared byte for byte with those in `screenshots`, which the documentation shows.

`pytest tests/tui --update-pictures` writes them anew; look at them before you commit them.
"""

from pathlib import Path
from typing import Any

from textual.app import App

FOLDER = Path(__file__).parents[2] / "screenshots"
UPDATE = False


def check_picture(app: App[Any], name: str) -> None:
    """Fails unless the app looks as in `screenshots/NAME.svg`; keeps what it looks like as `NAME.new.svg`."""
    picture = app.export_screenshot(title="tuicards")
    path, new = FOLDER / f"{name}.svg", FOLDER / f"{name}.new.svg"
    path.parent.mkdir(parents=True, exist_ok=True)
    if UPDATE:
        path.write_text(picture, "utf-8")
    if path.exists() and path.read_text("utf-8") == picture:
        new.unlink(missing_ok=True)
        return
    new.write_text(picture, "utf-8")
    raise AssertionError(f"the screen is not as in {path.name}; compare it with {new.name}:\n{screen_text(app)}")


def screen_text(app: App[Any]) -> str:
    """Everything on the screen as text, without blanks at the ends of lines."""
    return "\n".join(strip.text.rstrip() for strip in app.screen._compositor.render_strips())
