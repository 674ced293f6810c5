"""Rage drawn: trump and its changes, the trick at the seats, bids against tricks, the score sheet."""

from collections.abc import Sequence
from typing import cast

from tuicards.games.api import Seat
from tuicards.games.rage import Played, RageView, RoundLine, TeamRound, Trick, TrumpChange
from tuicards.tui.widgets.canvas import Canvas, Role, wrapped
from tuicards.tui.widgets.cards import draw_card, draw_slot, face_of, readable
from tuicards.tui.widgets.scene import Scene
from tuicards.tui.widgets.seats import name_role, presence, ready_again, turn_sign

SMALL = (6, 3)
LARGE = (9, 5)


def _view(scene: Scene) -> RageView:
    return cast(RageView, scene.view)


# ---- trump ---------------------------------------------------------------------------------------------


def draw_trump(canvas: Canvas, scene: Scene) -> None:
    """The card that fixes trump, its colour in words, how it came about, and what it was before."""
    view = _view(scene)
    size = LARGE if canvas.width >= 20 else SMALL
    canvas.put(1, 0, scene.say("play.trump"), "title")
    if view.trump is None:
        draw_slot(canvas, 1, 1, size, "quiet", scene.glyphs.minus)
        canvas.put(size[0] + 2, 1 + size[1] // 2, scene.say("play.no_trump"), "strong")
    else:
        _draw_trump_card(canvas, view, size, scene.say(f"colour.{view.trump}"))
    y = _draw_steps(canvas, scene, size[1] + 1)
    _draw_pile(canvas, scene, max(y, canvas.height - 2))


def _draw_trump_card(canvas: Canvas, view: RageView, size: tuple[int, int], word: str) -> None:
    trump = str(view.trump)
    if view.trump_card is None:
        draw_slot(canvas, 1, 1, size, trump, trump)
    else:
        draw_card(canvas, 1, 1, size, face_of(view.trump_card, canvas.glyphs))
    canvas.put(size[0] + 2, 1 + size[1] // 2, word, f"{trump} strong")


def _draw_steps(canvas: Canvas, scene: Scene, y: int) -> int:
    """The newest step in words, then what trump was before, newest first."""
    steps = _view(scene).trump_history
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
    view = _view(scene)
    canvas.put(1, canvas.height - 1, scene.say("play.pile", count=view.pile), "quiet")
    if view.turned and y <= canvas.height - 2:
        codes = " ".join(readable(card, scene.glyphs) for card in view.turned)
        canvas.put(1, canvas.height - 2, scene.say("play.turned", codes=codes), "quiet", canvas.width - 2)


# ---- the trick -----------------------------------------------------------------------------------------


def draw_trick(canvas: Canvas, scene: Scene) -> None:
    """Every seat's card at its name. Between tricks the finished one stays, its winner marked."""
    view = _view(scene)
    if view.phase == "over":
        _draw_result(canvas, scene)
    elif view.phase == "bid" and not scene.held:
        _draw_seats(canvas, scene, (), None, "play.rage.bids")
    elif view.trick and not scene.held:
        _draw_seats(canvas, scene, view.trick, view.winning, "play.trick")
        canvas.centre(0, canvas.height - 1, why_winning(scene), "strong", canvas.width)
    else:
        _draw_finished(canvas, scene, view.last_trick)


def _draw_finished(canvas: Canvas, scene: Scene, trick: Trick | None) -> None:
    if trick is None:
        _draw_seats(canvas, scene, (), None, "play.trick")
        return
    _draw_seats(canvas, scene, trick.cards, trick.winner, "play.last_trick")
    canvas.centre(0, canvas.height - 1, scene.say("play.took", name=scene.name(trick.winner)), "good", canvas.width)


def draw_last(canvas: Canvas, scene: Scene) -> None:
    """The last trick, small: one line a card."""
    trick = _view(scene).last_trick
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


def _draw_seats(canvas: Canvas, scene: Scene, cards: Sequence[Played], best: Seat | None, title: str) -> None:
    seats = len(scene.view.counts)
    lines = 1 if seats <= 4 else 2
    columns = (seats + lines - 1) // lines
    size = LARGE if canvas.height >= lines * 7 + 3 and canvas.width // columns >= 11 else SMALL
    block = size[1] + 2
    top = 1 + max(0, (canvas.height - 2 - lines * block) // 2) if lines == 1 else 0 if canvas.height <= 11 else 2
    canvas.put(1, 0, scene.say(title), "title") if top else None
    played = {item.seat: item for item in cards}
    width = canvas.width // columns
    for seat in range(seats):
        x, y = width * (seat % columns), top + block * (seat // columns)
        _draw_seat(canvas, scene, seat, (x, y, width), size, played.get(seat))
        _draw_status(canvas, scene, seat, (x, y + size[1] + 1, width), _status(scene, seat, cards, best))


def _draw_seat(
    canvas: Canvas,
    scene: Scene,
    seat: Seat,
    place: tuple[int, int, int],
    size: tuple[int, int],
    played: Played | None,
) -> None:
    x, y, width = place
    name = turn_sign(canvas, scene, seat).strip() + scene.name(seat)
    canvas.centre(x, y, canvas.cut(name, width - 1), name_role(scene, seat), width)
    left = x + (width - size[0]) // 2
    if played is not None:
        draw_card(canvas, left, y + 1, size, face_of(played.card, canvas.glyphs, played.colour))
    else:
        draw_slot(canvas, left, y + 1, size, "quiet", _bid_word(scene, seat))


def _bid_word(scene: Scene, seat: Seat) -> str:
    view = _view(scene)
    if view.phase != "bid" or not view.has_bid[seat]:
        return ""
    bid = view.bids[seat]
    return "?" if bid is None else str(bid)


def _status(scene: Scene, seat: Seat, cards: Sequence[Played], best: Seat | None) -> tuple[str, Role]:
    """One word under a card: who wins, who led; else who is a bot or away."""
    if cards and seat == best:
        return scene.say("play.wins"), "good"
    if cards and seat == cards[0].seat:
        return scene.say("play.led"), "label"
    return presence(scene, seat), "quiet"


def _draw_status(
    canvas: Canvas, scene: Scene, seat: Seat, place: tuple[int, int, int], status: tuple[str, Role]
) -> None:
    x, y, width = place
    canvas.centre(x, y, status[0], status[1], width)


def why_winning(scene: Scene) -> str:
    """Who is winning the trick as it lies, and why, in one line."""
    view = _view(scene)
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
    name = scene.name(card.seat)
    return scene.say(f"{why}.you" if card.seat == scene.me else why, name=name, colour=colour, led=view.led)


# ---- the ledger ----------------------------------------------------------------------------------------


def draw_ledger(canvas: Canvas, scene: Scene) -> None:
    """Bid, won and still needed of each seat, the totals, and the sum of the bids against the tricks."""
    view = _view(scene)
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
    view = _view(scene)
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
    view = _view(scene)
    bid = view.bids[seat]
    if bid is not None:
        return str(bid)
    return "?" if view.has_bid[seat] else canvas_dot(scene)


def canvas_dot(scene: Scene) -> str:
    """The sign of nothing yet."""
    return scene.glyphs.dot


def _need(scene: Scene, seat: Seat) -> tuple[str, Role]:
    """What the seat's team still needs: `+2`, `=` when met, `over 1`."""
    view = _view(scene)
    mates = [mate for mate, team in enumerate(view.teams) if team == view.teams[seat]]
    bids = [view.bids[mate] for mate in mates]
    if any(bid is None for bid in bids):
        return "", ""
    missing = sum(bid or 0 for bid in bids) - sum(view.taken[mate] for mate in mates)
    if missing < 0:
        return scene.say("play.over_by", count=-missing), "bad"
    return (f"+{missing}", "") if missing else ("=", "good")


def _sum_text(scene: Scene) -> str:
    view = _view(scene)
    known = [bid for bid in view.bids if bid is not None]
    made = sum(view.has_bid)
    if made < len(view.bids):
        return scene.say("play.sum.so_far", sum=sum(known), tricks=view.hand_size)
    if len(known) < len(view.bids):
        return scene.say("play.sum.hidden")
    over = sum(known) - view.hand_size
    code = "play.sum.over" if over > 0 else "play.sum.under" if over else "play.sum.even"
    return scene.say(code, sum=sum(known), tricks=view.hand_size, count=abs(over))


# ---- the score sheet -----------------------------------------------------------------------------------


def draw_sheet(canvas: Canvas, scene: Scene) -> None:
    """By round and team: bid and tricks, made or missed, Bonus and Mad, points, and the running total."""
    view = _view(scene)
    width = max(9, min(14, (canvas.width - 8) // max(1, len(view.totals))))
    canvas.put(0, 0, scene.say("play.sheet.round"), "title")
    for team in range(len(view.totals)):
        canvas.right(8 + width * team, 0, canvas.cut(team_name(scene, team), width - 1), "title", width)
    for number, line in enumerate(view.history, 1):
        _draw_round(canvas, number, line, width)
    y = 1 + 2 * len(view.history)
    if not view.history:
        canvas.put(0, 1, scene.say("play.sheet.empty"), "quiet")
    canvas.put(0, y + 1, scene.say("play.sheet.key"), "quiet")


def _draw_round(canvas: Canvas, number: int, line: RoundLine, width: int) -> None:
    y = 2 * number - 1
    canvas.put(0, y, f"{number:>2} ", "label")
    canvas.put(3, y, f"({line.hand_size})", "quiet")
    for team, score in enumerate(line.lines):
        made = score.bid == score.taken
        x = 8 + width * team
        canvas.right(x, y, _round_text(score), "good" if made else "", width)
        points = f"{score.points:+d}".replace("-", canvas.glyphs.minus)
        canvas.right(x, y + 1, points, "quiet", width - 4)
        canvas.right(x, y + 1, str(score.total).replace("-", canvas.glyphs.minus), "strong", width)


def _round_text(score: TeamRound) -> str:
    marks = "+" * score.bonus + "-" * score.mad
    return f"{marks} {score.bid}/{score.taken}{'=' if score.bid == score.taken else 'x'}"


def sheet_height(scene: Scene) -> int:
    """Lines of the score sheet."""
    return 2 * max(1, len(_view(scene).history)) + 3


def team_name(scene: Scene, team: int) -> str:
    """The names of a team's members."""
    members = [seat for seat, of in enumerate(scene.view.teams) if of == team]
    return "+".join(scene.name(seat) for seat in members)


# ---- the end -------------------------------------------------------------------------------------------


def _draw_result(canvas: Canvas, scene: Scene) -> None:
    view = _view(scene)
    outcome = view.outcome
    if outcome is None:
        return
    canvas.put(1, 0, scene.say("play.result"), "title")
    canvas.put(1, 2, scene.speaker.say(outcome.result.code, outcome.result.params), "good strong", canvas.width - 2)
    order = sorted(range(len(view.counts)), key=lambda seat: (outcome.ranks[seat], seat))
    for y, seat in enumerate(order, 3):
        first = outcome.ranks[seat] == 1
        role = "strong" if first else name_role(scene, seat)
        canvas.put(1, y, f"{outcome.ranks[seat]}.", role)
        canvas.put(4, y, scene.name(seat), role, canvas.width - 16)
        canvas.right(canvas.width - 12, y, str(outcome.scores[seat]).replace("-", canvas.glyphs.minus), role, 5)
        canvas.right(canvas.width - 6, y, scene.say("play.ready") if ready_again(scene, seat) else "", "good", 6)
