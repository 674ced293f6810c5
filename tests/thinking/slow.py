"""A worker whose bots do what the seed of a question says: `python -m tests.thinking.slow`."""

import os
import sys
import time

from tuicards.bots.api import Choice, Thinking
from tuicards.games.api import Fact
from tuicards.thinking.messages import Question
from tuicards.thinking.worker import own_line, serve

AT_ONCE, AS_LONG_AS_WANTED, DEAF, DIES, FAILS = range(5)


def think(question: Question, thinking: Thinking) -> Choice:
    """The first legal move; for `sure` the budget, so that it can be seen."""
    if question.seed == FAILS:
        raise ZeroDivisionError
    if question.seed == DIES:
        os._exit(1)
    while question.seed == DEAF or (question.seed == AS_LONG_AS_WANTED and not thinking.out()):
        time.sleep(0.005)
    return Choice(question.seen.view.legal[0], Fact("why.any"), thinking.budget)


if __name__ == "__main__":
    line = own_line()
    assert line is not None
    try:
        serve(line, think)
    except OSError:
        sys.exit(0)
