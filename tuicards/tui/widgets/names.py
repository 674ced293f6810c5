"""Names of people and teams in few cells: cut with care, so that one can still tell who is who."""

from collections import Counter
from collections.abc import Sequence

from rich.cells import cell_len

from tuicards.safe_text import safe_text
from tuicards.tui.widgets.canvas import beginning, ending
from tuicards.tui.widgets.scene import Scene


def shortened(names: Sequence[str], room: int, sign: str) -> tuple[str, ...]:
    """Each name in at most `room` cells. Different names stay different where room is left for a number.

    A long name keeps its beginning; where that makes two alike, beginning and end; where that is not enough
    either, its beginning and its number in the list, from 1. `sign` stands where something is missing.
    """
    whole = [safe_text(name) for name in names]
    for tail in range(max(1, room - 1)):
        cut = [_cut(name, room, tail, sign) for name in whole]
        if not _alike(cut, whole):
            return tuple(cut)
    cut = [_cut(name, room, 0, sign) for name in whole]
    alike = _alike(cut, whole)
    return tuple(
        _numbered(name, room, number, sign) if text in alike else text
        for number, (name, text) in enumerate(zip(whole, cut, strict=True), 1)
    )


def _cut(name: str, room: int, tail: int, sign: str) -> str:
    """The name without its middle: `tail` cells of its end stay."""
    if cell_len(name) <= room:
        return name
    if room < 1:
        return ""
    end = ending(name, tail)
    return beginning(name, room - cell_len(sign) - cell_len(end)) + sign + end


def _numbered(name: str, room: int, number: int, sign: str) -> str:
    end = f"{sign}{number}"
    return beginning(name, room - cell_len(end)) + end if cell_len(end) <= room else str(number)[:room]


def _alike(cut: Sequence[str], whole: Sequence[str]) -> set[str]:
    """Short forms that stand for several people, one of them at least not under the whole name."""
    counts = Counter(cut)
    return {text for text, name in zip(cut, whole, strict=True) if counts[text] > 1 and text != name}


def seat_labels(scene: Scene, room: int) -> tuple[str, ...]:
    """The names of all seats, from seat 0, each in at most `room` cells. Oneself is `You`."""
    names = [scene.name(seat) for seat in range(len(scene.view.counts))]
    return shortened(names, room, scene.glyphs.cut)


def team_name(scene: Scene, team: int) -> str:
    """The names of a team's members."""
    members = [seat for seat, of in enumerate(scene.view.teams) if of == team]
    return "+".join(scene.name(seat) for seat in members)


def team_labels(scene: Scene, room: int) -> tuple[str, ...]:
    """The names of all teams, from team 0, each in at most `room` cells; without teams those of the seats."""
    names = [team_name(scene, team) for team in range(max(scene.view.teams) + 1)]
    return shortened(names, room, scene.glyphs.cut)
