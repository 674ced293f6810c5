"""What all screen tests share: the way to renew pictures, and a terminal that looks the same everywhere."""

import os
from pathlib import Path

import pytest
import textual.app
import textual.pilot
from textual import constants
from textual._compositor import Compositor
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.widgets import Input

from tests.tui import pictures
from tests.tui.drawing import drawn_later
from tests.tui.idle import until_idle
from tests.tui.styles import parsed_once


@pytest.fixture(autouse=True)
def still_screen(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """Nothing moves by itself, no colour is taken away, the signs are those of a full terminal, and nothing is
    remembered from test to test."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr(constants, "TEXTUAL_ANIMATIONS", "none")
    monkeypatch.setattr(Input, "cursor_blink", False)
    monkeypatch.setattr(Stylesheet, "_parse_rules", parsed_once)
    monkeypatch.setattr(RuleSet, "__hash__", object.__hash__)  # by identity, too, in a tenth of the time
    monkeypatch.setattr(Compositor, "render_update", drawn_later)
    for module in (textual.app, textual.pilot):
        monkeypatch.setattr(module, "wait_for_idle", until_idle)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "")  # what the client makes of it ends with the test
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr(os, "getsid", lambda process: 1)  # as under a shell with job control, however tests are run
    monkeypatch.setattr(os, "getpgid", lambda process: process)
    monkeypatch.setattr(pictures, "UPDATE", request.config.getoption("--update-pictures", default=False))
