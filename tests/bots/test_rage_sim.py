"""The simulator of Rage against the rules: the same moves, trumps, winners and points."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tuicards.bots.rage_sim import legal_moves, play_out, points, turn_up
from tuicards.bots.rage_sim_layout import (
    AHEAD,
    BEST,
    BONUS,
    CARD,
    CHANCE,
    END,
    FIRST,
    GAIN,
    LAID,
    LAST_WILD,
    LED,
    LEFT,
    NAMES,
    NEXT,
    OUT,
    PILE,
    SEAT,
    SIZE,
    SPECIALS,
    STOP,
    SUSPENDED,
    TAKEN,
    TRUMP,
    TURN,
    WILD,
)
from tuicards.bots.rage_sim_setup import COLOUR_ID, ID_OF, dealt, move_of, play_of, rules_of, table_of
from tuicards.bots.rage_sim_tables import tables
from tuicards.errors import BadOptions
from tuicards.games.rage import RAGE, Options, Play, State

CHOICES: dict[str, tuple[Any, ...]] = {
    "edition": ("fundex110", "amigo112"),
    "bid_mode": ("in_turn", "simultaneous", "secret"),
    "hook": ("off", "last_bidder"),
    "rage_play": ("void_only", "anytime"),
    "out_scope": ("round", "trick_restore", "trick_redraw"),
    "change_source": ("pile", "player"),
    "two_wilds": ("first", "last"),
    "scoring": ("fundex", "flat"),
    "sweep": ("off", "double"),
    "teams": ("none", "pairs", "threes"),
}


def any_round(chance: Random) -> State:
    """A table with options, seats and hand size by chance, dealt and all bids made."""
    while True:
        seats = chance.randint(2, 8)
        size = chance.choice((1, 2, 3, 5, 10, 95 // seats))
        picked = {name: chance.choice(values) for name, values in CHOICES.items()}
        options = Options(**picked, extended_players="on", round_plan=(min(size, 95 // seats),))
        try:
            state = RAGE.new(seats, chance.randbytes(16), options)
        except BadOptions:
            continue
        while state.phase == "bid":
            seat = min(RAGE.to_act(state))
            state, _ = RAGE.apply(state, seat, chance.choice(RAGE.legal(state, seat)))
        return state


def start(state: State) -> list[int]:
    """The simulator's numbers for a round in progress, hidden cards and all."""
    view = RAGE.view(state, None)
    hands = [[ID_OF[card] for card in hand] for hand in state.hands]
    pile = [ID_OF[card] for card in state.trump.pile]
    return dealt(table_of(view, state.setup.options), hands, pile, [bid or 0 for bid in state.bids])


def rules(state: State) -> list[int]:
    """The simulator's rules for a table."""
    return rules_of(state.setup.options, state.setup.seats, state.round.hand_size)


def told(s: list[int], seats: int) -> list[Any]:
    """What both sides can be asked about a round that goes on."""
    per_seat = [(s[seat * SEAT + TAKEN], s[seat * SEAT + GAIN]) for seat in range(seats)]
    return [s[TURN], s[LAID], s[TRUMP], s[SUSPENDED], s[LEFT], s[AHEAD] if s[LAID] else -1, per_seat]


def asked(state: State) -> list[Any]:
    """The same, asked of the rules."""
    view = RAGE.view(state, None)
    per_seat = list(zip(state.taken, (b - m for b, m in zip(state.bonus, state.mad, strict=True)), strict=True))
    return [
        state.turn, len(state.trick), COLOUR_ID[state.trump.colour], COLOUR_ID[state.trump.suspended],
        state.round.hand_size - len(state.tricks), -1 if view.winning is None else view.winning, per_seat,
    ]  # fmt: skip


def compare_round(chance: Random) -> int:
    """Play a round on both sides by moves of chance, compare after each; how many positions were compared."""
    state, moves, compared = any_round(chance), [0] * 120, 0
    s, how = start(state), rules(state)
    while state.phase == "play":
        assert s[:SUSPENDED] == start(state)[:SUSPENDED]
        found = [play_of(move) for move in moves[: legal_moves(s, how, moves)]]
        legal = RAGE.legal(state, state.turn)
        assert set(found) == set(legal)
        assert len(found) == len(legal)
        move = chance.choice(legal)
        assert isinstance(move, Play)
        play_out(s, how, *tables(), FIRST, move_of(move), STOP)
        state, _ = RAGE.apply(state, state.turn, move)
        compared += 1
        if state.phase == "play":
            assert told(s, state.setup.seats) == asked(state)
    lines = state.sheet.history[-1].lines
    assert [points(s, how, team) for team in range(len(lines))] == [line.points for line in lines]
    return compared


def rounds(count: int) -> Iterator[Random]:
    """Seeds of chance for so many rounds."""
    return (Random(f"rage {number}") for number in range(count))


def test_it_plays_by_the_rules() -> None:
    """Legal moves, trump, who is ahead, captured cards and points agree after every card, whatever the options."""
    assert sum(compare_round(chance) for chance in rounds(24)) > 800


@pytest.mark.thorough
def test_it_plays_by_the_rules_in_tens_of_thousands_of_positions() -> None:
    """The same for many more rounds."""
    assert sum(compare_round(chance) for chance in rounds(1500)) > 50_000


def turned_up(turned: list[int], lies_out: bool) -> list[int]:
    """The trumps turned one after the other, once all cards of the pile are turned: these, the last one lying out."""
    s = [0] * SIZE
    s[PILE : PILE + len(turned)] = turned
    s[NEXT] = s[END] = PILE + len(turned)
    s[CARD], s[CHANCE] = int(lies_out), 1
    return [turn_up(s, -1) for _ in range(4)]


def test_an_empty_pile_is_made_anew_without_the_trump_card() -> None:
    """The cards out of play come back one by one, the trump card only once another one lies out (R64)."""
    again = turned_up([0, 1, 2, 3], True)
    assert set(again[:3]) == {0, 1, 2}
    assert set(again[3:]) <= {0, 1, 2, 3} - set(again[2:3])
    assert set(turned_up([0, 1, 2, 3], False)) == {0, 1, 2, 3}


def test_where_no_card_can_be_turned_trump_stays() -> None:
    """The one number card that there is lies out already, or there is none (R64)."""
    assert turned_up([3], True) == [-1] * 4
    assert turned_up([], False) == [-1] * 4


def taker(moves: list[int], last_wild: int) -> int:
    """Who takes a trick of these moves, laid by seats 0, 1 and 2; red is trump."""
    s, how = [0] * SIZE, rules_of(Options(), 3, 1)
    how[LAST_WILD] = last_wild
    s[SUSPENDED] = s[LED] = s[BEST] = -1
    s[LEFT], s[NEXT], s[END] = 1, PILE, PILE
    for seat, move in enumerate(moves):
        s[seat * SEAT + SPECIALS + (move & 127) - WILD] = 1
        play_out(s, how, *tables(), FIRST, move, STOP)
    return next(seat for seat in range(3) if s[seat * SEAT + TAKEN])


@pytest.mark.parametrize("third", [BONUS, OUT])
def test_of_two_wilds_of_a_colour_the_first_or_the_last_wins(third: int) -> None:
    """As the option says, also where an Out has the trick weighed anew (R56, R63)."""
    red = WILD + NAMES
    assert taker([red, red, third], 0) == 0
    assert taker([red, red, third], 1) == 1
