"""A replay shows at each step what the table showed, and all hands only where they are opened."""

import random
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from tests.tui.painting import rows
from tests.tui.party import NAMES
from tests.tui.test_statements import Table, Told, any_table, party, seen
from tuicards.games import GAMES
from tuicards.games.api import Seat
from tuicards.games.history import Entry, Header
from tuicards.locale.languages import ENGLISH
from tuicards.records import PartyRecord
from tuicards.replay import Replay
from tuicards.settings import DEFAULTS
from tuicards.tui.glyphs import UNICODE
from tuicards.tui.widgets.cards import spoken
from tuicards.tui.widgets.faces import face_for
from tuicards.tui.widgets.hand import draw_hand
from tuicards.tui.widgets.replay_panels import draw_hands
from tuicards.tui.widgets.replay_scene import ReplayScene, Scenes
from tuicards.tui.widgets.scene import Pick, Scene


def recorded(table: Table, told: Sequence[Told]) -> PartyRecord:
    """The record of a party that is over."""
    game, start, end = table.game, told[0].before, told[-1].after
    seed = start.setup.seed if game.name == "rage" else start.party.seed
    options = game.format_options(game.parse_options(table.chosen))
    outcome = game.outcome(end)
    assert outcome is not None
    return PartyRecord(
        header=Header(game.name, game.version, table.seats, seed, options),
        entries=tuple(Entry(one.seat, game.format_move(one.move)) for one in told),
        outcome=outcome,
        names=NAMES[: table.seats],
        table="kitchen",
        title="kitchen",
    )


def drawn(scene: Scene) -> list[str]:
    """What the regions of the felt show."""
    face = face_for(scene.game.name)
    painters = [face.draw_trump, face.draw_last, face.draw_trick, face.draw_sheet, face.draw_ledger]
    lines = [line for painter in painters for line in rows(painter, scene, 70, 20)]
    return lines + rows(lambda c, s: draw_hand(c, s, face.hand(s), face.several), scene, 80, 6)


def replayed(scenes: Scenes, at: int, seat: Seat | None) -> ReplayScene:
    return scenes.scene(at, seat, opened=False, playing=False, pick=Pick(cursor=-1), notice="")


def passed_unseen(table: Table, told: Sequence[Told]) -> list[list[str]]:
    """By seat: what it has laid face down in the game that the last of these moves belongs to."""
    laid: list[list[tuple[str, ...]]] = [[] for _ in range(table.seats)]
    trick: list[tuple[Seat, tuple[str, ...]]] = []
    over, tags = False, [""]
    for one in told:
        if over:
            laid, over = [[] for _ in range(table.seats)], False
        tags = [str(event.__struct_config__.tag) for event in one.events]
        if "passed" in tags:
            trick.append((one.seat, one.move.cards))
        if "molodka" in tags:
            trick = []
        if "trick_won" in tags:
            for seat, cards in trick:
                laid[seat].append(cards)
            trick = []
        over = "game_ended" in tags
    if over and "game_started" in tags:
        return [[] for _ in range(table.seats)]
    for seat, cards in trick:
        laid[seat].append(cards)
    return [[card for cards in of for card in cards] for of in laid]


def check_step(table: Table, scenes: Scenes, told: Sequence[Told], at: int, me: Seat | None) -> None:
    """The step after so many moves, through somebody's eyes."""
    state = told[at - 1].after if at else told[0].before
    scene = replayed(scenes, at, me)
    assert scene.view == table.game.view(state, me)
    if me is None:
        watched = msgspec.structs.replace(seen(table, state, None), held=scene.held, pick=scene.pick)
        assert drawn(scene) == drawn(watched)
    check_hands(table, scene, scenes, state, told[:at])


def check_hands(table: Table, scene: ReplayScene, scenes: Scenes, state: Any, told: Sequence[Told]) -> None:
    """All hands, as they truly are, and beside them what has been laid face down and is not seen anywhere else."""
    hidden = passed_unseen(table, told) if table.chosen.get("discards", "face_down") == "face_down" else None
    lines = rows(lambda c, s: draw_hands(c, scene, scenes.replay), scene, 160, table.seats)
    for seat, line in enumerate(lines):
        words = line.replace("►", " ").split()
        held = [spoken(card, scene.speaker, UNICODE) for card in table.game.view(state, seat).hand]
        assert words[: 1 + len(held)] == [NAMES[seat], *held]
        if table.game.name == "goat" and hidden is not None:
            away = [spoken(card, scene.speaker, UNICODE) for card in hidden[seat]]
            assert words[len(words) - len(away) :] == away
            assert (len(words) == 1 + len(held)) == (not away)


def replay_whole(name: str, seed: str, share: float) -> int:
    """A random party told again; how many steps were looked at."""
    chance = random.Random(f"{name}{seed}")
    table = any_table(GAMES[name], chance, ("3,1", "2,2", "1,2,1"))
    told = list(party(table, chance))
    replay = Replay(recorded(table, told))
    scenes = Scenes(replay, ENGLISH, UNICODE, DEFAULTS)
    assert [step.state for step in replay.steps] == [told[0].before, *(one.after for one in told)]
    steps = [at for at in range(len(replay)) if chance.random() < share or at in (0, replay.last)]
    for at in steps:
        check_step(table, scenes, told, at, chance.choice([None, *range(table.seats)]))
    end = replayed(scenes, replay.last, None).view
    assert tuple(end.totals[team] for team in end.teams) == replay.record.outcome.scores
    return len(steps)


def test_passes_that_an_armed_molodka_sends_back_are_not_face_down() -> None:
    """G34, G41: it fires in the very step of the pass; that card is in the hand again, and nowhere else."""
    assert replay_whole("goat", "fired239", 1.0) > 40


@pytest.mark.parametrize("name", ["rage", "goat"])
def test_a_replay_shows_what_the_table_showed(name: str) -> None:
    """The same truth at each step, drawn the same for a watcher, and for a seat as that seat saw it."""
    assert sum(replay_whole(name, str(number), 0.2) for number in range(4)) > 20
