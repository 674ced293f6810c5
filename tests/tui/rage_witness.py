"""Somebody who watches a party of Rage with open cards, keeps book by the rules, and contradicts what is false."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from tests.tui.party import NAMES
from tuicards.games.api import Event, Fact, Seat
from tuicards.games.rage import COLOUR_OF, COPIES, Bid, Card, Options, Play, State

COLOURS = {"R": "red", "O": "orange", "Y": "yellow", "G": "green", "B": "blue", "P": "purple"}
CODE_OF = {word: code for code, word in COLOURS.items()}


class Lying(NamedTuple):
    """A card as it counts in a trick."""

    seat: Seat
    card: str
    colour: str | None
    rank: int


class Turn(NamedTuple):
    """A change of trump: from what to what, by which card of whom, in which trick."""

    before: str | None
    after: str | None
    cause: str
    seat: Seat | None
    trick: int


class Row(NamedTuple):
    """A team's line of a finished round."""

    size: int
    bid: int
    taken: int
    bonus: int
    mad: int
    points: int
    total: int


def best_of(cards: Sequence[Lying], trump: str | None, last_wild: bool) -> Lying:
    """The reference algorithm of section 2.5, word for word."""
    led = next((one.colour for one in cards if one.colour), None)
    pool = [one for one in cards if trump is not None and one.colour == trump]
    if not pool and led is not None:
        pool = [one for one in cards if one.colour == led]
    if not pool:
        return cards[0]
    highest = max(one.rank for one in pool)
    tied = [one for one in pool if one.rank == highest]
    return tied[-1 if last_wild else 0]


