"""What the table shows at one moment: the client's state, what the person is choosing, and the newest lines."""

from typing import Any, Literal

import msgspec
from textual.keys import key_to_character

from tuicards.client_state import ClientState
from tuicards.errors import Param
from tuicards.games.api import AnyGame, Move, Seat, TableView
from tuicards.settings import DEFAULTS, Settings
from tuicards.speech import Speaker
from tuicards.time_left import Left
from tuicards.tui.glyphs import UNICODE, Glyphs


class Line(msgspec.Struct, frozen=True):
    """A sentence in the log: an event of the game or something said."""

    text: str
    kind: Literal["event", "chat", "alert"] = "event"


class HandCard(msgspec.Struct, frozen=True):
    """A card as it is drawn: its code, its value and its sign or letter, and whether it may go now."""

    code: str
    value: str
    sign: str
    role: str
    legal: bool
    word: str = ""
    """What a special card does, in at most four cells."""
    trump: bool = False
    """Whether it is of the present trump colour or suit."""


class Choice(msgspec.Struct, frozen=True):
    """One thing that a person can choose in the bar.

    `keys` choose it at once. It stands for a move of the game, or for a command of the screen.
    `barred` says why it cannot be chosen now; it is shown struck out.
    """

    label: str
    keys: tuple[str, ...] = ()
    move: Move | None = None
    command: str = ""
    role: str = ""
    barred: str = ""
    lacking: str = ""
    """What must be done before it can be chosen; said instead."""


class Question(msgspec.Struct, frozen=True):
    """Choices of one matter, with the sentence that asks. Escape takes a `loose` one back."""

    ask: str
    choices: tuple[Choice, ...]
    loose: bool = True


class Pick(msgspec.Struct, frozen=True):
    """What the person has under the cursor and has chosen; none of it is known to anybody else."""

    cursor: int = 0
    """Place in the hand."""
    place: str = ""
    """Digits typed so far of a place beyond the tenth."""
    chosen: tuple[str, ...] = ()
    """Codes of the chosen cards, where several go at once."""
    typed: str = ""
    """Letters of a card typed so far."""
    question: Question | None = None
    bar: int = 0
    """Place in the bar."""
    on_bar: bool = False
    """Whether arrows and Enter go to the bar instead of the hand."""
    peek: int | None = None
    """Which of the finished tricks is looked at instead of the present one, the oldest first."""
    queued: tuple[str, ...] = ()
    """Codes of the cards that go as soon as it is one's turn."""
    queued_from: tuple[str, ...] = ()
    """The hand that they were chosen from."""
    passing: bool = False
    """Whether they go as a pass."""
    hinted: tuple[str, ...] = ()
    """Codes of the cards that a bot would play."""
    advised: Move | None = None
    """The move that it would make."""
    doubted: Move | None = None
    """The move about which has been asked whether it is meant; the next time it goes."""


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the panels draw. Equal scenes look equal."""

    state: ClientState
    speaker: Speaker
    pick: Pick = Pick()
    log: tuple[Line, ...] = ()
    back: int = 0
    """How many lines of the log are read back, while it is shown whole."""
    notice: str = ""
    """Why the last try was refused, or another thing to say once in the prompt's place."""
    calm: bool = False
    """Whether that is an answer, not a refusal or a warning."""
    held: bool = False
    """Whether the finished trick is still shown although the next one has begun."""
    delay: int | None = None
    """Milliseconds that the server takes to answer."""
    glyphs: Glyphs = UNICODE
    settings: Settings = DEFAULTS
    tricks: tuple[Any, ...] = ()
    """The finished tricks that can be looked through, the oldest first, each as the view's `last_trick`."""
    fresh: tuple[Seat, ...] = ()
    """Seats whose cards have just been laid, while they shine."""
    guide: str = ""
    """Code of the hint for a first game that is shown now."""
    left: Left = ()
    """The seats' time."""
    bot_in: int | None = None
    """Seconds until a bot plays for somebody without a connection for whom the table waits."""

    @property
    def settled(self) -> "Scene":
        """The scene without what the person is about to choose: all that most panels go by."""
        kept = Pick(peek=self.pick.peek)
        return msgspec.structs.replace(self, pick=kept, back=0, notice="", calm=False, guide="")

    @property
    def timeless(self) -> "Scene":
        """The scene without what changes with every second: all that most panels go by."""
        return msgspec.structs.replace(self, left=(), bot_in=None)

    @property
    def view(self) -> TableView:
        """The newest picture of the party. Only a scene of a party is drawn."""
        assert self.state.view is not None
        return self.state.view

    @property
    def game(self) -> AnyGame:
        """The table's game."""
        assert self.state.game is not None
        return self.state.game

    @property
    def me(self) -> int | None:
        """One's own seat; None while one watches."""
        return self.view.seat

    def key(self, binding: str, usual: str) -> str:
        """The key of a binding by its id: the first one that the settings name, or the usual one."""
        key = self.settings.keys.get(binding, usual).split(",")[0].strip()
        return key_to_character(key) or key or usual

    def finished_title(self) -> str:
        """What stands over a finished trick: that it is the last one, or which one of those looked through."""
        if self.pick.peek is None:
            return self.say("play.last_trick")
        return self.say("hand.looking.title", number=self.pick.peek + 1, count=len(self.tricks))

    def say(self, code: str, **params: Param | None) -> str:
        """The sentence for a code."""
        return self.speaker.say(code, params)

    def name(self, seat: Seat) -> str:
        """Who sits there: oneself is `You`."""
        return self.say("play.you") if seat == self.me else self.speaker.seat_name(seat)

    def hand_code(self) -> str | None:
        """The card under the cursor."""
        hand = self.view.hand
        return hand[min(self.pick.cursor, len(hand) - 1)] if hand else None
