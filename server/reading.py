"""Reading back people, their keys, tables that were not closed, and bans. What cannot be read is named in the log."""

import logging
import sqlite3
from typing import TypeVar

import msgspec

from server.folding import Step, steps_of
from server.records import Banned, KeyBound, Moved, PersonKept, Saved, SavedTable, Snapshot, Spoken
from tuicards.games.history import Entry, Header

log = logging.getLogger(__name__)

Kind = TypeVar("Kind", bound=msgspec.Struct)


def read_all(db: sqlite3.Connection) -> Saved:
    """All that a server needs to go on. A row that cannot be read is left where it is. Raises sqlite3.Error."""
    db.text_factory = _text
    people = _rows(db, PersonKept, "select name, token_hash, seen from people")
    bans = _rows(db, Banned, "select kind, value, why from bans")
    rows = db.execute("select uid, snapshot from tables where closed = 0").fetchall()
    tables = [table for uid, snapshot in rows if (table := _table(db, uid, snapshot))]
    return Saved(tuple(people), tuple(tables), tuple(bans), tuple(_keys(db)))


def _keys(db: sqlite3.Connection) -> list[KeyBound]:
    """The keys. Settings that cannot be read cost nobody their name."""
    keys = _rows(db, KeyBound, "select fingerprint, name, since, seen from keys")
    settings = dict(db.execute("select fingerprint, settings from keys"))
    return [msgspec.structs.replace(key, settings=_settings(key, settings[key.fingerprint])) for key in keys]


def _settings(key: KeyBound, text: str) -> dict[str, str] | None:
    try:
        return msgspec.json.decode(text, type=dict[str, str] | None)
    except (msgspec.MsgspecError, ValueError) as error:
        log.error("the settings of %s cannot be read and are left as they are: %s", key.name, error)
        return None


def _text(data: bytes) -> str:
    """Text with a damaged byte in it is still text; whether it still means something is for others to see."""
    return data.decode(errors="replace")


def _rows(db: sqlite3.Connection, kind: type[Kind], query: str) -> list[Kind]:
    fields = msgspec.structs.fields(kind)
    found = []
    for row in db.execute(query):
        values = {field.name: value for field, value in zip(fields, row, strict=False)}
        try:
            found.append(msgspec.convert(values, kind))
        except msgspec.ValidationError as error:
            log.error("a row of the record cannot be read and is left as it is: %s", error)
    return found


def _table(db: sqlite3.Connection, uid: str, text: str) -> SavedTable | None:
    try:
        snapshot = msgspec.json.decode(text, type=Snapshot)
        key = snapshot.uid, snapshot.party
        return SavedTable(snapshot, *_party(db, key), talk=_talk(db, snapshot.uid))
    except (msgspec.MsgspecError, ValueError) as error:
        log.error("the record of table %s cannot be read and is left as it is: %s", uid, error)
        return None


def _party(
    db: sqlite3.Connection, key: tuple[str, int]
) -> tuple[Header | None, tuple[Moved, ...], str, tuple[str, ...]]:
    """The header, the moves, the secret and the nonces of a party; nothing where it has not begun."""
    query = "select game, version, seats, seed, options, secret, nonces from parties where uid = ? and party = ?"
    row = db.execute(query, key).fetchone()
    if row is None:
        return None, (), "", ()
    game, version, seats, seed, options, secret, nonces = row
    header = Header(game, version, seats, seed, msgspec.json.decode(options, type=dict[str, str]))
    return (
        _checked(header),
        tuple(_moved(key, step) for step in steps_of(db, *key)),
        secret,
        msgspec.json.decode(nonces, type=tuple[str, ...]),
    )


def _moved(key: tuple[str, int], step: Step) -> Moved:
    return Moved(*key, step.number, Entry(step.seat, step.move), step.request, step.seq, step.left)


def _talk(db: sqlite3.Connection, uid: str) -> tuple[Spoken, ...]:
    query = "select number, name, line, code, watcher, apart from talk where uid = ? order by number"
    return tuple(
        Spoken(uid, number, name, line, code, bool(watcher), bool(apart))
        for number, name, line, code, watcher, apart in db.execute(query, (uid,))
    )


def _checked(value: Kind) -> Kind:
    """The value, if its fields are of their types. Raises msgspec.ValidationError."""
    return msgspec.convert(msgspec.to_builtins(value, builtin_types=(bytes,)), type(value))
