"""The end of a trick, of a game and of the party (G25-G29, G48-G54)."""

import msgspec

from tuicards.games.api import Event, Seat
from tuicards.games.goat.cards import AROUND, DECK, HAND, SEATS, Card, in_order, points
from tuicards.games.goat.deal import deal_next_game
from tuicards.games.goat.events import Drew, GameEnded, GameScore, GameStarted, PartyEnded, TrickWon
from tuicards.games.goat.scores import penalties
from tuicards.games.goat.state import Buried, Deal, Party, State, Unable
from tuicards.games.goat.view import Laid, Trick


def end_trick(
    state: State, hands: tuple[tuple[Card, ...], ...], laid: tuple[Laid, ...], best: int, event: Event
) -> tuple[State, tuple[Event, ...]]:
    """All cards to the winner's pile; then the refill, the next lead or the end of the game (G25-G28)."""
    winner = laid[best].seat
    deal = _collected(state, laid, winner)
    won = TrickWon(winner, len(laid) * laid[0].count)
    if deal.stock:
        filled, drew = _refill(state, deal, hands, winner)
        return filled, (event, won, *drew)
    after = State(state.party, deal, hands, winner, winner, unable=state.unable)
    if hands[winner]:
        return after, (event, won)
    ended, events = _end_game(after)
    return ended, (event, won, *events)


def _collected(state: State, laid: tuple[Laid, ...], winner: Seat) -> Deal:
    """The deal with the trick in the winner's pile; what nobody may see of it is buried there."""
    deal, face_down = state.deal, state.party.options.discards == "face_down"
    cards: tuple[Card, ...] = ()
    buried, shown, drawn = list(deal.buried), list(laid), drawn_so_far(deal)
    for place, set_ in enumerate(laid):
        cards += set_.cards
        if face_down and set_.kind == "pass":
            buried.append(Buried(set_.seat, cards_without(set_.cards, state.exposed), drawn))
            shown[place] = Laid(set_.seat, "pass", set_.count)
    (ours, theirs), (won, lost) = deal.piles, deal.tricks
    piles = (ours, theirs + cards) if winner % 2 else (ours + cards, theirs)
    tricks = (won, lost + 1) if winner % 2 else (won + 1, lost)
    trick = Trick(tuple(shown), winner)
    return Deal(deal.trump, deal.indicator, deal.stock, piles, tricks, tuple(buried), deal.last_drawer, trick)


def _refill(state: State, deal: Deal, left: tuple[tuple[Card, ...], ...], winner: Seat) -> tuple[State, list[Event]]:
    """One card at a time, the winner first, until all have four or the stock is empty (G27, G47)."""
    stock = deal.stock
    count = min(len(SEATS) * (HAND - len(left[winner])), len(stock))
    hands = list(left)
    drew: list[Event] = []
    for seat, step in zip(AROUND[winner], range(count), strict=False):
        share = stock[step:count:4]
        hands[seat] = in_order(hands[seat] + share)
        drew.append(Drew(seat, len(share)))
    last_drawer = (winner + count - 1) % 4 if count == len(stock) else None
    trump, indicator, under = deal.trump, deal.indicator, stock[count:]
    after = Deal(trump, indicator, under, deal.piles, deal.tricks, deal.buried, last_drawer, deal.last_trick)
    unable = state.unable and tuple(_blurred(note, left) for note in state.unable)
    return State(state.party, after, tuple(hands), winner, winner, unable=unable), drew


def _blurred(note: Unable, hands: tuple[tuple[Card, ...], ...]) -> Unable:
    """The note after a draw: which cards of the hand are old is no longer known to others."""
    return Unable(note.seat, cards_without(note.held, hands[note.seat]), note.target)


def cards_without(cards: tuple[Card, ...], without: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple([card for card in cards if card not in without])


def drawn_so_far(deal: Deal) -> int:
    """How many cards each seat has drawn this game."""
    return (len(DECK) - len(SEATS) * HAND - len(deal.stock)) // len(SEATS)


def _end_game(state: State) -> tuple[State, tuple[Event, ...]]:
    """Count, write down, and deal the next game or end the party (G48-G53, V13)."""
    party, deal = state.party, state.deal
    score = _score(party, deal)
    eggs = party.eggs + (score.points[0] == score.points[1])
    piles = (in_order(deal.piles[0]), in_order(deal.piles[1])) if party.options.reveal == "piles" else ()
    ended = GameEnded(party.game, score, eggs, piles)
    losers = _losers(score.totals, party.options.limit)
    following = Party(
        options=party.options,
        seed=party.seed,
        game=party.game + (losers is None),
        dealer=party.dealer if losers is not None else (party.dealer + 1) % 4,
        penalties=score.totals,
        eggs=eggs,
        double=party.options.eggs == "double_next" and (eggs > party.eggs),
        history=(*party.history, score),
        last_piles=piles,
        losers=losers,
    )
    if losers is not None:
        return msgspec.structs.replace(state, party=following), (ended, PartyEnded(losers, eggs > 0))
    dealt = deal_next_game(following, state.leader, deal.last_trick)
    return dealt, (ended, _started(dealt))


def _started(state: State) -> GameStarted:
    party, deal = state.party, state.deal
    return GameStarted(party.game, party.dealer, state.leader, deal.trump, deal.indicator)


def _score(party: Party, deal: Deal) -> GameScore:
    pile_points = (points(deal.piles[0]), points(deal.piles[1]))
    ours, theirs = penalties(pile_points, deal.tricks, party.options)
    if party.double:
        ours, theirs = 2 * ours, 2 * theirs
    totals = (party.penalties[0] + ours, party.penalties[1] + theirs)
    return GameScore(pile_points, deal.tricks, (ours, theirs), totals)


def _losers(totals: tuple[int, int], limit: int) -> int | None:
    """The team that has lost the party: the higher one, at the limit; with equal totals play goes on (G51)."""
    if max(totals) < limit or totals[0] == totals[1]:
        return None
    return 0 if totals[0] > totals[1] else 1
