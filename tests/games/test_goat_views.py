"""Who sees what at a Goat table: the worked examples W1 to W7, and other hidden cards behind equal pictures."""

from typing import Any

import msgspec
import pytest

from tests.games.goat_helpers import (
    EYES,
    all_cards,
    cards,
    cards_in,
    events_of,
    finish_game,
    heard,
    options,
    play,
    random_party,
    seen,
    table,
)
from tuicards.games.api import Seat
from tuicards.games.goat import (
    DECK,
    GOAT,
    Card,
    GameEnded,
    Laid,
    Options,
    Party,
    State,
    Trick,
    beats,
    begin_game,
)

HANDS = "7c Kc 8s 9h | Ah 8c 9d 6d | Jc 6s 7s Qh | Tc 8h 7h Ts"
ACE = Card("Ah")


def cites(name: str) -> pytest.MarkDecorator:
    """Names the worked example that a test plays."""
    return pytest.mark.parametrize("example", [name])


def streams(state: State, *moves: str) -> dict[Seat | None, list[bytes]]:
    """All that each seat and a watcher is shown and told while the moves are made."""
    told: dict[Seat | None, list[bytes]] = {eye: [seen(state, eye)] for eye in EYES}
    for move in moves:
        state, events = play(state, move)
        for eye in EYES:
            told[eye] += [heard(events), seen(state, eye)]
    return told


