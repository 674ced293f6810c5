"""The server as a process: flags, signals, what it prints, and what survives kill -9."""

import asyncio
import contextlib
import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.cli import main
from tests.server.peer import Peer
from tuicards.state_folder import state_folder
from tuicards.wire.messages import PROTOCOL, Done, Hello, Lobby, Say, TableInfo, Update

ROOT = Path(__file__).parents[2]


class Running:
    """A server in a process of its own."""

    def __init__(self, process: asyncio.subprocess.Process, port: int, log: str) -> None:
        self.process, self.port, self._log = process, port, log

    async def enter(self, name: str = "", **fields: object) -> Peer:
        peer = Peer(*await asyncio.open_connection("127.0.0.1", self.port))
        peer.send(Hello(protocol=PROTOCOL, client="test", name=name, **fields))  # type: ignore[arg-type]
        return peer

    async def end(self, number: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
        """The exit code and everything on stderr."""
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(number)
        async with asyncio.timeout(8):
            _, errors = await self.process.communicate()
        assert self.process.returncode is not None
        return self.process.returncode, self._log + errors.decode()


@contextlib.asynccontextmanager
async def server(
    folder: Path, *arguments: str, stdin: int = asyncio.subprocess.DEVNULL, **environ: str
) -> AsyncIterator[Running]:
    """A server on a free local port, started with an empty environment; without a terminal unless `stdin` is one."""
    port_file = folder / "port"
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-X", "dev", "-m", "server", "--host", "127.0.0.1", "--port", "0", "--bot-delay", "0",
        "--port-file", str(port_file), *arguments,
        stdin=stdin, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), **environ}, start_new_session=True, cwd=folder,
    )  # fmt: skip
    try:
        log = await _until_it_listens(process)
        yield Running(process, int(port_file.read_text()), log)
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.communicate()


async def _until_it_listens(process: asyncio.subprocess.Process) -> str:
    """What it has logged up to the line that says where it listens."""
    assert process.stderr is not None
    log = ""
    async with asyncio.timeout(10):
        while "listening at" not in log:
            line = await process.stderr.readline()
            assert line, log
            log += line.decode()
    return log


async def test_the_same_cards_are_there_after_kill_minus_nine(tmp_path: Path) -> None:
    """Killed in the middle of a trick, restarted on the same folder: same hand, same trick, and the party goes on."""
    data = ("--data", str(tmp_path / "data"))
    async with server(tmp_path, *data) as running:
        ann = await running.enter("Ann")
        code = await ann.create("rage", 3, bots=2, options={"round_plan": "3"})
        await ann.start()
        await _answer(ann, "bid")
        before = await ann.until(Update, lambda update: update.view["phase"] == "play" and 0 in update.view["to_act"])
        await running.end(signal.SIGKILL)
        await ann.close()

    async with server(tmp_path, *data) as running:
        again = await running.enter(token=ann.token, table=code, seen=before.seq)
        await again.until(TableInfo)
        update = await again.until(Update)
        assert (update.seq, update.view, update.events) == (before.seq, before.view, ())

        await again.play_to_the_end()
        code_and_log = await running.end()
        await again.close()

    assert code_and_log[0] == 0
    assert "Traceback" not in code_and_log[1]


async def _answer(peer: Peer, phase: str) -> None:
    """Plays the first legal move when the seat is asked in this phase."""
    update = await peer.picture()
    while not (update.view["phase"] == phase and 0 in update.view["to_act"]):
        update = await peer.until(Update)
    peer.play(update.view["legal"][0])
    await peer.until(Done)


