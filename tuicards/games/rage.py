"""Rage: bids, six colours and special cards, 2 to 8 seats. The rules are tuicards/rules/rage.md (R1 to R95).

A card is its code: `R12` a number card, `WI BO MA CH OU` a special one. Moves are written `bid 3`,
`R12`, `WI:G` (a Wild named green) and `CH:B` (a Change that names blue, where the option allows it).

The whole game is in this file, in this order: options, moves, events and the view; cards; the state; the
deal and trump; bids; play; scores; the view made; hidden cards redealt; options read; text; phrases.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal, NewType, TypeAlias

import msgspec

from tuicards.errors import BadOptions, IllegalMove, Param
from tuicards.games.api import Event, Fact, Move, OptionSpec, Outcome, Seat, TableView, Topic, choose_options
from tuicards.games.cards import Dice

Card = NewType("Card", str)
Colour: TypeAlias = Literal["R", "O", "Y", "G", "B", "P"]
COLOURS: tuple[Colour, ...] = ("R", "O", "Y", "G", "B", "P")
SPECIALS = ("WI", "BO", "MA", "CH", "OU")

FEWEST_SEATS, USUAL_MOST_SEATS, MOST_SEATS = 2, 6, 8
TEAM_SEATS: Mapping[str, tuple[int, ...]] = {"pairs": (4, 6), "threes": (6,)}
MOST_DEALT = 95
"""So at least one number card is left for the pile (section 6)."""
MOST_HELD = MOST_DEALT // FEWEST_SEATS
MOST_ROUNDS = 100
"""Keeps the score sheet of a party within one message."""
SHOWN = 40
"""How many characters of a wrong text an error repeats."""


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """Section 5 of the rules. The field's default is the option's."""

    edition: Literal["fundex110", "amigo112"] = "fundex110"
    extended_players: Literal["off", "on"] = "off"
    teams: Literal["none", "pairs", "threes"] = "none"
    round_plan: tuple[int, ...] = (10, 9, 8, 7, 6, 5, 4, 3, 2, 1)
    """Hand size of each round. Text: `down up down_up up_down` or a list such as `1,2,3`."""
    bid_mode: Literal["in_turn", "simultaneous", "secret"] = "in_turn"
    hook: Literal["off", "last_bidder"] = "off"
    rage_play: Literal["void_only", "anytime"] = "void_only"
    out_scope: Literal["round", "trick_restore", "trick_redraw"] = "round"
    change_source: Literal["pile", "player"] = "pile"
    two_wilds: Literal["first", "last"] = "first"
    scoring: Literal["fundex", "flat"] = "fundex"
    sweep: Literal["off", "double"] = "off"
    first_dealer: Seat | None = None
    """None: random."""


class Bid(Move, frozen=True, tag="bid"):
    """Promise to win `tricks` tricks this round (R20-R22)."""

    tricks: int


class Play(Move, frozen=True, tag="play"):
    """Play a card; a Wild names a colour with it (R52), a Change too under `change_source=player`."""

    card: Card
    colour: Colour | None = None


RageMove: TypeAlias = Bid | Play


class RoundStarted(Event, frozen=True, tag="round_started"):
    round: int
    hand_size: int
    dealer: Seat


class TrumpTurned(Event, frozen=True, tag="trump_turned"):
    """A card was turned from the pile; `skipped` special cards lay above it. `cause`: deal, change, redraw."""

    card: Card
    colour: Colour
    cause: Literal["deal", "change", "redraw"]
    skipped: tuple[Card, ...] = ()


class TrumpKept(Event, frozen=True, tag="trump_kept"):
    """No number card could be turned, only the `skipped` ones: trump stays as it was (R64)."""

    colour: Colour | None
    skipped: tuple[Card, ...] = ()


class PileShuffled(Event, frozen=True, tag="pile_shuffled"):
    """The pile was empty: the cards turned so far were shuffled into a new one (R64)."""

    cards_shuffled: int


class TrumpNamed(Event, frozen=True, tag="trump_named"):
    """A Change named the trump (`change_source=player`)."""

    seat: Seat
    colour: Colour


class TrumpGone(Event, frozen=True, tag="trump_gone"):
    """An Out Rage: no trump (R66)."""

    seat: Seat


class TrumpRestored(Event, frozen=True, tag="trump_restored"):
    """The trump of before the Out Rage is back (`out_scope=trick_restore`)."""

    colour: Colour


class BidMade(Event, frozen=True, tag="bid_made"):
    """A seat has bid; `tricks` is None while bids are hidden."""

    seat: Seat
    tricks: int | None = None


class BidsShown(Event, frozen=True, tag="bids_shown"):
    """Hidden bids are turned up, one per seat."""

    bids: tuple[int, ...]


class CardPlayed(Event, frozen=True, tag="card_played"):
    seat: Seat
    card: Card
    colour: Colour | None = None
    """The colour named with a Wild or a Change."""


class TrickWon(Event, frozen=True, tag="trick_won"):
    seat: Seat
    bonus: int = 0
    mad: int = 0


class TeamRound(msgspec.Struct, frozen=True, array_like=True):
    """One team's line in a round's score: bid, tricks, Bonus and Mad captured, points, total after it."""

    bid: int
    taken: int
    bonus: int
    mad: int
    points: int
    total: int


class RoundScored(Event, frozen=True, tag="round_scored"):
    """One line a team (R70-R74); without teams a team is a seat."""

    round: int
    hand_size: int
    lines: tuple[TeamRound, ...]


class PartyEnded(Event, frozen=True, tag="party_ended"):
    """`winners` are teams, `seats_named` their seats (R80-R82)."""

    winners: tuple[int, ...]
    seats_named: tuple[Seat, ...] = ()


RageEvent: TypeAlias = (
    RoundStarted | TrumpTurned | TrumpKept | TrumpNamed | TrumpGone | TrumpRestored | PileShuffled | BidMade
    | BidsShown | CardPlayed | TrickWon | RoundScored | PartyEnded
)  # fmt: skip


class Played(msgspec.Struct, frozen=True, array_like=True):
    """A card in a trick: who, which, and the colour named with it."""

    seat: Seat
    card: Card
    colour: Colour | None = None


class Trick(msgspec.Struct, frozen=True, array_like=True):
    """A finished trick."""

    cards: tuple[Played, ...]
    winner: Seat


class TrumpChange(msgspec.Struct, frozen=True, array_like=True):
    """One step in the history of trump this round: what it became and why."""

    cause: Literal["deal", "change", "named", "out", "restored", "redraw"]
    colour: Colour | None
    card: Card | None = None
    """The face-up trump card, where one was turned."""
    seat: Seat | None = None
    """Who played the Change or the Out Rage."""


class RoundLine(msgspec.Struct, frozen=True, array_like=True):
    """A finished round on the score sheet, one line a team."""

    hand_size: int
    lines: tuple[TeamRound, ...]


class RageView(TableView, frozen=True, kw_only=True):
    """What one may see of a Rage table (R95). `phase` is `bid`, `play` or `over`.

    `legal` holds every move the seat may make now. `totals` is per team.
    """

    legal: tuple[RageMove, ...] = ()
    round: int
    """1-based."""
    rounds: int
    hand_size: int
    dealer: Seat
    trump: Colour | None
    trump_card: Card | None
    """The card face up, None while there is no trump or a player named it."""
    trump_history: tuple[TrumpChange, ...]
    turned: tuple[Card, ...]
    """All cards turned from the pile this round that are out of play, the trump card not among them (R17)."""
    pile: int
    """How many cards lie face down in the trump pile."""
    bids: tuple[int | None, ...]
    """Bid of each seat; None: not made, or hidden from this seat."""
    has_bid: tuple[bool, ...]
    forbidden_bid: int | None = None
    """The one number that the hook forbids the seat now asked to bid (R26)."""
    taken: tuple[int, ...]
    """Tricks won this round by each seat."""
    bonus: tuple[int, ...]
    mad: tuple[int, ...]
    tricks_done: int
    trick: tuple[Played, ...]
    """The cards on the table, the leader's first; empty between tricks."""
    led: Colour | None
    winning: Seat | None
    """Who would win the trick as it lies."""
    last_trick: Trick | None
    """The finished trick before this one, in this round or at the end of the round before."""
    tricks: tuple[Trick, ...] = ()
    """All finished tricks of this round (R95)."""
    exact: tuple[int, ...]
    """Rounds in which each team met its bid (R81)."""
    history: tuple[RoundLine, ...]


