"""The way to the terminal: Textual's own, with less said."""

from textual.drivers.linux_driver import LinuxDriver

from tuicards.tui.thrift import Thrift


class ThriftyDriver(LinuxDriver):
    """Writes only what changes on the terminal."""

    _thrift: Thrift | None = None

    def write(self, data: str) -> None:
        if self._thrift is None:
            self._thrift = Thrift()
        lean = self._thrift.lean(data)
        if lean:
            super().write(lean)

    def forget(self) -> None:
        """The terminal may show anything now: the next picture is written whole."""
        if self._thrift is not None:
            self._thrift.forget()
