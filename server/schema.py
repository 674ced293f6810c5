"""The SQL of the record: its tables, how an older file becomes one of this version, and records as statements."""

import sqlite3
import time
from typing import Any, TypeAlias

import msgspec

from server.records import (
    Banned,
    KeyBound,
    KeyForgotten,
    Moved,
    PartyBegun,
    PartyOver,
    PersonForgotten,
    PersonKept,
    Record,
    Spoken,
    TableClosed,
    TableKept,
    Unbanned,
)

APPLICATION = 0x74756963
"""SQLite's application id of these files."""

TALK_KEPT = 50
"""Lines of a table that are kept, the newest ones."""

Statement: TypeAlias = tuple[str, tuple[Any, ...]]

STEPS = (
    """
create table people (name text primary key, token_hash blob not null, seen integer not null) strict;
create table tables (uid text primary key, snapshot text not null, closed integer not null default 0) strict;
create table parties (
    uid text not null, party integer not null, game text not null, version integer not null,
    seats integer not null, seed blob not null, options text not null, began integer not null,
    outcome text, ended integer, primary key (uid, party)
) strict;
create table moves (
    uid text not null, party integer not null, number integer not null, seat integer not null,
    move text not null, request integer not null, seq integer not null, at integer not null,
    primary key (uid, party, number)
) strict, without rowid;
""",
    """
alter table tables add column why text not null default '';
alter table parties add column secret text not null default '';
alter table parties add column nonces text not null default '[]';
alter table moves add column clock_left integer;
create table talk (
    uid text not null, number integer not null, name text not null, line text not null, code text not null,
    watcher integer not null, apart integer not null, primary key (uid, number)
) strict, without rowid;
create table bans (
    kind text not null, value text not null, why text not null, since integer not null, primary key (kind, value)
) strict, without rowid;
""",
    """
create table keys (
    fingerprint text primary key, name text not null, since integer not null, seen integer not null,
    settings text not null
) strict;
""",
    """
alter table parties add column moves blob;
""",
)
"""What leads from each version to the next; an empty file has version 0, and goes through them all."""

VERSION = len(STEPS)


def fits(db: sqlite3.Connection) -> bool:
    """Whether every table of the file's version is there with its columns. Raises sqlite3.Error."""
    (version,) = db.execute("pragma user_version").fetchone()
    usual = sqlite3.connect(":memory:")
    try:
        usual.executescript("".join(STEPS[: max(0, version)]))
        names = [name for (name,) in usual.execute("select name from sqlite_master where type = 'table'")]
        return all(_columns(usual, name) <= _columns(db, name) for name in names)
    finally:
        usual.close()


def _columns(db: sqlite3.Connection, table: str) -> set[str]:
    return {name for (name,) in db.execute("select name from pragma_table_info(?)", (table,))}


def bring_up_to_date(db: sqlite3.Connection, version: int) -> None:
    """From this version to the newest, wholly or not at all. Raises sqlite3.Error."""
    steps = "".join(STEPS[version:])
    db.executescript(
        f"begin immediate; {steps} pragma application_id = {APPLICATION}; pragma user_version = {VERSION}; commit;"
    )


def statements(record: Record) -> list[Statement]:
    """What keeps the record. Done twice it changes no more than once."""
    match record:
        case Spoken(uid=uid, n=number):
            return [_said(record), ("delete from talk where uid = ? and number <= ?", (uid, number - TALK_KEPT))]
        case TableClosed(uid, why):
            close = "update tables set closed = 1, why = ? where uid = ?", (why, uid)
            return [close, ("delete from talk where uid = ?", (uid,))]
        case PartyBegun() | Moved() | PartyOver():
            return [_of_party(record)]
        case KeyBound() | KeyForgotten():
            return [_of_key(record)]
        case _:
            return [_of_house(record)]


def _of_house(
    record: PersonKept | PersonForgotten | TableKept | Banned | Unbanned,
) -> Statement:
    match record:
        case PersonKept(name, token_hash, seen):
            return "insert or replace into people values (?, ?, ?)", (name, token_hash, seen or _now())
        case PersonForgotten(name):
            return "delete from people where name = ?", (name,)
        case TableKept(snapshot):
            text = msgspec.json.encode(snapshot).decode()
            return "insert or replace into tables (uid, snapshot) values (?, ?)", (snapshot.uid, text)
        case Banned(kind, value, why):
            return "insert or replace into bans values (?, ?, ?, ?)", (kind, value, why, _now())
        case Unbanned(kind, value):
            return "delete from bans where kind = ? and value = ?", (kind, value)


def _of_key(record: KeyBound | KeyForgotten) -> Statement:
    match record:
        case KeyBound(fingerprint, name, since, seen, settings):
            text = msgspec.json.encode(settings).decode()
            return "insert or replace into keys values (?, ?, ?, ?, ?)", (fingerprint, name, since, seen, text)
        case KeyForgotten(fingerprint):
            return "delete from keys where fingerprint = ?", (fingerprint,)


def _of_party(record: PartyBegun | Moved | PartyOver) -> Statement:
    match record:
        case PartyBegun(uid, party, header, secret, nonces):
            options = msgspec.json.encode(header.options).decode()
            deal = (secret, msgspec.json.encode(nonces).decode())
            values = (
                header.game,
                header.version,
                header.seats,
                header.seed,
                options,
                _now(),
                None,
                None,
                *deal,
                None,
            )
            return f"insert or replace into parties values (?, ?{', ?' * len(values)})", (uid, party, *values)
        case Moved(uid, party, index, entry, request, seq, left):
            step = (index, entry.seat, entry.move, request, seq, _now(), left)
            return "insert or replace into moves values (?, ?, ?, ?, ?, ?, ?, ?, ?)", (uid, party, *step)
        case PartyOver(uid, party, outcome):
            end = "update parties set outcome = ?, ended = ? where uid = ? and party = ?"
            return end, (outcome, _now(), uid, party)


def _said(line: Spoken) -> Statement:
    values = (line.uid, line.n, line.name, line.text, line.code, line.watcher, line.apart)
    return "insert or replace into talk values (?, ?, ?, ?, ?, ?, ?)", values


def _now() -> int:
    return int(time.time())
