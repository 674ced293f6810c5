"""What the table says of a game is true: every statement held against a witness that knows the rules alone."""

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, cast

import msgspec
import pytest

from tests.games.rage_helpers import a_setup, a_sheet, apply_all, bid_all, dealt, options, stacked
from tests.tui import goat_witness, rage_witness
from tests.tui.painting import painted, rows
from tests.tui.party import NAMES
from tuicards.bots.api import Seen as Knows
from tuicards.bots.api import choose
from tuicards.bots.slips import slip
from tuicards.client_state import ClientState
from tuicards.errors import BadOptions
from tuicards.games import GAMES
from tuicards.games.api import AnyGame, Move, Seat, Topic
from tuicards.games.goat import Arm, GoatView, Molodka
from tuicards.games.rage import RAGE, RageView, start_round
from tuicards.text.answers import move_lines, topic_lines
from tuicards.text.narration import turn_lines
from tuicards.text.voice import Voice
from tuicards.tui.glyphs import UNICODE
from tuicards.tui.widgets import frame, goat_panels, goat_sheet, goat_trick, rage_panels, rage_sheet, rage_words
from tuicards.tui.widgets.bar import draw_bar
from tuicards.tui.widgets.cards import speaker_for
from tuicards.tui.widgets.choosing import choices
from tuicards.tui.widgets.faces import face_for
from tuicards.tui.widgets.hand import draw_hand
from tuicards.tui.widgets.hinting import hint, worded
from tuicards.tui.widgets.rage_reach import most_gained, most_points
from tuicards.tui.widgets.rage_standing import standing_lines
from tuicards.tui.widgets.rage_trump import trump_changes
from tuicards.tui.widgets.scene import Scene
from tuicards.wire.messages import SeatInfo, TableInfo

TOPICS: tuple[Topic, ...] = ("table", "hand", "trick", "last", "tricks", "scores")


class Table(NamedTuple):
    """A game with a number of seats and options that go together."""

    game: AnyGame
    seats: int
    chosen: Mapping[str, str]

    def __str__(self) -> str:
        return f"{self.game.name} {self.seats} {dict(self.chosen)}"

    def info(self, me: Seat | None, over: bool) -> TableInfo:
        return TableInfo(
            table="kitchen",
            game=self.game.name,
            title="kitchen",
            options=self.game.format_options(self.game.parse_options(self.chosen)),
            seats=tuple(SeatInfo(name=name) for name in NAMES[: self.seats]),
            owner=NAMES[0],
            public=True,
            state="over" if over else "playing",
            party=1,
            you=me,
        )


class Told(NamedTuple):
    """A move of a party, with the truth before and after it."""

    before: Any
    seat: Seat
    move: Any
    after: Any
    events: tuple[Any, ...]


def any_table(game: AnyGame, chance: random.Random, plans: tuple[str, ...]) -> Table:
    """Any number of seats, a preset or none, and any options over it."""
    while True:
        chosen = dict(chance.choice([{}, {}, *game.presets.values()]))
        for spec in game.options:
            if chance.random() < 0.4 and not spec.open:
                chosen[spec.name] = chance.choice(spec.values)
        if game is RAGE:
            chosen["round_plan"] = chance.choice(plans)
        seats = chance.choice(list(game.seats))
        try:
            game.check(seats, game.parse_options(chosen))
        except BadOptions:
            continue
        return Table(game, seats, chosen)


def party(table: Table, chance: random.Random) -> Iterator[Told]:
    """A whole party: by chance, by bots, or now so and now so; most molodkas are declared."""
    game, bots = table.game, chance.choice([0.0, 0.5, 1.0])
    state = game.new(table.seats, chance.randbytes(8), game.parse_options(table.chosen))
    while seats := [seat for seat in range(table.seats) if game.legal(state, seat)]:
        seat = chance.choice(seats)
        moves = game.legal(state, seat)
        move: Move = chance.choice(moves)
        if isinstance(moves[-1], Molodka | Arm):
            move = moves[-1]
        elif seat in game.to_act(state) and chance.random() < bots:
            knows = Knows(game.view(state, seat), game.parse_options(table.chosen))
            move = choose(game, chance.choice(["easy", "normal"]), knows, chance.getrandbits(9)).move
        after, events = game.apply(state, seat, move)
        yield Told(state, seat, move, after, tuple(events))
        state = after


