"""English phrases that belong to no single game: refusals, notices, common words.

Each game brings the phrases for its own codes in `Game.phrases`.
"""

from tuicards.locale.en_arena import ARENA
from tuicards.locale.en_clock import CLOCK
from tuicards.locale.en_cluster import CLUSTER
from tuicards.locale.en_foolish import FOOLISH
from tuicards.locale.en_guest import GUEST
from tuicards.locale.en_hand import HAND
from tuicards.locale.en_keys import KEYS
from tuicards.locale.en_play import PLAY
from tuicards.locale.en_position import POSITION
from tuicards.locale.en_replay import REPLAY
from tuicards.locale.en_server import DISK, LINK, LOBBY, NAMES, OPERATOR, TABLES
from tuicards.locale.en_settings import SETTINGS
from tuicards.locale.en_shell import SHELL
from tuicards.locale.en_social import SOCIAL
from tuicards.locale.en_ssh import SSH
from tuicards.locale.en_text import TEXT
from tuicards.locale.en_verify import VERIFY
from tuicards.locale.en_web import WEB
from tuicards.phrase import Phrases, Plural

WORDS: Phrases = {
    "word.none": "none",
    "word.nobody": "nobody",
    "word.seat": "seat {number}",
}

SETTING_UP: Phrases = {
    "unknown_game": "There is no game called {game}. There are: {known}.",
    "unknown_preset": "There is no preset called {preset}. There are: {known}.",
    "unknown_option": "There is no option called {option}. There are: {known}.",
    "bad_option_value": "{option} cannot be {value}. It can be: {known}.",
    "unknown_level": "There is no bot level called {level}. There are: {known}.",
    "bad_move": "That is no move: {text}",
    "bots_for_seats": Plural(
        "bots",
        "{bots} bot cannot fill {seats} seats: name one level for each seat.",
        "{bots} bots cannot fill {seats} seats: name one level for each seat.",
    ),
    "record_of_other_rules": "This record was played by other rules ({recorded}); here they are {known}.",
}

BOTS: Phrases = {
    "why.any": "No reason: any legal move would do.",
    "why.only": "It is the only legal move.",
    "why.share": "About its share of the tricks.",
    "why.worth": "Tricks that the hand promises: about {tricks}; nearly certain: {sure}.",
    "why.takes": Plural(
        "need",
        "Still needs one trick; {card} wins in about {chance} of 100 cases.",
        "Still needs {need} tricks; {card} wins in about {chance} of 100 cases.",
    ),
    "why.saves": Plural(
        "need",
        "Still needs one trick; {card} wins in about {chance} of 100 cases and spares better cards.",
        "Still needs {need} tricks; {card} wins in about {chance} of 100 cases and spares better cards.",
    ),
    "why.risks": "Needs no more; {card} wins in about {chance} of 100 cases, yet others are worse.",
    "why.ducks": "Needs no more; {card} wins in about {chance} of 100 cases only.",
    "why.outlook": "Tricks that the hand is good for: about {tricks}; the bid is met in about {chance} of 100 cases.",
    "why.counted": "With {card} the bid is met in about {chance} of 100 cases.",
    "why.highest": "No higher card of its colour than {card} is out; the bid is met in about {chance} of 100 cases.",
    "why.search": "The bid is met in about {chance} of 100 cases, by {worlds} deals played out.",
    "why.worlds": "The deal is won in about {chance} of 100 cases, by {worlds} deals played out.",
    "why.alike": "All that may be played comes to the same.",
    "why.bid_gone": "The bid is gone; {card} makes the best of it.",
    "why.lead": "{cards} hold in about {chance} of 100 cases.",
    "why.beat": Plural(
        "points",
        "{cards} take a trick with {points} point on the table.",
        "{cards} take a trick with {points} points on the table.",
    ),
    "why.molodka": "Four cards of one suit are hard to beat.",
    "why.feed": "Points for the team's own trick, or the least for a doubtful one.",
    "why.spare": "The cards that are missed least.",
}

LEAVING: Phrases = {
    "left.left": "You have left table {table}.",
    "left.removed": "You have been removed from table {table}.",
    "left.closed": "Table {table} has been closed.",
    "left.fault": "Table {table} is closed: the server's program met a fault. What was played there is kept.",
    "left.idle": "Nobody has done anything at table {table} for a long time; it has let its people go.",
    "left.moved": "You have left table {table} from another connection.",
}

