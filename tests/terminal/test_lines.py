"""A whole game by a program that reads lines and writes lines, through pipes."""

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

from tests.terminal.tmux import homes, tuicards

PLAY = ("play", "rage", "--text", "--seats", "3", "--option", "round_plan=5,3,1", "--bot-delay", "0", "--name", "Ana")
TURN = re.compile(r"It is your turn\. You may: (.*)\.")
OVER = "The party is over"


def answers(line: str) -> Iterator[str]:
    """What is typed when a line has come: the second of the bids, the last of the cards."""
    if found := TURN.match(line):
        moves = found[1].split(", ")
        yield moves[1] if moves[0].startswith("bid") else moves[-1]
    elif line.startswith("Round 2 is over"):
        yield from ("scores", "last", "say gg")
    elif line.startswith(OVER):
        yield "quit"


def test_a_game_of_rage_by_a_script_that_reads_lines(tmp_path: Path) -> None:
    """Each line is read before the next answer is typed; questions are answered; the program ends with 0."""
    heard = []
    with subprocess.Popen(
        tuicards(*PLAY), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        env=os.environ | homes(tmp_path),
    ) as client:  # fmt: skip
        assert client.stdin is not None
        assert client.stdout is not None
        for line in client.stdout:
            heard.append(line.rstrip("\n"))
            for answer in answers(line):
                client.stdin.write(f"{answer}\n")
                client.stdin.flush()

    assert client.returncode == 0
    assert sum(line.startswith(OVER) for line in heard) == 1
    assert any(line == "Ana says: gg" for line in heard)
    assert all(line.isprintable() for line in heard)
