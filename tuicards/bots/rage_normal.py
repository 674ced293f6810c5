"""Rage, normal: bids what the hand is worth, then plays each card for the sake of the bid.

Every legal move is valued by the chance that it wins the trick as it lies, by the Bonus and Mad cards in
it, and by what the rest of the hand can still do for the bid. Nothing is remembered between moves.
"""

from random import Random

from tuicards.bots.choice import Choice, Thinking, percent
from tuicards.bots.rage_chances import Lying, Sight, lying
from tuicards.bots.rage_prospects import Judge, Prize, Prospects, Span, prospects, seat_will
from tuicards.bots.rage_slack import Slack, careless_moves
from tuicards.bots.seen import Seen
from tuicards.games.api import Fact, Move
from tuicards.games.rage import COLOURS, Bid, Colour, Play, Played, RageView

GIVEN_AWAY = 0.2
"""How much points that go to others hurt, against the same points for oneself, with one rival."""

STRAY = 0.03
"""Chance that a colourless lead wins the trick."""

LIKELY = 0.4
"""From this chance on a reason tells that a card is to win, below it that it is not."""

SLACK = Slack(card=0.2, trick=4.0)
"""How careless it is: as a club player, who often bids one off, and then makes the best of it."""


def rage_normal(seen: Seen, chance: Random, thinking: Thinking) -> Choice:
    """A card that promises about the most points, or a bid that is wrong by a little."""
    worths, best = rage_worths(seen.view)
    return Choice(chance.choice(careless_moves(seen.view, worths, SLACK)), best.why)


def rage_worths(view: RageView) -> tuple[dict[Move, float], Choice]:
    """Points to expect from each legal move, and the best one with its reason."""
    return _bids(view) if view.phase == "bid" else _Turn(view).plays()


def _bids(view: RageView) -> tuple[dict[Move, float], Choice]:
    leads = (view.dealer + 1) % len(view.counts) == view.seat
    by_card = Judge(view, Sight(view)).spans(view.hand, len(view.hand), view.trump, leads)
    spans = [by_card[card] for card in view.hand]
    nothing, some = (prospects(spans, _prize(view, bid), len(spans)) for bid in (0, 1))
    bids = [move for move in view.legal if isinstance(move, Bid)]
    worths: dict[Move, float] = {bid: (some if bid.tricks else nothing).of(bid.tricks) for bid in bids}
    worth = sum(span.low + span.high for span in spans) / 2
    why = Fact("why.worth", {"tricks": round(worth), "sure": sum(span.high > 0.8 for span in spans)})
    return worths, Choice(max(worths, key=worths.__getitem__), why)


def _prize(view: RageView, bid: int) -> Prize:
    """What meeting a bid is worth; which table of R70 is in use is read off the finished rounds."""
    flat = _scores_flat(view)
    return Prize(10 if bid or flat else 5, -5 if flat else 0)


def _scores_flat(view: RageView) -> bool:
    for played in view.history:
        for line in played.lines:
            extra = line.points - line.taken - 5 * line.bonus + 5 * line.mad
            if line.bid != line.taken and extra < 0:
                return True
            if line.bid == line.taken == 0:
                return extra == 10
    return False


