"""A server whose pictures have the right types and make no sense: what is shown stays, and nothing ends."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from tests.fuzz.views import mutants, readable, some
from tests.tui import scenes
from tests.tui.party import PartyLink, at_table, sees
from tests.tui.scenes import by_turns
from tests.tui.scripted import welcome
from tests.tui.test_table_pictures import played
from tuicards.client_state import ClientState, LinkEvent
from tuicards.errors import PeerError, TuicardsError
from tuicards.games.api import Topic
from tuicards.text.answers import move_lines, table_lines, topic_lines
from tuicards.text.narration import news, turn_lines
from tuicards.text.voice import Voice
from tuicards.wire.codec import BadMessage, read_server
from tuicards.wire.messages import TableInfo, Update

SITUATIONS: dict[str, Callable[[], PartyLink]] = {
    "rage bids": lambda: played("rage", 5, 2, b"bids", hook="last_bidder", first_dealer="0"),
    "rage trick": lambda: played("rage", 6, 12, b"trick6"),
    "rage teams": lambda: played("rage", 6, 100, b"teams", teams="pairs"),
    "rage secret": lambda: played("rage", 3, 40, b"x", bid_mode="secret", out_scope="trick_restore"),
    "rage end": lambda: played("rage", 4, 5000, b"end"),
    "goat lead": scenes.goat_lead,
    "goat molodka": scenes.molodka,
    "goat counted": scenes.counted,
    "goat end": lambda: played("goat", 4, 5000, b"goats"),
}
TOPICS: tuple[Topic, ...] = ("table", "hand", "trick", "last", "tricks", "scores")
in_each_situation = pytest.mark.parametrize("situation", by_turns(tuple(SITUATIONS), 5))


def state_of(link: PartyLink) -> str:
    return "over" if link.game.outcome(link.state) is not None else "playing"


def untrue(link: PartyLink, chance: random.Random, count: int) -> Iterator[Update]:
    """Updates with a view, or an event, that is true but for one place."""
    true = link.update(())
    for _, view in some(chance, true.view, count):
        yield msgspec.structs.replace(true, view=view)
    for event in link_events(link):
        for _, other in some(chance, event, 3):
            yield msgspec.structs.replace(true, events=(other,))
    for left in ((1,), (5000,) * 9, (-1,) * len(true.view["counts"]), (2**53 - 1,) * len(true.view["counts"])):
        yield msgspec.structs.replace(true, left=left)


def link_events(link: PartyLink) -> list[dict[str, Any]]:
    """What happened at this table of late, as it was told."""
    queued = [event for event in link._events._queue if isinstance(event, Update)]  # type: ignore[attr-defined]
    return [dict(event) for update in queued for event in update.events][:6]


def untrue_tables(link: PartyLink, chance: random.Random, count: int) -> Iterator[TableInfo]:
    """Cards of the table that are true but for one place, as far as they can be sent."""
    true = msgspec.to_builtins(link.info(state_of(link))) | {"t": "table", "hints": True, "clock": "none"}
    for _, plain in some(chance, true, count):
        try:
            table = read_server(plain)
        except BadMessage:
            continue
        if isinstance(table, TableInfo):
            yield table


def told(state: ClientState, event: LinkEvent) -> ClientState:
    """What the line-by-line client knows then; it has told all that can be told of it."""
    try:
        now = state.after(event)
    except TuicardsError:
        return state
    voice = Voice()
    lines = [
        *news(state, event, now, voice),
        *table_lines(now, voice),
        *move_lines(now, voice),
        *turn_lines(now, voice),
    ]
    assert all(
        isinstance(line, str)
        for line in [*lines, *(line for topic in TOPICS for line in topic_lines(now, topic, voice))]
    )
    return now


@in_each_situation
def test_whatever_a_picture_claims_the_lines_can_be_told(situation: str, thorough: bool) -> None:
    """Each topic, the news and the moves, of each picture that was not refused."""
    chance = random.Random(situation)
    link = SITUATIONS[situation]()
    begun = ClientState().after(welcome("Ana", table="kitchen")).after(link.info(state_of(link)))
    count = 20_000 if thorough else 45
    for update in untrue(link, chance, count):
        told(told(begun, update), link.update(()))
    for table in untrue_tables(link, chance, count // 3):
        told(told(told(begun, link.update(())), table), link.update(()))


@pytest.mark.parametrize("situation", ["rage trick", "goat molodka"])
def test_a_picture_that_cannot_be_is_refused_and_the_one_before_stays(situation: str) -> None:
    """A seat too many, a card that is none, a hand longer than it was counted."""
    link = SITUATIONS[situation]()
    true = link.update(())
    state = ClientState().after(link.info()).after(true)
    wrong: list[dict[str, Any]] = [
        {"seat": 7},
        {"seat": -1},
        {"hand": ["zz", *true.view["hand"][1:]]},
        {"hand": [*true.view["hand"], true.view["hand"][0]]},
        {"counts": []},
        {"counts": [*true.view["counts"], 1]},
        {"to_act": [9]},
        {"to_act": []},
        {"teams": [0] * len(true.view["counts"])},
        {"totals": [2**53 - 1] * len(true.view["totals"])},
        {"phase": "x"},
        {"legal": []},
        {"dealer": 8},
        {"trick": []},
        {"winning": None},
    ]
    for change in wrong:
        with pytest.raises(PeerError, match="bad_picture"):
            state.after(msgspec.structs.replace(true, view=true.view | change))


@pytest.mark.parametrize("left", [(1,), (1,) * 7, (-1,) * 6, (2**53 - 1,) * 6])
def test_times_that_cannot_be_are_refused(left: tuple[int, ...]) -> None:
    """One for each seat, or none."""
    link = SITUATIONS["rage trick"]()
    state = ClientState().after(link.info())

    with pytest.raises(PeerError, match="bad_picture"):
        state.after(msgspec.structs.replace(link.update(()), left=left))


@pytest.mark.parametrize("plan", ["zz", pytest.param("1", marks=pytest.mark.thorough)])
async def test_options_that_are_not_known_here_are_no_reason_to_stop(plan: str) -> None:
    """Who is ahead is told as far as it can be known."""
    link = played("rage", 6, 100, b"later")
    odd = msgspec.structs.replace(link.info(), options=link.info().options | {"round_plan": plan})
    async with at_table(link) as pilot:
        link.tell(odd)
        link.tell(link.update(()))
        await pilot.press("s")
        await pilot.pause()
        assert pilot.app.return_value is None


def test_events_that_cannot_be_are_left_out_and_the_picture_is_shown() -> None:
    """A picture that overtook the last one of the party before may bring events of another game."""
    link = SITUATIONS["goat lead"]()
    state = ClientState().after(link.info())
    for event in ({"event": "card_played", "seat": 1, "card": "R5"}, {"event": "led", "seat": 4, "cards": ["6s"]}):
        now = state.after(msgspec.structs.replace(link.update(()), events=(event,)))

        assert (now.view is not None, now.events, now.missed) == (True, (), True)


def test_a_table_that_changes_its_game_or_size_unseen_has_no_picture() -> None:
    """The news that it was open in between may have been overtaken."""
    link = SITUATIONS["goat lead"]()
    state = ClientState().after(link.info()).after(link.update(()))

    assert state.after(played("rage", 4, 3, b"other").info()).view is None
    assert state.after(link.info()).view is not None


@pytest.mark.parametrize("change", [{"seats": ()}, {"you": 4}, {"you": -1}])
def test_a_table_that_cannot_be_is_refused(change: dict[str, Any]) -> None:
    """Without a seat, or with one's own beyond the last."""
    link = SITUATIONS["goat lead"]()
    state = ClientState().after(link.info())

    with pytest.raises(PeerError, match="bad_table"):
        state.after(msgspec.structs.replace(link.info(), **change))


