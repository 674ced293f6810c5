"""Views to put before a bot: positions written as in the rules, cards in play order."""

from tuicards.games.goat import Beat, Card, GoatMove, GoatView, Laid, Lead, Pass, Trick
from tuicards.games.rage import Bid, Colour, Play, Played, RageMove, RageView
from tuicards.games.rage import Card as RageCard

NAMED: tuple[Colour, ...] = ("R", "O", "Y", "G", "B", "P")


def rage_cards(text: str) -> tuple[RageCard, ...]:
    return tuple(RageCard(card) for card in text.split())


def rage_plays(cards: str) -> tuple[RageMove, ...]:
    """Every play of these cards: a Wild with each colour."""
    plays: list[RageMove] = []
    for card in dict.fromkeys(rage_cards(cards)):
        plays += [Play(card, colour) for colour in NAMED] if card == "WI" else [Play(card)]
    return tuple(plays)


def rage_trick(text: str, leader: int, seats: int) -> tuple[Played, ...]:
    """`R7 WI:G` as cards on the table, from the leader on."""
    trick = []
    for place, item in enumerate(text.split()):
        card, _, named = item.partition(":")
        colour = next((colour for colour in NAMED if colour == named), None)
        trick.append(Played((leader + place) % seats, RageCard(card), colour))
    return tuple(trick)


def rage_view(
    hand: str,
    *,
    trump: Colour | None = "G",
    trick: str = "",
    seats: int = 4,
    legal: tuple[RageMove, ...] | None = None,
    bids: tuple[int | None, ...] | None = None,
    taken: tuple[int, ...] | None = None,
    bidding: bool = False,
    teams: tuple[int, ...] | None = None,
    winning: int | None = None,
    forbidden: int | None = None,
    seat: int = 0,
) -> RageView:
    """The table as the seat to act sees it; without more, everybody has bid 1 and has no trick."""
    cards = rage_cards(hand)
    size = len(cards)
    on_table = rage_trick(trick, (seat - len(trick.split())) % seats, seats)
    if legal is None:
        legal = tuple(Bid(tricks) for tricks in range(size + 1)) if bidding else rage_plays(hand)
    done = {played.seat for played in on_table}
    bids = bids or ((None,) * seats if bidding else (1,) * seats)
    return RageView(
        seat=seat,
        teams=teams or tuple(range(seats)),
        phase="bid" if bidding else "play",
        to_act=(seat,),
        legal=legal,
        hand=cards,
        counts=tuple(size - (place in done) for place in range(seats)),
        totals=(0,) * (1 + max(teams or tuple(range(seats)))),
        round=1,
        rounds=10,
        hand_size=size,
        dealer=(seat - 1) % seats,
        trump=trump,
        trump_card=RageCard(f"{trump}8") if trump else None,
        trump_history=(),
        turned=(),
        pile=60,
        bids=bids,
        has_bid=tuple(bid is not None for bid in bids),
        forbidden_bid=forbidden,
        taken=taken or (0,) * seats,
        bonus=(0,) * seats,
        mad=(0,) * seats,
        tricks_done=0,
        trick=on_table,
        led=next((shown.colour or _printed(shown.card) for shown in on_table if _printed(shown.card)), None),
        winning=winning,
        last_trick=None,
        exact=(0,) * (1 + max(teams or tuple(range(seats)))),
        history=(),
    )


def _printed(card: str) -> Colour | None:
    return next((colour for colour in NAMED if card[0] == colour and card[1:].isdigit()), None)


def goat_cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(card) for card in text.split())


def lead(text: str) -> Lead:
    return Lead(goat_cards(text))


def beat(text: str) -> Beat:
    return Beat(goat_cards(text))


def passing(text: str) -> Pass:
    return Pass(goat_cards(text))


def goat_view(
    hand: str,
    legal: tuple[GoatMove, ...],
    *,
    trick: tuple[Laid, ...] = (),
    winning: int | None = None,
    stock: int = 8,
    tricks: tuple[int, int] = (1, 1),
    seat: int = 0,
    trump: str = "h",
    last_trick: Trick | None = None,
) -> GoatView:
    """The table as the seat to act sees it, in the middle of a game."""
    cards = goat_cards(hand)
    laid = {part.seat: part.count for part in trick}
    best = next((part.cards for part in reversed(trick) if part.seat == winning), ())
    return GoatView(
        seat=seat,
        teams=(0, 1, 0, 1),
        phase="respond" if trick else "lead",
        to_act=(seat,),
        legal=legal,
        hand=cards,
        counts=tuple(len(cards) - laid.get(place, 0) for place in range(4)),
        totals=(0, 0),
        game=1,
        dealer=3,
        leader=trick[0].seat if trick else seat,
        trump="h" if trump == "h" else "d",
        indicator=Card("6h" if trump == "h" else "6d"),
        stock=stock,
        tricks=tricks,
        pile_counts=(8, 8),
        attempt=1,
        needed=trick[0].count if trick else 0,
        trick=trick,
        winning=winning,
        winning_cards=best,
        last_trick=last_trick,
        eggs=0,
        limit=12,
        history=(),
    )


def led(seat: int, text: str) -> Laid:
    cards = goat_cards(text)
    return Laid(seat, "lead", len(cards), cards)


def beaten(seat: int, text: str) -> Laid:
    cards = goat_cards(text)
    return Laid(seat, "beat", len(cards), cards)


def passed(seat: int, count: int = 1) -> Laid:
    """A pass that the bot may not see."""
    return Laid(seat, "pass", count)
