"""Rules of Rage that the worked examples leave to the text: deal, trump's comings and goings, bids, scores."""

from collections import Counter
from itertools import product

import pytest

from tests.games.rage_helpers import (
    a_setup,
    a_sheet,
    all_cards,
    apply_all,
    bid_all,
    cards,
    dealt,
    in_play,
    last_trick,
    one_trick,
    options,
    party,
    playable,
)
from tuicards.errors import IllegalMove
from tuicards.games.api import Event
from tuicards.games.rage import (
    COLOURS,
    DECKS,
    RAGE,
    Bid,
    BidMade,
    BidsShown,
    Card,
    CardPlayed,
    PartyEnded,
    PileShuffled,
    Play,
    Played,
    RoundScored,
    RoundStarted,
    TrickWon,
    TrumpChange,
    TrumpGone,
    TrumpKept,
    TrumpNamed,
    TrumpRestored,
    TrumpTurned,
    deal_order,
    score,
    start_round,
    trick_winner,
)


def refusal_of(state: object, seat: int, move: object) -> tuple[str, dict[str, object]]:
    """Code and parameters with which a move is refused."""
    with pytest.raises(IllegalMove) as refusal:
        RAGE.apply(state, seat, move)  # type: ignore[arg-type]
    return refusal.value.code, dict(refusal.value.params)


# ---- deal ----


def test_cards_are_dealt_one_at_a_time_from_the_dealers_left() -> None:
    """R15: the first card goes to the left of the dealer; the rest of the deck, in order, is the pile."""
    deck = cards("R1 R2 R3 R4 R5 R6 G7 B8")
    state, events = start_round(a_setup(3, options("round_plan=2"), 0), a_sheet(a_setup(3, options())), 1, deck)

    assert state.hands == (cards("R3 R6"), cards("R1 R4"), cards("R2 R5"))
    assert (state.trump.card, state.trump.pile) == ("G7", cards("B8"))
    assert events == (RoundStarted(1, 2, 0), TrumpTurned(Card("G7"), "G", "deal"))


def test_hands_are_sorted_for_the_eye_wherever_trump_is() -> None:
    """By colour red, orange, yellow, green, blue, purple, then by rank; special cards last."""
    state = dealt(["WI P0 R10 CH B5 R2 O9 G1 Y7", "BO MA CH CH OU OU OU OU WI"], "P8", "round_plan=9")

    assert state.hands[0] == cards("R2 R10 O9 Y7 G1 B5 P0 WI CH")


def test_every_round_has_a_new_deck_fixed_by_the_seed() -> None:
    """R15, R18: another seed or another round is another order of the same cards."""
    setup = a_setup(4, options())
    orders = {deal_order(setup, number) for number in range(1, 11)}

    assert len(orders) == 10
    assert all(sorted(order) == sorted(DECKS["fundex110"]) for order in orders)
    assert RAGE.new(4, b"a", options()) == RAGE.new(4, b"a", options())
    assert RAGE.new(4, b"a", options()) != RAGE.new(4, b"b", options())


def test_the_first_dealer_is_drawn_by_the_seed_or_chosen() -> None:
    """R12: every seat may be drawn; a chosen one deals."""
    drawn = {RAGE.new(4, bytes([number]), options()).round.dealer for number in range(40)}

    assert drawn == {0, 1, 2, 3}
    assert RAGE.new(4, b"", options("first_dealer=2")).round.dealer == 2


def test_a_pile_without_number_cards_means_no_trump() -> None:
    """R64: at the first turn-up there is then no trump, and everybody sees what was turned."""
    deck = cards("R1 R2 R3 R4 OU MA")
    state, events = start_round(a_setup(2, options("round_plan=2"), 0), a_sheet(a_setup(2, options())), 1, deck)
    view = RAGE.view(state, None)

    assert events[1] == TrumpKept(None, cards("OU MA"))
    assert (view.trump, view.trump_card, view.turned, view.pile) == (None, None, cards("OU MA"), 0)
    assert view.trump_history == (TrumpChange("deal", None),)


# ---- bids ----


def test_bids_in_turn_are_open_and_go_round_to_the_dealer() -> None:
    """R20, R23: each bid is told with its number; nobody bids out of turn; the dealer's bid opens play."""
    state = dealt(["R1 R2", "R3 R4", "R5 R6"], "G1", "round_plan=2")

    assert RAGE.to_act(state) == {0}
    assert refusal_of(state, 2, Bid(1)) == ("not_your_turn", {"seat": 0})
    state, events = RAGE.apply(state, 0, Bid(1))
    assert events == (BidMade(0, 1),)
    assert RAGE.view(state, 2).bids == (1, None, None)
    assert RAGE.view(state, 2).has_bid == (True, False, False)
    state = bid_all(state, (0, 2))
    assert (state.phase, state.turn) == ("play", 0)


