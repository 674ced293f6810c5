"""What a game is: the contract that every game keeps and that everything else relies on.

A state is an immutable value. `apply` returns the next one, so a refused move changes nothing, and
undo, replay and look-ahead cost nothing. Events are public by construction: whatever is secret
travels in views only. Moves, events and views go over the wire as plain maps (`to_plain`), and come
back as typed values (`Game.move_type` and its kin with `from_plain`).
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Literal, Protocol, TypeAlias, TypeVar, get_args

import msgspec

from tuicards.errors import BadOptions, IllegalMove, Param
from tuicards.phrase import Phrases

Seat: TypeAlias = int
"""A place at the table, 0 to seats - 1, clockwise."""

Topic: TypeAlias = Literal["table", "hand", "trick", "last", "tricks", "scores"]
"""What one may ask a view about: the whole situation, the own cards, the trick, the last one, all finished ones
that may be looked at, each begun by a fact with its `number`; the score sheet."""


class Move(msgspec.Struct, frozen=True, gc=False, tag_field="move", omit_defaults=True):
    """What a seat may do. Each game declares its own; the tag is the move's name on the wire."""


class Event(msgspec.Struct, frozen=True, gc=False, tag_field="event", omit_defaults=True):
    """What everybody saw happen. The tag is its code; the fields fill the sentence for it."""


class Fact(msgspec.Struct, frozen=True, gc=False):
    """One line to tell about a view: a code with parameters, made a sentence by `tuicards.speech`."""

    code: str
    params: dict[str, Param] = {}


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """The end of a party. `ranks[seat]` is 1 for the best; equal seats share a rank and the next one is skipped."""

    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    result: Fact

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats of rank 1."""
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)


class TableView(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What one seat (or a watcher, `seat` None) may see. Games add fields; these every client can rely on.

    It is built from what may be seen, never by taking secrets away, and it carries the seat's legal
    moves, so that a client never applies a rule.
    """

    seat: Seat | None
    teams: tuple[int, ...]
    """Team of each seat; without teams each seat is its own."""
    phase: str
    to_act: tuple[Seat, ...]
    """Whom the table waits for, in ascending order."""
    legal: tuple[Any, ...] = ()
    """The moves this seat may make now, in or out of turn. Empty for watchers."""
    hand: tuple[str, ...] = ()
    """This seat's own cards, sorted for the eye."""
    counts: tuple[int, ...]
    """How many cards each seat holds."""
    totals: tuple[int, ...]
    """Score so far of each team."""
    outcome: Outcome | None = None

    @property
    def my_turn(self) -> bool:
        """Whether the table waits for this seat."""
        return self.seat is not None and self.seat in self.to_act


class OptionSpec(msgspec.Struct, frozen=True):
    """An option of a game as text: its name, the values offered (default first), and whether others are accepted."""

    name: str
    values: tuple[str, ...]
    open: bool = False

    @property
    def default(self) -> str:
        return self.values[0]


State = TypeVar("State")
Options = TypeVar("Options")
M = TypeVar("M", bound=Move)
V = TypeVar("V", bound=TableView, covariant=True)


