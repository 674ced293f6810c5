"""Bots against bots: how strong is a level, and how quick. See `tuicards.arena.command` for how it is asked.

Every deal is played from every seat (`tuicards.arena.match`), so that the luck of the cards cancels. All chance comes
from the seed: equal arguments give equal results, timings apart, however many processes share the work.
"""

from tuicards.arena.command import arena_main, arena_parser

__all__ = ["arena_main", "arena_parser"]
