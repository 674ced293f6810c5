"""`tuicards-server files`: the unit file and the container file that come with the program."""

import argparse
import sys
from collections.abc import Sequence
from importlib import resources

from server.declared import Parser

PROGRAM = "tuicards-server files"

FILES = {"unit": "tuicards-server.service", "container": "Containerfile"}
"""In server/deploy, by the word that asks for them."""

EPILOG = """\
examples:
  tuicards-server files unit | sudo tee /etc/systemd/system/tuicards-server.service
  tuicards-server files container > Containerfile
"""


def files_main(arguments: Sequence[str]) -> int:
    """Print a file. Returns 0."""
    asked = files_parser().parse_args(arguments)
    sys.stdout.write(deployed(FILES[asked.which]))
    return 0


def files_parser() -> Parser:
    """What may be typed after `files`."""
    parser = Parser(
        prog=PROGRAM,
        description="Print a file that runs the server: as a systemd service, or in a container.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("which", choices=tuple(FILES), help="unit: for systemd; container: for podman or docker")
    return parser


def deployed(name: str) -> str:
    """The text of a file in server/deploy."""
    return (resources.files("server") / "deploy" / name).read_text(encoding="utf-8")
