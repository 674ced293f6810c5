"""The codes of tables, which people type: no vowels, so no words; no letters that look like others."""

import secrets

CODE_LETTERS = "BCDFGHJKMNPQRSTVWXZ"
CODE_LENGTH = 4


def new_code() -> str:
    """One by chance, used or not."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
