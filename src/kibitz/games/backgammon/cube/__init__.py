"""The doubling cube and the score: states, cubeful equities, decisions."""
