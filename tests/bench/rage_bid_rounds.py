"""Rounds of Rage from which bid estimates are learned, and parties against which they are held."""

from collections.abc import Iterator, Sequence
from math import ceil
from random import Random
from typing import NamedTuple, cast

from tuicards.bots.api import choose
from tuicards.bots.compiled import functions_of
from tuicards.bots.rage_bids import Outlook, bid_trump, outlook, strength_of
from tuicards.bots.rage_memory import IDS
from tuicards.bots.rage_normal import rage_worths
from tuicards.bots.rage_sim_layout import (
    AHEAD,
    BEST,
    CARD,
    CHANCE,
    LEADER,
    LED,
    LEFT,
    NEXT,
    PILE,
    RULE,
    SEAT,
    SIZE,
    SUSPENDED,
    TAKEN,
    TRUMP,
    TURN,
    WILD,
)
from tuicards.bots.rage_sim_setup import dealt, rules_of
from tuicards.bots.rage_sim_tables import tables
from tuicards.bots.seen import Recall
from tuicards.games.rage import DECKS, RAGE, Bid, Options, RageMove, RageView

MODULES = "tuicards.bots.rage_sim_policy", "tuicards.bots.rage_sim"


class Row(NamedTuple):
    """A hand in a round: its cards by id, trump, how many seats bid before and how much, own bid, tricks taken."""

    hand: list[int]
    trump: int
    place: int
    earlier: int
    bid: int
    taken: int


def best_bid(look: Outlook, strength: float) -> int:
    """The bid that promises most under the default scoring."""
    worth = [look.met(bid, strength) * (10 if bid else 5) + 0.15 * bid for bid in range(look.hand_size + 1)]
    return max(range(len(worth)), key=worth.__getitem__)


def rounds(seats: int, hand_size: int, number: int, chance: Random, pure: bool = False) -> Iterator[Row]:
    """Rounds played by the simulator's rules of thumb; half of all bids are made at random, up to what may pay."""
    run = functions_of(*MODULES, pure=pure)
    high, count = map(run.ints, tables())
    rules = run.ints(rules_of(Options(), seats, hand_size))
    look, most = outlook(seats, hand_size), min(hand_size, ceil(1.6 * hand_size / seats + 1))
    for _ in range(number):
        deck = [IDS[card] for card in DECKS["fundex110"]]
        chance.shuffle(deck)
        hands = [deck[seat * hand_size : (seat + 1) * hand_size] for seat in range(seats)]
        pile = [card for card in deck[seats * hand_size :] if card < WILD]
        trump, lead, bids = pile.pop(0) >> 4, chance.randrange(seats), [0] * seats
        before: list[int] = []
        for place in range(seats):
            seat = (lead + place) % seats
            strength = look.strength(hands[seat], trump, place, sum(before)) + chance.gauss(0, 0.4)
            bids[seat] = chance.randint(0, most) if chance.random() < 0.5 else best_bid(look, strength)
            before.append(bids[seat])
        end = run.ints(dealt(_table(trump, lead, hand_size, chance), hands, pile, bids))
        run.play_out(end, rules, high, count, RULE, 0, RULE)
        for place in range(seats):
            seat = (lead + place) % seats
            yield Row(hands[seat], trump, place, sum(before[:place]), bids[seat], int(end[seat * SEAT + TAKEN]))


def habits(seats: int, hand_size: int, number: int, chance: Random) -> Iterator[Row]:
    """Hands dealt, each with what `rage_normal` bids on it, and again with what promises most; nothing is played."""
    options = Options(round_plan=(hand_size,), extended_players="on")
    look = outlook(seats, hand_size)
    for _ in range(number):
        state = RAGE.new(seats, chance.randbytes(8), options)
        while state.phase == "bid":
            view = RAGE.view(state, state.turn)
            hand, trump = [IDS[card] for card in view.hand], bid_trump(view)
            move = cast(Bid, rage_worths(view)[1].move)
            for bid in (move.tricks, best_bid(look, strength_of(view, hand, state.turn))):
                yield Row(hand, trump, 0, 0, bid, 0)
            state, _ = RAGE.apply(state, state.turn, move)


def _table(trump: int, lead: int, hand_size: int, chance: Random) -> list[int]:
    """An empty table before the first lead."""
    table = [0] * SIZE
    table[TRUMP], table[PILE], table[NEXT], table[CARD] = trump, trump, PILE + 1, 1
    table[SUSPENDED] = table[LED] = table[BEST] = -1
    table[LEADER] = table[TURN] = table[AHEAD] = lead
    table[LEFT], table[CHANCE] = hand_size, chance.getrandbits(31)
    return table


class Share(NamedTuple):
    """So many bids of about equal chance: the chance to meet them as predicted, and how often they were met."""

    predicted: float
    happened: float
    bids: int


def calibration(games: int, seed: int, level: str = "normal", seats: int = 4) -> list[Share]:
    """Bids made by a level in whole parties, in ten groups by the predicted chance to meet them."""
    pairs = [pair for game in range(games) for pair in _predictions(f"{seed} {game}".encode(), level, seats)]
    return grouped(pairs, 10)


def grouped(pairs: Sequence[tuple[float, bool]], groups: int) -> list[Share]:
    """Predictions and outcomes in so many groups of nearly the same size, by what was predicted."""
    ordered, shares = sorted(pairs), []
    for group in range(groups):
        part = ordered[group * len(ordered) // groups : (group + 1) * len(ordered) // groups]
        if part:
            predicted, happened = (sum(values) / len(part) for values in zip(*part, strict=True))
            shares.append(Share(predicted, happened, len(part)))
    return shares


def _predictions(seed: bytes, level: str, seats: int) -> Iterator[tuple[float, bool]]:
    """For each bid of a party: its predicted chance, and whether it was met."""
    options = Options()
    state, recall = RAGE.new(seats, seed, options), Recall(RAGE, seats)
    predicted: dict[int, float] = {}
    number = 0
    while RAGE.to_act(state):
        seat = state.turn
        view = RAGE.view(state, seat)
        move = cast(RageMove, choose(RAGE, level, recall.seen(view, options), number).move)
        if isinstance(move, Bid):
            predicted[seat] = _predicted(view, seat, move.tricks)
        state, events = RAGE.apply(state, seat, move)
        recall.after(seat, move, events)
        number += 1
        if len(state.sheet.history) > len(view.history):
            lines = state.sheet.history[-1].lines
            yield from ((predicted[one], line.bid == line.taken) for one, line in enumerate(lines))


def _predicted(view: RageView, seat: int, tricks: int) -> float:
    hand = [IDS[card] for card in view.hand]
    return outlook(len(view.counts), view.hand_size).met(tricks, strength_of(view, hand, seat))
