"""The operator of a running server: orders over a socket of its own, and by its command."""

import asyncio
import contextlib
import json
import os
import signal
import socket
import stat
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from server.chosen import choose
from server.cli import main
from server.control import Control, OperatorSocket
from server.flags import server_flags
from server.operator_answers import told
from server.operator_command import operator_main
from server.store import MemoryStore, Store
from server.upkeep import Upkeep
from tests.server.peer import House, Peer, open_house
from tests.server.test_cli import server
from tests.server.test_tls import Files
from tuicards.errors import SetupError
from tuicards.tls import any_certificate, fingerprint
from tuicards.wire.messages import PROTOCOL, Closing, Done, Hello, JoinTable, LeftTable, Lobby, Said, Say, TableInfo
from tuicards.wire.messages import Refused as Refusal


class Desk:
    """A house with an operator."""

    def __init__(self, house: House, path: Path) -> None:
        self.house, self._path = house, path
        self.reloads = 0

    async def order(self, **order: Any) -> dict[str, Any]:
        """The answer to an order."""
        return await self.say(json.dumps(order).encode() + b"\n")

    async def say(self, data: bytes) -> dict[str, Any]:
        reader, writer = await asyncio.open_unix_connection(str(self._path))
        writer.write(data)
        answer = await reader.read()
        writer.close()
        assert answer.count(b"\n") == 1
        answered: dict[str, Any] = json.loads(answer)
        return answered

    async def command(self, *words: str) -> int:
        """The exit code of the operator's command."""
        return await asyncio.to_thread(operator_main, ["--control", str(self._path), *words], {})

    def reload(self) -> dict[str, Any]:
        self.reloads += 1
        return {"changed": ["[house] name"], "needs_restart": ["[listen] port", "[data] memory"]}


@contextlib.asynccontextmanager
async def at_the_desk(folder: Path, store: Store | None = None, **settings: Any) -> AsyncIterator[Desk]:
    async with open_house(store, **settings) as house:
        desk = Desk(house, folder / "control.sock")
        control = Control(folder / "control.sock", house.service.operator(desk.reload))
        await control.start()
        try:
            yield desk
        finally:
            await control.stop()


def refusal(answer: dict[str, Any]) -> str:
    return str(answer["refused"]["code"])


DONE: dict[str, Any] = {"done": {}}


# ---- orders


@pytest.mark.together("the operator is told who is connected to this server")
async def test_who_is_here_and_which_tables_there_are(tmp_path: Path) -> None:
    """Private tables too; asking changes nothing."""
    async with at_the_desk(tmp_path) as desk:
        ann, bo = await desk.house.enter("Ann"), await desk.house.enter("Bo")
        table = await ann.create(title="kitchen", public=False)
        await bo.until(Lobby)

        people = (await desk.order(do="people"))["done"]["people"]
        assert [(each["name"], each["address"], each["table"]) for each in people] == [
            ("Ann", "127.0.0.1", table),
            ("Bo", "127.0.0.1", ""),
        ]
        [line] = (await desk.order(do="tables"))["done"]["tables"]
        assert (line["table"], line["title"], line["public"], line["people"]) == (table, "kitchen", False, 1)


async def test_what_the_operator_says_reaches_everybody_as_a_notice(tmp_path: Path) -> None:
    """At tables and in the lobby, in one line without controls."""
    async with at_the_desk(tmp_path) as desk:
        ann, bo = await desk.house.enter("Ann"), await desk.house.enter("Bo")
        await ann.create()
        assert await desk.order(do="say", text="back in\n5 min\x1b[2J") == DONE
        for peer in (ann, bo):
            said = await peer.until(Said)
            assert (said.code, said.params) == ("announcement", {"text": "back in 5 min [2J"})
        assert refusal(await desk.order(do="say", text=" \u200b")) == "chat_empty"


