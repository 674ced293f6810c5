"""What holds at every step of any Goat party: the rules page's invariants, over random play with every option."""

import random
from collections.abc import Sequence
from itertools import permutations

import pytest

from tests.games.goat_helpers import EYES, all_cards, cards_in, heard, options, play, random_party, seen, table
from tuicards.games.api import Event, Seat, from_plain, to_plain
from tuicards.games.goat import (
    DECK,
    GOAT,
    RANKS,
    SUITS,
    Arm,
    Card,
    Disarm,
    GameEnded,
    GameStarted,
    GoatMove,
    Led,
    MolodkaDeclared,
    State,
    TrickWon,
    beats,
)

RULES = [
    "",
    "limit=6",
    "limit=24",
    "discards=face_up",
    "trump_card=bottom",
    "molodka_suit=trump",
    "must_beat=on",
    "eggs=double_next",
    "eggs=two_each",
    "reveal=totals",
    "discards=face_up trump_card=bottom molodka_suit=trump must_beat=on eggs=two_each reveal=totals",
]
every_rule = pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules or "usual")


def beats_card(one: Card, other: Card, trump: str) -> bool:
    """G18, in its own words."""
    if one[1] == other[1]:
        return RANKS.index(one[0]) > RANKS.index(other[0])
    return one[1] == trump


def beats_by_trying(offered: Sequence[Card], target: Sequence[Card], trump: str) -> bool:
    """G19, in its own words: some matching of the cards, one to one."""
    return len(offered) == len(target) and any(
        all(beats_card(one, other, trump) for one, other in zip(offered, order, strict=True))
        for order in permutations(target)
    )


def test_sets_compare_as_trying_every_matching_says() -> None:
    """20,000 random sets, against targets of led suit and trumps as they lie in a trick."""
    chance = random.Random(1)
    outcomes = []
    for _ in range(10_000):
        trump, led = chance.choice(SUITS), chance.choice(SUITS)
        size = chance.randint(1, 4)
        target = chance.sample([card for card in DECK if card[1] in (trump, led)], size)
        low_first = [
            card for card in DECK if card not in target and (card[1] in (trump, led) or chance.random() < 0.1)
        ]
        offered = chance.sample(low_first, size + (chance.random() < 0.05))
        outcomes.append(beats(offered, target, trump))
        assert outcomes[-1] == beats_by_trying(offered, target, trump), (offered, target, trump)

    assert outcomes.count(True) > 2_000


def walked(rules: str, seeds: range) -> list[list[tuple[State, Seat, GoatMove, State, tuple[Event, ...]]]]:
    """Random parties, each step with the state after it and its events."""
    return [
        [(state, seat, move, *GOAT.apply(state, seat, move)) for state, seat, move in random_party(seed, rules)]
        for seed in seeds
    ]


