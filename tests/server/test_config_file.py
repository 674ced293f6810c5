"""The operator's configuration: one declaration per setting, four sources, and faults told with their place."""

import os
import tomllib
from pathlib import Path

import pytest

from server.asked import limits_asked
from server.chosen import Chosen, choose
from server.cli import main
from server.config_command import template
from server.declared import Parser, Section, settings_of
from server.flags import server_flags
from server.limits import Limits
from server.upkeep import Upkeep, wrong_files

NOWHERE = Path("/nonexistent/server.toml")


class Desk:
    """An operator with a configuration file."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.file, self.home = folder / "server.toml", folder / "home"
        self._capsys = capsys

    def writes(self, text: str) -> "Desk":
        self.file.write_text(text)
        self.file.chmod(0o600)
        return self

    def chosen(self, *flags: str, **environ: str) -> Chosen:
        return choose(server_flags(), ("--config", str(self.file), *flags), environ, NOWHERE)

    def faults(self) -> list[str]:
        """Without the name of the file."""
        return [str(fault).replace(str(self.file), "F") for fault in self.chosen().faults]

    def runs(self, *flags: str, **environ: str) -> tuple[int, str, str]:
        """Exit code, output and errors of the command."""
        code = main(flags, {"HOME": str(self.home), **environ})
        told = self._capsys.readouterr()
        return code, told.out, told.err


@pytest.fixture
def desk(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Desk:
    return Desk(tmp_path, capsys)


# ---- four sources


def test_flags_count_before_the_environment_that_before_the_file_that_before_defaults(desk: Desk) -> None:
    """And for each value it is known where it is from."""
    desk.writes("[listen]\nport = 1\n[house]\nname = 'File'\ngrace = 5\n")
    chosen = desk.chosen("--port", "3", TUICARDS_PORT="2", TUICARDS_SERVER_NAME="Air")

    options = chosen.options
    assert (options.port, options.name, options.grace, options.bot_delay) == (3, "Air", 5.0, 0.7)
    assert [chosen.origins[name] for name in ("port", "name", "grace", "bot_delay")] == [
        "--port", "TUICARDS_SERVER_NAME", f"{desk.file}:5", "default",
    ]  # fmt: skip


def test_no_can_be_said_against_a_yes_of_a_weaker_source(desk: Desk) -> None:
    """By the environment against the file, by a flag against both."""
    desk.writes("[data]\nmemory = true\n")

    assert desk.chosen().options.memory
    assert not desk.chosen(TUICARDS_MEMORY="no").options.memory
    assert not desk.chosen("--no-memory", TUICARDS_MEMORY="yes").options.memory


def test_a_password_and_its_file_overrule_each_other_as_one_setting_would(desk: Desk) -> None:
    """Only within one source do they not go together."""
    secret = desk.file.with_name("secret")
    secret.write_text("from file\n")
    desk.writes("[doors]\npassword = 'weak'\n")

    def password(*flags: str, **environ: str) -> str:
        chosen = desk.chosen(*flags, **environ)
        assert wrong_files(chosen) == []
        return Upkeep(chosen, None, lambda: chosen).settings.password

    assert password() == "weak"
    assert password("--password-file", str(secret)) == "from file"
    assert password(TUICARDS_PASSWORD_FILE=str(secret)) == "from file"
    assert password("--password", "strong", TUICARDS_PASSWORD_FILE=str(secret)) == "strong"
    assert password("--password", "", TUICARDS_PASSWORD_FILE=str(secret)) == ""
    desk.writes("[doors]\npassword_file = 'none'\n")
    assert password(TUICARDS_PASSWORD="strong") == "strong"
    for flags, environ in (
        (("--password", "a", "--password-file", str(secret)), {}),
        ((), {"TUICARDS_PASSWORD": "a", "TUICARDS_PASSWORD_FILE": str(secret)}),
    ):
        [fault] = wrong_files(desk.chosen(*flags, **environ))
        assert "do not go together" in fault


def test_paths_count_from_the_files_folder_and_a_tilde_is_the_home(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No folder is ever called ~, whoever wrote it."""
    monkeypatch.setenv("HOME", "/home/ann")
    desk.writes("[data]\nfolder = 'kept'\n[doors]\naudit = '~/audit'\ncontrol = '/run/c.sock'\n")
    options = desk.chosen(TUICARDS_TLS_CERT="~/cert").options

    assert options.data == tmp_path / "kept"
    assert (options.audit, options.tls_cert) == (Path("/home/ann/audit"), Path("/home/ann/cert"))
    assert options.control == Path("/run/c.sock")


