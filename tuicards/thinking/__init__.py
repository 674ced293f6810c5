"""Bots that think long do so in processes of their own, so that nobody who asks them has to stand still."""
