"""What answers show beside their figures: maps, remarks at a curve, boards to press, cases told at length."""
