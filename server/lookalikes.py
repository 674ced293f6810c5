"""Which names look the same in a terminal, and which would be taken for somebody that they are not."""

# ruff: noqa: RUF001

import re
import unicodedata

GROUPS = (
    "aаαɑ bЬ cсϲ dԁ eеҽ gɡ hһհ iіıι jјϳ nո oоοօσ๐၀० pрρ qԛզ sѕ uսυʋ vνѵ wԝ xх yуγү AАΑ BВΒ CСϹ EЕΕ GԌ "
    "HНΗ JЈ KКΚ LԼ MМΜ NΝ O0ОΟՕ PРΡ QԚ SЅՏ TТΤ UՍ WԜ XХΧ YУΥҮ ZΖ lI1|ІΙӀӏǀ∣│׀¦ ëё ïї ËЁ ÏЇ æӕ ÆӔ əә 3ЗӠ "
    "6б -‐‑‒–—− '’‘ʼʹ`´′ʻˈ ,‚ :ː∶꞉ /⁄∕╱ "
)
"""Letters that are drawn alike, the one that stands for them first. Case counts: `I` is drawn like `l`, not `i`."""

ALIKE = {char: group[0] for group in GROUPS.split() for char in group[1:]}

ROLES = (
    *("server", "host", "system", "admin", "owner", "operator", "moderator", "you", "me", "nobody", "nobot"),
    *("watcher", "table", "lobby", "сервер", "система", "админ", "servidor", "sistema"),
)
"""Who would be taken for something else, in lower case."""

NUMBERED = re.compile(r"(bot|seat|бот)[\W_]*\d*(\W.*)?")
NUMBERED_LOOK = re.compile(r"(bot|seat)([\W_]*[\dl][\dlo]?(\W.*)?)?")
"""Bots and seats, in lower case, and what looks like one where digits look like letters; signs may stand between,
and anything after them."""

AROUND = re.compile(r"^[\W_]+|[\W_]+$")
"""Signs and spaces that make no other name of a word."""


def looks(name: str) -> str:
    """Equal for names that look the same in a terminal, whatever scripts their letters are from.

    Letters that are drawn alike are one (Latin, Cyrillic, Greek, Armenian; digits and strokes among them).
    Letters that take more cells are not: in a terminal `rn` is no `m`.
    """
    drawn = _drawn(unicodedata.normalize("NFKC", _drawn(name)))
    return unicodedata.normalize("NFC", drawn).casefold().replace("i\u0307", "i")


def _drawn(name: str) -> str:
    return "".join(ALIKE.get(char, char) for char in name)


LOOKS_OF_ROLES = frozenset(looks(word) for role in ROLES for word in (role, role.upper(), role.title()))


def is_reserved(name: str) -> bool:
    """Whether a name would be taken for a bot, a seat, the server or another role, or looks like one of these."""
    bare = AROUND.sub("", name)
    plain, look = unicodedata.normalize("NFKC", bare).casefold(), looks(bare)
    numbered = NUMBERED.fullmatch(plain) or NUMBERED_LOOK.fullmatch(look)
    return bool(numbered) or plain in ROLES or look in LOOKS_OF_ROLES
