"""Goat's rules where the worked examples say nothing: what a refusal names, and positions set up by hand."""

import random
from itertools import combinations

import pytest

from tests.games.goat_helpers import cards, random_party, table
from tuicards.errors import IllegalMove
from tuicards.games.goat import DECK, GOAT, Arm, Beat, Card, Options, State, beats, position
from tuicards.games.goat.cards import SUITS, in_order
from tuicards.games.goat.legal import possible_beats


def test_a_set_of_another_size_beats_nothing() -> None:
    """G19: as many cards as there are to beat, neither more nor fewer."""
    assert beats(cards("Ks As"), cards("6s 7s"), "h")
    assert not beats(cards("Ks As"), cards("6s"), "h")
    assert not beats(cards("As"), cards("6s 7s"), "h")


def test_every_set_that_beats_is_offered() -> None:
    """G19-G21: of many hands and targets, exactly the sets that beat card by card, each once."""
    chance, found = random.Random(1), 0
    for _ in range(600):
        pack = chance.sample(DECK, 8)
        trump, count = chance.choice(SUITS), chance.randint(1, 4)
        led = [card for card in pack[:4] if card[1] in (pack[0][1], trump)][:count]
        hand = in_order(pack[4:])
        able = [Beat(some) for some in combinations(hand, len(led)) if beats(some, led, trump)]
        offered = possible_beats(hand, tuple(led), trump)

        assert set(offered) == set(able)
        assert len(offered) == len(able)
        found += len(led) > 1 and bool(able)

    assert found > 30


def test_the_card_that_is_named_twice_is_told() -> None:
    """Not the first one of the set."""
    state = table("7c Kc 8s 9h | 9c 6s 7s Qh | Jc Ts 8d Tc | Ad Kd 9d 6d", trump="h", stock=8)
    with pytest.raises(IllegalMove) as refusal:
        GOAT.apply(state, 0, GOAT.parse_move("lead 7c Kc Kc"))

    assert (refusal.value.code, refusal.value.params) == ("duplicate_card", {"card": "Kc"})


def test_a_position_begins_without_tricks() -> None:
    """Unless it says otherwise, nobody has won any, all other cards are team A's, the seat before has dealt."""
    hands = [cards(hand) for hand in ("7c Kc 8s 9h", "9c 6s 7s Qh", "Jc Ts 8d Tc", "Ad Kd 9d 6d")]
    state = position(hands, trump="h", leader=2)

    assert state.deal.tricks == (0, 0)
    assert (len(state.deal.piles[0]), len(state.deal.piles[1])) == (20, 0)
    assert (state.deal.indicator, state.turn, state.party.dealer) == (Card("6h"), 2, 1)
    assert position(hands, trump="h").party.dealer == 3


@pytest.mark.parametrize("leader", range(4))
def test_whoever_is_still_to_play_may_arm(leader: int) -> None:
    """G41: with four of a suit in each hand, every seat but the one whose turn it is, until it has played."""
    suits = [cards(f"6{suit} 7{suit} 8{suit} 9{suit}") for suit in "cdhs"]
    state = position(suits, trump="h", leader=leader)
    to_play = [(leader + step) % 4 for step in range(4)]
    while to_play:
        armed = [seat for seat in range(4) if Arm() in GOAT.legal(state, seat)]
        assert armed == sorted(to_play[1:])
        seat = to_play.pop(0)
        state, _ = GOAT.apply(state, seat, GOAT.legal(state, seat)[0])


def test_the_options_that_nobody_chose_are_the_defaults() -> None:
    """As text and as values: a party ends at twelve points."""
    assert GOAT.parse_options({}) == Options()
    assert Options().limit == 12


def test_a_party_of_four_is_usual() -> None:
    """And no other is possible."""
    assert (GOAT.usual_seats, list(GOAT.seats)) == (4, [4])


def test_both_losers_are_third() -> None:
    """Two are better than either of them; each seat has its team's penalty points."""
    last, seat, move = list(random_party(3, "limit=6"))[-1]
    state, _ = GOAT.apply(last, seat, move)
    outcome = GOAT.outcome(state)

    assert outcome is not None
    assert sorted(outcome.ranks) == [1, 1, 3, 3]
    assert outcome.ranks[:2] == outcome.ranks[2:]
    assert outcome.scores == state.party.penalties * 2
    assert max(outcome.scores) == outcome.scores[outcome.ranks.index(3)]


def test_of_a_wrong_text_the_beginning_is_repeated() -> None:
    """Two hundred characters."""
    text = "0123456789" * 30
    with pytest.raises(IllegalMove) as refusal:
        GOAT.parse_move(text)

    assert refusal.value.params["text"] == text[:200]


def late_states(rules: str) -> list[State]:
    """Positions of random parties in which somebody's pass is buried."""
    states = [state for number in range(2) for state, _, _ in random_party(number, rules)]
    return [state for state in states if state.deal.buried][::5]


def test_in_other_worlds_one_knows_ones_own_passes_and_no_others() -> None:
    """What a seat has laid face down lies where it laid it; what others have, may be anything unseen."""
    others_moved = 0
    for step, state in enumerate(late_states("")):
        for eye in range(4):
            world = GOAT.resample(state, eye, step.to_bytes(2))
            passes = list(zip(state.deal.buried, world.deal.buried, strict=True))
            assert all(real.cards == dreamt.cards for real, dreamt in passes if real.seat == eye)
            others_moved += any(real.cards != dreamt.cards for real, dreamt in passes if real.seat != eye)

    assert others_moved > 100


def test_a_trump_at_the_bottom_leaves_all_other_cards_unknown() -> None:
    """While there is a stock, hands are others in other worlds, and the last card is where it is."""
    states = [state for state in late_states("trump_card=bottom") if state.deal.stock]
    worlds = [(state, GOAT.resample(state, None, b"other")) for state in states]

    assert all(world.deal.stock[-1] == state.deal.indicator for state, world in worlds)
    assert sum(world.hands != state.hands for state, world in worlds) > 0.9 * len(worlds)


def test_who_drew_the_last_card_has_had_the_trump_from_the_bottom() -> None:
    """In each of many worlds it is in that hand or in that seat's passes, and nowhere else."""
    for state in late_states("trump_card=bottom"):
        drawer, card = state.deal.last_drawer, state.deal.indicator
        if drawer is not None and card in state.hands[drawer]:
            break
    assert drawer is not None
    for number in range(800):
        world = GOAT.resample(state, (drawer + 1) % 4, number.to_bytes(2))
        passes = [past.cards for past in world.deal.buried if past.seat == drawer]
        assert any(card in cards for cards in (world.hands[drawer], *passes))
