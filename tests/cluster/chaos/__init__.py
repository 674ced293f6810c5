"""A cluster whose nodes are killed, stopped and cut off while it is played, and whether it has kept its promises."""
