"""What is made of a state for everybody at the table, made once though one seat after the other asks for it."""

from collections.abc import Callable
from typing import Generic, TypeVar

State = TypeVar("State")
Made = TypeVar("Made")


class Latest(Generic[State, Made]):
    """A function of an immutable state that remembers its last answer.

    It knows a state again only as the very same object, so that looking costs nothing however large the state is.
    """

    def __init__(self, make: Callable[[State], Made]) -> None:
        self._make = make
        self._last: tuple[State, Made] | None = None

    def __call__(self, state: State) -> Made:
        last = self._last
        if last is None or last[0] is not state:
            self._last = last = (state, self._make(state))
        return last[1]
