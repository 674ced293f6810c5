"""The command line: as real processes, and as calls where nothing hangs on a process of its own."""

import io
import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from tuicards.cli import main

ROOT = Path(__file__).parents[1]
TUICARDS = (sys.executable, "-m", "tuicards")


def run(
    arguments: Sequence[str | bytes], typed: str = "", environ: Mapping[str, str | bytes] | None = None
) -> subprocess.CompletedProcess[str]:
    """The command without a terminal and without a home, with what was typed on its input."""
    return subprocess.run(
        [*TUICARDS, *arguments],
        input=typed,
        env={"PATH": "/usr/bin:/bin", **(environ or {})},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )


@pytest.fixture
def homeless(monkeypatch: pytest.MonkeyPatch) -> None:
    """This process, too, has no home, and nothing but keys that are piped in."""
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n" * 1000))


def only_line(text: str) -> str:
    """The one line of the text."""
    (line,) = text.splitlines()
    return line


def test_help_tells_commands_exit_codes_and_how_to_mend_a_terminal() -> None:
    """All that one needs to go on, without a terminal or a home."""
    shown = run(["--help"])

    assert (shown.returncode, shown.stderr) == (0, "")
    for word in ("play", "host", "join", "arena", "rules", "exit codes", "TUICARDS_NAME", "reset"):
        assert word in shown.stdout


@pytest.mark.usefixtures("homeless")
@pytest.mark.parametrize("command", ["play", "host", "join", "rules"])
def test_each_command_has_its_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Said without a home or a terminal."""
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])

    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith(f"usage: tuicards {command}")


def test_the_full_screen_without_a_terminal_is_one_sentence() -> None:
    """Whatever is piped in is no key that was pressed (T19), and the sentence says what helps (S05)."""
    refused = run([], typed="1\n" * 1000)

    assert (refused.returncode, refused.stdout) == (2, "")
    assert "ssh -t" in only_line(refused.stderr)
    assert "--text" in refused.stderr


@pytest.mark.usefixtures("homeless")
@pytest.mark.parametrize("arguments", [[], ["play"], ["host"], ["join"], ["join", "localhost"]])
def test_each_command_without_a_terminal_says_the_same_sentence(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """It depends on nothing but the terminal."""
    code = main(arguments)
    shown = capsys.readouterr()

    assert (code, shown.out) == (2, "")
    assert "ssh -t" in only_line(shown.err)
    assert "--text" in shown.err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["play", "chess"], "There are: rage, goat."),
        (["play", "rage", "--seats", "9"], "at most 6 seats"),
        (["play", "rage", "--seats", "1" + "0" * 30], "at most 6 seats"),
        (["play", "--option", "hook"], "write NAME=VALUE"),
        (["play", "--option", "hook=perhaps"], "It can be: off, last_bidder."),
        (["play", "--option", "jokers=2"], "There is no option called jokers. There are: edition,"),
        (["play", "goat", "--preset", "long"], "There are: classic, short, open."),
        (["play", "--clock", "30"], "say none, turn:30 or bank:300+5"),
        (["play", "--clock", "turn:4"], "from 5 to 3600 seconds"),
        (["host", "rage", "--clock", "bank:60+61"], "at most 60"),
        (["play", "--bots", "god"], "There are: easy, normal"),
        (["play", "--bot-delay", "soon"], "seconds from 0 to 60"),
        (["--bot-delay", "soon"], "seconds from 0 to 60"),
        (["play", "--name", "n" * 21], "1 to 20 characters"),
        (["play", "--name", "Bot 2"], "would be taken for something else"),
        (["host", "--port", "99999"], "from 1 to 65535"),
        (["host", "--clock", "turn:30"], "name its game"),
        (["host", "--bots", "easy"], "name its game"),
        (["join", "host:"], "a port is missing"),
        (["join", "host:0"], "from 1 to 65535"),
        (["join", "h" * 300], "at most 253 letters"),
        (["join", "tls://"], "An address is missing"),
        (["join", "943-N7T"], "looks like a join code"),
        (["join", "a,,b"], "an address is missing before or after a comma"),
        (["join", "a,943-N7S"], "943-N7S is a join code, which leads to one server"),
        (["join", "tls://a,tcp://b"], "either all addresses are encrypted or none"),
        (["join", "localhost", "--watch"], "add --table CODE"),
        (["join", "localhost", "--table", "BCDF", "--seat", "0"], "counted from 1"),
        (["join", "localhost", "--table", "BCDF", "--seat", "2", "--watch"], "do not go together"),
        (["rules", "chess"], "There are: rage, goat."),
    ],
)
def test_what_is_wrong_is_said_with_what_is_right(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line, exit code 2, and nothing has begun."""
    code = main(arguments)
    shown = capsys.readouterr()

    assert (code, shown.out) == (2, "")
    assert says in only_line(shown.err)


