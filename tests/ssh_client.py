"""How a test calls OpenSSH's client: with one key, and without anything of the account that runs the tests."""

from pathlib import Path


def ssh_command(key: Path, port: int, *options: str) -> list[str]:
    """All that stands before the host; hosts that it meets are noted beside the key."""
    fixed = ["IdentitiesOnly=yes", "StrictHostKeyChecking=no", f"UserKnownHostsFile={key.parent / 'known'}"]
    quiet = [word for option in (*fixed, "LogLevel=ERROR") for word in ("-o", option)]
    return ["ssh", "-F", "none", "-i", str(key), "-p", str(port), *quiet, *options]
