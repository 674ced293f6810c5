"""Names and tokens kept on this computer."""

from pathlib import Path

import pytest

from tuicards.identity import KEPT, Identity, identity_path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "tuicards" / "identity.json"


def test_the_next_run_remembers(path: Path) -> None:
    """The name last used, and a token for each name at each server."""
    first = Identity(path)
    first.remember("host", "Ana", "a-token")
    first.remember("[::1]:4000", "Bo", "b-token")
    second = Identity(path)
    assert second.name == "Bo"
    assert second.token(("host",), "Ana") == "a-token"
    assert second.token(("[::1]:4000",), "Bo") == "b-token"
    assert second.token(("host",), "Bo") == ""


def test_two_programs_at_once_lose_nothing_of_each_other(path: Path) -> None:
    """Each adds to what is in the file by now."""
    first, second = Identity(path), Identity(path)
    first.remember("host", "Ana", "a-token")
    second.remember("host", "Bo", "b-token")
    third = Identity(path)
    assert (third.token(("host",), "Ana"), third.token(("host",), "Bo")) == ("a-token", "b-token")


def test_a_token_is_that_of_all_addresses_of_a_server(path: Path) -> None:
    """One entry, found by any of them, and no other name's; the address used last is known."""
    Identity(path).remember("b", "Ana", "a-token", ("a", "c"))
    identity = Identity(path)

    assert [identity.token((address,), "Ana") for address in ("a", "b", "c", "d")] == ["a-token"] * 3 + [""]
    assert identity.token(("d", "c"), "Ana") == "a-token"
    assert identity.token(("a",), "Bo") == ""
    assert (identity.last_used(("a", "b")), identity.last_used(("a", "c"))) == ("b", "")


def test_who_names_one_address_of_a_server_keeps_the_others(path: Path) -> None:
    """The server knew the token, so it is the same server; an address that is new to it is added."""
    identity = Identity(path)
    identity.remember("a", "Ana", "a-token", ("b",))
    identity.remember("b", "Ana", "a-token")
    identity.remember("b", "Ana", "a-token", ("c",))

    assert [identity.token((address,), "Ana") for address in "abc"] == ["a-token"] * 3
    assert identity.last_used(("a", "b", "c")) == "b"


def test_an_address_where_another_token_was_given_is_no_longer_the_server(path: Path) -> None:
    """Someone else runs a server there now: the token of the others is not lost by that."""
    identity = Identity(path)
    identity.remember("a", "Ana", "a-token", ("b", "c"))
    identity.remember("b", "Ana", "other")

    assert [identity.token((address,), "Ana") for address in "abc"] == ["a-token", "other", "a-token"]


def test_two_servers_that_turn_out_to_be_one_have_one_token(path: Path) -> None:
    """The one that was given last."""
    identity = Identity(path)
    identity.remember("a", "Ana", "old")
    identity.remember("b", "Ana", "new")
    assert identity.token(("a", "b"), "Ana") == "new"
    identity.remember("a", "Ana", "new", ("b",))

    assert [identity.token((address,), "Ana") for address in "ab"] == ["new", "new"]
    assert path.read_text().count("token") == 1


def test_an_empty_token_is_forgotten(path: Path) -> None:
    """A token that opens nothing any more is not kept; the name is."""
    identity = Identity(path)
    identity.remember("host", "Ana", "a-token")
    identity.remember("host", "Ana", "")
    assert Identity(path).token(("host",), "Ana") == ""
    assert Identity(path).name == "Ana"


def test_only_the_owner_may_read(path: Path) -> None:
    """A token is a key."""
    Identity(path).remember("host", "Ana", "a-token")
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert [entry.name for entry in path.parent.iterdir()] == ["identity.json"]


def test_the_oldest_goes_first(path: Path) -> None:
    """The file does not grow for ever, and what is used again stays."""
    identity = Identity(path)
    identity.remember("kept", "Ana", "kept-token")
    for number in range(KEPT):
        identity.remember(f"host{number}", "Ana", "t")
        identity.remember("kept", "Ana", "kept-token")
    assert identity.token(("kept",), "Ana") == "kept-token"
    assert identity.token(("host0",), "Ana") == ""


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x00" * 100,
        b'{"name": "Ana", "keys": [',
        b"[]",
        b'{"name": 1}',
        b"\xff\xfe",
        b"[" * 100_000,
        b" " * 10**6,
    ],
    ids=["empty", "zeros", "cut", "a list", "a number", "no text", "deep", "long"],
)
def test_a_damaged_file_is_set_aside(path: Path, content: bytes) -> None:
    """One starts anew, and the old bytes are still there under another name."""
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    identity = Identity(path)
    assert identity.name == ""
    identity.remember("host", "Ana", "a-token")
    assert Identity(path).token(("host",), "Ana") == "a-token"
    [aside] = path.parent.glob("identity.json.damaged-*")
    assert aside.read_bytes() == content


def test_without_a_place_it_lasts_as_long_as_the_program(path: Path) -> None:
    """No path, a folder in the way, or a file in the way of the folder: nobody is bothered."""
    path.mkdir(parents=True)
    blocked = path.parent / "file"
    blocked.write_text("")
    for place in (None, path, blocked / "identity.json", Path("/dev/null/identity.json")):
        identity = Identity(place)
        identity.remember("host", "Ana", "a-token")
        assert identity.token(("host",), "Ana") == "a-token"
    assert sorted(entry.name for entry in path.parent.iterdir()) == ["file", "identity.json"]


def test_a_name_that_is_no_text_leaves_the_file_as_it_was(path: Path) -> None:
    """A half surrogate cannot be written; what was written before stays."""
    identity = Identity(path)
    identity.remember("host", "Ana", "a-token")
    identity.remember("host", "\udcff", "x")
    assert Identity(path).token(("host",), "Ana") == "a-token"
    assert [entry.name for entry in path.parent.iterdir()] == ["identity.json"]


@pytest.mark.parametrize(
    ("environ", "place"),
    [
        ({"XDG_STATE_HOME": "/x", "HOME": "/h"}, "/x/tuicards/identity.json"),
        ({"XDG_STATE_HOME": "relative", "HOME": "/h"}, "/h/.local/state/tuicards/identity.json"),
        ({"XDG_STATE_HOME": "~/x", "HOME": "/h"}, "/h/.local/state/tuicards/identity.json"),
        ({"XDG_STATE_HOME": "", "HOME": "/h"}, "/h/.local/state/tuicards/identity.json"),
        ({"HOME": "h"}, None),
        ({"HOME": ""}, None),
        ({}, None),
    ],
)
def test_where_the_file_belongs(environ: dict[str, str], place: str | None) -> None:
    """Below XDG_STATE_HOME, or the usual place at home; relative values count as none."""
    assert identity_path(environ) == (Path(place) if place else None)
