"""What holds for every game, whatever its rules: each registered game, with every option, and a tiny third one."""

import gc
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.games.walk import ALL_GAMES, LONGEST_PARTY, Setup, Step, entry, setups, start, walk
from tuicards.errors import BadOptions, IllegalMove
from tuicards.games import GAMES, game_named
from tuicards.games.api import AnyGame, Topic, from_plain, to_plain
from tuicards.games.history import replay
from tuicards.speech import Speaker
from tuicards.wire.codec import pack, unpack
from tuicards.wire.messages import MAX_FROM_SERVER

SETUPS = tuple(setups())
TOPICS: tuple[Topic, ...] = ("table", "hand", "trick", "scores")
every_setup = pytest.mark.parametrize("setup", SETUPS, ids=str)
every_other_setup = pytest.mark.parametrize(
    "setup",
    [pytest.param(setup, marks=[pytest.mark.thorough] if place % 2 else []) for place, setup in enumerate(SETUPS)],
    ids=str,
)
"""All of them in a thorough run."""
every_game = pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.name)


def eyes(setup: Setup) -> tuple[int | None, ...]:
    """All who look at the table: each seat, and a watcher."""
    return (*range(setup.seats), None)


def bytes_of(setup: Setup, state: Any, seat: int | None) -> bytes:
    """The view as it goes over the wire."""
    return pack(to_plain(setup.game.view(state, seat)))


def thinned(setup: Setup, number: int, every: int) -> Iterator[Step]:
    """A walk's steps, looking closely at some of them only."""
    return (step for index, step in enumerate(walk(setup, number)) if index % every == 0)


@every_setup
def test_who_is_waited_for_can_move_and_the_party_ends(setup: Setup) -> None:
    """Each seat in to_act has a legal move at every step, others only where the game says that they may.

    At the end nobody has one and there is an outcome.
    """
    game = setup.game
    state = start(setup, 1)
    for step in walk(setup, 1):
        assert all(game.legal(step.before, seat) for seat in game.to_act(step.before))
        others = set(range(setup.seats)) - game.to_act(step.before)
        assert game.out_of_turn or not any(game.legal(step.before, seat) for seat in others)
        assert game.outcome(step.before) is None
        state = step.after
    outcome = game.outcome(state)

    assert game.to_act(state) == frozenset()
    assert outcome is not None
    assert len(outcome.ranks) == setup.seats
    assert min(outcome.ranks) == 1
    assert outcome.winners


@pytest.mark.thorough
@every_setup
def test_every_picture_is_plausible(setup: Setup) -> None:
    """No client may take a true view or event for nonsense, at any step of a party."""
    for step in walk(setup, 3):
        for seat in (0, setup.seats - 1, None):
            assert setup.game.plausible(setup.game.view(step.after, seat), step.events)


