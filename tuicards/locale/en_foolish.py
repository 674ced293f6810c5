"""English phrases about moves and hints that somebody calls foolish, and where their positions are kept."""

from tuicards.phrase import Phrases, Plural

FOOLISH: Phrases = {
    "foolish.noted": "Noted ({seat}, move {number}): it is saved when the party ends",
    "foolish.noted_already": "Noted already ({seat}, move {number}): it is saved when the party ends",
    "foolish.saved": "Saved in {file}",
    "foolish.kept": "Saved already, in {file}",
    "foolish.saved_all": Plural(
        "count", "{count} position is saved in {folder}", "{count} positions are saved in {folder}"
    ),
    "foolish.nothing": "No bot has made a move here yet, and no hint is shown",
    "foolish.no_move": "No move is shown here: step on to the foolish one",
    "foolish.lost": Plural(
        "count",
        "{count} foolish move is not saved: the record of its party has not come.",
        "{count} foolish moves are not saved: the record of their party has not come.",
    ),
    "foolish_no_folder": "Positions are not saved here: set XDG_STATE_HOME to a folder of your own.",
    "foolish_unwritable": "{file} cannot be written ({reason}): make room, or set XDG_STATE_HOME to another folder.",
    "foolish_not_found": "The record of the party does not hold the noted move. Look back (v) and save it there.",
    "key.table.foolish": "Foolish",
    "key.table.foolish.tip": "Save a bot's newest move, or the hint shown, as foolish",
    "key.replay.foolish": "Foolish",
    "key.replay.foolish.tip": "Save the position before the move shown, as foolish",
    "verb.foolish": "foolish",
    "usage.foolish": "foolish",
    "help.foolish": "{usage}: save a bot's newest move, or the hint just told, as foolish.",
    "more.foolish": "The position goes into a file, to become a test of the bots. A hint is saved at once, a bot's "
    "move when the party ends.",
}
