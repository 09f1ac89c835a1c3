"""Training and measurements of the paper that no question of kibitz needs."""