def test_simultaneous_bids_come_in_any_order_and_are_shown_together() -> None:
    """R25: the table waits for all who have not bid; a bid is hidden until the last one is made."""
    state = dealt(["R1 R2", "R3 R4", "R5 R6"], "G1", "round_plan=2 bid_mode=simultaneous")

    assert RAGE.to_act(state) == {0, 1, 2}
    state, events = RAGE.apply(state, 2, Bid(1))
    assert events == (BidMade(2),)
    assert RAGE.to_act(state) == {0, 1}
    assert RAGE.legal(state, 2) == ()
    assert RAGE.view(state, 2).bids == (None, None, 1)
    assert RAGE.view(state, 0).bids == RAGE.view(state, None).bids == (None, None, None)
    assert refusal_of(state, 2, Bid(0)) == ("already_bid", {"tricks": 1})
    state, _ = RAGE.apply(state, 0, Bid(0))
    state, events = RAGE.apply(state, 1, Bid(2))
    assert events == (BidMade(1), BidsShown((0, 2, 1)))
    assert RAGE.view(state, None).bids == (0, 2, 1)
    assert (state.phase, state.turn) == ("play", 0)


@pytest.mark.parametrize("mode", ["in_turn", "simultaneous"])
@pytest.mark.parametrize("bid", [True, 1.0, float("nan"), "1", None, 2**63])
def test_a_bid_is_a_whole_number(mode: str, bid: object) -> None:
    """R21: nothing else passes for one, however it gets here."""
    state = dealt(["R1 R2", "R3 R4"], "G1", f"round_plan=2 bid_mode={mode}")

    assert refusal_of(state, 0, Bid(bid))[0] == "bid_out_of_range"  # type: ignore[arg-type]


@pytest.mark.parametrize("mode", ["in_turn", "simultaneous", "secret"])
@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_only_seats_of_the_table_act(mode: str, seat: int) -> None:
    """A seat that is not there has no legal move and can make none."""
    state = dealt(["R1 R2", "R3 R4"], "G1", f"round_plan=2 bid_mode={mode}")

    assert RAGE.legal(state, seat) == ()
    assert refusal_of(state, seat, Bid(0))[0] == "no_such_seat"
    assert refusal_of(in_play(["R1", "R2"]), seat, Play(Card("R1")))[0] == "not_your_turn"


def test_moves_of_another_phase_are_refused() -> None:
    """Nobody plays while bids are made, nor bids once all are made."""
    state = dealt(["R1 R2", "R3 R4"], "G1", "round_plan=2")

    assert refusal_of(state, 0, Play(Card("R1"))) == ("wrong_phase", {"phase": "bid"})
    assert refusal_of(bid_all(state, (0, 0)), 0, Bid(1)) == ("wrong_phase", {"phase": "play"})


# ---- playing a card ----


def test_copies_are_one_move_and_a_wild_is_six() -> None:
    """R4, R52: in the order of the hand, colours in their order."""
    state = in_play(["R3 WI WI CH CH", "G1 G2 G3 G4 G5"])

    assert RAGE.legal(state, 0) == (
        Play(Card("R3")),
        *(Play(Card("WI"), colour) for colour in COLOURS),
        Play(Card("CH")),
    )
    assert RAGE.legal(state, 1) == ()


def test_a_change_names_a_colour_only_under_its_option() -> None:
    """R62: with `change_source=player` it has six ways to be played, otherwise one."""
    named, turned = (
        in_play(["CH", "G1"], pile="R1", chosen=f"change_source={source}") for source in ("player", "pile")
    )

    assert RAGE.legal(named, 0) == tuple(Play(Card("CH"), colour) for colour in COLOURS)
    assert refusal_of(named, 0, Play(Card("CH"))) == ("change_needs_colour", {"card": "CH"})
    assert RAGE.legal(turned, 0) == (Play(Card("CH")),)
    assert refusal_of(turned, 0, Play(Card("CH"), "B")) == ("colour_not_allowed", {"card": "CH"})


def test_a_colour_that_is_none_is_refused() -> None:
    """R52: one of the six colours is named."""
    move = Play(Card("WI"), "X")  # type: ignore[arg-type]

    assert refusal_of(in_play(["WI", "G1"]), 0, move) == ("no_such_colour", {"text": "X"})


