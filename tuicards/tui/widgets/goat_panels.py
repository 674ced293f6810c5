"""Goat drawn: trump and stock, the sets at the seats, penalties and tricks, the party's sheet."""

from collections.abc import Sequence
from typing import cast

from rich.cells import cell_len

from tuicards.games.api import Seat
from tuicards.games.goat import GoatView, Laid, Trick
from tuicards.tui.widgets.canvas import Canvas, Role
from tuicards.tui.widgets.cards import draw_backs, draw_card, draw_slot, face_of, readable
from tuicards.tui.widgets.scene import Scene
from tuicards.tui.widgets.seats import draw_ranking, name_role, presence, turn_sign

SMALL = (5, 3)
LARGE = (7, 5)


def _view(scene: Scene) -> GoatView:
    return cast(GoatView, scene.view)


def _suit_role(suit: str) -> Role:
    return "redsuit" if suit in "hd" else "black"


def codes(cards: Sequence[str], scene: Scene) -> str:
    """Cards within a line."""
    return " ".join(readable(card, scene.glyphs) for card in cards)


# ---- trump and stock -----------------------------------------------------------------------------------


def draw_trump(canvas: Canvas, scene: Scene) -> None:
    """The card that showed trump, the suit in words, and how many cards are still to be drawn."""
    view = _view(scene)
    size = LARGE if canvas.width >= 20 else SMALL
    canvas.put(1, 0, scene.say("play.trump"), "title")
    draw_card(canvas, 1, 1, size, face_of(view.indicator, canvas.glyphs))
    word = scene.say(f"colour.{view.trump}")
    canvas.put(size[0] + 2, 1 + size[1] // 2, word, f"{_suit_role(view.trump)} strong")
    canvas.put(1, size[1] + 1, scene.say("play.goat.shown"), "quiet", canvas.width - 1)
    _draw_stock(canvas, scene, size[1] + 3)


def _draw_stock(canvas: Canvas, scene: Scene, y: int) -> None:
    view = _view(scene)
    canvas.put(1, y, scene.say("play.goat.stock", count=view.stock), "" if view.stock else "quiet")
    canvas.put(1, y + 1, scene.say("play.goat.eggs", count=view.eggs), "label" if view.eggs else "quiet")
    if view.attempt > 1:
        canvas.put(1, y + 2, scene.say("play.goat.attempt"), "alert", canvas.width - 1)


# ---- the trick -----------------------------------------------------------------------------------------


def draw_trick(canvas: Canvas, scene: Scene) -> None:
    """Partners in one column: each seat's set, face down where it passed. Between tricks the finished one stays."""
    view = _view(scene)
    if view.phase == "over" and not scene.held:
        _draw_result(canvas, scene)
    elif view.trick and not scene.held:
        _draw_seats(canvas, scene, view.trick, view.winning, "play.trick")
        canvas.centre(0, canvas.height - 1, why_winning(scene), "strong", canvas.width)
    elif view.last_trick is not None:
        _draw_seats(canvas, scene, view.last_trick.laid, view.last_trick.winner, "play.last_trick")
        name = scene.name(view.last_trick.winner)
        canvas.centre(0, canvas.height - 1, scene.say("play.took", name=name), "good", canvas.width)
    else:
        _draw_seats(canvas, scene, (), None, "play.trick")


def _draw_seats(canvas: Canvas, scene: Scene, laid: Sequence[Laid], best: Seat | None, title: str) -> None:
    half = canvas.width // 2
    size = LARGE if canvas.height >= 15 and half >= 28 else SMALL
    gap = min(3, (canvas.height - 2 - 2 * (size[1] + 1)) // 2)
    canvas.put(1, 0, scene.say(title), "title")
    sets = {part.seat: part for part in laid}
    me = scene.me or 0
    for row, column, seat in ((0, 0, (me + 2) % 4), (0, 1, (me + 1) % 4), (1, 0, me), (1, 1, (me + 3) % 4)):
        x, y = column * half + 1, 1 + gap + row * (size[1] + 1 + gap)
        _draw_seat(canvas, scene, seat, (x, y), half - 2, _status(scene, seat, sets.get(seat), best))
        _draw_set(canvas, scene, sets.get(seat), (x, y + 1), size, half - 2)


def _draw_seat(
    canvas: Canvas, scene: Scene, seat: Seat, place: tuple[int, int], width: int, status: tuple[str, Role]
) -> None:
    """Name, and in a word what the seat did."""
    word, role = status
    sign = turn_sign(canvas, scene, seat).strip()
    x, y = place
    x = canvas.put(x, y, sign + scene.name(seat), name_role(scene, seat), width - cell_len(word) - 1)
    canvas.put(x + 1, y, word, role, width)


def _draw_set(
    canvas: Canvas, scene: Scene, part: Laid | None, place: tuple[int, int], size: tuple[int, int], room: int
) -> None:
    x, y = place
    count = part.count if part else max(1, _view(scene).needed)
    step = min(size[0] + 1, (room - size[0]) // max(1, count - 1))
    if part is None:
        for index in range(count if _view(scene).trick else 1):
            draw_slot(canvas, x + index * step, y, size, "quiet")
    elif not part.cards:
        draw_backs(canvas, x, y, size, count, step)
    else:
        look = "dim" if part.kind == "pass" else ""
        for index, card in enumerate(part.cards):
            draw_card(canvas, x + index * step, y, size, face_of(card, canvas.glyphs), look)


def _status(scene: Scene, seat: Seat, part: Laid | None, best: Seat | None) -> tuple[str, Role]:
    if part is None:
        return presence(scene, seat), "quiet"
    if seat == best:
        return scene.say("play.wins"), "good strong"
    return scene.say(f"play.goat.did.{part.kind}"), "label" if part.kind == "lead" else "quiet"


def why_winning(scene: Scene) -> str:
    """Who is winning the trick as it lies, and with what."""
    view = _view(scene)
    if view.winning is None:
        return ""
    led = view.winning == view.trick[0].seat if view.trick else True
    code = "play.goat.why.led" if led else "play.goat.why.beat"
    you = ".you" if view.winning == scene.me else ""
    return scene.say(code + you, name=scene.name(view.winning), codes=codes(view.winning_cards, scene))


def draw_last(canvas: Canvas, scene: Scene) -> None:
    """The last trick, small: one line a set."""
    trick = _view(scene).last_trick
    canvas.put(1, 0, scene.say("play.last_trick"), "title")
    if trick is None:
        canvas.put(1, 1, scene.say("play.none_yet"), "quiet")
        return
    for y, part in enumerate(trick.laid, 1):
        _draw_last_line(canvas, scene, trick, part, y)


def _draw_last_line(canvas: Canvas, scene: Scene, trick: Trick, part: Laid, y: int) -> None:
    won = part.seat == trick.winner
    canvas.put(1, y, scene.name(part.seat), "good" if won else "", 8)
    shown = codes(part.cards, scene) if part.cards else canvas.glyphs.back * part.count
    x = canvas.put(10, y, shown, "" if part.cards else "quiet")
    canvas.put(x + 1, y, scene.say("play.won") if won else "", "good")


# ---- the ledger ----------------------------------------------------------------------------------------


def draw_ledger(canvas: Canvas, scene: Scene) -> None:
    """Penalties, tricks and cards won of each side; dealer and cards held of each seat."""
    view = _view(scene)
    end = canvas.width - 1
    for x, width, word in ((end - 20, 8, "penalty"), (end - 12, 7, "tricks"), (end - 5, 5, "pile")):
        canvas.right(x, 0, scene.say(f"play.goat.{word}"), "title", width)
    order = _sides(scene)
    for y, team in enumerate(order, 1):
        role = "mine" if scene.me is not None and team == scene.me % 2 else ""
        canvas.put(1, y, f"{'AB'[team]}  {_side_word(scene, team)}", role, end - 21)
        for x, width, number in (
            (end - 20, 8, view.totals[team]),
            (end - 12, 7, view.tricks[team]),
            (end - 5, 5, view.pile_counts[team]),
        ):
            canvas.right(x, y, str(number), role, width)
    canvas.right(end - 20, 4, scene.say("play.goat.side"), "title", 8)
    canvas.right(end - 12, 4, scene.say("play.goat.cards"), "title", 12)
    for seat in range(4):
        _draw_seat_row(canvas, scene, seat, 5 + seat)


def _side_word(scene: Scene, team: int) -> str:
    if scene.me is None:
        return ""
    return scene.say("play.goat.we" if team == scene.me % 2 else "play.goat.they")


def _sides(scene: Scene) -> tuple[int, int]:
    return (1, 0) if scene.me is not None and scene.me % 2 else (0, 1)


def _draw_seat_row(canvas: Canvas, scene: Scene, seat: Seat, y: int) -> None:
    view = _view(scene)
    end = canvas.width - 1
    role = name_role(scene, seat)
    canvas.put(0, y, turn_sign(canvas, scene, seat), "strong")
    canvas.put(1, y, scene.name(seat), role, end - 20)
    canvas.put(end - 18, y, "D" if seat == view.dealer else "", "label")
    canvas.right(end - 20, y, "AB"[seat % 2], role, 8)
    canvas.put(end - 10, y, presence(scene, seat), "quiet", 6)
    canvas.right(end - 4, y, str(view.counts[seat]), role, 4)


# ---- the party's sheet ---------------------------------------------------------------------------------


def draw_sheet(canvas: Canvas, scene: Scene) -> None:
    """By game: points, tricks, penalty points given and their totals; then the piles of the last game.

    Where not all games fit, the newest do; piles are shown where there is room for them.
    """
    view = _view(scene)
    for column, word in enumerate(("game", "points", "tricks", "penalty", "total")):
        canvas.right(
            column * 11 - 4 * (column > 0), 0, scene.say(f"play.goat.sheet.{word}"), "title", 6 + 4 * (column > 0)
        )
    games = list(enumerate(view.history, 1))[-max(1, canvas.height - 3) :]
    for y, (number, score) in enumerate(games, 1):
        canvas.right(0, y, str(number), "label", 6)
        for column, pair in enumerate((score.points, score.tricks, score.penalties, score.totals), 1):
            canvas.right(column * 11 - 4, y, f"{pair[0]} : {pair[1]}", "", 10)
    if not games:
        canvas.put(2, 1, scene.say("play.sheet.empty"), "quiet")
    _draw_piles(canvas, scene, max(1, len(games)) + 2)


def _draw_piles(canvas: Canvas, scene: Scene, y: int) -> None:
    names = [_side_names(scene, team) for team in (0, 1)]
    canvas.put(2, y, scene.say("play.goat.sheet.sides", first=names[0], second=names[1]), "quiet")
    piles = _view(scene).last_piles
    if y + 9 > canvas.height:
        return
    for team, pile in enumerate(piles):
        row = y + 2 + team * 4
        canvas.put(2, row, scene.say("play.goat.sheet.pile", names=names[team], count=len(pile)), "title")
        for line in range(0, len(pile), 16):
            canvas.put(2, row + 1 + line // 16, codes(pile[line : line + 16], scene))


def _side_names(scene: Scene, team: int) -> str:
    return "+".join(scene.name(seat) for seat in (team, team + 2))


def sheet_height(scene: Scene) -> int:
    """Lines of the party's sheet."""
    return max(1, len(_view(scene).history)) + (12 if _view(scene).last_piles else 3)


# ---- the end -------------------------------------------------------------------------------------------


def _draw_result(canvas: Canvas, scene: Scene) -> None:
    outcome = scene.view.outcome
    if outcome is None:
        return
    words = tuple(scene.say("play.goat.goats") if rank > 1 else scene.say("play.won") for rank in outcome.ranks)
    draw_ranking(canvas, scene, outcome, words)
