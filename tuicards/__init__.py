"""Rage and Goat, two trick-taking card games for the terminal: the language of the games and a client."""

__version__ = "0.1.0"
