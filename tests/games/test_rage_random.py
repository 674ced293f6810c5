"""What holds at every moment of any party (section 7.7), looked for in random play over options and seats."""

import random
from collections import Counter
from collections.abc import Sequence
from functools import cache

import pytest

from tests.games.rage_helpers import Move, all_cards, party
from tuicards.errors import BadOptions, IllegalMove
from tuicards.games.api import Seat
from tuicards.games.rage import (
    COLOUR_OF,
    COLOURS,
    COPIES,
    DECKS,
    OPTION_SPECS,
    RAGE,
    Bid,
    Card,
    Options,
    PartyEnded,
    Play,
    Played,
    RageMove,
    RoundScored,
    RoundStarted,
    TrickWon,
    TrumpGone,
    TrumpKept,
    TrumpNamed,
    TrumpTurned,
    effective_colour,
    team_ranks,
)

PLANS = ("down", "up", "5,1,3", "11,2", "1,1,1", "4,4")


def some_options(chance: random.Random) -> Options:
    """Every option at random, with a round plan that is not too long."""
    texts = {spec.name: chance.choice(spec.values) for spec in OPTION_SPECS}
    return RAGE.parse_options(texts | {"round_plan": chance.choice(PLANS)})


def some_table(chance: random.Random) -> tuple[int, Options]:
    """Seats and options that go together."""
    while True:
        seats, chosen = chance.choice(RAGE.seats), some_options(chance)
        try:
            RAGE.check(seats, chosen)
        except BadOptions:
            continue
        return seats, chosen


@cache
def parties(many: int = 40) -> tuple[tuple[Move, ...], ...]:
    """Random parties over all options, and one of the default game with each number of seats."""
    chance = random.Random(1)
    mixed = [some_table(chance) for _ in range(many)]
    usual = [(seats, Options()) for seats in range(2, 7)]
    return tuple(tuple(party(seats, chosen, number)) for number, (seats, chosen) in enumerate([*mixed, *usual]))


def every_move() -> list[Move]:
    return [move for moves in parties() for move in moves]


def reference_winner(cards: Sequence[Played], trump: str | None, two_wilds: str) -> Seat:
    """The reference algorithm of section 2.5, with the option of R56."""
    colours = [effective_colour(played.card, played.colour) for played in cards]
    led = next((colour for colour in colours if colour is not None), None)
    pool = [place for place, colour in enumerate(colours) if trump is not None and colour == trump]
    pool = pool or [place for place, colour in enumerate(colours) if led is not None and colour == led]
    if not pool:
        return cards[0].seat
    ranks = {place: 16 if cards[place].card == "WI" else int(cards[place].card[1:]) for place in pool}
    highest = [place for place in pool if ranks[place] == max(ranks.values())]
    return cards[highest[-1 if two_wilds == "last" else 0]].seat


@pytest.mark.parametrize("key", [pytest.param("taken", id="I1")])
def test_all_tricks_of_a_round_are_taken(key: str) -> None:
    """The tricks of all teams add up to the hand size, whatever the options."""
    scores = [event for move in every_move() for event in move.events if isinstance(event, RoundScored)]

    assert len(scores) > 100
    assert all(sum(getattr(line, key) for line in event.lines) == event.hand_size for event in scores)


@pytest.mark.parametrize("least", [pytest.param(1, id="I2")])
def test_who_is_asked_can_move(least: int) -> None:
    """Each seat that the table waits for has a legal move; no other seat has any."""
    for move in every_move():
        waited_for = RAGE.to_act(move.before)
        for seat in range(move.before.setup.seats):
            assert (len(RAGE.legal(move.before, seat)) >= least) == (seat in waited_for)


@pytest.mark.parametrize("decks", [pytest.param(DECKS, id="I3")])
def test_cards_are_conserved(decks: dict[str, tuple[Card, ...]]) -> None:
    """Hands, tricks, pile, turned-up cards and the trump card are the deck, at every moment."""
    whole = {edition: sorted(deck) for edition, deck in decks.items()}
    for move in every_move():
        assert all_cards(move.after) == whole[move.after.setup.options.edition]


@pytest.mark.parametrize("copies", [pytest.param(COPIES, id="I4")])
def test_captured_cards_exist(copies: dict[str, dict[Card, int]]) -> None:
    """No more Bonus and Mad cards are captured in a round than the deck has."""
    for move in every_move():
        most = copies[move.before.setup.options.edition]
        for event in move.events:
            if isinstance(event, RoundScored):
                assert sum(line.bonus for line in event.lines) <= most[Card("BO")]
                assert sum(line.mad for line in event.lines) <= most[Card("MA")]


@pytest.mark.parametrize("two_wilds", [pytest.param(("first", "last"), id="I5")])
def test_the_right_card_wins(two_wilds: tuple[str, ...]) -> None:
    """The winner's card is the best of trump, else of the led colour; a trick without colour is the leader's."""
    seen = Counter[str]()
    for move in every_move():
        won = next((event for event in move.events if isinstance(event, TrickWon)), None)
        if won is None or not isinstance(move.move, Play):
            continue
        last = Played(move.seat, move.move.card, move.move.colour)
        trump = trump_after_play(move)
        option = move.before.setup.options.two_wilds
        assert won.seat == reference_winner((*move.before.trick, last), trump, option)
        seen[option] += 1

    assert all(seen[option] for option in two_wilds)


