"""The own hand: a row of cards that never moves while one chooses."""

from collections.abc import Iterator
from typing import NamedTuple

from textual import events
from textual.message import Message

from tuicards.tui.widgets.canvas import Canvas
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
    """Legal cards stand a row higher and bear their digit; `several`: more than one may be chosen.

    Choosing changes weight and colour of a card and the sign below it, never its place.
    """
    size = card_size(canvas.height)
    fan = Fan(len(cards), canvas.width, size[0], scene.pick.cursor)
    turn = any(card.legal for card in cards)
    for place in fan.places():
        card = cards[place.number]
        taken = card.code in scene.pick.chosen if several else place.number == scene.pick.cursor and turn
        look = "dim" if turn and not card.legal else ""
        draw_card(
            canvas, place.left, 0 if card.legal else 1, size, card, f"{look} {'lit' if taken else ''}", place.seen
        )
        if turn or several:
            _draw_mark(canvas, scene, place, card)
    if fan.more_left:
        canvas.put(0, size[1] // 2, "<", "strong")
    if fan.more_right:
        canvas.put(canvas.width - 1, size[1] // 2, ">", "strong")


def _draw_mark(canvas: Canvas, scene: Scene, place: Place, card: HandCard) -> None:
    glyphs, y = canvas.glyphs, canvas.height - 1
    digit = DIGITS[place.number] if place.number < len(DIGITS) else " "
    here = place.number == scene.pick.cursor and not scene.pick.on_bar
    middle = place.left + min(place.seen, canvas.width) // 2 - 1
    canvas.put(middle - 1, y, glyphs.chosen if card.code in scene.pick.chosen else " ", "strong")
    canvas.put(middle, y, glyphs.cursor if here else " ", "strong")
    open_ = card.legal and scene.pick.question is None
    canvas.put(middle + 1, y, digit if card.legal else glyphs.dot, "key" if open_ else "quiet")
