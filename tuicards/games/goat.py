"""Goat (Burkozel): two pairs, 36 cards, secret passes, molodka. The rules are tuicards/rules/goat.md (G1 to G54).

A card is its code, rank then suit: `6s`, `Th` (the ten of hearts), `Ad`. Moves are written
`lead Qs 7s`, `beat 9d Js`, `pass 6c`, `molodka`, `arm` and `disarm`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate, combinations
from operator import gt
from typing import Any, Literal, NewType, TypeAlias, get_args, get_type_hints

import msgspec

from tuicards.errors import BadOptions, IllegalMove
from tuicards.games.api import (
    Event,
    Fact,
    Move,
    OptionSpec,
    Outcome,
    Seat,
    TableView,
    Topic,
    choose_options,
)
from tuicards.games.cards import Dice

Card = NewType("Card", str)
Suit: TypeAlias = Literal["s", "h", "d", "c"]
SUITS: tuple[Suit, ...] = ("s", "h", "d", "c")
RANKS = "6789JQKTA"
"""Low to high (G2): the ten is above the king."""


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """Section 7 of the rules. The field's default is the option's."""

    limit: Literal[12, 6, 8, 16, 24] = 12
    discards: Literal["face_down", "face_up"] = "face_down"
    trump_card: Literal["middle", "bottom"] = "middle"
    molodka_suit: Literal["any", "trump"] = "any"
    must_beat: Literal["off", "on"] = "off"
    eggs: Literal["title", "double_next", "two_each"] = "title"
    reveal: Literal["piles", "totals"] = "piles"


class Lead(Move, frozen=True, gc=False, tag="lead"):
    """Lead 1 to 4 cards of one suit (G15)."""

    cards: tuple[Card, ...]


class Beat(Move, frozen=True, gc=False, tag="beat"):
    """Beat every card of the winning set (G19-G21)."""

    cards: tuple[Card, ...]


class Pass(Move, frozen=True, gc=False, tag="pass"):
    """Lay as many cards face down (G22)."""

    cards: tuple[Card, ...]


class Molodka(Move, frozen=True, gc=False, tag="molodka"):
    """Declare four cards of one suit on one's own turn (G30-G37)."""


class Arm(Move, frozen=True, gc=False, tag="arm"):
    """Ask for molodka as soon as one's turn comes (G41); nobody else learns of it."""


class Disarm(Move, frozen=True, gc=False, tag="disarm"):
    """Withdraw it."""


GoatMove: TypeAlias = Lead | Beat | Pass | Molodka | Arm | Disarm


class GameStarted(Event, frozen=True, gc=False, tag="game_started"):
    game: int
    dealer: Seat
    leader: Seat
    trump: Suit
    indicator: Card


class Led(Event, frozen=True, gc=False, tag="led"):
    seat: Seat
    cards: tuple[Card, ...]


class Beaten(Event, frozen=True, gc=False, tag="beat"):
    seat: Seat
    cards: tuple[Card, ...]


class Passed(Event, frozen=True, gc=False, tag="passed"):
    """`cards` only under `discards=face_up`."""

    seat: Seat
    count: int
    cards: tuple[Card, ...] = ()