def exchanged(state: State, one: Card, other: Card) -> State:
    """The same table with two cards in each other's place."""
    there = {one: other, other: one}

    def renamed(some: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(there.get(card, card) for card in some)

    deal = msgspec.structs.replace(state.deal, stock=renamed(state.deal.stock))
    hands = tuple(tuple(sorted(renamed(hand), key=DECK.index)) for hand in state.hands)
    return msgspec.structs.replace(state, deal=deal, hands=hands)


PASSED_ACE = ["0 lead Kc", "1 pass Ah", "2 pass 6s", "3 pass 8h"]


@cites("W1")
def test_a_passed_card_reaches_nobody_else(example: str) -> None:
    """Others hear that S1 passed one; the ace is in nothing they get, until the piles are counted."""
    before = table(HANDS, trump="h", stock=12)
    told = streams(before, *PASSED_ACE)
    state, _ = play(before, *PASSED_ACE)
    for eye in (0, 2, 3, None):
        assert all(ACE not in cards_in(message) for message in told[eye])
        assert b'{"event":"passed","seat":1,"count":1}' in told[eye][3]
    while state.party.game == 1:
        state, events = GOAT.apply(state, state.turn, GOAT.legal(state, state.turn)[0])
        told_all = heard(events)
        if not events_of(events, GameEnded):
            assert ACE not in cards_in(told_all + b"".join(seen(state, eye) for eye in EYES))

    assert ACE in cards_in(told_all)


@cites("W2")
def test_no_message_depends_on_the_points_of_passed_cards(example: str) -> None:
    """Had S1 passed a worthless card instead of the ace, the others would have got the same bytes."""
    before = table(HANDS, trump="h", stock=12)
    other = table(HANDS.replace("Ah", "6h"), trump="h", stock=12)
    shown = {"indicator": Card("Th")}
    before, other = (
        msgspec.structs.replace(state, deal=msgspec.structs.replace(state.deal, **shown)) for state in (before, other)
    )
    cheap = [move.replace("Ah", "6h") for move in PASSED_ACE]

    told, told_otherwise = streams(before, *PASSED_ACE), streams(other, *cheap)
    for eye in (0, 2, 3, None):
        assert told[eye] == told_otherwise[eye]
    assert told[1] != told_otherwise[1]


@cites("W3")
def test_drawing_the_indicator_looks_like_drawing_any_card(example: str) -> None:
    """The others get the same bytes whether S2 draws the indicator or another card of the stock."""
    dealt = begin_game(Party(options=Options(), seed=b"", dealer=3), 0, DECK, 2)
    indicator = dealt.deal.indicator
    elsewhere = exchanged(dealt, indicator, dealt.deal.stock[9])
    plays = ["0 lead 6s", "1 pass 7s", "2 pass 8s", "3 pass 9s"]

    told, told_otherwise = streams(dealt, *plays), streams(elsewhere, *plays)
    assert indicator in GOAT.view(play(dealt, *plays)[0], 2).hand
    assert told[2] != told_otherwise[2]
    for eye in (0, 1, 3, None):
        assert told[eye] == told_otherwise[eye]


@cites("W4")
def test_a_molodka_in_waiting_changes_nothing_for_the_others(example: str) -> None:
    """Until S3's turn the others get what they would get with any other hand of S3's, armed or not."""
    holding = table("7c Kc 8s 9h | 9c 6s 7s Qh | Jc Ts 8d Tc | Ad Kd 9d 6d", trump="h", stock=8)
    not_holding = exchanged(holding, Card("6d"), holding.deal.stock[-1])
    plays = ["0 lead 7c", "1 beat 9c"]
    told_otherwise = streams(not_holding, *plays)
    _, waits = play(not_holding, *plays, "2 pass Tc")

    for arming in ([], ["3 arm"], ["3 arm", "3 disarm", "3 arm"]):
        armed, events = play(holding, *arming)
        told = streams(armed, *plays)
        assert events == ()
        assert GOAT.to_act(armed) == GOAT.to_act(not_holding)
        for eye in (0, 1, 2, None):
            assert seen(armed, eye) == seen(holding, eye)
            assert told[eye] == told_otherwise[eye]
        _, fires = play(armed, *plays, "2 pass Tc")
        assert fires[: len(waits)] == waits


@cites("W5")
def test_a_refused_beat_is_heard_by_nobody(example: str) -> None:
    """The refusal raises to its sender; no picture changes and there is no event."""
    before = table(HANDS, trump="h", stock=12)
    led, _ = play(before, "0 lead Kc")
    after, events = play(led, "1 beat 8c!does_not_beat")

    assert events == ()
    assert [seen(after, eye) for eye in EYES] == [seen(led, eye) for eye in EYES]


@cites("W6")
def test_who_comes_back_sees_the_table_as_it_lies(example: str) -> None:
    """Sets face up, others' passes as counts, the own hand; of old tricks only the last, its passes as counts."""
    state, _ = play(table(HANDS, trump="h", stock=12), *PASSED_ACE, "0 lead 7c", "1 pass 8c")
    view = GOAT.view(state, 2)

    assert view.trick == (Laid(0, "lead", 1, cards("7c")), Laid(1, "pass", 1))
    assert view.hand == state.hands[2]
    assert view.last_trick == Trick(
        (Laid(0, "lead", 1, cards("Kc")), Laid(1, "pass", 1), Laid(2, "pass", 1), Laid(3, "pass", 1)), 0
    )
    assert GOAT.view(state, 1).trick[1] == Laid(1, "pass", 1, cards("8c"))
    assert GOAT.view(state, 1).last_trick == view.last_trick


@cites("W7")
def test_the_end_of_a_game_shows_both_piles_but_no_passers(example: str) -> None:
    """Sorted sets of 36 cards in all, with points and tricks; nothing says who laid which card."""
    party = Party(options=Options(), seed=b"", dealer=0)
    _, events = finish_game(party, "61:59", (4, 4), 0)
    ended = next(event for event in events if isinstance(event, GameEnded))

    assert sorted(ended.piles[0] + ended.piles[1]) == sorted(DECK)
    assert all(list(pile) == sorted(pile, key=DECK.index) for pile in ended.piles)
    assert set(msgspec.structs.asdict(ended)) == {"game", "score", "eggs", "piles"}
    assert (ended.score.points, ended.score.tricks) == ((61, 59), (4, 4))


def test_face_up_discards_are_shown_to_all() -> None:
    """Under `discards=face_up` passes, what a molodka gives back, and the last trick show their cards."""
    hands = "7c Kc 8s 9h | 9c 6s 7s Qh | Jc Ts 8d Tc | Ad Kd 9d 6d"
    state, events = play(table(hands, trump="h", rules="discards=face_up"), "0 lead 7c", "1 pass 6s", "2 pass 8d")
    assert {Card("6s"), Card("8d")} <= cards_in(heard(events)) & cards_in(seen(state, None))
    _, returned = play(state, "3 molodka")
    assert Card("8d") in cards_in(heard(returned))
    after, _ = play(state, "3 pass 6d")
    last = GOAT.view(after, None).last_trick
    assert last is not None
    assert last.laid[3].cards == cards("6d")


def test_at_the_bottom_the_indicator_is_drawn_last() -> None:
    """Under `trump_card=bottom` the card that shows trump lies under the stock; the rest keeps its order."""
    party = Party(options=options("trump_card=bottom"), seed=b"", dealer=3)
    deal = begin_game(party, 0, DECK, 5).deal

    assert deal.indicator == deal.stock[-1] == DECK[21]
    assert deal.stock == (*DECK[16:21], *DECK[22:], DECK[21])


def test_only_trumps_are_a_molodka_where_the_option_says_so() -> None:
    """Four plain cards are none to declare or arm, but may be led, and then nobody declares over them."""
    hands = "7c Kc 8c 9c | Ad Kd 9d 6d | Jc 6s 7s Qh | Th 8h 7h 6h"
    before = table(hands, trump="h", rules="molodka_suit=trump")
    play(before, "0 molodka!no_molodka", "1 arm!no_molodka", "3 arm", "0 lead 7c", "1 molodka!no_molodka")
    after, _ = play(before, "0 lead 7c Kc 8c 9c", "1 molodka!molodka_closed")

    assert len(GOAT.legal(after, 1)) == 1


def test_who_can_beat_must_where_the_option_says_so() -> None:
    """Under `must_beat` passing is refused to who can beat, a molodka is still free, and others may pass anything."""
    before = table("7c Kc 8s 9s | Ad Kd 9d 6d | 6c 6s 7s Qs | Th 8h 7h 6h", trump="d", rules="must_beat=on")
    led, _ = play(before, "0 lead 7c")
    kinds = {type(move).__name__ for move in GOAT.legal(led, 1)}
    assert kinds == {"Beat", "Molodka"}
    play(led, "1 pass 6d!must_beat", "1 beat 6d", "2 pass Qs", "3 pass 6h")


def slots_of(state: State, seat: Seat | None) -> dict[str, Any]:
    """Where cards lie that the seat has not seen, by kind of place."""
    hands = [card for other, hand in enumerate(state.hands) if other != seat for card in hand]
    passes = [card for past in state.deal.buried if past.seat != seat for card in past.cards]
    return {"stock": set(state.deal.stock), "hands": set(hands), "buried": set(passes)}


@pytest.mark.parametrize("rules", ["", "discards=face_up", "trump_card=bottom", "must_beat=on", "molodka_suit=trump"])
def test_other_worlds_look_the_same_and_could_have_been(rules: str) -> None:
    """With unseen cards dealt anew: equal bytes, the same cards in all, an indicator that was never dealt by hand."""
    differed = 0
    for step, (state, _, _) in enumerate(random_party(3, rules)):
        if step % 3:
            continue
        for eye in EYES:
            other = GOAT.resample(state, eye, f"{step}".encode())
            assert seen(other, eye) == seen(state, eye)
            assert GOAT.to_act(other) == GOAT.to_act(state)
            assert other.armed <= {eye}
            assert all_cards(other) == sorted(DECK)
            assert_indicator_possible(other)
            assert_passes_possible(other)
            differed += slots_of(other, eye) != slots_of(state, eye)

    assert differed > 50


def assert_indicator_possible(state: State) -> None:
    """The indicator was in the stock: it lies in no first hand; at the bottom it stays there until drawn."""
    deal = state.deal
    if len(deal.stock) == 20:
        assert deal.indicator in deal.stock
    assert not any(deal.indicator in past.cards for past in deal.buried if past.drawn == 0)
    if state.party.options.trump_card == "bottom":
        if deal.stock:
            assert deal.stock[-1] == deal.indicator
        else:
            assert holders_of(deal.indicator, state) <= {deal.last_drawer}


def holders_of(card: Card, state: State) -> set[Seat]:
    """Who holds the card, has it on the table, or has passed it into a pile."""
    held = {seat for seat, hand in enumerate(state.hands) if card in hand}
    on_table = {laid.seat for laid in state.laid if card in laid.cards}
    return held | on_table | {past.seat for past in state.deal.buried if card in past.cards}


def assert_passes_possible(state: State) -> None:
    """Nobody passed, in the current attempt, with a set in hand that beats, where that is a duty."""
    if state.party.options.must_beat == "off":
        return
    for place, laid in enumerate(state.laid):
        if laid.kind == "pass":
            whole = tuple(sorted(state.hands[laid.seat] + laid.cards, key=DECK.index))
            hands = (*state.hands[: laid.seat], whole, *state.hands[laid.seat + 1 :])
            best = max(at for at in range(place) if state.laid[at].kind != "pass")
            then = msgspec.structs.replace(state, hands=hands, laid=state.laid[:place], best=best, turn=laid.seat)
            assert any(
                move == GOAT.parse_move("pass " + " ".join(laid.cards)) for move in GOAT.legal(then, laid.seat)
            )


def test_a_card_seen_by_all_stays_in_the_hand_it_went_back_to() -> None:
    """After a molodka 7c and 9c are known to be with S0 and S1, in every other world too."""
    hands = "7c Kc 8s 9h | 9c 6s 7s Qh | Jc Ts 8d Tc | Ad Kd 9d 6d"
    state, _ = play(table(hands, trump="h", stock=8), "0 lead 7c", "1 beat 9c", "2 pass Tc", "3 molodka")
    worlds = [GOAT.resample(state, None, bytes([number])) for number in range(30)]

    assert all(Card("7c") in world.hands[0] and Card("9c") in world.hands[1] for world in worlds)
    assert any(Card("Tc") not in world.hands[2] for world in worlds)
    assert any(Card("Kc") not in world.hands[0] for world in worlds)
    collected, _ = play(state, "0 pass 7c Kc 8s 9h", "1 pass 9c 6s 7s Qh", "2 pass Jc Ts 8d Tc")
    assert all(
        {Card("7c"), Card("9c")} <= {*GOAT.resample(collected, None, bytes([number])).deal.piles[1]}
        for number in range(30)
    )


def test_other_worlds_hold_another_future() -> None:
    """The next game's cards come from the new seed, so a look ahead cannot find them out."""
    state = GOAT.new(4, b"real", options())
    other = GOAT.resample(state, 0, b"other")

    assert other.party.seed == b"other"


@pytest.mark.parametrize("rules", ["", "discards=face_up", "trump_card=bottom"])
def test_another_world_tells_nothing_of_the_real_one(rules: str) -> None:
    """Which world a seed gives depends on what the seat may know only, not on what is really hidden."""
    for step, (state, _, _) in enumerate(random_party(8, rules)):
        eye = EYES[step % len(EYES)]
        elsewhere = GOAT.resample(state, eye, b"elsewhere")

        assert GOAT.resample(elsewhere, eye, b"seed") == GOAT.resample(state, eye, b"seed")


def test_the_indicator_is_never_among_the_first_passes() -> None:
    """It was in the stock when the first trick was played; after the draw it may be in a hand."""
    dealt = begin_game(Party(options=Options(), seed=b"", dealer=3), 0, DECK, 15)
    state, _ = play(dealt, "0 lead 6s", "1 pass 7s", "2 pass 8s", "3 pass 9s")
    worlds = [GOAT.resample(state, 0, bytes([number])) for number in range(200)]

    assert all(dealt.deal.indicator not in past.cards for world in worlds for past in world.deal.buried)
    in_hand = sum(any(dealt.deal.indicator in hand for hand in world.hands) for world in worlds)
    assert 10 < in_hand < 90


def test_an_arm_lives_on_in_the_worlds_of_its_owner_only() -> None:
    """Others cannot know of it, so in their other worlds nobody has armed anything."""
    before = table("7c Kc 8s 9h | 9c 6s 7s Qh | Jc Ts 8d Tc | Ad Kd 9d 6d", trump="h", stock=8)
    armed, _ = play(before, "3 arm", "0 lead 7c")

    assert [GOAT.resample(armed, eye, b"").armed for eye in EYES] == [set(), set(), set(), {3}, set()]


def test_a_duty_not_met_tells_of_the_hand_before_the_draw_only() -> None:
    """Under `must_beat` S1's pass rules out clubs and trumps for that time; the cards drawn since may be any."""
    hands = "7c Kc 8s 9s | Ad Kd 9d 6s | 6c Js 7s Qs | Td 8d 7d 6d"
    led, _ = play(table(hands, trump="h", stock=16, rules="must_beat=on"), "0 lead 7c", "1 pass Ad")
    drawn, _ = play(led, "2 pass 6c", "3 pass Td")

    def beaters(state: State) -> list[int]:
        worlds = [GOAT.resample(state, None, bytes([number])) for number in range(40)]
        return [sum(beats((card,), cards("7c"), "h") for card in world.hands[1]) for world in worlds]

    assert set(beaters(led)) == {0}
    assert max(beaters(drawn)) > 1
