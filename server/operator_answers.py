"""What the server answers its operator, in lines for a person."""

import math
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from tuicards.safe_text import safe_text

Answer = Mapping[str, Any]


def told(done: Answer) -> list[str]:
    """The lines. Nothing in them, wherever it comes from, does anything to a terminal."""
    for name, tell in TELLING.items():
        if name in done:
            return [safe_text(line) for line in tell(done)]
    return ["done"]


def _people(done: Answer) -> list[str]:
    heads = ("name", "address", "here for", "table", "by", "")
    return _table(heads, map(_person, done["people"])) or ["nobody is here"]


def _person(person: Answer) -> tuple[str, ...]:
    muted = f"muted for {_left(person['quiet_seconds'])}" if person["quiet_seconds"] else ""
    table = person["table"] or "-"
    if "node" in person:
        return person["name"], f"at node {person['node'] or '?'}", "", table, "", muted
    return person["name"], person["address"], _for(person["seconds"]), table, "ssh" if person["ssh"] else "tcp", muted


def _tables(done: Answer) -> list[str]:
    heads = ("table", "game", "state", "people", "title", "")
    return _table(heads, map(_game_table, done["tables"])) or ["there are no tables"]


def _game_table(line: Answer) -> tuple[str, ...]:
    people = f"{line['people']} of {line['seats']}, {line['bots']} bots, {line.get('watchers', 0)} watch"
    return line["table"], line["game"], line["state"], people, line["title"], "" if line["public"] else "private"


def _nodes(done: Answer) -> list[str]:
    heads = ("node", "address", "version", "tables", "since", "")
    return _table(heads, map(_node, done["nodes"])) or ["no node is known"]


def _node(node: Answer) -> tuple[str, ...]:
    since = "?" if node["since"] is None else time.strftime("%Y-%m-%d %H:%M", time.localtime(node["since"]))
    return node["name"], node["address"], node["version"], str(node["tables"]), since, "here" if node["here"] else ""


def _keys(done: Answer) -> list[str]:
    rows = ((key["name"], key["key"], _date(key["since"]), _date(key["seen"])) for key in done["keys"])
    return _table(("name", "key", "since", "seen"), rows) or ["no key has a name"]


def _date(seconds: int) -> str:
    """A day in the server's time zone."""
    return time.strftime("%Y-%m-%d", time.localtime(seconds))


def _bans(done: Answer) -> list[str]:
    rows = ((ban["kind"], ban["value"], ban.get("why", "")) for ban in done["bans"])
    return _table(("kind", "who", "why"), rows) or ["nobody is banned"]


def _status(done: Answer) -> list[str]:
    state = done["status"]
    lines = [
        ("server", f"{state['name']}, version {state['version']}, process {state['pid']}"),
        ("up for", _for(state["uptime_seconds"])),
        ("listens at", " ".join(state["addresses"])),
        (
            "people",
            f"{state['people']}, {state['people_over_ssh']} of them by ssh; {state['connections']} connections",
        ),
        ("tables", f"{state['tables']}, {state['parties_running']} with a game that runs"),
        ("draining", _draining(state["draining"], state["stops_in_seconds"])),
        ("record", KEEPING[state["record"]] + _waiting(state["records_waiting"])),
        ("memory", "?" if state["memory_bytes"] is None else _size(state["memory_bytes"])),
        ("open files", "?" if state["descriptors"] is None else str(state["descriptors"])),
        *([("cluster", _cluster(state["cluster"]))] if state.get("cluster") else []),
    ]
    return [f"{name:<11} {text}" for name, text in lines]


def _cluster(cluster: Answer) -> str:
    away = "; REDIS IS AWAY: its tables wait" if cluster["away"] else ""
    return (
        f"node {cluster['node']}, nodes alive: {len(cluster['nodes'])}, tables here: {cluster['tables_here']}{away}"
    )


KEEPING = {
    "kept": "kept on the disk",
    "memory": "in memory only",
    "refused": "IN MEMORY ONLY, since the disk refuses",
    "gone": "LOST WHEN IT STOPS: its file was deleted or replaced; back it up now",
}


def _waiting(count: int) -> str:
    return f", {count} changes wait" if count else ""


def _draining(on: bool, seconds: int | None) -> str:
    if not on:
        return "no"
    return "yes, until the last game is over" + ("" if seconds is None else f", in {_left(seconds)} at the latest")


def _drain(done: Answer) -> list[str]:
    if not done["draining"]:
        return ["games may begin again"]
    running = done["parties_running"]
    return ["no game runs: the server stops now" if not running else f"the server stops after {running} more games"]


def _backup(done: Answer) -> list[str]:
    made = done["backup"]
    lines = [f"{made['file']}: {_size(made['bytes'])}, {made['parties']} games, in {made['seconds']:.1f} s"]
    if made.get("missing"):
        lines.append(f"NOT IN IT: {made['missing']} changes, for which there is no room on the disk of the record")
    return lines


def _reload(done: Answer) -> list[str]:
    lines = [f"taken up: {', '.join(done['changed'])}" if done["changed"] else "nothing new is taken up"]
    if done["needs_restart"]:
        lines.append(f"needs a restart: {', '.join(done['needs_restart'])}")
    return lines


TELLING: Mapping[str, Callable[[Answer], list[str]]] = {
    "people": _people,
    "tables": _tables,
    "nodes": _nodes,
    "bans": _bans,
    "keys": _keys,
    "status": _status,
    "draining": _drain,
    "backup": _backup,
    "changed": _reload,
}


def _size(count: int) -> str:
    """Bytes in a unit that keeps the number short."""
    for unit, size in (("GiB", 2**30), ("MiB", 2**20), ("KiB", 2**10)):
        if count >= size:
            return f"{count / size:.1f} {unit}"
    return f"{count} bytes"


def _for(seconds: int) -> str:
    """A time in its largest unit."""
    for unit, length in (("d", 86400), ("h", 3600), ("min", 60)):
        if seconds >= length:
            return f"{seconds // length} {unit}"
    return f"{seconds} s"


def _left(seconds: int) -> str:
    """A time that is left, rounded up, so that it is what was asked for a moment ago."""
    if seconds < 60:
        return f"{seconds} s"
    hours, minutes = divmod(math.ceil(seconds / 60), 60)
    return " ".join(f"{number} {unit}" for number, unit in ((hours, "h"), (minutes, "min")) if number)


def _table(heads: Sequence[str], rows: Iterable[tuple[str, ...]]) -> list[str]:
    """Rows below heads, in columns; nothing without rows."""
    shown = [tuple(safe_text(cell) for cell in row) for row in rows]
    if not shown:
        return []
    lines = [tuple(head.upper() for head in heads), *shown]
    widths = [max(len(line[column]) for line in lines) for column in range(len(heads))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines]
