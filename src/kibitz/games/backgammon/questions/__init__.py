"""What can be asked about backgammon."""
