"""English words of the own hand at the table: its order, cards that wait, hints, what is asked before a slip."""

from tuicards.phrase import Phrases, Plural

ORDER: Phrases = {
    "hand.order.up.in_place": "Order: low to high, trump in its place",
    "hand.order.up.first": "Order: low to high, trump first",
    "hand.order.up.last": "Order: low to high, trump last",
    "hand.order.down.in_place": "Order: high to low, trump in its place",
    "hand.order.down.first": "Order: high to low, trump first",
    "hand.order.down.last": "Order: high to low, trump last",
}

WAITING: Phrases = {
    "hand.enter_queues": "Enter: {card} goes when it is your turn",
    "hand.enter_unqueues": "Enter: {card} waits no longer",
    "hand.waits": "Waiting for {names}. {cards} goes when it is your turn",
    "hand.waits_to_pass": "Waiting for {names}. When it is your turn you pass {cards}",
    "hand.pass_dropped": "{cards} cannot be passed now and was taken back",
    "hand.queue_dropped": "{cards} cannot go now and was taken back",
    "hand.on_its_way": "Sent; the server has not answered yet",
    "hand.only": "Only one move was possible: {move}",
}

ASKING: Phrases = {
    "hand.sure_bid": "Bid {tricks}? Enter once more makes the bid",
    "hint.slip.bid": "Sure? A bot would bid {tricks}. Enter once more makes yours",
    "hint.slip.play": "Sure? A bot would play {card} and name {colour}. Enter once more plays yours",
    "hint.slip.play.bare": "Sure? A bot would play {card}. Enter once more plays yours",
    "hint.slip.lead": "Sure? A bot would lead {cards}. Enter once more leads yours",
    "hint.slip.beat": "Sure? A bot would beat with {cards}. Once more plays yours",
    "hint.slip.pass": "Sure? A bot would pass {cards}. Once more plays yours",
    "hint.slip.molodka": "Sure? A bot would declare molodka. Once more plays yours",
    "hint.slip.other": "Sure? A bot would choose: {move}. Once more plays yours",
}

HINTS: Phrases = {
    "hint.do.bid": "Hint: bid {tricks}. {reason}",
    "hint.do.play": "Hint: {card}, naming {colour}. {reason}",
    "hint.do.play.bare": "Hint: {card}. {reason}",
    "hint.do.lead": "Hint: lead {cards}. {reason}",
    "hint.do.beat": "Hint: beat with {cards}. {reason}",
    "hint.do.pass": "Hint: pass {cards}. {reason}",
    "hint.do.molodka": "Hint: declare molodka. {reason}",
    "hint.do.other": "Hint: {move}. {reason}",
    "hint.thinking": "Thinking…",
    "hint.sure.certain": "Nothing else comes near.",
    "hint.sure.fairly": "Fairly sure.",
    "hint.sure.close": "A close call.",
    "hint.off": "Hints are switched off in your settings",
    "hint.off_here": "Hints are switched off at this table by its owner",
    "hint.not_now": "There is a hint when it is your turn",
}

LOOKING: Phrases = {
    "hand.looking": "Trick {number} of {count} played. Left and Right: other tricks. Escape: back to the game",
    "hand.looking.title": "TRICK {number} OF {count}",
    "hand.no_trick": "No trick is finished yet",
}

TURN: Phrases = {
    "hand.your_turn": "It is your turn at {title}",
}

GUIDE: Phrases = {
    "hint.guide.rage.bid": "New here? Say how many tricks you will win: exactly that many pays best.",
    "hint.guide.rage.lead": "You lead: any card. Trump beats the colour led; else the highest of that colour wins.",
    "hint.guide.rage.follow": "Play the colour led if you hold it. If not, any card goes, trump too.",
    "hint.guide.rage.special": "Cards without a number do something special. ? tells what each one does.",
    "hint.guide.rage.score": "A round is scored: tricks, and more for an exact bid. s shows the sheet.",
    "hint.guide.goat.lead": "You lead: one to four cards of one suit. Space takes a card, Enter leads.",
    "hint.guide.goat.answer": "Beat every card led, or lay as many face down with p. High cards are points.",
    "hint.guide.goat.molodka": "Four cards of one suit are a molodka: m declares it, and all must answer four cards.",
    "hint.guide.goat.score": "A game is over: the side with fewer points got penalties. s shows the sheet.",
}

DO: Phrases = {
    "play.do.hint": "hint",
    "play.do.tricks": "tricks",
    "play.do.other_game": "other game",
    "play.do.all": "menu",
    "play.do.chat_new": Plural("count", "chat: {count} new", "chat: {count} new"),
}

HAND: Phrases = {**ORDER, **WAITING, **ASKING, **HINTS, **LOOKING, **TURN, **GUIDE, **DO}
