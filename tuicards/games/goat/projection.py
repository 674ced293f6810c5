"""The view of a seat, made field by field from what it may see (V1-V16): what everybody sees, and what is its own."""

import msgspec

from tuicards.games.api import Fact, Outcome, Seat
from tuicards.games.goat.cards import TEAMS
from tuicards.games.goat.moves import GoatMove
from tuicards.games.goat.play import is_shown
from tuicards.games.goat.state import State
from tuicards.games.goat.telling import ratio, seats_of_team
from tuicards.games.goat.view import GoatView, Laid
from tuicards.games.latest import Latest


def view(state: State, seat: Seat | None, legal: tuple[GoatMove, ...]) -> GoatView:
    """With the moves that the seat may make now."""
    public = watched(state)
    if seat is None:
        return public
    return msgspec.structs.replace(
        public, seat=seat, legal=legal, hand=state.hands[seat], trick=_laid(state, seat), armed=seat in state.armed
    )


def _public(state: State) -> GoatView:
    """What a watcher sees."""
    party, deal, laid = state.party, state.deal, state.laid
    best = laid[state.best] if laid else None
    return GoatView(
        seat=None,
        teams=TEAMS,
        phase="over" if party.losers is not None else "respond" if laid else "lead",
        to_act=() if party.losers is not None else (state.turn,),
        counts=tuple(map(len, state.hands)),
        totals=party.penalties,
        outcome=outcome(state),
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
        trick=_laid(state, None),
        winning=best.seat if best else None,
        winning_cards=best.cards if best else (),
        last_trick=deal.last_trick,
        eggs=party.eggs,
        limit=party.options.limit,
        history=party.history,
        last_piles=party.last_piles,
    )


watched = Latest(_public)


def _laid(state: State, seat: Seat | None) -> tuple[Laid, ...]:
    """The sets as the seat sees them: of others' face-down passes only the number (V6)."""
    options = state.party.options
    return tuple(
        [
            set_ if set_.seat == seat or is_shown(set_, options) else Laid(set_.seat, set_.kind, set_.count)
            for set_ in state.laid
        ]
    )


def outcome(state: State) -> Outcome | None:
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
            "seats_named": seats_of_team(losers),
            "winners": seats_of_team(1 - losers),
            "totals": ratio(totals),
        },
    )
    return Outcome(tuple(3 if team == losers else 1 for team in TEAMS), tuple(totals[team] for team in TEAMS), result)