def test_the_users_file_is_read_where_none_is_named_else_the_machines(desk: Desk, tmp_path: Path) -> None:
    """And a file that is named by a flag before one that is named by the environment."""
    own, machines = tmp_path / "x" / "tuicards" / "server.toml", tmp_path / "machine.toml"
    machines.write_text("[listen]\nport = 1\n")

    def port(*flags: str, **environ: str) -> int:
        found: int = choose(
            server_flags(), flags, {"XDG_CONFIG_HOME": str(tmp_path / "x"), **environ}, machines
        ).options.port
        return found

    assert port() == 1
    own.parent.mkdir(parents=True)
    own.write_text("[listen]\nport = 2\n")
    assert port() == 2
    desk.writes("[listen]\nport = 3\n")
    assert port(TUICARDS_SERVER_CONFIG=str(desk.file)) == 3
    assert port("--config", str(machines), TUICARDS_SERVER_CONFIG=str(desk.file)) == 1


def test_a_flag_of_any_group_has_a_place_in_the_file(tmp_path: Path) -> None:
    """Also one that was declared with no thought of the file: by its group and its name."""
    parser = Parser()
    group = parser.add_argument_group("ssh door")
    group.add_argument("--ssh-door-keys", nargs="*", type=int)
    group.add_argument("--knock", nargs="?", type=int, const=7, default=0)
    Section(parser, "more", "about it").add("--bell", key="sound")
    parser.orders |= {"config", "check_config"}
    parser.add_argument("--config")
    parser.add_argument("--check-config")
    file = tmp_path / "F"
    file.write_text("[ssh_door]\nkeys = [1, 2]\nknock = true\n[more]\nsound = 'ding'\n")

    options = choose(parser, ("--config", str(file)), {}).options
    assert (options.ssh_door_keys, options.knock, options.bell) == ([1, 2], 7, "ding")
    assert choose(parser, (), {"TUICARDS_SSH_DOOR_KEYS": "3, 4"}, NOWHERE).options.ssh_door_keys == [3, 4]


# ---- what is wrong is told


def test_every_fault_is_told_with_its_line_and_what_is_right(desk: Desk) -> None:
    """Not only the first; and what is right beside them counts."""
    desk.writes(
        '[listen]\nport = "7"\nhots = "x"\n\n[limts]\na = 1\n[limits]\nmax_tables = 0\npreset = "wan"\n[rates]\n'
        'chat = "1"\n[data]\nmemory = 1\nport = 5\nfolder = ["a"]\n[house]\nbot_delay = inf\nname = "ok"\n'
    )

    assert desk.faults() == [
        "F:2: [listen] port: must be a number, without quotes: 7",
        "F:3: there is no setting hots in [listen]; is host meant?",
        "F:6: there is no section [limts]; is [limits] meant?",
        "F:8: [limits] max_tables: 0 is no number from 1 to 100000.",
        "F:9: [limits] preset: 'wan' is none of lan, public",
        "F:11: [rates] chat: 1 is no rate such as 1/20: so many a second, a stroke, so many at once.",
        "F:13: [data] memory: must be true or false",
        "F:14: there is no setting port in [data]; it belongs into [listen]",
        "F:15: [data] folder: must be one value, a number or a text in quotes",
        "F:17: [house] bot_delay: inf is no number from 0 to 60.",
    ]
    assert desk.chosen().options.name == "ok"