def test_must_follow_names_the_colour() -> None:
    """R41: whoever holds a number card of the led colour plays one."""
    state, _ = apply_all(in_play(["B7 MA", "B1 R2"]), "B7")

    assert refusal_of(state, 1, Play(Card("R2"))) == ("must_follow", {"colour": "B"})


def test_with_anytime_a_follower_may_play_special_cards_but_no_other_colour() -> None:
    """R50: the led colour or any special card; the named colour of a Wild does not matter."""
    state, _ = apply_all(in_play(["B7 MA MA MA", "B1 R2 WI OU"], chosen="rage_play=anytime"), "B7")

    assert playable(state) == ("B1", "WI", "OU")
    assert refusal_of(state, 1, Play(Card("R2"))) == ("must_follow", {"colour": "B"})
    RAGE.apply(state, 1, Play(Card("WI"), "R"))


# ---- who wins ----


@pytest.mark.parametrize(
    ("played", "trump", "winner"),
    [
        ("B3 R15 G14", None, 0),
        ("B3 R0 B15", "R", 1),
        ("B3 R0 R1", "R", 2),
        ("OU BO MA CH", "R", 0),
        ("CH MA WI:P OU", "R", 2),
    ],
)
def test_trick_winner(played: str, trump: str | None, winner: int) -> None:
    """R45-R48: any trump beats any other card; off-colour cards never win; the leader takes a colourless trick."""
    trick = [
        Played(seat, Card(word[:2] if ":" in word else word), word[3:] or None if ":" in word else None)  # type: ignore[arg-type]
        for seat, word in enumerate(played.split())
    ]

    assert trick_winner(trick, trump) == winner  # type: ignore[arg-type]


@pytest.mark.parametrize("order", [("BO", "MA", "OU", "CH"), ("CH", "OU", "MA", "BO"), ("OU", "CH", "BO", "MA")])
def test_a_trick_of_special_cards_goes_to_its_leader_whatever_the_order(order: tuple[str, ...]) -> None:
    """R48: it counts as one trick, with its Bonus and Mad."""
    state, won, _ = one_trick(" ".join(order), "G", "R1")

    assert won == TrickWon(0, 1, 1)
    assert (state.turn, state.taken) == (0, (1, 0, 0, 0))


def test_the_view_shows_the_trick_as_it_lies_and_keeps_the_finished_one() -> None:
    """Led colour and who is winning follow each card; between tricks the last one stays to be seen."""
    state = in_play(["BO R1", "O7 R2", "G3 R3"])
    assert RAGE.view(state, 0).winning is None
    seen = []
    for word in ("BO", "O7", "G3"):
        state, _ = apply_all(state, word)
        view = RAGE.view(state, 0)
        seen.append((view.led, view.winning, len(view.trick)))

    assert seen == [(None, 0, 1), ("O", 1, 2), (None, None, 0)]
    assert view.last_trick is not None
    assert view.last_trick.winner == 2
    assert view.tricks == (view.last_trick,)
    assert (view.tricks_done, view.taken, view.bonus) == (1, (0, 0, 1), (0, 0, 1))


# ---- trump comes and goes ----


def kinds(events: tuple[Event, ...]) -> list[type[Event]]:
    return [type(event) for event in events]


def test_a_change_turns_a_card_before_the_next_seat_acts() -> None:
    """R62, R17: special cards are skipped; the old trump card and the skipped ones lie out of play."""
    state, events = apply_all(in_play(["CH R1", "R2 R3"], "G", "OU P4 R9"), "CH")

    assert events == (CardPlayed(0, Card("CH")), TrumpTurned(Card("P4"), "P", "change", cards("OU")))
    assert state.trump.turned == cards("OU G6")
    assert state.trump.pile == cards("R9")
    assert state.trump.history == (TrumpChange("change", "P", Card("P4"), 0),)


def test_a_change_may_show_the_same_colour() -> None:
    """R62: trump stays, another card shows it."""
    state, _ = apply_all(in_play(["CH R1", "R2 R3"], "G", "G9"), "CH")

    assert (state.trump.colour, state.trump.card) == ("G", "G9")


def test_a_change_by_its_player_leaves_no_trump_card() -> None:
    """R62 option: the named colour is trump; the card that showed the old one is out of play."""
    state, events = apply_all(in_play(["CH R1", "R2 R3"], "G", "G9", chosen="change_source=player"), "CH:P")
    view = RAGE.view(state, None)

    assert events == (CardPlayed(0, Card("CH"), "P"), TrumpNamed(0, "P"))
    assert (view.trump, view.trump_card, view.turned, view.pile) == ("P", None, cards("G6"), 1)