async def test_somebody_is_kicked_out_and_may_come_back(tmp_path: Path) -> None:
    """A bot stands in meanwhile; the client does not come back by itself."""
    async with at_the_desk(tmp_path) as desk:
        ann, bo = await desk.house.enter("Ann"), await desk.house.enter("Bo")
        table = await ann.create()
        await bo.join(table)
        await ann.start()
        assert await desk.order(do="kick", name="bo") == DONE
        last = await bo.until_over()
        assert last is not None
        assert (last.code, last.again) == ("kicked", False)
        await ann.until(TableInfo, lambda info: info.seats[1].stand_in)

        assert refusal(await desk.order(do="kick", name="Bo")) == "no_such_person"
        again = await desk.house.enter(token=bo.token)
        assert isinstance(await again.ask(JoinTable, table=table), Done)


@pytest.mark.together("another server hears of it a moment later")
async def test_somebody_is_muted_everywhere_for_a_while(tmp_path: Path) -> None:
    """At tables and in the lobby; the refusal says for how long."""
    async with at_the_desk(tmp_path) as desk:
        ann = await desk.house.enter("Ann")
        assert await desk.order(do="mute", name="Ann", minutes=2) == DONE
        answer = await ann.ask(Say, text="hi")
        assert isinstance(answer, Refusal)
        assert (answer.code, answer.params) == ("quiet", {"seconds": 120})
        await ann.create()
        assert isinstance(await ann.ask(Say, text="hi"), Refusal)

        assert await desk.order(do="unmute", name="Ann") == DONE
        assert isinstance(await ann.ask(Say, text="hi"), Done)
        assert refusal(await desk.order(do="mute", name="Zoe")) == "no_such_person"
        assert refusal(await desk.order(do="mute", name="Ann", minutes=0)) == "bad_number"
        assert refusal(await desk.order(do="mute", name="Ann", minutes=10**9)) == "bad_number"


@pytest.mark.alone("the record is in its own store")
async def test_bans_send_away_who_is_here_and_are_kept(tmp_path: Path) -> None:
    """By name and by address; what is lifted is forgotten; the record has what is left."""
    store = MemoryStore()
    async with at_the_desk(tmp_path, store) as desk:
        eve, bo = await desk.house.enter("Eve"), await desk.house.enter("Bo")
        assert await desk.order(do="ban", kind="name", value="EVE", why="rude") == DONE
        last = await eve.until_over()
        assert last == Closing(code="banned", params={"reason": "rude"})
        assert isinstance(await bo.ask(Say, text="still here"), Done)

        assert refusal(await desk.order(do="ban", kind="address", value="127.0.0.1")) == "bans_this_machine"
        everybody = {"kind": "address", "value": "127.0.0.1"}
        assert await desk.order(do="ban", even_loopback=True, **everybody) == DONE
        assert await bo.until_over() == Closing(code="banned")
        assert await desk.order(do="bans") == {
            "done": {"bans": [{"kind": "name", "value": "eve", "why": "rude"}, {**everybody, "why": ""}]}
        }
        assert await desk.order(do="unban", **everybody) == DONE
        assert refusal(await desk.order(do="unban", **everybody)) == "no_such_ban"
        await desk.house.enter("Bo")

    assert [(ban.kind, ban.value) for ban in store.load().bans] == [("name", "eve")]


async def test_a_table_is_closed_with_whoever_is_at_it(tmp_path: Path) -> None:
    """They are in the lobby and told why; the other table goes on; its code is nobody's."""
    async with at_the_desk(tmp_path) as desk:
        ann, bo = await desk.house.enter("Ann"), await desk.house.enter("Bo")
        table = await ann.create(bots=1)
        await bo.create()
        await ann.start()
        assert await desk.order(do="close", table=table.lower()) == DONE
        assert (await ann.until(LeftTable)).code == "closed"
        await ann.until(Lobby)
        await ann.create()
        assert refusal(await desk.order(do="close", table="NONE")) == "no_such_table"
        assert len((await desk.order(do="tables"))["done"]["tables"]) == 2


