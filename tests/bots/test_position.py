"""Positions in files: what a seat knew comes back, whatever is dealt where it did not look."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from tuicards.bots.position import Position, read, situation, write
from tuicards.bots.seen import Memory, Recall, Seen, seen_with
from tuicards.errors import StorageError
from tuicards.games import GAMES
from tuicards.games.api import AnyGame, Move, Seat
from tuicards.games.history import Entry, Header
from tuicards.records import PartyRecord

TABLES = [
    ("rage", {"round_plan": "4,3"}),
    ("rage", {"round_plan": "3,2", "bid_mode": "secret", "change_source": "player", "teams": "pairs"}),
    ("rage", {"round_plan": "5", "bid_mode": "simultaneous", "rage_play": "anytime", "out_scope": "trick_redraw"}),
    ("goat", {}),
    ("goat", {"discards": "face_up", "trump_card": "bottom"}),
]


def decisions(game: AnyGame, options: Any, seed: int, moves: int = 60) -> Iterator[tuple[Seen, Seat, Move]]:
    """What each seat to move knows, and does, in a party by chance: as a server keeps it, and as a client does."""
    chance, state, recall = Random(seed), game.new(4, b"%d" % seed, options), Recall(game, 4)
    memories = [Memory(held=tuple(game.view(state, seat).hand), whole=True) for seat in range(4)]
    for _ in range(moves):
        if not game.to_act(state):
            return
        seat = chance.choice(sorted(game.to_act(state)))
        move = chance.choice(game.legal(state, seat))
        view = game.view(state, seat)
        yield recall.seen(view, options), seat, move
        yield seen_with(view, options, memories[seat]), seat, move
        state, events = game.apply(state, seat, move)
        recall.after(seat, move, events)
        memories = [memory.after(game, events, game.view(state, other).hand) for other, memory in enumerate(memories)]


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_what_a_seat_knew_comes_back(name: str, options: dict[str, str]) -> None:
    """View and events are those of the table, the same for every deal of the hidden cards."""
    game = GAMES[name]
    chosen = game.parse_options(options)
    for number, (seen, _, move) in enumerate(decisions(game, chosen, 5)):
        if number % 7:
            continue
        position = Position.from_seen(game, seen, move, "normal")
        for seed in (1, 2):
            again = situation(position, seed).seen
            assert _without_last_deal(again.view) == _without_last_deal(seen.view)
            assert again.events == seen.events
            assert set(again.held) == set(seen.held)


def _without_last_deal(view: Any) -> Any:
    """What the deal before has left on the table is no part of a position."""
    kept = {name: getattr(view, name) for name in view.__struct_fields__ if name not in ("last_piles", "last_trick")}
    return kept | {"last_trick": view.last_trick if getattr(view, "tricks_done", 0) else None}


def test_a_position_holds_no_card_that_its_seat_has_not_seen() -> None:
    """Another deal of the hidden cards gives the same file."""
    game = GAMES["rage"]
    options = game.parse_options({"round_plan": "4"})
    for seen, _, _ in decisions(game, options, 8, moves=12):
        position = Position.from_seen(game, seen)
        told = {word for line in position.moves for word in line.split()[1:]}
        own = position.hands[position.seat].split()
        assert [hand for seat, hand in enumerate(position.hands) if seat != position.seat] == ["", "", ""]
        assert set(own) <= {*seen.view.hand, *told}


def test_a_file_brings_a_position_back(tmp_path: Path) -> None:
    """As it was, and no file is overwritten."""
    game = GAMES["goat"]
    seen, _, move = list(decisions(game, game.parse_options({}), 3, moves=9))[-1]
    position, path = Position.from_seen(game, seen, move, "normal"), tmp_path / "one.json"
    write(path, position)

    assert read(path) == position
    assert position.faults(move)
    with pytest.raises(StorageError, match="position_exists"):
        write(path, position)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "position_foreign"),
        (b"\xff{", "position_foreign"),
        (b"[" * 9000, "position_foreign"),
        (b'{"game": "rage"}', "position_foreign"),
        (b" " * 70_000, "position_too_long"),
        (
            b'{"format": 2, "game": "rage", "seats": 2, "seat": 0, "deal": {"dealer": 0}, "hands": []}',
            "position_of_l",
        ),
    ],
)
def test_a_file_that_is_none_is_said_to_be_none(content: bytes, code: str, tmp_path: Path) -> None:
    """With a code for each reason."""
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    with pytest.raises(StorageError, match=code):
        read(path)


def test_a_file_that_is_not_there_is_said_not_to_be(tmp_path: Path) -> None:
    """And one that cannot be written."""
    with pytest.raises(StorageError, match="position_unreadable"):
        read(tmp_path / "none.json")
    game = GAMES["rage"]
    seen, _, move = next(decisions(game, game.parse_options({}), 1))
    with pytest.raises(StorageError, match="position_unwritable"):
        write(tmp_path / "no" / "one.json", Position.from_seen(game, seen, move))


SOUND = {
    "game": "rage", "seats": 2, "seat": 0, "options": {"round_plan": "2"}, "deal": {"dealer": 1, "pile": "G7"},
    "hands": ["R1 R2", ""], "moves": ["0 bid 1", "1 bid 0"], "wrong": ["R1"],
}  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"game": "chess"}, "no game is called chess"),
        ({"hands": ["R1 R2"]}, "2 hands are needed"),
        ({"hands": ["R1 R1", ""]}, "two places"),
        ({"hands": ["R1 R2 R3", ""]}, "more than 2 cards"),
        ({"moves": ["bid 1"]}, "begins with a seat"),
        ({"moves": ["0 bid 1", "1 bid 0", "0 R9"]}, "was not dealt"),
        ({"moves": ["0 bid 1"]}, "not to move"),
        ({"wrong": ["R9"]}, "legal: R1, R2"),
        ({"deal": {"dealer": 1, "number": 4}}, "no round 4"),
        ({"options": {"round_plan": "99"}}, "bad_option_value"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_the_reason(changes: dict[str, Any], why: str) -> None:
    """Whatever is wrong with it."""
    with pytest.raises(StorageError) as refused:
        situation(msgspec.convert({**SOUND, **changes}, Position))
    assert why in str(refused.value)


def test_a_replay_gives_the_position_before_any_of_its_moves() -> None:
    """Before the seat that moves there; what it did stands as wrong."""
    game = GAMES["rage"]
    options = {"round_plan": "3"}
    moves = [
        Entry(seat, game.format_move(move))
        for seen, seat, move in list(decisions(game, game.parse_options(options), 7))[::2]
    ]
    header = Header("rage", game.version, 4, b"7", options)
    record = PartyRecord(header=header, entries=tuple(moves), outcome=None, names=("",) * 4)  # type: ignore[arg-type]
    position = Position.from_record(record, 9)

    assert (position.seat, position.wrong) == (moves[9].seat, (moves[9].move,))
    assert len(position.moves) == 9
    assert situation(position).seen.view.seat == moves[9].seat
    with pytest.raises(StorageError, match="position_no_move"):
        Position.from_record(record, len(moves))


def test_who_has_not_seen_the_deal_from_its_beginning_keeps_no_position() -> None:
    """For somebody who came back, moves are missing."""
    game = GAMES["goat"]
    seen, _, _ = next(decisions(game, game.parse_options({}), 1))
    with pytest.raises(StorageError, match="position_not_whole"):
        Position.from_seen(game, msgspec.structs.replace(seen, whole=False))
