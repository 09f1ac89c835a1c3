"""How players write positions, matches and moves."""
