"""What the line-by-line client says of a picture, without a server."""

from tests.games.goat_helpers import finish_game, options
from tuicards.client_state import ClientState
from tuicards.games.api import Event, to_plain
from tuicards.games.goat import GOAT, Party, State, begin_game
from tuicards.games.goat.cards import DECK
from tuicards.text.narration import news
from tuicards.text.voice import Voice
from tuicards.wire.messages import SeatInfo, TableInfo, Update

TABLE = TableInfo(
    table="t1",
    game="goat",
    title="kitchen",
    options={},
    seats=tuple(SeatInfo(name=name) for name in ("Ana", "Bo", "Cai", "Dee")),
    owner="Ana",
    public=True,
    state="playing",
    party=1,
    you=0,
)


def picture(state: State, seq: int, events: tuple[Event, ...] = ()) -> Update:
    view = to_plain(GOAT.view(state, 0))
    return Update(table="t1", party=1, seq=seq, view=view, events=tuple(map(to_plain, events)))


def test_a_game_that_changes_no_total_is_told_with_its_score() -> None:
    """G50: 60:60 gives nobody a penalty, and yet all hear that it was 60:60."""
    party = Party(options=options(), seed=b"", dealer=0, penalties=(4, 6))
    state, events = finish_game(party, "60:60", (4, 4), 0)
    begun = ClientState(table=TABLE).after(picture(begin_game(party, 1, DECK, 0), 1))
    update = picture(state, 2, events)

    lines = list(news(begun, update, begun.after(update), Voice()))

    assert "Game 1: points 60:60, tricks 4:4, penalty 0:0, total 4:6." in lines
    assert "Games with eggs (60:60) in this party: 1." in lines
