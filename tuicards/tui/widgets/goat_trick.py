"""Goat's trick drawn: partners in one column, each seat's set; after a game its count, at the end the result."""

from collections.abc import Sequence
from typing import cast

from rich.cells import cell_len

from tuicards.games.api import Seat
from tuicards.games.goat import GoatView, Laid, Trick
from tuicards.tui.widgets.canvas import Canvas, Role
from tuicards.tui.widgets.cards import draw_backs, draw_box, draw_card, draw_slot, readable, seen_face
from tuicards.tui.widgets.goat_sheet import counting_height, draw_counting, draw_penalty_chart
from tuicards.tui.widgets.names import seat_labels
from tuicards.tui.widgets.scene import Scene
from tuicards.tui.widgets.seats import draw_notes, draw_ranking, mate_sign, name_role, presence, turn_sign

SIZES = ((13, 9), (11, 7), (7, 5), (5, 3))
"""Width and height of a card, the largest first."""

NOTES = 2
"""Lines for sentences below the sets."""

LEAST_STEP = 4
"""Cells that stay visible of a card that another one covers."""

LEAST_NAME = 5
"""Cells of a name, whatever the seat did."""

LEAST_CHART = 8
"""Lines below the result from which on a chart has room there."""


def goat_view(scene: Scene) -> GoatView:
    """The view by its own type."""
    return cast(GoatView, scene.view)


def codes(cards: Sequence[str], scene: Scene) -> str:
    """Cards within a line."""
    return " ".join(readable(card, scene.glyphs) for card in cards)


def draw_trick(canvas: Canvas, scene: Scene) -> None:
    """Each seat's set, face down where it passed; below, who is winning and why.

    Between tricks the finished one stays; before the first trick of a game the last game is counted.
    """
    view = goat_view(scene)
    if view.phase == "over" and not scene.held:
        _draw_result(canvas, scene)
    elif view.trick and not scene.held:
        _draw_seats(canvas, scene, view.trick, view.winning, "play.trick")
        draw_notes(canvas, [why_winning(scene)], NOTES, "strong")
    elif view.history and not sum(view.tricks) and not scene.held:
        draw_counting(canvas, scene, 1, 0)
    elif view.last_trick is not None:
        _draw_seats(canvas, scene, view.last_trick.laid, view.last_trick.winner, "play.last_trick")
        draw_notes(canvas, [_took(scene, view.last_trick)], NOTES, "good")
    else:
        _draw_seats(canvas, scene, (), None, "play.trick")


def _took(scene: Scene, trick: Trick) -> str:
    best = next(part for part in trick.laid if part.seat == trick.winner)
    count = sum(part.count for part in trick.laid)
    return scene.say("play.goat.took", seat=trick.winner, cards=best.cards, count=count)


