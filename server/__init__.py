"""The server process: sockets, sessions, tables in play, clocks and disk."""