@pytest.mark.parametrize(
    "flag",
    ["--data", "--config", "--audit", "--control", "--tls-key", "--port-file", "--check-config", "--write-config"],
)
def test_an_empty_flag_is_no_path(flag: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It would be the folder that one stands in; of an empty variable a script makes such a flag."""
    for text in ("", " "):
        with pytest.raises(SystemExit) as ended:
            main((flag, text, "--memory"), {})
        assert ended.value.code == 2
        assert f"argument {flag}: is no path; see" in capsys.readouterr().err


def test_an_empty_variable_says_nothing_and_a_blank_one_is_no_path(desk: Desk) -> None:
    """As with every other setting."""
    assert desk.writes("").chosen(TUICARDS_DATA="").origins["data"] == "default"
    assert [str(fault) for fault in desk.chosen(TUICARDS_DATA=" ").faults] == ["TUICARDS_DATA: is no path"]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"[listen]\nport = = 1\n", "F:2:8: this is not TOML: Invalid value"),
        (b"[listen]\nport = 1\nport = 2\n", "F:3:9: this is not TOML: Cannot overwrite a value"),
        (b"port = 1\n", "F:1: there is no section [port]; port belongs into [listen]"),
        (b"[limts]\n[limits]\n", "F:1: there is no section [limts]; is [limits] meant?"),
        (b"[[listen]]\n", "F:1: listen is a section: write [listen]"),
        (b"[listen.port]\nx = 1\n", "F:1: [listen] port: must be one value"),
        (b"listen = 1\n", "F:1: listen is a section: write [listen]"),
        (b"[listen]\nport = 1\n# \xff\n", "F:3: this is not UTF-8 text"),
        (b"#" * 300_000, "F: too long for a configuration file"),
        (b'[house]\nname = "a\\u001b[2J"\n', "F:2: [house] name: There are characters"),
        (b'[listen]\nhost = "\\u0000"\n', "F:2: [listen] host: There are characters"),
        (b'[data]\nfolder = "\\u0000"\n', "F:2: [data] folder: is no path"),
        (b"[data]\nfolder = ''\n", "F:2: [data] folder: is no path"),
        (b"[listen]\nport = " + b"9" * 5000 + b"\n", "F:2: this is not TOML: a number is too long"),
        (b'["\\u001b"]\nx = 1\n', "F: there is no section [\x1b]; there are listen, "),
    ],
)
def test_a_file_that_cannot_be_read_says_where_and_why(content: bytes, says: str, desk: Desk) -> None:
    """Never a traceback."""
    desk.file.write_bytes(content)

    (fault,) = desk.faults()
    assert fault.startswith(says)


def test_a_folder_a_pipe_and_nothing_are_told(desk: Desk, tmp_path: Path) -> None:
    """Nothing waits for the other end of a pipe."""
    assert desk.faults() == ["F: there is no such file"]
    os.mkfifo(desk.file)
    assert desk.faults() == ["F: this is no file"]
    desk.file = tmp_path
    assert desk.faults() == ["F: this is no file"]


def test_a_faulty_configuration_starts_nothing(desk: Desk) -> None:
    """All faults, one a line, and exit code 2; a variable that is wrong is named like a line of the file."""
    desk.writes("[listen]\nport = 'x'\nhots = 1\n")
    code, out, err = desk.runs("--config", str(desk.file), "--memory", TUICARDS_GRACE="soon")

    assert (code, out) == (2, "")
    assert [line.split(":", 1)[0] for line in err.splitlines()] == ["tuicards-server"] * 3
    assert "TUICARDS_GRACE: soon is no number from 0 to 86400." in err


# ---- a file to begin with


def test_the_file_to_begin_with_changes_nothing_as_it_is_and_has_no_fault_when_all_of_it_counts(desk: Desk) -> None:
    """Every setting stands in it, at its default; each line without its # is one that may stand there."""
    text = template(server_flags())
    desk.writes(text)
    default = vars(choose(server_flags(), (), {}, NOWHERE).options)
    assert vars(desk.chosen().options) | {"config": None} == default

    bare = "\n".join(
        line.removeprefix("#") if line[:1] == "#" and line[1:2] != " " else line for line in text.split("\n")
    )
    desk.writes(bare)
    assert desk.faults() == []
    assert {(one.section, one.key) for one in settings_of(server_flags())} == {
        (section, key) for section, inside in tomllib.loads(bare).items() for key in inside
    }


def test_the_file_says_of_each_setting_what_else_sets_it_and_whether_it_is_taken_up(desk: Desk) -> None:
    """By flag and variable; `(live)` where no restart is needed."""
    entries = template(server_flags()).split("\n\n")
    (delay,) = [entry for entry in entries if "\n#bot_delay" in entry]
    (memory,) = [entry for entry in entries if "\n#memory =" in entry]

    assert "--bot-delay, TUICARDS_BOT_DELAY (live)" in delay
    assert "--memory, TUICARDS_MEMORY" in memory
    assert "(live)" not in memory


def test_a_file_to_begin_with_is_written_where_the_server_looks_for_it_and_never_over_another(desk: Desk) -> None:
    """Unless that is said twice; - prints it."""
    own = desk.home / ".config" / "tuicards" / "server.toml"
    assert desk.runs("--write-config") == (0, f"written: {own}\n", "")
    assert desk.runs("--check-config") == (0, f"{own}: fine\n", "")

    own.write_text("# mine")
    code, _, err = desk.runs("--write-config")
    assert (code, "--force" in err, own.read_text()) == (2, True, "# mine")
    assert desk.runs("--write-config", "--force")[0] == 0
    assert own.read_text() == template(server_flags()) == desk.runs("--write-config", "-")[1]
    assert desk.runs("--write-config", HOME="")[0] == 2
    assert desk.runs("--write-config", str(desk.home / "no" / "such"))[0] == 2


# ---- what counts


def test_a_check_says_all_that_is_wrong_and_starts_nothing(desk: Desk) -> None:
    """Files that are named in it are looked at, too."""
    desk.writes("[listen]\nport = -1\n[doors]\npassword_file = 'none'\ntls_cert = 'none'\ntls_key = 'none'\n")
    code, out, err = desk.runs("--check-config", str(desk.file))
    assert (code, out, len(err.splitlines())) == (2, "", 3)

    desk.writes("[doors]\ntls_cert = 'none'\npassword = 'a'\npassword_file = 'b'\n")
    code, _, err = desk.runs("--check-config", str(desk.file))
    assert (code, err.splitlines()) == (2, [
        f"{desk.file}:3, {desk.file}:4: --password and --password-file do not go together.",
        f"{desk.file}:2: --tls-cert and --tls-key go together.",
    ])  # fmt: skip
    code, _, err = desk.runs("--config", str(desk.file), "--memory")
    assert (code, len(err.splitlines()), f"{desk.file}:2: --tls-cert" in err) == (2, 2, True)


def test_what_can_never_be_listened_at_is_told_by_a_check(desk: Desk) -> None:
    """Before anybody waits for it at the start; a name that is not known yet may be known then."""
    for host in ("exa mple", "example:7", "http://x", "[::1]", "a" * 300):
        desk.writes(f"[listen]\nhost = '{host}'\n[ssh]\nhost = '{host}'\n")
        faults = desk.faults()
        assert [fault.split(": ")[1] for fault in faults] == ["[listen] host", "[ssh] host"]
        assert all("no address to listen at" in fault for fault in faults)
    for host in ("", " ::1 ", "0.0.0.0", "fe80::1%lo", "localhost", "cards.example", "bücher.example"):
        assert desk.writes(f"[listen]\nhost = '{host}'\n").chosen().options.host == host.strip()
        assert desk.faults() == []

    desk.writes(f"[doors]\ncontrol = '/{'x' * 200}'\n")
    code, _, err = desk.runs("--check-config", str(desk.file))
    assert code == 2
    assert f"{desk.file}:2: No control socket at" in err
    assert "bytes" in err


def test_what_looks_like_an_entry_in_a_text_of_many_lines_is_none(desk: Desk) -> None:
    """Nor does a quote in a comment, or one that is written as an escape, begin or end such a text."""
    desk.writes(
        '# it is """\n[doors]\naudit = """a \\"""\n[log]\nlevel = 1\n"""\n'
        "[log] # '''\nlevel = 'x'\r\nformat = '''x'''\n# \u2028\n[house]\ngrace = 'x'\n"
    )
    assert [fault.split(": ")[0] for fault in desk.faults()] == ["F:8", "F:9", "F:12"]
    assert desk.chosen().origins["audit"] == f"{desk.file}:3"


def test_a_password_that_others_may_read_is_a_warning(desk: Desk) -> None:
    """With the command that makes it right."""
    desk.writes("[doors]\npassword = 'sesame'\n")
    assert desk.chosen().warnings == ()
    desk.file.chmod(0o644)

    code, _, err = desk.runs("--check-config", str(desk.file))
    assert (code, err) == (
        0,
        f"{desk.file}:2: others may read this file, and the password in it: chmod 600 {desk.file}\n",
    )


def test_what_counts_is_shown_with_its_source_and_no_secret(desk: Desk) -> None:
    """In the form of the file; a fault is told beside it."""
    desk.writes("[doors]\npassword = 'sesame'\n[listen]\nprot = 1\n")
    code, out, err = desk.runs("--show-config", "--config", str(desk.file), "--port", "7")

    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert code == 2
    assert "port = 7 # --port" in lines
    assert f'password = "***" # {desk.file}:2' in lines
    assert "grace = 60.0 # default" in lines
    assert "sesame" not in out + err
    assert desk.writes("[doors]\npassword = 1234\n").faults() == [
        "F:2: [doors] password: must be a text, in quotes, without control characters"
    ]
    assert tomllib.loads(out)["log"]["level"] == "info"


def test_limits_that_nobody_has_chosen_are_shown_as_the_preset_has_them(desk: Desk) -> None:
    """All of them, and as they count: what is shown, taken for a file, gives the same limits."""
    desk.writes("[limits]\npreset = 'public'\nmax_tables = 7\n")
    code, out, _ = desk.runs("--show-config", "--config", str(desk.file))

    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert code == 0
    assert f"max_tables = 7 # {desk.file}:3" in lines
    assert "idle_table = 30 # preset public" in lines
    assert 'chat = "1/5" # preset public' in lines
    shown = tomllib.loads(out)
    assert len(shown["limits"]) + len(shown["rates"]) == 1 + len(Limits.__slots__)
    before = limits_asked(desk.chosen().options)
    desk.writes("\n".join(line for line in out.splitlines() if not line.startswith("preset")))
    assert limits_asked(desk.chosen().options) == before