@pytest.mark.parametrize(
    "situation",
    [pytest.param(name, marks=[] if name == "rage trick" else pytest.mark.thorough) for name in SITUATIONS],
)
async def test_the_full_screen_outlives_any_picture(situation: str, thorough: bool) -> None:
    """The program goes on, and the next true picture is shown."""
    chance = random.Random(situation)
    link = SITUATIONS[situation]()
    count = 1500 if thorough else 8
    lies: list[LinkEvent] = [*untrue(link, chance, count), *untrue_tables(link, chance, count // 3)]
    chance.shuffle(lies)
    async with at_table(link) as pilot:
        for number, lie in enumerate(lies):
            link.tell(lie)
            if number % 10 == 9:
                await pilot.press(chance.choice(("s", "l", "right", "tab")))
            await pilot.pause()
            assert pilot.app.return_value is None
        link.tell(link.info(state_of(link)))
        link.tell(link.update(()))
        await pilot.press("escape", "escape")
        await sees(pilot, "kitchen")


def test_every_changed_view_of_the_right_types_is_meant() -> None:
    """The changes do reach what is drawn: most are of the right types."""
    link = SITUATIONS["rage trick"]()
    views = [view for _, view in mutants(link.update(()).view)]

    assert sum(readable(link.game, view) for view in views) > len(views) // 3
