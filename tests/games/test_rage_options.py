"""Rage's options (section 5): their text form, the presets, and what cannot be combined."""

import pytest

from tests.games.rage_helpers import options
from tuicards.errors import BadOptions
from tuicards.games.rage import OPTION_SPECS, RAGE, Options


def refusal(seats: int, chosen: str, preset: str | None = None) -> tuple[str, dict[str, object]]:
    """Code and parameters with which a table is refused."""
    with pytest.raises(BadOptions) as error:
        RAGE.new(seats, b"", options(chosen, preset))
    return error.value.code, dict(error.value.params)


def test_the_defaults_are_the_default_game() -> None:
    """Section 5.2: `fundex` is all first values."""
    assert options() == options(preset="fundex") == Options()
    assert RAGE.format_options(Options()) == {spec.name: spec.default for spec in OPTION_SPECS}


@pytest.mark.parametrize(("preset", "scope"), [("amigo", "trick_restore"), ("bga", "trick_redraw")])
def test_presets(preset: str, scope: str) -> None:
    """Section 5.2, for three to eight players; a choice goes before the preset's value."""
    expected = Options(
        edition="amigo112",
        extended_players="on",
        out_scope=scope,  # type: ignore[arg-type]
        two_wilds="last",
        scoring="flat",
    )

    assert options(preset=preset) == expected
    assert options("scoring=fundex", preset).scoring == "fundex"
    assert refusal(2, "", preset) == ("too_few_seats", {"number": 2, "fewest": 3})
    assert refusal(9, "", preset)[0] == "too_many_seats"
    for seats in range(3, 9):
        RAGE.new(seats, b"", expected)


def test_two_may_play_with_the_amigo_deck_and_other_rules() -> None:
    """Section 1.2: the edition changes only the card counts."""
    RAGE.new(2, b"", options("edition=amigo112"))


@pytest.mark.parametrize(
    ("text", "plan"),
    [
        ("down", (10, 9, 8, 7, 6, 5, 4, 3, 2, 1)),
        ("up", (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)),
        ("up_down", (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1)),
        ("down_up", (10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)),
        ("1,2,3", (1, 2, 3)),
        ("1,2,3,4,5,6,7,8,9,10,11,12,13", tuple(range(1, 14))),
        ("5", (5,)),
    ],
)
def test_round_plan_reads_back(text: str, plan: tuple[int, ...]) -> None:
    """R14: named plans keep their names, others are lists."""
    chosen = options(f"round_plan={text}")

    assert chosen.round_plan == plan
    assert RAGE.format_options(chosen)["round_plan"] == text


def test_a_list_that_has_a_name_gets_it_and_blanks_do_not_matter() -> None:
    """The symbolic name is kept where the list equals it."""
    chosen = RAGE.parse_options({"round_plan": "1, 2,3 ,4,5,6,7,8,9,10"})

    assert RAGE.format_options(chosen)["round_plan"] == "up"


@pytest.mark.parametrize(
    "text", ["", ",", "0", "1,0", "1,,2", "-1", "1.5", "٣", "01", "x", "48", "9" * 5000, ",".join(["1"] * 101)]
)
def test_bad_round_plans_are_refused(text: str) -> None:
    """Every hand holds at least one card; a plan is a list of plain numbers of a bearable length."""
    with pytest.raises(BadOptions) as error:
        RAGE.parse_options({"round_plan": text})

    assert error.value.code == "bad_option_value"
    assert error.value.params["option"] == "round_plan"


@pytest.mark.parametrize(("text", "seat"), [("random", None), ("0", 0), ("7", 7)])
def test_first_dealer_reads_back(text: str, seat: int | None) -> None:
    """R12: by chance, or a seat counted from 0 as in D3."""
    chosen = options(f"first_dealer={text}")

    assert chosen.first_dealer == seat
    assert RAGE.format_options(chosen)["first_dealer"] == text


@pytest.mark.parametrize("text", ["", "8", "-1", "1.0", "01", "Random", "²"])
def test_bad_first_dealers_are_refused(text: str) -> None:
    """No other text is a seat."""
    with pytest.raises(BadOptions, match="bad_option_value"):
        RAGE.parse_options({"first_dealer": text})


def test_every_value_of_every_option_reads_back() -> None:
    """All texts survive, alone and all together."""
    for spec in OPTION_SPECS:
        for value in spec.values:
            chosen = RAGE.parse_options({spec.name: value})
            assert RAGE.format_options(chosen)[spec.name] == value
            assert RAGE.parse_options(RAGE.format_options(chosen)) == chosen
    last = RAGE.parse_options({spec.name: spec.values[-1] for spec in OPTION_SPECS})
    assert RAGE.parse_options(RAGE.format_options(last)) == last


@pytest.mark.parametrize(
    ("seats", "chosen", "code", "params"),
    [
        (1, "", "too_few_seats", {"number": 1, "fewest": 2}),
        (7, "", "too_many_seats", {"number": 7, "most": 6}),
        (9, "extended_players=on", "too_many_seats", {"number": 9, "most": 8}),
        (5, "teams=pairs", "teams_need_seats", {"teams": "pairs", "number": 5, "known": (4, 6)}),
        (2, "teams=pairs", "teams_need_seats", {"teams": "pairs", "number": 2, "known": (4, 6)}),
        (4, "teams=threes", "teams_need_seats", {"teams": "threes", "number": 4, "known": (6,)}),
        (8, "teams=pairs extended_players=on", "teams_need_seats", {"teams": "pairs", "number": 8, "known": (4, 6)}),
        (4, "hook=last_bidder bid_mode=secret", "hook_needs_in_turn", {"bid_mode": "secret"}),
        (4, "hook=last_bidder bid_mode=simultaneous", "hook_needs_in_turn", {"bid_mode": "simultaneous"}),
        (6, "round_plan=1,16,1", "too_many_cards", {"number": 6, "hand_size": 16, "most": 15}),
        (8, "round_plan=12 extended_players=on", "too_many_cards", {"number": 8, "hand_size": 12, "most": 11}),
        (4, "first_dealer=4", "no_such_dealer", {"number": 4, "highest": 3}),
    ],
)
def test_what_does_not_go_together_is_refused_by_name(
    seats: int, chosen: str, code: str, params: dict[str, object]
) -> None:
    """Sections 5.1 and 6: the refusal says what the limit is."""
    assert refusal(seats, chosen) == (code, params)


@pytest.mark.parametrize(
    "chosen", [Options(round_plan=()), Options(round_plan=(3, 0)), Options(round_plan=(1,) * 101)]
)
def test_options_made_without_text_are_checked_as_well(chosen: Options) -> None:
    """A plan without rounds, or with an empty hand, starts no party."""
    with pytest.raises(BadOptions, match="bad_option_value"):
        RAGE.new(4, b"", chosen)


@pytest.mark.parametrize(
    ("seats", "chosen"),
    [
        (4, "teams=pairs"),
        (6, "teams=pairs"),
        (6, "teams=threes"),
        (6, "round_plan=15"),
        (8, "round_plan=11 extended_players=on"),
        (2, "round_plan=47"),
        (4, "hook=last_bidder"),
    ],
)
def test_what_just_fits_is_accepted(seats: int, chosen: str) -> None:
    """The limits themselves are allowed."""
    state = RAGE.new(seats, b"", options(chosen))

    assert state.trump.colour is not None
