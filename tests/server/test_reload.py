"""What a running server takes up from its configuration, and what it does not: all of it, or nothing."""

import contextlib
import json
import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from server.chosen import Chosen, choose
from server.flags import server_flags
from server.limits import PUBLIC, Bucket, Limits, Rate
from server.origins import Origins
from server.service import Service
from server.store import MemoryStore
from server.upkeep import Changes, Upkeep
from tests.server.little import LITTLE
from tests.server.peer import House
from tests.server.test_tls import Files
from tuicards.errors import Refused as RefusedError
from tuicards.errors import SetupError
from tuicards.games import GAMES
from tuicards.wire.messages import CreateTable, Done, Refused, Say, TableInfo, WatchTable


@dataclass
class Running:
    """A server that has been started with a configuration file, and can be told to read it again."""

    file: Path
    upkeep: Upkeep
    house: House

    def reads(self, text: str) -> Changes:
        """Raises SetupError where something is wrong."""
        self.file.write_text(text)
        return self.upkeep.read_again(self.house.service)


@contextlib.asynccontextmanager
async def running(folder: Path, text: str = "", *flags: str) -> AsyncIterator[Running]:
    file = folder / "server.toml"
    file.write_text(text)
    arguments = ("--config", str(file), "--host", "127.0.0.1", "--port", "0", "--bot-delay", "0", *flags)
    upkeep = Upkeep(choose(server_flags(), arguments, {}), None, lambda: choose(server_flags(), arguments, {}))
    games = {**GAMES, "little": LITTLE}
    service = Service(upkeep.settings, MemoryStore(), games, tls=upkeep.certificate, audit=upkeep.audit)
    house = House(service, upkeep.certificate is not None)
    try:
        await service.start()
        yield Running(file, upkeep, house)
    finally:
        await house.close()
        upkeep.audit.close()


