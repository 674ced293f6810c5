"""A fact as Redis takes it in: what it does to the state, and the words that the script needs for that."""

from typing import TypeAlias

import msgspec

from server.cluster.facts import Came, Closed, Fact, Gone, Heard, Kept, Listed, Quieted, Stated, Went
from server.cluster.script import Word
from server.names import name_key
from server.records import Banned, KeyBound, KeyForgotten, PersonForgotten, PersonKept, Unbanned

_encoder = msgspec.msgpack.Encoder()


Row: TypeAlias = tuple[Word, ...]
"""The words for one fact, in the order in which `common_scripts.STATE` reads them."""


def row(run: int, fact: Fact) -> Row:
    """The fact as this run of a node states it."""
    return (*_words(fact), _encoder.encode(Stated(run, fact)))


def _words(fact: Fact) -> tuple[str, str, int, str]:
    match fact:
        case Came(name=name, run=run, session=session):
            return "came", name_key(name), session, str(run)
        case Went(name=name, session=session):
            return "went", name_key(name), session, ""
        case Listed(code=code, uid=uid, fence=fence):
            return "listed", code, fence, uid
        case Closed(code=code, uid=uid):
            return "closed", code, 0, uid
        case Gone(run=run):
            return "gone", str(run), 0, ""
        case Kept(record=record):
            does, field, kind = _kept(record)
            return does, field, 0, kind
        case Heard() | Quieted():
            return "told", "", 0, ""


def _kept(
    record: PersonKept | PersonForgotten | KeyBound | KeyForgotten | Banned | Unbanned,
) -> tuple[str, str, str]:
    match record:
        case PersonKept(name=name):
            return "keep", name_key(name), "people"
        case PersonForgotten(name=name):
            return "forget", name_key(name), "people"
        case KeyBound(fingerprint=key, since=since, seen=seen):
            # One that is only seen again stays forgotten where somebody has forgotten it meanwhile.
            return "keep" if seen == since else "change", key, "keys"
        case KeyForgotten(fingerprint=key):
            return "forget", key, "keys"
        case Banned(kind=kind, value=value):
            return "keep", f"{kind}:{value}", "bans"
        case Unbanned(kind=kind, value=value):
            return "forget", f"{kind}:{value}", "bans"
