"""English phrases that belong to no single game: refusals, notices, common words.

Each game brings the phrases for its own codes in `Game.phrases`.
"""

from collections.abc import Mapping

PHRASES: Mapping[str, str] = {
    "word.none": "none",
    "word.seat": "seat {number}",
}
