"""Rage drawn: trump and its changes, and bids against tricks."""

from tuicards.games.api import Seat
from tuicards.games.rage import RageView, TrumpChange
from tuicards.tui.widgets.canvas import Canvas, Role, wrapped
from tuicards.tui.widgets.cards import draw_card, draw_slot, face_of, readable
from tuicards.tui.widgets.rage_trick import LARGE, SMALL, rage_view
from tuicards.tui.widgets.scene import Scene
from tuicards.tui.widgets.seats import name_role, turn_sign

# ---- trump ---------------------------------------------------------------------------------------------


def draw_trump(canvas: Canvas, scene: Scene) -> None:
    """The card that fixes trump, its colour in words, how it came about, and what it was before."""
    view = rage_view(scene)
    size = LARGE if canvas.width >= 20 else SMALL
    canvas.put(1, 0, scene.say("play.trump"), "title")
    if view.trump is None:
        draw_slot(canvas, 1, 1, size, "quiet", scene.glyphs.minus)
        canvas.put(size[0] + 2, 1 + size[1] // 2, scene.say("play.no_trump"), "strong")
    else:
        _draw_trump_card(canvas, view, size, scene.say(f"colour.{view.trump}"))
    y = _draw_steps(canvas, scene, size[1] + 1)
    _draw_pile(canvas, scene, y)


def _draw_trump_card(canvas: Canvas, view: RageView, size: tuple[int, int], word: str) -> None:
    trump = str(view.trump)
    if view.trump_card is None:
        draw_slot(canvas, 1, 1, size, trump, trump)
    else:
        draw_card(canvas, 1, 1, size, face_of(view.trump_card, canvas.glyphs))
    canvas.put(size[0] + 2, 1 + size[1] // 2, word, f"{trump} strong")


def _draw_steps(canvas: Canvas, scene: Scene, y: int) -> int:
    """The newest step in words, then what trump was before, newest first."""
    steps = rage_view(scene).trump_history
    for index, step in enumerate(reversed(steps)):
        for line in wrapped(_step_text(scene, step, index == 0), canvas.width - 2):
            if y >= canvas.height - 2:
                return y
            canvas.put(1, y, line, "" if index == 0 else "quiet")
            y += 1
    return y


def _step_text(scene: Scene, step: TrumpChange, newest: bool) -> str:
    how = scene.say(f"play.step.{step.cause}", seat=step.seat, card=step.card)
    if newest:
        return how
    colour = scene.say(f"colour.{step.colour}") if step.colour else scene.say("play.no_trump")
    return scene.say("play.was", colour_word=colour)


def _draw_pile(canvas: Canvas, scene: Scene, y: int) -> None:
    view = rage_view(scene)
    canvas.put(1, canvas.height - 1, scene.say("play.pile", count=view.pile), "quiet")
    if not view.turned:
        return
    codes = " ".join(readable(card, scene.glyphs) for card in view.turned)
    lines = wrapped(scene.say("play.turned", codes=codes), canvas.width - 2)
    for row, line in enumerate(lines, max(y, canvas.height - 1 - len(lines))):
        canvas.put(1, row, line if row < canvas.height - 1 else "", "quiet")


# ---- the ledger ----------------------------------------------------------------------------------------


def draw_ledger(canvas: Canvas, scene: Scene) -> None:
    """Bid, won and still needed of each seat, the totals, and the sum of the bids against the tricks."""
    view = rage_view(scene)
    points, need, won, bid = _columns(canvas.width)
    for x, word in ((bid, "bid"), (won, "won"), (need, "need"), (points, "points")):
        canvas.right(x[0], 0, scene.say(f"play.{word}"), "title", x[1])
    for seat in range(len(view.counts)):
        _draw_ledger_row(canvas, scene, seat, seat + 1)
    if view.phase != "over":
        canvas.right(0, min(canvas.height - 1, len(view.counts) + 2), _sum_text(scene), "label", canvas.width - 1)


def _columns(width: int) -> tuple[tuple[int, int], ...]:
    """Start and width of points, need, won and bid, from the right edge."""
    end = width - 1
    return (end - 5, 5), (end - 12, 7), (end - 16, 4), (end - 20, 4)


def _draw_ledger_row(canvas: Canvas, scene: Scene, seat: Seat, y: int) -> None:
    view = rage_view(scene)
    points, need, won, bid = _columns(canvas.width)
    role = name_role(scene, seat)
    canvas.put(0, y, turn_sign(canvas, scene, seat), "strong")
    canvas.put(1, y, scene.name(seat), role, bid[0] - 3)
    canvas.put(bid[0] - 1, y, "D" if seat == view.dealer else "", "label")
    canvas.right(bid[0], y, _bid_text(scene, seat), role, bid[1])
    canvas.right(won[0], y, str(view.taken[seat]), role, won[1])
    text, look = _need(scene, seat)
    canvas.right(need[0], y, text, look, need[1])
    total = view.totals[view.teams[seat]]
    canvas.right(points[0], y, str(total).replace("-", canvas.glyphs.minus), role, points[1])


def _bid_text(scene: Scene, seat: Seat) -> str:
    view = rage_view(scene)
    bid = view.bids[seat]
    if bid is not None:
        return str(bid)
    return "?" if view.has_bid[seat] else scene.glyphs.dot


def _need(scene: Scene, seat: Seat) -> tuple[str, Role]:
    """What the seat's team still needs: `+2`, `=` when met, `over 1`."""
    view = rage_view(scene)
    mates = [mate for mate, team in enumerate(view.teams) if team == view.teams[seat]]
    bids = [view.bids[mate] for mate in mates]
    if any(bid is None for bid in bids):
        return "", ""
    missing = sum(bid or 0 for bid in bids) - sum(view.taken[mate] for mate in mates)
    if missing < 0:
        return scene.say("play.over_by", count=-missing), "bad"
    return (f"+{missing}", "") if missing else ("=", "good")


def _sum_text(scene: Scene) -> str:
    view = rage_view(scene)
    known = [bid for bid in view.bids if bid is not None]
    made = sum(view.has_bid)
    if made < len(view.bids):
        return scene.say("play.sum.so_far", sum=sum(known), tricks=view.hand_size)
    if len(known) < len(view.bids):
        return scene.say("play.sum.hidden")
    over = sum(known) - view.hand_size
    code = "play.sum.over" if over > 0 else "play.sum.under" if over else "play.sum.even"
    return scene.say(code, sum=sum(known), tricks=view.hand_size, count=abs(over))
