"""Where the server of this machine has its record and its control socket, for commands that have to do with it.

Environment and configuration file say so, as they say it to the server.
"""

from collections.abc import Mapping
from pathlib import Path

from server.chosen import DEFAULT, Chosen, choose
from server.control import SOCKET
from server.flags import server_flags
from tuicards.errors import SetupError
from tuicards.state_folder import state_folder


def data_folder(environ: Mapping[str, str]) -> Path | None:
    """The folder of the record; None where nothing says so, and there is no home folder.

    Raises SetupError `bad_config` where it may be said in a configuration file that cannot be read.
    """
    return _folder(choose(server_flags(), [], environ), environ)


def control_socket(environ: Mapping[str, str]) -> Path | None:
    """The socket that a server listens at for orders; None as for the folder. Raises SetupError as for the folder."""
    chosen = choose(server_flags(), [], environ)
    control: Path | None = chosen.options.control
    if control is not None:
        return control
    data = _folder(chosen, environ)
    return data and data / SOCKET


def _folder(chosen: Chosen, environ: Mapping[str, str]) -> Path | None:
    if chosen.unread and chosen.origins["data"] == DEFAULT:
        raise SetupError("bad_config", faults=tuple(map(str, chosen.faults)))
    data: Path | None = chosen.options.data
    return data or state_folder(environ)