# ---- cards -------------------------------------------------------------------------------------------

WILD, BONUS, MAD, CHANGE, OUT = (Card(code) for code in SPECIALS)

NUMBER_CARDS = tuple(Card(f"{colour}{rank}") for colour in COLOURS for rank in range(16))

COPIES: Mapping[str, Mapping[Card, int]] = {
    "fundex110": {WILD: 2, BONUS: 2, MAD: 2, CHANGE: 4, OUT: 4},
    "amigo112": {WILD: 2, BONUS: 3, MAD: 3, CHANGE: 4, OUT: 4},
}
"""How many copies of each special card an edition has (R3)."""

DECKS: Mapping[str, tuple[Card, ...]] = {
    edition: NUMBER_CARDS + tuple(card for card, copies in counts.items() for _ in range(copies))
    for edition, counts in COPIES.items()
}

COLOUR_OF: dict[Card, Colour | None] = {
    **{Card(f"{colour}{rank}"): colour for colour in COLOURS for rank in range(16)},
    **dict.fromkeys((WILD, BONUS, MAD, CHANGE, OUT)),
}
"""Printed colour; None for a special card."""

RANK_OF: dict[Card, int] = {
    **{Card(f"{colour}{rank}"): rank for colour in COLOURS for rank in range(16)},
    **dict.fromkeys((BONUS, MAD, CHANGE, OUT), -1),
    WILD: 16,
}

TRUMP_POWER = 100
"""Added to a trump's rank, so that it beats every card of the led colour (R45)."""

EYE_ORDER: dict[Card, int] = {card: place for place, card in enumerate(COLOUR_OF)}
"""How a hand is sorted: by colour, rank ascending, special cards last."""


def _moves_of(naming: tuple[Card, ...]) -> dict[Card, tuple[Play, ...]]:
    return {
        card: tuple(Play(card, colour) for colour in COLOURS) if card in naming else (Play(card),)
        for card in COLOUR_OF
    }


MOVES_OF: Mapping[str, dict[Card, tuple[Play, ...]]] = {
    "pile": _moves_of((WILD,)),
    "player": _moves_of((WILD, CHANGE)),
}
"""By `change_source`: the ways to play a card. A card with six ways names a colour (R52, R62)."""


def effective_colour(card: Card, named: Colour | None) -> Colour | None:
    """The colour a card counts as in a trick: printed, or named with a Wild (section 2.5)."""
    return named if card == WILD else COLOUR_OF[card]


# ---- state -------------------------------------------------------------------------------------------


class Setup(msgspec.Struct, frozen=True, gc=False):
    """What stays the same for the whole party."""

    seats: int
    seed: bytes
    options: Options
    first_dealer: Seat
    teams: tuple[int, ...]
    """Team of each seat (R91)."""


class Sheet(msgspec.Struct, frozen=True, gc=False):
    """The score sheet: what earlier rounds have left behind. `totals` and `exact` are per team."""

    totals: tuple[int, ...]
    exact: tuple[int, ...]
    history: tuple[RoundLine, ...] = ()
    last_trick: Trick | None = None


class Round(msgspec.Struct, frozen=True, gc=False):
    """What stays the same for a round; `number` is 1-based."""

    number: int
    hand_size: int
    dealer: Seat


class Trump(msgspec.Struct, frozen=True, gc=False):
    """Trump in force, and the cards it comes from."""

    colour: Colour | None
    card: Card | None
    """The trump card; while trump is suspended to be restored, it lies face down."""
    pile: tuple[Card, ...]
    """Face down, top first."""
    turned: tuple[Card, ...] = ()
    """Turned from the pile and out of play (R17)."""
    history: tuple[TrumpChange, ...] = ()
    suspended: Colour | None = None
    """The trump that an Out of this trick put out of force for this trick only (`out_scope`)."""
    reshuffles: int = 0
    """How often this round `turned` became a new pile (R64)."""


class State(msgspec.Struct, frozen=True, gc=False):
    """A party between two moves. Lists are per seat; hands are sorted for the eye."""

    setup: Setup
    sheet: Sheet
    round: Round
    phase: Literal["bid", "play", "over"]
    turn: Seat
    """Who bids or plays next; without meaning while all bid at once and when the party is over."""
    bids: tuple[int | None, ...]
    trump: Trump
    hands: tuple[tuple[Card, ...], ...]
    trick: tuple[Played, ...]
    led: Colour | None
    tricks: tuple[Trick, ...]
    """The finished tricks of this round."""
    taken: tuple[int, ...]
    bonus: tuple[int, ...]
    mad: tuple[int, ...]


Step: TypeAlias = tuple[State, tuple[Event, ...]]


# ---- the deal ----------------------------------------------------------------------------------------


def deal_order(setup: Setup, number: int) -> tuple[Card, ...]:
    """The shuffled deck of a round (R15): a new one each time, fixed by the seed (R18)."""
    return Dice(setup.seed, number).shuffled(DECKS[setup.options.edition])


def first_sheet(setup: Setup) -> Sheet:
    """The score sheet before the first round."""
    zeros = (0,) * (max(setup.teams) + 1)
    return Sheet(zeros, zeros)


def start_round(setup: Setup, sheet: Sheet, number: int, deck: tuple[Card, ...]) -> Step:
    """Deal round `number` from a deck in dealing order, and turn up trump (R13-R16)."""
    seats, hand_size = setup.seats, setup.options.round_plan[number - 1]
    this = Round(number, hand_size, (setup.first_dealer + number - 1) % seats)
    dealt = seats * hand_size
    places = [(seat - this.dealer - 1) % seats for seat in range(seats)]
    hands = tuple(tuple(sorted(deck[place:dealt:seats], key=EYE_ORDER.__getitem__)) for place in places)
    trump, turned = _first_trump(setup, number, deck[dealt:])
    zeros = (0,) * seats
    state = State(
        setup, sheet, this, "bid", (this.dealer + 1) % seats, (None,) * seats, trump, hands,
        (), None, (), zeros, zeros, zeros,
    )  # fmt: skip
    return state, (RoundStarted(number, hand_size, this.dealer), *turned)


def _first_trump(setup: Setup, number: int, pile: tuple[Card, ...]) -> tuple[Trump, tuple[Event, ...]]:
    """Turn up the round's trump; without any number card there is none (R16, R64)."""
    trump, events = turn_up(Trump(None, None, pile), setup.seed, number, "deal")
    if trump.history:
        return trump, events
    return msgspec.structs.replace(trump, history=(TrumpChange("deal", None),)), events


