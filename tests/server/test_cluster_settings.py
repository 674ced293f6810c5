"""What an operator may say of a cluster, and that nothing tells the password of its Redis."""

import socket
from pathlib import Path

import pytest

from server.chosen import Chosen, choose
from server.cli import main
from server.cluster.asked import read_name, read_url, without_password
from server.config import Settings
from server.flags import server_flags
from server.upkeep import Upkeep, wrong_files
from tuicards.errors import SetupError
from tuicards.speech import Speaker

URL = "redis://club:sesame@redis.example:6379/0"


def chosen(tmp_path: Path, *flags: str, text: str = "", **environ: str) -> Chosen:
    """What counts with this configuration file."""
    file = tmp_path / "server.toml"
    file.write_text(text)
    file.chmod(0o600)
    return choose(server_flags(), ("--config", str(file), *flags), environ)


def settings(asked: Chosen) -> Settings:
    """What a server is started with; nothing may be wrong."""
    assert [*asked.faults, *wrong_files(asked)] == []
    return Upkeep(asked, None, lambda: asked).settings


def test_without_a_word_a_server_stands_alone(tmp_path: Path) -> None:
    """No Redis, no name."""
    alone = settings(chosen(tmp_path))
    assert (alone.cluster, alone.node) == ("", "")


def test_a_node_is_asked_for_by_flag_environment_file_and_a_file_of_its_own(tmp_path: Path) -> None:
    """The stronger source counts, and of two ways within one source neither."""
    secret = tmp_path / "secret"
    secret.write_text(f"{URL}\nnot this\n")
    other = "redis://localhost"

    assert settings(chosen(tmp_path, "--cluster", URL, "--node", "n1")).cluster == URL
    assert settings(chosen(tmp_path, TUICARDS_CLUSTER=URL, TUICARDS_NODE="n1")).node == "n1"
    asked = settings(chosen(tmp_path, text="[cluster]\nfile = 'secret'\nnode = 'n2'\nprefix = 'second'\n"))
    assert (asked.cluster, asked.node, asked.cluster_prefix) == (URL, "n2", "second")
    text = f"[cluster]\nurl = '{other}'\nnode = 'n1'\n"
    assert settings(chosen(tmp_path, text=text)).cluster == other
    assert settings(chosen(tmp_path, "--cluster-file", str(secret), text=text)).cluster == URL
    assert settings(chosen(tmp_path, "--cluster", other, TUICARDS_CLUSTER_FILE=str(secret))).cluster == other
    [fault] = wrong_files(chosen(tmp_path, text=f"{text}file = 'secret'\n"))
    assert "do not go together" in fault


