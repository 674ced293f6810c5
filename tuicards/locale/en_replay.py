"""English phrases about the records of parties and about looking at them again."""

from tuicards.phrase import Phrases, Plural

FILES: Phrases = {
    "record_foreign": "{file}, line {line}: this is no replay file of tuicards. Choose a file that tuicards export "
    "has written.",
    "record_of_later_format": "{file}, line {line}: the file is of form {found}, and this program reads form {known} "
    "only. Install a later tuicards to read it.",
    "record_bad_header": "{file}, line {line}: no party can begin as it says here. The file has been changed or "
    "damaged: get it anew from where it came from.",
    "record_bad_line": "{file}, line {line}: this is no line of a replay file. The file has been changed or damaged: "
    "get it anew from where it came from.",
    "record_cut_off": "{file}, line {line}: the file ends here, before the party does. It has been cut off: get it "
    "anew from where it came from.",
    "record_too_long": "{file}: the file is longer than {limit} KiB, and so no replay file. Choose another one.",
    "record_unreadable": "{file}: it cannot be read ({reason}). Give the path of a replay file.",
    "record_unwritable": "{file}: it cannot be written ({reason}). Choose another place.",
    "record_exists": "{file}: there is such a file already. Choose another name, or add --force to replace it.",
    "record_unknown_game": "{file}, line {line}: there is no game called {game} here. There are: {known}. "
    "Install a later tuicards to read it.",
    "record_by_other_rules": "{file}, line {line}: the party was played by other rules ({recorded}); here they are "
    "{known}. Look at it with the program that wrote it: {program}.",
    "record_wrong_move": "{file}, line {line}: by the rules seat {number} cannot make the move {text} here. The file "
    "has been changed or damaged: get it anew from where it came from.",
    "record_wrong_outcome": "{file}, line {line}: the party does not end as it says here. The file has been changed "
    "or damaged: get it anew from where it came from.",
    "record_none_kept": "No record is kept yet. Play or watch a party to its end, and it is kept in {folder}.",
    "record_no_such": Plural(
        "count",
        "There is no record {number}: {count} is kept. Type tuicards export for the list.",
        "There is no record {number}: {count} are kept. Type tuicards export for the list.",
    ),
    "record_not_kept": "The record of this party is not kept: {file} cannot be written ({reason}).",
    "no_record": "There is no record of that party here.",
}

EXPORTING: Phrases = {
    "export.line": "{number}: {date}, {game}, {names}. {result}",
    "export.unreadable": "{number}: cannot be read. {error}",
    "export.no_date": "no date",
    "export.written": "The record is in {file}",
    "archive.written": Plural(
        "count", "{count} record has been written into {folder}", "{count} records have been written into {folder}"
    ),
    "cli.bad_number": "{text} is no number of a record: type tuicards export for the list.",
}

REPLAYING: Phrases = {
    "replay.title": "Replay",
    "replay.at.dealt": "Round {round} of {rounds}, just dealt",
    "replay.at.bid": "Round {round} of {rounds}, bid {play} of {plays}",
    "replay.at.card": "Round {round} of {rounds}, trick {trick}, card {play} of {plays}",
    "replay.at.over": "The end, after round {round} of {rounds}",
    "replay.no_round": Plural(
        "rounds", "There is no round {number}: there is {rounds}.", "There is no round {number}: there are {rounds}."
    ),
    "replay.no_trick": Plural(
        "tricks",
        "There is no trick {number} in this round: there is {tricks}.",
        "There is no trick {number} in this round: there are {tricks}.",
    ),
    "replay.no_seat": "There is no seat {number}: there are seats 1 to {seats}.",
    "replay.begin": "The cards are dealt.",
    "replay.private": "{seat}, seen by nobody: {text}",
    "replay.eyes": "As {seat} sees it",
    "replay.watcher": "As a watcher sees it",
    "replay.face_down": "face down",
    "replay.do.round_back": "|<",
    "replay.do.trick_back": "<<",
    "replay.do.card_back": "<",
    "replay.do.card_on": ">",
    "replay.do.trick_on": ">>",
    "replay.do.round_on": ">|",
    "replay.do.seat": "Seat",
    "replay.do.hands": "Hands",
    "replay.do.round": "Round",
    "replay.do.play": "Play",
    "replay.do.stop": "Stop",
    "replay.do.scores": "Scores",
    "replay.do.help": "Help",
    "replay.do.export": "Export",
    "replay.do.back": "Back",
    "play.do.look_back": "Look back",
    "play.do.export": "Export",
}

