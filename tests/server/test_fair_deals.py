"""Fair deals at a table: the secret comes first, then the numbers, then the cards; the secret is told last."""

from pathlib import Path

import msgspec
import pytest

from server.house import House
from server.records import PartyBegun, SavedTable, TableKept
from server.store import SqliteStore
from server.table import Table
from tests.server.little import LITTLE
from tests.server.peer import open_house
from tests.server.talk import Talk, refusal
from tuicards.fair_deal import Dealt, commitment_of
from tuicards.records import PartyRecord, from_bytes
from tuicards.verify import verify
from tuicards.wire.codec import encode
from tuicards.wire.messages import (
    AddNonce,
    Configure,
    Done,
    FreeSeat,
    GetRecord,
    JoinTable,
    LeaveTable,
    RecordPart,
    Rematch,
    ServerMessage,
    StandUp,
    TakeSeat,
)

SECRET = "5e" * 32
ANNS, BOS = "a1" * 16, "b0" * 16


class FairTalk(Talk):
    """A table whose secrets are all different, and known to the test."""

    def __init__(self, seats: int = 2) -> None:
        super().__init__(seats)
        self.drawn: list[bytes] = []
        self.house = House(("easy", "normal"), seed=self._draw)
        self.table = Table(
            LITTLE, self.house, uid="u1", code="KTCH", title="kitchen", owner="Ann", seats=seats,
            options=LITTLE.parse_options({}),
        )  # fmt: skip

    def _draw(self) -> bytes:
        self.drawn.append(bytes([len(self.drawn) + 1]) * 32)
        return self.drawn[-1]

    def add(self, who: str, nonce: str, commitment: str | None = None, table: str = "KTCH") -> ServerMessage:
        """The answer to a number, added to the commitment that everybody sees or to another one."""
        seen = self.info.commitment if commitment is None else commitment
        return self.ask(who, AddNonce(id=self.next_id(), table=table, commitment=seen, nonce=nonce))

    def play(self) -> "FairTalk":
        """To the end of the party, everybody by their first legal move."""
        while self.table.state == "playing":
            for name in ("Ann", "Bo"):
                if self.table.seating.seat_of(name) is not None and self.view(name).my_turn:
                    self.move(name, self.view(name).legal[0])
            self.let_bots_play()
        return self

    @property
    def begun(self) -> PartyBegun:
        """What the store was told of the party that began last."""
        found = [record for effects in self.effects for record in effects.records if isinstance(record, PartyBegun)]
        return found[-1]

    def record(self, who: str = "Ann") -> PartyRecord:
        self.ask(who, GetRecord(id=self.next_id()))
        parts = [message for message in self.heard[who] if isinstance(message, RecordPart)]
        return from_bytes("".join(part.text for part in parts[-parts[-1].parts :]).encode(), "wire")


def two() -> FairTalk:
    talk = FairTalk()
    talk.join("Ann", "Bo")
    return talk


def test_a_party_is_dealt_from_the_secret_and_the_numbers() -> None:
    """Each at its seat; the record tells both, and says the same as the commitment seen before."""
    talk = two()
    promised = talk.info.commitment
    assert talk.info.nonces == ("", "")
    assert isinstance(talk.add("Bo", BOS), Done)
    assert isinstance(talk.add("Ann", ANNS.upper()), Done)
    assert (talk.info.nonces, talk.info.commitment) == ((ANNS, BOS), promised)
    talk.start()
    assert (talk.info.nonces, talk.info.commitment) == ((ANNS, BOS), promised)
    talk.play()

    record = talk.record()
    assert (commitment_of(record.secret), record.nonces) == (promised, (ANNS, BOS))
    assert record.header.seed == Dealt(record.secret, record.nonces).seed
    assert verify(record, game=LITTLE).right
    assert (talk.begun.secret, talk.begun.nonces) == (record.secret, record.nonces)