@pytest.mark.parametrize(
    "arguments", [["frob"], ["join", "a", "b"], ["play", "--seats", "few"], ["play", "rage", "goat"]]
)
def test_a_command_that_cannot_be_read_is_said_in_one_line(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """With the way to the help, and exit code 2."""
    with pytest.raises(SystemExit) as ended:
        main(arguments)

    assert ended.value.code == 2
    assert "--help" in only_line(capsys.readouterr().err)


def test_a_folder_that_cannot_hold_the_record_is_refused(tmp_path: Path) -> None:
    """Who asks for a record is not left without one."""
    (tmp_path / "file").write_text("")
    refused = run(["host", "--text", "--port", "0", "--data", str(tmp_path / "file")])

    assert (refused.returncode, refused.stdout) == (1, "")
    assert "cannot be used for the record" in only_line(refused.stderr)


def test_a_name_that_is_no_text_is_refused_in_words() -> None:
    """Bytes that are not UTF-8, from the command line and from the environment (W07)."""
    flag = run(["play", "--text", "--name", b"\xff\xfe"])
    variable = run(["play", "--text"], environ={"TUICARDS_NAME": b"\xff\xfe"})

    assert [flag.returncode, variable.returncode] == [2, 2]
    assert only_line(flag.stderr) == "tuicards: --name is not valid Unicode text."
    assert only_line(variable.stderr) == "tuicards: TUICARDS_NAME is not valid Unicode text."


def test_a_whole_party_is_played_through_a_pipe() -> None:
    """Server, bots and client in one process; lines of plain text; the name from the environment."""
    played = run(
        ["play", "goat", "--text", "--bot-delay", "0", "--option", "limit=6"],
        typed="auto on\n",
        environ={"TUICARDS_NAME": "Ana"},
    )

    assert (played.returncode, played.stderr) == (0, "")
    assert "as Ana" in played.stdout
    assert re.search("are (the )?goats", played.stdout.splitlines()[-2])
    assert "The deal was fair" in played.stdout.splitlines()[-1]
    assert "\x1b" not in played.stdout
    assert "> " not in played.stdout


def test_an_account_whose_name_is_reserved_plays_under_another() -> None:
    """The first command of the manual works for admin, too."""
    assert "as Player." in run(["play", "--text"], typed="quit\n", environ={"USER": "admin"}).stdout
    assert "as ben." in run(["play", "--text"], typed="quit\n", environ={"USER": "ben"}).stdout


def test_input_that_ends_in_the_middle_is_a_failure() -> None:
    """The exit code says that the game was not finished."""
    ended = run(["play", "rage", "--text", "--bot-delay", "0"])

    assert (ended.returncode, ended.stderr) == (1, "")
    assert ended.stdout.splitlines()[-1] == "The input ended in the middle of the party."


def test_endless_input_that_says_quit_ends_at_once() -> None:
    """`yes quit | tuicards play rage --text`: no more is read than is needed."""
    done = subprocess.run(
        f"yes quit | {sys.executable} -m tuicards play rage --text",
        shell=True,
        cwd=ROOT,
        env={"PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("command", ["play rage --text --bot-delay 0", "rules rage", "--help"])
def test_a_reader_who_has_heard_enough_ends_it_quietly(command: str) -> None:
    """`... | head -1` leaves no traceback."""
    done = subprocess.run(
        f"echo auto on | {sys.executable} -m tuicards {command} | head -1",
        shell=True,
        cwd=ROOT,
        env={"PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )

    assert done.stderr == ""
    assert len(done.stdout.splitlines()) == 1


def test_without_standard_streams_nothing_breaks() -> None:
    """As some service managers start programs."""
    done = subprocess.run(
        f"exec {sys.executable} -m tuicards play rage --text <&- >&- 2>&-",
        shell=True,
        cwd=ROOT,
        env={"PATH": os.environ["PATH"]},
        timeout=20,
        check=False,
    )

    assert done.returncode == 1


def test_the_rules_are_printed_whole_in_any_locale() -> None:
    """A page that holds more than ASCII does not fail where only ASCII can be written."""
    plain = run(["rules", "rage"], environ={"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"})

    assert (plain.returncode, plain.stderr) == (0, "")
    assert plain.stdout.startswith("# Rage in one page")


class BrokenInput(io.StringIO):
    """Standard input that fails in a way nobody has thought of."""

    def isatty(self) -> bool:
        raise RuntimeError("no idea")


def test_a_fault_leaves_one_readable_line_and_a_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The traceback goes to the state folder and not to the screen."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "stdin", BrokenInput())
    code = main(["play"])
    shown = capsys.readouterr().err
    (crash,) = (tmp_path / "tuicards").glob("crash*")

    assert code == 1
    assert "Traceback" not in shown
    assert str(crash) in shown
    assert "RuntimeError: no idea" in crash.read_text()


def test_hosting_tells_friends_what_to_type_and_they_come_in() -> None:
    """A host by lines and a friend by lines, two processes, over the network of this machine: the join code leads
    straight to the table."""
    host = subprocess.Popen(
        [*TUICARDS, "host", "rage", "--text", "--seats", "2", "--port", "0", "--host", "127.0.0.1", "--name", "Ana",
         "--option", "round_plan=1", "--password", "sesame", "--bot-delay", "0"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT, env={"PATH": "/usr/bin:/bin"},
    )  # fmt: skip
    assert host.stdin is not None
    assert host.stdout is not None
    with host:
        while "at table" not in (line := host.stdout.readline()):
            assert line
        while "tuicards join" not in (invited := host.stdout.readline()):
            assert invited
        assert "Only this machine reaches the server" in invited
        host.stdin.write("auto on\n")
        friend = subprocess.Popen(
            [*TUICARDS, "join", invited.split()[-1], "--text", "--name", "Bo", "--guest"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT,
            env={"PATH": "/usr/bin:/bin", "TUICARDS_PASSWORD": "sesame"},
        )  # fmt: skip
        assert friend.stdout is not None
        while "Bo has come" not in (line := host.stdout.readline()):
            assert line
        host.stdin.write("start\n")
        host.stdin.flush()
        heard, _ = friend.communicate("auto on\n", timeout=20)
        rest, _ = host.communicate(timeout=20)

    assert (friend.returncode, host.returncode) == (0, 0)
    assert "The party is over." in heard
    assert "The party is over." in rest


def test_the_arena_has_its_own_options() -> None:
    """Its arguments are passed on as they are."""
    played = run(["arena", "rage", "--games", "1", "--seats", "2", "--bots", "easy,easy", "--jobs", "1", "--json"])

    assert (played.returncode, played.stderr) == (0, "")
    assert '"games": 1' in played.stdout.replace('":1', '": 1')
