"""English phrases of the server and of the way to it: refusals, notices, trouble."""

from tuicards.phrase import Phrases, Plural

LINK: Phrases = {
    "no_such_host": "There is no machine called {host}, or its address cannot be found.",
    "refused_connection": "The machine answers, but no server listens there.",
    "timeout": "Nobody answered in time.",
    "none_answers": "No server answers at any of the {count} addresses.",
    "unreachable": "There is no way to that address from here.",
    "cannot_connect": "The connection cannot be made: {detail}.",
    "not_trusted": "Nobody vouches for the certificate of that server ({detail}). Its fingerprint is {fingerprint}. "
    "If whoever runs the server tells you the same, type {address}#sha256:{fingerprint} as the address.",
    "not_trusted.bare": "Nobody vouches for the certificate of that server ({detail}).",
    "wrong_pin": "That is not the server of this address: its fingerprint is {fingerprint}, not {pin}. "
    "Ask whoever runs it whether it has a new certificate.",
    "no_tls": "The server there does not encrypt. Without tls:// before the address, "
    "others on the way can read what is sent, passwords too.",
    "tls_needed": "This server encrypts: type tls:// before its address.",
    "tls_failed": "The connection cannot be encrypted: {detail}.",
    "bad_ca_file": "The certificates in {file} cannot be used: {why}.",
    "bad_pin": "{pin} is no fingerprint: it has to be sha256: and at least 32 hexadecimal digits.",
    "silent": "The server has been silent for {seconds} s.",
    "silent.bare": "The server has heard nothing from here for too long.",
    "hello_late": "The greeting came too late.",
    "peer_silent": "The server heard nothing from here for too long.",
    "not_connected": "There is no connection to the server at present.",
    "link_busy": "The server is slow: wait for its answers first.",
    "answer_lost": "The connection broke before the answer came; what you see next is what is true.",
    "connection_lost": "{name} has lost the connection. The seat is kept; a bot helps out after {seconds} s.",
    "lost_between": "{name} has lost the connection. The seat is kept for {seconds} s.",
    "connection_lost.bare": "The connection to the server is lost.",
    "lan.not_installed": (
        "Servers cannot be looked for: pip install 'tuicards[lan]' adds that. An address or a join code can be typed."
    ),
    "lan.no_network": "This machine is in no network at present. An address can be typed.",
    "lan.no_multicast": "Servers cannot be looked for in this network. An address or a join code can be typed.",
}

LOBBY: Phrases = {
    "wrong_password": "That is not the server's password.",
    "too_many_guesses": "Too many wrong guesses: wait {seconds} s.",
    "bad_ticket": "This way in has been used already, or is too old: connect by SSH again.",
    "banned": "This server does not let you in: {reason}.",
    "banned.bare": "This server does not let you in.",
    "kicked": "Whoever runs this server has ended your connection.",
    "quiet": "Whoever runs this server has silenced you for {seconds} s.",
    "announcement": "From whoever runs this server: {text}",
    "password_needed": "This server asks for a password.",
    "name_taken": "Somebody here is called {name} already: choose another name.",
    "name_of_key": "The name {name} belongs to an SSH key here: choose another name, or come by ssh with that key. "
    "If the key is yours and lost, whoever runs this server can free its name.",
    "too_fast": "Too much at once: wait a moment.",
    "busy": "The table has too much to do just now: try again.",
    "at_a_table": "You are at table {table}: leave it first.",
    "at_no_table": "You are at no table.",
    "not_at_table": "You are not at that table.",
    "no_such_table": "There is no table {table}.",
    "too_many_seats": "You have seats at {limit} tables; that is as many as one may have.",
    "too_many_watchers": "{limit} people are watching this table; it has room for no more.",
    "too_many_tables": "There are {limit} tables; the server holds no more.",
    "option_too_long": "The value of {option} is too long: at most {limit} characters.",
    "moved": "You have come in from another terminal, which goes on in place of this one.",
    "server.@solo": "this computer",
    "server_stopping": "The server is stopping.",
    "server_full": "The server has no room for another connection.",
    "too_many_here": "There are {limit} connections from your address; the server lets in no more.",
    "idle": "You have done nothing here for a long time, and the server has closed the connection.",
    "too_slow": "The connection was too slow to keep up.",
    "port_taken": "Port {port} is in use: another server runs here, or choose another port.",
    "unknown_host": "There is no address called {host} on this machine.",
    "cannot_listen": "It cannot listen at {host}: {why}.",
    "cannot_write": "The file {file} cannot be written: {why}.",
    "draining": "The server is about to stop: nothing new begins here now.",
    "drain_begun": Plural(
        "minutes",
        "The server stops when the last game here is over, in {minutes} minute at the latest. "
        "A game that is not over then goes on when the server is back.",
        "The server stops when the last game here is over, in {minutes} minutes at the latest. "
        "A game that is not over then goes on when the server is back.",
    ),
    "drain_begun.bare": "The server stops when the last game here is over. No new one begins.",
    "drain_left": Plural(
        "minutes",
        "The server stops in {minutes} minute at the latest. A game that is not over goes on when it is back.",
        "The server stops in {minutes} minutes at the latest. A game that is not over goes on when it is back.",
    ),
    "drain_soon": Plural(
        "seconds",
        "The server stops in {seconds} second at the latest. A game that is not over goes on when it is back.",
        "The server stops in {seconds} seconds at the latest. A game that is not over goes on when it is back.",
    ),
    "drain_empty": "No game runs here any more: the server stops now.",
    "drain_cancelled": "The server does not stop after all: new games may begin.",
    "not_kept": "The disk refuses: what is played now may be lost if the server stops.",
    "cluster_waits": "The servers' common memory cannot be reached. Tables wait; nothing is lost.",
    "cluster_back": "The common memory is back: play goes on.",
    "bad_text": "There are characters in it that cannot be shown or sent.",
    "bad_number": "{value} is no number from {least} to {most}.",
    "bad_rate": "{value} is no rate such as 1/20: so many a second, a stroke, so many at once.",
    "bad_listen": "{host} is no address to listen at: say one such as 192.168.1.5 or ::1, or a host's name; "
    "the port is a setting of its own.",
    "bad_config": "Everything stays as it was: {faults}",
}