def test_the_next_party_has_a_secret_of_its_own() -> None:
    """It is promised at the end of the one before; numbers are asked for anew."""
    talk = two()
    first = talk.info.commitment
    talk.add("Ann", ANNS)
    talk.start()
    talk.play()
    second = talk.info.commitment
    assert (second != first, talk.info.nonces) == (True, ("", ""))
    assert isinstance(talk.add("Bo", BOS), Done)
    for name in ("Ann", "Bo"):
        talk.ask(name, Rematch(id=talk.next_id()))

    assert (talk.info.state, talk.info.commitment, talk.info.nonces) == ("playing", second, ("", BOS))


def test_a_number_that_comes_late_is_refused() -> None:
    """With the first card it is settled; what was said to an earlier promise counts for no later one."""
    talk = two()
    first = talk.info.commitment
    talk.start()
    assert refusal(talk.add("Ann", ANNS)) == "party_running"
    talk.play()
    assert refusal(talk.add("Ann", ANNS, commitment=first)) == "stale"
    assert talk.info.nonces == ("", "")


def test_a_later_number_takes_the_place_of_an_earlier_one() -> None:
    """Until the start."""
    talk = two()
    talk.add("Ann", BOS)
    talk.add("Ann", ANNS)

    assert talk.info.nonces == (ANNS, "")


@pytest.mark.parametrize("nonce", ["", "a1", "a1" * 17, "zz" * 16, "a1 " * 10 + "a1", "\0" * 32])
def test_what_is_no_number_is_refused(nonce: str) -> None:
    """And changes nothing."""
    talk = two()

    assert refusal(talk.add("Ann", nonce)) == "bad_nonce"
    assert talk.info.nonces == ("", "")


def test_only_who_has_a_seat_at_this_table_adds_a_number() -> None:
    """No watcher, no stranger, nobody who means another table."""
    talk = two()
    talk.watch("Wim")

    assert refusal(talk.add("Wim", ANNS)) == "not_seated"
    assert refusal(talk.add("Eve", ANNS)) == "not_at_table"
    assert refusal(talk.add("Ann", ANNS, table="XXXX")) == "wrong_table"


def test_the_number_goes_with_its_person() -> None:
    """Who leaves the seat, changes it, or is sent away takes it along; a bot has none."""
    talk = FairTalk(3)
    talk.join("Ann", "Bo")
    for leaving in (StandUp(id=1), TakeSeat(id=2, seat=2), LeaveTable(id=3)):
        talk.add("Bo", BOS)
        assert BOS in talk.info.nonces
        talk.ask("Bo", leaving)
        assert BOS not in talk.info.nonces
        talk.ask("Bo", JoinTable(id=4, table="KTCH", seat=1))
        assert BOS not in talk.info.nonces
    talk.add("Bo", BOS)
    talk.ask("Ann", FreeSeat(id=5, seat=1))
    talk.bot(1)
    assert talk.info.nonces == ("", "", "")


def test_another_game_is_another_deal() -> None:
    """Setting up anew takes another secret, so that nobody tries options until the cards suit; switches do not."""
    talk = two()
    first = talk.info.commitment
    talk.add("Ann", ANNS)
    talk.ask("Ann", Configure(id=talk.next_id(), seats=2, public=False, hints=False))
    assert (talk.info.commitment, talk.info.nonces) == (first, (ANNS, ""))
    talk.ask("Ann", Configure(id=talk.next_id(), seats=2, options={"cards": "3"}))
    assert (talk.info.commitment != first, talk.info.nonces) == (True, ("", ""))


