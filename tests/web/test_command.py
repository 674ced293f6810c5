"""`tuicards web` as it is typed."""

import os
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tuicards.cli import main
from tuicards.web.visit import environment


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--public-url", "cards.example"], "http://"),
        (["--public-url", "http://[::1"], "http://"),
        (["--port", "x"], "port"),
        (["--max-sessions", "0"], "from 1 to"),
        (["--password", "x"], "--password is for a server elsewhere"),
        (["host:"], "After the colon"),
        (["943-N7T"], "looks like a join code"),
        (["a,,b"], "an address is missing before or after a comma"),
        (["--host", "192.0.2.77", "--port", "0"], "192.0.2.77"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    arguments: list[str],
    said: str,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """Nothing is served then."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))

    assert main(["web", *arguments]) in (1, 2)
    out, err = capfd.readouterr()
    assert said in err
    assert err.count("\n") == 1
    assert out == ""


def test_without_its_packages_it_says_how_to_get_them(tmp_path: Path) -> None:
    """One sentence with the command to type."""
    program = "import sys; sys.modules['aiohttp'] = None; from tuicards.cli import main; sys.exit(main(['web']))"
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env={**os.environ, "HOME": str(tmp_path)}
    )

    assert run.returncode == 2
    assert "pip install 'tuicards[web]'" in run.stderr
    assert "Traceback" not in run.stderr


def test_it_says_where_it_is_and_stops_in_order(tmp_path: Path) -> None:
    """The page is there as soon as its address is told; one SIGTERM or two end it well, and nothing is left."""
    command = [sys.executable, "-m", "tuicards", "web", "--host", "127.0.0.1", "--port", "0"]
    environ = {"PATH": os.environ["PATH"], "HOME": str(tmp_path / "home"), "TMPDIR": str(tmp_path)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environ) as web:
        assert web.stdout is not None
        address = web.stdout.readline().split()[-1]
        with urllib.request.urlopen(address, timeout=30) as answer:
            page = answer.read().decode()
        kept = [path.name for path in tmp_path.iterdir()]
        web.send_signal(signal.SIGTERM)
        web.send_signal(signal.SIGTERM)

        assert web.wait(30) == 0
        assert "<title>tuicards</title>" in page
        assert any(name.startswith("tuicards-web-") for name in kept)
        assert list(tmp_path.glob("tuicards-web-*")) == []


def test_a_client_is_told_nothing_of_the_environment(tmp_path: Path) -> None:
    """No home, no keys, no settings of whoever serves the page."""
    own = {"PATH": "/bin", "HOME": "/root", "SSH_AUTH_SOCK": "/s", "TUICARDS_NAME": "Me", "TUICARDS_TOKEN": "t"}
    told = environment(own, tmp_path, "es", "")

    assert told["PATH"] == "/bin"
    assert not set(own) - {"PATH"} & set(told)
    assert "TUICARDS_PASSWORD" not in told
    assert told["LANG"].startswith("es")
