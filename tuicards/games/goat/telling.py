"""A view told line by line."""

from tuicards.games.api import Fact, Seat
from tuicards.games.goat.cards import SEATS, TEAMS
from tuicards.games.goat.moves import Arm, Beat, Molodka, Pass
from tuicards.games.goat.view import GoatView, Laid


def ratio(pair: tuple[int, int]) -> str:
    return f"{pair[0]}:{pair[1]}"


def seats_of_team(number: int) -> tuple[Seat, ...]:
    return tuple(seat for seat in SEATS if TEAMS[seat] == number)


def table_facts(view: GoatView) -> list[Fact]:
    facts = [
        Fact("at_game", {"game": view.game, "dealer": view.dealer, "leader": view.leader}),
        Fact("trump_is", {"trump": view.trump, "card": view.indicator}),
        Fact("stock_is", {"count": view.stock}),
    ]
    for team in (0, 1):
        standing = {"tricks": view.tricks[team], "count": view.pile_counts[team], "penalty": view.totals[team]}
        facts.append(Fact("team_has", {"seats_named": seats_of_team(team), **standing, "limit": view.limit}))
    if view.eggs:
        facts.append(Fact("eggs_are", {"count": view.eggs}))
    return [*facts, _asked(view)]


def _asked(view: GoatView) -> Fact:
    """Whose turn it is and what is asked, or how the party ended."""
    if view.outcome:
        return view.outcome.result
    turn = view.to_act[0]
    if not view.needed:
        most = view.counts[turn]
        return Fact("to_lead" if most > 1 else "to_lead_last", {"seat": turn, "most": most})
    if view.my_turn and not any(isinstance(move, Pass) for move in view.legal):
        return Fact("to_beat", {"cards": view.winning_cards})
    return Fact("to_answer", {"seat": turn, "needed": view.needed, "cards": view.winning_cards})


def hand_facts(view: GoatView) -> list[Fact]:
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


def trick_facts(view: GoatView) -> list[Fact]:
    if view.winning is not None:
        facts = [Fact("after_molodka")] if view.attempt == 2 else []
        facts += map(_laid_fact, view.trick)
        facts.append(Fact("best_is", {"seat": view.winning, "cards": view.winning_cards}))
    else:
        facts = [Fact("trick_empty")]
        if view.last_trick:
            facts += last_facts(view)
    return [*facts, _asked(view)]


def last_facts(view: GoatView) -> list[Fact]:
    """The last trick; older ones nobody may look at (V15, V16)."""
    if view.last_trick is None:
        return [Fact("no_last_trick")]
    won = Fact("last_trick_won", {"seat": view.last_trick.winner})
    return [Fact("last_trick"), *map(_laid_fact, view.last_trick.laid), won]


def _laid_fact(laid: Laid) -> Fact:
    """A set on the table; a pass of others has no cards to tell."""
    if laid.cards:
        return Fact(f"laid_{laid.kind}", {"seat": laid.seat, "cards": laid.cards})
    return Fact("laid_hidden", {"seat": laid.seat, "count": laid.count})


def score_facts(view: GoatView) -> list[Fact]:
    facts = [
        Fact("first_in_pair", {"seats_named": seats_of_team(0)}),
        Fact("second_in_pair", {"seats_named": seats_of_team(1)}),
    ]
    for number, score in enumerate(view.history, 1):
        ratios = {name: ratio(getattr(score, name)) for name in ("points", "tricks", "penalties", "totals")}
        facts.append(Fact("game_scored", {"game": number, **ratios}))
    if not view.history:
        facts.append(Fact("no_game_scored"))
    facts += [
        Fact("pile_was", {"seats_named": seats_of_team(team), "cards": pile})
        for team, pile in enumerate(view.last_piles)
    ]
    facts.append(Fact("eggs_are", {"count": view.eggs}))
    if view.outcome:
        return [*facts, view.outcome.result]
    left = [
        Fact("left_to_limit", {"seats_named": seats_of_team(team), "count": max(0, view.limit - total)})
        for team, total in enumerate(view.totals)
    ]
    return [*facts, Fact("limit_is", {"limit": view.limit}), *left]