def test_a_node_without_a_name_is_called_as_its_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the domain; where that is none for a node, one has to be given."""
    monkeypatch.setattr(socket, "gethostname", lambda: "cards-3.club.example")
    assert settings(chosen(tmp_path, "--cluster", URL)).node == "cards-3"
    monkeypatch.setattr(socket, "gethostname", lambda: "k\u00fcche")
    [fault] = wrong_files(chosen(tmp_path, "--cluster", URL))
    assert "give it one with --node" in fault
    assert settings(chosen(tmp_path, "--cluster", URL, "--node", "kitchen")).node == "kitchen"


@pytest.mark.parametrize(("flag", "value"), [("--node", "n1"), ("--cluster-prefix", "second")])
def test_what_is_said_of_a_node_needs_a_cluster(flag: str, value: str, tmp_path: Path) -> None:
    """It would do nothing."""
    [fault] = wrong_files(chosen(tmp_path, flag, value))
    assert fault.startswith(f"{flag}: {flag} says something of a node")


@pytest.mark.parametrize("name", ["n1", "cards-3", "A_b", "x" * 40, ""])
def test_a_name_is_letters_digits_and_dashes(name: str) -> None:
    """What can be typed, and stands in a key of Redis."""
    assert read_name(name) == name


@pytest.mark.parametrize("name", ["a b", "a:b", "{a}", "n\u00fc", "a.b", "x" * 41, "a\n1"])
def test_any_other_name_is_refused(name: str) -> None:
    """With what is right."""
    with pytest.raises(SetupError, match="bad_node"):
        read_name(name)


@pytest.mark.parametrize(
    "url",
    ["redis://localhost", "redis://[::1]:6379/3", "rediss://u:p@h:6380/0?ssl_ca_certs=/etc/ca.pem", "", "redis://:p@h",
     "unix:///run/redis.sock?db=1", "unix://u:p@/run/redis.sock", " redis://h "],
)  # fmt: skip
def test_an_address_of_a_redis_is_taken(url: str) -> None:
    """In the ways in which redis-py takes it."""
    assert read_url(url) == url.strip()


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("localhost:6379", "scheme"), ("http://:sesame@h", "scheme"), ("redis:h", "scheme"), ("redis://", "no_host"),
        ("redis://:sesame@", "no_host"), ("redis://h:0", "port"), ("redis://h:70000", "port"),
        ("redis://u:sesame/1@h", "port"), ("redis://u:sesame#1@h", "fragment"), ("redis://u:sesame 1@h", "fragment"),
        ("redis://h/cards", "path"), ("redis://h?password=sesame", "option"), ("unix://", "no_path"),
        ("rediss://h?ssl_cert_reqs=perhaps", "option_value"), ("redis://h?ssl_ca_certs=/ca.pem", "option_value"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_an_address_is_told_but_not_the_address(url: str, why: str) -> None:
    """A password may stand in it, also where it was put wrongly."""
    with pytest.raises(SetupError, match="bad_cluster_url") as caught:
        read_url(url)
    assert caught.value.params == {"why": why}
    assert Speaker().knows(f"why.{why}")


def test_an_address_is_shown_without_its_password() -> None:
    """The rest of it says which Redis it is."""
    assert without_password(URL) == "redis://club:***@redis.example:6379/0"
    assert without_password("unix://:sesame@/run/s") == "unix://:***@/run/s"
    for bare in ("redis://h:1/0", "unix:///run/s", "redis://u@h", ""):
        assert without_password(bare) == bare


def test_no_password_of_a_redis_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither by what shows the configuration nor by what is wrong with it, wherever it stands."""
    file = tmp_path / "F"
    file.write_text(f"[cluster]\nurl = '{URL}'\n")
    file.chmod(0o644)
    wrong = URL.replace("redis:", "http:")
    assert main(("--show-config", "--config", str(file)), {}) == 0
    assert "redis://club:***@redis.example:6379/0" in capsys.readouterr().out
    assert main(("--check-config", str(file)), {}) == 0
    told = capsys.readouterr()
    assert f"{file}:2: others may read this file, and the url in it" in told.err
    assert main(("--check-config",), {"TUICARDS_CLUSTER": wrong, "HOME": str(tmp_path)}) == 2
    told_of_variable = capsys.readouterr()
    file.write_text(f"[cluster]\nurl = '{wrong}'\n")
    assert main(("--check-config", str(file)), {}) == 2
    told_of_file = capsys.readouterr()
    with pytest.raises(SystemExit):
        main(("--cluster", wrong), {})
    told_of_flag = capsys.readouterr()

    for one in (told_of_variable, told_of_file, told_of_flag):
        assert "redis://, rediss:// or unix://" in one.err
    said = (told, told_of_variable, told_of_file, told_of_flag)
    assert not any("sesame" in one.out + one.err for one in said)
    assert "sesame" not in repr(Settings(cluster=URL))


@pytest.mark.parametrize(
    ("content", "code"),
    [(None, "cannot be read"), (b"", "no address of a Redis"), (b"\xff", "cannot be shown"),
     (b"redis://h?ssl_ca_certs=" + b"x" * 3000, "no address of a Redis")],
)  # fmt: skip
def test_a_file_that_holds_no_address_is_told(content: bytes | None, code: str, tmp_path: Path) -> None:
    """One that is not there, too."""
    if content is not None:
        (tmp_path / "url").write_bytes(content)
    [fault] = wrong_files(chosen(tmp_path, text="[cluster]\nfile = 'url'\n"))
    assert fault.startswith(f"{tmp_path / 'server.toml'}:2: ")
    assert code in fault
