"""Where everything lies in Redis. What belongs to one table shares a hash tag, and so one shard."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys of one cluster; several may share a Redis under different prefixes."""

    prefix: str = "tuicards"

    @property
    def counter(self) -> str:
        """Rises with each use: runs of nodes, sessions and fences are numbered by it."""
        return f"{self.prefix}:{{lobby}}:counter"

    @property
    def facts(self) -> str:
        """The stream of facts (`server.cluster.facts`), in the one order that every node follows."""
        return f"{self.prefix}:{{lobby}}:facts"

    @property
    def lock(self) -> str:
        """Who decides just now about what must be unique."""
        return f"{self.prefix}:{{lobby}}:lock"

    def state(self, kind: str) -> str:
        """A hash: what the facts of one kind (`people`, `keys`, `bans`, `present`, `tables`, `codes`) amount to.

        Besides these, each a plain value: `count`, how many facts there were; `done:RUN`, the last batch of facts
        from that run; `latest_hold`, who had the lock last.
        """
        return f"{self.prefix}:{{lobby}}:{kind}"

    @property
    def nodes(self) -> str:
        """A hash: what is known of each run of a node, by its number."""
        return f"{self.prefix}:{{lobby}}:nodes"

    def lease(self, node: str) -> str:
        """The run of the node of this name, for as long as it lives."""
        return f"{self.prefix}:{{lobby}}:node:{node}"

    def inbox(self, run: int) -> str:
        """The stream of letters to one run of a node."""
        return f"{self.prefix}:inbox:{run}"

    def head(self, uid: str) -> str:
        """A hash: who owns a table, under which fence, and how long its log is."""
        return f"{self.prefix}:table:{{{uid}}}:head"

    def log(self, uid: str) -> str:
        """The stream of a table's records, one entry for each step."""
        return f"{self.prefix}:table:{{{uid}}}:log"
