"""Rage's trick drawn: every seat's card at its name; while bids are made, the bids; at the end the result."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tuicards.games.api import Seat
from tuicards.games.rage import Played
from tuicards.tui.widgets.canvas import Canvas, Role
from tuicards.tui.widgets.cards import draw_card, draw_slot, draw_word, letter, seen_face, spoken
from tuicards.tui.widgets.chart import Area
from tuicards.tui.widgets.columns import numerals
from tuicards.tui.widgets.names import seat_labels
from tuicards.tui.widgets.rage_sheet import draw_totals_chart
from tuicards.tui.widgets.rage_trump import Change, changes_in, rage_view
from tuicards.tui.widgets.rage_words import finished_notes, trick_notes, why_winning
from tuicards.tui.widgets.scene import Scene
from tuicards.tui.widgets.seats import draw_notes, draw_ranking, mate_sign, name_role, presence, turn_sign

SIZES = ((17, 11), (13, 9), (11, 7), (9, 5), (7, 5), (6, 3))
"""Width and height of a card, the largest first."""

SMALL = SIZES[-1]

LEAST_CHART = 6
"""Lines below the result from which on a chart has room there."""


class Layout(NamedTuple):
    """Where the seats lie: how many in a line, the cells of each, the size of a card, the lines for sentences and
    those that are free above them."""

    columns: int
    left: int
    width: int
    height: int
    top: int
    card: tuple[int, int]
    notes: int
    spare: int


class Laid(NamedTuple):
    """A trick to be drawn: its cards in order, who is winning or has won, and the changes of trump by place."""

    title: str
    cards: Sequence[Played] = ()
    best: Seat | None = None
    changes: Mapping[int, Change] = {}


def draw_trick(canvas: Canvas, scene: Scene) -> None:
    """Every seat's card at its name, in sentences below who is winning and why, and what special cards do.

    Between tricks the finished one stays, with what was in it.
    """
    view = rage_view(scene)
    if view.phase == "over" and not scene.held:
        _draw_result(canvas, scene)
    elif view.phase == "bid" and not scene.held:
        _draw_seats(canvas, scene, Laid("play.rage.bids"))
    elif view.trick and not scene.held:
        changes = changes_in(view, view.tricks_done + 1)
        layout = _draw_seats(canvas, scene, Laid("play.trick", view.trick, view.winning, changes))
        draw_notes(canvas, [why_winning(scene), *trick_notes(scene)], layout.notes, "strong", layout.spare)
    elif view.last_trick is not None and (view.tricks_done or scene.held):
        trick, changes = view.last_trick, changes_in(view, view.tricks_done)
        layout = _draw_seats(canvas, scene, Laid("play.last_trick", trick.cards, trick.winner, changes))
        draw_notes(canvas, finished_notes(scene), layout.notes, "good", layout.spare)
    else:
        _draw_seats(canvas, scene, Laid("play.trick"))


def draw_last(canvas: Canvas, scene: Scene) -> None:
    """The last trick, small: one line a card, in the order of play."""
    view = rage_view(scene)
    trick = view.last_trick
    canvas.put(1, 0, scene.say("play.last_trick"), "title")
    if trick is None:
        canvas.put(1, 1, scene.say("play.none_yet"), "quiet")
        return
    won = scene.say("play.won_it")
    names = seat_labels(scene, canvas.width - 16)
    for y, played in enumerate(trick.cards, 1):
        card = seen_face(scene, played.card, played.colour)
        text = (
            f"{card.value}:{letter(scene.speaker, played.colour)}"
            if played.colour
            else spoken(played.card, scene.speaker, scene.glyphs)
        )
        best = played.seat == trick.winner
        canvas.put(1, y, str(y), "quiet")
        canvas.put(3, y, text, f"{card.role} strong")
        canvas.put(9, y, names[played.seat], "good" if best else "")
        canvas.right(0, y, won if best else "", "good", canvas.width - 1)


def _layout(canvas: Canvas, seats: int) -> Layout:
    """One line of seats, or two from five seats on, with the largest cards that fit."""
    lines = 1 if seats <= 4 else 2
    columns = (seats + lines - 1) // lines
    notes = 1 if canvas.height < lines * (SMALL[1] + 1) + 3 else 2 if canvas.height < 16 else 3
    width, room = canvas.width // columns, (canvas.height - 1 - notes) // lines
    card = next((size for size in SIZES if width > size[0] and room > size[1]), SMALL)
    height = max(card[1] + 1, min(room, card[1] + 2))
    width = min(width, 2 * card[0] + 4)
    free = canvas.height - 1 - notes - lines * height
    left = (canvas.width - width * columns) // 2
    top = 1 + free // 2 if free > 0 else min(1, 1 + free)
    return Layout(columns, left, width, height, top, card, notes, max(0, free - free // 2))


def _draw_seats(canvas: Canvas, scene: Scene, laid: Laid) -> Layout:
    layout = _layout(canvas, len(scene.view.counts))
    if layout.top > 0:
        _draw_title(canvas, scene, laid)
    names = seat_labels(scene, layout.width - 2)
    order = {played.seat: place for place, played in enumerate(laid.cards)}
    for seat in range(len(scene.view.counts)):
        x = layout.left + layout.width * (seat % layout.columns)
        y = max(0, layout.top) + layout.height * (seat // layout.columns)
        name = turn_sign(canvas, scene, seat).strip() + mate_sign(scene, seat) + names[seat]
        canvas.centre(x, y, name, name_role(scene, seat), layout.width)
        _draw_place(canvas, scene, laid, (x + (layout.width - layout.card[0]) // 2, y + 1, *layout.card), order, seat)
    return layout


def _draw_title(canvas: Canvas, scene: Scene, laid: Laid) -> None:
    """What is shown; at the right, trump where this trick has changed it."""
    finished = laid.title == "play.last_trick"
    x = canvas.put(1, 0, scene.finished_title() if finished else scene.say(laid.title), "title")
    if not laid.changes:
        return
    step = laid.changes[max(laid.changes)].step
    code = "play.trump_now" if step.colour else "play.trump_gone"
    text = f"{canvas.glyphs.turn} {scene.say(code, trump=step.colour)}"
    canvas.right(x + 1, 0, text, f"{step.colour or 'alert'} strong", canvas.width - x - 2)


def _draw_place(
    canvas: Canvas, scene: Scene, laid: Laid, box: tuple[int, int, int, int], order: Mapping[Seat, int], seat: Seat
) -> None:
    """A seat's card with its number in the order of play and, on its edge, what it has done; or the empty place."""
    x, y, width, height = box
    place = order.get(seat)
    if place is None:
        draw_slot(canvas, x, y, (width, height), "quiet", _bid_word(scene, seat))
    else:
        played = laid.cards[place]
        look = "lit" if seat in scene.fresh else ""
        draw_card(canvas, x, y, (width, height), seen_face(scene, played.card, played.colour), look)
        canvas.put(x + width - 2, y, str(place + 1), "label")
        canvas.put(x + 1, y, *_effect(scene, played, laid.changes.get(place)), width - 4)
    draw_word(canvas, x, y + height - 1, width, *_status(scene, seat, laid))


