"""Rage drawn: trump and its changes, and bids against tricks."""

from collections.abc import Sequence

from tuicards.games.api import Seat
from tuicards.games.rage import team_ranks
from tuicards.tui.widgets.canvas import Canvas, wrapped
from tuicards.tui.widgets.cards import draw_caption, draw_card, draw_slot, letter, seen_face, spoken
from tuicards.tui.widgets.chart import Area
from tuicards.tui.widgets.columns import Column, Text, numerals, total_width
from tuicards.tui.widgets.names import seat_labels
from tuicards.tui.widgets.rage_sheet import draw_totals_chart
from tuicards.tui.widgets.rage_standing import standing_lines
from tuicards.tui.widgets.rage_trump import Change, rage_view, trump_changes
from tuicards.tui.widgets.rage_words import Need, bid_lines, need
from tuicards.tui.widgets.scene import Scene
from tuicards.tui.widgets.seats import draw_people, mate_sign, name_role
from tuicards.tui.widgets.time import time_columns

SMALL = (6, 3)
LARGE = (9, 5)

LEAST_CHART = 7
"""Lines from which on a chart has room below the ledger."""

LEAST_NAME = 6
"""Cells of a name that are worth more than the rank beside it."""

# ---- trump ---------------------------------------------------------------------------------------------


def draw_trump(canvas: Canvas, scene: Scene) -> None:
    """The card that fixes trump, its colour in words, and its history, the newest change first."""
    view = rage_view(scene)
    size = LARGE if canvas.width >= 20 else SMALL
    canvas.put(1, 0, scene.say("play.trump"), "title", canvas.width - 1)
    if view.trump is None:
        draw_slot(canvas, 1, 1, size, "quiet", scene.glyphs.minus)
        y = draw_caption(canvas, size, scene.say("play.no_trump"), "strong")
    else:
        if view.trump_card is None:
            draw_slot(canvas, 1, 1, size, view.trump, letter(scene.speaker, view.trump))
        else:
            draw_card(canvas, 1, 1, size, seen_face(scene, view.trump_card))
        y = draw_caption(canvas, size, scene.say(f"colour.{view.trump}"), f"{view.trump} strong")
    pile = _pile_lines(canvas, scene)
    _draw_history(canvas, scene, y, canvas.height - 1)
    for row, line in enumerate(pile, canvas.height - len(pile)):
        canvas.put(0, row, " " * canvas.width)
        canvas.put(1, row, line, "quiet", canvas.width - 1)


def _draw_history(canvas: Canvas, scene: Scene, y: int, end: int) -> None:
    """A line a change: from what to what, by which card of whom. What does not fit is said to be missing."""
    changes = trump_changes(rage_view(scene))[::-1]
    names = seat_labels(scene, max(3, canvas.width - 10))
    for index, change in enumerate(changes):
        if y >= end - 1 and index < len(changes) - 1:
            canvas.put(1, y, canvas.glyphs.cut, "quiet")
            return
        _draw_change(canvas, scene, change, y, names, index == 0)
        y += 1


def _draw_change(canvas: Canvas, scene: Scene, change: Change, y: int, names: Sequence[str], newest: bool) -> None:
    step, quiet = change.step, "" if newest else "quiet"
    x = 3 if change.trick is None else canvas.put(1, y, *_colour_sign(scene, change.before))
    if change.trick is not None:
        x = canvas.put(x, y, scene.glyphs.arrow, quiet)
    x = canvas.put(x, y, *_colour_sign(scene, step.colour))
    if step.seat is not None:
        text = f"{spoken('OU' if step.cause == 'out' else 'CH', scene.speaker, scene.glyphs)} {names[step.seat]}"
    else:
        text = scene.say(f"play.step.{step.cause}")
    canvas.put(x + 1, y, text, quiet)


def _colour_sign(scene: Scene, colour: str | None) -> Text:
    return (scene.glyphs.minus, "quiet") if colour is None else (letter(scene.speaker, colour), f"{colour} strong")


