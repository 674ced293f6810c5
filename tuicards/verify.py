"""Whether a record is true: the deal as it was promised, every move by the rules, and the result.

Pure. What a fair deal proves, and what it does not, is told in PROTOCOL.md, section 9.
"""

from typing import Any

import msgspec

from tuicards.errors import Param, PlayerError
from tuicards.fair_deal import Dealt
from tuicards.games.api import AnyGame, Move, to_plain
from tuicards.games.history import Entry
from tuicards.records import PartyRecord
from tuicards.replay import begun, game_of


class Verdict(msgspec.Struct, frozen=True):
    """What has been found out about a record, as a code with parameters.

    Right: `verdict.fair`, `verdict.fair_seen`, `verdict.numbers_unseen`, `verdict.no_numbers`,
    `verdict.moves_only`. Wrong: `verdict.no_secret`, `verdict.other_secret`, `verdict.number_missing`,
    `verdict.other_seed`, `verdict.wrong_move`, `verdict.wrong_result`.
    """

    right: bool
    code: str
    params: dict[str, Param] = {}


def verify(record: PartyRecord, *, file: str = "", game: AnyGame | None = None) -> Verdict:
    """Check all that a record tells. The first thing that is wrong counts.

    `file` is its name in errors; `game` the rules, if they are not to be looked up.
    Raises StorageError `record_unknown_game`, `record_by_other_rules`, `record_bad_header`: nothing can be checked.
    """
    game = game or game_of(record, file)
    state = begun(record, game, file)
    return _broken_promise(record) or _broken_rule(record, game, state) or Verdict(True, _what_holds(record))


def _broken_promise(record: PartyRecord) -> Verdict | None:
    """What is wrong with the deal, if anything is."""
    dealt, seen = Dealt(record.secret, record.nonces), record.witness
    if seen is not None and seen.commitment != dealt.commitment:
        return Verdict(False, "verdict.other_secret" if record.secret else "verdict.no_secret")
    if seen is not None and seen.nonce and seen.nonce not in _nonces_of(record, seen.seat):
        return Verdict(False, "verdict.number_missing")
    if record.secret and record.header.seed != dealt.seed:
        return Verdict(False, "verdict.other_seed")
    return None


def _nonces_of(record: PartyRecord, seat: int | None) -> tuple[str, ...]:
    """What a seat had added; nothing where there is no such seat."""
    return () if seat is None or seat < 0 else record.nonces[seat : seat + 1]


def _broken_rule(record: PartyRecord, game: AnyGame, state: Any) -> Verdict | None:
    """The first move that the rules do not allow, or a result that does not come of the moves."""
    for line, entry in enumerate(record.entries, 2):
        move = _allowed(game, state, entry)
        if move is None:
            told: dict[str, Param] = {"line": line, "number": entry.seat + 1, "text": entry.move[:40]}
            return Verdict(False, "verdict.wrong_move", told)
        state, _ = game.apply(state, entry.seat, move)
    if game.outcome(state) != record.outcome:
        return Verdict(False, "verdict.wrong_result", {"line": len(record.entries) + 2})
    return None


def _allowed(game: AnyGame, state: Any, entry: Entry) -> Move | None:
    """The move, if it is among those that its seat may make. In which order its cards are named does not matter."""
    try:
        move: Move = game.parse_move(entry.move)
    except PlayerError:
        return None
    legal = game.legal(state, entry.seat)
    return move if move in legal or _unordered(move) in map(_unordered, legal) else None


def _unordered(move: Move) -> dict[str, Any]:
    plain = to_plain(move)
    return {name: sorted(value) if isinstance(value, list | tuple) else value for name, value in plain.items()}


def _what_holds(record: PartyRecord) -> str:
    """The code for a record without a fault: how much that says depends on what was noted."""
    if not record.secret:
        return "verdict.moves_only"
    if not any(record.nonces):
        return "verdict.no_numbers"
    if record.witness is None:
        return "verdict.numbers_unseen"
    return "verdict.fair" if record.witness.nonce else "verdict.fair_seen"
