"""Questions about backgammon."""
