"""A clock for tests."""


class Hand:
    """A clock that stands until it is moved by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now
