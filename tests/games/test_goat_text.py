"""Goat in words: moves as text, and all that a reader by ear is told."""

import re

import pytest

from tests.games.goat_helpers import finish_game, options, play, random_party, table
from tuicards.errors import BadOptions, IllegalMove
from tuicards.games.api import Topic
from tuicards.games.goat import GOAT, Arm, Beat, Card, Disarm, GoatMove, GoatView, Lead, Molodka, Party, Pass, State
from tuicards.speech import Speaker

TOPICS: tuple[Topic, ...] = ("table", "hand", "trick", "scores")
NAMES = ("Ana", "Bo", "Cai", "Dee")
HANDS = "7c Kc 8s 9h | Ah 8c 9d 6d | Jc 6s 7s Qh | Ts 8h 7h 6h"


def told(state: State, seat: int | None, topic: Topic) -> list[str]:
    """The lines that the seat hears about the topic."""
    speaker = Speaker(GOAT, NAMES, seat)
    return [speaker.fact(fact) for fact in GOAT.facts(GOAT.view(state, seat), topic)]


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("lead Qs 7s", Lead((Card("Qs"), Card("7s")))),
        ("LEAD qs, 7S", Lead((Card("Qs"), Card("7s")))),
        ("  beat  9d,Js ", Beat((Card("9d"), Card("Js")))),
        ("pass 10h", Pass((Card("Th"),))),
        ("pass th", Pass((Card("Th"),))),
        ("Molodka", Molodka()),
        ("arm", Arm()),
        ("disarm", Disarm()),
    ],
)
def test_moves_are_read_leniently(text: str, move: GoatMove) -> None:
    """Case, commas, blanks and 10 for T are free; what is written reads back."""
    assert GOAT.parse_move(text) == move
    assert GOAT.parse_move(GOAT.format_move(move)) == move


@pytest.mark.parametrize(
    "text",
    [
        "",
        "lead",
        "lead Qs7s",
        "lead Q",
        "lead 1s",
        "lead 10",
        "lead Qx",
        "molodka Qs",
        "arm now",
        "Qs 7s",
        "pass \u212as",
        "lead \uff31s",
    ],
)
def test_other_texts_are_no_moves(text: str) -> None:
    """No verb, no card, glued cards, unknown cards, look-alike letters: `bad_move`, with the text."""
    with pytest.raises(IllegalMove) as refused:
        GOAT.parse_move(text)

    assert (refused.value.code, refused.value.params["text"]) == ("bad_move", text)


def test_the_table_is_told_whole() -> None:
    """Game, trump, stock, both pairs, whose turn it is and what is asked."""
    state, _ = play(table(HANDS, trump="h", stock=8), "0 lead 7c")

    assert told(state, 1, "table") == [
        "Game 1. Dee dealt; Ana had the lead of this trick.",
        "Trump is hearts: 6h was shown.",
        "Cards in the stock: 8.",
        "Ana, Cai: tricks 0, cards won 12, penalty 0 of 12.",
        "Bo, Dee: tricks 0, cards won 0, penalty 0 of 12.",
        "Your turn: beat 7c, or pass one card.",
    ]
    assert told(state, 2, "table")[-1] == "Bo is to answer 7c with one card: beat or pass."


def test_the_hand_says_what_beats_and_what_a_molodka_may_do() -> None:
    """The beats are listed, one line each; a holder hears that arming is possible, and that it is done."""
    before = table(HANDS, trump="h", stock=8)
    led, _ = play(before, "0 lead 7c")
    armed, _ = play(table(HANDS.replace("Ts", "Th").replace("6s", "Ts"), trump="h", stock=8), "0 lead 7c", "3 arm")

    assert told(led, 1, "hand") == ["Your cards: Ah 6d 9d 8c.", "You can beat with Ah.", "You can beat with 8c."]
    assert told(armed, 3, "hand")[-1] == "Your molodka is armed; it is declared as soon as your turn comes."
    assert told(led, None, "hand") == ["You are watching and hold no cards."]
    assert told(play(led, "1 pass 6d", "2 pass 6s", "3 pass Ts")[0], 3, "hand")[0].startswith("Your cards:")


