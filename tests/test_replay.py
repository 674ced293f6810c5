"""A party told again: every position, where it is, and what nobody else saw."""

import msgspec
import pytest

from tests.games.walk import ALL_GAMES, Setup, entry, walk
from tests.records import finished
from tuicards.errors import Refused
from tuicards.games import GAMES
from tuicards.games.api import AnyGame
from tuicards.games.history import replay
from tuicards.records import PartyRecord
from tuicards.replay import Place, Replay
from tuicards.text.replay import Story, TextReplay


def place(code: str, round_: int, trick: int = 0, play: int = 0, rounds: int = 2) -> Place:
    return Place(code=f"replay.at.{code}", round=round_, rounds=rounds, trick=trick, play=play, plays=4)


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.name)
def test_every_step_is_the_state_that_was(game: AnyGame) -> None:
    """Moves that nobody saw included, in every game; the last one has the outcome."""
    setup = Setup(game, game.usual_seats, {})
    steps = list(walk(setup, 1))
    header = setup.header(1)
    entries = tuple(entry(setup, step) for step in steps)
    outcome = game.outcome(steps[-1].after)
    assert outcome is not None
    record = PartyRecord(header=header, entries=entries, outcome=outcome, names=("",) * setup.seats)
    found = Replay(record, game=game)

    assert [step.state for step in found.steps] == [steps[0].before, *(step.after for step in steps)]
    assert found.steps[-1].state == replay(game, header, entries)
    assert game.view(found.steps[-1].state, None).outcome == outcome


def test_steps_are_counted_as_people_count() -> None:
    """Bids, then the cards of each trick; with the score of a round the next one is dealt."""
    found = Replay(finished("rage"))
    places = [found.place(at) for at in range(len(found))]

    assert places[:5] == [place("dealt", 1), *(place("bid", 1, 0, bid) for bid in (1, 2, 3, 4))]
    assert places[5:9] == [place("card", 1, 1, play) for play in (1, 2, 3, 4)]
    assert places[9:12] == [place("card", 1, 2, play) for play in (1, 2, 3)]
    assert places[12:14] == [place("dealt", 2, 2, 4), place("bid", 2, 0, 1)]
    assert places[-1] == place("over", 2, 1, 4)


def test_one_steps_by_trick() -> None:
    """To the end of the bids, of each trick, of the party; and back the same way."""
    found = Replay(finished("rage"))
    there = [0]
    while there[-1] < found.last:
        there.append(found.by_trick(there[-1], 1))
    back = [found.last]
    while back[-1] > 0:
        back.append(found.by_trick(back[-1], -1))

    assert there == [0, 4, 8, 12, 16, 20]
    assert back == there[::-1]
    assert (found.by_trick(found.last, 1), found.by_trick(0, -1)) == (found.last, 0)


def test_one_finds_rounds_and_tricks() -> None:
    """By their numbers; what there is not is refused with how many there are."""
    found = Replay(finished("rage"))

    assert [found.round_begins(number) for number in (1, 2)] == [0, 12]
    assert (found.trick_begins(1, 2), found.trick_begins(2, 1)) == (9, 17)
    assert [found.by_round(at, 1) for at in (0, 11, 12)] == [12, 12, 20]
    assert [found.by_round(at, -1) for at in (20, 12, 5, 0)] == [12, 0, 0, 0]
    for number in (0, 3):
        with pytest.raises(Refused, match=r"replay\.no_round.*rounds=2"):
            found.round_begins(number)
    with pytest.raises(Refused, match=r"replay\.no_trick.*tricks=2"):
        found.trick_begins(1, 3)


def test_what_lies_face_down_is_known_afterwards() -> None:
    """Each seat's passes of this game, trick upon trick; a new game begins with none."""
    found = Replay(finished("goat"))
    passed: list[list[str]] = [[], [], [], []]
    for step, made in zip(found.steps[1:], finished("goat").entries, strict=True):
        if step.events and step.events[0].__struct_config__.tag == "passed":
            passed[made.seat] += made.move.split()[1:]
        if step.events and step.events[0].__struct_config__.tag == "molodka":
            break
        if step.ends_round:
            assert all(passed)
            return
        assert [sorted(cards) for cards in step.face_down] == [sorted(cards) for cards in passed]
    raise AssertionError("the party has no game to its end without a molodka")


