"""Two bots of another mind than those of the program: `tests.bench.other_minds:rage_counter` and `:goat_grabber`.

A search that imagines its opponents as one kind of player may be strong against that kind only. These two count on
their fingers as many people do, and share no line with the levels or with what a search plays out.
"""

from collections.abc import Sequence
from random import Random

from tuicards.bots.choice import Choice, Thinking
from tuicards.bots.seen import Seen
from tuicards.games.api import Fact
from tuicards.games.goat import Beat, Card, Lead, Molodka, Pass, points
from tuicards.games.rage import Bid, Play, RageView

FINGERS = Fact("why.any")
STRONG, SURE = 13, 10
"""A plain card from this number on, and a trump from that one on, counts as a trick."""


def rage_counter(seen: Seen, chance: Random, thinking: Thinking) -> Choice:
    """Bids its high cards, grabs tricks early with the highest card, and lies low once it has them."""
    view: RageView = seen.view
    if view.phase == "bid":
        count = _high_cards(view.hand, view.trump) - (len(view.counts) > 4)
        bids = [move for move in view.legal if isinstance(move, Bid)]
        return Choice(min(bids, key=lambda bid: (abs(bid.tricks - count), bid.tricks)), FINGERS)
    plays = [move for move in view.legal if isinstance(move, Play)]
    seat = view.seat or 0
    hungry = view.taken[seat] < (view.bids[seat] or 0)

    def height(play: Play) -> int:
        return _height(play, view)

    best = max(plays, key=height) if hungry else min(plays, key=height)
    if hungry and view.trick and view.winning is not None and not _beats_table(best, view):
        best = min(plays, key=height)
    if not hungry and view.trick:
        under = [play for play in plays if not _beats_table(play, view)]
        best = max(under, key=height) if under else best
    return Choice(best, FINGERS)


def _high_cards(hand: Sequence[str], trump: str | None) -> int:
    tricks = 0.0
    for card in hand:
        number = int(card[1:]) if card[1:].isdigit() else -1
        if card == "WI":
            tricks += 1
        elif number >= (SURE if card[0] == trump else STRONG):
            tricks += 0.8
    return round(tricks)


def _height(play: Play, view: RageView) -> int:
    card = play.card
    if card == "WI":
        return 60 if play.colour in (view.trump, view.led or view.trump) else 1
    if not card[1:].isdigit():
        return 0
    return int(card[1:]) + (30 if card[0] == view.trump else 0)


def _beats_table(play: Play, view: RageView) -> bool:
    """Whether it is the highest of the led colour and trumps so far, Wilds left aside."""
    colours = {view.led, view.trump}
    lying = [_height(Play(one.card, one.colour), view) for one in view.trick if one.card[0] in colours]
    colour = play.colour if play.card == "WI" else play.card[0]
    return colour in colours and _height(play, view) > max(lying, default=-1)


def goat_grabber(seen: Seen, chance: Random, thinking: Thinking) -> Choice:
    """Beats whenever there are points in the trick, as cheaply as it can, and leads its longest suit."""
    view = seen.view
    table = [card for laid in view.trick for card in laid.cards]
    beats = [move for move in view.legal if isinstance(move, Beat)]
    passes = [move for move in view.legal if isinstance(move, Pass)]
    leads = [move for move in view.legal if isinstance(move, Lead)]
    ours = view.winning is not None and view.winning % 2 == (view.seat or 0) % 2
    cheapest = min(beats, key=lambda move: _price(move.cards, view.trump), default=None)
    pays = cheapest is not None and points(table) + 2 >= _price(cheapest.cards, view.trump)
    if cheapest is not None and not ours and (pays or not passes):
        return Choice(cheapest, FINGERS)
    if passes:
        pick = max if ours else min
        return Choice(
            pick(passes, key=lambda move: points(move.cards) - 5 * _trumps(move.cards, view.trump)), FINGERS
        )
    if cheapest is not None:
        return Choice(cheapest, FINGERS)
    if leads:
        return Choice(max(leads, key=lambda move: _lead(move.cards, view.trump)), FINGERS)
    return Choice(next(move for move in view.legal if isinstance(move, Molodka)), FINGERS)


def _trumps(cards: Sequence[str], trump: str) -> int:
    return sum(card[1] == trump for card in cards)


def _price(cards: Sequence[Card], trump: str) -> int:
    """What a set is worth in the hand: trumps more the higher they are, points nothing, since they come home."""
    return sum(3 + points((card,)) if card[1] == trump else 0 for card in cards)


def _lead(cards: Sequence[Card], trump: str) -> int:
    """Long sets, high ones among them; of single cards the poorest."""
    rich = points(tuple(cards))
    return 10 * len(cards) + (rich if len(cards) > 1 else -rich) - 6 * _trumps(cards, trump)