TABLES: Phrases = {
    "joined": "{name} has come to the table.",
    "left": "{name} has left the table.",
    "removed": "{name} has been removed from the table.",
    "connection_back": "{name} is back.",
    "stand_in": "A bot stands in for {name}.",
    "time_up": "{name} ran out of time.",
    "plays_again": "{name} plays again.",
    "pause_asked": "{name} asks for a pause.",
    "paused": "The game is paused.",
    "goes_on": "The game goes on.",
    "bad_clock": "{value} is no clock: say none, turn:30 or bank:300+5; turns and banks have "
    "from {least} to {most} seconds, and each move adds at most {increment}.",
    "new_owner": "The table is {name}'s now.",
    "stale": "Something happened before your move arrived: look again.",
    "barred": "You have been removed from this table and cannot come back.",
    "not_owner": "Only {owner}, whose table it is, can do that.",
    "muted": "Whoever owns this table has silenced you here.",
    "silenced": "{name} has been silenced at this table.",
    "unsilenced": "{name} may talk again at this table.",
    "no_such_person": "Nobody here is called {name}.",
    "not_yourself": "You cannot do that to yourself.",
    "own_seat": "You cannot remove yourself: leave the table, or watch.",
    "party_running": "Not while a party is running.",
    "held_another": "In this party you have seen the cards of {seat}; you cannot play for anybody else.",
    "no_such_seat": "There is no seat {number} at this table; there are {seats}.",
    "seat_taken": "{seat} sits there.",
    "seat_free": "Nobody sits on {seat} yet: all seats have to be taken, by people or bots.",
    "seated_here": "You have a seat at this table.",
    "table_full": "All seats of this table are taken.",
    "wrong_table": "You are not at table {table}.",
    "not_here": "That cannot be done here.",
    "bad_nonce": "A number for the deal has 32 hexadecimal digits.",
    "fault": "That met a fault in the program. Nothing has changed.",
    "record_with_gaps": "The record of this table has gaps and cannot be played on.",
}

NAMES: Phrases = {
    "bad_name": "That name cannot be used: {why}.",
    "why.empty": "it is empty",
    "why.long": "it is too long",
    "why.characters": "it holds characters that cannot be shown",
    "why.reserved": "it would be taken for something else",
    "chat_empty": "There is nothing to say in that line.",
    "chat_too_long": "That is too long: say at most {limit} characters at a time.",
}

OPERATOR: Phrases = {
    "tls_pair": "--tls-cert and --tls-key go together.",
    "tls_unreadable": "The file {file} cannot be read: {why}.",
    "tls_key_encrypted": "The key in {file} is protected by a password, which nobody can type here. "
    "Write it without one to a file that only the server may read.",
    "tls_mismatch": "The key in {key} does not belong to the certificate in {file}.",
    "tls_bad_file": "{file} and {key} do not hold a certificate and its key in PEM.",
    "two_passwords": "--password and --password-file do not go together.",
    "cannot_read": "The file {file} cannot be read: {why}.",
    "no_password_in": "The first line of {file} is no password: it is empty, or longer than {limit} bytes.",
    "cannot_control": "No control socket at {file}: {why}.",
    "no_control": (
        "No server listens at {file}. Does it run? Name its folder with --data, or its socket with --control."
    ),
    "control_denied": "You may not speak to the server at {file}: do it as the user that runs it, or as root.",
    "control_silent": "The server at {file} does not answer: it is stuck, or very busy.",
    "bad_order": "The server does not understand that order: {why}.",
    "bad_network": "{value} is no address and no network, such as 192.168.1.7, 10.0.0.0/8 or 2001:db8::/32.",
    "bans_this_machine": "{address} is this machine, or holds it, and with it everybody who comes by its SSH door. "
    "If that is what you want, add --even-loopback.",
    "no_such_ban": "{value} is not banned.",
    "not_draining": "The server is not about to stop.",
    "backup_exists": "{file} is there already, and a backup is never written over anything.",
    "nothing_kept": "This server keeps its record in memory only: there is nothing to back up.",
    "stopping": "The server is stopping: copy its folder when it has stopped.",
    "no_backup": "{file} is no backup of a record that can be used: {why}.",
    "backup_newer": "{file} was written by a newer version of this program: install that one first.",
    "record_there": "There is a record in {folder} already. With --force it is set aside, not deleted.",
}

DISK: Phrases = {
    "data_in_use": "Another server is using the folder {folder}.",
    "data_unusable": "The folder {folder} cannot be used for the record: {why}.",
    "data_of_newer_version": "The record in {folder} was written by a newer version of this program.",
}
