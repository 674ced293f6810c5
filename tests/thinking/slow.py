"""A worker whose bots do what the seed of a question says: `python -m tests.thinking.slow [compiles]`."""

import contextlib
import os
import sys
import time

from tuicards.bots.api import Choice, Thinking
from tuicards.games.api import Fact
from tuicards.thinking.messages import Question
from tuicards.thinking.worker import begin, own_line, serve, serve_until_compiled

AT_ONCE, AS_LONG_AS_WANTED, DEAF, DIES, FAILS, TELLS_ITSELF = range(6)


def think(question: Question, thinking: Thinking) -> Choice:
    """The first legal move; for `sure` the budget, or the process, so that it can be seen."""
    if question.seed == FAILS:
        raise ZeroDivisionError
    if question.seed == DIES:
        os._exit(1)
    while question.seed == DEAF or (question.seed == AS_LONG_AS_WANTED and not thinking.out()):
        time.sleep(0.005)
    sure = os.getpid() if question.seed == TELLS_ITSELF else thinking.budget
    return Choice(question.seen.view.legal[0], Fact("why.any"), sure)


if __name__ == "__main__":
    line = own_line()
    assert line is not None
    with contextlib.suppress(OSError):
        if sys.argv[1:] == ["compiles"]:
            serve_until_compiled(line, lambda: None, think)
        else:
            begin(line)
            serve(line, think)