def test_out_ends_trump_for_the_round() -> None:
    """R66, R67: told once; the trump card is out of play; a second Out does nothing more."""
    state, events = apply_all(in_play(["OU R1 MA", "OU R3 MA"], "G"), "OU OU")
    later, _ = apply_all(state, "R1 R3")

    assert kinds(events) == [CardPlayed, TrumpGone, CardPlayed, TrickWon]
    assert (later.trump.colour, later.trump.turned) == (None, cards("G6"))


def test_out_for_a_trick_turns_the_trump_card_down_and_up_again() -> None:
    """R66 `trick_restore`: during the trick no card shows; afterwards the same one does."""
    during, _ = apply_all(in_play(["OU R1", "R2 R3"], "G", "B1", chosen="out_scope=trick_restore"), "OU")
    view = RAGE.view(during, 1)
    after, events = apply_all(during, "R2")

    assert (view.trump, view.trump_card, view.turned) == (None, None, ())
    assert kinds(events) == [CardPlayed, TrickWon, TrumpRestored]
    assert (after.trump.colour, after.trump.card, after.trump.pile) == ("G", "G6", cards("B1"))
    assert [step.cause for step in after.trump.history] == ["out", "restored"]


def test_out_after_a_named_trump_restores_the_named_colour() -> None:
    """R68 `trick_restore` with `change_source=player`: what the Change named is back for the next trick."""
    chosen = "out_scope=trick_restore change_source=player"
    state, events = apply_all(in_play(["CH R1", "OU R3"], "G", chosen=chosen), "CH:P OU")

    assert events[-1] == TrumpRestored("P")
    assert (state.trump.colour, state.trump.card, state.trump.turned) == ("P", None, cards("G6"))


def test_two_outs_in_a_trick_cause_one_new_turn() -> None:
    """R66, R67 `trick_redraw`: the second Out finds no trump; one new card is turned after the trick."""
    state, events = apply_all(in_play(["OU R1", "OU R3"], "G", "B1 B2", chosen="out_scope=trick_redraw"), "OU OU")

    assert kinds(events) == [CardPlayed, TrumpGone, CardPlayed, TrickWon, TrumpTurned]
    assert events[-1] == TrumpTurned(Card("B1"), "B", "redraw")
    assert (state.trump.pile, state.trump.turned) == (cards("B2"), cards("G6"))


@pytest.mark.parametrize("scope", ["trick_restore", "trick_redraw"])
def test_nothing_is_restored_or_turned_after_the_last_trick(scope: str) -> None:
    """R66: after the last trick of a round no trump is needed."""
    state = in_play(["OU", "R3"], "G", "B1 B2", chosen=f"out_scope={scope} round_plan=1")
    _, events = apply_all(state, "OU R3")

    assert kinds(events) == [CardPlayed, TrumpGone, CardPlayed, TrickWon, RoundScored, PartyEnded]


def test_out_change_out_in_one_trick() -> None:
    """R68: each acts in its order; the last decides the trick, and the Change's colour is what comes back."""
    chosen = "out_scope=trick_restore"
    state, won, events = one_trick("OU CH OU R7", "G", "B1", chosen)

    assert kinds(events).count(TrumpGone) == 2
    assert won.seat == 3
    assert state.trump.colour == "B"


def test_a_redraw_without_number_cards_leaves_no_trump() -> None:
    """R64: trump stays as it was when the card should have been turned, which is none, and is not restored later."""
    chosen = "out_scope=trick_redraw change_source=player"
    named, _ = apply_all(in_play(["CH OU R1", "MA R3 R4"], "none", "BO", chosen=chosen), "CH:P MA")
    state, events = apply_all(named, "OU R3")

    assert events[-1] == TrumpKept(None, cards("BO"))
    assert (state.trump.colour, state.trump.suspended) == (None, None)
    assert (state.trump.pile, state.trump.turned) == ((), cards("BO"))


def test_a_change_without_number_cards_keeps_what_an_out_has_suspended() -> None:
    """R64, R66: the Change finds nothing, so the trick has no trump, and the former one is back afterwards."""
    state, events = apply_all(in_play(["OU R1", "CH R3"], "G", "BO", chosen="out_scope=trick_restore"), "OU CH")

    assert TrumpKept(None, cards("BO")) in events
    assert events[-1] == TrumpRestored("G")
    assert state.trump.card == "G6"