@pytest.mark.parametrize(
    "data",
    [b"\n", b"who\n", b"[]\n", b"{}\n", b'{"do": "shutdown"}\n', b'{"do": "kick"}\n', b'{"do": "kick", "name": 7}\n',
     b'{"do": "people", "more": 1}\n', b'{"do": "mute", "name": "Ann", "minutes": 1e99}\n', b"\xff\xfe\n",
     b'{"do": "say", "text": "' + b"a" * 20_000 + b'"}\n'],
    ids=lambda data: data[:30].decode("ascii", "replace").strip(),
)  # fmt: skip
async def test_what_is_no_order_is_refused_and_changes_nothing(data: bytes, tmp_path: Path) -> None:
    """With a reason, on one line; the next order works."""
    async with at_the_desk(tmp_path) as desk:
        assert refusal(await desk.say(data)) == "bad_order"
        assert "done" in await desk.order(do="people")


async def test_a_silent_or_endless_caller_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does either keep others from giving orders."""
    monkeypatch.setattr("server.control.PATIENCE", 0.1)
    async with at_the_desk(tmp_path) as desk:
        silent, writer = await asyncio.open_unix_connection(str(tmp_path / "control.sock"))
        assert "done" in await desk.order(do="people")
        endless, other = await asyncio.open_unix_connection(str(tmp_path / "control.sock"))
        other.write(b"x" * 100_000)
        async with asyncio.timeout(5):
            assert await silent.read() == b""
            with contextlib.suppress(ConnectionError):
                assert refusal(json.loads(await endless.read())) == "bad_order"
        writer.close()
        other.close()


# ---- the socket


async def test_the_socket_is_its_owners_alone_and_goes_with_the_server(tmp_path: Path) -> None:
    """One that a killed server left behind gives way; one that answers does not; nor does another file."""
    path = tmp_path / "control.sock"
    async with at_the_desk(tmp_path) as desk:
        mode = os.stat(path).st_mode
        assert (stat.S_ISSOCK(mode), stat.S_IMODE(mode)) == (True, 0o600)
        with pytest.raises(SetupError, match="cannot_control"):
            await Control(path, desk.house.service.operator(desk.reload)).start()
        os.link(path, tmp_path / "left-behind")
    assert os.listdir(tmp_path) == ["left-behind"]

    os.rename(tmp_path / "left-behind", path)
    async with at_the_desk(tmp_path) as desk:
        assert "done" in await desk.order(do="people")
    _write(path, "")
    async with open_house() as house:
        with pytest.raises(SetupError, match="cannot_control"):
            await Control(path, house.service.operator()).start()


async def test_a_socket_that_is_deleted_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever is in its place stays until it goes; each turn is told once, and nothing is left at the end."""
    monkeypatch.setattr("server.control.LOOK_EVERY", 0.01)
    path = tmp_path / "control.sock"
    chosen = choose(server_flags(), ("--control", str(path)), {})
    async with open_house() as house:
        companion = OperatorSocket(Upkeep(chosen, None, lambda: chosen), None)
        await companion.start(house.service)
        desk = Desk(house, path)
        path.unlink()
        await _until(path.is_socket)
        assert "done" in await desk.order(do="people")
        path.unlink()
        _write(path, "mine")
        await _until(lambda: len(caplog.records) == 2)
        assert path.read_text() == "mine"
        path.unlink()
        await _until(path.is_socket)
        assert "done" in await desk.order(do="people")
        await companion.stop()

    assert os.listdir(tmp_path) == []
    told_lines = [record.getMessage() for record in caplog.records]
    assert [line.startswith("there is a control socket") for line in told_lines] == [True, False, True]


async def _until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not holds():  # noqa: ASYNC110, the file system tells nobody
            await asyncio.sleep(0.01)


# ---- the command


