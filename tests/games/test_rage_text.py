"""Rage in words: moves as text, and a sentence for every code."""

import re
from pathlib import Path
from typing import get_args

import pytest

from tests.games.rage_helpers import apply_all, bid_all, dealt, in_play, last_trick, options, party
from tuicards.errors import IllegalMove
from tuicards.games import rage
from tuicards.games.api import Topic
from tuicards.games.rage import (
    COLOUR_OF,
    COLOURS,
    OPTION_SPECS,
    PRESETS,
    RAGE,
    SPECIALS,
    Bid,
    BidMade,
    Card,
    CardPlayed,
    Play,
    RageEvent,
    RageMove,
    State,
    TrumpKept,
    TrumpTurned,
)
from tuicards.locale.en import PHRASES as COMMON
from tuicards.speech import Speaker

NAMES = ("Ana", "Bo", "Cai", "Dee")
SOURCE = "".join(path.read_text(encoding="utf-8") for path in Path(rage.__file__).parent.glob("*.py"))


def told(state: State, seat: int | None, topic: Topic) -> list[str]:
    """What the text client says about a topic to who sits there."""
    speaker = Speaker(RAGE, NAMES, seat)
    return [speaker.fact(fact) for fact in RAGE.facts(RAGE.view(state, seat), topic)]


# ---- moves ----


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("bid 3", Bid(3)),
        ("Bid  0", Bid(0)),
        (" BID 10 ", Bid(10)),
        ("R12", Play(Card("R12"))),
        ("g12", Play(Card("G12"))),
        ("WI:G", Play(Card("WI"), "G")),
        ("wi:g", Play(Card("WI"), "G")),
        (" wi : g ", Play(Card("WI"), "G")),
        ("CH", Play(Card("CH"))),
        ("ch:b", Play(Card("CH"), "B")),
        ("R1:G", Play(Card("R1"), "G")),
    ],
)
def test_moves_are_read_whatever_the_case_and_blanks(text: str, move: RageMove) -> None:
    """Capitals and blanks do not matter; whether the move is legal is not asked here."""
    assert RAGE.parse_move(text) == move


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "bid", "bid3", "bid -1", "bid 1 0", "bid 1.0", "bid 01", "bid +1", "bid ٣", "bid 48", "R16", "R01",
        "R 12", "Z1", "WI:", "WI:X", "WI:GG", "WI:G:B", ":G", "WIG", "WI G", "3", "play R12", "R12 R13",
        "bid " + "9" * 9000,
    ],
)  # fmt: skip
def test_everything_else_is_refused_with_its_text(text: str) -> None:
    """Strict on all but case and blanks."""
    with pytest.raises(IllegalMove) as refusal:
        RAGE.parse_move(text)

    assert refusal.value.code == "bad_move"
    shown = refusal.value.params["text"]
    assert isinstance(shown, str)
    assert text.startswith(shown)


def test_every_move_reads_back() -> None:
    """All bids and all ways to play every card."""
    plays = [Play(card, colour) for card in COLOUR_OF for colour in (None, *COLOURS)]
    moves: list[RageMove] = [*(Bid(tricks) for tricks in range(48)), *plays]
    for move in moves:
        assert RAGE.parse_move(RAGE.format_move(move)) == move


# ---- phrases ----


def test_every_code_in_the_source_has_a_phrase() -> None:
    """Refusals, facts and events; those of all games may stand in the common catalogue."""
    refusals = set(re.findall(r'(?:IllegalMove|BadOptions)\(\s*"(\w+)"', SOURCE))
    facts = set(re.findall(r'Fact\(\s*"(\w+)"', SOURCE))
    events = {str(kind.__struct_config__.tag) for kind in get_args(RageEvent)}

    assert len(refusals) > 10
    assert len(facts) > 30
    assert len(events) == 13
    assert (refusals | facts | events) - set(RAGE.phrases) - set(COMMON) == set()


def test_every_option_value_colour_and_special_card_has_a_phrase() -> None:
    """Options with their values, presets, colours, special cards, phases and causes."""
    options_named = {f"option.{spec.name}" for spec in OPTION_SPECS}
    values = {f"option.{spec.name}.{value}" for spec in OPTION_SPECS for value in spec.values}
    words = {f"colour.{colour}" for colour in COLOURS} | {f"card.{card}" for card in SPECIALS}
    others = {f"preset.{name}" for name in PRESETS} | {"phase.bid", "phase.play", "phase.over"}

    assert options_named | values | words | others <= set(RAGE.phrases)


@pytest.mark.parametrize("chosen", ["", "bid_mode=secret out_scope=trick_restore", "teams=pairs hook=last_bidder"])
def test_whole_parties_are_told_without_a_gap(chosen: str) -> None:
    """Each event, fact and sentence of a party is words only: no code, no brace, no missing parameter."""
    topics: tuple[Topic, ...] = get_args(Topic)
    for step in party(4, options(f"{chosen} round_plan=3,2"), 4):
        for seat in (0, None):
            speaker = Speaker(RAGE, NAMES, seat)
            lines = [speaker.event(event) for event in step.events]
            for topic in topics:
                lines += told(step.after, seat, topic)
            assert not [line for line in lines if re.search(r"[{}_]|None|\bnone\b", line)]
            assert all(line[-1] in ".:" for line in lines)


