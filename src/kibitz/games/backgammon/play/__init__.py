"""Games and matches between players: policies, duels, luck adjustment."""