def test_the_secret_is_in_no_message_before_the_end() -> None:
    """Neither as text nor as bytes, nor is the seed; of the next party not even afterwards."""
    talk = two()
    talk.watch("Wim")
    talk.add("Ann", ANNS)
    talk.start()
    for name in ("Ann", "Bo"):
        talk.move(name, talk.view(name).legal[0])
    refusal(talk.ask("Wim", GetRecord(id=talk.next_id())))
    talk.lose("Bo")
    talk.back("Bo")
    begun = talk.begun
    running = b"".join(encode(message) for heard in talk.heard.values() for message in heard)
    kept_apart = [secret for secret in talk.drawn if secret.hex() != begun.secret]
    talk.play().record()
    all_told = b"".join(encode(message) for heard in talk.heard.values() for message in heard)

    for secret in (bytes.fromhex(begun.secret), begun.header.seed):
        assert secret not in running
        assert secret.hex().encode() not in running
        assert secret.hex().encode() in all_told
    assert begun.secret.encode() not in str(talk.table.listing()).encode()
    assert kept_apart
    for secret in kept_apart:
        assert secret not in all_told
        assert secret.hex().encode() not in all_told


# ---- a restart ----------------------------------------------------------------------------------------


def restored(talk: FairTalk, dealt: Dealt | None = None, **changed: object) -> Table:
    """The table as a server makes it again from what was kept; `dealt`: instead of what its party was dealt from."""
    kept = [record for effects in talk.effects for record in effects.records if isinstance(record, TableKept)]
    snapshot = msgspec.structs.replace(kept[-1].snapshot, **changed)
    saved = SavedTable(snapshot)
    if snapshot.state == "playing":
        dealt = dealt or Dealt(talk.begun.secret, talk.begun.nonces)
        saved = SavedTable(snapshot, talk.begun.header, secret=dealt.secret, nonces=dealt.nonces)
    return Table.restored(saved, LITTLE, talk.house, talk.now)


def test_a_promise_outlives_a_restart() -> None:
    """Before the start, and while the party runs: the same commitment, the same numbers."""
    talk = two()
    talk.add("Ann", ANNS)
    before = talk.info
    again = restored(talk).info()
    assert (again.commitment, again.nonces) == (before.commitment, (ANNS, ""))
    talk.start()
    running = restored(talk).info()
    assert (running.state, running.commitment, running.nonces) == ("playing", before.commitment, (ANNS, ""))


def test_what_an_older_release_has_kept_is_no_promise() -> None:
    """An open table draws a secret; one that is damaged is not used."""
    talk = two()
    for secret, nonces in (("", ()), ("not a secret", ("", "")), (SECRET, (ANNS,)), (SECRET, (ANNS, "x"))):
        info = restored(talk, secret=secret, nonces=nonces).info()
        assert info.commitment not in ("", talk.info.commitment, commitment_of(SECRET))
        assert info.nonces == ("", "")


def test_a_party_whose_secret_is_lost_goes_on() -> None:
    """It promises nothing, and its record tells no more than the moves."""
    talk = two()
    talk.start()
    for damaged in (Dealt(), Dealt("not a secret", ("", "")), Dealt(SECRET, ())):
        table = restored(talk, damaged)
        assert (table.state, table.info().commitment, table.info().nonces) == ("playing", "", ())


async def test_a_record_tells_its_secret_after_a_restart_too(tmp_path: Path) -> None:
    """Through the store, over the wire."""
    async with open_house(SqliteStore(tmp_path)) as house:
        ann = await house.enter("Ann")
        await ann.create("little", 2, bots=1)
        assert ann.table is not None
        commitment = ann.table.commitment
        added = await ann.ask(AddNonce, table=ann.table.table, commitment=commitment, nonce=ANNS)
        assert isinstance(added, Done)
        await ann.start()
        await ann.play_to_the_end()
        token = ann.token
    async with open_house(SqliteStore(tmp_path)) as house:
        ann = await house.enter(token=token)
        assert isinstance(await ann.ask(GetRecord), Done)
        text = (await ann.until(RecordPart)).text

    record = from_bytes(text.encode(), "wire")
    assert (commitment_of(record.secret), record.nonces) == (commitment, (ANNS, ""))
    assert verify(record, game=LITTLE).code == "verdict.numbers_unseen"
