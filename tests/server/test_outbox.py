"""What waits for a peer that is slow."""

from server.outbox import EVENTS_CARRIED, MOST, MOST_RECORDS, Outbox
from tuicards.records import MOST_PARTS
from tuicards.wire.messages import Done, LeftTable, Lobby, RecordPart, Said, ServerMessage, TableInfo, Update


def update(seq: int, *events: str, missed: bool = False, table: str = "A", party: int = 1) -> Update:
    happened = tuple({"event": event} for event in events)
    return Update(table=table, party=party, seq=seq, view={"seq": seq}, events=happened, missed=missed)


def info(party: int) -> TableInfo:
    return TableInfo(
        table="A", game="x", title="", options={}, seats=(), owner="", public=True, state="open", party=party
    )


def all_of(outbox: Outbox) -> list[ServerMessage]:
    return list(iter(outbox.take, None))


def test_messages_come_out_in_order() -> None:
    """Replies are never replaced."""
    outbox = Outbox()
    for number in (1, 2, 3):
        outbox.put(Done(number))

    assert all_of(outbox) == [Done(1), Done(2), Done(3)]


def test_a_newer_update_carries_what_happened_before_it() -> None:
    """The newest picture goes out, with every event since the last one that did."""
    outbox = Outbox()
    outbox.put(update(1, "a", missed=True))
    outbox.put(Done(7))
    outbox.put(update(2, "b", "c"))
    outbox.put(update(5, "z", table="B"))

    assert all_of(outbox) == [Done(7), update(2, "a", "b", "c", missed=True), update(5, "z", table="B")]


def test_too_many_events_are_told_as_missed() -> None:
    """A peer that is far behind gets the picture alone."""
    outbox = Outbox()
    for seq in range(EVENTS_CARRIED + 1):
        outbox.put(update(seq, "a"))

    assert all_of(outbox) == [update(EVENTS_CARRIED, missed=True)]


def test_what_happened_in_a_former_party_is_not_told_with_the_picture_of_the_next() -> None:
    """It would make no sense there: it counts as missed."""
    outbox = Outbox()
    outbox.put(update(8, "won"))
    outbox.put(update(9, "dealt", party=2))

    assert all_of(outbox) == [update(9, missed=True, party=2)]


def test_the_tables_card_stays_before_its_first_picture() -> None:
    """A client has to know the table before it can read a picture of it."""
    outbox = Outbox()
    for message in (info(1), update(1), info(2)):
        outbox.put(message)

    assert all_of(outbox) == [info(2), update(1)]


def test_leaving_takes_back_what_was_not_sent_of_the_table() -> None:
    """And a table that one comes to again is told after that."""
    outbox = Outbox()
    for message in (info(1), update(1), LeftTable(table="A", code="left"), info(2), Lobby((), ())):
        outbox.put(message)

    assert all_of(outbox) == [LeftTable(table="A", code="left"), info(2), Lobby((), ())]


def test_a_peer_that_lets_replies_pile_up_is_not_keeping_up() -> None:
    """Pictures never fill the box; replies do."""
    outbox = Outbox()
    for seq in range(10 * MOST):
        outbox.put(update(seq))
    assert not outbox.full

    for number in range(MOST):
        outbox.put(Done(number))
    assert outbox.full


def parts(party: int, number: int = 3) -> list[RecordPart]:
    return [RecordPart(table="A", party=party, part=part, parts=number, text="x") for part in range(1, number + 1)]


def line(n: int, old: bool = False) -> Said:
    return Said(name="Ann", text="hi", table="A", n=n, old=old)


def filled(*messages: ServerMessage) -> Outbox:
    outbox = Outbox()
    for message in messages:
        outbox.put(message)
    return outbox


def test_a_record_waits_behind_the_game_and_comes_in_order() -> None:
    """Whatever happens while it is fetched is told first."""
    first, *rest = parts(1)
    outbox = filled(first, *rest, Done(1), update(1))

    assert [outbox.take(), outbox.take(), outbox.take()] == [Done(1), update(1), first]
    outbox.put(update(2))
    assert all_of(outbox) == [update(2), *rest]


def test_a_record_asked_for_again_comes_once_and_whole() -> None:
    """Also when half of it has gone out; the record of another party is not touched."""
    outbox = filled(*parts(1), *parts(2))
    outbox.take()

    for part in parts(1):
        outbox.put(part)

    assert all_of(outbox) == [*parts(2), *parts(1)]


def test_the_longest_records_do_not_make_a_peer_slow() -> None:
    """A few of them may wait whole; without an end it is too much."""
    longest = [part for party in range(MOST_RECORDS) for part in parts(party, MOST_PARTS)]
    outbox = filled(*longest)
    assert (outbox.full, outbox.half_full) == (False, False)

    outbox.put(parts(99)[0])
    assert outbox.full


def test_a_line_that_is_told_again_while_it_waits_comes_once() -> None:
    """It is new to the reader all the same; coming and going in a loop fills no box."""
    outbox = filled(line(1), line(2, old=True), line(1, old=True), line(2, old=True))
    assert all_of(outbox) == [line(1), line(2, old=True)]

    again = [line(n, old=True) for n in range(1, 31)]
    assert not filled(*again * 10).full
