"""Join codes: a few letters to say aloud that lead to a server, and to a table there.

A code says an IPv4 address, a port, and which table, in the 32 letters of Crockford's alphabet, which has no I, L,
O and U. A private address and one of the first ports fit into six letters, `7KQ-2MX`: the first half of the
address is left out, because who joins is in the same network and has the same one. Everything else takes
twelve, `7KQ-2MX-0AB-C4D`. A table that is in no list has its own code behind that: `7KQ-2MX-BDFG`.

The number in the letters, most significant bits first:

    six letters      16 bits of the address   4 of the port, from 7110   6 table   4 checksum
    twelve letters   32 bits of the address   16 of the port             6 table   6 checksum

Table is 0 for none, else 1 + CRC-32 of the table's code modulo 63. The checksum is the lowest bits of the CRC-32
of the other bits, written as decimal digits. At last `_mix` spreads every bit over all letters, so that codes of
neighbours look unlike and a wrong letter is noticed.
"""

import re
import unicodedata
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from ipaddress import AddressValueError, IPv4Address, IPv4Network
from typing import NamedTuple

from tuicards.address import parse_address, parse_addresses
from tuicards.errors import Refused, SetupError
from tuicards.layouts import latin
from tuicards.wire.messages import DEFAULT_PORT, Lobby

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
MISTAKEN = str.maketrans("OIL", "011")
"""Letters that are not in the alphabet, and what was meant."""

PORTS = 15
"""So many ports from DEFAULT_PORT on can be said in six letters."""
MARKS = 63
TABLE_LETTERS = 4
SHORT, LONG = 6, 12

THIS_MACHINE = IPv4Address("127.0.0.1")
PRIVATE = tuple(map(IPv4Network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "127.0.0.1/32")))
"""Addresses of which half is enough for whoever is in the same network."""

AT_HOME = "192.168"
"""The half of an address that most home networks have."""
MOST_NETWORKS = 7

DASHES = re.compile(r"[\s\-\u2010-\u2015\u2212]+")
GROUPED = re.compile(r"\w{3}-\w{3}(?:-\w{3}-\w{3})?(?:-\w{4})?")
"""How codes are written; a host name may look the same, see `read_join_code`."""

MULTIPLIERS = (0x2545F4914F6CDD1D, 0x9E3779B97F4A7C15)
"""Odd numbers whose bits look like chance: those of xorshift* and of the golden ratio."""


class Size(NamedTuple):
    """How many bits each part of a code has."""

    address: int
    port: int
    check: int
    mark: int = 6

    @property
    def bits(self) -> int:
        return self.address + self.port + self.mark + self.check


SIZES = {SHORT: Size(address=16, port=4, check=4), LONG: Size(address=32, port=16, check=6)}


@dataclass(frozen=True, slots=True)
class JoinCode:
    """What a code says."""

    address: int
    """An IPv4 address, or its last two bytes."""
    whole: bool
    """Whether it is the whole address."""
    port: int
    mark: int = 0
    """Which of the server's public tables, see `table_mark`; 0: none."""
    table: str = ""
    """The code of a table that is in no list."""
    sure: bool = True
    """False where it was written like a host name and may be one."""

    def hosts(self, own: Iterable[str]) -> list[str]:
        """The addresses that may be meant. `own` are the IPv4 addresses of this machine, the likeliest first.

        This machine itself comes last: it answers faster than any other, and is meant only where no other answers.
        """
        if self.whole:
            return [str(IPv4Address(self.address))]
        networks = [half for address in own if (half := _half(address))]
        halves = list(dict.fromkeys([*networks[: MOST_NETWORKS - 1], AT_HOME]))
        third, fourth = divmod(self.address, 256)
        here = [str(THIS_MACHINE)] if self.address == int(THIS_MACHINE) & 0xFFFF else []
        return [f"{half}.{third}.{fourth}" for half in halves] + here


def table_mark(table: str) -> int:
    """What a code says of a public table: a number from 1 to 63."""
    return 1 + zlib.crc32(table.upper().encode()) % MARKS


def table_marked(lobby: Lobby, mark: int) -> str:
    """The code of the public table with this mark. Raises Refused `mark_unknown`, `mark_ambiguous`."""
    tables = [line.table for line in lobby.tables if table_mark(line.table) == mark]
    if len(tables) != 1:
        raise Refused("mark_ambiguous" if tables else "mark_unknown")
    return tables[0]


def invitation(addresses: Sequence[str], table: str = "", *, public: bool = True) -> str:
    """The code for a server, and for a table there, from its addresses as people type them, the likeliest first.

    Empty where none of the addresses fits into a code.
    """
    return next((code for address in addresses if (code := _code_at(address, table, public))), "")


def _code_at(text: str, table: str, public: bool) -> str:
    try:
        address = parse_address(text)
        return join_code(address.host, address.port, table, public=public)
    except SetupError:
        return ""


