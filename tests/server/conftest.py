"""What several tests of the server need, and where they are played."""

import logging
from collections.abc import Iterator
from itertools import count

import pytest

from tests.cluster.ways import one_node, two_nodes
from tests.server import nursery, peer
from tests.server.reach import reaches

WAYS = {"node": one_node, "apart": two_nodes}

_numbers = count()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Whatever is played over the wire is played in a club of several servers, too."""
    if opens_a_house(metafunc):
        metafunc.parametrize("opened", list(places(metafunc)), indirect=True)


def places(metafunc: pytest.Metafunc) -> Iterator[object]:
    """One server; unless a mark says why not, the only node of a club, and two nodes with the people at both."""
    yield pytest.param("alone", id=pytest.HIDDEN_PARAM)
    test = metafunc.definition
    usual = () if test.get_closest_marker("everywhere") else (pytest.mark.thorough,)
    if not test.get_closest_marker("alone"):
        yield pytest.param("node", marks=usual)
        if not test.get_closest_marker("together"):
            yield pytest.param("apart", marks=usual)


def opens_a_house(metafunc: pytest.Metafunc) -> bool:
    """Whether the test, or a fixture of its, opens a server that may be one of a club."""
    known = vars(metafunc.module)
    fixtures = [known[name] for name in metafunc.fixturenames if name in known]
    return reaches([metafunc.function, *fixtures], [peer.open_house, nursery.nursery])


@pytest.fixture(autouse=True)
def opened(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where houses are opened."""
    way = WAYS.get(getattr(request, "param", ""))
    if way is not None:
        url, prefix = request.getfixturevalue("redis").url, f"house{next(_numbers)}"
        monkeypatch.setattr(peer, "opening", way(url, prefix))
        monkeypatch.setattr(nursery, "club", nursery.Club(url, prefix, apart=request.param == "apart"))


@pytest.fixture
def own_log() -> Iterator[None]:
    """Whatever the command does to the log is undone."""
    root = logging.getLogger()
    level, handlers = root.level, root.handlers[:]
    yield
    root.setLevel(level)
    root.handlers[:] = handlers