@pytest.mark.together("the operator is told who is connected to this server")
async def test_the_command_tells_in_lines_or_in_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A table for people; the answer as it is for scripts."""
    async with at_the_desk(tmp_path) as desk:
        assert await desk.command("people") == 0
        assert capsys.readouterr().out == "nobody is here\n"
        await desk.house.enter("Ann")
        assert await desk.command("people") == 0
        heads, ann = capsys.readouterr().out.splitlines()
        assert heads.split() == ["NAME", "ADDRESS", "HERE", "FOR", "TABLE", "BY"]
        assert ann.split() == ["Ann", "127.0.0.1", "0", "s", "-", "tcp"]
        assert await desk.command("--json", "people") == 0
        assert json.loads(capsys.readouterr().out)["done"]["people"][0]["name"] == "Ann"


@pytest.mark.parametrize(
    "words",
    [("say", "back", "soon"), ("mute", "Ann"), ("mute", "Ann", "5"), ("unmute", "Ann"), ("ban", "name", "Eve"),
     ("ban", "address", "192.0.2.0/24", "--why", "rude"), ("tables",), ("bans",), ("reload",), ("kick", "Ann"),
     ("status",), ("keys",), ("drain",), ("drain", "--minutes", "5")],
    ids=" ".join,
)  # fmt: skip
async def test_every_order_has_a_word(
    words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is carried out, and something is said of it."""
    async with at_the_desk(tmp_path) as desk:
        await desk.house.enter("Ann")
        assert await desk.command(*words) == 0
        assert desk.reloads == (words == ("reload",))
    assert capsys.readouterr().out.strip()


async def test_a_refused_order_is_a_sentence_and_exit_code_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """On stderr; in JSON on stdout."""
    async with at_the_desk(tmp_path) as desk:
        assert await desk.command("kick", "Zo\x1be") == 1
        assert capsys.readouterr().err == "tuicards-server admin: Nobody here is called Zo\\x1be.\n"
        assert await desk.command("--json", "close", "NONE") == 1
        assert refusal(json.loads(capsys.readouterr().out)) == "no_such_table"
        assert await desk.command("unban", "address", "x") == 1
        assert "is no address and no network" in capsys.readouterr().err


def test_without_a_server_there_is_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It names the socket that was tried; also through the server's own command, and the environment."""
    tried = [
        (("admin", "--data", str(tmp_path), "people"), {}),
        (("admin", "people"), {"TUICARDS_DATA": str(tmp_path)}),
        (("admin", "people"), {"TUICARDS_CONTROL": str(tmp_path / "control.sock")}),
        (("admin", "say", "\udcff"), {"HOME": str(tmp_path)}),
        (("admin", "people"), {}),
    ]
    errors = []
    for words, environ in tried:
        assert main(words, environ) == 1
        errors.append(capsys.readouterr().err)
        assert main((*words, "--json"), environ) == 1
        assert refusal(json.loads(capsys.readouterr().out)) in ("no_control", "bad_text")
    assert all(error.count("\n") == 1 for error in errors)
    assert [str(tmp_path / "control.sock") in error for error in errors] == [True, True, True, False, False]


def test_a_server_that_is_stuck_is_not_taken_for_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It listens, but does not answer."""
    monkeypatch.setattr("server.operator_command.PATIENCE", 0.1)
    with socket.socket(socket.AF_UNIX) as stuck:
        stuck.bind(str(tmp_path / "control.sock"))
        stuck.listen()
        assert main(("admin", "--data", str(tmp_path), "status"), {}) == 1
    assert "does not answer" in capsys.readouterr().err


@pytest.mark.parametrize("words", [("restore", "backup.db"), ("records", "out"), ("admin", "status")], ids=" ".join)
def test_no_other_folder_is_meant_where_the_configuration_cannot_be_read(
    words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may name the folder: nothing is done in the usual one, and where it is wrong is told."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tuicards").mkdir()
    config = tmp_path / "tuicards" / "server.toml"
    config.write_text("[data]\nfolder = '/srv'\n[house\n")
    environ = {"XDG_CONFIG_HOME": str(tmp_path), "HOME": str(tmp_path)}
    assert main(words, environ) == 1
    assert f"{config}:3:7: this is not TOML" in capsys.readouterr().err
    assert os.listdir(tmp_path) == ["tuicards"]
    assert main(words, environ | {"TUICARDS_DATA": str(tmp_path / "data")}) in (0, 1)
    assert "this is not TOML" not in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [(), ("dance",), ("kick",), ("ban", "person", "x"), ("mute", "Ann", "soon"), ("drain", "--minutes", "x"),
     ("drain", "--minutes", "5", "--cancel"), ("backup",), ("backup", ""), ("--data", "", "status"),
     ("status", "--control", "")],
)  # fmt: skip
def test_a_wrong_command_is_one_line_and_exit_code_2(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """As with the server's own flags."""
    with pytest.raises(SystemExit) as ended:
        main(("admin", *words), {})

    assert ended.value.code == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.together("the operator is told who is connected to this server")
