"""What a guest of the SSH door remembers and asks for, as values."""

from itertools import count

import pytest

from tuicards.games import GAMES
from tuicards.guest import destination
from tuicards.guest_settings import GUEST, GuestKeeper, from_texts, to_texts
from tuicards.settings import Settings
from tuicards.tui.quick_plan import QuickPlan, with_room
from tuicards.wire.messages import AddBot, CreateTable, Done, JoinTable, Lobby, Refused, StartParty, TableLine


def line(table: str, state: str, people: int, bots: int, game: str = "rage") -> TableLine:
    """A table of four in the lobby's list."""
    return TableLine(table=table, game=game, title="", seats=4, people=people, bots=bots, state=state)  # type: ignore[arg-type]


def test_settings_are_remembered_as_texts() -> None:
    """Only what differs from a guest's defaults, and it comes back the same; what is wrong or strange is left out."""
    chosen = Settings(mouse=True, motion=False, language="es", pause=0.5, colours="PBGYOR", name="Ann")
    texts = to_texts(chosen)

    assert texts == {"mouse": "true", "language": "es", "pause": "0.5", "colours": "PBGYOR"}
    assert to_texts(from_texts(texts)) == texts
    assert to_texts(GUEST) == {}
    assert from_texts({"pause": "long", "moton": "on", "name": "Eve"}) == GUEST


def test_where_settings_are_kept_is_said() -> None:
    """With the key, or nowhere; and that a name or NO_COLOR is not for the settings to decide."""
    told: list[dict[str, str]] = []
    keyed, keyless = GuestKeeper(told.append, {"NO_COLOR": "1"}), GuestKeeper(None, {})
    for keeper in (keyed, keyless):
        keeper.keep(GUEST)

    assert told == [{}]
    assert (keyed.where, keyless.where) == ("settings.kept_by_key", "settings.kept_nowhere")
    assert (keyed.stronger("colour_depth"), keyless.stronger("colour_depth")) == ("NO_COLOR", "")
    assert keyless.stronger("name") == "SSH"


@pytest.mark.parametrize(
    ("words", "game", "table"),
    [((), "", ""), (("Rage",), "rage", ""), (("goat",), "goat", ""), (("k7qx",), "", "K7QX"), ((" ",), "", "")],
)
def test_words_after_the_host_lead_somewhere(words: tuple[str, ...], game: str, table: str) -> None:
    """A game or the code of a table, however they are capitalised; nothing leads to the lobby."""
    assert destination(words) == (game, table, ())


@pytest.mark.parametrize("words", [("rage", "now"), ("sh",), ("k7q\u2160",), ("-c", "rm")])
def test_other_words_are_told(words: tuple[str, ...]) -> None:
    """With the games that there are; nothing else comes of them."""
    game, table, (fault,) = destination(words)

    assert (game, table, fault.code) == ("", "", "guest.words")
    assert fault.params["known"] == tuple(GAMES)


def test_where_there_is_room() -> None:
    """At an open table on a free seat, at another one in a bot's place; first those that wait, then the fullest."""
    lobby = Lobby(
        (
            line("BUSY", "playing", 1, 3), line("FULL", "open", 1, 3), line("WAIT", "open", 1, 0),
            line("MANY", "open", 3, 0), line("GOAT", "open", 1, 0, "goat"), line("DONE", "over", 4, 0),
        ),
        (),
    )  # fmt: skip

    assert [one.table for one in with_room(lobby, "rage")] == ["MANY", "WAIT", "BUSY"]


def test_from_a_game_s_name_to_a_seat() -> None:
    """The table with room is asked first; refused there, a new one is made, with bots, and begins."""
    numbers = count(1).__next__
    plan = QuickPlan("rage")
    assert plan.begin(numbers, False) is None
    assert plan.under_way
    first = plan.in_lobby(Lobby((line("WAIT", "open", 1, 0),), ()), numbers)
    assert first == JoinTable(id=1, table="WAIT")

    steps = [plan.after(Refused(id=1, code="table_full"), numbers)]
    while step := steps[-1]:
        steps.append(plan.after(Done(id=step.id), numbers))

    assert [type(step) for step in steps[:-1]] == [CreateTable, AddBot, AddBot, AddBot, StartParty]
    assert plan.under_way
    plan.party_begun()
    assert not plan.under_way


def test_somebody_may_be_quicker_than_a_bot() -> None:
    """A seat that another guest took meanwhile needs no bot; the party begins all the same."""
    numbers = count(1).__next__
    plan = QuickPlan("rage")
    plan.begin(numbers, False)
    step = plan.in_lobby(Lobby((), ()), numbers)
    while step and not isinstance(step, AddBot):
        step = plan.after(Done(id=step.id), numbers)
    assert step is not None
    steps = [plan.after(Refused(id=step.id, code="seat_taken"), numbers)]
    while step := steps[-1]:
        steps.append(plan.after(Done(id=step.id), numbers))

    assert [type(step) for step in steps[:-1]] == [AddBot, AddBot, StartParty]


def test_who_comes_back_to_a_table_looks_for_none() -> None:
    """The seat waits there; the lobby is not asked."""
    numbers = count(1).__next__
    plan = QuickPlan("goat")
    plan.begin(numbers, True)

    assert plan.in_lobby(Lobby((line("WAIT", "open", 1, 0, "goat"),), ()), numbers) is None
    assert not plan.under_way
