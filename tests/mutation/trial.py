"""One mutant tried: a child of this process plays the tests with the changed module in place of the real one."""

import importlib.abc
import importlib.machinery
import importlib.util
import os
import resource
import signal
import sys
from collections.abc import Sequence
from enum import Enum
from types import CodeType, ModuleType
from typing import NamedTuple

os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
"""Plugins that these tests do not need take as long to load as the tests to fail."""

import pytest  # noqa: E402
import pytest_asyncio.plugin  # noqa: E402

from tests.mutation.mutants import Mutant  # noqa: E402

MEMORY = 2 * 1024**3
"""Bytes that a child may take: some faults never stop making lists."""


class Fate(Enum):
    KILLED = "killed"
    SURVIVED = "survived"
    TIMED_OUT = "timed out"


class Tests(NamedTuple):
    """What is run against a mutant: quick tests, and the others if these notice nothing."""

    quick: tuple[str, ...]
    others: tuple[str, ...]
    chosen: str
    """pytest's -k."""


class _Changed(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    """Imports one module from a changed source."""

    def __init__(self, name: str, code: CodeType) -> None:
        self._name, self._code = name, code

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        return importlib.util.spec_from_loader(fullname, self) if fullname == self._name else None

    def get_code(self, fullname: str) -> CodeType:
        return self._code

    def get_source(self, fullname: str) -> str | None:
        return None


def try_mutant(mutant: Mutant | None, tests: Tests, limit: float) -> tuple[Fate, float]:
    """What the tests make of the mutant (None: of the source as it is), and the processor's seconds that it took."""
    sys.stdout.flush()
    child = os.fork()
    if not child:
        _run(mutant, tests, limit)
    _, status, used = os.wait4(child, 0)
    took = used.ru_utime + used.ru_stime
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGPROF:
        return Fate.TIMED_OUT, took
    survived = os.WIFEXITED(status) and os.WEXITSTATUS(status) == pytest.ExitCode.OK
    return Fate.SURVIVED if survived else Fate.KILLED, took


def _run(mutant: Mutant | None, tests: Tests, limit: float) -> None:
    """The child's life; it does not return."""
    code = 70
    try:
        signal.setitimer(signal.ITIMER_PROF, limit)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for descriptor in (1, 2):
            os.dup2(nowhere, descriptor)
        if mutant is not None:
            name = ".".join(mutant.path.with_suffix("").parts)
            sys.meta_path.insert(0, _Changed(name, compile(mutant.tree(), str(mutant.path), "exec")))
        plain = ["-x", "-q", "-p", "no:cacheprovider", "--tb=no", "-k", tests.chosen]
        for files in (tests.quick, tests.others):
            code = int(pytest.main([*plain, *files], plugins=[pytest_asyncio.plugin]))
            if code:
                break
    finally:
        os._exit(code)
