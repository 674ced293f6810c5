"""What things cost, measured beside an anchor in the same run: `make bench`. Nothing here is a test."""