class _Turn:
    """One card to play."""

    def __init__(self, view: RageView) -> None:
        self.view = view
        self.seat = view.seat or 0
        self.sight = Sight(view)
        self.judge = Judge(view, self.sight)
        self.later = self._seats_to_come()
        self.need = self._own_need()
        team_bid = sum(bid or 0 for seat, bid in enumerate(view.bids) if view.teams[seat] == view.teams[self.seat])
        self.prize = _prize(view, team_bid)
        self._chances: dict[tuple[Colour | None, bool], dict[str, Span]] = {}
        self._known: dict[tuple[str, Colour | None, bool], Prospects] = {}

    def plays(self) -> tuple[dict[Move, float], Choice]:
        valued = {play: self._value(play) for play in self.view.legal if isinstance(play, Play)}
        best, (_, wins) = max(valued.items(), key=lambda pair: pair[1][0])
        return {play: value for play, (value, _) in valued.items()}, Choice(best, self._why(best, wins))

    def _seats_to_come(self) -> tuple[int, ...]:
        seats = len(self.view.counts)
        after = seats - len(self.view.trick) - 1
        return tuple((self.seat + step) % seats for step in range(1, after + 1))

    def _own_need(self) -> int:
        """Tricks this seat should still win: its own, less what its partners have won too many."""
        own = 0
        for seat, bid in enumerate(self.view.bids):
            need = (bid or 0) - self.view.taken[seat]
            if seat == self.seat:
                own += need
            elif self._ours(seat):
                own += min(0, need) + max(0, need - self.view.counts[seat])
        return own

    def _ours(self, seat: int) -> bool:
        return self.view.teams[seat] == self.view.teams[self.seat]

    def _value(self, play: Play) -> tuple[float, float]:
        """Points to expect after the play, and the chance that it wins the trick."""
        cases = self._trumps_after(play)
        valued = [self._value_under(play, trump) for trump in cases]
        return sum(value for value, _ in valued) / len(cases), sum(wins for _, wins in valued) / len(cases)

    def _trumps_after(self, play: Play) -> tuple[Colour | None, ...]:
        if play.card == "OU":
            return (None,)
        if play.card == "CH":
            return (play.colour,) if play.colour else COLOURS
        return (self.view.trump,)

    def _value_under(self, play: Play, trump: Colour | None) -> tuple[float, float]:
        trick = (*self.view.trick, Played(self.seat, play.card, play.colour))
        now = lying(trick, trump)
        stays = self._stays(now, trump)
        mine = stays if now.seat == self.seat else 0.0
        partner = stays if now.seat != self.seat and self._ours(now.seat) else 0.0
        after = self._after(play.card, trump, True), self._after(play.card, trump, False)
        spare = self._spare_for(now.seat)
        value = mine * (1 + after[0].of(self.need - 1)) + partner * (1 + after[1].of(self.need - spare))
        value += (1 - mine - partner) * after[1].of(self.need)
        return value + self._extras(trick, mine + partner), mine

    def _spare_for(self, seat: int) -> int:
        """1 where a partner's trick spares this seat one: the partner has what it bid."""
        return int(self.view.taken[seat] >= (self.view.bids[seat] or 0))

    def _stays(self, now: Lying, trump: Colour | None) -> float:
        """Chance that nobody who is still to play overtakes."""
        if now.best is None or now.led is None:
            return STRAY if self.later else 1.0
        chance = 1.0
        for seat in self.later:
            will = seat_will(self.view, seat)
            chance *= 1 - self.sight.beats(seat, self.view.counts[seat], now.best, now.led, trump, will)
        return chance

    def _after(self, card: str, trump: Colour | None, leads: bool) -> Prospects:
        """What the hand without the card is worth."""
        key = (card, trump, leads)
        if key not in self._known:
            spans = self._spans(trump, leads)
            rest = list(self.view.hand)
            rest.remove(card)
            self._known[key] = prospects([spans[other] for other in rest], self.prize, self.need)
        return self._known[key]

    def _spans(self, trump: Colour | None, leads: bool) -> dict[str, Span]:
        """Chances of the cards after this trick; each is needed for many plays."""
        if (trump, leads) not in self._chances:
            left = max(1, len(self.view.hand) - 1)
            self._chances[trump, leads] = self.judge.spans(self.view.hand, left, trump, leads)
        return self._chances[trump, leads]

    def _extras(self, trick: tuple[Played, ...], ours: float) -> float:
        """Points by the Bonus and Mad cards in the trick: ours if we win it, a rival's otherwise."""
        cards: list[str] = [played.card for played in trick]
        points = 5 * (cards.count("BO") - cards.count("MA"))
        rivals = max(self.view.teams)
        return points * (ours - (1 - ours) * GIVEN_AWAY / max(1, rivals))

    def _why(self, play: Play, wins: float) -> Fact:
        if len(self.view.legal) == 1:
            return Fact("why.only")
        return Fact(
            self._aim(wins >= LIKELY), {"card": play.card, "chance": percent(wins), "need": max(0, self.need)}
        )

    def _aim(self, likely: bool) -> str:
        """What a card is played for, by the tricks still needed and whether it is likely to win."""
        if self.need < 0:
            return "why.bid_gone"
        if self.need:
            return "why.takes" if likely else "why.saves"
        return "why.risks" if likely else "why.ducks"