@every_other_setup
def test_legal_moves_apply_and_all_others_are_refused(setup: Setup) -> None:
    """Whatever a seat may do works; whatever any seat might ever do, but not this one now, is refused with a code."""
    game = setup.game
    heard = {move for step in walk(setup, 2) for seat in range(setup.seats) for move in game.legal(step.before, seat)}
    speaker = Speaker(game)
    for step in thinned(setup, 2, every=37):
        pictures = [bytes_of(setup, step.before, seat) for seat in eyes(setup)]
        for seat in range(setup.seats):
            legal = game.legal(step.before, seat)
            assert len(set(legal)) == len(legal)
            for move in legal:
                game.apply(step.before, seat, move)
            for move in sorted(heard - set(legal), key=game.format_move)[:: 1 + len(heard) // 60]:
                with pytest.raises(IllegalMove) as refusal:
                    game.apply(step.before, seat, move)
                assert speaker.knows(refusal.value.code)
        assert pictures == [bytes_of(setup, step.before, seat) for seat in eyes(setup)]


@every_other_setup
def test_moves_events_and_views_survive_the_wire_and_moves_the_pen(setup: Setup) -> None:
    """Packed and unpacked, every value is equal to what it was; a move's text form reads back as the move."""
    game = setup.game
    for step in thinned(setup, 3, every=5):
        for seat in eyes(setup):
            view = game.view(step.after, seat)
            assert pack(view) == pack(to_plain(view))
            assert from_plain(unpack(pack(view), MAX_FROM_SERVER), game.view_type) == view
        assert game.plausible(view, step.events)
        for event in step.events:
            assert from_plain(unpack(pack(to_plain(event)), MAX_FROM_SERVER), game.event_type) == event
        for move in game.legal(step.before, step.seat):
            assert from_plain(unpack(pack(to_plain(move)), MAX_FROM_SERVER), game.move_type) == move
            assert game.parse_move(game.format_move(move)) == move


@every_other_setup
def test_redealing_what_a_seat_cannot_see_changes_none_of_its_bytes(setup: Setup) -> None:
    """Two worlds that differ in hidden cards only look the same to the seat, and the table waits for the same."""
    game = setup.game
    differed = 0
    for index, step in enumerate(walk(setup, 4)):
        if index % 7:
            continue
        for seat in eyes(setup):
            other = game.resample(step.after, seat, f"{index}".encode())
            assert bytes_of(setup, other, seat) == bytes_of(setup, step.after, seat)
            assert game.to_act(other) == game.to_act(step.after)
            differed += any(
                game.view(other, someone).hand != game.view(step.after, someone).hand
                for someone in range(setup.seats)
            )
            for acting in game.to_act(other):
                game.apply(other, acting, game.legal(other, acting)[0])

    assert differed > 10 or game.name == "tiny"


@every_setup
def test_when_time_is_up_there_is_a_public_move_that_hidden_cards_do_not_change(setup: Setup) -> None:
    """It is legal, others see it, and it is the same in every world that looks the same to the seat."""
    game = setup.game
    for index, step in enumerate(thinned(setup, 9, every=13)):
        for seat in game.to_act(step.before):
            move = game.time_out(step.before, seat)
            other = game.resample(step.before, seat, f"{index}".encode())
            assert move in game.legal(step.before, seat)
            assert game.apply(step.before, seat, move)[1]
            assert game.time_out(other, seat) == move


@every_setup
def test_a_party_of_silent_people_ends(setup: Setup) -> None:
    """Where everybody's time is up always, the moves made for them lead to the end."""
    game = setup.game
    state = start(setup, 10)
    for _ in range(LONGEST_PARTY):
        if not game.to_act(state):
            break
        seat = min(game.to_act(state))
        state, _ = game.apply(state, seat, game.time_out(state, seat))

    assert game.outcome(state) is not None


@every_setup
def test_a_watcher_holds_nothing_and_a_hand_is_as_long_as_the_table_sees(setup: Setup) -> None:
    """A watcher has no cards and no moves; the public count of each hand is the length of the hand."""
    game = setup.game
    for step in thinned(setup, 5, every=11):
        watcher = game.view(step.after, None)
        assert (watcher.hand, watcher.legal, watcher.seat) == ((), (), None)
        for seat in range(setup.seats):
            view = game.view(step.after, seat)
            assert len(view.hand) == view.counts[seat] == watcher.counts[seat]
            assert view.legal == game.legal(step.after, seat)
            assert view.my_turn == (seat in game.to_act(step.after))
            assert view.to_act == tuple(sorted(game.to_act(step.after)))


@every_setup
def test_a_record_replays_to_the_same_state(setup: Setup) -> None:
    """Header and entries, the moves as text, fold to the state that was played."""
    steps = list(walk(setup, 6))

    assert replay(setup.game, setup.header(6), [entry(setup, step) for step in steps]) == steps[-1].after


@every_other_setup
def test_everything_can_be_said(setup: Setup) -> None:
    """Each event and fact has a sentence, with no code, brace or None left in it."""
    game = setup.game
    names = [f"Player{seat}" for seat in range(setup.seats)]
    for seat in (0, None):
        speaker = Speaker(game, names, seat)
        for step in thinned(setup, 7, every=3):
            view = game.view(step.after, seat)
            told = [(fact.code, fact.params) for topic in TOPICS for fact in game.facts(view, topic)]
            seen = [(event.pop("event"), event) for event in map(to_plain, step.events)]
            for code, params in [*told, *seen]:
                assert speaker.knows(code), code
                assert not re.search(r"[{}]|\bNone\b", speaker.say(code, params)), speaker.say(code, params)


def _reads_options(game: AnyGame, chosen: dict[str, str]) -> None:
    options = game.parse_options(chosen)
    assert game.parse_options(game.format_options(options)) == options


@every_game
def test_every_offered_option_reads_back_and_is_explained(game: AnyGame) -> None:
    """Each value of each option and each preset survives its text form; each option has a phrase."""
    for spec in game.options:
        assert f"option.{spec.name}" in game.phrases
        for value in spec.values:
            _reads_options(game, {spec.name: value})
            assert game.format_options(game.parse_options({spec.name: value}))[spec.name] == value
    for preset in game.presets:
        assert game.parse_options(game.format_options(game.parse_options({}, preset))) == game.parse_options(
            {}, preset
        )


@every_game
@pytest.mark.parametrize(
    ("chosen", "preset", "code"),
    [({"no_such": "1"}, None, "unknown_option"), ({}, "no_such", "unknown_preset")],
)
def test_unknown_options_and_presets_are_refused_by_name(
    game: AnyGame, chosen: dict[str, str], preset: str | None, code: str
) -> None:
    """The refusal names what is unknown and what is known."""
    with pytest.raises(BadOptions) as refusal:
        game.parse_options(chosen, preset)

    assert refusal.value.code == code
    assert refusal.value.params["known"]


@every_game
def test_bad_option_values_are_refused(game: AnyGame) -> None:
    """No option takes an empty or a nonsense value."""
    for spec in game.options:
        for value in ("", "nonsense", "-1", "99999999999999999999", "\x00"):
            with pytest.raises(BadOptions):
                game.parse_options({spec.name: value})


@every_game
def test_seats_outside_the_range_are_refused(game: AnyGame) -> None:
    """One seat fewer than the fewest, one more than the most, none, and a negative number."""
    for seats in (min(game.seats) - 1, max(game.seats) + 1, 0, -3):
        with pytest.raises(BadOptions):
            game.new(seats, b"seed", game.parse_options({}))


@every_game
@pytest.mark.parametrize(
    "text", ["", " ", "bid", "lay", "R99", "lead", "🂡", "bid 1.5", "bid -1", "x" * 10_000, "a\x00b"]
)
def test_text_that_is_no_move_is_refused(game: AnyGame, text: str) -> None:
    """Nonsense is refused as `bad_move`, with the text."""
    with pytest.raises(IllegalMove) as refusal:
        game.parse_move(text)

    assert refusal.value.code == "bad_move"


NO_MOVES: tuple[object, ...] = (
    None,
    5,
    "R1",
    [],
    {},
    {"move": "fly"},
    {"move": 3},
    {"move": "bid", "tricks": 1.0},
    {"move": "bid", "tricks": True},
    {"move": "lead", "cards": "6s"},
)


@every_game
@pytest.mark.parametrize("plain", NO_MOVES, ids=repr)
def test_a_map_that_is_no_move_is_refused(game: AnyGame, plain: object) -> None:
    """What comes from the wire is a move of the game or is refused; no float or bool passes for a number."""
    with pytest.raises(IllegalMove):
        from_plain(plain, game.move_type)


def test_an_unknown_game_is_refused_by_name() -> None:
    """The refusal lists the games there are."""
    with pytest.raises(BadOptions) as refusal:
        game_named("whist")

    assert refusal.value.params["known"] == tuple(GAMES)


@every_game
def test_what_a_table_makes_at_each_move_is_nothing_for_the_collector(game: AnyGame) -> None:
    """Moves, events and views are made by the thousand; none is ever part of a cycle, so none is looked through."""
    state = game.new(game.usual_seats, b"seed", game.parse_options({}))
    seat = min(game.to_act(state))
    move = game.legal(state, seat)[0]
    after, events = game.apply(state, seat, move)

    assert not any(gc.is_tracked(made) for made in (move, *events, game.view(after, seat)))


DIGEST = """
import hashlib
from tests.games.walk import setups, walk
from tuicards.games.api import to_plain
from tuicards.wire.codec import pack
digest = hashlib.sha256()
for setup in list(setups())[::5]:
    for step in walk(setup, 8):
        for seat in (*range(setup.seats), None):
            digest.update(pack(to_plain(setup.game.view(step.after, seat))))
        for event in step.events:
            digest.update(pack(to_plain(event)))
print(digest.hexdigest())
"""


def test_results_do_not_depend_on_the_hash_seed() -> None:
    """Two processes with different hash seeds play the same walks to the same bytes."""
    root = Path(__file__).parents[2]
    running = [
        subprocess.Popen(
            [sys.executable, "-c", DIGEST],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(root)},
            cwd=root,
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in ("1", "2")
    ]
    digests = [process.communicate()[0] for process in running]

    assert len(digests[0].strip()) == 64
    assert digests[0] == digests[1]