SLOW = re.compile(r"Executing <.* took [0-9.]+ seconds")
"""What Python says in development of a busy machine."""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_stops_the_server_in_order(number: signal.Signals, tmp_path: Path) -> None:
    """Even with a peer that never greets. Without a home it keeps nothing, and says so in one line."""
    async with server(tmp_path) as running:
        _, silent = await asyncio.open_connection("127.0.0.1", running.port)
        code, log = await running.end(number)
        silent.close()

    assert code == 0
    lines = log.splitlines()
    assert [line for line in lines if " WARNING " in line and not SLOW.search(line)] == [
        line for line in lines if "nothing will be kept" in line
    ]
    assert f"listening at 127.0.0.1:{running.port}" in log
    assert f"only this machine reaches it: tuicards join 127.0.0.1:{running.port}" in log
    assert lines[-1].endswith("INFO stopped")
    assert "\x1b" not in log


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_a_signal_ends_a_server_that_is_still_being_loaded(number: signal.Signals, code: int, tmp_path: Path) -> None:
    """By a handler of its own, since process 1 of a container has no other; and without a word."""
    slow = "import sys, time\nprint('loading', file=sys.stderr, flush=True)\ntime.sleep(60)\n"
    (tmp_path / "argparse.py").write_text(slow)
    environ = {"PATH": os.environ["PATH"], "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}
    command = [sys.executable, "-m", "server", "--memory"]
    with subprocess.Popen(command, env=environ, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == "loading\n"
        process.send_signal(number)

        assert process.wait(timeout=8) == code
        assert process.stderr.read() == ""


async def test_the_log_tells_who_came_and_no_secret(tmp_path: Path) -> None:
    """Names with controls are escaped, and neither password nor token is written."""
    async with server(tmp_path, "--memory", TUICARDS_PASSWORD="sesame") as running:
        ann = await running.enter("Ann", password="sesame")
        await ann.create("goat", 4)
        bad = await running.enter("x\n2031 INFO \x1b[2K", password="sesame")
        await bad.until_over()
        for peer in (ann, bad):
            await peer.close()
        _, log = await running.end()

    assert "is Ann" in log
    assert "bad_name" in log
    assert not any(secret in log for secret in ("sesame", ann.token, "\x1b"))
    assert not any(line.startswith("2031") for line in log.splitlines())


async def test_a_server_that_cannot_use_its_folder_does_not_claim_to_keep_the_record(tmp_path: Path) -> None:
    """One warning, which covers what else would be there, and is not contradicted by the next line."""
    (tmp_path / "file").write_text("")
    async with server(tmp_path, "--data", str(tmp_path / "file" / "data"), "--no-announce") as running:
        ann = await running.enter("Ann")
        await ann.create("goat", 4)
        running.process.send_signal(signal.SIGHUP)
        await ann.close()
        _, log = await running.end()

    assert "the record is kept in memory only" in log
    [warning] = [line for line in log.splitlines() if " WARNING " in line]
    assert "nothing will be kept" in warning


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="descriptors are counted in /proc")
async def test_running_out_of_descriptors_is_said_once(tmp_path: Path) -> None:
    """The event loop would say it a hundred times; those who are in stay in, and later there is room again."""
    resource = pytest.importorskip("resource")
    async with server(tmp_path, "--memory") as running:
        ann = await running.enter("Ann")
        await ann.until(Lobby)
        in_use = len(os.listdir(f"/proc/{running.process.pid}/fd"))
        resource.prlimit(running.process.pid, resource.RLIMIT_NOFILE, (in_use + 1, 4096))
        others = [Peer(*await asyncio.open_connection("127.0.0.1", running.port)) for _ in range(20)]
        assert isinstance(await ann.ask(Say, text="still here"), Done)
        for peer in (ann, *others):
            await peer.close()
        _, log = await running.end()

    assert log.count("Too many open files") == 1


async def test_a_second_server_on_the_same_folder_is_refused(tmp_path: Path) -> None:
    """In one line, with the folder; that may pass, and is exit code 1. The first one goes on."""
    data = ("--data", str(tmp_path / "data"))
    async with server(tmp_path, *data) as running:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "server", "--port", "0", *data, cwd=ROOT, stderr=asyncio.subprocess.PIPE
        )
        _, errors = await process.communicate()
        ann = await running.enter("Ann")
        await ann.create("goat", 4)
        await ann.close()

    assert process.returncode == 1
    assert errors.decode().splitlines() == [f"tuicards-server: Another server is using the folder {data[1]}."]