def test_an_event_is_told_with_what_it_has() -> None:
    """A hidden bid, a card without a named colour and a missing trump have sentences of their own."""
    speaker = Speaker(RAGE, NAMES, 1)

    assert speaker.event(BidMade(0, 2)) == "Ana bids 2."
    assert speaker.event(BidMade(0)) == "Ana has bid."
    assert speaker.event(BidMade(1)) == "You have bid."
    assert speaker.event(CardPlayed(0, Card("R1"))) == "Ana plays R1."
    assert speaker.event(CardPlayed(1, Card("WI"), "G")) == "You play WI and name green."
    assert speaker.event(TrumpKept(None)) == "No number card is left to turn up: there is no trump."


# ---- facts ----


def test_the_table_told_while_bids_are_made() -> None:
    """Round, dealer, trump and how it came about, who has bid what, whose turn it is."""
    state = bid_all(dealt(["R1 R2", "R3 R4", "WI R6"], "OU G1", "round_plan=2"), (1, 2))

    assert told(state, 2, "table") == [
        "Round 1 of 1. Cards each: 2.",
        "You are the dealer.",
        "Trump is green.",
        "At the deal G1 was turned up: green.",
        "Turned up and out of play: OU.",
        "Cards in the trump pile: 102.",
        "Ana bid 1, has won 0, needs 1 more.",
        "Bo bid 2, has won 0, needs 2 more.",
        "You have not bid yet.",
        "Bids so far 3, tricks 2.",
        "Ana: total 0.",
        "Bo: total 0.",
        "Cai: total 0.",
        "It is your turn to bid.",
    ]
    assert told(state, 2, "hand") == ["You hold 2 cards: R6 WI.", "You may bid: 0, 1, 2."]
    assert told(state, 0, "hand") == ["You hold 2 cards: R1 R2.", "It is not your turn."]
    assert told(state, None, "hand") == ["You are watching and hold no cards."]


def test_the_table_told_while_cards_are_played() -> None:
    """What each seat still needs, the sum of the bids, captured cards, every change of trump."""
    state = bid_all(dealt(["CH R2 OU", "R3 R4 B1", "WI R6 MA"], "G1 B2", "round_plan=3"), (1, 0, 1))
    state, _ = apply_all(state, "CH R3 R6 WI:P")
    lines = told(state, 2, "table")

    assert lines[2:6] == [
        "Trump is blue.",
        "At the deal G1 was turned up: green.",
        "Change Rage from Ana turned up B2: blue.",
        "Turned up and out of play: G1.",
    ]
    assert "You bid 1 and have won 1: exact." in lines
    assert "Bids 2, tricks 3: 1 under." in lines
    assert "Trick 2 of 3." in lines
    assert lines[-1] == "It is the turn of Ana."


def test_the_trick_told() -> None:
    """Who played what, the led colour, who is winning; what one may play."""
    state = in_play(["BO R1", "WI R2", "MA Y3"])
    assert told(state, 0, "trick") == ["No card lies on the table."]
    state, _ = apply_all(state, "BO WI:Y")

    assert told(state, 1, "trick") == [
        "Ana played BO.",
        "You played WI and named yellow.",
        "The led colour is yellow.",
        "You are winning.",
    ]
    assert told(state, 2, "hand") == ["You hold 2 cards: MA Y3.", "You may play: Y3."]
    state, _ = apply_all(state, "Y3")
    assert told(state, 0, "trick")[1:] == [
        "The last trick:",
        "You played BO.",
        "Bo played WI and named yellow.",
        "Cai played Y3.",
        "Bo won it.",
    ]


def test_the_scores_told() -> None:
    """Every finished round, a line a team; then the places; at the end who won."""
    state, _ = last_trick((1, 0, 1, 0), (1, 0, 0, 0), 1, "teams=pairs", (0, 0, 0, 0))

    assert told(state, 0, "scores") == [
        "Round 1, cards each 1:",
        "Ana, Cai: bid 2, won 1, Bonus Rage 0, Mad Rage 0: points 1, total 1.",
        "Bo, Dee: bid 0, won 0, Bonus Rage 0, Mad Rage 0: points 5, total 5.",
        "Place 1: Bo, Dee, total 5, exact bids 1.",
        "Place 2: Ana, Cai, total 1, exact bids 0, behind the first by 4.",
        "The party is over. Won by Bo, Dee with a total of 5.",
    ]
    assert told(in_play(["R1", "R2"]), 0, "scores")[0] == "No round is scored yet."


def test_the_hook_is_told_to_the_last_bidder() -> None:
    """R26: the number that is forbidden is named before anybody tries it."""
    state = bid_all(dealt(["R1 R2", "R3 R4"], "G1", "round_plan=2 hook=last_bidder"), (1,))

    assert "The last bid may not be 1." in told(state, 1, "table")
    assert told(state, 1, "hand")[1] == "You may bid: 0, 2."


def test_hidden_bids_are_told_as_hidden() -> None:
    """R25: one's own bid is told, the others' are not; nor is their sum."""
    state = dealt(["R1 R2", "R3 R4"], "G1", "round_plan=2 bid_mode=secret")
    for seat in (0, 1):
        state, _ = RAGE.apply(state, seat, Bid(seat))
    lines = told(state, 1, "table")

    assert "Ana has a hidden bid and has won 0." in lines
    assert "You bid 1, have won 0, need 1 more." in lines
    assert not [line for line in lines if line.startswith("Bids")]


def test_special_cards_turned_on_the_way_are_told() -> None:
    """R16, R17: the skipped special cards are public, so they are said with the trump card they lay above."""
    speaker = Speaker(RAGE, NAMES)
    trump = Card("Y3")

    skipped = TrumpTurned(trump, "Y", "change", (Card("OU"), Card("MA")))
    assert speaker.event(skipped) == "OU MA turned up first, without effect; then Y3: trump is yellow."
    assert speaker.event(TrumpTurned(trump, "Y", "change")) == "Y3 is turned up: trump is yellow."
