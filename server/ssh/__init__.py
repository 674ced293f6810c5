"""The SSH door: a guest comes with `ssh -p PORT NAME@host` and is at the tables, with nothing installed.

The server's own process has only `companion`, which starts the door's process and answers what it asks;
that process (`python -m server.ssh`) speaks SSH, so that cryptography holds up no table. It in turn has a
program that keeps clients ready: each guest is an ordinary client in a pseudo-terminal, and a child of that one.
"""
