"""What measures: one part does not flatter the next, and nobody waits minutes for a mistake that is there at once."""

import asyncio
import gc
import os
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from tests.bench import lacking
from tests.bench.__main__ import main
from tests.bench.answers import WHO, Answer, lines, shares
from tests.bench.collector import kept_away
from tests.bench.cores import Use, use
from tests.bench.crowd import room
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


def test_the_slowest_answers_tell_whose_time_they_were() -> None:
    """In the mean of all keys one in a hundred would be lost."""
    quick, slow = (Answer(took, [Use(ran, waited)] * len(WHO)) for took, ran, waited in ((4, 3, 1), (90, 3, 80)))
    found = shares([quick] * 95 + [slow] * 5)
    assert (found["slow_key_took"], found["slow_key_client_ran"], found["slow_key_client_waited"]) == (90, 3, 80)
    assert (found["key_took"], found["key_client_waited"]) == (8.3, 4.95)
    assert all(any(who in line for line in lines(found)) for who in WHO)


def test_what_a_process_and_its_threads_do_is_counted_while_it_lives() -> None:
    """The end of a guest is no fault of the measuring."""
    begun, until = use(os.getpid()), time.process_time() + 0.05
    while time.process_time() < until:
        pass
    assert use(os.getpid()).since(begun).ran >= 0.04
    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        ended.wait()
    assert use(ended.pid) == Use()


async def test_each_run_beside_a_nuisance_tells_how_late_the_server_was() -> None:
    """In the first one, and in all that follow."""
    with room(memory=True) as measured:
        tasks = await measured.open()
        runs = [await measured.run("", 0.3) for _ in range(2)]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    assert all(run.moves and run.delays for run in runs)