class Hand:
    """A clock that is moved by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def code(answer: Done | Refused) -> str:
    return answer.code if isinstance(answer, Refused) else ""


# ---- what is taken up


async def test_name_and_password_are_those_of_the_new_configuration_for_who_comes_then(tmp_path: Path) -> None:
    """Who is in stays in."""
    async with running(tmp_path, "[house]\nname = 'Old'\n") as server:
        ann = await server.house.enter("Ann")
        assert ann.welcome is not None
        server.reads("[house]\nname = 'New'\n[doors]\npassword = 'sesame'\n")

        last = await server.house.refused("Bo")
        bo = await server.house.enter("Bo", password="sesame")
        assert bo.welcome is not None
        assert last is not None
        assert (ann.welcome.server, last.code, bo.welcome.server) == ("Old", "password_needed", "New")
        assert isinstance(await ann.ask(Say, text="still here"), Done)


async def test_a_lowered_limit_holds_for_the_next_and_sends_nobody_away(tmp_path: Path) -> None:
    """Connections, tables, seats and watchers; a raised one makes room at once."""
    async with running(tmp_path) as server:
        ann, bo = await server.house.enter("Ann"), await server.house.enter("Bo")
        table = await ann.create()
        server.reads("[limits]\nmax_connections = 1\nmax_tables = 1\nwatchers_each = 1\n")

        last = await server.house.refused("Cai")
        assert last is not None
        assert last.code == "server_full"
        assert code(await bo.ask(CreateTable, game="little", seats=2)) == "too_many_tables"
        assert isinstance(await ann.ask(Say, text="still here"), Done)

        server.reads("[limits]\nmax_tables = 2\n")
        assert code(await bo.ask(WatchTable, table=table)) == ""
        cai = await server.house.enter("Cai")
        assert code(await cai.ask(CreateTable, game="little", seats=2)) == ""


async def test_a_rate_holds_at_once_for_who_is_here(tmp_path: Path) -> None:
    """The preset of the limits, too."""
    async with running(tmp_path) as server:
        ann = await server.house.enter("Ann")
        server.reads("[limits]\npreset = 'public'\n[rates]\nchat = '0.001/1'\n")

        answers = [code(await ann.ask(Say, text="well?")) for _ in range(2)]
        assert answers == ["", "too_fast"]
        assert server.upkeep.settings.limits.idle_person == PUBLIC.idle_person


async def test_a_shorter_grace_ends_a_wait_that_has_begun(tmp_path: Path) -> None:
    """The table looks at its times anew, though nobody does anything."""
    async with running(tmp_path, "[house]\ngrace = 3600\n") as server:
        ann, bo = await server.house.enter("Ann"), await server.house.enter("Bo")
        await bo.join(await ann.create())
        await ann.start()
        bo.hang_up()
        await ann.until(TableInfo, lambda info: not info.seats[1].here)

        server.reads("[house]\ngrace = 0\n")
        await ann.until(TableInfo, lambda info: info.seats[1].stand_in)


async def test_other_certificate_files_are_shown_then(tmp_path: Path) -> None:
    """Not only the same files with something else in them."""
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    first, second = Files(tmp_path / "a"), Files(tmp_path / "b")
    text = "[doors]\ntls_cert = '{0}/cert.pem'\ntls_key = '{0}/key.pem'\n"
    async with running(tmp_path, text.format("a")) as server:
        assert server.upkeep.certificate is not None
        before = server.upkeep.certificate.fingerprint
        server.reads(text.format("b"))
        await server.house.enter("Ann")

        assert first.fingerprint.startswith(before)
        assert second.fingerprint.startswith(server.upkeep.certificate.fingerprint)


async def test_notes_go_into_another_file_from_then_on(tmp_path: Path) -> None:
    """The audit log is where the configuration says; nothing is lost."""
    async with running(tmp_path, "[doors]\naudit = 'one'\n") as server:
        await server.house.enter("Ann")
        server.reads("[doors]\naudit = 'two'\n")
        await server.house.enter("Bo")

    def events(file: str) -> list[str]:
        return [json.loads(line)["event"] for line in (tmp_path / file).read_text().splitlines()]

    assert events("one") == ["came"]
    assert events("two")[:2] == ["reloaded", "came"]


async def test_whoever_runs_beside_the_service_hears_of_it(tmp_path: Path) -> None:
    """The level of the log, for one."""
    async with running(tmp_path) as server:
        levels: list[str] = []
        server.upkeep.taking_up.append(lambda options: levels.append(options.log_level))
        server.reads("[log]\nlevel = 'debug'\n")

        assert levels == ["debug"]


async def test_files_with_another_content_are_named_among_what_is_taken_up(tmp_path: Path) -> None:
    """A renewed certificate, a new password; once each."""
    files, secret = Files(tmp_path), tmp_path / "secret"
    secret.write_text("one\n")
    text = "[doors]\ntls_cert = 'cert.pem'\ntls_key = 'key.pem'\npassword_file = 'secret'\n"
    async with running(tmp_path, text) as server:
        assert server.reads(text) == Changes([], [])
        files.renew()
        secret.write_text("two\n")
        assert server.reads(text) == Changes(["[doors] password_file", "[doors] tls_cert"], [])
        assert server.reads(text.replace("password_file = 'secret'", "password = 'three'")) == Changes(
            ["[doors] password", "[doors] password_file"], []
        )
        assert server.reads("[doors]\npassword = 'four'\n").changed == ["[doors] password"]


# ---- what is not


async def test_files_for_an_encryption_that_is_not_begun_have_to_be_right_too(tmp_path: Path) -> None:
    """Or the next start would fail; the answer says that they wait for it."""
    Files(tmp_path)
    async with running(tmp_path) as server:
        for wrong in ("tls_cert = 'none'\ntls_key = 'none'\n", "tls_cert = 'key.pem'\ntls_key = 'cert.pem'\n"):
            with pytest.raises(SetupError, match="bad_config"):
                server.reads(f"[house]\nname = 'New'\n[doors]\n{wrong}")
            assert server.upkeep.settings.name == ""
        right = "[doors]\ntls_cert = 'cert.pem'\ntls_key = 'key.pem'\n"
        assert server.reads(right) == Changes([], ["[doors] tls_cert", "[doors] tls_key"])


async def test_what_needs_a_restart_is_named_in_one_line_each_time(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Until it is as it was at the start; what is taken up is named too."""
    caplog.set_level(logging.INFO, "server.upkeep")
    async with running(tmp_path, "[data]\nmemory = false\n") as server:
        changed = "[data]\nmemory = true\n[listen]\nport_file = 'p'\n[house]\ngrace = 5\n"
        waits = ["[listen] port_file", "[data] memory"]
        assert server.reads(changed) == Changes(["[house] grace"], waits)
        assert server.reads(changed) == Changes([], waits)
        assert server.reads("") == Changes(["[house] grace"], [])

    assert [record.getMessage() for record in caplog.records] == [
        "needs a restart: [listen] port_file, [data] memory",
        "configuration, certificate, password file and audit log have been taken up anew; changed: [house] grace",
        "needs a restart: [listen] port_file, [data] memory",
        "configuration, certificate, password file and audit log have been taken up anew",
        "configuration, certificate, password file and audit log have been taken up anew; changed: [house] grace",
    ]


