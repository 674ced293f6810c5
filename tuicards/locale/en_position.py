"""English phrases about positions that are kept in files, each with what was foolish in it."""

from tuicards.phrase import Phrases

POSITION: Phrases = {
    "position_not_whole": "This deal was not seen from its beginning, so its position cannot be kept.",
    "position_impossible": "No deal fits this position: {why}",
    "position_no_move": "There is no move {number}: the party has those from 0 to {limit}.",
    "position_exists": "{file} is there already: name another file.",
    "position_unwritable": "{file} cannot be written: {reason}.",
    "position_unreadable": "{file} cannot be read: {reason}.",
    "position_too_long": "{file} is no position: it is longer than {limit} KiB.",
    "position_foreign": "{file} is no position: {why}",
    "position_of_later_format": "{file} is of a later release (form {found}, here {known}): get a newer one.",
}