class Returned(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """Cards that a molodka sent back to a hand; `cards` is empty where they lay face down (V12)."""

    seat: Seat
    kind: Literal["lead", "beat", "pass"]
    count: int
    cards: tuple[Card, ...] = ()


class MolodkaDeclared(Event, frozen=True, gc=False, tag="molodka"):
    seat: Seat
    cards: tuple[Card, ...]
    returned: tuple[Returned, ...] = ()


class TrickWon(Event, frozen=True, gc=False, tag="trick_won"):
    seat: Seat
    count: int
    """Cards in the trick."""


class Drew(Event, frozen=True, gc=False, tag="drew"):
    seat: Seat
    count: int


class GameScore(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A finished game on the party's sheet; pairs are (team A, team B)."""

    points: tuple[int, int]
    tricks: tuple[int, int]
    penalties: tuple[int, int]
    """Penalty points given for this game."""
    totals: tuple[int, int]
    """Penalty points after it."""


class GameEnded(Event, frozen=True, gc=False, tag="game_ended"):
    """`piles` (team A's, team B's, sorted) only under `reveal=piles` (V13). Equal points are eggs (G50)."""

    game: int
    score: GameScore
    eggs: int
    piles: tuple[tuple[Card, ...], ...] = ()


class PartyEnded(Event, frozen=True, gc=False, tag="party_ended"):
    """The team that reached the limit: the goats (G51, G53)."""

    losers: int
    with_eggs: bool


GoatEvent: TypeAlias = (
    GameStarted | Led | Beaten | Passed | MolodkaDeclared | TrickWon | Drew | GameEnded | PartyEnded
)


class Laid(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """One seat's part of an attempt. `cards` is empty for a pass that this viewer may not see."""

    seat: Seat
    kind: Literal["lead", "beat", "pass"]
    count: int
    cards: tuple[Card, ...] = ()


class Trick(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A finished trick (V15)."""

    laid: tuple[Laid, ...]
    winner: Seat


class GoatView(TableView, frozen=True, kw_only=True):
    """What one may see of a Goat table (V1-V16). `phase` is `lead`, `respond` or `over`.

    `totals` are the penalty points of team A (seats 0 and 2) and team B.
    """

    legal: tuple[GoatMove, ...] = ()
    game: int
    """1-based."""
    dealer: Seat
    leader: Seat
    """Who had the lead when the trick began."""
    trump: Suit
    indicator: Card
    stock: int
    tricks: tuple[int, int]
    """Tricks of each team this game."""
    pile_counts: tuple[int, int]
    attempt: int
    """1, or 2 after a molodka."""
    needed: int
    """Cards each responder must lay; 0 before a lead."""
    trick: tuple[Laid, ...]
    """The attempt so far, the leader's set first. One's own pass is shown to oneself."""
    winning: Seat | None
    winning_cards: tuple[Card, ...]
    armed: bool = False
    """Whether this seat has armed a molodka; always False in others' views."""
    last_trick: Trick | None
    eggs: int
    limit: int
    history: tuple[GameScore, ...]
    last_piles: tuple[tuple[Card, ...], ...] = ()
    """The counted piles of the game that ended last, under `reveal=piles`."""


# ---- cards ---------------------------------------------------------------------------------------------

DECK: tuple[Card, ...] = tuple(Card(rank + suit) for suit in SUITS for rank in RANKS)
"""All cards, by suit and then by strength: the order of a hand and of a counted pile."""

ORDER: Mapping[Card, int] = {card: place for place, card in enumerate(DECK)}
_place = ORDER.__getitem__
POINTS: Mapping[Card, int] = {card: {"J": 2, "Q": 3, "K": 4, "T": 10, "A": 11}.get(card[0], 0) for card in DECK}
"""What each card counts in a pile (G3)."""

HAND = 4
SEATS = range(4)
AROUND = ((0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2))
"""The seats clockwise, from each seat."""
TEAMS = (0, 1, 0, 1)
NO_SEATS: frozenset[Seat] = frozenset()


def _value(card: Card, trump: str, led: str) -> int:
    strength = RANKS.index(card[0])
    if card[1] == trump:
        return len(RANKS) + strength
    return strength if card[1] == led else -1


VALUES: Mapping[str, Mapping[str, Mapping[Card, int]]] = {
    trump: {led: {card: _value(card, trump, led) for card in DECK} for led in SUITS} for trump in SUITS
}
"""Value of each card by trump and led suit: what makes sets comparable place by place (section 3.2)."""

BEATERS: Mapping[str, Mapping[Card, frozenset[Card]]] = {
    trump: {
        card: frozenset(
            other for other, value in VALUES[trump][card[1]].items() if value > VALUES[trump][card[1]][card]
        )
        for card in DECK
    }
    for trump in SUITS
}
"""The cards that beat each card, by trump (G18)."""

LEADS: Mapping[Card, Lead] = {card: Lead((card,)) for card in DECK}
BEATS: Mapping[Card, Beat] = {card: Beat((card,)) for card in DECK}
PASSES: Mapping[Card, Pass] = {card: Pass((card,)) for card in DECK}
"""The moves of one card, made once: most moves are of one card."""


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards by suit and then by strength."""
    return tuple(sorted(cards, key=_place))


def points(cards: Iterable[Card]) -> int:
    """What a pile counts (G3, G48)."""
    return sum(map(POINTS.__getitem__, cards))


def beats(offered: Sequence[Card], target: Sequence[Card], trump: str) -> bool:
    """Whether each offered card can be set on another card of the target that it beats (G18-G21).

    The target is face-up cards of one attempt: trumps and cards of at most one other suit.
    """
    if len(offered) != len(target):
        return False
    if len(offered) == 1:
        return offered[0] in BEATERS[trump][target[0]]
    values = _values(target, trump)
    mine = sorted([values[card] for card in offered], reverse=True)
    return all(map(gt, mine, sorted([values[card] for card in target], reverse=True)))


def _values(target: Sequence[Card], trump: str) -> Mapping[Card, int]:
    for card in target:
        if card[1] != trump:
            return VALUES[trump][card[1]]
    return VALUES[trump][trump]


def is_molodka(hand: Sequence[Card], options: Options, trump: str) -> bool:
    """Exactly four cards, all of one suit (G30); under `molodka_suit=trump` of the trump suit."""
    if len(hand) != HAND or not hand[0][1] == hand[1][1] == hand[2][1] == hand[3][1]:
        return False
    return options.molodka_suit == "any" or hand[0][1] == trump


def penalties(pile_points: tuple[int, int], tricks: tuple[int, int], options: Options) -> tuple[int, int]:
    """Penalty points of each team for one game (G49, G50), before a game that counts double is doubled."""
    ours, theirs = pile_points
    if ours == theirs:
        return (2, 2) if options.eggs == "two_each" else (0, 0)
    loser = 0 if ours < theirs else 1
    penalty = 6 if tricks[loser] == 0 else 4 if pile_points[loser] < 31 else 2
    return (penalty, 0) if loser == 0 else (0, penalty)


# ---- state ---------------------------------------------------------------------------------------------


class Party(msgspec.Struct, frozen=True, kw_only=True):
    """What outlasts a game. `losers` is the team that reached the limit, once the party is over."""

    options: Options
    seed: bytes
    game: int = 1
    dealer: Seat
    penalties: tuple[int, int] = (0, 0)
    eggs: int = 0
    double: bool = False
    """Whether the next decided game counts double (`eggs=double_next`)."""
    history: tuple[GameScore, ...] = ()
    last_piles: tuple[tuple[Card, ...], ...] = ()
    losers: int | None = None


class Buried(msgspec.Struct, frozen=True, gc=False):
    """A pass that went into a pile: known to who passed it, hidden from all others until the game ends (V6)."""

    seat: Seat
    cards: tuple[Card, ...]
    drawn: int
    """How many cards each seat had drawn when it was laid."""


class Unable(msgspec.Struct, frozen=True, gc=False):
    """Who passes under `must_beat` shows that no set of the cards then held beats the target."""

    seat: Seat
    held: tuple[Card, ...]
    """As far as all can tell which cards they were: a hand that draws hides which of its cards are old."""
    target: tuple[Card, ...]


class Deal(msgspec.Struct, frozen=True, gc=False):
    """What changes when a trick ends: stock, piles and trick counts of one game."""

    trump: Suit
    indicator: Card
    stock: tuple[Card, ...]
    """Top first."""
    piles: tuple[tuple[Card, ...], tuple[Card, ...]] = ((), ())
    tricks: tuple[int, int] = (0, 0)
    buried: tuple[Buried, ...] = ()
    last_drawer: Seat | None = None
    """Who drew the last card of the stock (G47)."""
    last_trick: Trick | None = None
    """The finished trick as all may see it, this game's or the last of the game before."""


class State(msgspec.Struct, frozen=True, gc=False):
    """A party between two moves. Sets on the table hold the truth; views hide the passes."""

    party: Party
    deal: Deal
    hands: tuple[tuple[Card, ...], ...]
    """Each in order."""
    leader: Seat
    """Who had the lead when the trick began."""
    turn: Seat
    attempt: int = 1
    laid: tuple[Laid, ...] = ()
    best: int = 0
    """Place of the winning set in `laid`."""
    armed: frozenset[Seat] = NO_SEATS
    exposed: tuple[Card, ...] = ()
    """Cards that lay face up in the cancelled attempt of this trick (V12)."""
    unable: tuple[Unable, ...] = ()
    """What passes have shown this game, under `must_beat`."""


def deal_out(deck: Sequence[Card], dealer: Seat) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    """Hands and stock: one card at a time from the dealer's left, four rounds (G10)."""
    hands = tuple(in_order(deck[(seat - dealer - 1) % 4 : 16 : 4]) for seat in SEATS)
    return hands, tuple(deck[16:])


def begin_game(
    party: Party, leader: Seat, deck: Sequence[Card], index: int, last_trick: Trick | None = None
) -> State:
    """A game dealt from a deck in this order, its trump shown by the stock's card at the index (G10-G14)."""
    hands, stock = deal_out(deck, party.dealer)
    indicator = stock[index]
    if party.options.trump_card == "bottom":
        stock = (*stock[:index], *stock[index + 1 :], indicator)
    deal = Deal(_suit(indicator), indicator, stock, last_trick=last_trick)
    return State(party, deal, hands, leader, leader)


def position(
    hands: Sequence[Sequence[Card]],
    *,
    trump: Suit,
    stock: Sequence[Card] = (),
    leader: Seat = 0,
    indicator: Card | None = None,
    piles: tuple[Sequence[Card], Sequence[Card]] | None = None,
    tricks: tuple[int, int] = (0, 0),
    party: Party | None = None,
) -> State:
    """A state at the start of a trick, for puzzles, tests and look-ahead.

    Without `piles`, all cards that are named nowhere lie in team A's. `indicator` is by default the
    lowest trump. Raises ValueError unless every card of the pack lies in exactly one place, the hands are
    equal in size and the stock is a multiple of four (G45).
    """
    known = [card for hand in hands for card in hand] + list(stock)
    if piles is None:
        piles = (tuple(card for card in DECK if card not in known), ())
    if sorted(known + [card for pile in piles for card in pile]) != sorted(DECK):
        raise ValueError("every card of the pack must lie in exactly one place")
    if len(stock) % 4 or {len(hand) for hand in hands} not in ({1}, {2}, {3}, {4}):
        raise ValueError("four hands must be equal, of one to four cards, and the stock a multiple of four")
    shown = indicator or next(card for card in DECK if card[1] == trump)
    deal = Deal(trump, shown, tuple(stock), (tuple(piles[0]), tuple(piles[1])), tricks)
    party = party or Party(options=Options(), seed=b"", dealer=(leader - 1) % 4)
    return State(party, deal, tuple(map(in_order, hands)), leader, leader)


def _suit(card: Card) -> Suit:
    return SUITS[ORDER[card] // len(RANKS)]


def _deal_next(party: Party, leader: Seat, last_trick: Trick | None = None) -> State:
    """Deck, then the indicator's place, from the stream of this game (F7)."""
    dice = Dice(party.seed, party.game)
    deck = dice.shuffled(DECK)
    return begin_game(party, leader, deck, dice.below(len(DECK) - len(SEATS) * HAND), last_trick)


# ---- legal moves ---------------------------------------------------------------------------------------


def _leads(hand: tuple[Card, ...]) -> list[GoatMove]:
    """Each set of one suit, once, the smaller first (G15). A hand is in order, so its suits lie together."""
    leads: list[GoatMove] = [LEADS[card] for card in hand]
    for count in range(2, len(hand) + 1):
        larger = [Lead(cards) for cards in combinations(hand, count) if cards[0][1] == cards[-1][1]]
        if not larger:
            break
        leads += larger
    return leads


def _beating(hand: tuple[Card, ...], target: tuple[Card, ...], trump: str) -> list[GoatMove]:
    """Each set of the hand that beats the target, once."""
    if len(target) == 1:
        beaters = BEATERS[trump][target[0]]
        return [BEATS[card] for card in hand if card in beaters]
    values = _values(target, trump)
    bars = sorted([values[card] for card in target], reverse=True)
    able = [card for card in hand if values[card] > bars[-1]]
    return [
        Beat(cards)
        for cards in combinations(able, len(target))
        if all(map(gt, sorted([values[card] for card in cards], reverse=True), bars))
    ]


def _answers(state: State, hand: tuple[Card, ...]) -> list[GoatMove]:
    """Beats, then passes; under `must_beat` passes only where nothing beats (G17-G22)."""
    target = state.laid[state.best].cards
    answers = _beating(hand, target, state.deal.trump)
    if answers and state.party.options.must_beat == "on":
        return answers
    if len(target) == 1:
        answers += [PASSES[card] for card in hand]
    else:
        answers += map(Pass, combinations(hand, len(target)))
    return answers


def _closed(state: State) -> bool:
    """Whether a four-card lead lies on the table: no molodka over it (G37)."""
    return bool(state.laid) and state.laid[0].count == HAND


def _holds_molodka(state: State, seat: Seat) -> bool:
    return is_molodka(state.hands[seat], state.party.options, state.deal.trump)


def _out_of_turn(state: State, seat: Seat) -> tuple[GoatMove, ...]:
    if not _holds_molodka(state, seat) or not _may_still_arm(state, seat):
        return ()
    return (ALONE["disarm" if seat in state.armed else "arm"],)


def _may_still_arm(state: State, seat: Seat) -> bool:
    """Whether the seat's turn in the first attempt of this trick is still to come (G39, G41)."""
    return (seat - state.leader) % 4 > (state.turn - state.leader) % 4 and not _closed(state)


# ---- play ----------------------------------------------------------------------------------------------


def _refuse_turn(state: State, seat: Seat, phase_fits: bool) -> None:
    """The first checks of section 2.5, where one of them is known to fail."""
    if not phase_fits:
        raise IllegalMove("wrong_phase", phase="respond" if state.laid else "lead")
    raise IllegalMove("not_your_turn", seat=state.turn)


def _check_cards(state: State, hand: tuple[Card, ...], cards: tuple[Card, ...]) -> None:
    """The checks of section 2.5 that leads, beats and passes share, in its order."""
    if not cards:
        raise IllegalMove("empty")
    if len(cards) > 1 and len(set(cards)) < len(cards):
        raise IllegalMove("duplicate_card", card=next(card for card in cards if cards.count(card) > 1))
    if state.laid and len(cards) != state.laid[0].count:
        raise IllegalMove("wrong_count", needed=state.laid[0].count, count=len(cards))
    for card in cards:
        if card not in hand:
            raise IllegalMove("card_not_in_hand", card=card)


def _lead(state: State, seat: Seat, cards: tuple[Card, ...]) -> tuple[State, tuple[Event, ...]]:
    if state.laid or seat != state.turn:
        _refuse_turn(state, seat, not state.laid)
    _check_cards(state, state.hands[seat], cards)
    if len(cards) > 1:
        if any(card[1] != cards[0][1] for card in cards):
            raise IllegalMove("mixed_suits")
        cards = in_order(cards)
    return _lay(state, seat, Laid(seat, "lead", len(cards), cards), Led(seat, cards))


def _beat(state: State, seat: Seat, cards: tuple[Card, ...]) -> tuple[State, tuple[Event, ...]]:
    if not state.laid or seat != state.turn:
        _refuse_turn(state, seat, bool(state.laid))
    _check_cards(state, state.hands[seat], cards)
    target = state.laid[state.best].cards
    if not beats(cards, target, state.deal.trump):
        raise IllegalMove("does_not_beat", cards=target)
    if len(cards) > 1:
        cards = in_order(cards)
    return _lay(state, seat, Laid(seat, "beat", len(cards), cards), Beaten(seat, cards))


def _pass(state: State, seat: Seat, cards: tuple[Card, ...]) -> tuple[State, tuple[Event, ...]]:
    if not state.laid or seat != state.turn:
        _refuse_turn(state, seat, bool(state.laid))
    _check_cards(state, state.hands[seat], cards)
    options = state.party.options
    if options.must_beat == "on":
        state = _unable(state, seat)
    if len(cards) > 1:
        cards = in_order(cards)
    shown = cards if options.discards == "face_up" else ()
    return _lay(state, seat, Laid(seat, "pass", len(cards), cards), Passed(seat, len(cards), shown))


def _unable(state: State, seat: Seat) -> State:
    """The state with the note that the seat cannot beat. Raises IllegalMove `must_beat` if it can."""
    hand, target = state.hands[seat], state.laid[state.best].cards
    if _beating(hand, target, state.deal.trump):
        raise IllegalMove("must_beat")
    return msgspec.structs.replace(state, unable=(*state.unable, Unable(seat, hand, target)))


def _lay(state: State, seat: Seat, set_: Laid, event: Event) -> tuple[State, tuple[Event, ...]]:
    """The set on the table; then the next seat's turn, its armed molodka, or the end of the trick."""
    cards = set_.cards
    left = list(state.hands)
    left[seat] = _less(left[seat], cards)
    hands, laid = tuple(left), (*state.laid, set_)
    best = state.best if set_.kind == "pass" else len(laid) - 1
    if len(laid) == 4:
        return _end_trick(state, hands, laid, best, event)
    turn = (seat + 1) % 4
    armed = NO_SEATS if set_.count == HAND else state.armed
    party, deal, leader, attempt = state.party, state.deal, state.leader, state.attempt
    after = State(party, deal, hands, leader, turn, attempt, laid, best, armed, state.exposed, state.unable)
    if turn not in armed:
        return after, (event,)
    fired, declared = _declare(after, turn)
    return fired, (event, *declared)


def _molodka(state: State, seat: Seat) -> tuple[State, tuple[Event, ...]]:
    if seat != state.turn:
        raise IllegalMove("not_your_turn", seat=state.turn)
    if _closed(state):
        raise IllegalMove("molodka_closed")
    if not _holds_molodka(state, seat):
        raise IllegalMove("no_molodka")
    return _declare(state, seat) if state.laid else _lead(state, seat, state.hands[seat])


def _is_shown(set_: Laid, options: Options) -> bool:
    return set_.kind != "pass" or options.discards == "face_up"


def _declare(state: State, seat: Seat) -> tuple[State, tuple[Event, ...]]:
    """All cards back to the hands; the four cards are the lead of a second attempt (G34, V12)."""
    cards = state.hands[seat]
    hands = list(state.hands)
    hands[seat] = ()
    returned: list[Returned] = []
    for set_ in state.laid:
        hands[set_.seat] = in_order((*hands[set_.seat], *set_.cards))
        shown = set_.cards if _is_shown(set_, state.party.options) else ()
        returned.append(Returned(set_.seat, set_.kind, set_.count, shown))
    exposed = tuple(card for back in returned for card in back.cards)
    lead = (Laid(seat, "lead", HAND, cards),)
    party, deal, turn = state.party, state.deal, (seat + 1) % 4
    after = State(party, deal, tuple(hands), state.leader, turn, 2, lead, 0, NO_SEATS, exposed, state.unable)
    return after, (MolodkaDeclared(seat, cards, tuple(returned)),)


def _arm(state: State, seat: Seat) -> tuple[State, tuple[Event, ...]]:
    if seat == state.turn and not _closed(state):
        raise IllegalMove("your_turn")
    if not _may_still_arm(state, seat):
        raise IllegalMove("molodka_closed")
    if not _holds_molodka(state, seat):
        raise IllegalMove("no_molodka")
    if seat in state.armed:
        raise IllegalMove("already_armed")
    return msgspec.structs.replace(state, armed=state.armed | {seat}), ()


def _disarm(state: State, seat: Seat) -> tuple[State, tuple[Event, ...]]:
    if seat not in state.armed:
        raise IllegalMove("not_armed")
    return msgspec.structs.replace(state, armed=state.armed - {seat}), ()


# ---- end of trick, game and party ----------------------------------------------------------------------


def _end_trick(
    state: State, hands: tuple[tuple[Card, ...], ...], laid: tuple[Laid, ...], best: int, event: Event
) -> tuple[State, tuple[Event, ...]]:
    """All cards to the winner's pile; then the refill, the next lead or the end of the game (G25-G28)."""
    winner = laid[best].seat
    deal = _collected(state, laid, winner)
    won = TrickWon(winner, len(laid) * laid[0].count)
    if deal.stock:
        filled, drew = _refill(state, deal, hands, winner)
        return filled, (event, won, *drew)
    after = State(state.party, deal, hands, winner, winner, unable=state.unable)
    if hands[winner]:
        return after, (event, won)
    ended, events = _end_game(after)
    return ended, (event, won, *events)


def _collected(state: State, laid: tuple[Laid, ...], winner: Seat) -> Deal:
    """The deal with the trick in the winner's pile; what nobody may see of it is buried there."""
    deal, face_down = state.deal, state.party.options.discards == "face_down"
    cards: tuple[Card, ...] = ()
    buried, shown, drawn = list(deal.buried), list(laid), _drawn(deal)
    for place, set_ in enumerate(laid):
        cards += set_.cards
        if face_down and set_.kind == "pass":
            buried.append(Buried(set_.seat, _less(set_.cards, state.exposed), drawn))
            shown[place] = Laid(set_.seat, "pass", set_.count)
    (ours, theirs), (won, lost) = deal.piles, deal.tricks
    piles = (ours, theirs + cards) if winner % 2 else (ours + cards, theirs)
    tricks = (won, lost + 1) if winner % 2 else (won + 1, lost)
    trick = Trick(tuple(shown), winner)
    return Deal(deal.trump, deal.indicator, deal.stock, piles, tricks, tuple(buried), deal.last_drawer, trick)


def _refill(state: State, deal: Deal, left: tuple[tuple[Card, ...], ...], winner: Seat) -> tuple[State, list[Event]]:
    """One card at a time, the winner first, until all have four or the stock is empty (G27, G47)."""
    stock = deal.stock
    count = min(len(SEATS) * (HAND - len(left[winner])), len(stock))
    hands = list(left)
    drew: list[Event] = []
    for seat, step in zip(AROUND[winner], range(count), strict=False):
        share = stock[step:count:4]
        hands[seat] = in_order(hands[seat] + share)
        drew.append(Drew(seat, len(share)))
    last_drawer = (winner + count - 1) % 4 if count == len(stock) else None
    trump, indicator, under = deal.trump, deal.indicator, stock[count:]
    after = Deal(trump, indicator, under, deal.piles, deal.tricks, deal.buried, last_drawer, deal.last_trick)
    unable = state.unable and tuple(_blurred(note, left) for note in state.unable)
    return State(state.party, after, tuple(hands), winner, winner, unable=unable), drew


def _blurred(note: Unable, hands: tuple[tuple[Card, ...], ...]) -> Unable:
    """The note after a draw: which cards of the hand are old is no longer known to others."""
    return Unable(note.seat, _less(note.held, hands[note.seat]), note.target)


def _less(cards: tuple[Card, ...], without: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple([card for card in cards if card not in without])


def _drawn(deal: Deal) -> int:
    """How many cards each seat has drawn this game."""
    return (len(DECK) - len(SEATS) * HAND - len(deal.stock)) // len(SEATS)


def _end_game(state: State) -> tuple[State, tuple[Event, ...]]:
    """Count, write down, and deal the next game or end the party (G48-G53, V13)."""
    party, deal = state.party, state.deal
    score = _score(party, deal)
    eggs = party.eggs + (score.points[0] == score.points[1])
    piles = (in_order(deal.piles[0]), in_order(deal.piles[1])) if party.options.reveal == "piles" else ()
    ended = GameEnded(party.game, score, eggs, piles)
    losers = _losers(score.totals, party.options.limit)
    following = Party(
        options=party.options,
        seed=party.seed,
        game=party.game + (losers is None),
        dealer=party.dealer if losers is not None else (party.dealer + 1) % 4,
        penalties=score.totals,
        eggs=eggs,
        double=party.options.eggs == "double_next" and (eggs > party.eggs),
        history=(*party.history, score),
        last_piles=piles,
        losers=losers,
    )
    if losers is not None:
        return msgspec.structs.replace(state, party=following), (ended, PartyEnded(losers, eggs > 0))
    dealt = _deal_next(following, state.leader, deal.last_trick)
    return dealt, (ended, _started(dealt))


def _started(state: State) -> GameStarted:
    party, deal = state.party, state.deal
    return GameStarted(party.game, party.dealer, state.leader, deal.trump, deal.indicator)


def _score(party: Party, deal: Deal) -> GameScore:
    pile_points = (points(deal.piles[0]), points(deal.piles[1]))
    ours, theirs = penalties(pile_points, deal.tricks, party.options)
    if party.double:
        ours, theirs = 2 * ours, 2 * theirs
    totals = (party.penalties[0] + ours, party.penalties[1] + theirs)
    return GameScore(pile_points, deal.tricks, (ours, theirs), totals)


def _losers(totals: tuple[int, int], limit: int) -> int | None:
    """The team that has lost the party: the higher one, at the limit; with equal totals play goes on (G51)."""
    if max(totals) < limit or totals[0] == totals[1]:
        return None
    return 0 if totals[0] > totals[1] else 1


# ---- other hidden cards --------------------------------------------------------------------------------


class Slot(msgspec.Struct, frozen=True):
    """Where a hidden card lies, as far as anyone may know: with which seat (None: the stock), since when."""

    card: Card
    seat: Seat | None
    drawn: int


def _hidden(state: State, seat: Seat | None) -> list[Slot]:
    """The cards that the seat has not seen, place by place: stock, other hands, others' passes."""
    deal, drawn = state.deal, _drawn(state.deal)
    slots = [Slot(card, None, drawn) for card in deal.stock]
    for other in SEATS:
        if other != seat:
            slots += [Slot(card, other, drawn) for card in state.hands[other] if card not in state.exposed]
    for set_ in state.laid:
        if set_.seat != seat and not _is_shown(set_, state.party.options):
            slots += [Slot(card, set_.seat, drawn) for card in set_.cards if card not in state.exposed]
    for pass_ in deal.buried:
        if pass_.seat != seat:
            slots += [Slot(card, pass_.seat, pass_.drawn) for card in pass_.cards]
    if deal.stock and state.party.options.trump_card == "bottom":
        slots = [slot for slot in slots if slot.card != deal.indicator]
    return slots


def _indicator_weight(state: State, slot: Slot) -> int:
    """How likely the indicator lies in the slot, in parts of 2520; 0 where it cannot (G12, G13).

    It was in the stock, so no card of the first deal is it: a card of a hand that has drawn d was
    drawn with d parts in 4 + d. At the bottom of the stock it is drawn last, and all see by whom.
    """
    whole = 2520
    if slot.seat is None:
        return whole
    if state.party.options.trump_card == "bottom":
        return whole if slot.drawn == 5 and state.deal.last_drawer in (slot.seat, None) else 0
    return whole * slot.drawn // (HAND + slot.drawn)


def _dealt_anew(state: State, slots: list[Slot], dice: Dice) -> list[Card]:
    """The hidden cards in another order, the indicator where it may lie."""
    cards = list(dice.shuffled(in_order(slot.card for slot in slots)))
    weights = [_indicator_weight(state, slot) for slot in slots]
    if state.deal.indicator in cards and any(weights):
        there, chosen = cards.index(state.deal.indicator), _weighted(weights, dice)
        cards[there], cards[chosen] = cards[chosen], cards[there]
    return cards


def _weighted(weights: list[int], dice: Dice) -> int:
    """A place, as likely as its weight."""
    number = dice.below(sum(weights))
    return next(place for place, below in enumerate(accumulate(weights)) if number < below)


def _exchanged(state: State, slots: list[Slot], dice: Dice) -> list[Card]:
    """The hidden cards in another order that agrees with every duty to beat, by a walk of exchanges.

    Dealing at random would seldom meet what the passes have shown.
    """
    cards = [slot.card for slot in slots]
    for _ in range(4 * len(cards)):
        one, other = dice.below(len(cards)), dice.below(len(cards))
        cards[one], cards[other] = cards[other], cards[one]
        if not _agrees(state, slots, cards):
            cards[one], cards[other] = cards[other], cards[one]
    return cards


def _agrees(state: State, slots: list[Slot], cards: list[Card]) -> bool:
    """Whether the past of this game could have been the same with these cards in the slots."""
    indicator = state.deal.indicator
    if indicator in cards and not _indicator_weight(state, slots[cards.index(indicator)]):
        return False
    there = {slot.card: card for slot, card in zip(slots, cards, strict=True)}
    return not any(_beating(_renamed(note.held, there), note.target, state.deal.trump) for note in state.unable)


def _renamed(cards: tuple[Card, ...], there: Mapping[Card, Card]) -> tuple[Card, ...]:
    return tuple([there.get(card, card) for card in cards])


def _with_cards(state: State, there: Mapping[Card, Card]) -> State:
    """The state with other cards in the places of some."""
    deal = state.deal
    piles = (_renamed(deal.piles[0], there), _renamed(deal.piles[1], there))
    buried = tuple(Buried(past.seat, _renamed(past.cards, there), past.drawn) for past in deal.buried)
    return msgspec.structs.replace(
        state,
        deal=msgspec.structs.replace(deal, stock=_renamed(deal.stock, there), piles=piles, buried=buried),
        hands=tuple(in_order(_renamed(hand, there)) for hand in state.hands),
        laid=tuple(
            Laid(set_.seat, set_.kind, set_.count, in_order(_renamed(set_.cards, there))) for set_ in state.laid
        ),
        unable=tuple(Unable(note.seat, _renamed(note.held, there), note.target) for note in state.unable),
    )


# ---- telling a view ------------------------------------------------------------------------------------


def _ratio(pair: tuple[int, int]) -> str:
    return f"{pair[0]}:{pair[1]}"


def _team(number: int) -> tuple[Seat, ...]:
    return tuple(seat for seat in SEATS if TEAMS[seat] == number)


def _table_facts(view: GoatView) -> list[Fact]:
    facts = [
        Fact("at_game", {"game": view.game, "dealer": view.dealer, "leader": view.leader}),
        Fact("trump_is", {"trump": view.trump, "card": view.indicator}),
        Fact("stock_is", {"count": view.stock}),
    ]
    for team in (0, 1):
        standing = {"tricks": view.tricks[team], "count": view.pile_counts[team], "penalty": view.totals[team]}
        facts.append(Fact("team_has", {"seats_named": _team(team), **standing, "limit": view.limit}))
    if view.eggs:
        facts.append(Fact("eggs_are", {"count": view.eggs}))
    return [*facts, _asked(view)]


def _asked(view: GoatView) -> Fact:
    """Whose turn it is and what is asked, or how the party ended."""
    if view.outcome:
        return view.outcome.result
    turn = view.to_act[0]
    if not view.needed:
        return Fact("to_lead", {"seat": turn, "most": view.counts[turn]})
    return Fact("to_answer", {"seat": turn, "needed": view.needed, "cards": view.winning_cards})


def _hand_facts(view: GoatView) -> list[Fact]:
    if view.seat is None:
        return [Fact("watching")]
    facts = [Fact("hand_is", {"cards": view.hand}) if view.hand else Fact("hand_empty")]
    if view.my_turn and view.needed:
        beats_now = [move.cards for move in view.legal if isinstance(move, Beat)]
        facts += [Fact("can_beat", {"cards": cards}) for cards in beats_now] or [Fact("nothing_beats")]
    if any(isinstance(move, Molodka) for move in view.legal):
        facts.append(Fact("can_declare"))
    if any(isinstance(move, Arm) for move in view.legal):
        facts.append(Fact("can_arm"))
    return [*facts, Fact("molodka_armed")] if view.armed else facts


def _trick_facts(view: GoatView) -> list[Fact]:
    if view.winning is not None:
        facts = [Fact("after_molodka")] if view.attempt == 2 else []
        facts += map(_laid_fact, view.trick)
        facts.append(Fact("best_is", {"seat": view.winning, "cards": view.winning_cards}))
    else:
        facts = [Fact("trick_empty")]
        if view.last_trick:
            facts += [Fact("last_trick"), *map(_laid_fact, view.last_trick.laid)]
            facts.append(Fact("last_trick_won", {"seat": view.last_trick.winner}))
    return [*facts, _asked(view)]


def _laid_fact(laid: Laid) -> Fact:
    """A set on the table; a pass of others has no cards to tell."""
    if laid.cards:
        return Fact(f"laid_{laid.kind}", {"seat": laid.seat, "cards": laid.cards})
    return Fact("laid_hidden", {"seat": laid.seat, "count": laid.count})


def _score_facts(view: GoatView) -> list[Fact]:
    facts = [Fact("first_in_pair", {"seats_named": _team(0)}), Fact("second_in_pair", {"seats_named": _team(1)})]
    for number, score in enumerate(view.history, 1):
        ratios = {name: _ratio(getattr(score, name)) for name in ("points", "tricks", "penalties", "totals")}
        facts.append(Fact("game_scored", {"game": number, **ratios}))
    if not view.history:
        facts.append(Fact("no_game_scored"))
    facts += [
        Fact("pile_was", {"seats_named": _team(team), "cards": pile}) for team, pile in enumerate(view.last_piles)
    ]
    facts.append(Fact("eggs_are", {"count": view.eggs}))
    return [*facts, view.outcome.result if view.outcome else Fact("limit_is", {"limit": view.limit})]


# ---- text ----------------------------------------------------------------------------------------------

WITH_CARDS: Mapping[str, type[Lead] | type[Beat] | type[Pass]] = {"lead": Lead, "beat": Beat, "pass": Pass}
ALONE: Mapping[str, GoatMove] = {"molodka": Molodka(), "arm": Arm(), "disarm": Disarm()}
CARD_NAMES: Mapping[str, Card] = {card.lower(): card for card in DECK} | {
    f"10{suit}": Card(f"T{suit}") for suit in SUITS
}


def _parsed(text: str) -> GoatMove | None:
    words = text.lower().replace(",", " ").split() if text.isascii() else []
    if len(words) == 1 and words[0] in ALONE:
        return ALONE[words[0]]
    if len(words) < 2 or words[0] not in WITH_CARDS or not all(word in CARD_NAMES for word in words[1:]):
        return None
    return WITH_CARDS[words[0]](tuple(CARD_NAMES[word] for word in words[1:]))


OPTIONS = tuple(
    OptionSpec(name, tuple(map(str, get_args(values)))) for name, values in get_type_hints(Options).items()
)

PHRASES: Mapping[str, str] = {
    "game_started": "Game {game}: {dealer} deals, {leader} leads first. Trump is {trump}: {indicator} was shown.",
    "led": "{seat} leads {cards}.",
    "led.you": "You lead {cards}.",
    "beat": "{seat} beats with {cards}.",
    "beat.you": "You beat with {cards}.",
    "passed": "{seat} passes {count}.",
    "passed.you": "You pass {count}.",
    "molodka": "{seat} declares molodka: {cards}. What lay on the table goes back to the hands.",
    "molodka.you": "You declare molodka: {cards}. What lay on the table goes back to the hands.",
    "trick_won": "{seat} wins the trick of {count} cards.",
    "trick_won.you": "You win the trick of {count} cards.",
    "drew": "{seat} draws {count}.",
    "drew.you": "You draw {count}.",
    "game_ended": "Game {game} is over.",
    "party_ended": "The party is over.",
    "at_game": "Game {game}. {dealer} dealt; {leader} had the lead of this trick.",
    "trump_is": "Trump is {trump}: {card} was shown.",
    "stock_is": "Cards in the stock: {count}.",
    "team_has": "{seats_named}: tricks {tricks}, cards won {count}, penalty {penalty} of {limit}.",
    "eggs_are": "Games with eggs (60:60) in this party: {count}.",
    "to_lead": "{seat} is to lead.",
    "to_lead.you": "Your turn: lead 1 to {most} cards of one suit.",
    "to_answer": "{seat} is to answer {cards} with {needed}: beat or pass.",
    "to_answer.you": "Your turn: beat {cards}, or pass {needed}.",
    "party_result": "{seats_named} are the goats, {totals}. {winners} win the party.",
    "party_result_eggs": "{seats_named} are goats with eggs, {totals}. {winners} win the party.",
    "watching": "You are watching and hold no cards.",
    "hand_is": "Your cards: {cards}.",
    "hand_empty": "You hold no cards.",
    "can_beat": "You can beat with {cards}.",
    "nothing_beats": "You cannot beat.",
    "can_declare": "Your four cards are a molodka: you may declare it now.",
    "can_arm": "Your four cards are a molodka: you may arm it, to declare it as soon as your turn comes.",
    "molodka_armed": "Your molodka is armed; it is declared as soon as your turn comes.",
    "trick_empty": "No card lies on the table.",
    "after_molodka": "After a molodka: all must answer with four.",
    "laid_lead": "{seat} led {cards}.",
    "laid_lead.you": "You led {cards}.",
    "laid_beat": "{seat} beat with {cards}.",
    "laid_beat.you": "You beat with {cards}.",
    "laid_pass": "{seat} passed {cards}.",
    "laid_pass.you": "You passed {cards}.",
    "laid_hidden": "{seat} passed {count}, face down.",
    "laid_hidden.you": "You passed {count}, face down.",
    "best_is": "{seat} is winning with {cards}.",
    "best_is.you": "You are winning with {cards}.",
    "last_trick": "The last trick:",
    "last_trick_won": "{seat} won it.",
    "last_trick_won.you": "You won it.",
    "first_in_pair": "First in each pair of numbers: {seats_named}.",
    "second_in_pair": "Second: {seats_named}.",
    "game_scored": "Game {game}: points {points}, tricks {tricks}, penalty {penalties}, total {totals}.",
    "no_game_scored": "No game is finished yet.",
    "pile_was": "{seats_named} won in the last game: {cards}.",
    "limit_is": "Who reaches {limit} penalty points loses the party.",
    "wrong_phase": "That is not possible now: {phase}.",
    "phase.lead": "the lead is awaited",
    "phase.respond": "the lead lies on the table",
    "phase.over": "the party is over",
    "not_your_turn": "It is {seat}'s turn.",
    "empty": "Name at least one card.",
    "duplicate_card": "{card} is named twice.",
    "wrong_count": "Lay exactly {needed}, not {count}.",
    "card_not_in_hand": "{card} is not in your hand.",
    "mixed_suits": "Cards led together must be of one suit.",
    "does_not_beat": "That does not beat {cards}.",
    "must_beat": "You can beat, so at this table you must.",
    "molodka_closed": "There is no molodka for you any more in this trick.",
    "no_molodka": "Your hand is not a molodka.",
    "your_turn": "It is your turn: declare the molodka itself.",
    "already_armed": "Your molodka is armed already.",
    "not_armed": "You have armed no molodka.",
    "party_over": "The party is over.",
    "bad_move": "That is no move: {text}. Write: lead Qs 7s, beat 9d Js, pass 6c, molodka, arm or disarm.",
    "wrong_seats": "Goat is for four, not for {seats}.",
    "colour.s": "spades",
    "colour.h": "hearts",
    "colour.d": "diamonds",
    "colour.c": "clubs",
    "preset.classic": "The rules as they stand.",
    "preset.short": "A short party: six penalty points end it.",
    "preset.open": "For learning: passed cards are shown to all.",
    "option.limit": "Penalty points that end a party",
    "option.discards": "Passed cards",
    "option.discards.face_down": "lie face down, seen by nobody else",
    "option.discards.face_up": "are shown to all",
    "option.trump_card": "The card that shows trump",
    "option.trump_card.middle": "goes back to its place in the stock",
    "option.trump_card.bottom": "lies face up under the stock and is drawn last",
    "option.molodka_suit": "Four cards that make a molodka",
    "option.molodka_suit.any": "are of any one suit",
    "option.molodka_suit.trump": "are trumps",
    "option.must_beat": "Duty to beat",
    "option.must_beat.off": "who can beat may pass",
    "option.must_beat.on": "who can beat must",
    "option.eggs": "A game of 60:60",
    "option.eggs.title": "only adds eggs to the title of the party's losers",
    "option.eggs.double_next": "makes the next decided game count double",
    "option.eggs.two_each": "costs both sides 2 penalty points",
    "option.reveal": "Shown at the end of a game",
    "option.reveal.piles": "points, tricks and both piles",
    "option.reveal.totals": "points and tricks only",
}


OTHERS: Mapping[type[Molodka | Arm | Disarm], Callable[[State, Seat], tuple[State, tuple[Event, ...]]]] = {
    Molodka: _molodka,
    Arm: _arm,
    Disarm: _disarm,
}


# ---- the game ------------------------------------------------------------------------------------------


class Goat:
    """The game of Goat. A state is a whole party: games until a team reaches the limit."""

    name = "goat"
    title = "Goat"
    version = 1
    seats = range(4, 5)
    usual_seats = 4
    options = OPTIONS
    presets: Mapping[str, Mapping[str, str]] = {
        "classic": {spec.name: spec.default for spec in OPTIONS},
        "short": {"limit": "6"},
        "open": {"discards": "face_up"},
    }
    phrases = PHRASES
    move_type: Any = GoatMove
    event_type: Any = GoatEvent
    view_type = GoatView

    def parse_options(self, chosen: Mapping[str, str], preset: str | None = None) -> Options:
        texts = choose_options(self.options, self.presets, chosen, preset)
        return msgspec.convert({**texts, "limit": int(texts["limit"])}, Options)

    def format_options(self, options: Options) -> dict[str, str]:
        return {spec.name: str(getattr(options, spec.name)) for spec in self.options}

    def check(self, seats: int, options: Options) -> None:
        """All options go together; only the number of seats can be wrong: BadOptions `wrong_seats`."""
        if seats not in self.seats:
            raise BadOptions("wrong_seats", seats=seats)

    def new(self, seats: int, seed: bytes, options: Options) -> State:
        """A party's first deal: a random dealer, and the seat after it leads (G6, G7, G54)."""
        self.check(seats, options)
        dealer = Dice(seed, 0).below(len(SEATS))
        return _deal_next(Party(options=options, seed=seed, dealer=dealer), (dealer + 1) % 4)

    def to_act(self, state: State) -> frozenset[Seat]:
        return NO_SEATS if state.party.losers is not None else frozenset((state.turn,))

    def legal(self, state: State, seat: Seat) -> tuple[GoatMove, ...]:
        """On turn: leads, or beats and then passes; molodka last. Out of turn: arming, for who holds one (G41)."""
        if state.party.losers is not None:
            return ()
        hand = state.hands[seat]
        if seat != state.turn:
            return _out_of_turn(state, seat)
        moves = _answers(state, hand) if state.laid else _leads(hand)
        if len(hand) == HAND and hand[0][1] == hand[3][1] and _holds_molodka(state, seat) and not _closed(state):
            moves.append(ALONE["molodka"])
        return tuple(moves)

    def apply(self, state: State, seat: Seat, move: GoatMove) -> tuple[State, tuple[Event, ...]]:
        """The next state and its events; arming has none. Refusals come in the order of section 2.5."""
        if state.party.losers is not None:
            raise IllegalMove("party_over")
        if isinstance(move, Pass):
            return _pass(state, seat, move.cards)
        if isinstance(move, Lead):
            return _lead(state, seat, move.cards)
        if isinstance(move, Beat):
            return _beat(state, seat, move.cards)
        return OTHERS[type(move)](state, seat)

    def view(self, state: State, seat: Seat | None) -> GoatView:
        """V1 to V16: a watcher sees what is public, a seat its own cards besides."""
        party, deal, laid = state.party, state.deal, state.laid
        best = laid[state.best] if laid else None
        return GoatView(
            seat=seat,
            teams=TEAMS,
            phase="over" if party.losers is not None else "respond" if laid else "lead",
            to_act=() if party.losers is not None else (state.turn,),
            legal=() if seat is None else self.legal(state, seat),
            hand=() if seat is None else state.hands[seat],
            counts=tuple(map(len, state.hands)),
            totals=party.penalties,
            outcome=self.outcome(state),
            game=party.game,
            dealer=party.dealer,
            leader=state.leader,
            trump=deal.trump,
            indicator=deal.indicator,
            stock=len(deal.stock),
            tricks=deal.tricks,
            pile_counts=(len(deal.piles[0]), len(deal.piles[1])),
            attempt=state.attempt,
            needed=laid[0].count if laid else 0,
            trick=tuple(_seen(set_, seat, party.options) for set_ in laid),
            winning=best.seat if best else None,
            winning_cards=best.cards if best else (),
            armed=seat in state.armed,
            last_trick=deal.last_trick,
            eggs=party.eggs,
            limit=party.options.limit,
            history=party.history,
            last_piles=party.last_piles,
        )

    def outcome(self, state: State) -> Outcome | None:
        """Both winners are first, both goats third. `scores` is each seat's penalty points, its team's."""
        losers, totals = state.party.losers, state.party.penalties
        if losers is None:
            return None
        eggs = state.party.eggs > 0
        result = Fact(
            "party_result_eggs" if eggs else "party_result",
            {
                "losers": losers,
                "with_eggs": int(eggs),
                "seats_named": _team(losers),
                "winners": _team(1 - losers),
                "totals": _ratio(totals),
            },
        )
        return Outcome(
            tuple(3 if team == losers else 1 for team in TEAMS), tuple(totals[team] for team in TEAMS), result
        )

    def resample(self, state: State, seat: Seat | None, seed: bytes) -> State:
        """The unseen cards of this game dealt anew, other arms withdrawn, other games to come."""
        after = msgspec.structs.replace(
            state,
            party=msgspec.structs.replace(state.party, seed=seed),
            armed=NO_SEATS if seat is None else state.armed & {seat},
        )
        if state.party.losers is not None:
            return after
        slots, dice = _hidden(state, seat), Dice(seed, 0)
        dealt = _exchanged if state.unable else _dealt_anew
        there = zip((slot.card for slot in slots), dealt(state, slots, dice), strict=True)
        return _with_cards(after, dict(there))

    def parse_move(self, text: str) -> GoatMove:
        """Case, commas, blanks and `10` for `T` are free."""
        move = _parsed(text)
        if move is None:
            raise IllegalMove("bad_move", text=text[:200])
        return move

    def format_move(self, move: GoatMove) -> str:
        if isinstance(move, Lead | Beat | Pass):
            return " ".join((str(move.__struct_config__.tag), *move.cards))
        return str(move.__struct_config__.tag)

    def facts(self, view: GoatView, topic: Topic) -> tuple[Fact, ...]:
        match topic:
            case "table":
                return tuple(_table_facts(view))
            case "hand":
                return tuple(_hand_facts(view))
            case "trick":
                return tuple(_trick_facts(view))
            case "scores":
                return tuple(_score_facts(view))


def _seen(set_: Laid, seat: Seat | None, options: Options) -> Laid:
    """A set as the seat sees it: of others' face-down passes only the number (V6)."""
    if set_.seat == seat or _is_shown(set_, options):
        return set_
    return Laid(set_.seat, set_.kind, set_.count)


GOAT = Goat()