def trump_after_play(move: Move) -> str | None:
    """Trump at the end of the trick, read from the public events between the card and the trick's winner."""
    trump: str | None = move.before.trump.colour
    for event in move.events:
        if isinstance(event, TrickWon):
            break
        if isinstance(event, (TrumpTurned, TrumpKept, TrumpNamed)):
            trump = event.colour
        if isinstance(event, TrumpGone):
            trump = None
    return trump


@pytest.mark.parametrize("number", [pytest.param(77, id="I6")])
def test_a_replay_gives_the_same_states(number: int) -> None:
    """The same seed, options and moves lead to the same states and events."""
    seats, chosen = some_table(random.Random(number))
    steps = list(party(seats, chosen, number))
    state = RAGE.new(seats, number.to_bytes(4), chosen)
    for step in steps:
        assert state == step.before
        state, events = RAGE.apply(state, step.seat, RAGE.parse_move(RAGE.format_move(step.move)))
        assert events == step.events

    assert state == steps[-1].after


@pytest.mark.parametrize("most", [pytest.param(15, id="I7")])
def test_few_cards_leave_the_pile(most: int) -> None:
    """With default rules at most 15 cards are turned in a round, so that the pile never runs dry."""
    for move in every_move():
        setup = move.after.setup
        if setup.options == Options():
            start = len(DECKS["fundex110"]) - setup.seats * move.after.round.hand_size
            assert start - len(move.after.trump.pile) <= most
            assert move.after.trump.reshuffles == 0


ALL_MOVES: tuple[RageMove, ...] = (
    *(Bid(tricks) for tricks in range(-1, 13)),
    *(Play(card, colour) for card in COLOUR_OF for colour in (None, *COLOURS)),
)


@pytest.mark.parametrize("every", [pytest.param(61, id="I8")])
def test_what_is_not_legal_is_refused_and_changes_nothing(every: int) -> None:
    """Of all moves there are, exactly the legal ones apply; a refusal leaves the state as it was."""
    refused = Counter[str]()
    for move in every_move()[::every]:
        state = move.before
        pictures = [RAGE.view(state, seat) for seat in range(state.setup.seats)]
        for seat in (state.turn, (state.turn + 1) % state.setup.seats):
            legal = set(RAGE.legal(state, seat))
            for candidate in ALL_MOVES:
                try:
                    RAGE.apply(state, seat, candidate)
                except IllegalMove as refusal:
                    refused[refusal.code] += 1
                    assert candidate not in legal
                else:
                    assert candidate in legal
        assert pictures == [RAGE.view(state, seat) for seat in range(state.setup.seats)]

    assert set(refused) >= {"must_follow", "wild_needs_colour", "card_not_in_hand", "not_your_turn", "already_bid"}


def test_scores_follow_from_the_public_events() -> None:
    """Bids, tricks, captured cards and totals of each round can be counted by anybody from the events alone."""
    for moves in parties():
        setup = moves[0].before.setup
        totals = Counter[int]()
        taken, bonus, mad = Counter[int](), Counter[int](), Counter[int]()
        for event in (event for move in moves for event in move.events):
            if isinstance(event, TrickWon):
                team = setup.teams[event.seat]
                taken[team] += 1
                bonus[team] += event.bonus
                mad[team] += event.mad
            if isinstance(event, RoundScored):
                for team, line in enumerate(event.lines):
                    totals[team] += line.points
                    assert (line.taken, line.bonus, line.mad) == (taken[team], bonus[team], mad[team])
                    assert line.total == totals[team]
                taken, bonus, mad = Counter(), Counter(), Counter()


def test_a_party_ends_after_its_last_round_with_its_ranks() -> None:
    """One score a round, then the end; the winners are the seats of the best teams; nobody may act any more."""
    for moves in parties():
        end = moves[-1].after
        outcome = RAGE.outcome(end)
        events = [event for move in moves for event in move.events]
        assert sum(isinstance(event, RoundScored) for event in events) == len(end.setup.options.round_plan)
        assert outcome is not None
        assert outcome.ranks == team_ranks(end.sheet.totals, end.sheet.exact, end.setup.teams)
        assert outcome.scores == tuple(end.sheet.totals[team] for team in end.setup.teams)
        last = events[-1]
        assert isinstance(last, PartyEnded)
        assert last.seats_named == outcome.winners
        assert set(last.winners) == {end.setup.teams[seat] for seat in outcome.winners}
        with pytest.raises(IllegalMove, match="party_over"):
            RAGE.apply(end, 0, Bid(0))


def test_score_bounds_of_a_ten_card_round_hold() -> None:
    """R75: a round of ten cards gives one player from -9 to 30 points with the default rules."""
    for move in every_move():
        setup = move.before.setup
        for event in move.events:
            if isinstance(event, RoundScored) and setup.options == Options() and event.hand_size == 10:
                assert all(-9 <= line.points <= 30 for line in event.lines)


def test_events_tell_the_round_in_order() -> None:
    """Every new round starts with its deal and its trump, after the old one was scored."""
    for move in every_move():
        names = [type(event) for event in move.events]
        if RoundStarted in names:
            start = names.index(RoundStarted)
            assert names[start - 1] is RoundScored
            assert names[start + 1] is TrumpTurned
