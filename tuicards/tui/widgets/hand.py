"""The own hand: a row of cards that never moves while one chooses."""

from collections.abc import Iterator
from typing import NamedTuple

from textual import events
from textual.message import Message

from tuicards.tui.widgets.canvas import Canvas, Role
from tuicards.tui.widgets.cards import draw_card
from tuicards.tui.widgets.panel import Panel
from tuicards.tui.widgets.scene import HandCard, Scene

LEAST_STEP = 4
"""Cells that must stay visible of a card that others cover: its sign and its value."""

DIGITS = "1234567890"
"""The key that chooses each of the first ten cards."""


class Place(NamedTuple):
    """Where one card of the hand lies."""

    number: int
    left: int
    seen: int
    """How many of its cells no other card covers."""


class Fan:
    """How a hand of some cards lies in some width; both drawing and clicks go by it."""

    def __init__(self, count: int, width: int, card_width: int, cursor: int) -> None:
        self.card_width = card_width
        room = max(1, (width - 2 - card_width) // LEAST_STEP + 1)
        self.shown = min(count, room)
        self.first = 0 if count <= room else max(0, min(cursor - room // 2, count - room))
        self.step = min(card_width + 1, (width - 2 - card_width) // max(1, self.shown - 1))
        self.left = max(1, (width - self.step * (self.shown - 1) - card_width) // 2)
        self.more_left = self.first > 0
        self.more_right = self.first + self.shown < count

    def places(self) -> Iterator[Place]:
        """Each card shown, from left to right."""
        for slot in range(self.shown):
            last = slot == self.shown - 1
            seen = self.card_width if last else min(self.step, self.card_width)
            yield Place(self.first + slot, self.left + slot * self.step, seen)

    def at(self, x: int) -> int | None:
        """The card that covers a cell."""
        return next((place.number for place in self.places() if place.left <= x < place.left + place.seen), None)


def card_size(height: int) -> tuple[int, int]:
    """Width and height of a hand card: a row above is for raised cards, one below for marks."""
    return (9, height - 2) if height >= 8 else (6, height - 2)


class Hand(Panel):
    """Tells which card was clicked; what that means is for the screen to say."""

    class Clicked(Message):
        """A card of the hand was clicked."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    def on_click(self, event: events.Click) -> None:
        if self.scene is None or not self.scene.view.hand:
            return
        size = card_size(self.size.height)
        fan = Fan(len(self.scene.view.hand), self.size.width, size[0], self.scene.pick.cursor)
        index = fan.at(event.x)
        if index is not None:
            self.post_message(self.Clicked(index))


def draw_hand(canvas: Canvas, scene: Scene, cards: tuple[HandCard, ...], several: bool) -> None:
    """Legal cards stand a row higher and bear their number; `several`: more than one may be chosen.

    Choosing changes weight and colour of a card and the signs below it, never its place. A card of the trump colour
    or suit has a star in its frame.
    """
    size = card_size(canvas.height)
    fan = Fan(len(cards), canvas.width, size[0], scene.pick.cursor)
    turn = any(card.legal for card in cards)
    waiting = not scene.view.my_turn and scene.view.outcome is None
    for place in fan.places():
        card = cards[place.number]
        taken = card.code in scene.pick.chosen if several else place.number == scene.pick.cursor and turn
        look = f"{'dim' if turn and not card.legal else ''} {'lit' if taken else ''}"
        top = 0 if card.legal else 1
        draw_card(canvas, place.left, top, size, card, look, place.seen)
        if card.trump:
            canvas.put(place.left + 2, top, canvas.glyphs.trump, f"{card.role} lit" if taken else "turn")
        if turn or several or waiting:
            _draw_marks(canvas, scene, place, card, len(cards))
    if fan.more_left:
        canvas.put(0, size[1] // 2, "<", "strong")
    if fan.more_right:
        canvas.put(canvas.width - 1, size[1] // 2, ">", "strong")


def _draw_marks(canvas: Canvas, scene: Scene, place: Place, card: HandCard, count: int) -> None:
    """Below a card: whether it is chosen, waits or is hinted at; the cursor; its number."""
    glyphs, pick, y = canvas.glyphs, scene.pick, canvas.height - 1
    here = place.number == pick.cursor and not pick.on_bar and (pick.question is None or pick.question.loose)
    middle = place.left + min(place.seen, canvas.width) // 2 - 1
    canvas.put(middle - 1, y, *_state_mark(canvas, scene, card))
    canvas.put(middle, y, glyphs.cursor if here else " ", "strong")
    open_ = card.legal and pick.question is None
    number = place_number(place.number, count)
    shown = card.legal or (not scene.view.my_turn and pick.question is None)
    canvas.put(middle + 1, y, number if shown else glyphs.dot, "key" if open_ else "quiet")


def _state_mark(canvas: Canvas, scene: Scene, card: HandCard) -> tuple[str, Role]:
    """What has been decided about a card, or what a bot would do with it."""
    if card.code in scene.pick.queued:
        return canvas.glyphs.queued, "turn"
    if card.code in scene.pick.chosen:
        return canvas.glyphs.chosen, "strong"
    return (canvas.glyphs.hinted, "good strong") if card.code in scene.pick.hinted else (" ", "")


def place_number(index: int, count: int) -> str:
    """What is typed to choose a card by its place: a digit, or two where the hand has more than ten cards."""
    return DIGITS[index] if count <= len(DIGITS) else str(index + 1)