def turn_up(
    trump: Trump, seed: bytes, number: int, cause: Literal["deal", "change", "redraw"], seat: Seat | None = None
) -> tuple[Trump, tuple[Event, ...]]:
    """Turn cards from the pile until a number card shows; it is the new trump card (R16, R62).

    An empty pile is made anew from the cards out of play; if no number card is to be found even so,
    trump stays as it was (R64). `seat` is who played the Change.
    """
    pile, turned, reshuffles = trump.pile, trump.turned, trump.reshuffles
    skipped: tuple[Card, ...] = ()
    events: list[Event] = []
    while (found := next((at for at, card in enumerate(pile) if COLOUR_OF[card]), None)) is None:
        skipped, turned, pile = skipped + pile, turned + pile, ()
        if not any(COLOUR_OF[card] for card in turned):
            kept = msgspec.structs.replace(trump, pile=pile, turned=turned, reshuffles=reshuffles)
            return kept, (*events, TrumpKept(trump.colour, skipped))
        reshuffles += 1
        pile, turned = Dice(seed, number, reshuffles).shuffled(turned), ()
        events.append(PileShuffled(len(pile)))
    card, above = pile[found], pile[:found]
    colour = COLOUR_OF[card]
    assert colour is not None
    events.append(TrumpTurned(card, colour, cause, skipped + above))
    history = (*trump.history, TrumpChange(cause, colour, card, seat))
    turned = turned + above + _out_of_play(trump)
    return Trump(colour, card, pile[found + 1 :], turned, history, None, reshuffles), tuple(events)


def _out_of_play(trump: Trump) -> tuple[Card, ...]:
    """The trump card, once it is replaced or turned face down for good (R17)."""
    return () if trump.card is None else (trump.card,)


# ---- what special cards do at once -------------------------------------------------------------------


def _change(state: State, seat: Seat, named: Colour | None) -> tuple[Trump, tuple[Event, ...]]:
    """R62, R65: a new trump, turned from the pile or named by the player."""
    trump = state.trump
    if named is None:
        return turn_up(trump, state.setup.seed, state.round.number, "change", seat)
    history = (*trump.history, TrumpChange("named", named, None, seat))
    turned = trump.turned + _out_of_play(trump)
    return Trump(named, None, trump.pile, turned, history, None, trump.reshuffles), (TrumpNamed(seat, named),)


def _out(state: State, seat: Seat, named: Colour | None) -> tuple[Trump, tuple[Event, ...]]:
    """R66, R67: no trump, for this trick at least; without trump, no effect."""
    trump = state.trump
    if trump.colour is None:
        return trump, ()
    scope = state.setup.options.out_scope
    history = (*trump.history, TrumpChange("out", None, None, seat))
    suspended = None if scope == "round" else trump.colour
    if scope == "trick_restore":
        gone = msgspec.structs.replace(trump, colour=None, history=history, suspended=suspended)
    else:
        turned = trump.turned + _out_of_play(trump)
        gone = Trump(None, None, trump.pile, turned, history, suspended, trump.reshuffles)
    return gone, (TrumpGone(seat),)


EFFECTS: Mapping[Card, Callable[[State, Seat, Colour | None], tuple[Trump, tuple[Event, ...]]]] = {
    CHANGE: _change,
    OUT: _out,
}
"""What a card does as soon as it is played, before the next seat acts."""


def _trump_after_trick(state: State) -> tuple[Trump, tuple[Event, ...]]:
    """Trump for the next trick, where an Out counted for one trick only (R66, R68)."""
    trump = state.trump
    if trump.suspended is None:
        return trump, ()
    if state.setup.options.out_scope == "trick_restore":
        history = (*trump.history, TrumpChange("restored", trump.suspended, trump.card))
        back = msgspec.structs.replace(trump, colour=trump.suspended, history=history, suspended=None)
        return back, (TrumpRestored(trump.suspended),)
    trump, events = turn_up(trump, state.setup.seed, state.round.number, "redraw")
    return msgspec.structs.replace(trump, suspended=None), events


# ---- bidding -----------------------------------------------------------------------------------------

BIDS = tuple(Bid(tricks) for tricks in range(MOST_HELD + 1))


def forbidden_bid(state: State) -> int | None:
    """The number that the hook forbids the last bidder while he is asked (R26)."""
    if state.setup.options.hook == "off" or state.phase != "bid" or state.bids.count(None) != 1:
        return None
    number = state.round.hand_size - sum(bid or 0 for bid in state.bids)
    return number if number >= 0 else None


def _bidders(state: State) -> tuple[Seat, ...]:
    """Who may bid now: one in turn (R20), or all who have not (R25)."""
    if state.setup.options.bid_mode == "in_turn":
        return (state.turn,)
    return tuple(seat for seat, bid in enumerate(state.bids) if bid is None)


def _legal_bids(state: State, seat: Seat) -> tuple[Bid, ...]:
    if seat not in _bidders(state):
        return ()
    bids = BIDS[: state.round.hand_size + 1]
    forbidden = forbidden_bid(state)
    return bids if forbidden is None else bids[:forbidden] + bids[forbidden + 1 :]


def _check_bid(state: State, seat: Seat, tricks: int) -> None:
    """Raises IllegalMove unless the seat may make this bid (R20-R22, R26)."""
    hand_size = state.round.hand_size
    if state.phase != "bid":
        raise IllegalMove("wrong_phase", phase=state.phase)
    if not 0 <= seat < state.setup.seats:
        raise IllegalMove("no_such_seat", number=seat)
    made = state.bids[seat]
    if made is not None:
        raise IllegalMove("already_bid", tricks=made)
    if seat not in _bidders(state):
        raise IllegalMove("not_your_turn", seat=state.turn)
    if type(tricks) is not int or not 0 <= tricks <= hand_size:
        raise IllegalMove("bid_out_of_range", low=0, high=hand_size)
    if tricks == forbidden_bid(state):
        raise IllegalMove("bid_forbidden_by_hook", tricks=tricks, hand_size=hand_size)


def _bid(state: State, seat: Seat, move: Bid) -> Step:
    _check_bid(state, seat, move.tricks)
    mode, seats = state.setup.options.bid_mode, state.setup.seats
    bids = (*state.bids[:seat], move.tricks, *state.bids[seat + 1 :])
    made = BidMade(seat, move.tricks if mode == "in_turn" else None)
    if None in bids:
        turn = (state.turn + 1) % seats if mode == "in_turn" else state.turn
        return msgspec.structs.replace(state, bids=bids, turn=turn), (made,)
    lead = (state.round.dealer + 1) % seats
    events = (made, BidsShown(_all_made(bids))) if mode == "simultaneous" else (made,)
    return msgspec.structs.replace(state, phase="play", bids=bids, turn=lead), events


def _all_made(bids: tuple[int | None, ...]) -> tuple[int, ...]:
    return tuple(bid for bid in bids if bid is not None)


# ---- play --------------------------------------------------------------------------------------------


def _legal_plays(state: State, seat: Seat) -> tuple[Play, ...]:
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


def _play(state: State, seat: Seat, move: Play) -> Step:
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


def trick_winner(cards: Sequence[Played], trump: Colour | None, two_wilds: str = "first") -> Seat:
    """Who wins the cards, given in play order, with trump as it is at the end (R45-R49, R56)."""
    led: Colour | None = None
    best, winner = -1, cards[0].seat
    for played in cards:
        card = played.card
        colour = effective_colour(card, played.colour)
        led = led or colour
        if colour is None or (colour != trump and colour != led):
            continue
        power = RANK_OF[card] + (TRUMP_POWER if colour == trump else 0)
        if power > best or (power == best and two_wilds == "last"):
            best, winner = power, played.seat
    return winner


