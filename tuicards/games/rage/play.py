"""The play of cards: what must be followed, the end of a trick and of a round (R30-R44)."""

from collections.abc import Iterable

import msgspec

from tuicards.errors import IllegalMove
from tuicards.games.api import Event, Seat
from tuicards.games.rage.bidding import all_made
from tuicards.games.rage.cards import BONUS, COLOUR_OF, MAD, SHOWN, WILD, Card, Colour, effective_colour
from tuicards.games.rage.deal import deal_order, start_round
from tuicards.games.rage.events import BidsShown, CardPlayed, RoundScored, TrickWon
from tuicards.games.rage.moves import MOVES_OF, Play
from tuicards.games.rage.scores import party_ended, round_lines
from tuicards.games.rage.specials import EFFECTS, trump_after_trick
from tuicards.games.rage.state import Sheet, State, Step
from tuicards.games.rage.tricks import Played, Trick, trick_winner
from tuicards.games.rage.view import RoundLine


def legal_plays(state: State, seat: Seat) -> tuple[Play, ...]:
    """R40-R43, R50, R51. Copies of a special card are one move (R4)."""
    if seat != state.turn:
        return ()
    options = state.setup.options
    moves = MOVES_OF[options.change_source]
    cards: Iterable[Card] = state.hands[seat]
    if state.led is not None:
        cards = _following(state.hands[seat], state.led, options.rage_play) or cards
    return tuple([move for card in dict.fromkeys(cards) for move in moves[card]])


def _following(hand: tuple[Card, ...], led: Colour, rage_play: str) -> list[Card]:
    """What a hand that can follow may play; empty where it cannot (R41, R50)."""
    following = [card for card in hand if COLOUR_OF[card] == led]
    if following and rage_play == "anytime":
        following += [card for card in hand if COLOUR_OF[card] is None]
    return following


def _check_play(state: State, seat: Seat, move: Play) -> None:
    """Raises IllegalMove unless the seat may play this card like this."""
    if state.phase != "play":
        raise IllegalMove("wrong_phase", phase=state.phase)
    if seat != state.turn:
        raise IllegalMove("not_your_turn", seat=state.turn)
    hand, card = state.hands[seat], move.card
    if card not in hand:
        raise IllegalMove("card_not_in_hand", card=card)
    options, led = state.setup.options, state.led
    ways = MOVES_OF[options.change_source][card]
    if move not in ways:
        raise _misnamed(move, may_name=len(ways) > 1)
    if led is not None and COLOUR_OF[card] != led:
        following = _following(hand, led, options.rage_play)
        if following and card not in following:
            raise IllegalMove("must_follow", colour=led)


def _misnamed(move: Play, may_name: bool) -> IllegalMove:
    """A Wild names a colour (R52), a Change where the option lets it (R62), no other card does."""
    card = move.card
    if not may_name:
        return IllegalMove("colour_not_allowed", card=card)
    if move.colour is None:
        return IllegalMove("wild_needs_colour" if card == WILD else "change_needs_colour", card=card)
    return IllegalMove("no_such_colour", text=str(move.colour)[:SHOWN])


def play(state: State, seat: Seat, move: Play) -> Step:
    _check_play(state, seat, move)
    card, named = move.card, move.colour
    setup, trump, hands = state.setup, state.trump, state.hands
    events: tuple[Event, ...] = (CardPlayed(seat, card, named),)
    effect = EFFECTS.get(card)
    if effect is not None:
        trump, more = effect(state, seat, named)
        events += more
    hand = hands[seat]
    at = hand.index(card)
    after = State(
        setup, state.sheet, state.round, "play", seat + 1 if seat + 1 < setup.seats else 0, state.bids, trump,
        (*hands[:seat], hand[:at] + hand[at + 1 :], *hands[seat + 1 :]),
        (*state.trick, Played(seat, card, named)), state.led or effective_colour(card, named),
        state.tricks, state.taken, state.bonus, state.mad,
    )  # fmt: skip
    return (after, events) if len(after.trick) < setup.seats else _end_trick(after, events)


def _end_trick(state: State, events: tuple[Event, ...]) -> Step:
    """RESOLVE: the winner takes the trick and leads, or the round ends (R32, R60, R61)."""
    winner = trick_winner(state.trick, state.trump.colour, state.setup.options.two_wilds)
    codes = [played.card for played in state.trick]
    bonus, mad = codes.count(BONUS), codes.count(MAD)
    events = (*events, TrickWon(winner, bonus, mad))
    trump = state.trump
    over = not state.hands[winner]
    if not over:
        trump, more = trump_after_trick(state)
        events += more
    after = State(
        state.setup, state.sheet, state.round, "play", winner, state.bids, trump, state.hands,
        (), None, (*state.tricks, Trick(state.trick, winner)), _added(state.taken, winner, 1),
        _added(state.bonus, winner, bonus), _added(state.mad, winner, mad),
    )  # fmt: skip
    return _end_round(after, events) if over else (after, events)


def _added(counts: tuple[int, ...], seat: Seat, more: int) -> tuple[int, ...]:
    return (*counts[:seat], counts[seat] + more, *counts[seat + 1 :]) if more else counts


def _end_round(state: State, events: tuple[Event, ...]) -> Step:
    """SCORE_ROUND, then the next deal or the end of the party (R70, R80, R92, R93)."""
    setup, this = state.setup, state.round
    lines = round_lines(state)
    shown = (BidsShown(all_made(state.bids)),) if setup.options.bid_mode == "secret" else ()
    events = (*events, *shown, RoundScored(this.number, this.hand_size, lines))
    exact = tuple(before + (line.bid == line.taken) for before, line in zip(state.sheet.exact, lines, strict=True))
    history = (*state.sheet.history, RoundLine(this.hand_size, lines))
    sheet = Sheet(tuple(line.total for line in lines), exact, history, state.tricks[-1])
    if this.number < len(setup.options.round_plan):
        following, more = start_round(setup, sheet, this.number + 1, deal_order(setup, this.number + 1))
        return following, (*events, *more)
    ended = party_ended(sheet, setup.teams)
    return msgspec.structs.replace(state, sheet=sheet, phase="over"), (*events, ended)
