"""The gallery: every screen in every language and presentation, and the page that shows them."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
from textual.pilot import Pilot

from tests.tui.pictures import FOLDER
from tests.tui.scenes import SCENES
from tuicards.locale.languages import ENGLISH, LANGUAGES
from tuicards.settings import Settings
from tuicards.tui.app import TuiCards

PAGE = FOLDER / "README.md"
SIZES = ((80, 24), (120, 40))


class Look(NamedTuple):
    """How a picture differs from what somebody sees who has changed no setting. `name` is its folder."""

    name: str
    title: str
    settings: dict[str, str]


LOOKS = (
    *(Look(code, language.name, {"language": code}) for code, language in LANGUAGES.items()),
    Look("poor", "Poor: plain ASCII in the terminal's own colours", {"presentation": "poor"}),
)
"""What every screen is shown in."""

THEMES = tuple(Look(name, f"Theme: {name}", {"theme": name}) for name in ("light", "safe", "terminal"))
THEMED = ("home", "rage-trick", "goat-lead")
"""The other themes, and the screens that are shown in them."""


class Shot(NamedTuple):
    """One picture of the gallery."""

    scene: str
    look: Look
    size: tuple[int, int]

    @property
    def name(self) -> str:
        """Its file below `screenshots`, without the ending."""
        return f"gallery/{self.look.name}/{self.scene}-{self.size[0]}x{self.size[1]}"


def sample(scene: str) -> tuple[Shot]:
    """The one that every run of the tests looks at, by turns of language, presentation and size."""
    every = list(shots(scene))
    return (every[list(SCENES).index(scene) % len(every)],)


def shots(scene: str) -> Iterator[Shot]:
    """The pictures of a screen."""
    for look in LOOKS:
        yield from (Shot(scene, look, size) for size in SIZES)
    if scene in THEMED:
        yield from (Shot(scene, look, SIZES[0]) for look in THEMES)


async def pose(pilot: Pilot[Any], shot: Shot) -> None:
    """Makes the app look as the shot wants it, and waits until it does."""
    app = pilot.app
    assert isinstance(app, TuiCards)
    usual = {"language": ENGLISH.code, "presentation": "auto", "theme": "auto"}
    app.settings = msgspec.convert(msgspec.structs.asdict(app.settings) | usual | shot.look.settings, Settings)
    await pilot.resize_terminal(*shot.size)
    before = ""
    while (now := app.export_screenshot()) != before:
        before = now
        await pilot.pause()


def page() -> str:
    """The gallery's page."""
    lines = [
        "# Every screen",
        "",
        "These pictures are made by the tests from real play, and the tests compare with them.",
        "At the left what fits into 80x24, at the right 120x40.",
        "",
        "How the same games read in lines of text: "
        + ", ".join(f"[{LANGUAGES[code].name}](gallery/{code}/text.txt)" for code in LANGUAGES)
        + ".",
    ]
    for look in LOOKS:
        lines += ["", f"## {look.title}", "", "| 80x24 | 120x40 |", "|---|---|"]
        lines += [_row(scene, look) for scene in SCENES]
    for look in THEMES:
        lines += ["", f"## {look.title}", ""]
        lines += [f"![{scene}]({Shot(scene, look, SIZES[0]).name}.svg)" for scene in THEMED]
    return "\n".join(lines) + "\n"


def _row(scene: str, look: Look) -> str:
    return f"| {' | '.join(f'![{scene}]({Shot(scene, look, size).name}.svg)' for size in SIZES)} |"