def join_code(host: str, port: int, table: str = "", *, public: bool = True) -> str:
    """The code for a server at an address, and for a table there; empty for what is no IPv4 address."""
    try:
        address = IPv4Address(host)
    except AddressValueError:
        return ""
    mark = table_mark(table) if table and public else 0
    near = any(address in network for network in PRIVATE) and DEFAULT_PORT <= port < DEFAULT_PORT + PORTS
    if near:
        code = _grouped(SHORT, int(address) & 0xFFFF, port - DEFAULT_PORT, mark)
    else:
        code = _grouped(LONG, int(address), port, mark)
    return f"{code}-{table}" if table and not public else code


def read_join_code(text: str) -> JoinCode | None:
    """What a code says; None for a text that is none.

    Small letters, other letters for digits that look alike, blanks, and the same keys on a Russian or Thai layout are
    forgiven. A text without dashes and blanks is a code only where it holds a digit and its checksum is right, one
    with blanks elsewhere than between the groups, `7 K Q 2 M X`, only where its checksum is right.
    Raises SetupError `code_misheard` for one that is written like a code and cannot be one.
    """
    typed = "".join(latin(letter) or letter for letter in unicodedata.normalize("NFKC", text.strip()[:80]))
    grouped = DASHES.sub("-", typed)
    sure = bool(GROUPED.fullmatch(grouped))
    spelled = any(letter.isspace() for letter in typed)  # no host's name has a blank
    if not sure and not spelled and ("-" in grouped or not any(letter.isdecimal() for letter in typed)):
        return None
    head, table = _parted(grouped.replace("-", "").upper())
    code = _read(head.translate(MISTAKEN), table, sure) if head else None
    if code is None and sure:
        raise SetupError("code_misheard", text=text.strip()[:40])
    return code


def check_destination(text: str) -> None:
    """Raises SetupError for what is neither a join code, nor an address or a list of them: `code_misheard`, or what
    `check_addresses` raises."""
    if read_join_code(text) is None:
        check_addresses(text)


def check_addresses(text: str) -> None:
    """Raises SetupError `code_in_list` for a list with a join code, which leads to one server, and what
    `parse_addresses` raises."""
    for part in text.split(",") if "," in text else ():
        if _is_surely_code(part):
            raise SetupError("code_in_list", text=part.strip()[:40])
    parse_addresses(text)


def _is_surely_code(text: str) -> bool:
    try:
        code = read_join_code(text)
    except SetupError:
        return True
    return code is not None and code.sure


def _parted(letters: str) -> tuple[str, str]:
    """The code of the server and that of the table; empty for another number of letters."""
    for length in (SHORT, LONG):
        if len(letters) == length:
            return letters, ""
        if len(letters) == length + TABLE_LETTERS:
            return letters[:length], letters[length:]
    return "", ""


def _read(head: str, table: str, sure: bool) -> JoinCode | None:
    size = SIZES[len(head)]
    if any(letter not in ALPHABET for letter in head) or not (table.isascii() and (table.isalpha() or not table)):
        return None
    number = 0
    for letter in head:
        number = number * len(ALPHABET) + ALPHABET.index(letter)
    payload, check = _split(_unmix(number, size.bits), size.check)
    payload, mark = _split(payload, size.mark)
    address, port = _split(payload, size.port)
    whole = len(head) == LONG
    if check != _check(payload << size.mark | mark, size) or not _possible(port, whole) or (table and mark):
        return None
    return JoinCode(address, whole, port if whole else DEFAULT_PORT + port, mark, table, sure)


def _possible(port: int, whole: bool) -> bool:
    return port > 0 if whole else port < PORTS


def _grouped(letters: int, address: int, port: int, mark: int) -> str:
    """The code in groups of three letters."""
    size = SIZES[letters]
    payload = (address << size.port | port) << size.mark | mark
    number = _mix(payload << size.check | _check(payload, size), size.bits)
    text = "".join(ALPHABET[number >> shift & 31] for shift in range(size.bits - 5, -1, -5))
    return "-".join(text[place : place + 3] for place in range(0, letters, 3))


def _split(number: int, bits: int) -> tuple[int, int]:
    """What stands before the last bits, and these."""
    return number >> bits, number & (1 << bits) - 1


def _check(payload: int, size: Size) -> int:
    return zlib.crc32(str(payload).encode()) & (1 << size.check) - 1


def _mix(number: int, bits: int) -> int:
    """Another number of so many bits, a different one for each: xor with the upper half, multiply, and so on."""
    for multiplier in MULTIPLIERS:
        number ^= number >> bits // 2
        number = number * multiplier % (1 << bits)
    return number ^ number >> bits // 2


def _unmix(number: int, bits: int) -> int:
    """The number of which `_mix` has made this one. To xor with the upper half twice changes nothing."""
    number ^= number >> bits // 2
    for multiplier in reversed(MULTIPLIERS):
        number = number * pow(multiplier, -1, 1 << bits) % (1 << bits)
        number ^= number >> bits // 2
    return number


def _half(address: str) -> str:
    """The first two bytes of a private IPv4 address; empty for anything else."""
    try:
        private = any(IPv4Address(address) in network for network in PRIVATE[:-1])
    except AddressValueError:
        return ""
    return address.rpartition(".")[0].rpartition(".")[0] if private else ""
