"""English phrases of a cluster of servers, as its operator meets them."""

from tuicards.phrase import Phrases

CLUSTER: Phrases = {
    "bad_cluster_url": "That is no address of a Redis: {why}. Say one such as redis://localhost:6379/0, "
    "rediss://USER:PASSWORD@redis.example:6380/0 or unix:///run/redis.sock.",
    "bad_cluster_url.bare": "That is no address of a Redis, such as redis://localhost:6379/0.",
    "why.scheme": "it has to begin with redis://, rediss:// or unix://",
    "why.no_host": "it names no host",
    "why.port": "the port is no number from 1 to 65535",
    "why.path": "what follows the host is no number of a database",
    "why.no_path": "it names no socket",
    "why.option": "there is an option after the ? that is not known here",
    "why.option_value": "an option after the ? has no such value, or is for rediss:// alone",
    "why.fragment": "a # or a space in the password has to be written as %23 or %20",
    "two_clusters": "--cluster and --cluster-file do not go together.",
    "needs_cluster": "{flag} says something of a node of a cluster: add --cluster or --cluster-file.",
    "bad_node": "{value} is no name for a node or a cluster: it has 1 to {limit} letters of a to z, digits and -_.",
    "bad_host_name": "This machine's name, {value}, is no name for a node: give it one with --node.",
    "no_cluster": "This server is no node of a cluster: it was started without --cluster.",
    "no_cluster_extra": "A node of a cluster needs one more package: pip install 'tuicards[cluster]'",
    "cluster_unreachable": "The cluster's Redis cannot be reached: {why}.",
    "cluster_unreachable.bare": "The cluster's Redis cannot be reached.",
    "cluster_locked": "The cluster's Redis does not let this server in: {why}. The user and the password have their "
    "place in its address: redis://USER:PASSWORD@HOST.",
    "cluster_untrusted": "What answers cannot prove that it is the cluster's Redis: {why}. Its certificate has to be "
    "valid and to name the host of the address; an authority of your own stands in ?ssl_ca_certs=FILE.",
    "cluster_forbids": "The cluster's Redis forbids what a node has to do there: {why}. Its user needs all keys of "
    "the cluster, and the commands that docs/cluster.md names.",
    "cluster_too_old": "The cluster's Redis has version {version}: it has to be 6.2 or newer, or Valkey.",
    "cluster_too_old.bare": "The cluster's Redis is too old: it has to be 6.2 or newer, or Valkey.",
    "cluster_sharded": "That Redis is one of several that share the keys among them (cluster-enabled yes): "
    "a cluster of tuicards needs one that holds them all.",
    "node_in_use": "A node called {node} runs already: give this one another name with --node.",
    "node_in_use.bare": "A node of this name runs already: give this one another name with --node.",
    "cluster_of_other_version": "The version of this server cannot work beside that of the nodes that run: "
    "go from one to the other in steps.",
}
