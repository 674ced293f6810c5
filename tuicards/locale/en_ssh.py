"""English phrases of the SSH door: what it says to a guest in place of a client, and to its operator."""

from tuicards.phrase import Phrases

SSH: Phrases = {
    "ssh_no_terminal": "This is played in a terminal: connect with ssh -t.",
    "ssh_no_key": "You need an SSH key to come in: ssh-keygen makes one. Then connect again.",
    "ssh_stopping": "The server is stopping: come again later.",
    "ssh_trouble": "Something has broken here: connect again in a moment. If you have a seat, it waits for you.",
    "ssh_failed": "The SSH door did not open; what its process said is in the log.",
    "bad_host_key": "The host key {file} cannot be used: {why}.",
}
