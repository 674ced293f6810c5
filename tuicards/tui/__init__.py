"""The full-screen client, on Textual. It shows a `ClientState` and applies no rule of a game."""
