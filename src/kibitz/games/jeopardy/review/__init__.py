"""Review of a recorded game: win chances clue by clue, judged wagers and late buzzes, luck and skill."""