TOLD: Phrases = {
    "replay.text.party": "{game}, played at table {table}: {names}.",
    "replay.text.when": "It ended on {date}.",
    "replay.text.options": "Options: {options}.",
    "replay.text.place": "{place}.",
    "replay.text.trick": "Round {round} of {rounds}, trick {trick}.",
    "replay.text.hand": "{seat} holds {cards}.",
    "replay.text.empty": "{seat} holds no cards.",
    "replay.text.face_down": "{seat} has laid face down: {cards}.",
    "replay.text.no_eyes": "Choose whose cards to tell first: seat and a number, or seat all.",
    "replay.text.at_begin": "This is the beginning.",
    "replay.text.at_end": "This is the end.",
    "replay.text.start": "An empty line tells the next card. Type help for the commands.",
    "verb.next": "next",
    "verb.back": "back",
    "verb.round": "round",
    "verb.seat": "seat",
    "verb.rest": "rest",
    "replay.usage.next": "next",
    "replay.usage.back": "back",
    "replay.usage.round": "round NUMBER",
    "replay.usage.trick": "trick NUMBER",
    "replay.usage.seat": "seat NUMBER|all",
    "replay.usage.hand": "hand",
    "replay.usage.table": "table",
    "replay.usage.scores": "scores",
    "replay.usage.rest": "rest",
    "replay.usage.help": "help",
    "replay.usage.quit": "quit",
    "replay.help.next": "{usage}: the next card. An empty line does the same.",
    "replay.help.back": "{usage}: the card before.",
    "replay.help.round": "{usage}: to the beginning of a round.",
    "replay.help.trick": "{usage}: to the first card of a trick of this round.",
    "replay.help.seat": "{usage}: whose cards to tell, those of one seat or all.",
    "replay.help.hand": "{usage}: these cards as they are here.",
    "replay.help.table": "{usage}: the whole situation.",
    "replay.help.scores": "{usage}: the score sheet.",
    "replay.help.rest": "{usage}: everything from here to the end.",
    "replay.help.help": "{usage}: this list.",
    "replay.help.quit": "{usage}: stop.",
}

REPLAY_KEYS: Phrases = {
    "key.replay.card_back": "Card back",
    "key.replay.card_back.tip": "One card back",
    "key.replay.card_on": "Card on",
    "key.replay.card_on.tip": "One card on",
    "key.replay.trick_back": "Trick back",
    "key.replay.trick_back.tip": "To the end of the trick before",
    "key.replay.trick_on": "Trick on",
    "key.replay.trick_on.tip": "To the end of this trick or the next one",
    "key.replay.round_back": "Round back",
    "key.replay.round_back.tip": "To the beginning of this round, or of the one before",
    "key.replay.round_on": "Round on",
    "key.replay.round_on.tip": "To the beginning of the next round, or to the end",
    "key.replay.seat": "Seat",
    "key.replay.seat.tip": "See it from the next seat, and at last as a watcher",
    "key.replay.seat_back": "Seat back",
    "key.replay.seat_back.tip": "See it from the seat before",
    "key.replay.hands": "Hands",
    "key.replay.hands.tip": "Open all hands, or close them again",
    "key.replay.play": "Play",
    "key.replay.play.tip": "Let it go on by itself, or stop it",
    "key.replay.scores": "Scores",
    "key.replay.scores.tip": "The score sheet as it stands here",
    "key.replay.round": "Round",
    "key.replay.round.tip": "Choose a round; the digits of its number lead there too",
    "key.replay.export": "Export",
    "key.replay.export.tip": "Write the record of the party into a file",
    "key.replay.back": "Back",
    "key.replay.back.tip": "Leave the replay",
    "key.app.look_back": "Look back",
    "key.app.look_back.tip": "After the party: look at it again, card by card",
    "key.app.export": "Export",
    "key.app.export.tip": "After the party: write its record into a file",
}

REPLAY: Phrases = {**FILES, **EXPORTING, **REPLAYING, **TOLD, **REPLAY_KEYS}