def _end_trick(state: State, events: tuple[Event, ...]) -> Step:
    """RESOLVE: the winner takes the trick and leads, or the round ends (R32, R60, R61)."""
    winner = trick_winner(state.trick, state.trump.colour, state.setup.options.two_wilds)
    codes = [played.card for played in state.trick]
    bonus, mad = codes.count(BONUS), codes.count(MAD)
    events = (*events, TrickWon(winner, bonus, mad))
    trump = state.trump
    over = not state.hands[winner]
    if not over:
        trump, more = _trump_after_trick(state)
        events += more
    after = State(
        state.setup, state.sheet, state.round, "play", winner, state.bids, trump, state.hands,
        (), None, (*state.tricks, Trick(state.trick, winner)), _added(state.taken, winner, 1),
        _added(state.bonus, winner, bonus), _added(state.mad, winner, mad),
    )  # fmt: skip
    return _end_round(after, events) if over else (after, events)


def _added(counts: tuple[int, ...], seat: Seat, more: int) -> tuple[int, ...]:
    return (*counts[:seat], counts[seat] + more, *counts[seat + 1 :]) if more else counts


# ---- scores ------------------------------------------------------------------------------------------

BID_POINTS: Mapping[str, tuple[int, int, int]] = {"fundex": (10, 5, 0), "flat": (10, 10, -5)}
"""By `scoring`: points for an exact bid of 1 or more, an exact bid of 0, a missed bid (R70)."""


def score(options: Options, hand_size: int, bid: int, taken: int, bonus: int = 0, mad: int = 0) -> int:
    """Points of one player or team in one round (R70, R71, R74)."""
    exact, exact_zero, missed = BID_POINTS[options.scoring]
    bid_part = missed if taken != bid else exact if bid else exact_zero
    swept = options.sweep == "double" and taken == hand_size > 1
    return taken * (2 if swept else 1) + bid_part + 5 * bonus - 5 * mad


def _end_round(state: State, events: tuple[Event, ...]) -> Step:
    """SCORE_ROUND, then the next deal or the end of the party (R70, R80, R92, R93)."""
    setup, this = state.setup, state.round
    lines = _round_lines(state)
    shown = (BidsShown(_all_made(state.bids)),) if setup.options.bid_mode == "secret" else ()
    events = (*events, *shown, RoundScored(this.number, this.hand_size, lines))
    exact = tuple(before + (line.bid == line.taken) for before, line in zip(state.sheet.exact, lines, strict=True))
    history = (*state.sheet.history, RoundLine(this.hand_size, lines))
    sheet = Sheet(tuple(line.total for line in lines), exact, history, state.tricks[-1])
    if this.number < len(setup.options.round_plan):
        following, more = start_round(setup, sheet, this.number + 1, deal_order(setup, this.number + 1))
        return following, (*events, *more)
    ended = _party_ended(sheet, setup.teams)
    return msgspec.structs.replace(state, sheet=sheet, phase="over"), (*events, ended)


def _round_lines(state: State) -> tuple[TeamRound, ...]:
    """One line a team: bids, tricks, Bonus and Mad are the sums over its members (R92, R93)."""
    setup, hand_size = state.setup, state.round.hand_size
    totals, bids = state.sheet.totals, _all_made(state.bids)
    teams = len(totals)
    lines = []
    for team, before in enumerate(totals):
        own = slice(team, None, teams)
        bid, taken, bonus, mad = sum(bids[own]), sum(state.taken[own]), sum(state.bonus[own]), sum(state.mad[own])
        points = score(setup.options, hand_size, bid, taken, bonus, mad)
        lines.append(TeamRound(bid, taken, bonus, mad, points, before + points))
    return tuple(lines)


def team_ranks(totals: Sequence[int], exact: Sequence[int], teams: Sequence[int]) -> tuple[int, ...]:
    """Rank of each seat: by its team's total, then by rounds with an exact bid; else shared (R80-R82)."""
    keys = [(totals[team], exact[team]) for team in teams]
    return tuple(1 + sum(other > key for other in keys) for key in keys)


def _winning_seats(sheet: Sheet, teams: tuple[int, ...]) -> tuple[Seat, ...]:
    return tuple(seat for seat, rank in enumerate(team_ranks(sheet.totals, sheet.exact, teams)) if rank == 1)


def _party_ended(sheet: Sheet, teams: tuple[int, ...]) -> PartyEnded:
    seats = _winning_seats(sheet, teams)
    return PartyEnded(tuple(sorted({teams[seat] for seat in seats})), seats)


def _outcome(state: State) -> Outcome | None:
    if state.phase != "over":
        return None
    sheet, teams = state.sheet, state.setup.teams
    seats = _winning_seats(sheet, teams)
    shared = len({teams[seat] for seat in seats}) > 1
    result = Fact("party_shared" if shared else "party_won", {"seats_named": seats, "points": max(sheet.totals)})
    return Outcome(team_ranks(sheet.totals, sheet.exact, teams), tuple(sheet.totals[team] for team in teams), result)


# ---- what one may see --------------------------------------------------------------------------------


def _open_bids(state: State, seat: Seat | None) -> tuple[int | None, ...]:
    """Every bid this seat may know: all, or while they are hidden its own (R23, R25, R95)."""
    hidden_in: Mapping[str, tuple[str, ...]] = {"in_turn": (), "simultaneous": ("bid",), "secret": ("bid", "play")}
    if state.phase not in hidden_in[state.setup.options.bid_mode]:
        return state.bids
    return tuple(bid if other == seat else None for other, bid in enumerate(state.bids))


def _view(state: State, seat: Seat | None) -> RageView:
    setup, sheet, this, trump = state.setup, state.sheet, state.round, state.trump
    winning = trick_winner(state.trick, trump.colour, setup.options.two_wilds) if state.trick else None
    return RageView(
        seat=seat,
        teams=setup.teams,
        phase=state.phase,
        to_act=tuple(sorted(_to_act(state))),
        legal=() if seat is None else _legal(state, seat),
        hand=() if seat is None else state.hands[seat],
        counts=tuple(len(hand) for hand in state.hands),
        totals=sheet.totals,
        outcome=_outcome(state),
        round=this.number,
        rounds=len(setup.options.round_plan),
        hand_size=this.hand_size,
        dealer=this.dealer,
        trump=trump.colour,
        trump_card=None if trump.colour is None else trump.card,
        trump_history=trump.history,
        turned=trump.turned,
        pile=len(trump.pile),
        bids=_open_bids(state, seat),
        has_bid=tuple(bid is not None for bid in state.bids),
        forbidden_bid=forbidden_bid(state),
        taken=state.taken,
        bonus=state.bonus,
        mad=state.mad,
        tricks_done=len(state.tricks),
        trick=state.trick,
        led=state.led,
        winning=winning,
        last_trick=state.tricks[-1] if state.tricks else sheet.last_trick,
        tricks=state.tricks,
        exact=sheet.exact,
        history=sheet.history,
    )


def _to_act(state: State) -> frozenset[Seat]:
    if state.phase == "play":
        return frozenset((state.turn,))
    return frozenset(_bidders(state)) if state.phase == "bid" else frozenset()


def _legal(state: State, seat: Seat) -> tuple[RageMove, ...]:
    if state.phase == "play":
        return _legal_plays(state, seat)
    return _legal_bids(state, seat) if state.phase == "bid" else ()


# ---- other hidden cards ------------------------------------------------------------------------------

