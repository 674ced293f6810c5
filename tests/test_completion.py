"""What a shell offers when Tab is pressed."""

import contextlib
import io
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from server.archive_command import archive_parser
from server.cli import COMMANDS
from server.completion_command import completion_main, server_completion
from server.declared import a_path
from server.flags import server_flags
from server.operator_command import operator_parser
from server.restore_command import restore_parser
from tuicards.bots.api import LEVELS
from tuicards.cli import main
from tuicards.completion import FILES, FOLDERS, SHELLS, values
from tuicards.locale.languages import LANGUAGES

BASH = r"""
source "$1"; shift
for line; do
    COMP_WORDS=($line); [[ $line == *" " ]] && COMP_WORDS+=("")
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMPREPLY=()
    spec=($(complete -p "${COMP_WORDS[0]}"))
    "${spec[-2]}" "${COMP_WORDS[0]}" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}" 2>/dev/null
    (IFS=/; echo "${COMPREPLY[*]}")
done
"""
"""Asks the script $1 what completes each of the lines; the answers are lines, with / between the words."""

ZSH = r"""
zmodload zsh/zpty
zpty asked zsh -f -i
zpty -w asked "autoload -Uz compinit; compinit -u -D; eval \"\$(<$1)\"; LISTMAX=1000; COLUMNS=200; echo READ''Y"
zpty -r asked line '*READY*'
zpty -w -n asked "$2"$'\t\t'
zpty -r asked line "*$3*" && echo offered
zpty -d asked
"""
"""Types the line $2 and two tabs at a terminal, and says `offered` once $3 is shown."""


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the scripts of both programs in a file for each shell, and with something to complete."""
    folder = tmp_path_factory.mktemp("completion")
    for shell in SHELLS:
        (folder / shell).write_text(f"{server_completion(shell)}\n{client_completion(shell)}")
    (folder / "here").mkdir()
    (folder / "here" / "folder").mkdir()
    (folder / "here" / "file.txt").touch()
    return folder


def client_completion(shell: str) -> str:
    """What `tuicards completion` prints."""
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        main(["completion", shell])
    return printed.getvalue()


def offered(scripts: Path, *lines: str) -> list[set[str]]:
    """What bash offers at the end of each line."""
    asked = ["bash", "--norc", "-c", BASH, "bash", str(scripts / "bash"), *lines]
    told = subprocess.run(asked, cwd=scripts / "here", capture_output=True, text=True, check=True, timeout=30)
    return [set(filter(None, line.split("/"))) for line in told.stdout.splitlines()]


def test_commands_and_orders_are_offered(scripts: Path) -> None:
    """All that the programs know, those with parsers of their own too."""
    client, server, orders = offered(scripts, "tuicards ", "tuicards-server ", "tuicards-server admin --data . b")

    assert client > {"play", "host", "join", "web", "replay", "verify", "config", "arena", "completion"}
    assert server == set(COMMANDS)
    assert orders == {"ban", "bans", "backup"}


def test_flags_are_those_of_the_command(scripts: Path) -> None:
    """Whatever a parser has, and nothing of another command."""
    arena, server, drain = offered(
        scripts, "tuicards arena rage --", "tuicards-server --ssh", "tuicards-server admin drain --"
    )

    assert arena == {
        "--help", "--bots", "--ladder", "--games", "--seed", "--seats", "--option", "--options", "--preset",
        "--worlds", "--budget", "--jobs", "--save", "--until", "--json",
    }  # fmt: skip
    assert server == {flag for flag in server_flags()._option_string_actions if flag.startswith("--ssh")}
    assert drain == {"--help", "--data", "--control", "--json", "--minutes", "--cancel"}


@pytest.mark.parametrize(
    ("line", "values"),
    [
        ("tuicards play ", {"rage", "goat"}),
        ("tuicards host rage --bots ", set(LEVELS)),
        ("tuicards play --preset a", {"amigo"}),
        ("tuicards --language ", set(LANGUAGES)),
        ("tuicards join --theme ", {"auto", "dark", "light", "safe", "terminal"}),
        ("tuicards replay --presentation w", {"wide"}),
        ("tuicards replay ", {"file.txt", "folder"}),
        ("tuicards host --data ", {"folder"}),
        ("tuicards completion ", set(SHELLS)),
        ("tuicards-server --limits ", {"lan", "public"}),
        ("tuicards-server --log-level ", {"debug", "info", "warning", "error"}),
        ("tuicards-server --tls-cert fi", {"file.txt"}),
        ("tuicards-server admin ban ", {"name", "address"}),
        ("tuicards-server files ", {"unit", "container"}),
        ("tuicards-server records ", {"folder"}),
        ("tuicards-server restore f", {"file.txt", "folder"}),
    ],
)
def test_values_of_which_there_are_a_few_are_offered(scripts: Path, line: str, values: set[str]) -> None:
    """And files and folders where one is wanted."""
    assert offered(scripts, line) == [values]


def test_every_path_of_the_server_is_completed() -> None:
    """What is read as a path is called by one of the names that stand for files and folders."""
    parsers = (server_flags(), operator_parser(), archive_parser(), restore_parser())
    paths = [value for parser in parsers for value in values(parser) if value.type is a_path]

    assert len(paths) > 10
    assert [path.dest for path in paths if path.metavar not in (*FILES, *FOLDERS)] == []


def test_without_its_package_it_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence, and no script."""
    monkeypatch.setitem(sys.modules, "shtab", None)

    assert [main(["completion", "bash"]), completion_main(["bash"])] == [2, 1]
    shown = capsys.readouterr()
    assert shown.out == ""
    assert [line.partition("pip install ")[2] for line in shown.err.splitlines()] == ["'tuicards[completion]'"] * 2


@pytest.mark.thorough
@pytest.mark.skipif(shutil.which("fish") is None, reason="there is no fish")
@pytest.mark.parametrize(
    ("line", "word"),
    [("tuicards pl", "play"), ("tuicards play --bots ", "easy"), ("tuicards-server admin dr", "drain")],
)
def test_fish_offers_it(scripts: Path, line: str, word: str) -> None:
    """With what it is for."""
    asked = ["fish", "--no-config", "-c", f"source {scripts / 'fish'}; complete -C '{line}'"]
    told = subprocess.run(asked, capture_output=True, text=True, check=True, timeout=30)

    assert word in told.stdout.split()
    assert told.stderr == ""


@pytest.mark.thorough
@pytest.mark.skipif(shutil.which("zsh") is None, reason="there is no zsh")
@pytest.mark.parametrize(
    ("line", "word"),
    [("tuicards co", "config"), ("tuicards play --bots ", "easy"), ("tuicards-server admin b", "backup")],
)
def test_zsh_offers_it(scripts: Path, line: str, word: str) -> None:
    """At a terminal, as it is typed."""
    asked = ["zsh", "-f", "-c", ZSH, "zsh", str(scripts / "zsh"), line, word]
    told = subprocess.run(asked, capture_output=True, text=True, check=True, timeout=30)

    assert told.stdout == "offered\n"