def test_a_used_up_pile_is_shuffled_anew_before_everybodys_eyes() -> None:
    """R64: the event tells how many cards; all skipped ones are told with the turn-up."""
    _, events = apply_all(in_play(["CH R1", "R2 R3"], "G", "MA", "Y3"), "CH")

    assert events[1] == PileShuffled(2)
    turned = events[2]
    assert isinstance(turned, TrumpTurned)
    assert turned.card == "Y3"
    assert turned.skipped[:1] == cards("MA")


# ---- scores ----


def test_every_score_of_a_ten_card_round() -> None:
    """R70-R74: all bids against all tricks with up to three captured cards of each kind, under both scorings."""
    for bid, taken, bonus, mad in product(range(11), range(11), range(4), range(4)):
        ride = taken + 5 * bonus - 5 * mad
        met = bid == taken
        fundex = ride + (0 if not met else 5 if bid == 0 else 10)
        assert score(options(), 10, bid, taken, bonus, mad) == fundex
        assert score(options("scoring=flat"), 10, bid, taken, bonus, mad) == ride + (10 if met else -5)
        swept = score(options("sweep=double"), 10, bid, taken, bonus, mad)
        assert swept == fundex + (10 if taken == 10 else 0)


def test_a_sweep_of_a_one_trick_round_is_not_doubled() -> None:
    """R74: of two tricks it is."""
    assert score(options("sweep=double"), 1, 1, 1) == 11
    assert score(options("sweep=double"), 2, 2, 2) == 14


def test_a_team_sweeps_together() -> None:
    """R74: in a team game the team has to win all tricks."""
    _, events = last_trick((2, 0, 2, 0), (2, 0, 2, 0), 4, "teams=pairs sweep=double")
    scores = next(event for event in events if isinstance(event, RoundScored))

    assert [line.points for line in scores.lines] == [18, 5]


@pytest.mark.parametrize(
    ("seats", "teams", "of_seat"),
    [
        (4, "none", (0, 1, 2, 3)),
        (4, "pairs", (0, 1, 0, 1)),
        (6, "pairs", (0, 1, 2, 0, 1, 2)),
        (6, "threes", (0, 1, 0, 1, 0, 1)),
    ],
)
def test_team_of_a_seat(seats: int, teams: str, of_seat: tuple[int, ...]) -> None:
    """R91: team mates sit spread out; totals are per team."""
    view = RAGE.view(RAGE.new(seats, b"", options(f"teams={teams}")), 0)

    assert view.teams == of_seat
    assert len(view.totals) == len(view.exact) == max(of_seat) + 1


def test_team_mates_share_their_rank_and_the_win() -> None:
    """R94: only team totals decide."""
    state, events = last_trick((1, 0, 0, 0), (1, 0, 0, 0), 1, "teams=pairs")
    outcome = RAGE.outcome(state)

    assert outcome is not None
    assert outcome.ranks == (1, 3, 1, 3)
    assert outcome.scores == (11, 5, 11, 5)
    assert events[-1] == PartyEnded((0,), (0, 2))


def test_the_end_of_the_party_stays_to_be_seen() -> None:
    """R80: nobody is waited for; the last trick, the bids and the sheet are still in the view."""
    state, _ = last_trick((1, 0), (1, 0), 1, "bid_mode=secret")
    view = RAGE.view(state, None)

    assert (view.phase, view.to_act, view.legal) == ("over", (), ())
    assert view.bids == (1, 0)
    assert view.last_trick is not None
    assert [line.hand_size for line in view.history] == [1]
    assert view.totals == (11, 5)


def test_a_new_round_remembers_the_last_trick_of_the_old_one() -> None:
    """The trick that ended the round can still be looked at while the next one is bid."""
    steps = list(party(3, options("round_plan=1,2"), 5))
    view = next(RAGE.view(step.after, 0) for step in steps if step.after.round.number == 2)

    assert view.tricks == ()
    assert view.last_trick is not None
    assert len(view.last_trick.cards) == 3


@pytest.mark.parametrize("seats", range(2, 9))
def test_the_longest_hands_for_every_number_of_seats(seats: int) -> None:
    """Section 6: 95 cards at most are dealt; a party with the longest hands comes to its end."""
    most = 95 // seats
    chosen = options(f"round_plan={most},1 extended_players=on")
    steps = list(party(seats, chosen, seats))

    assert Counter(all_cards(steps[-1].after)) == Counter(DECKS["fundex110"])
    assert RAGE.outcome(steps[-1].after) is not None