def seen(table: Table, state: Any, me: Seat | None, old: Scene | None = None) -> Scene:
    """What a seat, or a watcher, has on the screen, after an older scene."""
    view = table.game.view(state, me)
    info = table.info(me, view.outcome is not None)
    told = ClientState(connected=True, table=info, party=1, view=view)
    return Scene(state=told, speaker=speaker_for(told, old), glyphs=UNICODE)


def words(painter: Callable[..., object], scene: Scene, width: int, height: int) -> list[list[str]]:
    """The words of each line that a painter draws."""
    return [line.split() for line in rows(painter, scene, width, height)]


def signed(number: int) -> str:
    return str(number).replace("-", "\u2212")


# ---- Rage ----------------------------------------------------------------------------------------------


def check_rage(table: Table, state: Any, witness: rage_witness.Witness, me: Seat | None) -> None:
    """Everything that one seat is told of a position, held against the witness."""
    scene = seen(table, state, me)
    view = cast(RageView, scene.view)
    phase = view.phase
    assert rage_witness.why_is_true(rage_words.why_winning(scene), witness, me), rage_words.why_winning(scene)
    assert Counter(rage_words.trick_notes(scene)) == rage_witness.expected_notes(witness, me)
    assert rage_words.finished_notes(scene) == rage_witness.expected_finish(witness, me)
    assert [rage_words.need(scene, seat).text for seat in range(table.seats)] == rage_witness.expected_needs(
        witness, me, phase
    )
    lines = rage_words.bid_lines(scene)
    assert rage_witness.sums_are_true(lines, witness, me, phase), lines
    assert standing_lines(scene) == rage_witness.expected_standing(witness, me, phase)
    steps = [
        (one.before, one.step.colour, one.step.cause, one.step.seat, one.trick or 0) for one in trump_changes(view)
    ]
    assert steps == witness.turns
    for topic in TOPICS:
        assert rage_witness.false_facts(table.game.facts(view, topic), witness, me, phase) == []
    if view.my_turn:
        asked = face_for("rage").prompt(scene)
        assert asked in rage_witness.expected_prompts(witness, [str(card) for card in view.hand], phase), asked
    check_rage_pictures(scene, witness, me)


def check_rage_pictures(scene: Scene, witness: rage_witness.Witness, me: Seat | None) -> None:
    """The numbers in the ledger, and the sheet round by round."""
    view = cast(RageView, scene.view)
    known = rage_witness.known_bids(witness, me, view.phase)
    needs, ranks = rage_witness.expected_needs(witness, me, view.phase), rage_witness.ranked(witness)
    ledger = words(rage_panels.draw_ledger, scene, 100, 30)[1 : witness.seats + 1]
    for seat, line in enumerate(ledger):
        team = witness.team_of[seat]
        bid = "·" if witness.bids[seat] is None else "?" if known[seat] is None else str(known[seat])
        end = "".join([bid, str(witness.taken[seat]), *needs[seat].split(), signed(witness.totals[team])])
        assert "".join(line).endswith(f"{end}{ranks[team]}." if witness.rows else end)
        assert ("D" in line) == (seat == witness.dealer)
    if witness.rows:
        drawn = words(rage_sheet.draw_sheet, scene, 8 + 40 * len(witness.teams), 30 + len(witness.rows))
        sheet = [line for line in drawn if line[1:] and line[1].startswith("(")]
        assert sorted(sheet) == sorted(rage_witness.expected_sheet(witness))