async def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    """One line that says what to do, and exit code 1: it may be free later."""
    async with server(tmp_path, "--memory") as running:
        done = await asyncio.to_thread(
            subprocess.run,
            [sys.executable, "-m", "server", "--host", "127.0.0.1", "--port", str(running.port), "--memory"],
            cwd=ROOT, capture_output=True, text=True, check=False,
        )  # fmt: skip

    assert done.returncode == 1
    assert f"Port {running.port} is in use" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("--port", "70000"),
        ("--port", "x"),
        ("--port", "1_0"),
        ("--port", "٣"),
        ("--port", "1" + "0" * 30),
        ("--bot-delay", "nan"),
        ("--grace", "-1"),
        ("--log-level", "loud"),
        ("--password", "\udcff"),
        ("--name", "a\x1b[2Jb"),
        ("--colour",),
        ("extra",),
    ],
)
def test_a_bad_flag_is_one_line_and_exit_code_2(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is started."""
    with pytest.raises(SystemExit) as ended:
        main(arguments, {})

    said = capsys.readouterr().err
    assert ended.value.code == 2
    assert len(said.splitlines()) == 1
    assert ".;" not in said


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("status", "tuicards-server admin status"),
        ("--memory people", "tuicards-server admin people"),
        ("drian --minutes 5", "tuicards-server admin drain"),
        ("record out", "tuicards-server records"),
        ("--prot 7", "--port"),
        ("--passwordfile=x", "--password-file"),
        ("--limits lam", "lan"),
        ("admin stauts", "status"),
        ("admin drain --minute 5", "--minutes"),
        ("admin ban nane Eve", "name"),
        ("restore --froce x", "--force"),
        ("files units", "unit"),
    ],
)
def test_a_mistyped_word_is_answered_with_the_one_that_is_meant(
    typed: str, meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A forgotten `admin` too; one line, exit code 2, and nothing is done."""
    with pytest.raises(SystemExit) as ended:
        main(typed.split(), {})

    said = capsys.readouterr().err
    assert (ended.value.code, said.count("\n")) == (2, 1)
    assert f"; is {meant} meant?;" in said


def test_a_word_like_no_other_is_answered_with_those_that_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    """In one line."""
    with pytest.raises(SystemExit):
        main(("admin", "xyz"), {})
    assert "there is no 'xyz'; there are status, people" in capsys.readouterr().err


@pytest.mark.parametrize(
    "environ",
    [
        {"TUICARDS_PORT": "70000"},
        {"TUICARDS_GRACE": "soon"},
        {"TUICARDS_LOG_LEVEL": "loud"},
        {"TUICARDS_PASSWORD": "\udcff"},
    ],
    ids=str,
)
def test_a_bad_setting_of_the_environment_is_one_line_too(
    environ: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    """The environment is read as strictly as the flags."""
    assert main((), environ) == 2

    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.usefixtures("own_log")
def test_a_host_that_does_not_exist_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    """A clear line, no traceback; a network that is up later may know it."""
    assert main(("--host", "256.256.256.256", "--memory"), {}) == 1
    assert "256.256.256.256" in capsys.readouterr().err


@pytest.mark.usefixtures("own_log")
def test_a_port_file_that_cannot_be_written_is_an_error_and_leaves_nothing_behind(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A script that waits for the file hears why it does not come."""
    folder = tmp_path / "port"
    folder.mkdir()

    assert main(("--host", "127.0.0.1", "--port", "0", "--memory", "--port-file", str(folder)), {}) == 1

    assert "cannot be written" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [folder]


@pytest.mark.parametrize(
    ("environ", "folder"),
    [
        ({"XDG_STATE_HOME": "/state", "HOME": "/home/ann"}, Path("/state/tuicards")),
        ({"XDG_STATE_HOME": "state", "HOME": "/home/ann"}, Path("/home/ann/.local/state/tuicards")),
        ({"HOME": "~"}, None),
        ({}, None),
    ],
)
def test_the_record_lies_where_a_users_state_lies(environ: dict[str, str], folder: Path | None) -> None:
    """Relative values are ignored, and no folder is called ~."""
    assert state_folder(environ) == folder


def test_the_version_is_told() -> None:
    """On stdout, for scripts."""
    done = subprocess.run(
        [sys.executable, "-m", "server", "--version"], cwd=ROOT, capture_output=True, text=True, check=True
    )

    assert done.stdout.startswith("tuicards-server ")
