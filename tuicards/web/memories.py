"""What the clients of visitors remember: a folder for each, as long as the pages are served."""

import re
import shutil
import tempfile
from pathlib import Path
from types import TracebackType

NUMBER = re.compile(r"[0-9a-f]{32}")
"""How a browser calls itself: a secret of its own, which opens its seats again."""


class Memories:
    """Folders below a temporary one; entering the block makes it, leaving the block removes it.

    Only `most` are kept: the one longest unused goes first.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._root = Path()
        self._kept: dict[str, Path] = {}

    def __enter__(self) -> "Memories":
        self._root = Path(tempfile.mkdtemp(prefix="tuicards-web-"))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        shutil.rmtree(self._root, ignore_errors=True)

    def of(self, visitor: str) -> Path:
        """The folder of a browser that calls itself by this NUMBER."""
        folder = self._kept.pop(visitor, None) or self._root / visitor
        folder.mkdir(mode=0o700, exist_ok=True)
        self._kept[visitor] = folder
        if len(self._kept) > self._most:
            shutil.rmtree(self._kept.pop(next(iter(self._kept))), ignore_errors=True)
        return folder