PILE = -1
"""Holder of the cards in the pile, beside the seats."""
MIXINGS = 3
"""Passes of exchanges; one does not reach every deal that the voids allow."""


def shown_voids(state: State) -> frozenset[tuple[Seat, Colour | None]]:
    """Which seat has shown that it holds no number card of which colour (R41)."""
    anytime = state.setup.options.rage_play == "anytime"
    voids: set[tuple[Seat, Colour | None]] = set()
    for cards in (*(trick.cards for trick in state.tricks), state.trick):
        led: Colour | None = None
        for played in cards:
            printed = COLOUR_OF[played.card]
            if led is not None and printed != led and not (anytime and printed is None):
                voids.add((played.seat, led))
            led = led or effective_colour(played.card, played.colour)
    return frozenset(voids)


def _swap(cards: list[Card], holders: list[int], voids: frozenset[tuple[int, Colour | None]], dice: Dice) -> None:
    """Mix cards among their holders by exchanges that respect what is known of the holders."""
    for last in range(len(cards) - 1, 0, -1):
        other = dice.below(last + 1)
        here, there = cards[last], cards[other]
        if (holders[last], COLOUR_OF[there]) not in voids and (holders[other], COLOUR_OF[here]) not in voids:
            cards[last], cards[other] = there, here


def _redealt(state: State, seat: Seat | None, dice: Dice) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    """Hands and pile with the unseen cards mixed. After a reshuffle the pile's cards are known (R64)."""
    others = [other for other in range(state.setup.seats) if other != seat]
    pile = dice.shuffled(state.trump.pile)
    holders = [other for other in others for _ in state.hands[other]]
    cards = [card for other in others for card in state.hands[other]]
    if not state.trump.reshuffles:
        holders += [PILE] * len(pile)
        cards += pile
        pile = ()
    voids = shown_voids(state)
    for _ in range(MIXINGS):
        _swap(cards, holders, voids, dice)
    held: dict[int, list[Card]] = {holder: [] for holder in (*others, PILE)}
    for holder, card in zip(holders, cards, strict=True):
        held[holder].append(card)
    hands = tuple(
        hand if other == seat else tuple(sorted(held[other], key=EYE_ORDER.__getitem__))
        for other, hand in enumerate(state.hands)
    )
    return hands, pile + tuple(held[PILE])


def _resample(state: State, seat: Seat | None, seed: bytes) -> State:
    dice = Dice(seed, state.round.number)
    hands, pile = _redealt(state, seat, dice)
    bids = tuple(
        dice.below(state.round.hand_size + 1) if known is None and bid is not None else bid
        for bid, known in zip(state.bids, _open_bids(state, seat), strict=True)
    )
    return msgspec.structs.replace(
        state,
        setup=msgspec.structs.replace(state.setup, seed=seed),
        trump=msgspec.structs.replace(state.trump, pile=pile),
        hands=hands,
        bids=bids,
    )


# ---- options -----------------------------------------------------------------------------------------

PLANS: Mapping[str, tuple[int, ...]] = {
    "down": tuple(range(10, 0, -1)),
    "up": tuple(range(1, 11)),
    "down_up": (*range(10, 0, -1), *range(2, 11)),
    "up_down": (*range(1, 11), *range(9, 0, -1)),
}
"""The named round plans (R14)."""

OPTION_SPECS = (
    OptionSpec("edition", ("fundex110", "amigo112")),
    OptionSpec("extended_players", ("off", "on")),
    OptionSpec("teams", ("none", "pairs", "threes")),
    OptionSpec("round_plan", tuple(PLANS), open=True),
    OptionSpec("bid_mode", ("in_turn", "simultaneous", "secret")),
    OptionSpec("hook", ("off", "last_bidder")),
    OptionSpec("rage_play", ("void_only", "anytime")),
    OptionSpec("out_scope", ("round", "trick_restore", "trick_redraw")),
    OptionSpec("change_source", ("pile", "player")),
    OptionSpec("two_wilds", ("first", "last")),
    OptionSpec("scoring", ("fundex", "flat")),
    OptionSpec("sweep", ("off", "double")),
    OptionSpec("first_dealer", ("random",), open=True),
)

_AMIGO = {"edition": "amigo112", "extended_players": "on", "two_wilds": "last", "scoring": "flat"}
PRESETS: Mapping[str, Mapping[str, str]] = {
    "fundex": {},
    "amigo": {**_AMIGO, "out_scope": "trick_restore"},
    "bga": {**_AMIGO, "out_scope": "trick_redraw"},
}
"""Section 5.2. `fundex` is the default game."""

AMIGO_FEWEST = 3
"""The fewest players of the presets `amigo` and `bga`."""


def _number(text: str, most: int) -> int | None:
    """A whole number from 0 to `most` in plain digits without leading zeros, else None."""
    if not (text.isascii() and text.isdecimal()) or len(text) > len(str(most)) or text != str(int(text)):
        return None
    return int(text) if int(text) <= most else None


def format_options(options: Options) -> dict[str, str]:
    """Every option as text."""
    texts = {spec.name: str(getattr(options, spec.name)) for spec in OPTION_SPECS}
    texts["round_plan"] = _format_plan(options.round_plan)
    texts["first_dealer"] = "random" if options.first_dealer is None else str(options.first_dealer)
    return texts


def _bad_value(option: str, value: str, *known: str) -> BadOptions:
    return BadOptions("bad_option_value", option=option, value=value[:SHOWN], known=known)


def _parse_plan(text: str) -> tuple[int, ...]:
    if text in PLANS:
        return PLANS[text]
    sizes = tuple(_number(part.strip(), MOST_HELD) or 0 for part in text.split(","))
    if 0 in sizes or len(sizes) > MOST_ROUNDS:
        raise _bad_value("round_plan", text, *PLANS, "1,2,3")
    return sizes


def _format_plan(plan: tuple[int, ...]) -> str:
    return next((name for name, sizes in PLANS.items() if sizes == plan), ",".join(map(str, plan)))


def _parse_dealer(text: str) -> Seat | None:
    if text == "random":
        return None
    seat = _number(text, MOST_SEATS - 1)
    if seat is None:
        raise _bad_value("first_dealer", text, "random", *map(str, range(MOST_SEATS)))
    return seat


def _check_seats(seats: int, options: Options) -> None:
    """R10, section 5.2: 2 to 6, to 8 with `extended_players`, at least 3 in AMIGO's game."""
    texts = format_options(options)
    amigo = any(PRESETS[name].items() <= texts.items() for name in ("amigo", "bga"))
    fewest = AMIGO_FEWEST if amigo else FEWEST_SEATS
    most = MOST_SEATS if options.extended_players == "on" else USUAL_MOST_SEATS
    if seats < fewest:
        raise BadOptions("too_few_seats", number=seats, fewest=fewest)
    if seats > most:
        raise BadOptions("too_many_seats", number=seats, most=most)


