"""Goat, easy: what a beginner sees at once, and no more; now and then anything at all."""

from random import Random

from tuicards.bots.anything import any_move
from tuicards.bots.choice import Choice, Thinking
from tuicards.bots.seen import Seen
from tuicards.games.api import Fact
from tuicards.games.goat import POINTS, RANKS, Beat, GoatView, Lead, Molodka, Pass, points

SLIPS = 0.1
"""How often it plays any legal move."""

DECLARES, LEADS_SETS, BEATS, FEEDS = 0.5, 0.8, 0.6, 0.4
"""How often it sees a molodka, leads all cards of its longest plain suit, beats the rivals, and feeds its partner."""

LOOKS = 3
"""Passes that it compares."""

TRUMP, GREAT = 6, 10
"""Points by which it values a trump above a plain card, and a ten or an ace of trumps above others."""


def goat_easy(seen: Seen, chance: Random, thinking: Thinking) -> Choice:
    """A move with a grain of sense: no memory, no reckoning, no eye for what comes after this trick."""
    view: GoatView = seen.view
    if Molodka() in view.legal and chance.random() < DECLARES:
        return Choice(Molodka(), Fact("why.molodka"))
    cards = [move for move in view.legal if isinstance(move, Lead | Beat | Pass)]
    if not cards or chance.random() < SLIPS:
        return any_move(seen, chance, thinking)
    leads = [move for move in cards if isinstance(move, Lead)]
    return _lead(view, leads, chance) if leads else _answer(view, cards, chance)


def _lead(view: GoatView, leads: list[Lead], chance: Random) -> Choice:
    """The longest plain suit at once, or one plain card."""
    plain = [lead for lead in leads if lead.cards[0][1] != view.trump] or leads
    if chance.random() < LEADS_SETS:
        return Choice(max(plain, key=lambda lead: len(lead.cards)), Fact("why.any"))
    return Choice(chance.choice([lead for lead in plain if len(lead.cards) == 1]), Fact("why.any"))


def _answer(view: GoatView, answers: list[Lead | Beat | Pass], chance: Random) -> Choice:
    """The cheapest beat against the rivals, points for the partner, and what is missed least."""
    beats = [move for move in answers if isinstance(move, Beat)]
    passes = [move for move in answers if isinstance(move, Pass)]
    ours = view.winning is not None and view.winning % 2 == (view.seat or 0) % 2
    if beats and (not passes or (not ours and chance.random() < BEATS)):
        beat = min(beats, key=lambda move: _strength(view, move))
        return Choice(beat, Fact("why.beat", {"cards": beat.cards, "points": _on_table(view)}))
    some = [chance.choice(passes) for _ in range(LOOKS)]
    if ours and chance.random() < FEEDS:
        fed = max(some, key=lambda move: points(move.cards) - 2 * _value(view, move))
        return Choice(fed, Fact("why.feed"))
    return Choice(min(some, key=lambda move: _value(view, move) + points(move.cards)), Fact("why.spare"))


def _strength(view: GoatView, move: Beat) -> int:
    return sum(RANKS.index(card[0]) + len(RANKS) * (card[1] == view.trump) for card in move.cards)


def _value(view: GoatView, move: Pass) -> int:
    """What trumps are worth to it beyond their points."""
    trumps = [card for card in move.cards if card[1] == view.trump]
    return sum(TRUMP + GREAT * (POINTS[card] >= 10) for card in trumps)


def _on_table(view: GoatView) -> int:
    return sum(points(laid.cards) for laid in view.trick)
