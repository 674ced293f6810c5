"""How large a screen may be. A terminal that claims more than any screen has would cost memory for nothing."""

LARGEST = (640, 200)
"""Columns and rows; no screen has more."""

LARGEST_OF_GUESTS = (400, 150)
"""Of people for whom others run the program."""