async def test_the_state_is_told_in_lines_and_in_figures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Who plays, where it listens, what becomes of the record; --json and --data may stand after the order too."""
    async with at_the_desk(tmp_path) as desk:
        ann = await desk.house.enter("Ann")
        await ann.create(bots=1)
        await ann.start()
        await ann.picture()
        assert await desk.command("status") == 0
        shown = capsys.readouterr().out
        assert "in memory only" in shown
        assert "1, 1 with a game that runs" in shown
        assert f"127.0.0.1:{desk.house.service.port}" in shown
        assert await desk.command("status", "--json") == 0
        state = json.loads(capsys.readouterr().out)["done"]["status"]
        assert (state["people"], state["connections"], state["tables"], state["record"]) == (1, 1, 1, "memory")
        assert (state["draining"], state["stops_in_seconds"]) == (False, None)
        assert state["memory_bytes"] > 1 << 20
        assert state["descriptors"] > 3


@pytest.mark.parametrize(
    ("seconds", "says"),
    [(30, "30 s"), (60, "1 min"), (119, "2 min"), (120, "2 min"), (3599, "1 h"), (5400, "1 h 30 min")],
)
async def test_the_time_that_is_left_is_not_less_than_was_asked_for(seconds: int, says: str, tmp_path: Path) -> None:
    """A moment after `drain --minutes 2` it is two minutes."""
    async with at_the_desk(tmp_path) as desk:
        state = (await desk.order(do="status"))["done"]["status"]
    lines = told({"status": {**state, "draining": True, "stops_in_seconds": seconds}})
    assert f"in {says} at the latest" in "\n".join(lines)


async def test_a_reload_tells_what_is_taken_up_and_what_waits_for_a_restart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In lines, and as lists for scripts."""
    async with at_the_desk(tmp_path) as desk:
        assert await desk.command("reload") == 0
        told_lines = capsys.readouterr().out.splitlines()
        assert await desk.command("reload", "--json") == 0
        answer = json.loads(capsys.readouterr().out)
    assert told_lines == ["taken up: [house] name", "needs a restart: [listen] port, [data] memory"]
    assert answer == {"done": desk.reload()}
    assert told({"changed": [], "needs_restart": []}) == ["nothing new is taken up"]


def test_names_from_outside_do_nothing_to_the_terminal() -> None:
    """Controls are written as escapes."""
    [_, line] = told({"bans": [{"kind": "name", "value": "e\x1b[2Jve", "why": "a\nb"}]})
    assert line.split() == ["name", "e\\x1b[2Jve", "a\\nb"]


# ---- the whole process