class Game(Protocol[State, Options, M, V]):
    """One card game. All methods are pure; see the conformance suite for what must hold."""

    @property
    def name(self) -> str:
        """The game's name in commands and on the wire: lower-case letters."""

    @property
    def title(self) -> str:
        """The game's name as people write it."""

    @property
    def version(self) -> int:
        """Version of the rules. A record of another version is refused, never replayed wrongly."""

    @property
    def seats(self) -> range:
        """Numbers of seats that some options allow."""

    @property
    def out_of_turn(self) -> bool:
        """Whether a seat may ever do something while the table does not wait for it."""

    @property
    def usual_seats(self) -> int:
        """The number of seats when nobody says."""

    @property
    def options(self) -> tuple[OptionSpec, ...]:
        """Every option with its values."""

    @property
    def presets(self) -> Mapping[str, Mapping[str, str]]:
        """Named sets of option values."""

    @property
    def phrases(self) -> Phrases:
        """English sentences by code, for events, facts, refusals, options and words (see `tuicards.speech`)."""

    @property
    def move_type(self) -> Any:
        """The union of the game's moves, for `from_plain`."""

    @property
    def event_type(self) -> Any:
        """The union of the game's events, for `from_plain`."""

    @property
    def view_type(self) -> type[V]:
        """The game's view, for `from_plain`."""

    @property
    def deal_event(self) -> type[Event] | None:
        """What everybody sees when cards are dealt anew within a party; None where a party is one deal."""

    def parse_options(self, chosen: Mapping[str, str], preset: str | None = None) -> Options:
        """Options from texts: the preset's values, overridden by the chosen ones.

        Raises BadOptions: `unknown_option`, `unknown_preset`, `bad_option_value`.
        """

    def format_options(self, options: Options) -> dict[str, str]:
        """Every option as text; `parse_options` reads it back."""

    def check(self, seats: int, options: Options) -> None:
        """Raises BadOptions, naming what does not go together, unless a party can start like this."""

    def new(self, seats: int, seed: bytes, options: Options) -> State:
        """The first state of a party. Raises BadOptions as `check` does."""

    def to_act(self, state: State) -> frozenset[Seat]:
        """Whom the table waits for. Public: it never depends on hidden cards. Empty once the party is over."""

    def legal(self, state: State, seat: Seat) -> tuple[M, ...]:
        """Every move the seat may make now, without repeats, in a fixed order. Told to that seat only.

        May be non-empty out of turn; never empty for a seat in `to_act`.
        """

    def apply(self, state: State, seat: Seat, move: M) -> tuple[State, tuple[Event, ...]]:
        """The next state, and what everybody saw. Raises IllegalMove with a code that names the reason."""

    def time_out(self, state: State, seat: Seat) -> M:
        """What is played for a seat in `to_act` whose time is up: legal, public, and a step to the party's end.

        It depends on nothing that the seat cannot see.
        """

    def view(self, state: State, seat: Seat | None) -> V:
        """What the seat sees; None is a watcher. Equal views are equal byte for byte."""

    def plausible(self, view: Any, events: Sequence[Any]) -> bool:
        """Whether a view and events from elsewhere, of the right types, hang together so that they can be shown.

        True for each view that `view` gives, with events that `apply` gives.
        """

    def outcome(self, state: State) -> Outcome | None:
        """The end of the party, or None while it goes on."""

    def resample(self, state: State, seat: Seat | None, seed: bytes) -> State:
        """A state with the same view and the same past events for the seat, and other hidden cards."""

    def parse_move(self, text: str) -> M:
        """A move from its text form. Raises IllegalMove `bad_move`, which carries the text."""

    def format_move(self, move: M) -> str:
        """The text form of a move; `parse_move` reads it back."""

    def facts(self, view: Any, topic: Topic) -> tuple[Fact, ...]:
        """Lines that tell the topic, in the order to read them; the whole of what a person needs to play by ear."""


AnyGame: TypeAlias = Game[Any, Any, Any, Any]

Plain = TypeVar("Plain")


def to_plain(value: msgspec.Struct) -> dict[str, Any]:
    """A move, event or view as a map of plain values, ready for the wire or a file."""
    plain: dict[str, Any] = msgspec.to_builtins(value)
    return plain


def from_plain(plain: object, kind: type[Plain]) -> Plain:
    """A typed value from a plain map. Raises IllegalMove `bad_move` when it is not of that kind.

    Strict: a bool or a float is no int, unknown tags are refused.
    """
    try:
        value: Plain = msgspec.convert(plain, _named(plain, kind))
    except (msgspec.ValidationError, ValueError) as error:
        raise IllegalMove("bad_move", text=str(error)[:200]) from None
    return value


def _named(plain: object, kind: Any) -> Any:
    """Of a union the type that the tag names, if any: for a union msgspec makes its plans anew at each call."""
    field, kinds = _by_tag(kind)
    tag = plain.get(field) if type(plain) is dict else None
    return kinds.get(tag, kind) if type(tag) is str else kind


@cache
def _by_tag(kind: Any) -> tuple[str, Mapping[str, Any]]:
    """The field of the tag, and the types of a union by their tags; nothing where it is none."""
    kinds = {str(one.__struct_config__.tag): one for one in get_args(kind)}
    return next((str(one.__struct_config__.tag_field) for one in kinds.values()), ""), kinds


def choose_options(
    specs: tuple[OptionSpec, ...],
    presets: Mapping[str, Mapping[str, str]],
    chosen: Mapping[str, str],
    preset: str | None,
) -> dict[str, str]:
    """Every option's text: default, overridden by the preset, overridden by the choice.

    Closed options are checked here; an open one is for the game to read. Raises BadOptions.
    """
    if preset is not None and preset not in presets:
        raise BadOptions("unknown_preset", preset=preset, known=tuple(presets))
    texts = {spec.name: spec.default for spec in specs} | dict(presets[preset] if preset else {})
    known = {spec.name: spec for spec in specs}
    for name, value in chosen.items():
        if name not in known:
            raise BadOptions("unknown_option", option=name, known=tuple(known))
        if not known[name].open and value not in known[name].values:
            raise BadOptions("bad_option_value", option=name, value=value, known=known[name].values)
        texts[name] = value
    return texts


def ranks(scores: tuple[int, ...]) -> tuple[int, ...]:
    """Rank of each score, 1 for the highest; equal scores share a rank and the next one is skipped."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)
