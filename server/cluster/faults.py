"""What goes wrong between a node and the others. None of it reaches a player as it is."""


class Outdated(Exception):
    """Somebody else owns the table by now, or nobody: what this node did to it since is void and was never told."""


class Lapsed(Exception):
    """The others have given this run of the node up: it knows nothing for certain any more, and has to begin anew."""


class Away(Exception):
    """Redis cannot be reached, or takes no commands just now."""


class Refusal(Exception):
    """Redis refuses an order and always will: a script is wrong, or a key holds something else."""


class NotNow(Refusal):
    """Redis refuses an order that it may well carry out a little later."""


class Forgotten(Refusal):
    """Redis knows a script no more; asked again, the line brings it along."""
