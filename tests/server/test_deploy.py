"""The files with which the server runs as a service: they come with the program, and say nothing that is not so."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from server.cli import PASSES, main
from server.files_command import FILES, deployed
from server.flags import BAD_USAGE, server_flags
from server.operator_command import operator_main
from tuicards.wire.messages import DEFAULT_PORT

UNIT, CONTAINER = deployed(FILES["unit"]), deployed(FILES["container"])

systemd = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze")


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """The unit as an operator has it, with a server that is there."""
    file = tmp_path / "tuicards-server.service"
    file.write_text(UNIT.replace("/opt/tuicards/bin/tuicards-server", f"{sys.executable} -m server"))
    return file


def analyze(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["systemd-analyze", "--no-pager", *words], capture_output=True, text=True)


@pytest.mark.parametrize("which", FILES)
def test_a_file_is_printed_as_it_is(which: str, capsys: pytest.CaptureFixture[str]) -> None:
    """So that it can be sent where it belongs."""
    assert main(("files", which), {}) == 0
    assert capsys.readouterr().out == deployed(FILES[which])


def test_another_file_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    """One line, exit code 2."""
    with pytest.raises(SystemExit) as ended:
        main(("files", "passwords"), {})
    assert ended.value.code == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


@systemd
def test_systemd_understands_the_unit(unit: Path) -> None:
    """Without a word of warning."""
    run = analyze("verify", str(unit))
    assert (run.returncode, run.stderr) == (0, "")


@systemd
def test_the_unit_shuts_the_server_in(unit: Path) -> None:
    """systemd rates what it may still do: 10 is all, and up to 2 is good."""
    run = analyze("security", "--offline=true", "--threshold=20", str(unit))
    assert run.returncode == 0, run.stdout


def test_unit_and_container_name_what_there_is() -> None:
    """Commands that exist, variables that the server reads, the ports that it has by itself."""
    said = re.findall(r"tuicards-server ((?:admin|files) \w+)", UNIT + CONTAINER)
    assert set(said) == {"files unit", "admin status"}
    known = {f"TUICARDS_{action.dest.upper()}" for action in server_flags()._actions}
    assert set(re.findall(r"TUICARDS_[A-Z_]+", UNIT + CONTAINER)) <= known
    assert f"EXPOSE {DEFAULT_PORT} 7122" in CONTAINER
    assert 'CMD ["--ssh", "7122"]' in CONTAINER
    assert operator_main(["--data", "/nonexistent", "status"], {}) == 1


def test_whoever_reads_the_beginning_only_is_no_fault() -> None:
    """As in `tuicards-server files unit | head -1`: nothing on stderr."""
    ours, its = os.pipe()
    os.close(ours)
    with subprocess.Popen(
        [sys.executable, "-m", "server", "files", "unit"], stdout=its, stderr=subprocess.PIPE
    ) as process:
        os.close(its)
        assert process.stderr is not None
        assert process.stderr.read() == b""
    assert process.returncode == 0


def test_the_unit_tries_again_what_may_pass_and_nothing_else() -> None:
    """For some minutes, and well within systemd's count of starts; wrong settings are exit code 2."""
    said = dict(line.split("=", 1) for line in UNIT.splitlines() if "=" in line and not line.startswith("#"))
    pause, burst, interval = (int(said[key]) for key in ("RestartSec", "StartLimitBurst", "StartLimitIntervalSec"))
    assert 180 <= pause * burst < interval <= 900
    assert said["RestartPreventExitStatus"] == str(BAD_USAGE)
    assert PASSES != BAD_USAGE
