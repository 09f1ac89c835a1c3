"""Backgammon: the game, its notations, networks that evaluate it, the cube, matches, and Neurogammon rebuilt."""
