"""Rage tables in mid-round, told in the notation of the rules page: cards as words, seats as letters."""

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from tuicards.games.api import Event, Seat
from tuicards.games.rage import (
    COLOUR_OF,
    DECKS,
    RAGE,
    Card,
    Options,
    Play,
    RageMove,
    Round,
    RoundScored,
    Setup,
    Sheet,
    State,
    Trick,
    TrickWon,
    Trump,
    start_round,
    teams_of,
)

SEED = b"a fixed seed"
FILLER = Card("MA")
"""A card that may stay in any hand: it is of no colour, so it never has to follow."""


def cards(text: str) -> tuple[Card, ...]:
    """The cards of a text such as `R7 MA`; `none` and `-` are no cards."""
    unknown = [word for word in text.split() if Card(word) not in COLOUR_OF and word not in ("-", "none")]
    assert not unknown, unknown
    return tuple(Card(word) for word in text.split() if word not in ("-", "none"))


def options(text: str = "", preset: str | None = None) -> Options:
    """Options from a text such as `hook=last_bidder round_plan=5`; `-` is the default game."""
    chosen = dict(word.split("=") for word in text.split() if word != "-")
    return RAGE.parse_options(chosen, preset)


def a_setup(seats: int, chosen: Options, first_dealer: Seat | None = None) -> Setup:
    """A party of so many seats; unless said otherwise the last seat deals first, so that seat 0 leads."""
    dealer = seats - 1 if first_dealer is None else first_dealer
    return Setup(seats, SEED, chosen, dealer, teams_of(seats, chosen.teams))


def a_sheet(setup: Setup) -> Sheet:
    zeros = (0,) * (max(setup.teams) + 1)
    return Sheet(zeros, zeros)


def in_play(
    hands: Sequence[str], trump: str = "G", pile: str = "", turned: str = "", card: str = "", chosen: str = ""
) -> State:
    """A round in play: seat 0 is to lead. Unless `card` says which, the trump card is the 6 of its colour."""
    seats = len(hands)
    setup = a_setup(seats, options(chosen))
    held = tuple(cards(hand) for hand in hands)
    zeros = (0,) * seats
    up = card or ("" if trump == "none" else f"{trump}6")
    colour = COLOUR_OF[cards(up)[0]] if up else None
    return State(
        setup=setup,
        sheet=a_sheet(setup),
        round=Round(1, len(held[0]), seats - 1),
        phase="play",
        turn=0,
        bids=zeros,
        trump=Trump(colour, cards(up)[0] if up else None, cards(pile), cards(turned)),
        hands=held,
        trick=(),
        led=None,
        tricks=(),
        taken=zeros,
        bonus=zeros,
        mad=zeros,
    )


def with_hands(state: State, hands: Sequence[str]) -> State:
    """The same table with other cards in the hands."""
    return msgspec.structs.replace(state, hands=tuple(cards(hand) for hand in hands))


def apply_all(state: State, moves: str) -> tuple[State, tuple[Event, ...]]:
    """Play moves such as `R7 WI:G CH`, each by the seat whose turn it is; all events, in order."""
    seen: list[Event] = []
    for word in moves.split():
        state, events = RAGE.apply(state, state.turn, RAGE.parse_move(word))
        seen += events
    return state, tuple(seen)


def bid_all(state: State, bids: Sequence[int]) -> State:
    """The bids of the seats in turn, the dealer's last."""
    for bid in bids:
        state, _ = RAGE.apply(state, state.turn, RAGE.parse_move(f"bid {bid}"))
    return state


def playable(state: State) -> tuple[str, ...]:
    """The cards that the seat to play may play, each once."""
    moves = RAGE.legal(state, state.turn)
    return tuple(dict.fromkeys(str(move.card) for move in moves if isinstance(move, Play)))


def one_trick(moves: str, trump: str, pile: str = "", chosen: str = "") -> tuple[State, TrickWon, tuple[Event, ...]]:
    """A trick by as many seats as there are cards; each holds its card and a filler for the next trick."""
    held = [f"{word.split(':')[0]} {FILLER}" for word in moves.split()]
    state, events = apply_all(in_play(held, trump, "" if pile == "-" else pile, chosen=chosen), moves)
    won = next(event for event in events if isinstance(event, TrickWon))
    return state, won, events


def last_trick(
    bids: Sequence[int],
    tricks: Sequence[int],
    hand_size: int,
    chosen: str = "",
    bonus: Sequence[int] = (),
    mad: Sequence[int] = (),
    sheet: Sheet | None = None,
) -> tuple[State, tuple[Event, ...]]:
    """A round whose last trick is played out, so that each seat ends with `tricks` tricks, and is scored."""
    seats = len(bids)
    winner = max(range(seats), key=tricks.__getitem__)
    hands = ["R15" if seat == winner else f"R{seat}" for seat in range(seats)]
    state = in_play(hands, "G", chosen=chosen)
    done = Trick((), winner)
    state = msgspec.structs.replace(
        state,
        setup=msgspec.structs.replace(
            state.setup, options=msgspec.structs.replace(state.setup.options, round_plan=(hand_size,))
        ),
        sheet=sheet or state.sheet,
        round=Round(1, hand_size, seats - 1),
        turn=winner,
        bids=tuple(bids),
        tricks=(done,) * (hand_size - 1),
        taken=tuple(count - (seat == winner) for seat, count in enumerate(tricks)),
        bonus=tuple(bonus) or (0,) * seats,
        mad=tuple(mad) or (0,) * seats,
    )
    return apply_all(state, " ".join(hands[(winner + step) % seats] for step in range(seats)))


def scored(events: Sequence[Event]) -> RoundScored:
    """The score of the round that ended."""
    return next(event for event in events if isinstance(event, RoundScored))


def stacked(hands: Sequence[str], pile: str, edition: str = "fundex110") -> tuple[Card, ...]:
    """A whole deck in dealing order: hands (the first one left of the dealer), pile, then all other cards."""
    held = [cards(hand) for hand in hands]
    front = [hand[place] for place in range(len(held[0])) for hand in held] + list(cards(pile))
    rest = list(DECKS[edition])
    for card in front:
        rest.remove(card)
    return (*front, *rest)


def dealt(hands: Sequence[str], pile: str, chosen: str, dealer: Seat | None = None) -> State:
    """The first round from a stacked deck, bidding open."""
    setup = a_setup(len(hands), options(chosen), dealer)
    return start_round(setup, a_sheet(setup), 1, stacked(hands, pile))[0]


def all_cards(state: State) -> list[Card]:
    """Every card, wherever it is, sorted (I3)."""
    trump = state.trump
    played = [played.card for trick in state.tricks for played in trick.cards]
    on_table = [played.card for played in state.trick]
    up = [trump.card] if trump.card else []
    held = [card for hand in state.hands for card in hand]
    return sorted([*held, *on_table, *played, *trump.pile, *trump.turned, *up])


class Move(NamedTuple):
    """A step of a party: the state before, who did what, the state after and the events."""

    before: State
    seat: Seat
    move: RageMove
    after: State
    events: tuple[Event, ...]


def party(seats: int, chosen: Options, number: int) -> Iterator[Move]:
    """A whole party at random; the same number plays the same party."""
    chance = random.Random(number)
    state = RAGE.new(seats, number.to_bytes(4), chosen)
    while RAGE.to_act(state):
        seat = chance.choice(sorted(RAGE.to_act(state)))
        move = chance.choice(RAGE.legal(state, seat))
        after, events = RAGE.apply(state, seat, move)
        yield Move(state, seat, move, after, events)
        state = after