PROTOCOL: Phrases = {
    "bad_msgpack": "The other end sent bytes that are no message: {detail}.",
    "not_a_map": "The other end sent something that is no message.",
    "bad_value": "The other end sent a value that the protocol does not know.",
    "too_deep": "The other end sent a message nested too deep.",
    "unknown_message": "The other end sent a message of an unknown kind: {kind}.",
    "bad_field": "The other end sent a {kind} message that is not as it should be: {detail}.",
    "unsendable": "That cannot be sent: {detail}.",
    "message_too_long": "That is too long to be sent: {length} bytes where {limit} are allowed.",
    "frame_too_long": "The other end announced a message of {length} bytes; {limit} are allowed.",
    "frame_empty": "The other end sent an empty message.",
    "hello_first": "The first message has to be the greeting.",
    "second_hello": "The greeting came twice.",
    "welcome_first": "The server's first message was no welcome.",
    "second_welcome": "The server's welcome came twice.",
    "too_many_faults": "Too many messages could not be understood; the last fault was {last}.",
    "version": "The server speaks version {ours} of the protocol, this end version {yours}: "
    "install the same version of tuicards on both.",
    "not_understood": "The server sent something that this program does not understand ({fault}).",
    "not_tuicards": "What answers there is no tuicards server.",
}

ADDRESSES: Phrases = {
    "no_address": "An address is missing: HOST or HOST:PORT.",
    "no_port": "After the colon a port is missing.",
    "bad_port": "{port} is no port: it has to be a whole number from 1 to 65535.",
    "bad_host": "{host} is no address: it has to be HOST, HOST:PORT or [IPV6]:PORT.",
    "one_address": "Only one address is possible here, and {text} is a list.",
    "empty_address": "In the list {text} an address is missing before or after a comma.",
    "too_many_addresses": "A list can have at most {limit} addresses.",
    "mixed_ways": "In a list either all addresses are encrypted or none: tls:// before the first holds for all.",
    "code_in_list": "{text} is a join code, which leads to one server: type it alone, or addresses only.",
    "host_too_long": "The address is too long: a host name has at most {limit} letters.",
    "code_misheard": "{text} looks like a join code, but something in it is wrong: ask for it again. "
    "If it is the name of a computer, type tcp://{text}",
    "mark_unknown": "The table of that code is not in the lobby's list any more.",
    "mark_ambiguous": "The code fits more than one table of this server: choose yours.",
    "code_unanswered": "No server answers to the code {text}. Both computers have to be in the same network. "
    "If they are, ask for the server's address and type that. If it is the name of a computer, type tcp://{text}",
}

COMMAND_LINE: Phrases = {
    "cli.no_terminal": "The full screen needs a terminal for input and output. "
    "Over SSH ask for one with 'ssh -t', or add --text to play in lines of text.",
    "cli.dumb_terminal": "This terminal (TERM=dumb) cannot show a full screen: add --text to play in lines of text.",
    "cli.bad_option": "{text} is no option: write NAME=VALUE.",
    "cli.needs_game": "{flag} is for a table: name its game before it ({known}).",
    "cli.not_unicode": "{what} is not valid Unicode text.",
    "cli.name_length": "A name has 1 to {limit} characters.",
    "cli.bad_delay": "{text} is no delay: it has to be seconds from 0 to 60.",
    "cli.bad_seat": "{number} is no seat: seats are counted from 1.",
    "cli.watch_and_seat": "One watches or sits: --watch and --seat do not go together.",
    "cli.table_needed": "--watch and --seat need a table: add --table CODE.",
    "bot.table_needed": "A bot needs a table: add --table CODE, or name a join code that leads to one.",
    "bot.bad_budget": "{text} is no time to think: it has to be seconds, above 0 and at most 60.",
    "bot.bad_parties": "{number} is no number of parties: it has to be 1 or more.",
    "cli.hosting": "Your friends join with: tuicards join {address}",
    "cli.only_here": "Only this machine reaches the server: tuicards join {address}",
    "cli.interrupted": "Interrupted.",
}

PHRASES: Phrases = {
    **WORDS,
    **SETTING_UP,
    **BOTS,
    **LEAVING,
    **PROTOCOL,
    **ADDRESSES,
    **LINK,
    **LOBBY,
    **TABLES,
    **NAMES,
    **OPERATOR,
    **DISK,
    **COMMAND_LINE,
    **FOOLISH,
    **GUEST,
    **TEXT,
    **PLAY,
    **HAND,
    **KEYS,
    **SHELL,
    **SETTINGS,
    **SOCIAL,
    **REPLAY,
    **VERIFY,
    **CLOCK,
    **SSH,
    **CLUSTER,
    **WEB,
    **POSITION,
    **ARENA,
}
