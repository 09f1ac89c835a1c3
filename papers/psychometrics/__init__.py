"""Regan, Biswas (2013): psychometric modelling of decision making through game play."""