async def test_encryption_is_neither_begun_nor_ended_while_the_server_runs(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """That is settled at the start, and said."""
    caplog.set_level(logging.INFO, "server.upkeep")
    Files(tmp_path)
    async with running(tmp_path) as server:
        server.reads("[doors]\ntls_cert = 'cert.pem'\ntls_key = 'key.pem'\n")
        await server.house.enter("Ann")

    assert "needs a restart: [doors] tls_cert, [doors] tls_key" in caplog.text


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("[house]\nname = 'New'\n[limits]\nmax_tables = 0\n[x]\na = 1\n", 2),
        ("[house]\nname = 'New'\n[doors]\npassword_file = 'none'\n", 1),
        ("[house]\nname = 'New'\n[doors]\npassword_file = 'ok'\ntls_cert = 'none'\ntls_key = 'none'\n", 1),
        ("[house]\nname = 'New'\n[doors]\ntls_cert = 'none'\n", 1),
        ("[house]\nname = 1\n[doors]\ntls_cert = 'none'\npassword_file = 'none'\n", 3),
        ("[house]\nname = 'New'\n[doors]\npassword = 'a'\npassword_file = 'ok'\n", 1),
        ("[house\n", 1),
    ],
    ids=["settings", "password", "certificate", "pair", "all at once", "two passwords", "TOML"],
)
async def test_where_something_is_wrong_everything_stays_as_it_was(
    text: str, faults: int, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """And each fault is in the log; the same file without them is taken up later."""
    Files(tmp_path)
    (tmp_path / "ok").write_text("sesame\n")
    whole = "[house]\nname = 'Old'\n[doors]\ntls_cert = 'cert.pem'\ntls_key = 'key.pem'\n"
    async with running(tmp_path, whole) as server:
        with pytest.raises(SetupError):
            server.reads(text)
        ann = await server.house.enter("Ann")
        assert ann.welcome is not None
        assert ann.welcome.server == "Old"
        assert len([record for record in caplog.records if record.levelname == "ERROR"]) == faults

        server.reads(whole.replace("Old", "New"))
        bo = await server.house.enter("Bo")
        assert bo.welcome is not None
        assert bo.welcome.server == "New"


async def test_a_configuration_that_is_gone_leaves_the_server_as_it_was(tmp_path: Path) -> None:
    """Not without its password, say; whether the file was named or found."""
    folder = tmp_path / "tuicards"
    folder.mkdir()
    (folder / "server.toml").write_text("[doors]\npassword = 'sesame'\n")

    def read() -> Chosen:
        return choose(server_flags(), ("--host", "127.0.0.1", "--port", "0"), {"XDG_CONFIG_HOME": str(tmp_path)})

    upkeep = Upkeep(read(), None, read)
    service = Service(upkeep.settings, MemoryStore())
    (folder / "server.toml").unlink()
    with pytest.raises(SetupError, match="there is no such file any more"):
        upkeep.read_again(service)
    assert service.doors.password == "sesame"
    await service.close()


# ---- buckets


def test_a_bucket_keeps_what_was_taken_and_fills_at_the_new_rate() -> None:
    """Another limit is no new beginning, and no gift."""
    hand = Hand()
    bucket = Bucket(Rate(1, 4), hand)
    assert [bucket.take() for _ in range(4)] == [True] * 4
    hand.now += 1
    bucket.limit(Rate(2, 8))
    assert [bucket.take() for _ in range(2)] == [True, False]
    hand.now += 1
    assert [bucket.take() for _ in range(3)] == [True, True, False]

    hand.now += 100
    bucket.limit(Rate(1, 1))
    assert [bucket.take() for _ in range(2)] == [True, False]


def test_places_that_are_known_have_the_new_limits() -> None:
    """How many connections there may be, and how fast they may come."""
    origins = Origins(Limits(max_per_address=1), Hand())
    origins.arrive("192.0.2.7")
    origins.limit(Limits(max_per_address=3, address_connects=Rate(0.001, 1)))
    origins.arrive("192.0.2.7")
    with pytest.raises(RefusedError, match="too_fast"):
        origins.arrive("192.0.2.7")

    origins.limit(Limits(max_per_address=2))
    with pytest.raises(RefusedError, match="too_many_here"):
        origins.arrive("192.0.2.7")
