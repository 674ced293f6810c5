"""What goes wrong between a node and the others. None of it reaches a player as it is."""


class Outdated(Exception):
    """Somebody else owns the table by now, or nobody: what this node did to it since is void and was never told."""


class Lapsed(Exception):
    """The others have given this run of the node up: it knows nothing for certain any more, and has to begin anew."""


class Away(Exception):
    """Redis cannot be reached, or takes no commands just now."""


class Barred(Away):
    """Redis can be reached, but not as things are set up."""


class Locked(Barred):
    """Redis lets this node not in: user and password are not the right ones."""


class Untrusted(Barred):
    """What answers cannot prove that it is the right Redis, or this machine has no means to tell."""


class Refusal(Exception):
    """Redis refuses an order and always will: a script is wrong, or a key holds something else."""


class NotNow(Refusal):
    """Redis refuses an order that it may well carry out a little later."""


class Forgotten(Refusal):
    """Redis knows a script no more; asked again, the line brings it along."""
