"""Join codes: what they say, how they may be typed, and what is noticed when one is misheard."""

import itertools
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.table_codes import CODE_LENGTH, CODE_LETTERS
from tuicards.errors import SetupError
from tuicards.join_code import ALPHABET, TABLE_LETTERS, JoinCode, invitation, join_code, read_join_code, table_mark
from tuicards.layouts import LATIN, RUSSIAN, THAI
from tuicards.locale.languages import ENGLISH
from tuicards.speech import Speaker

HOME = "192.168.1.20"
CODE = "943-N7S"
"""What a server at HOME is called."""

PRIVATE = st.one_of(*(st.ip_addresses(v=4, network=net) for net in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16")))
TABLES = st.text(CODE_LETTERS, min_size=CODE_LENGTH, max_size=CODE_LENGTH)


def read(text: str) -> JoinCode:
    """What a text says that has to be a code."""
    code = read_join_code(text)
    assert code is not None
    return code


def places(text: str, *own: str) -> list[str]:
    """The addresses that a code leads to, for a machine with these addresses."""
    code = read(text)
    return [f"{host}:{code.port}" for host in code.hosts(own)]


@settings(max_examples=40)
@given(PRIVATE, st.integers(7110, 7124), TABLES)
def test_six_letters_lead_a_neighbour_to_the_table(address: object, port: int, table: str) -> None:
    """Whatever private address and usual port a server has, who is in its network finds it and the table."""
    host = str(address)
    neighbour = host.rpartition(".")[0] + ".77"
    code = join_code(host, port, table)

    assert len(code) == len("7KQ-2MX")
    assert f"{host}:{port}" in places(code, neighbour)
    assert (read(code).mark, read(code).table) == (table_mark(table), "")


@settings(max_examples=40)
@given(st.ip_addresses(v=4), st.integers(1, 65535), TABLES)
def test_twelve_letters_say_any_address_and_port(address: object, port: int, table: str) -> None:
    """Where six do not suffice, the code holds the whole address, for anybody anywhere."""
    code = join_code(str(address), port, table)
    if len(code) > len("7KQ-2MX"):
        assert places(code) == [f"{address}:{port}"]
        assert read(code).mark == table_mark(table)


@pytest.mark.parametrize(
    ("host", "port", "letters"),
    [
        (HOME, 7110, 6), (HOME, 7124, 6), (HOME, 7125, 12), (HOME, 7109, 12), ("10.255.255.255", 7110, 6),
        ("172.16.0.1", 7110, 6), ("172.32.0.1", 7110, 12), ("8.8.8.8", 7110, 12), ("127.0.0.1", 7110, 6),
        ("127.0.1.20", 7110, 12), ("100.64.0.1", 7110, 12), ("::1", 7110, 0), ("cards.example", 7110, 0),
    ],
)  # fmt: skip
def test_a_code_is_as_short_as_its_address_allows(host: str, port: int, letters: int) -> None:
    """Private addresses and the first ports take six letters, others twelve; IPv6 and names have none."""
    assert len(join_code(host, port).replace("-", "")) == letters


@settings(max_examples=40)
@given(PRIVATE, TABLES)
def test_a_table_in_no_list_has_its_own_code_behind(address: object, table: str) -> None:
    """Its code is said as it is: a guess among 63 must not open it."""
    code = join_code(str(address), 7110, table, public=False)

    assert code.endswith(f"-{table}")
    assert (read(code).table, read(code).mark) == (table, 0)


def test_the_tables_letters_are_letters_of_codes() -> None:
    """So a code with a table can be heard and typed like any other."""
    assert set(CODE_LETTERS) <= set(ALPHABET)
    assert CODE_LENGTH == TABLE_LETTERS


@pytest.mark.parametrize(
    "typed",
    [
        "9 4 3 n 7 s",
        "94 3N 7S",
        CODE,
        " 943-n7s ",
        "943 n7s",
        "943\u2013N7S",
        "943 - N7S",
        "943n7s",
        "\uff19\uff14\uff13-N7S",
        "943-N7S\n",
    ],
)
def test_a_code_is_forgiving(typed: str) -> None:
    """Small letters, blanks, other dashes, wide letters, no dash at all: what is said is what counts."""
    assert places(typed, "192.168.1.5") == [f"{HOME}:7110"]


def test_letters_that_look_like_digits_are_taken_for_them() -> None:
    """O is 0, I and L are 1."""
    code = next(
        text for port, last in itertools.product(range(7110, 7125), range(256))
        if {"0", "1"} <= set(text := join_code(f"192.168.1.{last}", port))
    )  # fmt: skip

    for one in "IiLl":
        assert read(code.replace("0", "O").replace("1", one)) == read(code)


@pytest.mark.parametrize("layout", [RUSSIAN, THAI], ids=["Russian", "Thai"])
def test_a_code_may_be_typed_on_another_layout(layout: tuple[str, ...]) -> None:
    """The keys count, not what they write; digits are typed as digits."""
    keys = {
        there: own for row, latin in zip(layout, LATIN, strict=True) for own, there in zip(row, latin, strict=True)
    }
    typed = "".join(keys[letter.lower()] if letter.isalpha() else letter for letter in CODE)

    assert typed != CODE
    assert read(typed) == read(CODE)


def test_most_wrong_letters_are_noticed() -> None:
    """Fifteen in sixteen: the others lead nowhere in all likelihood."""
    wrong = [
        CODE[:place] + letter + CODE[place + 1 :]
        for place in range(len(CODE)) if CODE[place] != "-"
        for letter in ALPHABET if letter != CODE[place]
    ]  # fmt: skip
    missed = sum(_reads(text) for text in wrong)

    assert missed <= len(wrong) / 8


def _reads(text: str) -> bool:
    try:
        return read_join_code(text) is not None
    except SetupError:
        return False


def test_neighbours_have_codes_that_look_unlike() -> None:
    """Who reads the wrong line, or counts one up, does not land at the neighbour's."""
    codes = [join_code(f"192.168.1.{last}", 7110) for last in range(20, 40)]
    alike = [sum(a == b for a, b in zip(one, other, strict=True)) for one, other in itertools.pairwise(codes)]

    assert len(set(codes)) == len(codes)
    assert max(alike) <= 4  # the dash is one of them


@pytest.mark.parametrize(
    "text",
    [
        "", "localhost", "192.168.1.20", "192.168.1.20:7110", "::1", "[::1]:4000", "fe80::1%lo", "host:", ":4000",
        "my-pc", "nas001", "pihole", "raspberrypi", "3f9a1c2b4d5e", "cards.example", "tcp://943-N7S", "tls://943-N7S",
        "a-b", "-", "9 4 3 N 7", "my house", "943-N7", "943N-7S", "a" * 300, "\ud800", "ёжики", "943-N7S.example",
    ],
)  # fmt: skip
def test_everything_else_is_an_address_as_ever(text: str) -> None:
    """Names, addresses, and whatever says with tcp:// that it is one."""
    assert read_join_code(text) is None


@pytest.mark.parametrize("text", ["943-N7T", "web-srv", "943-N7S-B1FG", "943-N7S-943-N7S", "йц1-йц2"])
def test_what_is_written_like_a_code_and_is_none_is_said(text: str) -> None:
    """In one line, with the way out for a computer that happens to be called so."""
    with pytest.raises(SetupError) as refused:
        read_join_code(text)

    assert "tcp://" in Speaker(language=ENGLISH).error(refused.value)


def test_own_networks_come_first_and_this_machine_last() -> None:
    """A code is tried in every network one is in, then in the usual one; one's own server never takes a friend's
    place."""
    assert places(join_code("10.1.0.1", 7111), "10.1.7.7", "172.20.0.2", "192.0.2.1", "fe80::1", "10.1.9.9") == [
        "10.1.0.1:7111", "172.20.0.1:7111", "192.168.0.1:7111", "127.0.0.1:7111",
    ]  # fmt: skip
    assert places(join_code("192.168.0.2", 7110)) == ["192.168.0.2:7110"]


def test_few_places_are_tried_however_many_networks_there_are() -> None:
    """Seven networks, and this machine."""
    assert len(places(join_code("10.0.0.1", 7110), *(f"10.{n}.0.9" for n in range(40)))) == 8


def test_an_invitation_takes_the_first_address_that_has_a_code() -> None:
    """Names and IPv6 have none; what is no address at all does no harm."""
    assert invitation(["fe80::1%eth0", "cards.example", "host:", HOME, "10.0.0.1"]) == CODE
    assert invitation(["::1"]) == invitation([]) == ""
    assert invitation([HOME], "BDFG", public=False) == f"{CODE}-BDFG"


VECTOR = re.compile(r"^\| `([\d.]+):(\d+)` \| (?:`(\w+)`(, not public)?)? ?\| `([\w-]+)` \|$", re.MULTILINE)


def test_the_codes_in_the_protocol_are_those_of_the_program() -> None:
    """Other clients can be written from the page."""
    page = (Path(__file__).parents[1] / "PROTOCOL.md").read_text(encoding="utf-8")
    vectors = VECTOR.findall(page)

    assert len(vectors) == 6
    for host, port, table, hidden, code in vectors:
        assert join_code(host, int(port), table, public=not hidden) == code
