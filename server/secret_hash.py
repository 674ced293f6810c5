"""What is kept of a secret that this server has drawn."""

import hashlib


def secret_hash(secret: str) -> bytes:
    """Tells nobody the secret, which is long and random."""
    return hashlib.sha256(secret.encode()).digest()
