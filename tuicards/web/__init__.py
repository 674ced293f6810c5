"""The full-screen client in a browser: a page with a terminal in it, and for each visitor a client of their own."""
