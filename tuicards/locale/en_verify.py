"""English phrases about checking a record: whether the deal was fair, and all that followed true."""

from tuicards.phrase import Phrases

VERIFY: Phrases = {
    "verdict.fair": "The deal was fair: the server had fixed its secret before it knew your number. Cards, moves and "
    "result are right.",
    "verdict.fair_seen": "The server had fixed its secret before the party; cards, moves and result are right.",
    "verdict.numbers_unseen": "The cards follow from the server's secret and the players' numbers, and all moves and "
    "the result are right. That the secret was fixed before the numbers were known, only those can tell who were "
    "at the table when the party began.",
    "verdict.no_numbers": "The cards follow from the server's secret, and all moves and the result are right. No "
    "player had added a number, so the server could have chosen the cards.",
    "verdict.moves_only": "All moves and the result are right. Where the cards came from was not noted, so only the "
    "moves could be checked.",
    "verdict.no_secret": "The deal cannot be checked: the server had promised to tell its secret, and did not.",
    "verdict.other_secret": "The deal was not fair: the server's secret is not the one that it had fixed before the "
    "party.",
    "verdict.number_missing": "The deal was not fair: your number was accepted and then left out.",
    "verdict.other_seed": "The deal was not fair, or the record has been changed: the cards do not follow from the "
    "server's secret and the players' numbers.",
    "verdict.wrong_move": "The record is not true: by the rules seat {number} could not make the move {text} in line "
    "{line}.",
    "verdict.wrong_result": "The record is not true: the moves lead to another result than the one in line {line}.",
}
