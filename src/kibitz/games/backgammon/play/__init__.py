"""Games and matches between players: policies, duels, luck taken off."""
