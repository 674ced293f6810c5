"""What is said about the people at the table, the same for every game."""

from collections.abc import Sequence

from rich.cells import cell_len

from tuicards.games.api import Outcome, Seat
from tuicards.tui.widgets.canvas import Canvas, Role, parted, wrapped
from tuicards.tui.widgets.columns import Column, draw_columns
from tuicards.tui.widgets.names import seat_labels
from tuicards.tui.widgets.scene import Scene

LONGEST_NAME = 24
"""Cells that a name takes at most, however much room there is."""


def name_role(scene: Scene, seat: Seat) -> Role:
    """Oneself and whoever is to act stand out."""
    if seat in scene.view.to_act:
        return "strong"
    return "mine" if seat == scene.me else ""


def turn_sign(canvas: Canvas, scene: Scene, seat: Seat) -> str:
    """The arrow before whom the table waits for."""
    return canvas.glyphs.turn if seat in scene.view.to_act else " "


def presence(scene: Scene, seat: Seat) -> str:
    """`bot` or `away`, or nothing to say."""
    table = scene.state.table
    if table is None or seat >= len(table.seats):
        return ""
    info = table.seats[seat]
    if info.bot:
        return scene.say("play.bot")
    return "" if info.here else scene.say("play.away")


def ready_again(scene: Scene, seat: Seat) -> bool:
    """Whether the person has asked for another party."""
    table = scene.state.table
    return table is not None and seat < len(table.seats) and table.seats[seat].again


def over_prompt(scene: Scene) -> str:
    """That the party is over, and how to have another."""
    if scene.me is None:
        return scene.say("play.over")
    return scene.say("play.asked_again" if ready_again(scene, scene.me) else "play.again_asked")


def waiting(scene: Scene, code: str) -> str:
    """The sentence that names whom the table waits for."""
    names = [scene.speaker.seat_name(seat) for seat in scene.view.to_act]
    return scene.say(code, names=", ".join(names))


def mate_sign(scene: Scene, seat: Seat) -> str:
    """What tells teams apart: `&` before a partner of one's own; the team's letter where that says too little."""
    teams, own = scene.view.teams, None if scene.me is None else scene.view.teams[scene.me]
    if len(set(teams)) == len(teams):
        return ""
    if own is not None and (teams[seat] == own or len(set(teams)) == 2):
        return "&" if teams[seat] == own and seat != scene.me else ""
    return f"{chr(ord('A') + teams[seat])} "


def draw_people(
    canvas: Canvas, scene: Scene, place: tuple[int, int], width: int, columns: Sequence[Column], filled: bool = False
) -> int:
    """A table with a line a seat, from seat 0, the turn marked at its left; returns the line after it."""
    x, y = place
    for seat in range(len(scene.view.counts)):
        canvas.put(x, y + 1 + seat, turn_sign(canvas, scene, seat), "turn")
    return draw_columns(canvas, (x + 1, y), width - 1, columns, filled)


def draw_notes(canvas: Canvas, notes: Sequence[str], lines: int, role: Role, spare: int = 0) -> None:
    """Sentences in the lowest lines, the first one in its role: one a line where there are lines enough, else one
    after the other; what needs more takes `spare` lines above. The last line says when something is missing."""
    width = canvas.width - 2
    each = [[(line, number)] for number, note in enumerate(notes) for line in wrapped(note, width)]
    lines = max(lines, min(len(each), lines + spare))
    shown = each if len(each) <= lines else _packed(notes, width)
    for row, line in enumerate(shown[:lines], canvas.height - lines):
        x = max(1, (canvas.width - sum(cell_len(text) for text, _ in line)) // 2)
        for text, number in line:
            x = canvas.put(x, row, text, role if number == 0 else "alert", width)
    if len(shown) > lines:
        canvas.put(canvas.width - 1, canvas.height - 1, canvas.glyphs.cut, "quiet")


def _packed(notes: Sequence[str], width: int) -> list[list[tuple[str, int]]]:
    """Sentences one after the other in lines, each piece with the number of its sentence."""
    words = [(blank, word, number) for number, note in enumerate(notes) for blank, word in parted(note)]
    lines: list[list[tuple[str, int]]] = []
    used = width
    for blank, word, number in words:
        same = bool(lines) and lines[-1][-1][1] == number
        between = blank if same else "  "
        if used + len(between) + cell_len(word) > width:
            lines.append([(word, number)])
            used = cell_len(word)
            continue
        before = lines[-1].pop()[0] if same else ""
        lines[-1].append((f"{before}{between}{word}", number))
        used += len(between) + cell_len(word)
    return lines


def draw_ranking(canvas: Canvas, scene: Scene, outcome: Outcome, words: Sequence[str]) -> int:
    """The end of a party: the result in a sentence, and the seats by rank with a word each.

    Returns the line after them.
    """
    canvas.put(1, 0, scene.say("play.result"), "title")
    y = 1
    room = max(1, canvas.height - 1 - len(words))
    for line in wrapped(scene.speaker.fact(outcome.result), canvas.width - 2)[:room]:
        canvas.put(1, y, line, "turn")
        y += 1
    y += canvas.height > y + len(words) + 1
    order = sorted(range(len(words)), key=lambda seat: (outcome.ranks[seat], seat))
    roles = ["good strong" if outcome.ranks[seat] == 1 else "" for seat in order]
    ready = [scene.say("play.ready") if ready_again(scene, seat) else "" for seat in order]
    columns = [
        Column("", [(f"{_place(scene, outcome, seat)}.", role) for seat, role in zip(order, roles, strict=True)]),
        Column("", [(words[seat], role) for seat, role in zip(order, roles, strict=True)]),
        Column("", [(word, "quiet") for word in ready], left=True),
    ]
    left = max(1, min(LONGEST_NAME, canvas.width - 2 - sum(column.size + 1 for column in columns) - 2))
    names = seat_labels(scene, left)
    columns.insert(1, Column("", [(names[seat], role) for seat, role in zip(order, roles, strict=True)], left=True))
    return draw_columns(canvas, (1, y - 1), canvas.width - 2, columns)


def _place(scene: Scene, outcome: Outcome, seat: Seat) -> int:
    """The place of a seat's team among the teams."""
    better = {team for team, rank in zip(scene.view.teams, outcome.ranks, strict=True) if rank < outcome.ranks[seat]}
    return 1 + len(better)
