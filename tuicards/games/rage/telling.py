"""A view told line by line."""

from collections.abc import Callable, Mapping

import msgspec

from tuicards.errors import Param
from tuicards.games.api import Fact, Seat, Topic
from tuicards.games.rage.moves import Bid, Play
from tuicards.games.rage.scores import team_ranks
from tuicards.games.rage.tricks import Played
from tuicards.games.rage.view import RageView


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
    return [Fact("trick_empty"), *(_last_facts(view) if view.last_trick else ())]


def _last_facts(view: RageView) -> list[Fact]:
    if view.last_trick is None:
        return [Fact("trick_none")]
    cards = map(_card_fact, view.last_trick.cards)
    return [Fact("trick_last"), *cards, Fact("trick_last_winner", {"seat": view.last_trick.winner})]


def _tricks_facts(view: RageView) -> list[Fact]:
    """Every finished trick of this round: who won it, then its cards."""
    facts = []
    for number, trick in enumerate(view.tricks, 1):
        facts += [Fact("trick_was", {"number": number, "seat": trick.winner}), *map(_card_fact, trick.cards)]
    return facts or [Fact("trick_none")]


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
        behind = max(view.totals) - view.totals[team]
        params = {"rank": ranks[team], "seats_named": _members(view, team), "total": view.totals[team]}
        facts.append(Fact("score_total", _present(**params, exact=view.exact[team], behind=behind or None)))
    return facts if view.outcome is None else [*facts, view.outcome.result]


FACTS: Mapping[Topic, Callable[[RageView], list[Fact]]] = {
    "table": _table_facts,
    "hand": _hand_facts,
    "trick": _trick_facts,
    "last": _last_facts,
    "tricks": _tricks_facts,
    "scores": _score_facts,
}
