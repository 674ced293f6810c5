"""OpenSSH's own server and client, with keys of a test's own, on a port of this machine."""

import getpass
import shlex
import shutil
import socket
import subprocess
import time
from pathlib import Path
from types import TracebackType

import pytest

from tests.ports import free_port
from tests.ssh_client import ssh_command

SSHD = shutil.which("sshd", path="/usr/sbin:/usr/local/sbin:/sbin:/usr/bin")

needs_sshd = pytest.mark.skipif(
    SSHD is None or shutil.which("ssh") is None, reason="OpenSSH's server and client are not installed"
)

PATIENCE = 20.0

CONFIG = """\
ListenAddress 127.0.0.1
Port {port}
HostKey {folder}/host
AuthorizedKeysFile {folder}/guest.pub
PidFile none
StrictModes no
UsePAM no
MaxStartups 100
PasswordAuthentication no
ForceCommand {command}
PermitTTY yes
AllowTcpForwarding no
X11Forwarding no
PermitTunnel no
AllowAgentForwarding no
"""


class OpenSshServer:
    """A server whose only command is this one, for the account that runs the tests."""

    def __init__(self, folder: Path, command: list[str], environ: dict[str, str]) -> None:
        assert SSHD is not None
        self.folder, self.port = folder, free_port()
        for name in ("host", "guest"):
            make = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(folder / name)]
            subprocess.run(make, check=True, capture_output=True)
        forced = shlex.join(["env", *(f"{name}={value}" for name, value in environ.items()), *command])
        (folder / "sshd_config").write_text(CONFIG.format(port=self.port, folder=folder, command=forced))
        Path("/run/sshd").mkdir(exist_ok=True)
        with (folder / "sshd.log").open("wb") as log:
            self._process = subprocess.Popen([SSHD, "-D", "-e", "-f", str(folder / "sshd_config")], stderr=log)

    def __enter__(self) -> "OpenSshServer":
        end = time.monotonic() + PATIENCE
        while self._process.poll() is None and time.monotonic() < end:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return self
        pytest.fail((self.folder / "sshd.log").read_text())

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.terminate()
        self._process.wait(PATIENCE)

    def ssh(self, *options: str) -> list[str]:
        """The client's command line; `options` stand before the host."""
        return [*ssh_command(self.folder / "guest", self.port, *options), f"{getpass.getuser()}@127.0.0.1"]
