"""Somebody who watches a party of Goat with open cards, keeps book by the rules, and contradicts what is false."""

from collections.abc import Iterable, Sequence
from itertools import combinations, permutations
from typing import Any, NamedTuple

from tests.tui.party import NAMES
from tuicards.games.api import Event, Fact, Seat
from tuicards.games.goat import Beat, Lead, Molodka, Options, Pass, State

STRENGTH = "6789JQKTA"
WORTH = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
SIGNS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}


class Set(NamedTuple):
    """What a seat has laid."""

    seat: Seat
    kind: str
    cards: tuple[str, ...]


class Game(NamedTuple):
    """A finished game."""

    points: tuple[int, int]
    tricks: tuple[int, int]
    penalties: tuple[int, int]
    totals: tuple[int, int]


def beats_card(card: str, other: str, trump: str) -> bool:
    """G18."""
    if card[1] == other[1]:
        return STRENGTH.index(card[0]) > STRENGTH.index(other[0])
    return card[1] == trump


def beats_set(cards: Sequence[str], target: Sequence[str], trump: str) -> bool:
    """G19, by trying every way to set one on another."""
    pairings = (zip(order, target, strict=True) for order in permutations(cards))
    return len(cards) == len(target) and any(all(beats_card(a, b, trump) for a, b in pairs) for pairs in pairings)


