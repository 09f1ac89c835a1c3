"""Games played on from any state, with luck that belongs to the clue and not to the order of play."""