def rage_parties(number: int, plans: tuple[str, ...], seed: str) -> Iterator[tuple[Table, random.Random]]:
    for index in range(number):
        chance = random.Random(f"{seed}{index}")
        yield any_table(RAGE, chance, plans), chance


def witness_rage(table: Table, chance: random.Random, share: float) -> int:
    """One party, a share of its positions looked at through somebody's eyes; how many that were."""
    witness: rage_witness.Witness | None = None
    looked = 0
    claims: list[Claim] = []
    for told in party(table, chance):
        if witness is None:
            setup = told.before.setup
            witness = rage_witness.Witness(table.seats, setup.options, setup.first_dealer).begun(told.before)
        witness.sees(told.seat, told.move, told.events)
        over = table.game.outcome(told.after) is not None
        if over or chance.random() < share:
            looked += 1
            me = chance.choice([None, *range(table.seats)])
            check_rage(table, told.after, witness, me)
            claims += claims_of(RAGE.view(told.after, me), witness)
    assert witness is not None
    for claim in claims:
        made = [now - then for now, then in zip(witness.totals, claim.totals, strict=True)]
        assert made[claim.team] <= claim.most
        assert made[claim.team] - made[claim.rival] <= claim.gain
    return looked


class Claim(NamedTuple):
    """What was said to be the most that could still be made, and gained on a rival, and the totals then."""

    team: int
    rival: int
    most: int
    gain: int
    totals: tuple[int, ...]


def claims_of(view: RageView, witness: rage_witness.Witness) -> Iterator[Claim]:
    if view.phase == "over":
        return
    for team in witness.teams:
        rival = (team + 1) % len(witness.teams)
        most, gain = (most_points(view, witness.options, team), most_gained(view, witness.options, team, rival))
        yield Claim(team, rival, most, gain, view.totals)


def test_what_is_said_of_rage_is_true() -> None:
    """R20-R94: whole parties with any options, through any eyes, the end of each included."""
    plans = ("3,2,1", "1,2", "4,1,3", "5", "2,2")
    looked = sum(witness_rage(table, chance, 0.5) for table, chance in rage_parties(10, plans, "fast"))
    assert looked > 150


@pytest.mark.parametrize(
    ("hands", "bids", "moves", "rules"),
    [
        (("R15 R14", "BO BO"), (2, 0), "R15 BO R14 BO", "round_plan=2"),
        (("R15 R14", "BO BO"), (2, 0), "R15 BO R14 BO", "round_plan=2 sweep=double"),
        (("BO", "BO"), (1, 0), "BO BO", "round_plan=1 edition=amigo112"),
        (("BO", "BO", "BO"), (1, 0, 0), "BO BO BO", "round_plan=1 edition=amigo112 scoring=flat"),
    ],
)
def test_the_most_that_is_said_to_be_possible_can_be_made(
    hands: Sequence[str], bids: Sequence[int], moves: str, rules: str
) -> None:
    """R48, R70, R74: a line of play reaches the number told at the deal."""
    setup = a_setup(len(hands), options(rules))
    deck = stacked(hands, "G6", setup.options.edition)
    state = bid_all(start := start_round(setup, a_sheet(setup), 1, deck)[0], bids)
    after = apply_all(state, moves)[0]
    assert after.sheet.totals[0] == most_points(RAGE.view(start, 0), setup.options, 0)


def test_the_most_that_can_be_gained_can_be_gained() -> None:
    """Both Bonus to oneself, both Mads to the rival, whose bid is missed."""
    state = dealt(("BO MA", "CH R9", "BO MA"), "G6 G7", "round_plan=2")
    view, chosen = RAGE.view(state, 0), state.setup.options
    after = apply_all(bid_all(state, (1, 2, 0)), "BO CH BO MA R9 MA")[0]
    assert after.sheet.totals[0] - after.sheet.totals[1] == most_gained(view, chosen, 0, 1)


# ---- Goat ----------------------------------------------------------------------------------------------


