"""The life of a table in the log: who comes and goes, parties that begin and end, bots that stand in."""

import logging
from collections.abc import Mapping
from types import MappingProxyType

from server.logs import about
from server.mail import Effects
from server.records import PartyBegun, PartyOver, TableClosed
from server.table import Table
from tuicards.wire.messages import Said

log = logging.getLogger(__name__)

NOTED: Mapping[str, str] = MappingProxyType({
    "joined": "{name} comes",
    "left": "{name} leaves",
    "removed": "{name} is sent away",
    "connection_lost": "{name} is cut off",
    "lost_between": "{name} is cut off between parties",
    "connection_back": "{name} is back",
    "stand_in": "a bot stands in for {name}",
    "time_up": "the time of {name} is up",
    "plays_again": "{name} plays again",
    "new_owner": "{name} is its owner now",
    "game_changed": "they play {game} now",
    "paused": "the game pauses",
    "goes_on": "the game goes on",
})  # fmt: skip
"""What is told of the notices of a table, by code."""


def table_made(table: Table) -> None:
    """A new table is there."""
    kind = "" if table.public else ", private"
    _tell(table, "table_made", f"made by {table.owner}, {len(table.seating.chairs)} seats{kind}", person=table.owner)


def tell(table: Table, effects: Effects) -> None:
    """What has followed from a command."""
    for notice in effects.noticed:
        _tell_notice(table, notice)
    for record in effects.records:
        match record:
            case PartyBegun():
                _tell_begun(table)
            case PartyOver():
                _tell_over(table)
            case TableClosed():
                _tell(table, "table_closed", "closed")


def _tell_notice(table: Table, notice: Said) -> None:
    words = NOTED.get(notice.code)
    if words is not None:
        _tell(table, notice.code, words.format(**notice.params), person=notice.params.get("name"))


def _tell_begun(table: Table) -> None:
    people, seats = len(table.seating.holders), len(table.seating.chairs)
    who = f"{seats} players" + (f", {seats - people} of them bots" if people < seats else "")
    _tell(
        table, "party_begun", f"party {table.parties} begins, {who}", party=table.parties, seats=seats, people=people
    )


def _tell_over(table: Table) -> None:
    """With the scores by seat, and who has won."""
    record = table.finished
    if record is None:
        return
    scores = [f"{name} {score}" for name, score in zip(record.names, record.outcome.scores, strict=False)]
    winners = " and ".join(record.names[seat] for seat in record.outcome.winners)
    said = f"party {record.party} is over: {', '.join(scores)}; won by {winners}"
    _tell(table, "party_over", said, party=record.party, winners=winners, moves=len(record.entries))


def _tell(table: Table, event: str, said: str, **facts: str | int | None) -> None:
    ids = {"table": table.code, "game": table.game.name, "party": table.parties or None}
    log.info("table %s (%s): %s", table.code, table.game.name, said, extra=about(event, **(ids | facts)))
