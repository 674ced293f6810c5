"""Loads what a client will need."""

import pkgutil
from importlib import import_module

import tuicards.bots
import tuicards.games
import tuicards.tui


def rehearse() -> None:
    for package in (tuicards.bots, tuicards.games, tuicards.tui):
        for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
            import_module(module.name)