def check_goat(table: Table, state: Any, witness: goat_witness.Witness, me: Seat | None) -> None:
    scene = seen(table, state, me)
    view = cast(GoatView, scene.view)
    assert goat_trick.why_winning(scene) == goat_witness.expected_why(witness, me)
    for topic in TOPICS:
        assert goat_witness.false_facts(table.game.facts(view, topic), witness, me) == []
    if view.my_turn:
        assert face_for("goat").prompt(scene) == goat_witness.expected_prompt(
            witness, [str(card) for card in view.hand]
        )
    order = (1, 0) if me in (1, 3) else (0, 1)
    for team, line in zip(order, words(goat_panels.draw_ledger, scene, 60, 20)[1:3], strict=True):
        told = (witness.penalties[team], witness.tricks[team], len(witness.piles[team]))
        assert line[-3:] == list(map(str, told))
    if not witness.laid and any(witness.tricks) and not witness.over:
        assert goat_witness.expected_finish(witness, me) in painted(goat_trick.draw_trick, scene, 90, 24)
    if witness.games:
        check_goat_sheet(scene, witness, order)


def check_goat_sheet(scene: Scene, witness: goat_witness.Witness, order: tuple[int, int]) -> None:
    """The games with their reasons, the way to the limit, and the piles counted."""
    first, second = order
    text = [" ".join(line) for line in words(goat_sheet.draw_sheet, scene, 60, 60)]
    for number, game in enumerate(witness.games, 1):
        pairs = [f"{pair[first]} : {pair[second]}" for pair in game]
        assert " ".join([str(number), *pairs, goat_witness.reason(game)]) in text
    for team in order:
        left = max(0, witness.options.limit - witness.penalties[team])
        told = f"{witness.penalties[team]} of {witness.options.limit} penalty points, {left} to go"
        assert any(line.endswith(told) for line in text)
    if witness.options.reveal == "piles":
        for rank, worth in goat_witness.WORTH.items():
            counts = [sum(card[0] == rank for card in witness.last_piles[team]) for team in order]
            line = f"{'10' if rank == 'T' else rank} at {worth} " + " ".join(f"{n} = {n * worth}" for n in counts)
            assert line in text


def goat_parties(number: int, seed: str) -> Iterator[tuple[Table, random.Random]]:
    for index in range(number):
        chance = random.Random(f"{seed}{index}")
        yield any_table(GAMES["goat"], chance, ()), chance


def witness_goat(table: Table, chance: random.Random, share: float) -> int:
    """One party, a share of its positions looked at through somebody's eyes; how many that were."""
    witness: goat_witness.Witness | None = None
    looked = 0
    for told in party(table, chance):
        witness = witness or goat_witness.Witness(told.before.party.options, told.before)
        witness.sees(told.before, told.seat, told.move, told.after, told.events)
        if witness.over or chance.random() < share:
            looked += 1
            check_goat(table, told.after, witness, chance.choice([None, 0, 1, 2, 3]))
    return looked


def test_what_is_said_of_goat_is_true() -> None:
    """G18-G54, V13: whole parties with any options, through any eyes, the end of each included."""
    looked = sum(witness_goat(table, chance, 0.15) for table, chance in goat_parties(12, "fast"))
    assert looked > 150


# ---- what one cannot see -------------------------------------------------------------------------------


def everything(table: Table, scene: Scene) -> list[str]:
    """All that the screen and the text client show and say to one seat, hints and doubts included."""
    face, told = face_for(table.game.name), []
    painters = [face.draw_trump, face.draw_last, face.draw_trick, face.draw_sheet, face.draw_ledger, face.draw_chart]
    told += [line for painter in painters for line in rows(painter, scene, 70, 24)]
    told += rows(lambda c, s: draw_hand(c, s, face.hand(s), face.several), scene, 80, 7)
    told += rows(lambda c, s: frame.draw_head(c, s, face), scene, 80, 2)
    told += rows(lambda c, s: frame.draw_prompt(c, s, face), scene, 120, 1)
    told += rows(lambda c, s: draw_bar(c, s, choices(s, face, 200)), scene, 200, 1)
    told += [line for topic in TOPICS for line in topic_lines(scene.state, topic, Voice())]
    told += [*move_lines(scene.state, Voice(cards="words")), *turn_lines(scene.state, Voice())]
    if scene.view.legal:
        told += advice(table, scene)
    return told