def molodka_record() -> tuple[Replay, int]:
    """A party in which a molodka takes passes back, and the step that does."""
    for number in range(200):
        record = finished("goat", seed=b"%d" % number, limit="6")
        found = Replay(record)
        for at, step in enumerate(found.steps):
            before = found.steps[max(0, at - 1)]
            codes = [event.__struct_config__.tag for event in step.events]
            if "molodka" in codes and not before.trick_over and before.face_down != before.buried:
                return found, at
    raise AssertionError("no such party")


def test_a_molodka_gives_back_what_lay_there() -> None:
    """The trick begins again, and only what was buried before it still lies face down."""
    found, at = molodka_record()
    before, after = found.steps[at - 1], found.steps[at]

    assert after.face_down == before.buried != before.face_down
    assert (found.place(at).trick, found.place(at).play) == (found.place(at - 1).trick, 1)


# ---- line by line -------------------------------------------------------------------------------------


def walk_through(*typed: str, game: str = "rage") -> list[str]:
    """What the last of the typed lines is answered with."""
    told = TextReplay(Story(Replay(finished(game))))
    return [told.obey(line) for line in typed][-1]


@pytest.mark.parametrize("game", GAMES)
def test_the_story_is_told_from_beginning_to_end(game: str) -> None:
    """Who played, every move as a sentence, and how it ended; nothing is left as a bare code."""
    record = finished(game)
    told = list(Story(Replay(record)).whole())

    assert "kitchen" in told[0]
    assert "Ana, Boris, Cai, Dora" in told[0]
    assert Story(Replay(record)).speaker.fact(record.outcome.result) in told[-8:]
    assert len(told) > len(record.entries)
    assert not [line for line in told if "{" in line or ("(" in line and "_" in line)]


def test_next_and_back_tell_a_step() -> None:
    """An empty line is the next step; the ends say that they are ends."""
    first = walk_through("next")

    assert first[0] == "Round 1 of 2, bid 1 of 4."
    assert walk_through("") == first
    assert walk_through("", "", "back") == first
    assert walk_through("back") == ["This is the beginning."]
    assert walk_through("rest", "next") == ["This is the end."]


def test_one_goes_to_a_round_and_a_trick() -> None:
    """And is told when there is no such one, or how it is written."""
    assert walk_through("round 2")[0] == "Round 2 of 2, just dealt."
    assert walk_through("round 1", "trick 2")[0] == "Round 1 of 2, trick 2, card 1 of 4."
    assert walk_through("round 7") == ["There is no round 7: there are 2."]
    assert walk_through("trick 9") == ["There is no trick 9 in this round: there are 2."]
    assert walk_through("round two") == ["It is written like this: round NUMBER"]
    assert walk_through("game 7", game="goat")[0].startswith("There is no command 'game'")


def test_hands_are_told_as_one_asks() -> None:
    """Of one seat or of all; goat's passes with them."""
    [only] = walk_through("seat 2")
    assert only.startswith("Boris holds ")
    assert len(walk_through("seat all")) == 4
    assert walk_through("hand")[0].startswith("Choose whose cards")
    assert walk_through("seat 5") == ["There is no seat 5: there are seats 1 to 4."]
    assert walk_through("seat 2", "rest", "hand") == ["Boris holds no cards."]
    story = walk_through("trick 3", "seat all", game="goat")
    assert any("has laid face down" in line for line in story)


def test_help_names_every_command() -> None:
    """Also the one that ends it."""
    told = TextReplay(Story(Replay(finished("rage"))))

    assert [line.split(":")[0].split()[0] for line in told.obey("help")] == [
        "next", "back", "round", "trick", "seat", "hand", "table", "scores", "rest", "help", "quit",
    ]  # fmt: skip
    assert told.obey("quit") == []
    assert told.over


def test_a_private_move_is_told() -> None:
    """Nobody saw it then; everybody may know now."""
    for number in range(50):
        record = finished("goat", seed=b"arm%d" % number, limit="6")
        at = next((at for at, made in enumerate(record.entries, 1) if made.move == "arm"), None)
        if at is not None:
            [line] = Story(Replay(record)).moves(at)
            name = record.names[record.entries[at - 1].seat]
            assert line == f"{name}, seen by nobody: arm"
            assert Replay(record).place(at).rounds == Replay(record).rounds
            return
    raise AssertionError("no seat has armed in any party")


def test_names_of_others_cannot_speak_for_the_program() -> None:
    """They are words in a sentence, whatever they hold."""
    names = ("{seat}", "\x1b[31m", "", "漢字")
    record = msgspec.structs.replace(finished("rage"), names=names)
    told = list(Story(Replay(record)).whole())

    assert "{seat}" in told[0]
    assert "seat 3" in told[0]