class Witness:
    """Follows the moves and the cards that are turned up; everything else it works out."""

    def __init__(self, seats: int, options: Options, first_dealer: Seat) -> None:
        self.seats, self.options = seats, options
        number = {"none": seats, "pairs": seats // 2, "threes": 2}[options.teams]
        self.team_of = [seat % number for seat in range(seats)]
        self.teams = range(number)
        self.totals = [0] * number
        self.exact = [0] * number
        self.rows: list[list[Row]] = []
        self.dealer = (first_dealer - 1) % seats
        self.finished: tuple[list[Lying], Lying] | None = None
        self._begin()

    def _begin(self) -> None:
        self.dealer = (self.dealer + 1) % self.seats
        self.size = self.options.round_plan[len(self.rows)]
        self.bids: list[int | None] = [None] * self.seats
        self.taken = [0] * self.seats
        self.bonus = [0] * self.seats
        self.mad = [0] * self.seats
        self.trump: str | None = None
        self.suspended = False
        self.turns: list[Turn] = []
        self.trick: list[Lying] = []
        self.tricks: list[tuple[list[Lying], Lying]] = []
        self.turned: list[str] = []

    @property
    def over(self) -> bool:
        return len(self.rows) == len(self.options.round_plan)

    def begun(self, state: State) -> "Witness":
        """The first turn-up of the first round, which no move brought about."""
        assert state.trump.card is not None
        self._turned_up(state.trump.card, "deal", None, state.trump.turned)
        return self

    # ---- what happens ----------------------------------------------------------------------------------

    def sees(self, seat: Seat, move: Bid | Play, events: Iterable[Event]) -> None:
        """A move, and what everybody saw of it."""
        if isinstance(move, Bid):
            self.bids[seat] = move.tricks
            return
        number = len(self.tricks) + 1
        self._lay(seat, move, number)
        for event in events:
            said: Any = event
            match str(event.__struct_config__.tag):
                case "trump_turned":
                    cause = str(said.cause)
                    by = seat if cause == "change" else None
                    self._turned_up(said.card, cause, by, said.skipped, 0 if cause == "deal" else number)
                case "trick_won":
                    self._take()
                    self._after_trick(number)
                case "round_started":
                    self._begin()

    def _lay(self, seat: Seat, move: Play, number: int) -> None:
        colour = move.colour if move.card == "WI" else COLOUR_OF[move.card]
        rank = 16 if move.card == "WI" else int(move.card[1:]) if colour else -1
        self.trick.append(Lying(seat, str(move.card), colour, rank))
        if move.card == "OU" and self.trump is not None:
            self.turns.append(Turn(self.trump, None, "out", seat, number))
            self.trump, self.suspended = None, self.options.out_scope != "round"
        if move.card == "CH" and move.colour is not None:
            self.turns.append(Turn(self.trump, move.colour, "named", seat, number))
            self.trump, self.suspended = move.colour, False

    def _turned_up(self, card: str, cause: str, seat: Seat | None, skipped: Iterable[str], trick: int = 0) -> None:
        before = self.trump
        self.trump = COLOUR_OF[Card(card)]
        self.suspended = False
        self.turned += skipped
        self.turns.append(Turn(before, self.trump, cause, seat, trick))

    def _after_trick(self, number: int) -> None:
        """R66: what an Out of a trick leaves for the next one, where it counts for that trick only."""
        if number == self.size or not self.suspended or self.options.out_scope != "trick_restore":
            return
        back = next(turn.before for turn in reversed(self.turns) if turn.cause == "out")
        self.turns.append(Turn(None, back, "restored", None, number))
        self.trump, self.suspended = back, False

    def _take(self) -> None:
        best = best_of(self.trick, self.trump, self.options.two_wilds == "last")
        self.taken[best.seat] += 1
        self.bonus[best.seat] += sum(one.card == "BO" for one in self.trick)
        self.mad[best.seat] += sum(one.card == "MA" for one in self.trick)
        self.finished = (self.trick, best)
        self.tricks.append(self.finished)
        self.trick = []
        if len(self.tricks) == self.size:
            self._score()

    def _score(self) -> None:
        """R70-R74, R92, R93."""
        rows = []
        for team in self.teams:
            own = [seat for seat in range(self.seats) if self.team_of[seat] == team]
            bid = sum(self.bids[seat] or 0 for seat in own)
            taken, bonus, mad = (sum(count[seat] for seat in own) for count in (self.taken, self.bonus, self.mad))
            points = self.worth(self.size, bid, taken) + 5 * bonus - 5 * mad
            self.totals[team] += points
            self.exact[team] += bid == taken
            rows.append(Row(self.size, bid, taken, bonus, mad, points, self.totals[team]))
        self.rows.append(rows)

    def worth(self, size: int, bid: int, taken: int) -> int:
        """Points of tricks and bid."""
        each = 2 if self.options.sweep == "double" and size > 1 and taken == size else 1
        flat = self.options.scoring == "flat"
        if bid != taken:
            return each * taken - (5 if flat else 0)
        return each * taken + (10 if flat or bid else 5)

    # ---- what may still come ---------------------------------------------------------------------------

    def _open_bids(self, team: int, known: Sequence[int | None], barred: int | None) -> set[int]:
        """Every sum of bids that the team may have, by what one knows."""
        own = [seat for seat in range(self.seats) if self.team_of[seat] == team]
        sums = {0}
        for seat in own:
            bid = known[seat]
            free = [number for number in range(self.size + 1) if number != barred or self.bids[seat] is not None]
            sums = {one + more for one in sums for more in (free if bid is None else [bid])}
        return sums

    def _in_play(self, card: str) -> int:
        """Copies of a card that may still be won this round: not out of play, not won yet."""
        won = sum(one.card == card for cards, _ in self.tricks for one in cards)
        return COPIES[self.options.edition][Card(card)] - won - self.turned.count(card)

    def most(self, team: int, known: Sequence[int | None], barred: int | None) -> int:
        """The most points that a team can make from now on, as far as counts of tricks and cards allow."""
        return self.gain(team, None, known, barred)

    def gain(self, team: int, rival: int | None, known: Sequence[int | None], barred: int | None) -> int:
        """The most that a team can make more than a rival from now on."""
        done = len(self.rows)
        total = 0
        for number, size in enumerate(self.options.round_plan[done:]):
            now = number == 0
            total += self._round_gain(size, team, rival, known if now else None, barred)
        return total

    def _round_gain(
        self, size: int, team: int, rival: int | None, known: Sequence[int | None] | None, barred: int | None
    ) -> int:
        now = known is not None
        left = size - len(self.tricks) if now else size
        bonus = self._in_play("BO") if now else COPIES[self.options.edition][Card("BO")]
        mad = self._in_play("MA") if now else COPIES[self.options.edition][Card("MA")]

        def held(of: int, counts: list[int]) -> int:
            return sum(counts[seat] for seat in range(self.seats) if self.team_of[seat] == of) if now else 0

        def sums(of: int) -> set[int]:
            members = self.team_of.count(of)
            return set(range(size * members + 1)) if known is None else self._open_bids(of, known, barred)

        def made(of: int, won: int, best: bool) -> int:
            taken = held(of, self.taken) + won
            parts = [self.worth(size, bid, taken) for bid in sums(of)]
            own = 5 * held(of, self.bonus) - 5 * held(of, self.mad)
            if best:
                return max(parts) + own + 5 * min(bonus, won * self.seats)
            return min(parts) + own - 5 * min(mad, won * self.seats)

        return max(
            made(team, won, True) - (0 if rival is None else made(rival, lost, False))
            for won in range(left + 1)
            for lost in (range(left - won + 1) if rival is not None else [0])
        )


# ---- contradicting -------------------------------------------------------------------------------------


def name_of(seat: Seat, me: Seat | None) -> str:
    return "You" if seat == me else NAMES[seat]


def seat_of(word: str, me: Seat | None) -> Seat:
    if word.casefold() in ("you", "your"):
        assert me is not None, "nobody watches as `You`"
        return me
    return NAMES.index(word)


WHY = [
    ("leads", r"(?P<who>\w+) leads? (?P<colour>\w+)"),
    ("leads_trump", r"(?P<who>\w+) leads? trump: (?P<colour>\w+)"),
    ("highest_trump", r"(?P<who>\w+?)(?:'s)? (?P<card>\w+) is the highest trump"),
    ("only_trump", r"(?P<who>\w+?)(?:'s)? (?P<card>\w+) is the only trump"),
    ("above", r"(?P<who>\w+?)(?:'s)? (?P<card>\w+) is above every (?P<colour>\w+)"),
    ("highest", r"(?P<who>\w+?)(?:'s)? (?P<card>\w+) is the highest (?P<colour>\w+)"),
    ("only", r"(?P<who>\w+?)(?:'s)? (?P<card>\w+) is the only (?P<colour>\w+)"),
    ("nobody", r"No colour is led yet: as it lies, (?P<who>\w+) wins? as leader"),
    ("nobody_out", r"No trump and no colour led: as it lies, (?P<who>\w+) wins? as leader"),
]


def why_is_true(text: str, witness: Witness, me: Seat | None) -> bool:
    """Whether the sentence that says who is winning, and why, holds for the trick as it lies."""
    cards, trump = witness.trick, witness.trump
    if not cards:
        return text == ""
    found = next((kind, match) for kind, sign in WHY if (match := re.fullmatch(sign, text)))
    kind, said = found[0], found[1].groupdict()
    best = best_of(cards, trump, witness.options.two_wilds == "last")
    seat = seat_of(said["who"], me)
    colour = CODE_OF.get(said.get("colour") or "")
    others = [one for one in cards if one is not best]
    if seat != best.seat or said.get("card", best.card) != best.card:
        return False
    led = next((one.colour for one in cards if one.colour), None)
    trumps = [one for one in cards if one.colour is not None and one.colour == trump]
    match kind:
        case "leads":
            return best is cards[0] and best.colour == colour == led and colour != trump
        case "leads_trump":
            return best is cards[0] and best.colour == colour == led == trump
        case "highest_trump":
            return len(trumps) > 1 and best in trumps and all(one.rank < best.rank for one in trumps if one != best)
        case "only_trump":
            return trumps == [best]
        case "above":
            return best.card == "WI" and best.colour == colour and any(one.colour == colour for one in others)
        case "highest":
            same = [one for one in others if one.colour == colour]
            highest = bool(same) and all(one.rank < best.rank for one in same)
            return not trumps and best.colour == colour == led and highest
        case "only":
            return not trumps and best.colour == colour == led and not any(one.colour == colour for one in others)
        case "nobody":
            return led is None and best is cards[0]
        case _:
            return led is None and best is cards[0] and trump is None


def expected_notes(witness: Witness, me: Seat | None) -> Counter[str]:
    """What must be told about special cards in the trick that lies on the table."""
    cards = witness.trick
    if not cards:
        return Counter()
    best = best_of(cards, witness.trump, witness.options.two_wilds == "last")
    who = "you" if best.seat == me else NAMES[best.seat]
    parts = _points(cards)
    notes = [f"{', '.join(parts)}: so far {who}"] if parts else []
    led = next((one.colour for one in cards if one.colour), None)
    lost = [one for one in cards if one.card == "WI" and one.colour not in (led, witness.trump)]
    notes += [f"As it lies, a Wild named {COLOURS[one.colour or '']} cannot win" for one in lost]
    notes += [_turn_note(turn, me) for turn in witness.turns if turn.trick == len(witness.tricks) + 1]
    return Counter(notes)


def _points(cards: Sequence[Lying]) -> list[str]:
    bonus, mad = (5 * sum(one.card == card for one in cards) for card in ("BO", "MA"))
    return [f"Bonus +{bonus}"] * bool(bonus) + [f"Mad \u2212{mad}"] * bool(mad)


def _turn_note(turn: Turn, me: Seat | None) -> str:
    assert turn.seat is not None
    who = name_of(turn.seat, me)
    before, after = COLOURS.get(turn.before or ""), COLOURS.get(turn.after or "")
    if turn.cause == "out":
        return f"{who} took trump away: {before} is plain now"
    if before is None:
        return f"{who} brought a trump: {after}"
    if before == after:
        return f"{who} changed trump, to {after} again"
    return f"{who} changed trump from {before} to {after}"


def expected_prompts(witness: Witness, hand: Sequence[str], phase: str) -> list[str]:
    """What may be asked of the one whose turn it is (R21, R40-R43)."""
    if phase == "bid":
        many = f"Your bid: how many of the {witness.size} tricks will you win?"
        return ["Your bid: will you win the one trick?" if witness.size == 1 else many]
    led = next((one.colour for one in witness.trick if one.colour), None)
    if not witness.trick:
        return ["Your lead: any card"]
    if led is None:
        return ["Your turn: no colour is led yet, any card"]
    follows = any(COLOUR_OF[Card(card)] == led for card in hand)
    word = COLOURS[led]
    return [f"Your turn: follow {word}" if follows else f"Your turn: you have no {word}, any card"]


def expected_finish(witness: Witness, me: Seat | None) -> list[str]:
    """What must be told about the last trick."""
    if witness.finished is None:
        return []
    cards, best = witness.finished
    lines = [f"{name_of(best.seat, me)} took the trick with {best.card}"]
    parts = _points(cards)
    return [*lines, f"{', '.join(parts)} for {'you' if best.seat == me else NAMES[best.seat]}"] if parts else lines


def known_bids(witness: Witness, me: Seat | None, phase: str) -> list[int | None]:
    """The bids that one may know (R23, R25, R95)."""
    hidden = {"in_turn": (), "simultaneous": ("bid",), "secret": ("bid", "play")}[witness.options.bid_mode]
    return [bid if seat == me or phase not in hidden else None for seat, bid in enumerate(witness.bids)]


def expected_needs(witness: Witness, me: Seat | None, phase: str) -> list[str]:
    """Column `need` of each seat."""
    known, left = known_bids(witness, me, phase), witness.size - len(witness.tricks)
    texts = []
    for seat in range(witness.seats):
        own = [one for one in range(witness.seats) if witness.team_of[one] == witness.team_of[seat]]
        bids = [known[one] for one in own]
        if None in bids:
            texts.append("")
            continue
        missing = sum(bid or 0 for bid in bids) - sum(witness.taken[one] for one in own)
        if missing < 0:
            texts.append(f"x over {-missing}")
        elif missing > left:
            texts.append(f"x short {missing - left}")
        else:
            texts.append("= met" if missing == 0 else f"+{missing}")
    return texts


def barred(witness: Witness) -> int | None:
    """The number that the hook forbids the last bidder, while he is asked (R26)."""
    if witness.options.hook == "off" or witness.bids.count(None) != 1:
        return None
    number = witness.size - sum(bid or 0 for bid in witness.bids)
    return number if 0 <= number <= witness.size else None


def sums_are_true(lines: Sequence[str], witness: Witness, me: Seat | None, phase: str) -> bool:
    """Whether the sentences about the sum of the bids hold, and none is missing."""
    if phase == "over":
        return not lines
    known = known_bids(witness, me, phase)
    made = sum(bid is not None for bid in witness.bids)
    total, size = sum(bid or 0 for bid in known), witness.size
    hidden = sum(bid is not None for bid in known) < made
    expected: list[str]
    if hidden and made == witness.seats:
        expected = [f"All bids are made, {'one trick' if size == 1 else f'{size} tricks'} to win"]
    elif hidden:
        expected = [f"Bids made: {made}"]
    elif made < witness.seats:
        expected = [f"Bids so far {total}, tricks {size}"]
    else:
        off = abs(total - size)
        end = f"{off} too many wanted" if total > size else f"{off} too few wanted" if total < size else "just enough"
        expected = [f"{total} bid for {size}: {end}"]
    stop = barred(witness)
    if stop is not None:
        last = witness.bids.index(None)
        expected.append(f"{name_of(last, me)} may not bid {stop}: the bids would come out even")
    if phase == "play" and witness.tricks and None not in known:
        wanted = 0
        for team in witness.teams:
            own = [seat for seat in range(witness.seats) if witness.team_of[seat] == team]
            wanted += max(0, sum(known[seat] or 0 for seat in own) - sum(witness.taken[seat] for seat in own))
        expected.append(f"Still wanted {wanted}, tricks left {size - len(witness.tricks)}")
    return list(lines) == expected


def expected_standing(witness: Witness, me: Seat | None, phase: str) -> list[str]:
    """Who leads, and what the own team or else the next one needs."""
    if witness.over or not witness.rows:
        return []
    best = max(witness.totals)
    first = [team for team in witness.teams if witness.totals[team] == best]
    rest = [team for team in witness.teams if team not in first]
    rest.sort(key=lambda team: (-witness.totals[team], -witness.exact[team], team))
    first.sort(key=lambda team: (-witness.exact[team], team))

    def named(team: int) -> str:
        return "+".join(name_of(seat, me) for seat in range(witness.seats) if witness.team_of[seat] == team)

    names = ", ".join(map(named, first))
    if not rest:
        return [f"All are level: {best}"]
    lead = f"In the lead together: {names}, {best}"
    if len(first) == 1:
        lead = f"In the lead: {names}, by {best - witness.totals[rest[0]]}"
    own = None if me is None else witness.team_of[me]
    chaser = own if own in rest else rest[0]
    assert chaser is not None
    behind = best - witness.totals[chaser]
    known, stop = known_bids(witness, me, phase), barred(witness)
    if any(behind > witness.gain(chaser, leader, known, stop) for leader in first):
        return [lead, f"{named(chaser)}: {behind} behind, more than can be made up"]
    left = len(witness.options.round_plan) - len(witness.rows)
    when = "in the last round" if left == 1 else f"in {left} rounds"
    most = witness.most(chaser, known, stop)
    needs = f"needs {behind + 1} more than {names} {when}"
    return [lead, f"{named(chaser)}: {behind} behind, {needs}; most possible {most}"]


def expected_sheet(witness: Witness) -> list[list[str]]:
    """The words of each round's line of a wide score sheet."""
    lines = []
    for number, row in enumerate(witness.rows, 1):
        words = [str(number), f"({row[0].size})"]
        for one in row:
            words += [f"{one.bid}/{one.taken}", *(("=", "made") if one.bid == one.taken else ("x", "missed"))]
            marks = f"+{5 * one.bonus}" * bool(one.bonus) + f"\u2212{5 * one.mad}" * bool(one.mad)
            words += [marks] * bool(marks)
            words += [f"{one.points:+d}".replace("-", "\u2212"), str(one.total).replace("-", "\u2212")]
        lines.append(words)
    return lines


def ranked(witness: Witness) -> list[int]:
    """The rank of each team: total, then exact rounds; equal ones share it (R80-R82)."""
    keys = [(witness.totals[team], witness.exact[team]) for team in witness.teams]
    return [1 + sum(other > key for other in keys) for key in keys]


def false_facts(facts: Iterable[Fact], witness: Witness, me: Seat | None, phase: str) -> list[Fact]:
    """The facts that do not hold."""
    return [fact for fact in facts if not _holds(fact, witness, me, phase)]


def _holds(fact: Fact, w: Witness, me: Seat | None, phase: str) -> bool:
    p: Any = fact.params
    seat = p.get("seat")
    known = known_bids(w, me, phase)
    members = tuple(p.get("seats_named", ()))
    team = w.team_of[members[0]] if members else None
    best = best_of(w.trick, w.trump, w.options.two_wilds == "last") if w.trick else None
    match fact.code:
        case "table_round":
            now = min(len(w.rows) + 1, len(w.options.round_plan))
            return (p["round"], p["rounds"], p["hand_size"]) == (now, len(w.options.round_plan), w.size)
        case "table_dealer":
            return bool(seat == w.dealer)
        case "trump_is":
            return bool(p["trump"] == w.trump)
        case "trump_none":
            return w.trump is None
        case "seat_no_bid":
            return w.bids[seat] is None
        case "seat_hidden_bid":
            return w.bids[seat] is not None and known[seat] is None and p["taken"] == w.taken[seat]
        case "seat_needs" | "seat_over" | "seat_even":
            gap = (known[seat] or 0) - w.taken[seat]
            told = p.get("need", 0) - p.get("over", 0)
            return known[seat] is not None and (p["bid"], p["taken"], told) == (known[seat], w.taken[seat], gap)
        case "seat_captured":
            return (p["bonus"], p["mad"]) == (w.bonus[seat], w.mad[seat])
        case "bids_so_far" | "bids_even" | "bids_over" | "bids_under":
            total = sum(bid or 0 for bid in known)
            even = {"bids_even": total == w.size, "bids_over": total > w.size, "bids_under": total < w.size}
            whole = None not in w.bids
            return bool(
                (p["total"], p["by"]) == (total, abs(total - w.size))
                and even.get(fact.code, not whole) and (whole or fact.code == "bids_so_far")
            )  # fmt: skip
        case "team_bid":
            bid, taken = sum(known[one] or 0 for one in members), sum(w.taken[one] for one in members)
            return (p["bid"], p["taken"]) == (bid, taken)
        case "team_total":
            return team is not None and bool(p["total"] == w.totals[team])
        case "trick_number":
            return bool(p["number"] == len(w.tricks) + 1)
        case "hook_forbids":
            return bool(p["tricks"] == barred(w))
        case "trick_led":
            return bool(p["led"] == next((one.colour for one in w.trick if one.colour), None))
        case "trick_open":
            return not any(one.colour for one in w.trick)
        case "trick_winning":
            return best is not None and seat == best.seat
        case "trick_empty":
            return not w.trick
        case "trick_last_winner":
            return w.finished is not None and seat == w.finished[1].seat
        case "trick_was":
            return bool(w.tricks[p["number"] - 1][1].seat == seat)
        case "score_total":
            behind = max(w.totals) - w.totals[team or 0]
            return (p["rank"], p["total"], p["exact"], p.get("behind", 0)) == (
                ranked(w)[team or 0], w.totals[team or 0], w.exact[team or 0], behind,
            )  # fmt: skip
        case "party_won" | "party_shared":
            first = [one for one in range(w.seats) if ranked(w)[w.team_of[one]] == 1]
            alone = len({w.team_of[one] for one in first}) == 1
            return list(members) == first and p["points"] == max(w.totals) and alone == (fact.code == "party_won")
        case code if code.startswith("step_"):
            step = code.removeprefix("step_")
            return any((t.cause, t.after, t.seat) == (step, p.get("colour"), seat) for t in w.turns)
    return True
