"""A deal that nobody can have chosen: a secret that is fixed first, and a number of each player's own.

The server says what its secret hashes to before anybody has named a number (a nonce); the seed of the
deals is made of both; when the party is over the secret is told. PROTOCOL.md, section 9, defines the
bytes, and says what this proves and what it does not.
"""

import hashlib
import re

import msgspec

from tuicards.secrecy import told_without

DOMAIN = b"tuicards fair deal 1\0"
"""What is hashed for a seed begins with this, so that it is never what is hashed for anything else."""

SECRET_BYTES = 32
NONCE_BYTES = 16

_SECRET = re.compile(rf"[0-9a-f]{{{2 * SECRET_BYTES}}}")
_NONCE = re.compile(rf"[0-9a-f]{{{2 * NONCE_BYTES}}}")


class Dealt(msgspec.Struct, frozen=True):
    """What a party is dealt from, in hexadecimal, lower case; `nonces` by seat, empty where none was given."""

    secret: str = ""
    """Empty: nobody has noted it, as for parties of older releases."""
    nonces: tuple[str, ...] = ()

    @property
    def commitment(self) -> str:
        """What tells nothing about the secret and allows no other one; empty without a secret."""
        return commitment_of(self.secret) if self.secret else ""

    @property
    def seed(self) -> bytes:
        """Raises ValueError without a secret."""
        return seed_of(self.secret, self.nonces)

    def well_formed(self, seats: int) -> bool:
        """Whether this can be told of a party of so many seats: nothing at all, or a secret and a place for each."""
        if not self.secret:
            return not self.nonces
        nonces = all(nonce == "" or is_nonce(nonce) for nonce in self.nonces)
        return is_secret(self.secret) and len(self.nonces) == seats and nonces

    def __repr__(self) -> str:
        return told_without(self, "secret")


def commitment_of(secret: str) -> str:
    """SHA-256 of the secret's bytes, in hexadecimal. Raises ValueError unless the secret is one."""
    return hashlib.sha256(_bytes(secret)).hexdigest()


def seed_of(secret: str, nonces: tuple[str, ...]) -> bytes:
    """The seed of a party whose seats have given these nonces (empty: none).

    SHA-256 of DOMAIN, the secret, the number of seats in four bytes, big-endian, and for each seat one
    byte with the length of its nonce and the nonce. Raises ValueError where the texts are not of their form.
    """
    if not all(nonce == "" or is_nonce(nonce) for nonce in nonces):
        raise ValueError("a nonce is empty or 32 hexadecimal digits")
    numbers = [bytes.fromhex(nonce) for nonce in nonces]
    parts = [len(number).to_bytes(1) + number for number in numbers]
    return hashlib.sha256(DOMAIN + _bytes(secret) + len(nonces).to_bytes(4) + b"".join(parts)).digest()


def is_secret(text: str) -> bool:
    """Whether it is 64 hexadecimal digits in lower case; so is a commitment."""
    return _SECRET.fullmatch(text) is not None


def is_nonce(text: str) -> bool:
    """Whether it is 32 hexadecimal digits in lower case."""
    return _NONCE.fullmatch(text) is not None


def _bytes(secret: str) -> bytes:
    if not is_secret(secret):
        raise ValueError("a secret is 64 hexadecimal digits")
    return bytes.fromhex(secret)
