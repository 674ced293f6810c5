"""The full screen in a browser."""