def _pile_lines(canvas: Canvas, scene: Scene) -> list[str]:
    """How many cards are left to turn up, and which were turned up and are out of play."""
    view = rage_view(scene)
    pile = scene.say("play.pile", count=view.pile)
    if not view.turned:
        return [pile]
    codes = " ".join(spoken(card, scene.speaker, scene.glyphs) for card in view.turned)
    return [*wrapped(scene.say("play.turned", codes=codes), canvas.width - 2)[:2], pile]


# ---- the ledger ----------------------------------------------------------------------------------------


def draw_ledger(canvas: Canvas, scene: Scene) -> None:
    """Bid, won and still needed of each seat, totals and ranks; the sum of the bids against the tricks in words.

    Where there is room, the standing in words as well, and the totals as lines.
    """
    columns = _columns(scene, canvas.width - 1)
    y = draw_people(canvas, scene, (0, 0), canvas.width, columns)
    lines = [line for text in bid_lines(scene) for line in wrapped(text, canvas.width - 2)]
    gap = 1 if canvas.height - y > len(lines) + 1 else 0
    for line in lines[: canvas.height - y - gap]:
        canvas.put(1, y + gap, line, "label")
        y += 1
    y += gap + 1
    standing = [line for text in standing_lines(scene) for line in wrapped(text, canvas.width - 2)]
    if canvas.height - y >= len(standing):
        for row, line in enumerate(standing, y):
            canvas.put(1, row, line, "quiet")
        y += len(standing) + 1
    if standing and canvas.height - y > max(LEAST_CHART, len(scene.view.totals)):
        draw_totals_chart(canvas, scene, Area(1, y, canvas.width - 2, canvas.height - y))


def _columns(scene: Scene, room: int) -> list[Column]:
    """The columns with whole words where they fit, else with signs, and last without the rank."""
    needs = [need(scene, seat) for seat in range(len(scene.view.counts))]
    for texts, ranked in ((_full(needs), True), (_brief(needs), True), (_brief(needs), False)):
        columns = _numbers(scene, texts, ranked)
        left = room - total_width(columns) - 1
        if left >= LEAST_NAME or not ranked:
            break
    return [_names(scene, max(1, left)), *columns]


def _full(needs: Sequence[Need]) -> list[Text]:
    return [(item.text, item.role) for item in needs]


def _brief(needs: Sequence[Need]) -> list[Text]:
    return [(item.brief, item.role) for item in needs]


def _names(scene: Scene, room: int) -> Column:
    seats = range(len(scene.view.counts))
    marks = [mate_sign(scene, seat) for seat in seats]
    names = seat_labels(scene, max(1, room - max(map(len, marks))))
    return Column("", [(marks[seat] + names[seat], name_role(scene, seat)) for seat in seats], left=True)


def _numbers(scene: Scene, needs: Sequence[Text], ranked: bool) -> list[Column]:
    view = rage_view(scene)
    seats = range(len(view.counts))
    roles = [name_role(scene, seat) for seat in seats]
    totals = numerals([view.totals[view.teams[seat]] for seat in seats], scene.glyphs.minus)
    dealer = scene.say("play.dealer")
    columns = [
        Column("", [(dealer if seat == view.dealer else "", "label") for seat in seats]),
        Column(scene.say("play.bid"), [(_bid_text(scene, seat), roles[seat]) for seat in seats]),
        Column(scene.say("play.won"), [(str(view.taken[seat]), roles[seat]) for seat in seats]),
        Column(scene.say("play.need"), needs, left=True),
        Column(scene.say("play.points"), list(zip(totals, roles, strict=True))),
    ]
    if not ranked:
        return [*columns, *time_columns(scene)]
    ranks = team_ranks(view.totals, view.exact, range(len(view.totals)))
    places = [f"{ranks[team]}." if view.history else "" for team in view.teams]
    return [*columns, Column("", [(place, "label") for place in places]), *time_columns(scene)]


def _bid_text(scene: Scene, seat: Seat) -> str:
    view = rage_view(scene)
    bid = view.bids[seat]
    if bid is not None:
        return str(bid)
    return "?" if view.has_bid[seat] else scene.glyphs.dot
