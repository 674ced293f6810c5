"""What a game brings to the table on the screen: how its cards, trick and scores are drawn, and what keys mean.

A game without a face of its own is played with the plain one: its facts as lines, its moves as choices.
"""

from typing import Any, Protocol

from tuicards.client_state import ClientState
from tuicards.games.api import Move, TableView
from tuicards.settings import Settings
from tuicards.tui.widgets.canvas import Canvas
from tuicards.tui.widgets.scene import Choice, HandCard, Question, Scene


class Face(Protocol):
    """One game's part of the table. All of it is pure: a scene in, drawings or moves out."""

    several: bool
    """Whether several cards may be chosen before they are played together."""

    def heading(self, scene: Scene) -> str:
        """How far the party has come, in a few words."""

    def arranged(self, view: TableView, settings: Settings) -> tuple[str, ...]:
        """The own cards in the order that the person likes."""

    def hand(self, scene: Scene) -> tuple[HandCard, ...]:
        """The own cards as they are drawn."""

    def prompt(self, scene: Scene) -> str:
        """Whose turn it is and what is asked."""

    def promise(self, scene: Scene) -> str:
        """What Enter will do now; empty when nothing."""

    def question(self, scene: Scene) -> Question | None:
        """What must be answered in the bar instead of with a card, such as a bid."""

    def actions(self, scene: Scene) -> tuple[Choice, ...]:
        """Moves that stand in the bar beside the cards, such as a pass."""

    def enter(self, scene: Scene) -> Move | Question | None:
        """What Enter means: a move to send, legal or to be refused by the server, a question first, or nothing."""

    def plays(self, scene: Scene) -> bool:
        """Whether cards are played now, by whomever; not while bids are made, not after the end."""

    def queueable(self, scene: Scene) -> tuple[str, ...]:
        """The cards that would wait for one's turn if chosen now; none when there is no turn to wait for."""

    def passed(self, scene: Scene) -> Move | None:
        """The legal pass with the chosen cards; None where there is none, or nothing is ever passed."""

    def playable(self, scene: Scene) -> tuple[str, ...]:
        """The cards that the rules leave one now, as the view's legal moves tell; for the sentence of a refusal."""

    def finished(self, old: Scene | None, state: ClientState) -> tuple[Any, ...]:
        """The finished tricks that can be looked through after one more state, the oldest first."""

    def looked_at(self, scene: Scene, number: int) -> TableView:
        """The view as it would be drawn if the finished trick of this place in `scene.tricks` were the last one."""

    def guide(self, scene: Scene) -> tuple[str, ...]:
        """Codes of the hints that fit a first game at this moment, the most fitting first."""

    def card_letter(self, scene: Scene, character: str) -> str:
        """The Latin letter that a character stands for on the reader's cards; empty where it stands on none."""

    def typed(self, view: TableView, text: str) -> int | None:
        """The card of the hand that letters typed so far stand for; None when it holds no such card."""

    def draw_trump(self, canvas: Canvas, scene: Scene) -> None:
        """Trump, how it came about, and its changes."""

    def draw_trick(self, canvas: Canvas, scene: Scene) -> None:
        """Who played what, who is winning and why; between tricks the last one; at the end the result."""

    def draw_ledger(self, canvas: Canvas, scene: Scene) -> None:
        """Who sits where, and how everybody stands."""

    def draw_last(self, canvas: Canvas, scene: Scene) -> None:
        """The last trick."""

    def draw_sheet(self, canvas: Canvas, scene: Scene) -> None:
        """The score sheet of the whole party."""

    def sheet_height(self, scene: Scene, width: int) -> int:
        """Lines that the score sheet needs in so many cells."""

    def draw_chart(self, canvas: Canvas, scene: Scene) -> None:
        """The scores so far as lines, or whatever else tells how the party went."""

    def first_letters(self) -> str:
        """Keys that begin a typed card."""

    def later_letters(self) -> str:
        """Keys that go on with one."""

    def complete(self, text: str) -> bool:
        """Whether a typed card cannot be gone on with, so that the next key begins anew."""