def test_the_trick_tells_passes_as_counts_and_the_own_pass_whole() -> None:
    """Who laid what, who is winning; between tricks the last one."""
    state, _ = play(table(HANDS, trump="h", stock=8), "0 lead 7c", "1 pass 6d")
    after, _ = play(state, "2 beat Jc", "3 pass Ts")

    assert told(state, 1, "trick")[:3] == ["Ana led 7c.", "You passed 6d.", "Ana is winning with 7c."]
    assert told(state, 2, "trick")[1] == "Bo passed one card, face down."
    assert told(after, 0, "trick") == [
        "No card lies on the table.",
        "The last trick:",
        "You led 7c.",
        "Bo passed one card, face down.",
        "Cai beat with Jc.",
        "Dee passed one card, face down.",
        "Cai won it.",
        "Cai is to lead.",
    ]


def test_the_scores_are_told_game_by_game() -> None:
    """One line a game, in the order in which the pairs are named; at the end, who lost."""
    party = Party(options=options("reveal=totals"), seed=b"", dealer=0, penalties=(0, 10), eggs=1)
    over, _ = finish_game(party, "61:59", (4, 4), 0)

    assert told(over, 0, "scores") == [
        "First in each pair of numbers: Ana, Cai.",
        "Second: Bo, Dee.",
        "Game 1: points 61:59, tricks 4:4, penalty 0:2, total 0:12.",
        "Games with eggs (60:60) in this party: 1.",
        "Bo, Dee are goats with eggs, 0:12. Ana, Cai win the party.",
    ]


def test_a_pass_shown_to_all_is_told_with_its_cards() -> None:
    """V6: under `discards=face_up` everybody hears which cards were passed; otherwise only how many."""
    lines = {}
    for rules in ("discards=face_up", ""):
        _, events = play(table(HANDS, trump="h", stock=8, rules=rules), "0 lead 7c", "1 pass 6d")
        lines[rules] = [Speaker(GOAT, NAMES, me).event(events[-1]) for me in (0, 1)]

    assert lines["discards=face_up"] == ["Bo passes 6d.", "You pass 6d."]
    assert lines[""] == ["Bo passes one card.", "You pass one card."]


def test_who_must_beat_is_offered_no_pass() -> None:
    """Section 7, `must_beat=on`: whoever can beat is told that he must; others may pass."""
    able, _ = play(table(HANDS, trump="h", stock=8, rules="must_beat=on"), "0 lead 7c")
    unable, _ = play(able, "1 beat Ah")

    assert told(able, 1, "table")[-1] == "Your turn: beat 7c. You can, so at this table you must."
    assert told(able, 2, "table")[-1] == "Bo is to answer 7c with one card: beat or pass."
    assert told(unable, 2, "table")[-1] == "Your turn: beat Ah, or pass one card."


def test_the_last_card_is_led_alone() -> None:
    """G15: with one card in hand there is no number of cards to choose."""
    state = table("7c | 8c | Jc | Ts", trump="h")

    assert told(state, 0, "table")[-1] == "Your turn: lead your last card."
    assert told(state, 1, "table")[-1] == "Ana is to lead the last card."


@pytest.mark.parametrize("rules", ["", "discards=face_up", "must_beat=on"])
def test_everything_has_its_sentence(rules: str) -> None:
    """Facts of each topic and all events are said without a code, a brace or a None in them."""
    for state, seat, move in random_party(5, rules):
        _, events = GOAT.apply(state, seat, move)
        for eye in (0, None):
            speaker = Speaker(GOAT, NAMES, eye)
            lines = [line for topic in TOPICS for line in told(state, eye, topic)]
            for line in [*lines, *map(speaker.event, events)]:
                assert " " in line
                assert not re.search(r"[{}_]|None", line), line


def test_refusals_options_and_presets_have_phrases() -> None:
    """Each option and each of its worded values is explained, and so is each preset."""
    for spec in GOAT.options:
        assert f"option.{spec.name}" in GOAT.phrases
        worded = [value for value in spec.values if not value.isdigit()]
        assert all(f"option.{spec.name}.{value}" in GOAT.phrases for value in worded)
    assert all(f"preset.{name}" in GOAT.phrases for name in GOAT.presets)


def test_options_are_read_with_their_preset() -> None:
    """A preset's values, overridden by the chosen ones; a wrong value is refused with those there are."""
    chosen = GOAT.parse_options({"limit": "8"}, "open")
    assert (chosen.limit, chosen.discards) == (8, "face_up")
    assert GOAT.parse_options({}, "classic") == options()
    with pytest.raises(BadOptions) as refused:
        GOAT.parse_options({"limit": "7"})
    assert refused.value.params["known"] == ("12", "6", "8", "16", "24")


def test_a_view_is_one_of_goat() -> None:
    """What a client gets is the game's own view."""
    assert isinstance(GOAT.view(table(HANDS, trump="h"), 0), GoatView)