@every_rule
def test_cards_points_and_hands_are_as_the_page_says(rules: str) -> None:
    """36 cards always; G45 at each start of a trick; nine cards a seat, 3 to 9 tricks and 120 points a game."""
    for party in walked(rules, range(4)):
        played = 0
        for before, _, _, _, events in party:
            assert all_cards(before) == sorted(DECK)
            if not before.laid:
                assert {len(hand) for hand in before.hands} == {min(4, 9 - played)}
                assert len(before.deal.stock) == max(0, 20 - 4 * played)
            played += sum(event.count // 4 for event in events if isinstance(event, TrickWon))
            for event in events:
                if isinstance(event, GameEnded):
                    assert played == 9
                    assert sum(event.score.points) == 120
                    assert 3 <= sum(event.score.tricks) <= 9
                    played = 0


@every_rule
def test_the_winning_set_beats_all_face_up_sets_before_it(rules: str) -> None:
    """Face-up cards are of the led suit or trumps, and the best set beats each that lay before it."""
    for party in walked(rules, range(4)):
        for state, *_ in party:
            face_up = [laid for laid in state.laid if laid.kind != "pass"]
            for place, laid in enumerate(face_up):
                assert all(card[1] in (face_up[0].cards[0][1], state.deal.trump) for card in laid.cards)
                assert all(beats(laid.cards, below.cards, state.deal.trump) for below in face_up[:place])
            if face_up:
                assert face_up[-1] == state.laid[state.best]


@every_rule
def test_at_most_one_molodka_a_trick_and_none_over_four(rules: str) -> None:
    """Between two tricks won there is at most one molodka, and never one after a lead of four."""
    declared = 0
    for party in walked(rules, range(6)):
        this_trick, four_led = 0, False
        for *_, events in party:
            for event in events:
                if isinstance(event, MolodkaDeclared):
                    assert not four_led
                    this_trick, declared = this_trick + 1, declared + 1
                    assert this_trick == 1
                elif isinstance(event, Led):
                    four_led = len(event.cards) == 4
                elif isinstance(event, TrickWon | GameStarted):
                    this_trick, four_led = 0, False

    assert declared or "molodka_suit=trump" in rules


@every_rule
def test_penalties_are_even_and_one_team_loses(rules: str) -> None:
    """A party ends with one pair at the limit, more than the other's; the sheet adds up; nobody moves any more."""
    for party in walked(rules, range(6)):
        over = party[-1][3]
        limit = over.party.options.limit
        totals, losers = over.party.penalties, over.party.losers
        assert losers is not None
        assert totals[losers] >= limit
        assert totals[1 - losers] < totals[losers]
        assert all(total % 2 == 0 for total in totals)
        assert tuple(sum(line.penalties[team] for line in over.party.history) for team in (0, 1)) == totals
        assert over.party.eggs == sum(line.points == (60, 60) for line in over.party.history)
        if over.party.options.eggs == "title" and not over.party.eggs and limit == 12:
            assert 2 <= over.party.game <= 11
        assert GOAT.to_act(over) == frozenset()


def may_be_known(state: State, eye: Seat | None) -> set[Card]:
    """Every card that V1 to V16 let the eye see at this moment."""
    known = {state.deal.indicator, *(state.hands[eye] if eye is not None else ())}
    face_up = state.party.options.discards == "face_up"
    for laid in state.laid:
        if laid.kind != "pass" or face_up or laid.seat == eye:
            known.update(laid.cards)
    if state.deal.last_trick:
        for shown in state.deal.last_trick.laid:
            assert face_up or shown.kind != "pass" or not shown.cards
            known.update(shown.cards)
    for pile in state.party.last_piles:
        known.update(pile)
    return known


@every_rule
def test_no_picture_holds_a_card_that_is_hidden(rules: str) -> None:
    """A seat's whole picture, its legal moves among it, names only cards it may know; others never see an arm."""
    for state, *_ in (step for party in walked(rules, range(3)) for step in party):
        if state.party.last_piles:
            continue
        for eye in EYES:
            assert cards_in(seen(state, eye)) <= may_be_known(state, eye)
            assert GOAT.view(state, eye).armed == (eye in state.armed)


@every_rule
def test_events_name_only_what_lies_open(rules: str) -> None:
    """No event names a card laid face down in this game, until the piles are counted."""
    for party in walked(rules, range(3)):
        for before, seat, move, _, events in party:
            kind = getattr(move, "cards", ()) if type(move).__name__ == "Pass" else ()
            if before.party.options.discards == "face_up" or any(isinstance(event, GameEnded) for event in events):
                continue
            declared = [event for event in events if isinstance(event, MolodkaDeclared)]
            open_cards = {card for event in declared for card in event.cards}
            assert not (set(kind) - open_cards) & cards_in(heard(events)), (seat, move, events)


@every_rule
def test_arming_is_for_holders_whose_turn_is_to_come(rules: str) -> None:
    """Out of turn only a molodka's holder may do anything, and it changes neither events nor whose turn it is."""
    for party in walked(rules, range(6)):
        for state, seat, move, after, events in party:
            if seat in GOAT.to_act(state):
                assert not isinstance(move, Arm | Disarm)
                continue
            assert isinstance(move, Arm | Disarm)
            assert events == ()
            assert GOAT.to_act(after) == GOAT.to_act(state)
            assert len({card[1] for card in state.hands[seat]}) == 1
            assert all(seen(after, eye) == seen(state, eye) for eye in EYES if eye != seat)


@every_rule
def test_cards_may_be_named_in_any_order(rules: str) -> None:
    """A move with its cards turned round is the same move."""
    turned = 0
    for state, seat, move, after, events in (step for party in walked(rules, range(2)) for step in party):
        named = getattr(move, "cards", ())
        if len(named) > 1:
            other = GOAT.parse_move(f"{GOAT.format_move(move).split()[0]} {' '.join(reversed(named))}")
            assert GOAT.apply(state, seat, other) == (after, events)
            turned += 1

    assert turned


def test_legal_moves_are_each_set_once() -> None:
    """Every move is listed once, its cards in order."""
    for party in walked("", range(3)):
        for state, *_ in party:
            moves = GOAT.legal(state, state.turn)
            named = [getattr(move, "cards", ()) for move in moves]
            assert len(set(moves)) == len(moves)
            assert all(list(each) == sorted(each, key=DECK.index) for each in named)


def test_how_many_moves_there_are() -> None:
    """Four of a suit: fifteen leads and the molodka. Two of four: six passes, besides what beats."""
    state = table("6s 7s 8s 9s | 6h Ts 7c 8c | 6c 9c Jc Qc | 6d 7d 8d 9d", trump="h")
    led, _ = play(state, "0 lead 6s 7s")

    assert len(GOAT.legal(state, 0)) == 16
    assert [GOAT.format_move(move) for move in GOAT.legal(led, 1)] == [
        "beat Ts 6h",
        "pass Ts 6h",
        "pass Ts 7c",
        "pass Ts 8c",
        "pass 6h 7c",
        "pass 6h 8c",
        "pass 7c 8c",
    ]


def test_moves_and_events_go_through_plain_maps() -> None:
    """Each move, event and view comes back from its plain map as it was."""
    for state, _, move, after, events in walked("", range(1))[0]:
        assert from_plain(to_plain(move), GOAT.move_type) == move
        assert all(from_plain(to_plain(event), GOAT.event_type) == event for event in events)
        view = GOAT.view(after, state.turn)
        assert from_plain(to_plain(view), GOAT.view_type) == view


def test_the_same_seed_deals_the_same_party() -> None:
    """A party is its seed and its moves; another seed deals other cards."""
    one, same, other = (GOAT.new(4, seed, options()) for seed in (b"a", b"a", b"b"))

    assert one == same
    assert one.hands != other.hands