def _check(seats: int, options: Options) -> None:
    """The forbidden combinations of section 5.1 and the limits of section 6."""
    _check_seats(seats, options)
    if seats not in TEAM_SEATS.get(options.teams, (seats,)):
        raise BadOptions("teams_need_seats", teams=options.teams, number=seats, known=TEAM_SEATS[options.teams])
    if options.hook == "last_bidder" and options.bid_mode != "in_turn":
        raise BadOptions("hook_needs_in_turn", bid_mode=options.bid_mode)
    plan = options.round_plan
    if not 1 <= len(plan) <= MOST_ROUNDS or min(plan) < 1:
        raise _bad_value("round_plan", _format_plan(plan), *PLANS, "1,2,3")
    if seats * max(plan) > MOST_DEALT:
        raise BadOptions("too_many_cards", number=seats, hand_size=max(plan), most=MOST_DEALT // seats)
    if options.first_dealer is not None and not 0 <= options.first_dealer < seats:
        raise BadOptions("no_such_dealer", number=options.first_dealer, highest=seats - 1)


def teams_of(seats: int, teams: str) -> tuple[int, ...]:
    """Team of each seat, team mates spread out (R90, R91)."""
    number = {"none": seats, "pairs": seats // 2, "threes": 2}[teams]
    return tuple(seat % number for seat in range(seats))


# ---- text --------------------------------------------------------------------------------------------


def _parse_move(text: str) -> RageMove:
    """`bid 3`, `R12`, `WI:G`, `CH:B`; capitals and blanks do not matter. Raises IllegalMove `bad_move`."""
    words = text.upper().split()
    bid = words[1] if len(words) == 2 and words[0] == "BID" else ""
    tricks = _number(bid, MOST_HELD)
    if tricks is not None:
        return Bid(tricks)
    card, colon, colour = (part.strip() for part in text.upper().partition(":"))
    if card in COLOUR_OF and (colour in COLOURS if colon else not colour):
        return msgspec.convert({"move": "play", "card": card, "colour": colour or None}, Play)
    raise IllegalMove("bad_move", text=text[:SHOWN])


def _format_move(move: RageMove) -> str:
    if isinstance(move, Bid):
        return f"bid {move.tricks}"
    return move.card if move.colour is None else f"{move.card}:{move.colour}"


# ---- a view told line by line ------------------------------------------------------------------------


def _members(view: RageView, team: int) -> tuple[Seat, ...]:
    return tuple(seat for seat, own in enumerate(view.teams) if own == team)


def _in_teams(view: RageView) -> bool:
    return len(view.totals) < len(view.teams)


def _table_facts(view: RageView) -> list[Fact]:
    """The whole situation: round, trump, bids against tricks, totals, whose turn."""
    facts = [
        Fact("table_round", {"round": view.round, "rounds": view.rounds, "hand_size": view.hand_size}),
        Fact("table_dealer", {"seat": view.dealer}),
        *_trump_facts(view),
        *(_seat_fact(view, seat) for seat in range(len(view.teams))),
        *_captured_facts(view),
        *_sum_facts(view),
    ]
    if view.phase == "play":
        facts.append(Fact("trick_number", {"number": view.tricks_done + 1, "hand_size": view.hand_size}))
    facts += [
        Fact("team_total", {"seats_named": _members(view, team), "total": total})
        for team, total in enumerate(view.totals)
    ]
    return facts + _turn_facts(view)


def _trump_facts(view: RageView) -> list[Fact]:
    """Trump, how it came about step by step, and the cards that are out of play."""
    facts = [Fact("trump_none")] if view.trump is None else [Fact("trump_is", {"trump": view.trump})]
    for step in view.trump_history:
        code = f"step_{step.cause}" if step.colour or step.cause == "out" else "step_nothing"
        facts.append(Fact(code, _present(colour=step.colour, card=step.card, seat=step.seat)))
    if view.turned:
        facts.append(Fact("table_turned", {"cards": view.turned}))
    return [*facts, Fact("table_pile", {"number": view.pile})]


def _seat_fact(view: RageView, seat: Seat) -> Fact:
    """Bid, won and still needed of one seat."""
    bid, taken = view.bids[seat], view.taken[seat]
    if not view.has_bid[seat]:
        return Fact("seat_no_bid", {"seat": seat})
    if bid is None:
        return Fact("seat_hidden_bid", {"seat": seat, "taken": taken})
    if taken < bid:
        return Fact("seat_needs", {"seat": seat, "bid": bid, "taken": taken, "need": bid - taken})
    if taken > bid:
        return Fact("seat_over", {"seat": seat, "bid": bid, "taken": taken, "over": taken - bid})
    return Fact("seat_even", {"seat": seat, "bid": bid, "taken": taken})


def _captured_facts(view: RageView) -> list[Fact]:
    return [
        Fact("seat_captured", {"seat": seat, "bonus": bonus, "mad": mad})
        for seat, (bonus, mad) in enumerate(zip(view.bonus, view.mad, strict=True))
        if bonus or mad
    ]


def _sum_facts(view: RageView) -> list[Fact]:
    """The sum of bids against the tricks, as far as one may know it; then each team's own sum."""
    known = [bid for bid in view.bids if bid is not None]
    if not known or sum(view.has_bid) > len(known):
        return []
    total = sum(known)
    params: dict[str, Param] = {"total": total, "hand_size": view.hand_size, "by": abs(total - view.hand_size)}
    if len(known) < len(view.bids):
        return [Fact("bids_so_far", params)]
    code = "bids_even" if total == view.hand_size else "bids_over" if total > view.hand_size else "bids_under"
    return [Fact(code, params), *_team_facts(view)]


def _team_facts(view: RageView) -> list[Fact]:
    if not _in_teams(view):
        return []
    facts = []
    for team in range(len(view.totals)):
        members = _members(view, team)
        bid, taken = sum(view.bids[seat] or 0 for seat in members), sum(view.taken[seat] for seat in members)
        facts.append(Fact("team_bid", {"seats_named": members, "bid": bid, "taken": taken}))
    return facts


def _turn_facts(view: RageView) -> list[Fact]:
    """Whom the table waits for and for what; at the end, who won."""
    if view.outcome is not None:
        return [view.outcome.result]
    if view.phase == "play":
        return [Fact("turn_play", {"seat": view.to_act[0]})]
    facts = [Fact("turn_bid", {"seat": seat}) for seat in view.to_act]
    if view.forbidden_bid is not None:
        facts.append(Fact("hook_forbids", {"tricks": view.forbidden_bid}))
    return facts


def _hand_facts(view: RageView) -> list[Fact]:
    """The own cards, and what one may do with them now."""
    if view.seat is None:
        return [Fact("hand_watching")]
    held = Fact("hand_cards", {"cards": view.hand, "number": len(view.hand)}) if view.hand else Fact("hand_empty")
    bids = tuple(move.tricks for move in view.legal if isinstance(move, Bid))
    plays = tuple(dict.fromkeys(move.card for move in view.legal if isinstance(move, Play)))
    if bids:
        return [held, Fact("hand_bids", {"bids": bids})]
    if not plays:
        return [held, Fact("hand_wait")]
    code = "hand_all_legal" if set(plays) == set(view.hand) else "hand_legal"
    naming = tuple(dict.fromkeys(move.card for move in view.legal if isinstance(move, Play) and move.colour))
    facts = [held, Fact(code, {"cards": plays})]
    return [*facts, Fact("hand_naming", {"cards": naming})] if naming else facts


def _card_fact(played: Played) -> Fact:
    return Fact("trick_card", _present(seat=played.seat, card=played.card, colour=played.colour))


def _present(**params: Param | None) -> dict[str, Param]:
    return {name: value for name, value in params.items() if value is not None}


def _trick_facts(view: RageView) -> list[Fact]:
    """The cards on the table, what was led and who is winning; between tricks, the last one."""
    if view.trick:
        led = Fact("trick_open") if view.led is None else Fact("trick_led", {"led": view.led})
        winning = [] if view.winning is None else [Fact("trick_winning", {"seat": view.winning})]
        return [*map(_card_fact, view.trick), led, *winning]
    facts = [Fact("trick_empty")]
    if view.last_trick is not None:
        cards = map(_card_fact, view.last_trick.cards)
        facts += [Fact("trick_last"), *cards, Fact("trick_last_winner", {"seat": view.last_trick.winner})]
    return facts


def _score_facts(view: RageView) -> list[Fact]:
    """The score sheet: every finished round with a line a team, then totals from the best down."""
    facts = []
    for number, line in enumerate(view.history, 1):
        facts.append(Fact("score_round", {"round": number, "hand_size": line.hand_size}))
        for team, own in enumerate(line.lines):
            params: dict[str, Param] = {"seats_named": _members(view, team), **msgspec.structs.asdict(own)}
            facts.append(Fact("score_line", params))
    if not facts:
        facts.append(Fact("score_none"))
    ranks = team_ranks(view.totals, view.exact, range(len(view.totals)))
    for team in sorted(range(len(ranks)), key=ranks.__getitem__):
        params = {"rank": ranks[team], "seats_named": _members(view, team)}
        facts.append(Fact("score_total", {**params, "total": view.totals[team], "exact": view.exact[team]}))
    return facts if view.outcome is None else [*facts, view.outcome.result]


FACTS: Mapping[Topic, Callable[[RageView], list[Fact]]] = {
    "table": _table_facts,
    "hand": _hand_facts,
    "trick": _trick_facts,
    "scores": _score_facts,
}

PHRASES: Mapping[str, str] = MappingProxyType({
    "colour.R": "red",
    "colour.O": "orange",
    "colour.Y": "yellow",
    "colour.G": "green",
    "colour.B": "blue",
    "colour.P": "purple",
    "card.WI": "Wild Rage",
    "card.BO": "Bonus Rage",
    "card.MA": "Mad Rage",
    "card.CH": "Change Rage",
    "card.OU": "Out Rage",
    "phase.bid": "bidding",
    "phase.play": "play",
    "phase.over": "over",
    "cause.deal": "the deal",
    "cause.change": "Change Rage",
    "cause.redraw": "a new turn-up after Out Rage",
    # events
    "round_started": "Round {round}, dealt by {dealer}. Cards each: {hand_size}.",
    "trump_turned": "{card} is turned up: trump is {colour}.",
    "trump_kept": "No number card is left to turn up: trump stays {colour}.",
    "trump_kept.bare": "No number card is left to turn up: there is no trump.",
    "trump_named": "Trump is {colour} now.",
    "trump_gone": "There is no trump now: Out Rage from {seat}.",
    "trump_gone.you": "There is no trump now: your Out Rage.",
    "trump_restored": "Trump is {colour} again.",
    "pile_shuffled": "The trump pile is used up: {cards_shuffled} turned-up cards are shuffled into a new one.",
    "bid_made": "{seat} bids {tricks}.",
    "bid_made.bare": "{seat} has bid.",
    "bid_made.you": "You bid {tricks}.",
    "bid_made.bare.you": "You have bid.",
    "bids_shown": "The bids are shown: {bids}.",
    "card_played": "{seat} plays {card} and names {colour}.",
    "card_played.bare": "{seat} plays {card}.",
    "card_played.you": "You play {card} and name {colour}.",
    "card_played.bare.you": "You play {card}.",
    "trick_won": "{seat} wins the trick.",
    "trick_won.you": "You win the trick.",
    "round_scored": "Round {round} is over and scored.",
    "party_ended": "The party is over. Won by {seats_named}.",
    # facts: the table
    "table_round": "Round {round} of {rounds}. Cards each: {hand_size}.",
    "table_dealer": "{seat} is the dealer.",
    "table_dealer.you": "You are the dealer.",
    "trump_is": "Trump is {trump}.",
    "trump_none": "There is no trump.",
    "step_deal": "At the deal {card} was turned up: {colour}.",
    "step_nothing": "At the deal no number card was found.",
    "step_change": "Change Rage from {seat} turned up {card}: {colour}.",
    "step_change.you": "Your Change Rage turned up {card}: {colour}.",
    "step_named": "{seat} named {colour} with Change Rage.",
    "step_named.you": "You named {colour} with Change Rage.",
    "step_out": "Out Rage from {seat} ended trump.",
    "step_out.you": "Your Out Rage ended trump.",
    "step_restored": "After the trick {colour} was trump again.",
    "step_redraw": "After the trick {card} was turned up: {colour}.",
    "table_turned": "Turned up and out of play: {cards}.",
    "table_pile": "Cards in the trump pile: {number}.",
    "seat_no_bid": "{seat} has not bid yet.",
    "seat_no_bid.you": "You have not bid yet.",
    "seat_hidden_bid": "{seat} has a hidden bid and has won {taken}.",
    "seat_needs": "{seat} bid {bid}, has won {taken}, needs {need} more.",
    "seat_needs.you": "You bid {bid}, have won {taken}, need {need} more.",
    "seat_even": "{seat} bid {bid} and has won {taken}: exact.",
    "seat_even.you": "You bid {bid} and have won {taken}: exact.",
    "seat_over": "{seat} bid {bid} and has won {taken}: {over} too many.",
    "seat_over.you": "You bid {bid} and have won {taken}: {over} too many.",
    "seat_captured": "{seat} has captured Bonus Rage: {bonus}, Mad Rage: {mad}.",
    "seat_captured.you": "You have captured Bonus Rage: {bonus}, Mad Rage: {mad}.",
    "bids_so_far": "Bids so far {total}, tricks {hand_size}.",
    "bids_under": "Bids {total}, tricks {hand_size}: {by} under.",
    "bids_over": "Bids {total}, tricks {hand_size}: {by} over.",
    "bids_even": "Bids {total}, tricks {hand_size}: even.",
    "team_bid": "{seats_named} together: bid {bid}, won {taken}.",
    "team_total": "{seats_named}: total {total}.",
    "turn_bid": "{seat} is to bid.",
    "turn_bid.you": "It is your turn to bid.",
    "turn_play": "It is the turn of {seat}.",
    "turn_play.you": "It is your turn.",
    "hook_forbids": "The last bid may not be {tricks}.",
    "party_won": "The party is over. Won by {seats_named} with a total of {points}.",
    "party_shared": "The party is over. {seats_named} share the win with a total of {points}.",
    # facts: hand, trick, scores
    "hand_cards": "You hold {number}: {cards}.",
    "hand_empty": "You hold no cards.",
    "hand_watching": "You are watching and hold no cards.",
    "hand_bids": "You may bid: {bids}.",
    "hand_wait": "It is not your turn.",
    "hand_legal": "You may play: {cards}.",
    "hand_all_legal": "You may play any card.",
    "hand_naming": "You name a colour with {cards}.",
    "trick_number": "Trick {number} of {hand_size}.",
    "trick_card": "{seat} played {card} and named {colour}.",
    "trick_card.bare": "{seat} played {card}.",
    "trick_card.you": "You played {card} and named {colour}.",
    "trick_card.bare.you": "You played {card}.",
    "trick_led": "The led colour is {led}.",
    "trick_open": "No colour is led yet.",
    "trick_winning": "{seat} is winning.",
    "trick_winning.you": "You are winning.",
    "trick_empty": "No card lies on the table.",
    "trick_last": "The last trick:",
    "trick_last_winner": "{seat} won it.",
    "trick_last_winner.you": "You won it.",
    "score_none": "No round is scored yet.",
    "score_round": "Round {round}, cards each {hand_size}:",
    "score_line": "{seats_named}: bid {bid}, won {taken}, Bonus Rage {bonus}, Mad Rage {mad}: "
    "points {points}, total {total}.",
    "score_total": "Place {rank}: {seats_named}, total {total}, exact bids {exact}.",
    # refusals of moves
    "party_over": "The party is over.",
    "wrong_phase": "Not now: this is the time of {phase}.",
    "no_such_seat": "There is no seat {number} here.",
    "not_your_turn": "It is the turn of {seat}.",
    "already_bid": "Your bid of {tricks} stands.",
    "bid_out_of_range": "A bid is a whole number from {low} to {high}.",
    "bid_forbidden_by_hook": "You may not bid {tricks}: the bids may not add up to {hand_size}.",
    "card_not_in_hand": "You do not hold {card}.",
    "must_follow": "You must follow {colour}.",
    "wild_needs_colour": "Name a colour with the Wild Rage, for example WI:G.",
    "change_needs_colour": "Name a colour with the Change Rage, for example CH:B.",
    "no_such_colour": "{text} is no colour: name R, O, Y, G, B or P.",
    "colour_not_allowed": "No colour is named with {card}.",
    "bad_move": "This is no move: {text}. Write for example: bid 3, R12, WI:G.",
    # refusals of options
    "too_few_seats": "{number} cannot play this: at least {fewest} are needed.",
    "too_many_seats": "{number} cannot play this: with these options there are at most {most} seats.",
    "teams_need_seats": "Teams of this kind ({teams}) need one of these numbers of seats: {known}.",
    "hook_needs_in_turn": "The hook needs bids in turn; bid_mode is {bid_mode}.",
    "too_many_cards": "With {number} players a hand may have at most {most} cards, not {hand_size}.",
    "no_such_dealer": "There is no seat {number} for the first dealer: seats are numbered 0 to {highest} here.",
    # options
    "preset.fundex": "Fundex rules (the default)",
    "preset.amigo": "AMIGO rules",
    "preset.bga": "Board Game Arena rules",
    "option.edition": "Deck",
    "option.edition.fundex110": "110 cards: 14 special cards",
    "option.edition.amigo112": "112 cards: one more Bonus Rage and one more Mad Rage",
    "option.extended_players": "Seven or eight players",
    "option.extended_players.off": "at most 6 players",
    "option.extended_players.on": "up to 8 players",
    "option.teams": "Teams",
    "option.teams.none": "each for himself",
    "option.teams.pairs": "pairs, with 4 or 6 players",
    "option.teams.threes": "two teams of three, with 6 players",
    "option.round_plan": "Cards per round",
    "option.round_plan.down": "10 down to 1",
    "option.round_plan.up": "1 up to 10",
    "option.round_plan.down_up": "10 down to 1 and up to 10 again",
    "option.round_plan.up_down": "1 up to 10 and down to 1 again",
    "option.bid_mode": "Bidding",
    "option.bid_mode.in_turn": "one after the other, openly",
    "option.bid_mode.simultaneous": "all at once, shown before the first lead",
    "option.bid_mode.secret": "hidden until the last trick of the round",
    "option.hook": "Last bidder",
    "option.hook.off": "may bid any number",
    "option.hook.last_bidder": "may not make the bids add up to the number of tricks",
    "option.rage_play": "Special cards",
    "option.rage_play.void_only": "only when you cannot follow",
    "option.rage_play.anytime": "even when you could follow",
    "option.out_scope": "Out Rage lasts",
    "option.out_scope.round": "for the rest of the round",
    "option.out_scope.trick_restore": "for the trick; then the old trump is back",
    "option.out_scope.trick_redraw": "for the trick; then a new trump is turned up",
    "option.change_source": "Change Rage takes the new trump",
    "option.change_source.pile": "from the trump pile",
    "option.change_source.player": "from the colour its player names",
    "option.two_wilds": "Two Wild Rages of one colour",
    "option.two_wilds.first": "the first beats the second",
    "option.two_wilds.last": "the second beats the first",
    "option.scoring": "Scoring",
    "option.scoring.fundex": "exact bid +10, exact zero +5, missed 0",
    "option.scoring.flat": "exact bid +10, missed bid -5",
    "option.sweep": "Winning every trick",
    "option.sweep.off": "1 point a trick, as always",
    "option.sweep.double": "2 points a trick",
    "option.first_dealer": "First dealer",
    "option.first_dealer.random": "by chance",
})  # fmt: skip
"""English for every code of this game (see `tuicards.speech`)."""


class Rage:
    """Rage as a `Game`."""

    name = "rage"
    title = "Rage"
    version = 1
    seats = range(FEWEST_SEATS, MOST_SEATS + 1)
    usual_seats = 4
    options = OPTION_SPECS
    presets = PRESETS
    phrases = PHRASES
    move_type: Any = RageMove
    event_type: Any = RageEvent
    view_type = RageView

    def parse_options(self, chosen: Mapping[str, str], preset: str | None = None) -> Options:
        """Options from texts. Raises BadOptions `unknown_option`, `unknown_preset`, `bad_option_value`."""
        texts: dict[str, Any] = dict(choose_options(OPTION_SPECS, PRESETS, chosen, preset))
        texts["round_plan"] = _parse_plan(texts["round_plan"])
        texts["first_dealer"] = _parse_dealer(texts["first_dealer"])
        return msgspec.convert(texts, Options)

    def format_options(self, options: Options) -> dict[str, str]:
        """Every option as text; a round plan that has a name gets it."""
        return format_options(options)

    def check(self, seats: int, options: Options) -> None:
        """Raises BadOptions for what section 5.1 forbids and section 6 limits."""
        _check(seats, options)

    def new(self, seats: int, seed: bytes, options: Options) -> State:
        """The first round is dealt, trump is turned up, bidding is open."""
        _check(seats, options)
        dealer = Dice(seed, 0).below(seats) if options.first_dealer is None else options.first_dealer
        setup = Setup(seats, seed, options, dealer, teams_of(seats, options.teams))
        return start_round(setup, first_sheet(setup), 1, deal_order(setup, 1))[0]

    def to_act(self, state: State) -> frozenset[Seat]:
        """One seat in turn; while all bid at once, those who have not bid."""
        return _to_act(state)

    def legal(self, state: State, seat: Seat) -> tuple[RageMove, ...]:
        """Bids ascending, or plays in the order of the hand; empty out of turn."""
        return _legal(state, seat)

    def apply(self, state: State, seat: Seat, move: RageMove) -> Step:
        """The next state, played on to where somebody must act. Raises IllegalMove."""
        if state.phase == "over":
            raise IllegalMove("party_over")
        return _play(state, seat, move) if isinstance(move, Play) else _bid(state, seat, move)

    def view(self, state: State, seat: Seat | None) -> RageView:
        """What the seat may see (R95)."""
        return _view(state, seat)

    def outcome(self, state: State) -> Outcome | None:
        """Ranks and totals of the seats, each with its team's (R80-R82, R94)."""
        return _outcome(state)

    def resample(self, state: State, seat: Seat | None, seed: bytes) -> State:
        """Unseen cards, hidden bids and the chance to come are others; what play has shown of them holds."""
        return _resample(state, seat, seed)

    def parse_move(self, text: str) -> RageMove:
        """`bid 3`, `R12`, `WI:G`, `CH:B`. Raises IllegalMove `bad_move`."""
        return _parse_move(text)

    def format_move(self, move: RageMove) -> str:
        """The text form of a move."""
        return _format_move(move)

    def facts(self, view: RageView, topic: Topic) -> tuple[Fact, ...]:
        """The topic told line by line."""
        return tuple(FACTS[topic](view))


RAGE = Rage()
