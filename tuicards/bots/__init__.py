"""Bots: they look at one seat's view and choose a move. They may hold a seeded random and a clock, nothing else."""
