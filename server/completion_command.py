"""`tuicards-server completion`: what completes the server's command line in a shell."""

import sys
from collections.abc import Sequence

from server.archive_command import archive_parser
from server.declared import Parser
from server.files_command import files_parser
from server.flags import server_flags
from server.operator_command import operator_parser
from server.restore_command import restore_parser
from tuicards.completion import add_shell, completion_script
from tuicards.errors import SetupError
from tuicards.speech import Speaker

PROGRAM = "tuicards-server completion"
FINE, REFUSED = 0, 1


def completion_main(arguments: Sequence[str]) -> int:
    """Print a script. Returns 0, 1 where its library is not installed."""
    asked = completion_parser().parse_args(arguments)
    try:
        print(server_completion(asked.shell))
    except SetupError as error:
        print(f"{PROGRAM}: {Speaker().error(error)}", file=sys.stderr)
        return REFUSED
    return FINE


def server_completion(shell: str) -> str:
    """The script of a shell. Raises SetupError `extra_needed`."""
    own = {
        "admin": operator_parser(),
        "records": archive_parser(),
        "restore": restore_parser(),
        "files": files_parser(),
        "completion": completion_parser(),
    }
    return completion_script(server_flags(), shell, own)


def completion_parser() -> Parser:
    """What may be typed after `completion`."""
    parser = Parser(prog=PROGRAM, allow_abbrev=False)
    add_shell(parser, "tuicards-server", "tuicards")
    return parser