def advice(table: Table, scene: Scene) -> list[str]:
    """Hints of each level, and what is said before a slip."""
    view = scene.view
    knows = Knows(view, table.game.parse_options(table.chosen))
    hints = [hint(scene, choose(table.game, level, knows, 7), sys.maxsize)[0] for level in ("easy", "normal")]
    better = [slip(table.game, view, move) for move in view.legal[:3]]
    return [*hints, *(worded(scene, "hint.slip", one.move) for one in better if one is not None)]


def same_to_all_who_see_the_same(name: str, parties: int, drawn: float) -> int:
    """Holds positions against others with the same picture, through somebody's eyes; how many.

    All must be the same to the painters; a share is drawn and said as well.
    """
    compared = 0
    for index in range(parties):
        chance = random.Random(f"hidden{name}{index}")
        table = any_table(GAMES[name], chance, ("4,2", "3,3"))
        for told in party(table, chance):
            compared += 1
            me = chance.choice([None, *range(table.seats)])
            other = table.game.resample(told.after, me, chance.randbytes(8))
            one = msgspec.structs.replace(seen(table, told.after, me), held=compared % 2 == 0)
            two = msgspec.structs.replace(seen(table, other, me, one), held=one.held)
            assert one == two
            if chance.random() < drawn:
                assert everything(table, one) == everything(table, two)
    return compared


@pytest.mark.parametrize(("name", "parties"), [("rage", 6), ("goat", 3)])
def test_nothing_that_is_shown_or_said_goes_by_what_one_cannot_see(name: str, parties: int) -> None:
    """R95, V1-V16: with other hidden cards, bids and arms behind the same picture all of it is the same."""
    assert same_to_all_who_see_the_same(name, parties, 0.05) > 200


# ---- tricks looked through -----------------------------------------------------------------------------


def tricks_looked_through(table: Table, chance: random.Random) -> int:
    """A watcher is told a party in bursts: the tricks kept are those of Rage's newest round that has one, and of Goat
    the last (V7)."""
    face, scene = face_for(table.game.name), None
    shown: tuple[Any, ...] = ()
    seq, events, rounds = 1, list[Any](), [list[Any]()]
    for told in party(table, chance):
        if scene is None:
            scene = seen(table, told.before, None)
        tags = [str(event.__struct_config__.tag) for event in told.events]
        view: Any = table.game.view(told.after, None)
        rounds[-1] += [view.last_trick] * tags.count("trick_won")
        rounds += [[] for tag in tags if tag in ("round_started", "game_started")]
        seq, events = seq + bool(told.events), [*events, *told.events]
        if chance.random() < 0.1 or view.outcome is not None:
            state = msgspec.structs.replace(scene.state, seq=seq, events=tuple(events), view=view)
            shown = face.finished(scene, state)
            scene = msgspec.structs.replace(scene, state=state, tricks=shown)
            events = []
            newest: list[Any] = next((tricks for tricks in reversed(rounds) if tricks), [])
            assert list(shown) == (newest if table.game.name == "rage" else newest[-1:])
    return seq


@pytest.mark.parametrize("name", ["rage", "goat"])
def test_the_tricks_that_can_be_looked_through_are_those_of_one_round(name: str) -> None:
    """However many moves, tricks or rounds one picture tells at once, none is missing, and none is of another."""
    for index in range(8):
        chance = random.Random(f"looking{name}{index}")
        assert tricks_looked_through(any_table(GAMES[name], chance, ("3,1,2", "2,2", "1,2,3,2")), chance) > 10
