"""Rage's trick drawn: every seat's card at its name; while bids are made, the bids; at the end the result."""

from collections.abc import Sequence
from typing import NamedTuple, cast

from tuicards.games.api import Seat
from tuicards.games.rage import Played, RageView
from tuicards.tui.widgets.canvas import Canvas, Role
from tuicards.tui.widgets.cards import draw_card, draw_slot, draw_word, face_of
from tuicards.tui.widgets.scene import Scene
from tuicards.tui.widgets.seats import draw_ranking, name_role, presence, turn_sign

SMALL = (6, 3)
MIDDLE = (7, 5)
LARGE = (9, 5)


class Layout(NamedTuple):
    """Where the seats lie: how many in a line, the cells of each, and the size of a card."""

    columns: int
    width: int
    height: int
    top: int
    card: tuple[int, int]


def rage_view(scene: Scene) -> RageView:
    """The view by its own type."""
    return cast(RageView, scene.view)


def draw_trick(canvas: Canvas, scene: Scene) -> None:
    """Every seat's card at its name. Between tricks the finished one stays, its winner marked."""
    view = rage_view(scene)
    if view.phase == "over" and not scene.held:
        _draw_result(canvas, scene)
    elif view.phase == "bid" and not scene.held:
        _draw_seats(canvas, scene, (), None, "play.rage.bids")
    elif view.trick and not scene.held:
        _draw_seats(canvas, scene, view.trick, view.winning, "play.trick")
        canvas.centre(0, canvas.height - 1, why_winning(canvas, scene), "strong", canvas.width)
    elif view.last_trick is not None and (view.tricks_done or scene.held):
        _draw_seats(canvas, scene, view.last_trick.cards, view.last_trick.winner, "play.last_trick")
        took = scene.say("play.took", name=scene.name(view.last_trick.winner))
        canvas.centre(0, canvas.height - 1, took, "good", canvas.width)
    else:
        _draw_seats(canvas, scene, (), None, "play.trick")


def draw_last(canvas: Canvas, scene: Scene) -> None:
    """The last trick, small: one line a card."""
    trick = rage_view(scene).last_trick
    canvas.put(1, 0, scene.say("play.last_trick"), "title")
    if trick is None:
        canvas.put(1, 1, scene.say("play.none_yet"), "quiet")
        return
    for y, played in enumerate(trick.cards, 1):
        card = face_of(played.card, canvas.glyphs, played.colour)
        canvas.put(1, y, f"{card.value}:{card.sign}" if played.colour else played.card, f"{card.role} strong")
        won = played.seat == trick.winner
        canvas.put(7, y, scene.name(played.seat), "good" if won else "", canvas.width - 13)
        canvas.right(0, y, scene.say("play.won") if won else "", "good", canvas.width - 1)


def _layout(canvas: Canvas, seats: int) -> Layout:
    """One line of seats, or two from five seats on, with the largest cards that fit. No room above: no title."""
    lines = 1 if seats <= 4 else 2
    columns = (seats + lines - 1) // lines
    width, room = canvas.width // columns, (canvas.height - 2) // lines
    large = LARGE if width > LARGE[0] else MIDDLE if width > MIDDLE[0] else SMALL
    card = large if room > large[1] else SMALL
    height = max(card[1] + 1, min(room, card[1] + 2))
    free = canvas.height - 1 - lines * height
    return Layout(columns, width, height, 1 + free // 2 if free > 0 else 0, card)


def _draw_seats(canvas: Canvas, scene: Scene, cards: Sequence[Played], best: Seat | None, title: str) -> None:
    layout = _layout(canvas, len(scene.view.counts))
    if layout.top:
        canvas.put(1, 0, scene.say(title), "title")
    played = {item.seat: item for item in cards}
    for seat in range(len(scene.view.counts)):
        x = layout.width * (seat % layout.columns)
        y = layout.top + layout.height * (seat // layout.columns)
        _draw_name(canvas, scene, seat, (x, y, layout.width))
        left = x + (layout.width - layout.card[0]) // 2
        if seat in played:
            face = face_of(played[seat].card, canvas.glyphs, played[seat].colour)
            draw_card(canvas, left, y + 1, layout.card, face)
        else:
            draw_slot(canvas, left, y + 1, layout.card, "quiet", _bid_word(scene, seat))
        draw_word(canvas, left, y + layout.card[1], layout.card[0], *_status(scene, seat, cards, best))


def _draw_name(canvas: Canvas, scene: Scene, seat: Seat, place: tuple[int, int, int]) -> None:
    x, y, width = place
    name = turn_sign(canvas, scene, seat).strip() + scene.name(seat)
    canvas.centre(x, y, canvas.cut(name, width - 1), name_role(scene, seat), width)


def _bid_word(scene: Scene, seat: Seat) -> str:
    view = rage_view(scene)
    if view.phase != "bid" or not view.has_bid[seat]:
        return ""
    bid = view.bids[seat]
    return "?" if bid is None else str(bid)


def _status(scene: Scene, seat: Seat, cards: Sequence[Played], best: Seat | None) -> tuple[str, Role]:
    """One word at the foot of a card: who wins, who led; else who is a bot or away."""
    if cards and seat == best:
        return scene.say("play.wins"), "good strong"
    if cards and seat == cards[0].seat:
        return scene.say("play.led"), "label"
    return presence(scene, seat), "quiet"


def why_winning(canvas: Canvas, scene: Scene) -> str:
    """Who is winning the trick as it lies, and why, in one line."""
    view = rage_view(scene)
    card = next((item for item in view.trick if item.seat == view.winning), None)
    if card is None:
        return ""
    colour = card.colour or (card.card[0] if card.card[1:].isdigit() else None)
    if colour is None:
        why = "play.why.colourless"
    elif len(view.trick) == 1:
        why = "play.why.led"
    else:
        why = "play.why.trump" if colour == view.trump else "play.why.highest"
    name = canvas.cut(scene.name(card.seat), max(5, canvas.width - 27))
    return scene.say(f"{why}.you" if card.seat == scene.me else why, name=name, colour=colour, led=view.led)


def _draw_result(canvas: Canvas, scene: Scene) -> None:
    outcome = scene.view.outcome
    if outcome is None:
        return
    words = tuple(str(score).replace("-", canvas.glyphs.minus) for score in outcome.scores)
    draw_ranking(canvas, scene, outcome, words)
