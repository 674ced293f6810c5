"""What some parts need that need not be there: they do without, or are passed over, and name what is missing."""

import os
import subprocess
from functools import cache
from importlib.util import find_spec

from tuicards.bots.compiled import available

ENGINES = "import pyspiel, rlcard"


class NotMeasured(SystemExit):
    """Why a part gives no figures; the others may."""


def peers() -> str:
    """Why nothing stands beside the rules and the play-outs; nothing where public engines do."""
    return _engines_of(os.environ.get("PEERS_PYTHON", ""))


@cache
def _engines_of(python: str) -> str:
    if not python:
        return "beside no other engine: PEERS_PYTHON names no Python with OpenSpiel and RLCard"
    try:
        done = subprocess.run([python, "-c", ENGINES], capture_output=True, text=True)
    except OSError as error:
        return f"beside no other engine: PEERS_PYTHON={python} cannot be started ({error.strerror})"
    last = done.stderr.strip().rpartition("\n")[2]
    return f"beside no other engine: PEERS_PYTHON={python} has none ({last})" if done.returncode else ""


def compiler() -> str:
    """Why no play-out is compiled."""
    return "" if available() else "nothing is compiled: numba is missing, install tuicards[fast]"


def need_ssh() -> None:
    """Raises NotMeasured where no guest can come by SSH."""
    if find_spec("asyncssh") is None:
        raise NotMeasured("asyncssh is missing, install tuicards[ssh]")
