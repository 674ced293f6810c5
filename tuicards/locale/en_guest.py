"""English words for those who come by SSH: the card of the first visit, and what cannot be there."""

from tuicards.phrase import Phrases

GUEST: Phrases = {
    "guest.title": "Welcome",
    "guest.intro": "Enter goes on. Up and Down choose a line, Left and Right change it.",
    "guest.name": "Your name",
    "guest.name.hint": "what others call you",
    "guest.which_colours": "Which row shows its colours best?",
    "guest.which_signs": "Which row looks right?",
    "guest.go": "Go on",
    "guest.words": "{text} is neither a game ({known}) nor the code of a table, which has four letters. "
    "You are in the lobby.",
    "guest.dumb_terminal": "This terminal (TERM=dumb) cannot show the game. Come from another one, "
    "or say what it is: TERM=xterm ssh ...",
    "guest.fault": "The game has met a fault and ends. Whoever runs the server has been told; "
    "your seat waits: come back.",
}
