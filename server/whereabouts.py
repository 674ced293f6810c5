"""Where the server of this machine has its record and its control socket, for commands that have to do with it.

Environment and configuration file say so, as they say it to the server.
"""

from collections.abc import Mapping
from pathlib import Path

from server.chosen import choose
from server.control import SOCKET
from server.flags import server_flags
from tuicards.state_folder import state_folder


def data_folder(environ: Mapping[str, str]) -> Path | None:
    """The folder of the record; None where nothing says so, and there is no home folder."""
    data: Path | None = choose(server_flags(), [], environ).options.data
    return data or state_folder(environ)


def control_socket(environ: Mapping[str, str]) -> Path | None:
    """The socket that a server listens at for orders; None as for the folder."""
    control: Path | None = choose(server_flags(), [], environ).options.control
    data = data_folder(environ)
    return control or (data and data / SOCKET)