def _effect(scene: Scene, played: Played, change: Change | None) -> tuple[str, Role]:
    """What a special card has done: the new trump, or points for who takes it."""
    if change is not None:
        colour = change.step.colour
        sign = letter(scene.speaker, colour) if colour else scene.glyphs.minus
        return f"{scene.glyphs.arrow}{sign}", f"{colour or 'alert'} strong"
    return {"BO": ("+5", "good"), "MA": (f"{scene.glyphs.minus}5", "bad")}.get(played.card, ("", ""))


def _bid_word(scene: Scene, seat: Seat) -> str:
    view = rage_view(scene)
    if view.phase != "bid" or not view.has_bid[seat]:
        return ""
    bid = view.bids[seat]
    return "?" if bid is None else str(bid)


def _status(scene: Scene, seat: Seat, laid: Laid) -> tuple[str, Role]:
    """One word at the foot of a card: who wins, who led; else who is a bot or away."""
    if laid.cards and seat == laid.best:
        return scene.say("play.wins"), "good strong"
    if laid.cards and seat == laid.cards[0].seat:
        return scene.say("play.led"), "label"
    return presence(scene, seat), "quiet"


def _draw_result(canvas: Canvas, scene: Scene) -> None:
    """The seats by rank; the chart of the totals below where there is room."""
    outcome = scene.view.outcome
    if outcome is None:
        return
    y = draw_ranking(canvas, scene, outcome, numerals(outcome.scores, canvas.glyphs.minus))
    if canvas.height - y > max(LEAST_CHART, len(scene.view.totals) + 2):
        draw_totals_chart(canvas, scene, Area(1, y + 1, canvas.width - 2, canvas.height - y - 1))
