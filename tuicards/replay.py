"""A party told again from its record: every position between its moves, and where each one is.

Pure, and the same for every game: rounds and tricks are known by their events.
"""

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

import msgspec

from tuicards.errors import PlayerError, Refused, StorageError
from tuicards.games import GAMES
from tuicards.games.api import AnyGame, Event, Seat
from tuicards.games.history import Entry
from tuicards.records import PartyRecord

ROUND_ENDS = frozenset({"round_scored", "game_ended"})
TRICK_ENDS = frozenset({"trick_won"})
TRICK_ANEW = frozenset({"molodka"})
"""The cards that lay there went back: the trick begins again with this play."""
FACE_DOWN = frozenset({"passed"})
"""Without cards in the event, the cards of the move were laid face down."""

BIDDING = "bid"

Cards: TypeAlias = tuple[str, ...]


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """A position, and the move that led to it; the first one has none."""

    state: Any
    seat: Seat | None = None
    events: tuple[Event, ...] = ()
    round: int = 1
    trick: int = 0
    """In the round, from 1; 0 before its first card."""
    card: int = 0
    """The play in the trick, or while bids are made the bid in the round, from 1."""
    trick_over: bool = False
    round_over: bool = False
    """Whether the next public move begins a trick, or a round."""
    face_down: tuple[Cards, ...]
    """By seat: the cards laid in this round that nobody else has seen."""
    buried: tuple[Cards, ...]
    """As many of them as lay there before this trick."""

    @property
    def ends_trick(self) -> bool:
        """Whether the move was the last of a trick."""
        return _tells(self.events, TRICK_ENDS)

    @property
    def ends_round(self) -> bool:
        """Whether the move was the last of a round; the next one is dealt, if there is one."""
        return _tells(self.events, ROUND_ENDS)


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """Where a step is, for people to read; `code` is that of the sentence."""

    code: str
    round: int
    rounds: int
    trick: int
    play: int
    """In the trick, or the bid in the round; from 1."""
    plays: int
    """How many the trick has, or how many bids the round."""


class Replay:
    """The steps of a party, checked: every move was legal, and the outcome is the one that is written down."""

    def __init__(self, record: PartyRecord, *, file: str = "", game: AnyGame | None = None) -> None:
        """`file` is its name in errors; `game` the rules, if they are not to be looked up.

        Raises StorageError: `record_unknown_game`, `record_by_other_rules`, `record_bad_header`,
        `record_wrong_move`, `record_wrong_outcome`, each with the line of the file.
        """
        self.record = record
        self.game = game or game_of(record, file)
        self.steps = tuple(self._fold(file))
        if self.game.outcome(self.steps[-1].state) != record.outcome:
            raise StorageError("record_wrong_outcome", file=file, line=len(self.steps) + 1)
        self.rounds = max(step.round for step in self.steps)

    def __len__(self) -> int:
        return len(self.steps)

    def _fold(self, file: str) -> Iterator[Step]:
        nothing: tuple[Cards, ...] = ((),) * self.record.header.seats
        step = Step(state=begun(self.record, self.game, file), face_down=nothing, buried=nothing)
        yield step
        for line, entry in enumerate(self.record.entries, 2):
            try:
                step = self._after(step, entry)
            except PlayerError:
                number, text = entry.seat + 1, entry.move[:40]
                raise StorageError("record_wrong_move", file=file, line=line, number=number, text=text) from None
            yield step

    def _after(self, before: Step, entry: Entry) -> Step:
        """The step after a move. Raises PlayerError where the rules forbid it."""
        move = self.game.parse_move(entry.move)
        bids = self.game.view(before.state, None).phase == BIDDING
        state, events = self.game.apply(before.state, entry.seat, move)
        step = msgspec.structs.replace(before, state=state, seat=entry.seat, events=tuple(events))
        if not events:
            return step
        return _with_cards(before, _numbered(before, step, bids), getattr(move, "cards", ()))

    # ---- finding the way ------------------------------------------------------------------------------

    @property
    def last(self) -> int:
        """The step at the end of the party."""
        return len(self.steps) - 1

    def by_card(self, at: int, way: int) -> int:
        """The next step forward (way 1) or back (-1); the ends stay."""
        return max(0, min(self.last, at + way))

    def by_trick(self, at: int, way: int) -> int:
        """The next step in this direction that ends a trick or the bids of a round, or an end of the party."""
        places = range(at + 1, self.last) if way > 0 else range(at - 1, 0, -1)
        end = self.last if way > 0 else 0
        return next((place for place in places if self._ends_something(place)), end)

    def _ends_something(self, at: int) -> bool:
        step, after = self.steps[at], self.steps[at + 1]
        return step.ends_trick or (step.trick == 0 and after.trick == 1)

    def by_round(self, at: int, way: int) -> int:
        """Forward the beginning of the next round, or the end; back that of this one, or of the one before."""
        begins = [self.round_begins(number) for number in range(1, self.rounds + 1)]
        if way > 0:
            return next((begin for begin in begins if begin > at), self.last)
        return next((begin for begin in reversed(begins) if begin < at), 0)

    def round_begins(self, number: int) -> int:
        """The step at which a round has just been dealt. Raises Refused `replay.no_round`."""
        if number == 1:
            return 0
        ends = (at for at, step in enumerate(self.steps[:-1]) if step.ends_round and step.round == number - 1)
        found = next(ends, None)
        if found is None:
            raise Refused("replay.no_round", number=number, rounds=self.rounds)
        return found

    def trick_begins(self, number: int, trick: int) -> int:
        """The first card of a trick of a round. Raises Refused `replay.no_trick`."""
        of_round = [at for at, step in enumerate(self.steps) if step.round == number]
        found = next((at for at in of_round if self.steps[at].trick == trick > 0), None)
        if found is None:
            tricks = max(self.steps[at].trick for at in of_round)
            raise Refused("replay.no_trick", number=trick, tricks=tricks)
        return found

    def round_at(self, at: int) -> int:
        """The round that a step belongs to: with the score of one round the next one is dealt."""
        return self.steps[at].round + self.dealt_anew(at)

    def dealt_anew(self, at: int) -> bool:
        """Whether a round ended with the step, and the hands are those of the next one."""
        return self.steps[at].round_over and at < self.last

    def face_down(self, at: int) -> tuple[Cards, ...]:
        """By seat: the cards laid unseen in the round that the hands of the step are of."""
        step = self.steps[at]
        return ((),) * len(step.face_down) if self.dealt_anew(at) else step.face_down

    def place(self, at: int) -> Place:
        """Where a step is."""
        step = self.steps[at]
        if at == self.last:
            code = "replay.at.over"
        elif step.round_over or step.trick == step.card == 0:
            code = "replay.at.dealt"
        else:
            code = "replay.at.card" if step.trick else "replay.at.bid"
        return Place(
            code=code,
            round=self.round_at(at),
            rounds=self.rounds,
            trick=step.trick,
            play=step.card,
            plays=self.record.header.seats,
        )


