"""Positions of Rage: the deal behind one, and how one is taken down."""

from collections.abc import Sequence
from random import Random

import msgspec

from tuicards.bots.position_deal import Beginning, Dealt, Impossible, Written, known_hands, read_moves, without
from tuicards.bots.seen import Seen
from tuicards.games.api import Seat
from tuicards.games.rage import (
    COLOUR_OF,
    DECKS,
    RAGE,
    Bid,
    BidMade,
    Card,
    CardPlayed,
    Options,
    Play,
    RageView,
    RoundLine,
    Setup,
    Sheet,
    TrumpTurned,
    start_round,
    teams_of,
)

HIDDEN = "bid ?"


def deal_rage(position: Written, options: Options, random: Random) -> Beginning:
    """A round as it began, and its moves with hidden bids made up. Raises Impossible."""
    deal = position.deal
    if not 1 <= deal.number <= len(options.round_plan):
        raise Impossible(f"there is no round {deal.number}")
    size, moves = options.round_plan[deal.number - 1], read_moves(position)
    plays = [(seat, play) for seat, text in moves if isinstance(play := _read(text), Play)]
    hands = _with_shown(position, plays)
    voids = _voids(plays, position.seats, options)
    pile = deal.pile.split()
    rest = without(DECKS[options.edition], [*(card for hand in hands for card in hand), *pile])
    random.shuffle(rest)
    for seat in sorted(range(position.seats), key=lambda seat: -len(voids[seat])):
        if len(hands[seat]) > size:
            raise Impossible(f"seat {seat} has more than {size} cards")
        for _ in range(size - len(hands[seat])):
            hands[seat].append(_drawn(rest, voids[seat]))
    setup = Setup(
        position.seats, b"position", options, (deal.dealer - deal.number + 1) % position.seats,
        teams_of(position.seats, options.teams),
    )  # fmt: skip
    around = [(deal.dealer + 1 + step) % position.seats for step in range(position.seats)]
    deck = [hands[seat][place] for place in range(size) for seat in around] + pile + rest
    state, begun = start_round(setup, _sheet(setup, deal), deal.number, tuple(map(Card, deck)))
    made_up = [(seat, f"bid {random.randint(0, size)}" if text == HIDDEN else text) for seat, text in moves]
    return Beginning(state, begun, made_up)


def _read(text: str) -> Bid | Play:
    return Bid(0) if text == HIDDEN else RAGE.parse_move(text)


def _with_shown(position: Written, plays: Sequence[tuple[Seat, Play]]) -> list[list[str]]:
    """The hands that are written down, with what was played from them."""
    hands = known_hands(position)
    left = [list(hand) for hand in hands]
    for seat, play in plays:
        if play.card in left[seat]:
            left[seat].remove(play.card)
        elif seat == position.seat:
            raise Impossible(f"seat {seat} plays {play.card}, which it was not dealt")
        else:
            hands[seat].append(play.card)
    return hands


def _voids(plays: Sequence[tuple[Seat, Play]], seats: int, options: Options) -> list[set[str | None]]:
    """Colours of which each seat has shown that it holds no more (R41)."""
    voids: list[set[str | None]] = [set() for _ in range(seats)]
    led: str | None = None
    for place, (seat, play) in enumerate(plays):
        led = None if place % seats == 0 else led
        printed = COLOUR_OF[play.card]
        if led is not None and printed != led and not (options.rage_play == "anytime" and printed is None):
            voids[seat].add(led)
        led = led or printed or (play.colour if play.card == "WI" else None)
    return voids


def _drawn(rest: list[str], void: set[str | None]) -> str:
    for place, card in enumerate(rest):
        if COLOUR_OF[Card(card)] not in void or COLOUR_OF[Card(card)] is None:
            return rest.pop(place)
    raise Impossible("no cards are left for a hand")


def _sheet(setup: Setup, deal: Dealt) -> Sheet:
    history = msgspec.convert(deal.history, tuple[RoundLine, ...])
    teams = range(max(setup.teams) + 1)
    totals = tuple(line.total for line in history[-1].lines) if history else (0,) * len(teams)
    if any(len(played.lines) != len(teams) for played in history):
        raise Impossible(f"each round of the history needs {len(teams)} lines")
    exact = tuple(sum(played.lines[team].bid == played.lines[team].taken for played in history) for team in teams)
    return Sheet(totals, exact, history)


# ---- taking one down ----------------------------------------------------------------------------------


def rage_position(seen: Seen) -> tuple[Dealt, tuple[str, ...], tuple[str, ...]]:
    """The deal, the hands and the moves, as far as the seat knows them. Raises Impossible."""
    view: RageView = seen.view
    played = [played for trick in (*(trick.cards for trick in view.tricks), view.trick) for played in trick]
    own = [*view.hand, *(played.card for played in played if played.seat == view.seat)]
    hands = tuple(" ".join(own) if seat == view.seat else "" for seat in range(len(view.counts)))
    plays = [f"{event.seat} {_text(event)}" for event in seen.events if isinstance(event, CardPlayed)]
    if len(plays) != len(played):
        raise Impossible("not all cards of the round were seen")
    deal = Dealt(
        number=view.round, dealer=view.dealer, history=msgspec.to_builtins(view.history), pile=_turned(seen, view)
    )
    return deal, hands, (*_bids(seen, view), *plays)


def _text(event: CardPlayed) -> str:
    return RAGE.format_move(Play(event.card, event.colour))


def _bids(seen: Seen, view: RageView) -> list[str]:
    """In the order in which they were made; what is hidden stays so."""
    order = [event.seat for event in seen.events if isinstance(event, BidMade)]
    if len(order) != sum(view.has_bid):
        raise Impossible("not all bids of the round were seen")
    return [f"{seat} {HIDDEN}" if view.bids[seat] is None else f"{seat} bid {view.bids[seat]}" for seat in order]


def _turned(seen: Seen, view: RageView) -> str:
    """All cards that were turned from the pile, in order. A pile that was made anew is not written down."""
    later = [event for event in seen.events if isinstance(event, TrumpTurned) and event.cause != "deal"]
    turns = [[*event.skipped, event.card] for event in later]
    specials: list[str] = [card for card in view.turned if COLOUR_OF[card] is None]
    above = without(specials, [card for turn in turns for card in turn if COLOUR_OF[Card(card)] is None])
    first = [step.card for step in view.trump_history if step.cause == "deal" and step.card]
    return " ".join([*above, *first, *(card for turn in turns for card in turn)])
