"""What the other seats have laid in this deal, as records for `goat_sim_belief`."""

from typing import Any

from tuicards.bots.goat_memory import CARD_POINTS, HAND, numbers
from tuicards.bots.goat_sim import BEAT
from tuicards.bots.goat_sim_belief import RECORD
from tuicards.bots.goat_sim_state import Turned
from tuicards.bots.seen import Seen
from tuicards.games.goat import Drew, Led, MolodkaDeclared, TrickWon
from tuicards.games.goat.events import Beaten, Passed


class Past:
    """One pass over the events of the deal. Passes keep their number in `GoatMemory.passings`."""

    def __init__(self, seen: Seen, turned: Turned) -> None:
        self._turned, self._options = turned, seen.options
        self._me = seen.view.seat or 0
        self.records: tuple[list[list[int]], ...] = ([], [], [], [])
        """By seat, in the order in which they were laid; place 3 is the number of the passing, -1 for none."""
        self._stock, self._held = 20, HAND
        self._tricks = [0, 0]
        self._passings = 0
        self._begin()
        for event in seen.events:
            self._see(event)

    def _begin(self) -> None:
        self._down, self._count, self._best, self._win, self._led, self._stake = 0, 0, 0, 0, 0, 0
        self._attempt: list[int] = []
        self._before = self._passings
        self._second = False

    def _see(self, event: Any) -> None:
        match event:
            case Led(seat=seat, cards=cards):
                self._lay(seat, cards, 0, len(cards))
            case Beaten(seat=seat, cards=cards):
                self._lay(seat, cards, BEAT, len(cards))
            case Passed(seat=seat, cards=cards, count=count):
                self._lay(seat, cards, -1, count)
            case MolodkaDeclared(seat=seat, cards=cards):
                for laid in self._attempt:
                    self.records[laid].pop()
                self._passings = self._before
                self._begin()
                self._second = True
                self._lay(seat, cards, 0, len(cards))
            case TrickWon(seat=seat):
                self._tricks[seat % 2] += 1
                self._held -= self._count
                self._begin()
            case Drew(seat=seat, count=count):
                self.records[seat][-1][1] = count
                self._stock -= count
                self._held += count if seat == 0 else 0
            case _:
                pass

    def _lay(self, seat: int, cards: tuple[str, ...], kind: int, count: int) -> None:
        mask = self._turned.mask(cards)
        hidden = kind < 0 and not cards
        if self._down == 0:
            self._count = count
        record = [0] * RECORD
        record[0] = count
        record[2] = mask | max(0, kind)
        record[3] = self._passings if hidden and seat != self._me else -1
        record[4] = count if hidden else 0
        record[5] = self._down
        record[6] = self._best ^ seat ^ 1
        record[7], record[8], record[9], record[10] = self._win, self._led, self._stake, self._stock
        record[11] = int(self._options.must_beat == "on")
        record[12] = int(self._options.molodka_suit == "any")
        record[13] = int(count == HAND or self._second)
        record[14] = (self._tricks[0] == 0) + (self._tricks[1] == 0)
        record[15] = self._held
        self.records[seat].append(record)
        self._attempt.append(seat)
        if hidden and seat != self._me:
            self._passings += 1
        self._stake += sum(CARD_POINTS[card] for card in numbers(cards))
        if kind >= 0:
            self._best, self._win = seat, mask
            if self._down == 0:
                self._led = (mask.bit_length() - 1) // 9
        self._down += 1