class Witness:
    """Follows the moves; piles, points, penalties and the end of the party are worked out by the rules."""

    def __init__(self, options: Options, state: State) -> None:
        self.options = options
        self.penalties = [0, 0]
        self.eggs = 0
        self.double = False
        self.games: list[Game] = []
        self.last_piles: list[list[str]] = [[], []]
        self.over = False
        self.finished: tuple[list[Set], Seat] | None = None
        self.dealer = state.party.dealer
        self._begin(state, (state.party.dealer + 1) % 4)

    def _begin(self, state: State, leader: Seat) -> None:
        self.trump = state.deal.indicator[1]
        self.piles: list[list[str]] = [[], []]
        self.tricks = [0, 0]
        self.stock = 20
        self.held = [4, 4, 4, 4]
        self.leader = leader
        self._anew()

    def _anew(self) -> None:
        self.laid: list[Set] = []
        self.attempt = 1

    @property
    def winning(self) -> Set | None:
        """The latest set that is no pass (G20)."""
        return next((one for one in reversed(self.laid) if one.kind != "pass"), None)

    def sees(self, before: State, seat: Seat, move: Any, after: State, events: Iterable[Event]) -> None:
        """A move, with the truth before and after it; armed molodkas fire by their event."""
        if isinstance(move, Molodka) and not self.laid:
            self._lay(Set(seat, "lead", before.hands[seat]), after)
        elif isinstance(move, Lead | Beat | Pass):
            kind = str(move.__struct_config__.tag)
            self._lay(Set(seat, kind, tuple(sorted(move.cards, key=_place))), after)
        declared: Any = next((event for event in events if event.__struct_config__.tag == "molodka"), None)
        if declared is not None:
            for one in self.laid:
                self.held[one.seat] += len(one.cards)
            self.held[declared.seat] -= 4
            self.laid, self.attempt = [Set(declared.seat, "lead", declared.cards)], 2

    def _lay(self, one: Set, after: State) -> None:
        if one.kind == "beat":
            target = self.winning
            assert target is not None
            assert beats_set(one.cards, target.cards, self.trump)
        self.laid.append(one)
        self.held[one.seat] -= len(one.cards)
        if len(self.laid) == 4:
            self._take(after)

    def _take(self, after: State) -> None:
        best = self.winning
        assert best is not None
        self.finished = (self.laid, best.seat)
        self.piles[best.seat % 2] += [card for one in self.laid for card in one.cards]
        self.tricks[best.seat % 2] += 1
        draw = min(4 - self.held[0], self.stock // 4)
        self.held = [count + draw for count in self.held]
        self.stock -= 4 * draw
        self.leader = best.seat
        self._anew()
        if not self.held[0]:
            self._count(after)

    def _count(self, after: State) -> None:
        points = (_points(self.piles[0]), _points(self.piles[1]))
        cost = [0, 0]
        if points[0] == points[1]:
            cost = [2, 2] if self.options.eggs == "two_each" else [0, 0]
            self.eggs += 1
        else:
            loser = int(points[1] < points[0])
            cost[loser] = 6 if not self.tricks[loser] else 4 if points[loser] < 31 else 2
        if self.double:
            cost = [2 * one for one in cost]
        self.double = self.options.eggs == "double_next" and points[0] == points[1]
        self.penalties = [was + more for was, more in zip(self.penalties, cost, strict=True)]
        pair = (self.tricks[0], self.tricks[1]), (cost[0], cost[1]), (self.penalties[0], self.penalties[1])
        self.games.append(Game(points, *pair))
        self.last_piles = [sorted(pile, key=_place) for pile in self.piles]
        most = max(self.penalties)
        self.over = most >= self.options.limit and self.penalties[0] != self.penalties[1]
        if not self.over:
            self.dealer = (self.dealer + 1) % 4
            self._begin(after, self.leader)


def _place(card: str) -> tuple[int, int]:
    return "shdc".index(card[1]), STRENGTH.index(card[0])


def _points(pile: Iterable[str]) -> int:
    return sum(WORTH.get(card[0], 0) for card in pile)


# ---- contradicting -------------------------------------------------------------------------------------


def name_of(seat: Seat, me: Seat | None) -> str:
    return "You" if seat == me else NAMES[seat]


def written(cards: Iterable[str]) -> str:
    """Cards as they stand in sentences."""
    return " ".join(("10" if card[0] == "T" else card[0]) + SIGNS[card[1]] for card in cards)


def expected_why(witness: Witness, me: Seat | None) -> str:
    """Who is winning, with what, and how it beats what lay there."""
    shown = [one for one in witness.laid if one.kind != "pass"]
    if not shown:
        return ""
    best = shown[-1]
    mine = best.seat == me
    if len(shown) == 1:
        return f"{name_of(best.seat, me)} led {written(best.cards)}, not beaten yet"
    target = shown[-2]
    start = f"{name_of(best.seat, me)} {'are' if mine else 'is'} winning: {written(best.cards)}"
    ways = _ways(best.cards, target.cards, witness.trump)
    how = "above" if ways == {"rank"} else "trumps" if ways == {"trump"} else "beats"
    return f"{start} {how} {written(target.cards)}{' by rank and trump' if how == 'beats' else ''}"


def _ways(cards: Sequence[str], target: Sequence[str], trump: str) -> set[str]:
    """How the cards beat the others, by rank or by trump, set on each other in order of value (section 3.2)."""

    def value(card: str) -> int:
        return STRENGTH.index(card[0]) + 9 * (card[1] == trump)

    pairs = list(zip(sorted(cards, key=value), sorted(target, key=value), strict=True))
    assert all(beats_card(one, other, trump) for one, other in pairs)
    return {"rank" if one[1] == other[1] else "trump" for one, other in pairs}


def expected_prompt(witness: Witness, hand: Sequence[str]) -> str:
    """What is asked of the one whose turn it is (G15-G22)."""
    best, most = witness.winning, len(hand)
    if best is None:
        few = f"Your turn: lead 1 to {most} cards of one suit." if most > 1 else "Your turn: lead your last card."
        return "Your lead: one to four cards of one suit" if most == 4 else few
    needed = len(best.cards)
    able = any(beats_set(cards, best.cards, witness.trump) for cards in combinations(hand, needed))
    many = f"{needed} cards" if needed > 1 else "one card"
    if not able:
        return f"Your turn: nothing beats it, pass {many}"
    if witness.options.must_beat == "off":
        return f"Your turn: beat or pass with {many}"
    return f"Your turn: you can beat{f' with {many}' if needed > 1 else ''}, so you must"


def expected_finish(witness: Witness, me: Seat | None) -> str:
    """What is said of the finished trick."""
    assert witness.finished is not None
    sets, winner = witness.finished
    best = next(one for one in sets if one.seat == winner)
    count = sum(len(one.cards) for one in sets)
    return f"{name_of(winner, me)} took {count} cards with {written(best.cards)}"


def reason(game: Game) -> str:
    """Why a game cost what it cost, for the loser (G49, G50)."""
    if game.points[0] == game.points[1]:
        return "60:60, eggs"
    loser = int(game.points[1] < game.points[0])
    if not game.tricks[loser]:
        return "no trick"
    return "under 31" if game.points[loser] < 31 else "under 60"


def false_facts(facts: Iterable[Fact], witness: Witness, me: Seat | None) -> list[Fact]:
    """The facts that do not hold."""
    return [fact for fact in facts if not _holds(fact, witness, me)]


def _holds(fact: Fact, w: Witness, me: Seat | None) -> bool:
    p: Any = fact.params
    seat = p.get("seat")
    team = next(iter(p.get("seats_named", (0,))))
    best = w.winning
    acts = None if w.over else (w.leader if not w.laid else (w.laid[-1].seat + 1) % 4)
    match fact.code:
        case "at_game":
            return (p["game"], p["dealer"], p["leader"]) == (len(w.games) + (not w.over), w.dealer, w.leader)
        case "trump_is":
            return bool(p["trump"] == p["card"][1] == w.trump)
        case "stock_is":
            return bool(p["count"] == w.stock)
        case "team_has":
            told = (p["tricks"], p["count"], p["penalty"], p["limit"])
            return told == (w.tricks[team], len(w.piles[team]), w.penalties[team], w.options.limit)
        case "eggs_are":
            return bool(p["count"] == w.eggs)
        case "to_lead" | "to_lead_last":
            return not w.laid and (seat, p["most"]) == (w.leader, w.held[w.leader])
        case "to_answer":
            return best is not None and (seat, p["needed"], tuple(p["cards"])) == (acts, len(best.cards), best.cards)
        case "to_beat":
            return best is not None and acts == me and tuple(p["cards"]) == best.cards
        case "can_beat":
            return best is not None and beats_set(p["cards"], best.cards, w.trump)
        case "after_molodka":
            return w.attempt == 2
        case "best_is":
            return best is not None and (seat, tuple(p["cards"])) == (best.seat, best.cards)
        case "trick_empty":
            return not w.laid
        case "last_trick_won":
            return w.finished is not None and seat == w.finished[1]
        case "game_scored":
            game = w.games[p["game"] - 1]
            return all(p[name] == "{}:{}".format(*getattr(game, name)) for name in game._fields)
        case "pile_was":
            return list(p["cards"]) == w.last_piles[team]
        case "left_to_limit":
            return bool(p["count"] == max(0, w.options.limit - w.penalties[team]))
        case "limit_is":
            return bool(p["limit"] == w.options.limit)
        case "party_result" | "party_result_eggs":
            loser = int(w.penalties[1] > w.penalties[0])
            named = (p["losers"], tuple(p["seats_named"]), tuple(p["winners"]), p["totals"])
            right = (loser, (loser, loser + 2), (1 - loser, 3 - loser), f"{w.penalties[0]}:{w.penalties[1]}")
            return w.over and named == right and (fact.code == "party_result_eggs") == (w.eggs > 0)
    return True