def _draw_seats(canvas: Canvas, scene: Scene, laid: Sequence[Laid], best: Seat | None, title: str) -> None:
    half = canvas.width // 2
    size = _card_size(canvas, half - 2)
    gap = max(0, min(3, (canvas.height - 1 - NOTES - 2 * (size[1] + 1)) // 3))
    canvas.put(1, 0, scene.say(title), "title")
    sets = {part.seat: part for part in laid}
    words = [_status(scene, seat, sets.get(seat), best) for seat in range(4)]
    names = seat_labels(scene, max(LEAST_NAME, half - 5 - max(cell_len(word) for word, _ in words)))
    me = scene.me or 0
    for row, column, seat in ((0, 0, (me + 2) % 4), (0, 1, (me + 1) % 4), (1, 0, me), (1, 1, (me + 3) % 4)):
        x, y = column * half + 1, 1 + gap + row * (size[1] + 1 + gap)
        sign = turn_sign(canvas, scene, seat).strip() + mate_sign(scene, seat)
        end = canvas.put(x, y, sign + names[seat], name_role(scene, seat))
        canvas.put(end + 1, y, *words[seat], x + half - 2 - end)
        _draw_set(canvas, scene, sets.get(seat), (x, y + 1), size, half - 2)


def _card_size(canvas: Canvas, room: int) -> tuple[int, int]:
    """The largest cards of which four can lie beside each other, two rows high."""
    return next(
        (
            size
            for size in SIZES
            if room >= size[0] + 3 * LEAST_STEP and canvas.height >= 1 + NOTES + 2 * (size[1] + 1)
        ),
        SIZES[-1],
    )


def _draw_set(
    canvas: Canvas, scene: Scene, part: Laid | None, place: tuple[int, int], size: tuple[int, int], room: int
) -> None:
    """The cards of a set, or the places for them; where they would cover each other, in one frame."""
    x, y = place
    count = part.count if part else max(1, goat_view(scene).needed) if goat_view(scene).trick else 1
    step = min(size[0] + 1, (room - size[0]) // max(1, count - 1))
    look = "dim" if part is not None and part.kind == "pass" else ""
    look += " lit" if part is not None and part.seat in scene.fresh else ""
    if count > 1 and step < LEAST_STEP:
        _draw_strip(canvas, scene, part, place, (room, size[1]), look)
    elif part is not None and not part.cards:
        draw_backs(canvas, x, y, size, count, step)
    for index in range(count if count == 1 or step >= LEAST_STEP else 0):
        if part is None:
            draw_slot(canvas, x + index * step, y, size, "quiet")
        elif part.cards:
            seen = size[0] if index == count - 1 else step
            draw_card(canvas, x + index * step, y, size, seen_face(scene, part.cards[index]), look, seen)


def _draw_strip(
    canvas: Canvas, scene: Scene, part: Laid | None, place: tuple[int, int], size: tuple[int, int], look: Role
) -> None:
    """A set in one frame: all its cards side by side, their backs, or nothing yet."""
    x, y = place
    if part is None:
        draw_slot(canvas, x, y, size, "quiet")
        return
    draw_box(canvas, x, y, size, look if part.cards else "quiet")
    cards = [seen_face(scene, card) for card in part.cards]
    texts = [(f"{card.value}{card.sign}", f"{card.role} strong {look}") for card in cards]
    texts = texts or [(canvas.glyphs.back * 2, "quiet")] * part.count
    used = sum(cell_len(text) for text, _ in texts)
    between = " " if used + len(texts) - 1 <= size[0] - 2 else ""
    left = x + max(1, (size[0] - used - len(between) * (len(texts) - 1)) // 2)
    for text, role in texts:
        left = canvas.put(left, y + size[1] // 2, text, role, x + size[0] - 1 - left) + len(between)


def _status(scene: Scene, seat: Seat, part: Laid | None, best: Seat | None) -> tuple[str, Role]:
    """What a seat did; else who is a bot or away."""
    if part is None:
        return presence(scene, seat), "quiet"
    if seat == best:
        return scene.say("play.wins"), "good strong"
    return scene.say(f"play.goat.did.{part.kind}", count=part.count), "label" if part.kind == "lead" else "quiet"


def why_winning(scene: Scene) -> str:
    """Who is winning the trick as it lies, with what, and why it beats what lay there before (G18-G21)."""
    view = goat_view(scene)
    if view.winning is None or not view.trick:
        return ""
    shown = [part for part in view.trick if part.kind != "pass"]
    if len(shown) == 1:
        return scene.say("play.goat.why.led", seat=view.winning, cards=view.winning_cards)
    target = shown[-2].cards
    trumps = [sum(card[1] == view.trump for card in cards) for cards in (view.winning_cards, target)]
    code = "higher" if trumps[0] == trumps[1] else "trump" if trumps[0] == len(target) and not trumps[1] else "both"
    return scene.say(
        f"play.goat.why.{code}", seat=view.winning, cards=view.winning_cards, target=codes(target, scene)
    )


def draw_last(canvas: Canvas, scene: Scene) -> None:
    """The last trick, small: one line a set, in the order of play."""
    trick = goat_view(scene).last_trick
    canvas.put(1, 0, scene.say("play.last_trick"), "title")
    if trick is None:
        canvas.put(1, 1, scene.say("play.none_yet"), "quiet")
        return
    shown = [codes(part.cards, scene) if part.cards else canvas.glyphs.back * part.count for part in trick.laid]
    right = max(map(cell_len, shown))
    names = seat_labels(scene, max(4, canvas.width - right - 6))
    for y, (part, text) in enumerate(zip(trick.laid, shown, strict=True), 1):
        won = part.seat == trick.winner
        canvas.put(1, y, str(y), "quiet")
        canvas.put(3, y, names[part.seat], "good" if won else "")
        canvas.put(canvas.width - right - 1, y, text, ("good" if won else "") if part.cards else "quiet")
    canvas.put(1, len(shown) + 1, scene.say("play.took_it", seat=trick.winner), "good", canvas.width - 1)


def _draw_result(canvas: Canvas, scene: Scene) -> None:
    """The seats by rank, then the count of the last game, and the chart of the penalties where there is room."""
    outcome = scene.view.outcome
    if outcome is None:
        return
    words = [scene.say("play.goat.goats") if rank > 1 else scene.say("play.goat.won") for rank in outcome.ranks]
    y = draw_ranking(canvas, scene, outcome, words) + 1
    if canvas.height - y >= counting_height(scene):
        y = draw_counting(canvas, scene, 1, y) + 1
    if canvas.height - y >= LEAST_CHART:
        draw_penalty_chart(canvas, scene, (1, y, min(72, canvas.width - 2), min(14, canvas.height - y)))
