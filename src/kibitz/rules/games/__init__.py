"""Games with parameters, one game of them, and their payoffs and losses as polynomials."""
