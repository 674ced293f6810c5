"""A file that says at which port the server listens, for scripts that have asked for any."""

import contextlib
import os
from pathlib import Path

from server.service import Service
from tuicards.errors import SetupError


class PortFile:
    """The companion that writes it. The file stays when the server has stopped."""

    def __init__(self, path: Path) -> None:
        self._path = path

    async def start(self, service: Service) -> None:
        """Whoever sees the file sees the whole number. Raises SetupError `cannot_write`."""
        part = self._path.with_name(f"{self._path.name}.{os.getpid()}")
        try:
            part.write_text(f"{service.port}\n")
            part.replace(self._path)
        except OSError as error:
            with contextlib.suppress(OSError):
                part.unlink()
            raise SetupError("cannot_write", file=str(self._path), why=error.strerror or str(error)) from None

    async def stop(self) -> None:
        pass