def game_of(record: PartyRecord, file: str) -> AnyGame:
    """The rules of a record's game. Raises StorageError `record_unknown_game`."""
    game = GAMES.get(record.header.game)
    if game is None:
        raise StorageError("record_unknown_game", file=file, line=1, game=record.header.game[:40], known=tuple(GAMES))
    return game


def begun(record: PartyRecord, game: AnyGame, file: str) -> Any:
    """The position before the first move. Raises StorageError `record_by_other_rules`, `record_bad_header`."""
    header = record.header
    if (header.game, header.version) != (game.name, game.version):
        recorded, known = f"{header.game} {header.version}", f"{game.name} {game.version}"
        told = {"recorded": recorded, "known": known, "program": record.program[:40]}
        raise StorageError("record_by_other_rules", file=file, line=1, **told)
    try:
        return game.new(header.seats, header.seed, game.parse_options(header.options))
    except PlayerError:
        raise StorageError("record_bad_header", file=file, line=1) from None


def _numbered(before: Step, step: Step, bids: bool) -> Step:
    """The step with its round, trick and card."""
    over = {"trick_over": step.ends_trick, "round_over": step.ends_round}
    round_ = before.round + before.round_over
    if bids:
        card = 1 if before.round_over else before.card + 1
        return msgspec.structs.replace(step, round=round_, trick=0, card=card, **over)
    new_trick = before.round_over or before.trick_over or before.trick == 0
    trick = 1 if before.round_over else before.trick + new_trick
    card = 1 if new_trick or _tells(step.events, TRICK_ANEW) else before.card + 1
    return msgspec.structs.replace(step, round=round_, trick=trick, card=card, **over)


def _with_cards(before: Step, step: Step, cards: Cards) -> Step:
    """The step with what lies face down after it."""
    laid: tuple[Cards, ...] = before.face_down
    if before.round_over:
        laid = ((),) * len(laid)
    new_trick = (step.round, step.trick) != (before.round, before.trick)
    buried = laid if new_trick else before.buried
    if _tells(step.events, TRICK_ANEW):
        laid = buried
    elif _laid_unseen(step):
        laid = tuple((*old, *cards) if seat == step.seat else old for seat, old in enumerate(laid))
    return msgspec.structs.replace(step, face_down=laid, buried=buried)


def _laid_unseen(step: Step) -> bool:
    return any(_tells((event,), FACE_DOWN) and not getattr(event, "cards", ()) for event in step.events)


def _tells(events: Iterable[Event], codes: frozenset[str]) -> bool:
    """Whether one of these events is among them."""
    return any(str(event.__struct_config__.tag) in codes for event in events)
