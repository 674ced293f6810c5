"""Workers that think for one program: started when they are first needed, replaced when they end."""

import asyncio
import time
from collections.abc import Sequence
from typing import Any

import msgspec

from tuicards.bots.choice import Choice
from tuicards.thinking.messages import Answer, Question, Ready, Said, Stop
from tuicards.thinking.process import PROGRAM, Gone, Worker

LOADING = 60.0
"""Seconds that a worker may take until it is ready."""

UNREADY = 1.5
"""Seconds that a question waits while no worker is ready."""

LATE = 2.0
"""Seconds beyond its budget after which no answer is expected any more, whatever the reason."""

OBEYS = 5.0
"""Seconds in which a worker ends a thought that nobody wants any more; then it is ended itself."""

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
"""Seconds before another worker is started in the place of one that ended without an answer, the second time in a
row; twice as long each further time."""

OF_LATE = 0.2
"""How much the last answer counts in what answers take."""


class NoAnswer(Exception):
    """Nothing has been thought; the text says why."""


class Asked:
    """A question in the queue, and its answer."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.answer: asyncio.Future[Choice] = asyncio.get_running_loop().create_future()
        """Cancelled when nobody wants it any more."""

    def with_budget(self, budget: float) -> Question:
        """The question, if there is only so much time for it."""
        return msgspec.structs.replace(self.question, budget=budget)

    def told(self, said: Said) -> None:
        """What the worker has said."""
        if isinstance(said, Answer) and said.choice is not None and not self.answer.done():
            self.answer.set_result(said.choice)
        self.fail(said.fault if isinstance(said, Answer) else "the worker has not understood the question")

    def fail(self, why: str) -> None:
        """There will be no answer, unless there is one already."""
        if not self.answer.done():
            self.answer.set_exception(NoAnswer(why))


class Pool:
    """At most so many workers. Who asks waits for a free one in the order of asking; `close` ends them all."""

    def __init__(self, workers: int, program: Sequence[str] = PROGRAM, obeys: float = OBEYS) -> None:
        """`program` starts a worker."""
        self._most, self._program, self._obeys = workers, program, obeys
        self._queue: asyncio.Queue[Asked] = asyncio.Queue()
        self._tasks: set[asyncio.Task[None]] = set()
        """One for each worker, from its start to its end."""
        self._ready: set[Worker] = set()
        self._busy = 0
        self._pause, self._not_before = 0.0, 0.0
        self._takes = 0.0
        """Seconds that a worker has taken for an answer of late."""
        self.lost = 0
        """So many workers have ended by themselves, or had to be ended."""

    @property
    def waiting(self) -> int:
        """Questions that no worker has taken up yet."""
        return self._queue.qsize()

    @property
    def pids(self) -> tuple[int, ...]:
        """The processes that can be asked."""
        return tuple(sorted(worker.pid for worker in self._ready))

    async def ask(self, question: Question) -> Choice:
        """What a bot plays after its budget of thought, less where more ask than there are workers.

        Who is cancelled while waiting has the worker stop. Raises NoAnswer.
        """
        if self._takes * self.waiting > LATE * self._most:
            raise NoAnswer("more ask than the workers can answer")
        asked = Asked(question)
        self._queue.put_nowait(asked)
        self._hire()
        try:
            async with asyncio.timeout(LATE + question.budget if self._ready else UNREADY):
                return await asked.answer
        except TimeoutError:
            raise NoAnswer("no worker has answered in time") from None

    def prepare(self) -> None:
        """There will be questions soon: have one worker load what it needs."""
        if not self._tasks:
            self._begin()

    async def close(self) -> None:
        """End all workers. Whoever waits is told that there is no answer."""
        self._most = 0
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._give_up()

    # ---- workers ---------------------------------------------------------------------------------------

    def _hire(self) -> None:
        """One more worker where more questions wait than workers do, and there may be more."""
        if len(self._tasks) - self._busy < self.waiting:
            self._begin()
        if not self._tasks:
            self._give_up()

    def _begin(self) -> None:
        """Start a worker, where there may be one more now."""
        if len(self._tasks) < self._most and time.monotonic() >= self._not_before:
            task = asyncio.create_task(self._employ(), name="thinker")
            self._tasks.add(task)
            task.add_done_callback(self._left)

    def _left(self, task: asyncio.Task[None]) -> None:
        """A worker has ended. Another takes its place at once, later where that happens again and again."""
        self._tasks.discard(task)
        if self._most:
            self.lost += 1
            self._not_before = time.monotonic() + self._pause
            self._pause = min(LONGEST_PAUSE, 2 * self._pause or FIRST_PAUSE)
            self._hire()

    def _give_up(self) -> None:
        while not self._queue.empty():
            self._queue.get_nowait().fail("there is no worker")

    async def _employ(self) -> None:
        """One worker, from its start to its end."""
        worker = None
        try:
            worker = await Worker.start(self._program)
            async with asyncio.timeout(LOADING):
                await self._until_ready(worker)
            self._ready.add(worker)
            while True:
                await self._answer_one(worker)
        except (Gone, OSError, TimeoutError):
            return
        finally:
            if worker is not None:
                self._ready.discard(worker)
                await worker.end()

    async def _until_ready(self, worker: Worker) -> None:
        while not isinstance(await worker.hear(), Ready):
            pass

    async def _answer_one(self, worker: Worker) -> None:
        """Have the worker think about the next question. Raises Gone, and TimeoutError where it hangs."""
        asked = await self._queue.get()
        if worker.ended:
            self._queue.put_nowait(asked)
            raise Gone
        if asked.answer.done():
            return
        self._busy += 1
        began = time.monotonic()
        try:
            asked.told(await self._thought(worker, asked))
            self._pause = 0.0
        finally:
            self._busy -= 1
            self._takes += OF_LATE * (time.monotonic() - began - self._takes)
            asked.fail("the worker has ended")

    async def _thought(self, worker: Worker, asked: Asked) -> Said:
        """What the worker says to it, as soon as it can be stopped where nobody waits any more."""
        worker.say(asked.with_budget(asked.question.budget * self._share()))
        hearing = asyncio.ensure_future(worker.hear())
        either: set[asyncio.Future[Any]] = {hearing, asked.answer}
        try:
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if not hearing.done():
                worker.say(Stop())
                async with asyncio.timeout(self._obeys):
                    return await hearing
            return hearing.result()
        finally:
            hearing.cancel()

    def _share(self) -> float:
        """What part of its budget a question gets: so much that the last in the queue waits about one budget."""
        return min(1.0, self._most / (self.waiting + 1))
