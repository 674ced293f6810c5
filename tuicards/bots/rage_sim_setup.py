"""From a table of Rage to the simulator's numbers, and back."""

from collections.abc import Iterable, Sequence

from tuicards.bots.rage_sim_layout import (
    AHEAD,
    BEST,
    BID,
    CARD,
    CHANCE,
    END,
    EXTRA,
    GAIN,
    LAID,
    LEADER,
    LED,
    LEFT,
    NAMES,
    NEXT,
    PILE,
    REDRAW,
    RESTORE,
    ROUND,
    SEAT,
    SHOWN,
    SIZE,
    SPECIALS,
    SUSPENDED,
    TABLE,
    TAKEN,
    TOTAL,
    TRUMP,
    TRUMPS,
    TURN,
    WILD,
)
from tuicards.bots.rage_sim_weights import levels_of, weights_of
from tuicards.games.rage import COLOUR_OF, COLOURS, Card, Colour, Options, Play, Played, RageView, score, teams_of

SPECIAL_CARDS = ("WI", "CH", "OU", "BO", "MA")
CARDS = tuple(Card(f"{colour}{rank}") for colour in COLOURS for rank in range(16)) + tuple(map(Card, SPECIAL_CARDS))
"""Codes by id."""

ID_OF = {card: place for place, card in enumerate(CARDS)}
COLOUR_ID: dict[Colour | None, int] = {None: -1, **{colour: place for place, colour in enumerate(COLOURS)}}
SCOPES = {"round": ROUND, "trick_restore": RESTORE, "trick_redraw": REDRAW}


def rules_of(options: Options, seats: int, hand_size: int) -> list[int]:
    """The options as the simulator's rules."""
    return [
        seats,
        max(teams_of(seats, options.teams)) + 1,
        hand_size,
        int(options.rage_play == "anytime"),
        SCOPES[options.out_scope],
        int(options.change_source == "player"),
        int(options.two_wilds == "last"),
        score(options, 2, 1, 1) - 1,
        score(options, 2, 0, 0),
        score(options, 2, 1, 0),
        int(options.sweep == "double"),
        int(options.hook == "last_bidder"),
        *levels_of(seats, hand_size),
        *weights_of(seats),
    ]


def table_of(view: RageView, options: Options) -> list[int]:
    """What everybody sees of the round as it stands: all but hands, pile, and bids."""
    s = [0] * SIZE
    s[CHANCE] = 1
    for seat, taken in enumerate(view.taken):
        s[seat * SEAT + TAKEN] = taken
        s[seat * SEAT + GAIN] = view.bonus[seat] - view.mad[seat]
    for team, total in enumerate(view.totals):
        s[team * SEAT + TOTAL] = total
    _put_trump(s, view, options)
    _put_table(s, view, options)
    _put_shown(s, view)
    return s


def dealt(table: list[int], hands: Sequence[Iterable[int]], pile: Iterable[int], bids: Sequence[int]) -> list[int]:
    """The table with these hands, pile (top first) and bids (-1: not made yet)."""
    s = table[:]
    for seat, cards in enumerate(hands):
        base = seat * SEAT
        s[base + BID] = bids[seat]
        for card in cards:
            if card < WILD:
                s[base + (card >> 4)] |= 1 << (card & 15)
            else:
                s[base + SPECIALS + card - WILD] += 1
    end = s[NEXT]
    for card in pile:
        if card < WILD:
            s[end] = card >> 4
            end += 1
    s[END] = end
    return s


def _put_trump(s: list[int], view: RageView, options: Options) -> None:
    s[TRUMP], s[SUSPENDED] = COLOUR_ID[view.trump], -1
    card = view.trump_card
    if view.trump is None and options.out_scope != "round" and _ended_by_out(view):
        before = view.trump_history[-2]
        s[SUSPENDED] = COLOUR_ID[before.colour]
        card = before.card if options.out_scope == "trick_restore" else None
    out = [COLOUR_ID[COLOUR_OF[other]] for other in view.turned if COLOUR_OF[other]]
    if card is not None:
        out.append(COLOUR_ID[COLOUR_OF[card]])
    s[CARD], s[NEXT] = int(card is not None), PILE + len(out)
    s[PILE : s[NEXT]] = out


def _put_shown(s: list[int], view: RageView) -> None:
    """All number cards that lie or have lain face up."""
    laid = [played.card for trick in (*(trick.cards for trick in view.tricks), view.trick) for played in trick]
    shown = [step.card for step in view.trump_history if step.card is not None]
    for code in (*laid, *shown, *view.turned):
        card = ID_OF[code]
        if card < WILD:
            s[SHOWN + (card >> 4)] |= 1 << (card & 15)


def _ended_by_out(view: RageView) -> bool:
    history = view.trump_history
    return len(history) > 1 and history[-1].cause == "out" and any(played.card == "OU" for played in view.trick)


def _put_table(s: list[int], view: RageView, options: Options) -> None:
    seats, trick = len(view.counts), view.trick
    leader = trick[0].seat if trick else view.to_act[0] if view.phase == "play" else (view.dealer + 1) % seats
    s[LEADER], s[LAID], s[TURN] = leader, len(trick), (leader + len(trick)) % seats
    s[LEFT], s[LED] = view.hand_size - view.tricks_done, COLOUR_ID[view.led]
    s[AHEAD], s[BEST] = leader, -1
    for place, played in enumerate(trick):
        s[TABLE + place] = _lying(played)
        s[EXTRA] += (played.card == "BO") - (played.card == "MA")
        power = _power(played, s[TRUMP], s[LED])
        if power > s[BEST] or (power == s[BEST] >= 0 and options.two_wilds == "last"):
            s[BEST], s[AHEAD] = power, played.seat


def _lying(played: Played) -> int:
    return 256 + COLOUR_ID[played.colour] if played.card == "WI" else ID_OF[played.card]


def _power(played: Played, trump: int, led: int) -> int:
    lying = _lying(played)
    if WILD <= lying < 256:
        return -1
    colour, rank = (lying - 256, 16) if lying >= 256 else (lying >> 4, lying & 15)
    return rank + TRUMPS if colour == trump else rank if colour == led else -1


def move_of(play: Play) -> int:
    """A play as the simulator's number."""
    return ID_OF[play.card] + NAMES * (COLOUR_ID[play.colour] + 1)


def play_of(move: int) -> Play:
    """The simulator's number as a play."""
    named = (move >> 7) - 1
    return Play(CARDS[move & 127], None if named < 0 else COLOURS[named])
