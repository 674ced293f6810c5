"""What measures: one part does not flatter the next, and nobody waits minutes for a mistake that is there at once."""

import gc
import sys
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from tests.bench import lacking
from tests.bench.__main__ import main
from tests.bench.collector import kept_away
from tests.bench.load import Load, house
from tests.bench.taken import begun, nothing, read, write


def test_the_collector_stays_away_while_tables_are_measured_and_then_comes_again() -> None:
    """What is measured later in the same run is as slow as it is."""
    with house("--memory") as process, closing(Load(process.port, 1)) as load:
        load.flat_out(0.0)
        assert not gc.isenabled()
    assert gc.isenabled()


def test_the_collector_comes_again_where_measuring_fails() -> None:
    """And where it was away before, it stays away."""
    with pytest.raises(ZeroDivisionError), kept_away():
        _ = 1 / 0
    assert gc.isenabled()
    with kept_away():
        with kept_away():
            pass
        assert not gc.isenabled()


@pytest.mark.parametrize("file", ["no/such/folder.json", "."])
def test_where_nothing_can_be_written_nothing_is_measured(
    file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first part alone takes minutes."""
    monkeypatch.setattr(sys, "argv", ["bench", "--json", str(tmp_path / file)])
    with pytest.raises(SystemExit, match="name another file"):
        main()
    assert capsys.readouterr().out == ""


def test_figures_of_another_machine_are_not_added_to(tmp_path: Path) -> None:
    """They would stand in one table, as if they could be compared."""
    file = tmp_path / "bench.json"
    elsewhere = nothing()
    elsewhere.machine["python"] = "3.99.1"
    write(file, elsewhere)
    before = file.read_bytes()
    with pytest.raises(SystemExit, match=r"measured with python 3\.99\.1, and this is python .*: name another file"):
        begun(file)
    assert file.read_bytes() == before
    assert read(file).machine["python"] == "3.99.1", "the page can still be made of them"


@pytest.mark.parametrize("text", ["{}", '{"name": "tuicards"}', '["dear Ann"]', ""])
def test_a_file_of_something_else_is_not_added_to(text: str, tmp_path: Path) -> None:
    """It may be anything that somebody needs."""
    file = tmp_path / "package.json"
    file.write_text(text, "utf-8")
    with pytest.raises(SystemExit, match="holds no figures"):
        begun(file)
    assert file.read_text("utf-8") == text


def test_a_file_begins_as_one_that_can_be_added_to(tmp_path: Path) -> None:
    """Also where the first part was broken off."""
    file = tmp_path / "bench.json"
    assert begun(file) == begun(file) == msgspec.json.decode(file.read_bytes(), type=type(nothing()))


@pytest.mark.parametrize("python", ["", "/no/such/python", sys.executable])
def test_engines_that_are_missing_are_told_by_name(python: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules and play-outs are measured all the same, beside nothing."""
    monkeypatch.setenv("PEERS_PYTHON", python)
    assert "PEERS_PYTHON" in lacking.peers()
    assert python in lacking.peers()