async def test_a_running_server_takes_up_a_new_certificate_and_a_new_password(tmp_path: Path) -> None:
    """On SIGHUP, with nobody disturbed; a file that is no good changes nothing; the audit log tells of it."""
    files, secret, data = Files(tmp_path), tmp_path / "secret", tmp_path / "data"
    _write(secret, "first\n")
    flags = ("--tls-cert", str(files.cert), "--tls-key", str(files.key), "--password-file", str(secret))
    async with server(tmp_path, *flags, "--data", str(data)) as running:
        before = await _fingerprint(running.port)
        assert before == files.fingerprint
        files.renew()
        _write(secret, "second\n")
        ann = await _come(running.port, "Ann", "first")
        running.process.send_signal(signal.SIGHUP)
        log = await _logged(running.process, "taken up anew")
        assert await _fingerprint(running.port) == files.fingerprint != before
        _write(secret, "")
        assert await asyncio.to_thread(operator_main, ["--data", str(data), "reload"], {}) == 1
        bo = await _come(running.port, "Bo", "second")
        assert isinstance(await ann.ask(Say, text="still here"), Done)
        code, rest = await running.end()
        for peer in (ann, bo):
            await peer.close()

    log += rest
    assert code == 0
    assert f"tuicards join tls://127.0.0.1:{running.port}" in log
    assert f"#sha256:{before[:32]}" in log
    assert "Traceback" not in log
    events = [told["event"] for told in _noted(data) if told["event"] not in ("came", "went")]
    assert events == ["started", "reloaded", "reloaded", "stopped"]
    assert sorted(os.listdir(data)) == ["audit.jsonl", "server.lock", "tuicards.db"]


def _write(file: Path, text: str) -> None:
    file.write_text(text)


def _noted(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(text) for text in (folder / "audit.jsonl").read_text().splitlines()]


async def _come(port: int, name: str, password: str) -> Peer:
    """Somebody who has been let in on an encrypted way."""
    peer = Peer(*await asyncio.open_connection("127.0.0.1", port, ssl=any_certificate(), server_hostname="localhost"))
    peer.send(Hello(protocol=PROTOCOL, client="test", name=name, password=password))
    await peer.until(Lobby)
    return peer


async def _logged(process: asyncio.subprocess.Process, words: str) -> str:
    """What the server logs up to a line with these words."""
    assert process.stderr is not None
    log = ""
    async with asyncio.timeout(10):
        while words not in log:
            line = await process.stderr.readline()
            assert line, log
            log += line.decode()
    return log


async def _fingerprint(port: int) -> str:
    _, writer = await asyncio.open_connection("127.0.0.1", port, ssl=any_certificate(), server_hostname="localhost")
    shown = writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
    writer.transport.abort()
    return fingerprint(shown)


async def test_a_hang_up_ends_a_server_whose_terminal_is_gone_and_no_other(tmp_path: Path) -> None:
    """One that was left alone in a closed window would hold the port; with its terminal there it reads again."""
    ours, its = os.openpty()
    async with server(tmp_path, "--memory", stdin=its) as running:
        os.close(its)
        running.process.send_signal(signal.SIGHUP)
        await _logged(running.process, "taken up anew")
        os.close(ours)
        code, log = await running.end(signal.SIGHUP)

    assert code == 0
    assert log.endswith("INFO stopped\n")


@pytest.mark.usefixtures("own_log")
@pytest.mark.parametrize(
    ("flags", "says"),
    [
        (("--tls-cert", "cert.pem"), "go together"),
        (("--tls-key", "cert.pem"), "go together"),
        (("--tls-cert", "none", "--tls-key", "none"), "cannot be read"),
        (("--tls-cert", "noise", "--tls-key", "noise"), "PEM"),
        (("--password-file", "none"), "cannot be read"),
        (("--password-file", "empty"), "is no password"),
        (("--password-file", "noise", "--password", "x"), "do not go together"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else None,
)
def test_doors_that_cannot_be_are_one_line_and_exit_code_2(
    flags: tuple[str, ...],
    says: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nothing listens."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "noise").write_text("noise")
    (tmp_path / "empty").write_text("\nnot the first line\n")

    assert main(("--host", "127.0.0.1", "--port", "0", "--memory", "--log-level", "error", *flags), {}) == 2

    [line] = capsys.readouterr().err.splitlines()
    assert says in line


@pytest.mark.usefixtures("own_log")
def test_a_socket_that_cannot_be_made_is_one_line_and_exit_code_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its folder may be there later."""
    flags = ("--host", "127.0.0.1", "--port", "0", "--memory", "--log-level", "error")
    assert main((*flags, "--control", str(tmp_path / "no" / "such")), {}) == 1
    [line] = capsys.readouterr().err.splitlines()
    assert "control socket" in line
